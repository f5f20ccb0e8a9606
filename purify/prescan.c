#include "purify/prescan.h"

#include <stdbool.h>
#include <string.h>

#include "purify/tags.h"

enum {
	ROOT_TAGS_MOST = 3,  /* the most <html> and <body> tags to keep; gumbo merges their attributes in quadratic time */
	OPEN_SVGS_MOST = 16, /* the most searches for the end of an unclosed svg, each up to the end of the page */
};

/* A pass over the markup, which copies the kept parts to out. */
typedef struct pass {
	const char *end;
	char *out;
	size_t depth, formatting;
	size_t roots[2];
	unsigned open_svgs; /* number of svgs without an end so far */
	prescan_result result;
} pass;

static void copy(pass *p, const char *from, const char *to)
{
	memcpy(p->out, from, (size_t)(to - from));
	p->out += to - from;
}

static const char *const cut_with_body[] = {"script", "style", "iframe", "noembed", "noframes", NULL};
static const char *const raw_text[] = {"title", "textarea", "xmp", NULL};
/* A start tag of one of these ends an open one, and some of these have no content. */
static const char *const closed_by_themselves[] = {"p",        "li",      "dd",     "dt",     "option", "optgroup", "td",
						   "th",       "tr",      "thead",  "tbody",  "tfoot",  "colgroup", "rp",
						   "rt",       "html",    "head",   "body",   "a",      "area",     "base",
						   "br",       "col",     "embed",  "hr",     "img",    "input",    "link",
						   "meta",     "param",   "source", "track",  "wbr",    "image",    "isindex",
						   "basefont", "bgsound", "frame",  "keygen", NULL};
/* An open one continues in the next paragraph; gumbo keeps at most three alike. */
static const char *const formatting[] = {"b", "big",   "code",   "em",     "font", "i", "nobr",
					 "s", "small", "strike", "strong", "tt",   "u", NULL};

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
	if (tag_is_any(t, formatting))
		count_open(&p->formatting, &p->result.formatting, t->closes);
	else if (!tag_is_any(t, closed_by_themselves))
		count_open(&p->depth, &p->result.depth, t->closes);
}

/* Finds the next tag from `at` on, outside comments, and reads it into t. NULL: there is none. */
static const char *next_tag(const char *at, const char *end, tag *t)
{
	bool is_doctype;

	while ((at = memchr(at, '<', (size_t)(end - at))) != NULL) {
		if (tag_starts(at, end)) {
			*t = tag_read(at, end);
			return at;
		}
		at = end - at >= 2 && at[1] == '!' ? tag_skip_declaration(at, end, &is_doctype) : at + 1;
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
		if (tag_is(&t, "svg") && !(t.empty && !t.closes))
			open += t.closes ? (size_t)-1 : 1;
		*links |= tag_is(&t, "a");
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
		if (!tag_is(&t, "a") && !tag_is(&t, "svg"))
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

	p->open_svgs += !end;
	if (end && links)
		copy_links(p, at, end);
	return end;
}

/* Keeps parts of an element whose body is removed: the tags of an iframe, which is a link, and the first <noframes>. */
static void keep_frame(pass *p, const tag *t, const char *at, const char *close, const char *after)
{
	firstprint_span body = {t->end, (size_t)(close - t->end)};

	if (tag_is(t, "noframes") && !p->result.noframes.at)
		p->result.noframes = body;
	if (!tag_is(t, "iframe"))
		return;
	count_attributes(p, t);
	copy(p, at, t->end);
	copy(p, close, after);
}

/* Removes the element at `at`, if it is of a kind to remove, and returns its end; NULL: it stays. An unclosed script goes on to the
 * end of the page, as in a browser; an unclosed svg stays. */
static const char *cut_body(pass *p, const char *at, const tag *t)
{
	const char *close, *after;

	if (t->closes)
		return NULL;
	if (tag_is(t, "svg") && p->open_svgs < OPEN_SVGS_MOST)
		return cut_svg(p, at, t);
	if (!tag_is_any(t, cut_with_body))
		return NULL;
	close = tag_find_close(t->end, p->end, t);
	after = close ? tag_read(close, p->end).end : p->end;
	keep_frame(p, t, at, close ? close : p->end, after);
	return after;
}

static bool is_excess_root(pass *p, const tag *t)
{
	int root = tag_is(t, "html") ? 0 : tag_is(t, "body") ? 1 : -1;

	return root >= 0 && !t->closes && ++p->roots[root] > ROOT_TAGS_MOST;
}

/* Handles the tag at `at`; returns where the pass goes on. */
static const char *pass_tag(pass *p, const char *at)
{
	tag t = tag_read(at, p->end);
	const char *after = cut_body(p, at, &t);

	if (after)
		return after;
	if (is_excess_root(p, &t))
		return t.end;
	count(p, &t);
	after = t.end;
	if (!t.closes && tag_is_any(&t, raw_text)) { /* tags in a <title> are text */
		const char *close = tag_find_close(t.end, p->end, &t);

		after = close ? close : p->end;
	}
	copy(p, at, after);
	return after;
}

/* Handles the markup at '<'; returns where the pass goes on. */
static const char *pass_markup(pass *p, const char *at)
{
	bool is_doctype;

	if (tag_starts(at, p->end))
		return pass_tag(p, at);
	if (p->end - at >= 2 && (at[1] == '!' || at[1] == '?')) {
		const char *after = tag_skip_declaration(at, p->end, &is_doctype);

		if (is_doctype)
			copy(p, at, after);
		return after;
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

		if (at[1] == '#')
			for (; d < end && ((*d >= '0' && *d <= '9') || (hex && (*d | 0x20) >= 'a' && (*d | 0x20) <= 'f')); d++)
				if (value <= 0x10ffff)
					value = value * (hex ? 16 : 10) +
						(unsigned long)(*d <= '9' ? *d - '0' : (*d | 0x20) - 'a' + 10);
		if (value > 0x10ffff) {
			memset(digits, '0', (size_t)(d - digits));
			memcpy(d - strlen(marks[hex]), marks[hex], strlen(marks[hex]));
		}
		at = at[1] == '#' ? d : at + 1;
	}
}

status prescan(firstprint_span html, arena *a, prescan_result *out)
{
	char *to = arena_alloc(a, html.len + 1);
	pass p = {.end = html.at + html.len, .out = to};
	const char *at = html.at;

	if (!to)
		return ERR_MEMORY;
	while (at < p.end) {
		const char *open = memchr(at, '<', (size_t)(p.end - at));

		copy(&p, at, open ? open : p.end);
		at = open ? pass_markup(&p, open) : p.end;
	}
	replace_references(to, p.out);
	*out = p.result;
	out->html = (firstprint_span){to, (size_t)(p.out - to)};
	return OK;
}
