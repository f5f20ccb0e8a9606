/* blocks — flattens the parse tree, in one walk without recursion, into two arrays: block elements, and the blocks of
 * text in them.
 *
 * A block is what a reader sees as one run of text: it ends where a block element begins or ends, and at <br>. The
 * blocks inside an element are a contiguous range. */
#ifndef PURIFY_BLOCKS_H
#define PURIFY_BLOCKS_H

#include <gumbo.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/status.h"
#include "plugin/firstprint.h"
#include "purify/facts.h"
#include "purify/marks.h"

enum {
	LITTLE_TEXT = 200, /* bytes; a page with less text has no article */
	RUNNING_LEAST = 50 /* bytes of a block of running text */
};
#define RUNNING_LINKS 0.35 /* the largest share of its text that may be in links */

typedef struct element {
	int32_t parent;                  /* index in elements; −1: this is the root */
	uint32_t first_block, end_block; /* range in blocks.items: [first, end) */
	GumboTag tag;
	int16_t weight;   /* from its class and id: 25 for an article, −25 against one, 0 neither */
	uint8_t marks;    /* bits of enum mark, its own */
	uint8_t pruned;   /* the marks of it and its ancestors that prune.c accepts; set there */
	bool is_article;  /* article, main, role=article, role=main */
	bool is_main;     /* main, role=main */
	bool has_article; /* it contains an article, main or h1 */
	float score;      /* set by containers.c */
	bool is_anchor;   /* its id repeats its first heading, as in manuals: id="related-work" */
} element;

typedef struct block {
	firstprint_span text; /* a run of ASCII white space is one space, with none at the ends; never empty; NUL after it */
	uint32_t element;     /* index of the innermost block element around it */
	uint32_t link_len;    /* bytes of text inside links */
	uint32_t away_len;    /* of the longest link to another page */
	size_t text_sum, link_sum; /* bytes in this block and all blocks before it */
	uint8_t pruned;            /* bits of enum mark: why it is not part of the article; set by prune.c */
	bool is_heading;           /* h1 to h6, and dt */
	bool keep;                 /* part of the article; set by extract.c */
} block;

typedef struct blocks {
	element *elements;
	size_t elements_len;
	block *items;
	size_t len;
	size_t anchors;    /* elements that are anchors */
	bool is_list;      /* the page lists other pages; set by extract.c */
	const char *title; /* <title>, else og:title, else the first <h1>; white space as in text; NULL: none */
} blocks;

/* Flattens the tree. Everything in *out lives in a. Adds the facts of the page to f. ERR_MEMORY. */
status blocks_of(const GumboNode *root, facts *f, arena *a, blocks *out);

/* Returns the bytes of text outside links in the blocks [from, to). */
size_t blocks_plain(const blocks *b, uint32_t from, uint32_t to);
/* The same, for blocks that are not pruned. */
size_t blocks_unpruned(const blocks *b, uint32_t from, uint32_t to);
/* Returns the bytes of text inside links in these blocks. */
size_t blocks_linked(const blocks *b, uint32_t from, uint32_t to);
/* The same as blocks_plain, for one block. */
size_t block_plain(const block *k);
/* Returns the share of a block's text that is inside links, in [0, 1]. */
double block_links(const block *k);
/* Is it running text: RUNNING_LEAST bytes or more, at most RUNNING_LINKS of them links? */
bool block_is_running(const block *k);

#endif
