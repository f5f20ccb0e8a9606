#include "purify/extract.h"

enum {
	LITTLE_TEXT = 200, /* bytes: less than this is no article */
	SCORED_LEAST = 25, /* bytes; a shorter block adds nothing to its container's score */
	LINKS_SHORT = 300, /* bytes; a block that is mostly links and shorter than this is a list of links */
	RUN_SHORT = 50,
	RUN_LONG = 120,      /* bytes; the bounds of jusText's classes */
	HEADING_REACH = 200, /* bytes; the most between a heading and kept text below it */
	LEVELS = 5           /* how many ancestors get a share of a paragraph's score */
};
static const double RUN_LINKS = 0.35; /* a block with a higher link density is a menu */

static double link_share(const block *k)
{
	return k->text.len ? (double)k->link_len / (double)k->text.len : 0;
}

static size_t plain_len(const block *k)
{
	return k->text.len > k->link_len ? k->text.len - k->link_len : 0;
}

/* Bytes of text outside links, in blocks that are not pruned by any bit of mask. */
static size_t unpruned_text(const blocks *b, uint8_t mask)
{
	size_t sum = 0;

	for (size_t i = 0; i < b->len; i++)
		if (!(b->items[i].prune & mask))
			sum += plain_len(&b->items[i]);
	return sum;
}

/* Does the page mark its article, and is there text in it? */
static bool names_article(const blocks *b)
{
	for (size_t e = 0; e < b->elements_len; e++)
		if (b->elements[e].is_article && b->elements[e].first_block < b->elements[e].end_block)
			return true;
	return false;
}

/* Which bits of prune to believe. Pruning that leaves little text was wrong: then names are ignored, and if that does
 * not help, roles too. But on a page that marks its article, roles are believed however little they leave. */
static uint8_t prune_mask(const blocks *b)
{
	static const uint8_t masks[] = {PRUNE_ROLE | PRUNE_CLASS, PRUNE_ROLE};
	size_t all = unpruned_text(b, 0);

	for (size_t i = 0; i < sizeof masks / sizeof *masks; i++) {
		size_t left = unpruned_text(b, masks[i]);

		if (left && left >= all / 4)
			return masks[i];
	}
	return names_article(b) ? PRUNE_ROLE : 0;
}

static void apply_mask(blocks *b, uint8_t mask)
{
	for (size_t i = 0; i < b->len; i++)
		b->items[i].prune &= mask;
}

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

		if (!k->prune && k->text.len >= SCORED_LEAST && link_share(k) <= 0.5)
			credit(b, k);
	}
	for (size_t e = 0; e < b->elements_len; e++)
		if (b->elements[e].score > 0)
			b->elements[e].score += b->elements[e].weight + (b->elements[e].is_article ? 25 : 0);
}

/* The share of an element's text that is inside links, in [0, 1]. */
static double link_density(const blocks *b, const element *e)
{
	const block *last = e->end_block ? &b->items[e->end_block - 1] : NULL;
	const block *before = e->first_block ? &b->items[e->first_block - 1] : NULL;
	size_t text, links;

	if (e->first_block >= e->end_block)
		return 0;
	text = last->text_sum - (before ? before->text_sum : 0);
	links = last->link_sum - (before ? before->link_sum : 0);
	return (double)links / (double)text;
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

/* If several containers hold parts of the article, the right one is their ancestor: where the score rises again. */
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

		k->keep |= !k->prune && !(link_share(k) > 0.5 && k->text.len < LINKS_SHORT);
	}
}

/* Keeps the blocks of the best container, and of its siblings with a good score. */
static void keep_container(blocks *b)
{
	int32_t top;
	float near;

	score_containers(b);
	top = top_container(b);
	if (top < 0)
		return;
	top = climb(b, top);
	near = b->elements[top].score * 0.2f;
	if (near < 10)
		near = 10;
	keep_range(b, &b->elements[top]);
	for (size_t e = 0; e < b->elements_len; e++)
		if (b->elements[e].parent == b->elements[top].parent && b->elements[e].score >= near)
			keep_range(b, &b->elements[e]);
}

enum run_class { BAD, SHORT, NEAR_GOOD, GOOD };

static enum run_class class_of(const block *k)
{
	if (k->prune || link_share(k) > RUN_LINKS)
		return BAD;
	if (k->text.len < RUN_SHORT)
		return k->link_len ? BAD : SHORT;
	return k->text.len < RUN_LONG ? NEAR_GOOD : GOOD;
}

/* The first block from i on that is GOOD or BAD; b->len if there is none. */
static size_t next_sure(const blocks *b, size_t i)
{
	while (i < b->len && class_of(&b->items[i]) != GOOD && class_of(&b->items[i]) != BAD)
		i++;
	return i;
}

/* jusText's second pass: a block between the two classes is judged by the nearest GOOD or BAD blocks around it. */
static bool is_good(const block *k, enum run_class before, enum run_class after)
{
	switch (class_of(k)) {
	case GOOD:
		return true;
	case NEAR_GOOD:
		return before == GOOD || after == GOOD;
	case SHORT:
		return before == GOOD && after == GOOD;
	default:
		return false;
	}
}

/* Bytes in blocks of running text; with mark, these blocks are kept. */
static size_t run_blocks(blocks *b, bool mark)
{
	enum run_class before = BAD;
	size_t bytes = 0, sure = 0;

	for (size_t i = 0; i < b->len; i++) {
		block *k = &b->items[i];

		if (i >= sure)
			sure = next_sure(b, i + 1);
		if (is_good(k, before, sure < b->len ? class_of(&b->items[sure]) : BAD)) {
			bytes += k->text.len;
			k->keep |= mark;
		}
		if (class_of(k) == GOOD || class_of(k) == BAD)
			before = class_of(k);
	}
	return bytes;
}

static size_t kept_text(const blocks *b)
{
	size_t sum = 0;

	for (size_t i = 0; i < b->len; i++)
		if (b->items[i].keep)
			sum += b->items[i].text.len;
	return sum;
}

/* Keeps headings that stand shortly above kept text. */
static void keep_headings(blocks *b)
{
	size_t distance = HEADING_REACH + 1;

	for (size_t i = b->len; i-- > 0;) {
		block *k = &b->items[i];

		if (k->is_heading && !k->prune && distance <= HEADING_REACH)
			k->keep = true;
		distance = k->keep && !k->is_heading ? 0 : distance + k->text.len;
	}
}

void extract_article(blocks *b)
{
	size_t container, run, plain;

	apply_mask(b, prune_mask(b));
	keep_container(b);
	container = kept_text(b);
	run = run_blocks(b, false);
	if (container < run / 2 || container < LITTLE_TEXT)
		run_blocks(b, true);
	plain = unpruned_text(b, 0xff);
	if (kept_text(b) < plain / 4)
		for (size_t i = 0; i < b->len; i++)
			b->items[i].keep |= !b->items[i].prune && link_share(&b->items[i]) <= 0.5;
	keep_headings(b);
	if (kept_text(b) < LITTLE_TEXT)
		for (size_t i = 0; i < b->len; i++)
			b->items[i].keep |= !b->items[i].prune;
}
