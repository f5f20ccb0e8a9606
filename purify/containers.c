#include "purify/containers.h"

#include "purify/roles.h"

enum {
	SCORED_LEAST = 25, /* bytes; a shorter block adds nothing to its container's score */
	LINKS_SHORT = 300, /* bytes; a shorter block that is all links is a list of links */
	LEVELS = 5         /* how many ancestors get a share of a paragraph's score, and how many elements may be chapters */
};
static const double ALL_LINKS = 0.8; /* the share of links of a short block that says nothing beside them */

static unsigned commas(firstprint_span s)
{
	unsigned n = 0;

	for (size_t i = 0; i < s.len; i++)
		n += s.at[i] == ',' ||
		     (i + 2 < s.len && s.at[i] == '\xef' && s.at[i + 1] == '\xbc' && s.at[i + 2] == '\x8c') || /* ， */
		     (i + 2 < s.len && s.at[i] == '\xe3' && s.at[i + 1] == '\x80' && s.at[i + 2] == '\x81');   /* 、 */
	return n;
}

/* Adds a paragraph's score to the ancestors of its element: all of it to the first, half to the second, then a sixth, a
 * ninth and a twelfth. */
static void credit(blocks *b, const block *k)
{
	double length = (double)k->text.len / 100;
	double worth = 1 + commas(k->text) + (length < 3 ? length : 3);
	int32_t e = b->elements[k->element].parent;

	for (int level = 0; e >= 0 && level < LEVELS; level++, e = b->elements[e].parent)
		b->elements[e].score += (float)(worth / (level == 0 ? 1 : level == 1 ? 2 : 3 * level));
}

static void score_containers(blocks *b)
{
	for (size_t i = 0; i < b->len; i++) {
		const block *k = &b->items[i];

		if (!k->pruned && k->text.len >= SCORED_LEAST && block_links(k) <= 0.5)
			credit(b, k);
	}
	for (size_t e = 0; e < b->elements_len; e++)
		if (b->elements[e].score > 0)
			b->elements[e].score += (float)(b->elements[e].weight + (b->elements[e].is_article ? 25 : 0));
}

/* Returns the share of an element's text that is inside links, in [0, 1]. */
static double link_density(const blocks *b, const element *e)
{
	size_t links = blocks_linked(b, e->first_block, e->end_block);
	size_t text = links + blocks_plain(b, e->first_block, e->end_block);

	return text ? (double)links / (double)text : 0;
}

static int32_t top_container(blocks *b)
{
	int32_t top = -1;

	for (size_t e = 0; e < b->elements_len; e++) {
		element *x = &b->elements[e];

		if (x->score <= 0)
			continue;
		x->score *= (float)(1 - link_density(b, x));
		if (top < 0 || x->score > b->elements[top].score)
			top = (int32_t)e;
	}
	return top;
}

/* Climbs from the best container to an ancestor: if several containers hold parts of the article, the right one is the ancestor
 * where the score rises again. */
static int32_t climb(const blocks *b, int32_t top)
{
	float score = b->elements[top].score, last = score;

	for (int32_t e = b->elements[top].parent; e >= 0; e = b->elements[e].parent) {
		if (b->elements[e].score < score / 3)
			break;
		if (b->elements[e].score > last)
			return e;
		last = b->elements[e].score;
	}
	return top;
}

static void keep_range(blocks *b, const element *e)
{
	for (uint32_t i = e->first_block; i < e->end_block; i++) {
		block *k = &b->items[i];

		k->keep |= !k->pruned && !(block_links(k) > ALL_LINKS && k->text.len < LINKS_SHORT);
	}
}

/* A quotation is a part of the text that quotes it, a list of definitions of the text that introduces it. */
static bool is_part(GumboTag tag)
{
	return tag == GUMBO_TAG_BLOCKQUOTE || tag == GUMBO_TAG_DL || tag == GUMBO_TAG_DD;
}

int32_t containers_keep(blocks *b)
{
	int32_t top;
	float near;

	score_containers(b);
	top = top_container(b);
	if (top < 0)
		return -1;
	top = climb(b, top);
	while (is_part(b->elements[top].tag) && b->elements[top].parent >= 0)
		top = b->elements[top].parent;
	near = b->elements[top].score * 0.2f;
	if (near < 10)
		near = 10;
	keep_range(b, &b->elements[top]);
	for (size_t e = 0; e < b->elements_len; e++)
		if (b->elements[e].parent == b->elements[top].parent && b->elements[e].score >= near)
			keep_range(b, &b->elements[e]);
	return top;
}

static bool is_paragraph(const blocks *b, const block *k)
{
	return !k->pruned && b->elements[k->element].tag == GUMBO_TAG_P && block_is_running(k);
}

/* Keeps the paragraphs above the container in the innermost element with more text than it has. If the container is marked as the
 * article, nothing above it belongs to it. */
static void keep_opening(blocks *b, const element *top)
{
	const element *around = top;

	while (around->parent >= 0 && !around->is_article && around->first_block == top->first_block &&
	       around->end_block == top->end_block)
		around = &b->elements[around->parent];
	for (uint32_t i = around->first_block; i < top->first_block; i++)
		b->items[i].keep |= is_paragraph(b, &b->items[i]);
}

/* Returns the tag of the block that begins an element; UNKNOWN: the element has no text. */
static GumboTag first_tag(const blocks *b, const element *e)
{
	return e->first_block < e->end_block ? b->elements[b->items[e->first_block].element].tag : GUMBO_TAG_UNKNOWN;
}

static bool has_own_paragraph(const blocks *b, int32_t e)
{
	for (uint32_t i = b->elements[e].first_block; i < b->elements[e].end_block; i++)
		if (b->elements[b->items[i].element].parent == e && is_paragraph(b, &b->items[i]))
			return true;
	return false;
}

/* Keeps the chapters beside chapter e: siblings of its kind that begin with a heading of the same rank. Below the article may stand
 * teasers and forms with such headings, but they have their paragraphs in elements of their own. */
static void keep_chapters(blocks *b, const element *e)
{
	GumboTag rank = first_tag(b, e);

	for (size_t i = 0; i < b->elements_len && role_is_heading(rank); i++) {
		const element *x = &b->elements[i];

		if (x->parent == e->parent && x->tag == e->tag && first_tag(b, x) == rank &&
		    (x->end_block <= e->first_block || has_own_paragraph(b, (int32_t)i)))
			keep_range(b, x);
	}
}

void containers_keep_beside(blocks *b, int32_t top)
{
	const element *e = &b->elements[top];

	keep_opening(b, e);
	for (int level = 0; level < LEVELS && e->parent >= 0 && !e->is_article && first_tag(b, e) != GUMBO_TAG_H1; level++) {
		keep_chapters(b, e);
		e = &b->elements[e->parent];
	}
}
