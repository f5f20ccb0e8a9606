/* purify — bytes in, page out: charset, tree, blocks, the article's text, its sentences, its links.
 *
 *	bytes ─► charset ─► prescan ─► gumbo ─► blocks ─► keep ─► text ─► sentences
 *	         UTF-8      cut, bound   tree     flat      which   normal  ICU
 *
 * No global state, nothing kept between pages: any thread, each with its own arena. Hostile input is bounded in bytes,
 * depth, attributes and time; a page over a bound comes back with what a tag stripper finds and says so in `degraded`. */
#ifndef PURIFY_PURIFY_H
#define PURIFY_PURIFY_H

#include <stdatomic.h>
#include <stdbool.h>

#include "base/arena.h"
#include "base/status.h"
#include "plugin/firstprint.h"
#include "purify/link.h"

enum purify_form {
	PURIFY_HTML,
	PURIFY_TEXT, /* plain text: empty lines, indents and ends of sentences at ends of lines part paragraphs */
	PURIFY_KEPT  /* page.text of an earlier call, kept somewhere: taken as it is */
};

/* PURIFY_KEPT gives back the page that the text came from: with the same text, title and lang, the paragraphs and the
 * sentences are the same too. What was not kept stays empty: visible is {NULL, 0}, digest is all zeros, and there are
 * no links. A caller who has the page's digest sets it: signatures of pages without text are made of it. */

typedef struct purify_input {
	const char *bytes;
	size_t len;
	enum purify_form form;
	const char *url;          /* goes into the page; NULL: "" */
	const char *title;        /* for PURIFY_TEXT and PURIFY_KEPT; NULL: none */
	const char *content_type; /* of the HTTP header, for its charset; NULL: none. "…;charset=utf-8" is believed */
	const char *lang;         /* of the HTTP header or the input line; NULL: unknown */
	const atomic_bool *cancel; /* raised: stop early, ERR_LIMIT; NULL: never */
} purify_input;

typedef struct purified {
	firstprint_page page;
	const char *charset;      /* WHATWG's name: "UTF-8", "GBK" */
	const char *charset_from; /* "bom", "valid utf-8", "http", "meta", "detected", "preset" */
	size_t replaced;          /* characters that could not be read and became U+FFFD */
	const char *base;         /* of the first <base href>; NULL: none */
	const char *canonical;    /* of <link rel=canonical>, not resolved; NULL: none */
	purify_link *links;       /* in the order of the page */
	size_t links_len;
	size_t links_cut;         /* links past PURIFY_LINKS_MOST, not in links */
	bool noindex, nofollow;   /* <meta name=robots> */
	const char *degraded;     /* why only a tag stripper read the page: "depth", "attributes", "bounds"; NULL: it is whole */
} purified;

/* Everything in *out lives in a (or is static). ERR_MEMORY; ERR_LIMIT when cancelled or longer than 1 GiB;
 * ERR_FORMAT when kept text or its title is not UTF-8, or has a NUL in it. */
status purify(const purify_input *in, arena *a, purified *out);

#endif
