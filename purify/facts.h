/* facts — what a page declares besides its text: its title, its language, its links, what robots may do. */
#ifndef PURIFY_FACTS_H
#define PURIFY_FACTS_H

#include <gumbo.h>
#include <stdbool.h>

#include "base/arena.h"
#include "purify/directives.h"
#include "purify/link.h"

typedef struct facts {
	const char *title;            /* <title>; with folded white space; NULL: none */
	const char *og_title;         /* <meta property=og:title>; unchanged; NULL: none */
	const char *description;      /* <meta name=description>, else og:description; unchanged; NULL: none */
	const char *lang;             /* <html lang>; NULL: none */
	const char *meta_lang;        /* <meta http-equiv=content-language>; NULL: none */
	const char *base, *canonical; /* from here on: as in purified */
	purify_link *links;
	size_t links_len, links_cut;
	size_t links_room; /* allocated */
	const char *agent; /* our product token: <meta name=TOKEN> is read like <meta name=robots>; NULL: none */
	directives robots;
	bool has_body; /* the body has begun; <link rel=canonical> does not count there, since anyone may have written it */
} facts;

/* Adds the facts in e, if any. Call it for each element of a page, in document order; f starts as {0}, with agent. Texts live in a, or in the
 * tree of e. Out of memory, some facts are missing, and arena_exhausted tells; so in all of these. */
void facts_read(facts *f, const GumboElement *e, arena *a);

/* Adds the link of a Refresh header; value NULL: none. */
void facts_add_refresh(facts *f, const char *value, arena *a);

/* Adds the facts in the values of Link headers (RFC 8288), which mean the same as <link> elements; value NULL: none. */
void facts_add_link_header(facts *f, const char *value, arena *a);

/* Returns a copy of text, in a, with each run of ASCII white space as one space, and none at its ends. NULL: out of memory. */
const char *facts_folded(const char *text, arena *a);

#endif
