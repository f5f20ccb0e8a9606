/* purify — raw bytes in, page out: the article's text with its paragraphs and sentences, and the page's links.
 *
 *	bytes ─► charset ─► prescan ─► tree ─► blocks ─► extract ─► text ─► sentences
 *	         to UTF-8   clean up   gumbo   flatten   choose     normal  ICU
 *
 * There is no global state, and nothing is kept between pages: any thread may call purify with an arena of its own.
 * Hostile input is bounded in bytes, nesting depth, attributes and time. A page that exceeds a bound is not lost: its
 * text is then what is left when all tags are removed, and `degraded` says which bound it was. */
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
	PURIFY_TEXT, /* plain text; text_unwrap in text.h says where a paragraph ends */
	PURIFY_KEPT  /* the page.text of an earlier call, read back from where it was kept */
};

/* PURIFY_KEPT makes a page again. Given the text, title and lang of the earlier call, its paragraphs and sentences are
 * the same as before. What the text does not contain is empty: visible is {NULL, 0}, and there are no links. */

/* Which way of taking the article out of a page this is: counted up when the same bytes give another text. A store keeps
 * the version its texts come from. */
enum { PURIFY_VERSION = 5 };

typedef struct purify_input {
	const char *bytes; /* NULL only with len 0 */
	size_t len;
	enum purify_form form;
	const char *url;          /* becomes page.url, not copied; NULL: "" */
	const char *title;        /* for PURIFY_TEXT and PURIFY_KEPT; NULL: none */
	const char *content_type; /* value of the HTTP header, for its charset; NULL: none. Not for PURIFY_KEPT */
	const char *refresh; /* value of the HTTP header: its URL is a link, as that of <meta http-equiv=refresh>; NULL: none */
	const char *link;    /* the values of Link headers, joined by commas; NULL: none */
	const char *lang;    /* of the HTTP header or the input line; <html lang> goes first; NULL: unknown */
	const uint8_t *digest;     /* PURIFY_KEPT: the 32 bytes of page.digest; NULL: zeros */
	const atomic_bool *cancel; /* when it becomes true, the parser stops and purify returns ERR_LIMIT; NULL: never */
} purify_input;

typedef struct purified {
	firstprint_page page;
	const char *charset;      /* its WHATWG name: "UTF-8", "GBK" */
	const char *charset_from; /* "bom", "valid utf-8", "http", "meta", "detected"; "preset": by default */
	size_t replaced;          /* characters that could not be decoded and became U+FFFD */
	const char *base;         /* href of the first <base> that has one; NULL: none */
	const char *canonical;    /* href of <link rel=canonical>, not resolved; NULL: none */
	purify_link *links;       /* in the order of the page */
	size_t links_len;
	size_t links_cut; /* links beyond PURIFY_LINKS_MOST that were left out; of a degraded page at most 1,000 are counted */
	bool noindex, nofollow; /* from <meta name=robots> */
	const char *degraded;   /* the bound it exceeds: "depth", "attributes", "bounds" (memory, time); NULL: none */
} purified;

/* How many bytes of arena this input may take at most, but for a tree that is larger than any that was seen on real pages: to
 * decide how many may be read at once. */
size_t purify_memory(const purify_input *in);

/* Everything in *out lives in a or is static, except page.url. The rest, the tree most of all, is in scratch, which may be a;
 * when this returns, scratch can be reset. ERR_MEMORY; ERR_LIMIT: cancelled, or the input is longer
 * than 1 GiB; ERR_FORMAT: kept text or its title is not valid UTF-8, or contains a NUL. */
status purify(const purify_input *in, arena *scratch, arena *a, purified *out);

#endif
