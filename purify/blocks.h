/* blocks — the tree as two flat arrays, made in one walk without recursion: elements, and the blocks of text in them.
 *
 * A block is what a reader sees as one run of text: it ends wherever a block element begins or ends, and at <br>. A
 * subtree is a contiguous range of blocks. */
#ifndef PURIFY_BLOCKS_H
#define PURIFY_BLOCKS_H

#include <gumbo.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/status.h"
#include "plugin/firstprint.h"
#include "purify/link.h"

enum block_prune {
	PRUNE_NONE = 0,
	PRUNE_ROLE = 1, /* by what it is: nav, footer, aside, role=navigation, hidden */
	PRUNE_CLASS = 2 /* by what its class or id calls it: "sidebar", "related-links" */
};

typedef struct element {
	int32_t parent; /* place in elements; −1: the root */
	uint32_t first_block, end_block; /* [first, end) */
	int16_t weight; /* of its class names: 25 if they speak for an article, −25 against, else 0 */
	uint8_t prune;  /* enum block_prune, of itself or an ancestor, or'ed */
	bool is_article; /* article, main, role=main */
	float score;    /* keep.c's */
} element;

typedef struct block {
	firstprint_span text; /* runs of ASCII white space are one space, none at the ends; never empty */
	uint32_t element;     /* the innermost block element around it */
	uint32_t link_len;    /* bytes of text inside links */
	size_t text_sum, link_sum; /* of all blocks up to and with this one */
	uint8_t prune;
	bool is_heading;
	bool keep;            /* keep.c's */
} block;

typedef struct blocks {
	element *elements;
	size_t elements_len;
	block *items;
	size_t len;
	/* What the same walk finds beside text: */
	const char *title;   /* <title>, else og:title, else the first <h1>; NULL: none */
	const char *lang;    /* <html lang>; NULL: none */
	const char *meta_lang; /* <meta http-equiv=content-language>; NULL: none */
	const char *base, *canonical;
	purify_link *links;
	size_t links_len, links_cut;
	bool noindex, nofollow;
} blocks;

/* Everything in *out lives in a. ERR_MEMORY. */
status blocks_of(const GumboNode *root, arena *a, blocks *out);

#endif
