#include "purify/blocks.h"

#include <string.h>
#include <strings.h>

#include "purify/kinds.h"
#include "purify/roles.h"
#include "purify/ascii.h"
#include "purify/tree.h"

/* State of the walk, and the open block, to which the walk adds text until it ends. */
typedef struct walk {
	arena *a;
	blocks *out;
	facts *facts;
	size_t elements_room, blocks_room;
	int32_t element;     /* index of the innermost open block element; −1: none */
	unsigned link_depth; /* number of open <a href> elements */
	unsigned away_depth; /* those of them that lead to another page */
	unsigned article_depth, noscript_depth, skipped_depth;
	char *text; /* of the open block */
	size_t text_len, text_room;
	uint32_t link_len, away_len;
	size_t away_from; /* where the open link to another page begins in text */
	bool heading;
	size_t h1_element; /* index of the first <h1>, plus 1; 0: none so far */
	bool failed;
} walk;

static void note_away(walk *w)
{
	if (w->away_depth && w->text_len - w->away_from > w->away_len)
		w->away_len = (uint32_t)(w->text_len - w->away_from);
}

/* Ends the open block and adds it to the blocks, unless it has no text. */
static void end_block(walk *w)
{
	block new = {.element = (uint32_t)w->element, .is_heading = w->heading};
	blocks *b = w->out;

	note_away(w);
	if (w->text_len && w->text[w->text_len - 1] == ' ')
		w->text_len--;
	new.away_len = w->away_len;
	new.link_len = w->link_len < w->text_len ? w->link_len : (uint32_t)w->text_len;
	if (w->text_len) {
		new.text = (firstprint_span){arena_text(w->a, w->text, w->text_len), w->text_len};
		new.text_sum = new.text.len + (b->len ? b->items[b->len - 1].text_sum : 0);
		new.link_sum = new.link_len + (b->len ? b->items[b->len - 1].link_sum : 0);
		b->items = arena_grow(w->a, b->items, b->len, &w->blocks_room, sizeof *b->items);
		if (!b->items || !new.text.at) {
			w->failed = true;
			return;
		}
		b->items[b->len++] = new;
	}
	w->text_len = w->away_from = w->link_len = w->away_len = 0;
}

/* Adds text to the open block. Folds white space at once, since indentation must not count as length. */
static void add_text(walk *w, const char *text)
{
	size_t before = w->text_len;

	w->text = arena_grow(w->a, w->text, w->text_len + strlen(text), &w->text_room, 1);
	if (!w->text) {
		w->failed = true;
		return;
	}
	for (; *text; text++) {
		bool space = is_html_space(*text);

		if (!space || (w->text_len && w->text[w->text_len - 1] != ' '))
			w->text[w->text_len++] = space ? ' ' : *text;
	}
	if (w->link_depth)
		w->link_len += (uint32_t)(w->text_len - before);
}

static const char *link_of(const GumboElement *e)
{
	return e->tag == GUMBO_TAG_A ? role_attribute(e, "href") : NULL;
}

/* Does a link lead to another page, and not to a place in its own, to a mail or a script? */
static bool is_away(const char *href)
{
	return *href != '#' && strncasecmp(href, "mailto:", strlen("mailto:")) &&
	       strncasecmp(href, "javascript:", strlen("javascript:"));
}

static void enter_link(walk *w, const GumboElement *e)
{
	const char *href = link_of(e);

	if (!href)
		return;
	w->link_depth++;
	if (is_away(href) && !w->away_depth++)
		w->away_from = w->text_len;
}

static void leave_link(walk *w, const GumboElement *e)
{
	const char *href = link_of(e);

	if (!href)
		return;
	w->link_depth--;
	if (!is_away(href))
		return;
	note_away(w);
	w->away_depth--;
}

/* Is text the "¶" that Sphinx and others put after every heading, as a link to the heading itself? */
static bool is_anchor_mark(const walk *w, const char *text)
{
	return w->link_depth && (strcmp(text, "¶") == 0 || strcmp(text, "§") == 0 || strcmp(text, "#") == 0 ||
				 strcmp(text, "\xef\x83\x81") == 0);
}

/* In a <noscript>: is it markup that a browser saved as text, because it ran scripts? */
static bool is_markup(const char *text)
{
	return text[strspn(text, HTML_SPACE)] == '<';
}

static void open_element(walk *w, const GumboElement *e)
{
	blocks *b = w->out;
	role r = role_of(e, w->article_depth > 0);
	element new = {.parent = w->element, .tag = e->tag, .weight = (int16_t)(25 * r.names), .marks = r.marks};

	new.is_article = r.is_article;
	new.is_main = r.is_main;
	if (w->element >= 0)
		end_block(w);
	new.first_block = (uint32_t)b->len;
	b->elements = arena_grow(w->a, b->elements, b->elements_len, &w->elements_room, sizeof *b->elements);
	if (!b->elements) {
		w->failed = true;
		return;
	}
	w->article_depth += new.is_article;
	if (new.marks & MARK_NOSCRIPT)
		w->noscript_depth++;
	w->element = (int32_t)b->elements_len;
	b->elements[b->elements_len++] = new;
	w->heading = role_is_heading(e->tag) || e->tag == GUMBO_TAG_DT;
	if (e->tag == GUMBO_TAG_H1 && !w->h1_element)
		w->h1_element = b->elements_len;
}

/* Are id and heading the same? Only letters and digits count, and their case does not. */
static bool repeats(const char *id, const char *heading)
{
	for (;; id++, heading++) {
		id += strcspn(id, ASCII_LETTERS ASCII_DIGITS);
		heading += strcspn(heading, ASCII_LETTERS ASCII_DIGITS);
		if (!*id || !*heading)
			return !*id && !*heading;
		if ((*id | 0x20) != (*heading | 0x20))
			return false;
	}
}

static void close_element(walk *w, const GumboElement *node)
{
	const char *id = role_attribute(node, "id");
	element *e;

	end_block(w);
	e = &w->out->elements[w->element];
	e->end_block = (uint32_t)w->out->len;
	w->article_depth -= e->is_article;
	if (e->marks & MARK_NOSCRIPT)
		w->noscript_depth--;
	w->heading = false;
	if (id && e->first_block < e->end_block && w->out->items[e->first_block].is_heading)
		e->is_anchor = *id && repeats(id, w->out->items[e->first_block].text.at);
	w->out->anchors += e->is_anchor;
	if (e->parent < 0)
		return;
	w->out->elements[e->parent].has_article |= e->has_article || e->is_article || e->tag == GUMBO_TAG_H1;
	w->element = e->parent;
}

/* Is there more in a <noscript> than an image? The markup has a lazily loaded picture twice, often in the middle of a sentence. */
static bool has_text(const GumboNode *n)
{
	const GumboVector *children = &n->v.element.children;

	for (unsigned i = 0; i < children->length; i++) {
		const GumboNode *child = children->data[i];

		if (child->type != GUMBO_NODE_WHITESPACE &&
		    !(child->type == GUMBO_NODE_ELEMENT && child->v.element.tag == GUMBO_TAG_IMG) &&
		    !(child->type == GUMBO_NODE_TEXT && is_markup(child->v.text.text)))
			return true;
	}
	return false;
}

static bool is_text(const GumboNode *n)
{
	return n->type == GUMBO_NODE_TEXT || n->type == GUMBO_NODE_CDATA || n->type == GUMBO_NODE_WHITESPACE;
}

static bool is_skipped(const GumboElement *e)
{
	return kinds_of(e->tag) & KIND_SKIPPED;
}

/* Skips the text of an element but reads its links. Text in an svg is part of a picture, in a video it is for browsers that cannot
 * show the video, and in a button it is not a sentence. */
static void enter_skipped(walk *w, const GumboElement *e)
{
	w->skipped_depth += is_skipped(e);
	if (e->tag == GUMBO_TAG_A || e->tag == GUMBO_TAG_AREA || e->tag == GUMBO_TAG_IFRAME)
		facts_read(w->facts, e, w->a);
}

/* The walk goes down to an element. false: skip its children. */
static bool enter_element(walk *w, const GumboNode *n)
{
	const GumboElement *e = &n->v.element;

	if (e->tag == GUMBO_TAG_TEMPLATE)
		return false;
	if (w->skipped_depth || is_skipped(e)) {
		enter_skipped(w, e);
		return !w->failed;
	}
	facts_read(w->facts, e, w->a);
	if (e->tag == GUMBO_TAG_HEAD)
		return true; /* to read the <title>, <meta> and <link> in it; it has no text */
	if (e->tag == GUMBO_TAG_NOSCRIPT && !has_text(n))
		return false;
	if (e->tag == GUMBO_TAG_TITLE)
		return false;
	if (e->tag == GUMBO_TAG_BR && w->element >= 0)
		end_block(w);
	if (role_is_block(e))
		open_element(w, e);
	enter_link(w, e);
	return !w->failed;
}

/* The walk goes down to a node. false: skip its children. */
static bool enter(walk *w, const GumboNode *n)
{
	if (tree_is_element(n))
		return enter_element(w, n);
	if (is_text(n) && w->element >= 0 && !w->skipped_depth && !is_anchor_mark(w, n->v.text.text) &&
	    !(w->noscript_depth && is_markup(n->v.text.text)))
		add_text(w, n->v.text.text);
	return false;
}

static void leave(walk *w, const GumboNode *n)
{
	const GumboElement *e = &n->v.element;

	if (w->failed || !tree_is_element(n) || e->tag == GUMBO_TAG_HEAD)
		return;
	if (w->skipped_depth) {
		w->skipped_depth -= is_skipped(e);
		return;
	}
	leave_link(w, e);
	if (role_is_block(e))
		close_element(w, e);
}

/* The walk itself: down, to the next sibling, and up, by gumbo's parent and index fields; no stack can overflow. */
static void run(walk *w, const GumboNode *root)
{
	const GumboNode *n = root;

	while (!w->failed) {
		bool down = enter(w, n);

		if (down && tree_children(n)->length) {
			n = tree_children(n)->data[0];
			continue;
		}
		if (down)
			leave(w, n);
		while (n != root && n->index_within_parent + 1 >= tree_children(n->parent)->length) {
			n = n->parent;
			leave(w, n);
		}
		if (n == root)
			return;
		n = tree_children(n->parent)->data[n->index_within_parent + 1];
	}
}

/* Chooses <title>, else og:title, else the first <h1>. */
static void choose_title(walk *w)
{
	blocks *b = w->out;
	const element *h1 = w->h1_element ? &b->elements[w->h1_element - 1] : NULL;

	if (w->facts->title && *w->facts->title)
		b->title = w->facts->title;
	else if (w->facts->og_title)
		b->title = facts_folded(w->facts->og_title, w->a);
	else if (h1 && h1->first_block < h1->end_block)
		b->title = b->items[h1->first_block].text.at;
}

status blocks_of(const GumboNode *root, facts *f, arena *a, blocks *out)
{
	walk w = {.a = a, .facts = f, .out = out, .element = -1};

	*out = (blocks){0};
	run(&w, root);
	if (!w.failed)
		choose_title(&w);
	return w.failed ? ERR_MEMORY : OK;
}

size_t blocks_linked(const blocks *b, uint32_t from, uint32_t to)
{
	return (to ? b->items[to - 1].link_sum : 0) - (from ? b->items[from - 1].link_sum : 0);
}

size_t blocks_plain(const blocks *b, uint32_t from, uint32_t to)
{
	size_t text = (to ? b->items[to - 1].text_sum : 0) - (from ? b->items[from - 1].text_sum : 0);

	return text - blocks_linked(b, from, to);
}

size_t blocks_unpruned(const blocks *b, uint32_t from, uint32_t to)
{
	size_t sum = 0;

	for (uint32_t i = from; i < to; i++)
		sum += b->items[i].pruned ? 0 : block_plain(&b->items[i]);
	return sum;
}

size_t block_plain(const block *k)
{
	return k->text.len - k->link_len;
}

double block_links(const block *k)
{
	return (double)k->link_len / (double)k->text.len;
}

bool block_is_running(const block *k)
{
	return k->text.len >= RUNNING_LEAST && block_links(k) <= RUNNING_LINKS;
}
