#include "purify/prune.h"

#include <string.h>

#include "purify/cues.h"
#include "purify/kinds.h"
#include "purify/roles.h"

enum {
	ANCHORS_LEAST = 3,    /* on a page whose ids repeat its headings; those ids then have no other meaning */
	ARTICLE_LEAST = 200,  /* the least bytes of running text above comments */
	FALSE_CUES_MOST = 16, /* the most rejected headings; after more, all others are rejected */
	SKIP_LINKS_MOST = 3,  /* to the menu, the article and the search */
	LOADING_MOST = 32,    /* bytes of "Loading, please wait" on a page that a script makes */
};

static size_t plain_in(const blocks *b, const element *e)
{
	return blocks_plain(b, e->first_block, e->end_block);
}

/* Returns the bytes of text outside links in blocks with none of marks, or only in such blocks of running text. */
static size_t left_by(const blocks *b, uint8_t marks, bool running)
{
	size_t sum = 0;

	for (size_t i = 0; i < b->len; i++) {
		const block *k = &b->items[i];

		if (!(k->pruned & marks) && (!running || block_is_running(k)))
			sum += block_plain(k);
	}
	return sum;
}

/* Is the text for browsers without scripts more than the rest of the page? Then it is the page. */
static bool is_noscript_page(const blocks *b)
{
	size_t in = 0, all = blocks_plain(b, 0, (uint32_t)b->len);
	uint32_t counted = 0; /* blocks before this one */

	for (size_t i = 0; i < b->elements_len; i++) {
		const element *e = &b->elements[i];

		if (!(e->marks & MARK_NOSCRIPT) || e->first_block < counted)
			continue;
		in += plain_in(b, e);
		counted = e->end_block;
	}
	return in > all / 2;
}

bool prune_is_shell(const blocks *b)
{
	size_t rest = 0;

	for (size_t i = 0; i < b->len && rest <= LOADING_MOST; i++) {
		int32_t e = (int32_t)b->items[i].element;

		while (e >= 0 && !(b->elements[e].marks & MARK_NOSCRIPT))
			e = b->elements[e].parent;
		rest += e < 0 ? b->items[i].text.len : 0;
	}
	return rest <= LOADING_MOST;
}

/* Can no article be in element e? It may be in an <aside>, by mistake. */
static bool is_foreign(const element *e)
{
	return e->tag == GUMBO_TAG_NAV || e->tag == GUMBO_TAG_FOOTER || e->marks & (uint8_t) ~(MARK_ROLE | MARK_NAME);
}

/* Is there running text that may be an article, wherever it stands? */
static bool has_text(const blocks *b)
{
	size_t sum = 0;
	uint32_t end = 0; /* of the foreign elements that began */

	for (size_t i = 0, e = 0; i < b->len; i++) {
		for (; e < b->elements_len && b->elements[e].first_block <= i; e++)
			if (is_foreign(&b->elements[e]) && b->elements[e].end_block > end)
				end = b->elements[e].end_block;
		if (i >= end && block_is_running(&b->items[i]))
			sum += block_plain(&b->items[i]);
	}
	return sum >= LITTLE_TEXT;
}

/* Does the page mark its article? If the article is empty and there is text elsewhere, the mark is wrong. */
static bool names_article(const blocks *b)
{
	bool is_named = false;

	for (size_t e = 0; e < b->elements_len; e++) {
		if (b->elements[e].is_article && b->elements[e].first_block < b->elements[e].end_block)
			return true;
		is_named |= b->elements[e].is_article;
	}
	return is_named && !has_text(b);
}

/* Returns the marks of an element that are credible. The names of an element that holds most of the page are wrong. But comments
 * are often longer than the article, and consent requests and teasers may be longer than a short article, unless they hold nearly
 * all text and contain the article. <nav> and <footer> are reliable; <aside> is too, but without an article beside it its end tag
 * is probably missing. */
static uint8_t believed(const element *e, size_t plain, size_t all, bool has_article)
{
	uint8_t always = MARK_COMMENTS | MARK_NOSCRIPT;

	if (plain <= all / 2)
		return e->marks;
	if (e->tag != GUMBO_TAG_ASIDE || (has_article && !e->has_article))
		always |= MARK_ROLE;
	if (!e->has_article || plain <= all / 5 * 4)
		always |= MARK_CONSENT | MARK_RELATED;
	return e->marks & always;
}

/* Is e a chapter of a page whose chapters have ids? Then neither its id nor its heading marks boilerplate. */
static bool is_chapter(const blocks *b, const element *e)
{
	return e->is_anchor && b->anchors >= ANCHORS_LEAST;
}

/* Passes the marks down; parents come before their children. <main> overrides the elements around it. */
static void prune_elements(blocks *b, bool has_article)
{
	size_t all = blocks_plain(b, 0, (uint32_t)b->len);
	bool noscript = is_noscript_page(b);

	for (size_t i = 0; i < b->elements_len; i++) {
		element *e = &b->elements[i];

		e->pruned = believed(e, plain_in(b, e), all, has_article);
		if (is_chapter(b, e))
			e->pruned &= MARK_ROLE | MARK_HIDDEN | MARK_NOSCRIPT;
		if (e->parent >= 0)
			e->pruned |= b->elements[e->parent].pruned;
		if (e->is_main)
			e->pruned &= (uint8_t) ~(MARK_ROLE | MARK_NAME);
		if (noscript)
			e->pruned &= (uint8_t)~MARK_NOSCRIPT;
	}
	for (size_t i = 0; i < b->len; i++)
		b->items[i].pruned = b->elements[b->items[i].element].pruned;
}

/* Returns the largest element that begins with block i, or the innermost around it if none does. */
static const element *begun_by(const blocks *b, uint32_t i)
{
	const element *e = &b->elements[b->items[i].element];

	while (e->first_block == i && e->parent >= 0 && b->elements[e->parent].first_block == i)
		e = &b->elements[e->parent];
	return e;
}

/* Is k a heading of the same rank as the one at cue, or of a higher one, that begins something else? */
static bool is_next_heading(const blocks *b, const block *cue, const block *k)
{
	bool lower = cue->is_heading && b->elements[k->element].tag > b->elements[cue->element].tag;

	return k->is_heading && !lower && !cue_of(k->text);
}

/* Does element e, whose first text is a heading, have a next sibling that begins with a heading of the same rank and has running
 * text? */
static bool has_next_chapter(const blocks *b, const block *cue, const element *e)
{
	const block *k = &b->items[e->end_block];
	const element *next;

	if (e->end_block == b->len || b->elements[k->element].tag != b->elements[cue->element].tag ||
	    !is_next_heading(b, cue, k))
		return false;
	next = begun_by(b, e->end_block);
	return next->parent == e->parent && plain_in(b, next) >= LITTLE_TEXT;
}

/* Returns the end of the section of the heading at i. If the heading is the first text of an element, the section is that element.
 * Otherwise it is the text after the heading in the surrounding element, up to the next heading or to paragraphs beside the
 * heading. Comments come last, below a real heading: if another heading follows, "Comments" is a chapter, and the section is
 * empty. */
static uint32_t section_end(const blocks *b, uint32_t i, uint8_t mark)
{
	const block *cue = &b->items[i];
	const element *e = begun_by(b, i), *around = e;
	bool comments = mark == MARK_COMMENTS, alone = e->end_block == i + 1 || e->first_block != i;

	if (!alone || e->parent < 0)
		return comments && has_next_chapter(b, cue, e) ? i : e->end_block;
	if (comments && !cue->is_heading)
		return i;
	if (e->first_block == i)
		around = &b->elements[e->parent];
	for (uint32_t j = i + 1; j < around->end_block; j++) {
		const block *k = &b->items[j];

		if (is_next_heading(b, cue, k))
			return comments ? i : j;
		if (!comments && b->elements[k->element].parent == e->parent && block_is_running(k))
			return j;
	}
	return around->end_block;
}

static bool ends_sentence(firstprint_span text)
{
	static const char *const ends[] = {".", "!", "。", "！"};

	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
		size_t len = strlen(ends[i]);

		if (text.len >= len && memcmp(text.at + text.len - len, ends[i], len) == 0)
			return true;
	}
	return false;
}

/* May text without a heading tag be a heading? Not a link, a sentence, or an item of a list or table. */
static bool may_be_heading(const block *k, GumboTag tag)
{
	return !(kinds_of(tag) & KIND_ITEM) && !k->link_len && !ends_sentence(k->text);
}

/* Returns the mark of the text after block i, if the block is a heading: a bit of enum mark, or 0. */
static uint8_t cue_at(const blocks *b, uint32_t i)
{
	const block *k = &b->items[i];
	GumboTag tag = b->elements[k->element].tag;
	uint8_t mark;

	if (k->pruned || !(role_is_heading(tag) || may_be_heading(k, tag)))
		return 0;
	mark = cue_of(k->text);
	return mark && is_chapter(b, begun_by(b, i)) ? 0 : mark;
}

/* Returns the most bytes that a section may have, of all on the page. */
static size_t section_most(uint8_t mark, size_t all)
{
	return mark == MARK_COMMENTS ? all : mark == MARK_CONSENT ? all - all / 10 : all / 5;
}

/* Prunes the text under headings such as "Related articles", if it is a small part of the page, and under headings such as
 * "Comments", if there is an article above. */
static void prune_sections(blocks *b)
{
	size_t all = blocks_unpruned(b, 0, (uint32_t)b->len), above = 0;
	unsigned falses = 0;

	for (uint32_t i = 0; i < b->len && falses < FALSE_CUES_MOST; i++) {
		uint8_t mark = cue_at(b, i);
		uint32_t end;

		if (!b->items[i].pruned && b->items[i].text.len >= RUNNING_LEAST)
			above += block_plain(&b->items[i]);
		if (!mark || (mark == MARK_COMMENTS && above < ARTICLE_LEAST))
			continue;
		end = section_end(b, i, mark);
		if (end == i || blocks_unpruned(b, i, end) > section_most(mark, all)) {
			falses++;
			continue;
		}
		for (uint32_t j = i; j < end; j++)
			b->items[j].pruned |= mark;
	}
}

/* Prunes the links within the page that it begins with, "Skip to content". More of them are a table of contents. */
static void prune_skip_links(blocks *b)
{
	size_t n = 0;

	while (n < b->len && b->items[n].link_len == b->items[n].text.len && !b->items[n].away_len)
		n++;
	for (size_t i = 0; i < n && n <= SKIP_LINKS_MOST; i++)
		b->items[i].pruned |= MARK_ROLE;
}

/* Returns the marks that are credible for the whole page. If comments are nearly everything, they are the page. If names leave
 * little text, names are wrong; if ignoring them does not help, roles are wrong too, except on a page that marks its article. Text
 * with other marks comes back only if there is nothing else. */
static uint8_t marks_to_believe(const blocks *b, bool has_article)
{
	uint8_t marks = left_by(b, 0xff, true) < LITTLE_TEXT ? (uint8_t)~MARK_COMMENTS : 0xff;
	uint8_t firm = marks & (MARK_COMMENTS | MARK_RELATED | MARK_CAPTION | MARK_CONSENT | MARK_NOSCRIPT);
	size_t all;

	if (left_by(b, firm, false) < LITTLE_TEXT)
		firm = MARK_NOSCRIPT;
	all = left_by(b, firm, false);
	for (int names = 1; names >= 0; names--) {
		uint8_t some = names ? marks : marks & (uint8_t)~MARK_NAME;
		size_t left = left_by(b, some, false);

		if (left && left >= all / 4)
			return some;
	}
	return has_article ? marks & (uint8_t)~MARK_NAME : firm;
}

void prune_boilerplate(blocks *b)
{
	bool has_article = names_article(b);
	uint8_t marks;

	prune_elements(b, has_article);
	prune_skip_links(b);
	prune_sections(b);
	marks = marks_to_believe(b, has_article);
	for (size_t i = 0; i < b->len; i++)
		b->items[i].pruned &= marks;
}
