#include "purify/extract.h"

#include <ctype.h>
#include <string.h>

#include "purify/containers.h"
#include "purify/prune.h"
#include "purify/ascii.h"

enum {
	BLOCK_MOST = 2000,   /* the most bytes of a block that count: one long listing must not outweigh all paragraphs */
	RUN_LONG = 120,      /* bytes; a longer block of running text needs no other next to it */
	HEADING_REACH = 200, /* bytes; the most between a heading and kept text below it */
	FACTS_LEAST = 3,     /* blocks of a list or table of facts, or rows of one */
	ROW_MOST = 400,      /* bytes of a row of a table of facts; a longer row arranges the page */
	BELOW_LEAST =
		9, /* an article has more than so many times the text above the first headline of another one than below it */
	LIST_LEAST = 5,        /* links of a page that is a list; fewer may be its frame */
	PROSE_SHORT = 80,      /* bytes; a shorter block is no paragraph of an article */
	PROSE_LEAST = 1000,    /* bytes of paragraphs side by side that make the page an article, not a list */
	HEADLINE_ABOVE = 2000, /* the least bytes of text below a headline */
	TITLE_MOST = 1000      /* bytes; a longer title is not compared with headlines */
};
static const double MOSTLY_LINKS = 0.5;    /* a block with a higher share of links is a link */
static const double ALL_LINK = 0.9;        /* a term with a higher share of links has no remark beside its link */
static const double CONTAINER_LEAST = 0.7; /* the share of running text that a container must have */
static const double PLAIN_LEAST = 0.65;    /* the least share of the unpruned text outside links to keep */
static const double LIST_TEXT_MOST = 0.5;  /* bytes of running text for each byte of links on a page that is a list */

enum run_class { BAD, SHORT, NEAR_GOOD, GOOD };

static enum run_class class_of(const block *k)
{
	if (k->pruned || block_links(k) > RUNNING_LINKS)
		return BAD;
	if (k->text.len < RUNNING_LEAST)
		return k->link_len ? BAD : SHORT;
	return k->text.len < RUN_LONG ? NEAR_GOOD : GOOD;
}

/* Returns the first block from i on that is GOOD or BAD; b->len if there is none. */
static size_t next_sure(const blocks *b, size_t i)
{
	while (i < b->len && class_of(&b->items[i]) != GOOD && class_of(&b->items[i]) != BAD)
		i++;
	return i;
}

/* jusText's second pass: the nearest GOOD or BAD blocks decide about a block between the two classes. */
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

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* Returns the bytes of the blocks of running text, of each at most BLOCK_MOST. With mark, keeps these blocks. */
static size_t run_blocks(blocks *b, bool mark)
{
	enum run_class before = BAD;
	size_t bytes = 0, sure = 0;

	for (size_t i = 0; i < b->len; i++) {
		block *k = &b->items[i];

		if (i >= sure)
			sure = next_sure(b, i + 1);
		if (is_good(k, before, sure < b->len ? class_of(&b->items[sure]) : BAD)) {
			bytes += least(k->text.len, BLOCK_MOST);
			k->keep |= mark;
		}
		if (class_of(k) == GOOD || class_of(k) == BAD)
			before = class_of(k);
	}
	return bytes;
}

/* Returns the bytes of the kept blocks, of each at most `most`. */
static size_t kept_bytes(const blocks *b, size_t most)
{
	size_t sum = 0;

	for (size_t i = 0; i < b->len; i++)
		sum += b->items[i].keep ? least(b->items[i].text.len, most) : 0;
	return sum;
}

/* Keeps all unpruned blocks with at most this share of links. */
static void keep_unpruned(blocks *b, double links)
{
	for (size_t i = 0; i < b->len; i++)
		b->items[i].keep |= !b->items[i].pruned && block_links(&b->items[i]) <= links;
}

/* Keeps the element that holds the article, running text outside it if there is much, and the opening and the chapters beside it. If
 * a good part of the text outside links is in neither of the first two, both methods misread the page, and the function keeps all of
 * that text. */
static void keep_text(blocks *b)
{
	size_t container, runs, plain = blocks_unpruned(b, 0, (uint32_t)b->len);
	int32_t top = containers_keep(b);

	container = kept_bytes(b, BLOCK_MOST);
	runs = run_blocks(b, false);
	if ((double)container < (double)runs * CONTAINER_LEAST || container < LITTLE_TEXT)
		run_blocks(b, true);
	if ((double)kept_bytes(b, SIZE_MAX) < (double)plain * PLAIN_LEAST)
		keep_unpruned(b, MOSTLY_LINKS);
	if (top >= 0)
		containers_keep_beside(b, top);
}

/* Returns the bytes of kept paragraphs in the element that has most of them side by side. An article has many in one element; a
 * list has each in its own item. */
static float longest_prose(blocks *b)
{
	float most = 0;

	for (size_t e = 0; e < b->elements_len; e++)
		b->elements[e].score = 0;
	for (size_t i = 0; i < b->len; i++) {
		const block *k = &b->items[i];
		int32_t around = b->elements[k->element].parent;

		if (!k->keep || around < 0 || k->text.len < PROSE_SHORT || block_links(k) > RUNNING_LINKS)
			continue;
		b->elements[around].score += (float)block_plain(k);
		most = b->elements[around].score > most ? b->elements[around].score : most;
	}
	return most;
}

/* Is the page a list of links, such as a category, an index or a home page? Then the links are its content. */
static bool is_list(blocks *b)
{
	size_t links = 0, running = 0;

	for (size_t i = 0; i < b->len; i++) {
		const block *k = &b->items[i];

		if (k->keep)
			running += k->text.len >= PROSE_SHORT ? block_plain(k) : 0;
		else if (!k->pruned)
			links += k->link_len;
	}
	return (double)running <= (double)links * LIST_TEXT_MOST && longest_prose(b) < PROSE_LEAST;
}

static void keep_element(blocks *b, const element *e)
{
	for (uint32_t i = e->first_block; i < e->end_block; i++)
		b->items[i].keep |= !b->items[i].pruned;
}

/* Keeps lists and tables without links: they have the facts of a product, the steps of a recipe. */
static void keep_facts(blocks *b)
{
	uint32_t done = 0; /* the end of the last list kept; lists inside it are kept with it */

	for (size_t i = 0; i < b->elements_len; i++) {
		const element *e = &b->elements[i];

		if (e->tag != GUMBO_TAG_UL && e->tag != GUMBO_TAG_OL && e->tag != GUMBO_TAG_DL && e->tag != GUMBO_TAG_TABLE)
			continue;
		if (e->first_block < done || e->end_block - e->first_block < FACTS_LEAST ||
		    blocks_linked(b, e->first_block, e->end_block))
			continue;
		done = e->end_block;
		keep_element(b, e);
	}
}

/* Is it a row of facts, of which something is kept? A row is always in an element. */
static bool is_kept_row(const blocks *b, const element *e)
{
	if (e->tag != GUMBO_TAG_TR ||
	    blocks_plain(b, e->first_block, e->end_block) + blocks_linked(b, e->first_block, e->end_block) > ROW_MOST)
		return false;
	for (uint32_t i = e->first_block; i < e->end_block; i++)
		if (b->items[i].keep)
			return true;
	return false;
}

/* Keeps the links in such rows of a table: a ship's name beside its year. A row or two may lead to the pages before and behind. */
static void keep_rows(blocks *b)
{
	for (size_t i = 0; i < b->elements_len; i++)
		b->elements[i].score = 0;
	for (size_t i = 0; i < b->elements_len; i++)
		if (is_kept_row(b, &b->elements[i]))
			b->elements[b->elements[i].parent].score++;
	for (size_t i = 0; i < b->elements_len; i++) {
		const element *e = &b->elements[i];

		if (is_kept_row(b, e) && b->elements[e->parent].score >= FACTS_LEAST)
			keep_element(b, e);
	}
}

/* Keeps headings shortly above kept text. */
static void keep_headings(blocks *b)
{
	size_t distance = HEADING_REACH + 1;

	for (size_t i = b->len; i-- > 0;) {
		block *k = &b->items[i];

		if (k->is_heading && !k->pruned && distance <= HEADING_REACH)
			k->keep = true;
		distance = k->keep && !k->is_heading ? 0 : distance + k->text.len;
	}
}

/* Does the page's title repeat this headline? */
static bool is_in_title(const blocks *b, const block *k)
{
	return b->title && strnlen(b->title, TITLE_MOST + 1) <= TITLE_MOST && strcasestr(b->title, k->text.at);
}

/* Drops a headline that the title repeats, since a reprint often has another headline. Headlines above a short text stay: pages that
 * share it but differ in the headline are different. */
static void drop_headline(blocks *b)
{
	for (size_t i = 0; i < b->len; i++) {
		block *k = &b->items[i];

		if (k->keep && b->elements[k->element].tag == GUMBO_TAG_H1 && is_in_title(b, k))
			k->keep = false;
	}
}

/* Is the block, or most of it, one link to another page? */
static bool is_link(const block *k)
{
	return (double)k->away_len > (double)k->text.len * MOSTLY_LINKS;
}

/* How many of the kept blocks are links. */
static size_t kept_links(const blocks *b)
{
	size_t n = 0;

	for (size_t i = 0; i < b->len; i++)
		n += b->items[i].keep && is_link(&b->items[i]);
	return n;
}

/* Is a heading a link to another page? A term of a glossary may have one beside its remark: "delay (default: 300 s)". */
static bool is_linked_heading(const blocks *b, const block *k)
{
	return b->elements[k->element].tag == GUMBO_TAG_DT ? (double)k->away_len > (double)k->text.len * ALL_LINK : is_link(k);
}

/* Is more than a quarter of the headings of one rank links to other pages, with a tenth of the kept text below the first of them? The
 * headline of an article may be a link, too, but the title repeats it; the first heading of a page may be the name of its site; and below an
 * article there may be headlines of others. */
static bool has_linked_headings(const blocks *b)
{
	int surplus[GUMBO_TAG_LAST + 1] = {0}; /* by tag: three times the linked ones, less the others */
	size_t above = 0, below = 0;           /* bytes of kept text */
	bool is_first = true, found = false, is_below = false;

	for (size_t i = 0; i < b->len; i++) {
		const block *k = &b->items[i];

		if (k->keep && !k->is_heading)
			*(is_below ? &below : &above) += k->text.len;
		if (k->pruned || !k->is_heading)
			continue;
		if (!is_first && !is_in_title(b, k)) {
			is_below |= is_linked_heading(b, k);
			surplus[b->elements[k->element].tag] += is_linked_heading(b, k) ? 3 : -1;
		}
		is_first = false;
	}
	for (size_t tag = 0; tag <= GUMBO_TAG_LAST; tag++)
		found |= surplus[tag] > 0;
	return found && BELOW_LEAST * below >= above;
}

/* The next character that is no white space, NO-BREAK SPACE or ZERO WIDTH SPACE. */
static const char *skip_space(const char *at)
{
	for (;;) {
		if (is_html_space(*at))
			at++;
		else if (strncmp(at, "\u00a0", strlen("\u00a0")) == 0)
			at += strlen("\u00a0");
		else if (strncmp(at, "\u200b", strlen("\u200b")) == 0)
			at += strlen("\u200b");
		else
			return at;
	}
}

/* Does the title begin with this text, if spaces do not count? */
static bool begins_with(const char *title, const char *text)
{
	title = skip_space(title);
	for (text = skip_space(text); *text; text = skip_space(text + 1), title = skip_space(title + 1))
		if (tolower((unsigned char)*text) != tolower((unsigned char)*title))
			return false;
	return true;
}

/* Does one of its links, other than a headline, have the page's own title? Then it is one of the pages that it lists, such as a chapter
 * with the contents of its book. */
static bool lists_itself(const blocks *b)
{
	for (size_t i = 0; i < b->len && b->title; i++) {
		const block *k = &b->items[i];

		if (!k->pruned && !k->is_heading && block_links(k) > MOSTLY_LINKS && k->text.len &&
		    begins_with(b->title, k->text.at))
			return true;
	}
	return false;
}

void extract_article(blocks *b)
{
	prune_boilerplate(b);
	keep_text(b);
	b->is_list = is_list(b);
	if (b->is_list)
		keep_unpruned(b, 1);
	b->is_list = ((b->is_list && kept_links(b) >= LIST_LEAST) || has_linked_headings(b)) && !lists_itself(b);
	keep_facts(b);
	keep_rows(b);
	keep_headings(b);
	if (kept_bytes(b, SIZE_MAX) < LITTLE_TEXT)
		keep_unpruned(b, 1);
	if (kept_bytes(b, SIZE_MAX) > HEADLINE_ABOVE)
		drop_headline(b);
}
