/* cause — names why an article repeats another one: what differs between their two URLs or, where the URLs do not say, how the two
 * texts differ. It is what a site's owner can do something about; which check of the filter decided is another question.
 *
 *	by hand, canonical, revisit, no content
 *	                                    a person's decision; the page names the other as its canonical URL; a WARC revisit record;
 *	                                    neither page has an article
 *	same URL, https, www, slash, case   the URLs are equal, or differ in the scheme, a leading "www.", a '/' or index file at the
 *	                                    end, or in capital letters
 *	mirror                              the same path on another host
 *	session, tracking, print version, AMP version, feed, pagination, language
 *	                                    parameters, or parts of the path, of which this is the common use
 *	parameter NAME, parameters          one other parameter differs, or several
 *	version, folder                     the same name in folders that differ in a version (/3.1/, /latest/), or in another folder
 *	another host                        another path on another host
 *	same text, excerpt, list, edited    the URLs do not say: equal texts; a part of a larger one; both of them lists; nearly equal */
#ifndef STORE_CAUSE_H
#define STORE_CAUSE_H

#include <sqlite3.h>
#include <stdbool.h>

enum { CAUSE_TEXT = 64 };

/* What a row of drops says; texts may be NULL. */
typedef struct caused {
	const char *url, *of_url;             /* of the drop and its original */
	const char *verdict, *filter, *stage; /* as in the table drops */
	bool is_list;
} caused;

/* Returns the cause, which is in buffer or a constant. */
const char *cause_of(const caused *x, char buffer[CAUSE_TEXT]);

/* Adds the function cause_of(url, of_url, verdict, filter, stage, is_list) to SQL. Returns SQLite's result code. */
int cause_add_function(sqlite3 *db);
#define CAUSE_IN_SQL "cause_of(url, of_url, verdict, filter, stage, is_list)" /* of a row of drops */

#endif
