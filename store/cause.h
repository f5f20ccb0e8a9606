/* cause — names why an article repeats another one: what differs between their two URLs or, where the URLs do not say, how the two
 * texts differ. It is what a site's owner can do something about; which check of the filter decided is another question.
 *
 *	canonical, revisit, no content      the page names the other as its canonical URL; a WARC revisit record; neither page has an
 *	                                    article, or both have the same few words at URLs that do not say
 *	soft 404                            the host says the same to any URL; of URLs that were not stored, alone
 *	same URL, https, www, slash, case, spelling
 *	                                    the URLs are equal, or differ in the scheme, a leading "www.", a '/', index file or
 *	                                    extension at the end, in capital letters, or in what makes no other URL: "%7E" and "~",
 *	                                    the order of parameters, where the number of a page stands
 *	mirror                              the same path on another host
 *	session, tracking, print version, AMP version, mobile version
 *	                                    parameters or parts of the path of which this is the common use; AMP and mobile also first labels
 *	                                    of the host
 *	parameter NAME, parameters          one other parameter differs, or several
 *	pagination, feed, list              a page of a list, a feed, or another list of pages
 *	version, language, folder           the same name in folders that differ in a version (/3.1/, /latest/), a language, or otherwise; a
 *	                                    parameter or a host's first label can name the language, too
 *	another host                        another path on another host
 *	excerpt                             the text is a part of a larger one, in whatever folder or host
 *	same text, edited                   the URLs do not say: equal texts; nearly equal
 *	by hand                             a person's decision, of two URLs that are no forms of one
 *
 * Up to the parameters the two are forms of one URL. If they are not, that is also looked for among the first drops of the original,
 * which may be a list that has the article and all its forms, or which may have a plainer form of the URL than the original has. If a
 * drop has a plainer URL than the original, it gets the cause that makes the original's URL less plain. */
#ifndef STORE_CAUSE_H
#define STORE_CAUSE_H

#include <stdbool.h>
#include <stdint.h>

enum { CAUSE_TEXT = 64 };
/* The verdict of a drop whose original became a drop by a person's decision, which made it a drop of another page. */
#define CAUSE_MOVED "moved"

/* What a row of drops says; texts may be NULL. */
typedef struct caused {
	const char *url, *of_url; /* of the drop, and of its original or a plainer form of that */
	const char *variant;      /* cause_variant of the URL and that of a plainer drop of the original */
	const char *verdict, *filter,
		*stage; /* as in the table drops; "contained" for any text that is only part of the other; or CAUSE_MOVED */
	bool is_list;
	int64_t text_bytes; /* of the drop */
	bool is_named;      /* it names the original as its canonical URL */
} caused;

/* Returns the cause, which is in buffer, x or a constant. */
const char *cause_of(const caused *x, char buffer[CAUSE_TEXT]);
/* Are the two forms of one URL? Returns how they differ, in buffer or a constant; NULL: they are not. */
const char *cause_variant(const char *url, const char *other, char buffer[CAUSE_TEXT]);
/* May the URL stand for the other one, the original's, in what is said of their group? Returns how they differ, in buffer or a constant:
 * they are forms of one URL, but no mirrors, unless the original's host is less for readers; or, of equal texts, the other one has folders
 * more, or is its page 1. NULL: it may not. */
const char *cause_stands(const char *url, const char *other, char buffer[CAUSE_TEXT]);
/* Returns a text that sorts before that of another form of the URL which a person would rather not cite: one on a host that is less for
 * readers (address.h: hidden, the first digit); for a printer or a phone, not by https, with a query, with capitals, longer, "www." aside. */
const char *cause_plain(const char *url, char buffer[CAUSE_TEXT]);
/* Returns the cause for which a URL was not stored, by the reason in the table skips; NULL: it is not about copies. */
const char *cause_of_skip(const char *reason, char buffer[CAUSE_TEXT]);

#endif
