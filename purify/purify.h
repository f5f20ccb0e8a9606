/* purify — raw bytes in, page out: the article's text with its paragraphs and sentences, and the page's links.
 *
 *	bytes ─► charset ─► prescan ─► tree ─► blocks ─► extract ─► text ─► sentences
 *	         to UTF-8   clean up   gumbo   flatten   choose     normal  ICU
 *
 * There is no global state, and nothing carries over between pages: any thread may call purify with its own arena. Hostile input is
 * bounded in bytes, nesting depth, attributes and time. A page that exceeds a bound is not lost: its text is then the page without
 * its tags, and `degraded` names the bound. */
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
	PURIFY_TEXT,  /* plain text; text_unwrap in text.h finds its paragraphs */
	PURIFY_LINES, /* the page.text of an earlier call, from elsewhere: each line is a paragraph */
	PURIFY_KEPT   /* the page.text of an earlier call, read back from storage */
};

/* PURIFY_KEPT restores a page. With the text, title and lang of the earlier call, its paragraphs and sentences are the same as
 * before, and so is its kind. Anything else that the text does not contain is empty: visible is {NULL, 0}, and there are no links. */

/* The version of the extraction. It goes up when the same bytes give another text. A store records the versions that made its
 * texts. */
enum { PURIFY_VERSION = 12 };
enum { PURIFY_MOST = 1 << 30 }; /* bytes of an input */

typedef struct purify_input {
	const char *bytes; /* NULL only with len 0 */
	size_t len;
	enum purify_form form;
	const char *url;          /* becomes page.url, not copied; NULL: "" */
	const char *title;        /* for all but PURIFY_HTML; NULL: none */
	const char *content_type; /* value of the HTTP header, for its charset; NULL: none. Not for PURIFY_KEPT */
	const char *refresh;      /* HTTP header; its URL is a link, like that of <meta http-equiv=refresh>; NULL: none */
	const char *link;         /* the values of Link headers, joined by commas; NULL: none */
	const char *robots_tag;   /* the values of X-Robots-Tag, one header per line; NULL: none. Not for PURIFY_KEPT */
	const char *agent;        /* our product token, which names us there and in <meta name=TOKEN>; NULL: nothing does */
	const char *lang;         /* of the HTTP header or the input line; <html lang> takes precedence; NULL: unknown */
	const uint8_t *digest;    /* PURIFY_KEPT: the 32 bytes of page.digest; NULL: zeros */
	enum firstprint_page_kind kind; /* PURIFY_LINES, PURIFY_KEPT: page.kind */
	const atomic_bool *cancel;      /* once it is true, the parser stops and purify returns ERR_LIMIT; NULL: never */
} purify_input;

typedef struct purified {
	firstprint_page page;
	const char *charset;      /* its WHATWG name: "UTF-8", "GBK" */
	const char *charset_from; /* "bom", "valid utf-8", "http", "meta", "detected"; "preset": the default */
	const char *base;         /* href of the first <base> that has one; NULL: none */
	const char *canonical;    /* href of <link rel=canonical>, not resolved; NULL: none */
	purify_link *links;       /* in the order of the page */
	size_t links_len;
	size_t links_cut;       /* links left out beyond PURIFY_LINKS_MOST; of a degraded page at most 1,000 are counted */
	bool noindex, nofollow; /* from <meta name=robots> and robots_tag, for all and for agent */
	const char *
		unavailable_after; /* the dates from which on it is noindex, as written, one per line: see directives.h; NULL: none */
	bool is_unreadable;        /* most of page.text is U+FFFD: see text_is_unreadable */
	const char *degraded; /* the bound it exceeds: "depth", "attributes", "bounds" (memory, time); NULL: none */
} purified;

/* Returns the most bytes of arena that this input may take, to decide how many inputs to process at once. Only a tree larger than
 * that of any real page seen so far may take more. */
size_t purify_memory(const purify_input *in);

/* Purifies a page. Everything in *out lives in a or is static, except page.url. Temporary data, mostly the tree, is in scratch,
 * which may be a; afterwards you may reset scratch. ERR_MEMORY; ERR_LIMIT: cancelled, or the input is longer than 1 GiB;
 * ERR_FORMAT: kept text or its title is not valid UTF-8, or contains a NUL. */
status purify(const purify_input *in, arena *scratch, arena *a, purified *out);

#endif
