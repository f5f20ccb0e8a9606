#include "purify/prescan.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <strings.h>

#include "base/hex.h"
#include "purify/attributes.h"
#include "purify/kinds.h"
#include "purify/ascii.h"
#include "purify/tags.h"

enum {
	ROOT_TAGS_MOST = 3, /* the most <html> and <body> tags to keep; gumbo merges their attributes in quadratic time */
	UNCLOSED_MOST = 16, /* the most searches in vain for an end tag, each up to the end of the page */
	OPEN_MOST = 64,     /* the most open elements without meaning that are told apart */
	TOKEN_MOST = 64,    /* bytes before a tag in which a reference or a tag may have begun */
	MARK_MOST = 8,      /* bytes of an anchor mark */
};

/* A pass over the markup, which copies the kept parts to out. */
typedef struct pass {
	const char *begin, *end;
	char *from, *out;
	size_t depth, formatting;
	size_t roots[2];
	unsigned unclosed; /* number of svgs and of raw texts without an end so far */
	GumboTag other;    /* an element in which tags are read in another way */
	unsigned others;   /* how many of its name are open; 0: none */
	bool in_text;      /* the last tag that is not of a line of text began a paragraph, a cell or the like */
	bool keeps_all;    /* … in this second pass */
	bool in_link;
	bool needs_all; /* tags without meaning are nested wrongly, too many, or beside an anchor mark: they are kept */
	GumboTag open_ids[OPEN_MOST]; /* of the open elements without meaning */
	unsigned open;
	uint64_t removed; /* a bit for each of them, the innermost first */
	prescan_result result;
} pass;

static void copy(pass *p, const char *from, const char *to)
{
	memcpy(p->out, from, (size_t)(to - from));
	p->out += to - from;
}

/* Copies text, and of each run of white space one character, a line feed if it has one: more does not count (blocks.c, strip.c). */
static void copy_text(pass *p, const char *at, const char *end)
{
	while (at < end) {
		const char *from = at;

		while (at < end && !is_html_space(*at))
			at++;
		copy(p, from, at);
		if (at == end)
			return;
		*p->out = *at;
		for (; at < end && is_html_space(*at); at++)
			*p->out = *at == '\n' ? '\n' : *p->out;
		p->out++;
	}
}

static void count_open(size_t *open, size_t *most, bool closes)
{
	if (closes)
		*open -= *open > 0;
	else if (++*open > *most)
		*most = *open;
}

static void count_attributes(pass *p, const tag *t)
{
	if (t->attributes > p->result.attributes)
		p->result.attributes = t->attributes;
}

static void count(pass *p, const tag *t)
{
	count_attributes(p, t);
	if (t->kinds & KIND_FORMATTING)
		count_open(&p->formatting, &p->result.formatting, t->closes);
	else if (!(t->kinds & KIND_CLOSED_BY_ITSELF))
		count_open(&p->depth, &p->result.depth, t->closes);
}

/* Finds the next tag from `at` on, outside comments, and reads it into t. NULL: there is none. */
static const char *next_tag(const char *at, const char *end, tag *t)
{
	while ((at = memchr(at, '<', (size_t)(end - at))) != NULL) {
		if (tag_starts(at, end)) {
			*t = tag_read(at, end);
			return at;
		}
		at = end - at >= 2 && at[1] == '!' ? tag_skip_declaration(at, end) : at + 1;
	}
	return NULL;
}

/* Returns the end of the svg whose start tag ends at `at`; svgs may be nested. NULL: it is never closed. *links: whether there is
 * an <a> in it. */
static const char *skip_svg(const char *at, const char *end, bool *links)
{
	size_t open = 1;
	tag t;

	*links = false;
	while (next_tag(at, end, &t)) {
		if (t.id == GUMBO_TAG_SVG && !(t.empty && !t.closes))
			open += t.closes ? (size_t)-1 : 1;
		*links |= t.id == GUMBO_TAG_A;
		at = t.end;
		if (open == 0)
			return at;
	}
	return NULL;
}

/* Copies only the links of an svg. */
static void copy_links(pass *p, const char *at, const char *end)
{
	tag t;

	for (; (at = next_tag(at, end, &t)) != NULL; at = t.end) {
		if (t.id != GUMBO_TAG_A && t.id != GUMBO_TAG_SVG)
			continue;
		count_attributes(p, &t);
		if (!t.empty || t.closes)
			count_open(&p->depth, &p->result.depth, t.closes);
		copy(p, at, t.end);
	}
}

/* Removes the svg at `at` and returns its end; NULL: it stays, since it has no end. */
static const char *cut_svg(pass *p, const char *at, const tag *t)
{
	bool links = false;
	const char *end = t->empty ? t->end : skip_svg(t->end, p->end, &links);

	p->unclosed += !end;
	if (end && links)
		copy_links(p, at, end);
	return end;
}

/* Keeps parts of an element whose body is removed: the tags of an iframe, which is a link, and the first <noframes>. */
static void keep_frame(pass *p, const tag *t, const char *at, const char *close, const char *after)
{
	firstprint_span body = {t->end, (size_t)(close - t->end)};

	if (t->id == GUMBO_TAG_NOFRAMES && !p->result.noframes.at)
		p->result.noframes = body;
	if (t->id != GUMBO_TAG_IFRAME)
		return;
	count_attributes(p, t);
	copy(p, at, t->end);
	copy(p, close, after);
}

/* Keeps the tag of an iframe without a body, with an end tag where there is room for it: what was removed so far has left some. */
static void keep_empty_frame(pass *p, const char *at, const tag *t)
{
	static const char close[] = "</iframe>";

	if (t->id != GUMBO_TAG_IFRAME || p->out - p->from + (ptrdiff_t)sizeof close - 1 > at - p->begin)
		return;
	count_attributes(p, t);
	copy(p, at, t->end);
	copy(p, close, close + sizeof close - 1);
}

/* Finds the end tag of a raw text. NULL: it goes on to the end of the page, as in a browser, unless its tag is written as empty. */
static const char *find_close(pass *p, const tag *t)
{
	const char *close = NULL;

	if (!t->empty || p->unclosed < UNCLOSED_MOST)
		close = tag_find_close(t->end, p->end, t);
	p->unclosed += !close;
	return close;
}

static bool is_excess_root(pass *p, const tag *t)
{
	int root = t->id == GUMBO_TAG_HTML ? 0 : t->id == GUMBO_TAG_BODY ? 1 : -1;

	return root >= 0 && !t->closes && ++p->roots[root] > ROOT_TAGS_MOST;
}

static void copy_tag(pass *p, const char *at, const tag *t)
{
	if (p->others)
		copy(p, at, t->end);
	else
		p->out = attributes_copy(at, t, p->out);
}

/* ── elements without meaning ── */

/* May a reference or a tag have begun in what was copied last, so that it must not meet what follows? */
static bool ends_in_token(const pass *p)
{
	for (size_t i = 1; i <= TOKEN_MOST && (size_t)(p->out - p->from) >= i; i++) {
		char c = p->out[-(ptrdiff_t)i];

		if (c == '<' || c == '&')
			return true;
		if (c == '>' || c == ';' || is_html_space(c))
			return false;
	}
	return (size_t)(p->out - p->from) >= TOKEN_MOST;
}

/* May this be a mark that is no text where it stands alone in a link: "¶", "§", "#", or a reference to one (blocks.c)? */
static bool may_be_mark(const char *from, const char *to)
{
	return from < to && to - from <= MARK_MOST && (*from == '&' || *from == '#' || *from == '\xc2' || *from == '\xef');
}

/* Does the tag at `at` part a mark from other text? */
static bool is_beside_mark(const pass *p, const char *at, const tag *t)
{
	const char *from = at, *to = t->end;

	while (from > p->begin && from[-1] != '>' && at - from <= MARK_MOST)
		from--;
	while (to < p->end && *to != '<' && to - t->end <= MARK_MOST)
		to++;
	return may_be_mark(from, at) || may_be_mark(t->end, to);
}

/* Is one of the open ones not removed? Then an end tag must not be taken for that of another one. */
static bool is_in_kept(const pass *p)
{
	return p->open && p->removed != UINT64_MAX >> (OPEN_MOST - p->open);
}

static bool push(pass *p, const char *at, const tag *t)
{
	bool keeps = !p->in_text || attributes_may_hide(t) || is_in_kept(p) || is_beside_mark(p, at, t) || ends_in_token(p);

	p->needs_all |= p->open == OPEN_MOST;
	if (p->open == OPEN_MOST)
		return false;
	p->open_ids[p->open++] = t->id;
	p->removed = p->removed << 1 | !keeps;
	return !keeps;
}

/* An end tag of another than the innermost one has nothing to end, or ends more than that. */
static bool pop(pass *p, const char *at, const tag *t)
{
	bool removed = p->removed & 1;

	if (!p->open || p->open_ids[p->open - 1] != t->id) {
		p->needs_all |= p->open > 0;
		return false;
	}
	p->open--;
	p->removed >>= 1;
	p->needs_all |= removed && p->in_link && is_beside_mark(p, at, t);
	return removed && !p->others && !ends_in_token(p);
}

/* Is it the tag of an element within a line of text that says nothing? It is removed where it cannot move its text, which it does in a
 * table outside of its cells. */
static bool says_nothing(pass *p, const char *at, const tag *t)
{
	return !p->keeps_all && t->kinds & KIND_WITHOUT_MEANING && (t->closes ? pop(p, at, t) : push(p, at, t));
}

static void note_other(pass *p, const tag *t)
{
	if (p->others ? t->id != p->other : !(t->kinds & KIND_OTHER_RULES))
		return;
	p->other = t->id;
	p->others += !t->closes;
	p->others -= t->closes && p->others;
}

static void note_place(pass *p, const tag *t)
{
	if (t->id == GUMBO_TAG_A)
		p->in_link = !t->closes;
	if (t->kinds & KIND_OF_LINES)
		return;
	p->needs_all |= p->open > 0;
	note_other(p, t);
	p->in_text = !t->closes && !p->others && t->kinds & KIND_WITH_LINES;
}

/* Handles the raw text whose start tag is at `at`: removes it, or copies it up to its end tag. Returns where the pass goes on. A tag that
 * is written as empty, as in XHTML, and never closed has no body; a browser would show nothing of what follows. */
static const char *pass_raw(pass *p, const char *at, const tag *t)
{
	const char *close = find_close(p, t), *body_end = close ? close : p->end;

	if (!close && t->empty) {
		keep_empty_frame(p, at, t);
		return t->end;
	}
	if (t->kinds & KIND_CUT) {
		const char *after = close ? tag_read(close, p->end).end : p->end;

		keep_frame(p, t, at, body_end, after);
		return after;
	}
	note_place(p, t);
	count(p, t);
	copy_tag(p, at, t);
	copy(p, t->end, body_end);
	return body_end;
}

/* Handles the tag at `at`; returns where the pass goes on. An unclosed svg stays. */
static const char *pass_tag(pass *p, const char *at)
{
	tag t = tag_read(at, p->end);

	if (!t.closes && t.kinds & (KIND_CUT | KIND_RAW))
		return pass_raw(p, at, &t);
	if (!t.closes && t.id == GUMBO_TAG_SVG && p->unclosed < UNCLOSED_MOST) {
		const char *after = cut_svg(p, at, &t);

		if (after)
			return after;
	}
	if (is_excess_root(p, &t) || says_nothing(p, at, &t))
		return t.end;
	note_place(p, &t);
	count(p, &t);
	copy_tag(p, at, &t);
	return t.end;
}

/* Handles the markup at '<'; returns where the pass goes on. */
static const char *pass_markup(pass *p, const char *at)
{
	const char *after = tag_skip_declaration(at, p->end);

	if (tag_starts(at, p->end))
		return pass_tag(p, at);
	if (after) {
		if (p->end - at > 9 && strncasecmp(at, "<!doctype", 9) == 0)
			copy(p, at, after);
		return after;
	}
	if (p->end - at >= 2 && at[1] == '/') { /* a comment, or nothing */
		const char *close = memchr(at, '>', (size_t)(p->end - at));

		copy(p, at, close ? close + 1 : p->end);
		return close ? close + 1 : p->end;
	}
	copy(p, at, at + 1);
	return at + 1;
}

/* Replaces each numeric reference beyond U+10FFFF by one to U+FFFD, in place: even the shortest, "&#1114112" and "&#x110000", have
 * room for it. */
static void replace_references(char *at, char *end)
{
	while (end - at >= 9 && (at = memchr(at, '&', (size_t)(end - at - 8))) != NULL) {
		static const char *const marks[] = {"65533", "FFFD"};

		bool hex = at[1] == '#' && (at[2] | 0x20) == 'x';
		char *digits = at + 2 + hex, *d = digits;
		unsigned long value = 0;

		for (int digit; at[1] == '#' && d < end && (digit = hex_value(*d)) >= 0 && (hex || digit < 10); d++)
			if (value <= 0x10ffff)
				value = value * (hex ? 16 : 10) + (unsigned long)digit;
		if (value > 0x10ffff) {
			memset(digits, '0', (size_t)(d - digits));
			memcpy(d - strlen(marks[hex]), marks[hex], strlen(marks[hex]));
		}
		at = at[1] == '#' ? d : at + 1;
	}
}

static void run(pass *p, firstprint_span html)
{
	const char *at = html.at;

	p->begin = html.at;
	p->end = html.at + html.len;
	while (at < p->end) {
		const char *open = memchr(at, '<', (size_t)(p->end - at));

		copy_text(p, at, open ? open : p->end);
		at = open ? pass_markup(p, open) : p->end;
	}
}

status prescan(firstprint_span html, arena *a, prescan_result *out)
{
	char *to = arena_alloc(a, html.len + 1);
	pass p = {.from = to, .out = to};

	if (!to)
		return ERR_MEMORY;
	run(&p, html);
	if (p.needs_all) { /* what an end tag ends depends on all of them */
		p = (pass){.from = to, .out = to, .keeps_all = true};
		run(&p, html);
	}
	replace_references(to, p.out);
	*out = p.result;
	out->html = (firstprint_span){to, (size_t)(p.out - to)};
	return OK;
}
