#include "purify/prescan.h"

#include <stdbool.h>
#include <string.h>
#include <strings.h>

enum {
	ROOT_TAGS_MOST = 3,  /* kept of <html>, and of <body>; gumbo merges their attributes in quadratic time */
	OPEN_SVGS_MOST = 16, /* svgs without an end that are searched for, each up to the end of the page */
};

/* A tag as it is written in the markup. */
typedef struct tag {
	const char *name;
	size_t name_len;
	const char *end; /* after its '>', or the end of the page */
	size_t attributes;
	bool closes; /* </name> */
	bool empty;  /* <name/> */
} tag;

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_space(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f';
}

static bool is(const tag *t, const char *name)
{
	if (t->name_len == 0 || (t->name[0] | 0x20) != name[0]) /* the first letter tells most names apart */
		return false;
	return t->name_len == strlen(name) && strncasecmp(t->name, name, t->name_len) == 0;
}

static bool is_any(const tag *t, const char *const *names)
{
	for (; *names; names++)
		if (is(t, *names))
			return true;
	return false;
}

/* The end of the attribute value that begins at `at`, quoted or not. */
static const char *skip_value(const char *at, const char *end)
{
	const char *close;

	while (at < end && is_space(*at))
		at++;
	if (at < end && (*at == '"' || *at == '\'')) {
		close = memchr(at + 1, *at, (size_t)(end - at - 1));
		return close ? close + 1 : end;
	}
	while (at < end && !is_space(*at) && *at != '>')
		at++;
	return at;
}

/* Reads the tag at '<', which a letter follows, or '/' and a letter. A '>' in quotes does not end it. */
static tag read_tag(const char *at, const char *end)
{
	tag t = {0};

	at++;
	if (*at == '/') {
		t.closes = true;
		at++;
	}
	t.name = at;
	while (at < end && !is_space(*at) && *at != '/' && *at != '>')
		at++;
	t.name_len = (size_t)(at - t.name);
	while (at < end && *at != '>') {
		if (is_space(*at) || *at == '/') {
			t.empty = *at++ == '/';
			continue;
		}
		t.empty = false;
		t.attributes++;
		at++; /* a '=' that starts a name belongs to it */
		while (at < end && !is_space(*at) && !strchr("/>=", *at))
			at++;
		while (at < end && is_space(*at))
			at++;
		if (at < end && *at == '=')
			at = skip_value(at + 1, end);
	}
	t.end = at < end ? at + 1 : end;
	return t;
}

/* The "</name" that ends the raw text at `at`, where name is t's; NULL: there is none. */
static const char *find_close(const char *at, const char *end, const tag *t)
{
	while ((at = memchr(at, '<', (size_t)(end - at))) != NULL) {
		if ((size_t)(end - at) < t->name_len + 2)
			return NULL;
		if (at[1] == '/' && strncasecmp(at + 2, t->name, t->name_len) == 0 &&
		    ((size_t)(end - at) == t->name_len + 2 || !is_letter(at[t->name_len + 2])))
			return at;
		at++;
	}
	return NULL;
}

/* The end of the svg whose start tag ends at `at`; svgs may be nested. NULL: it is never closed. */
static const char *skip_svg(const char *at, const char *end)
{
	size_t open = 1;

	while ((at = memchr(at, '<', (size_t)(end - at))) != NULL) {
		if (end - at < 2 || !(is_letter(at[1]) || (at[1] == '/' && end - at > 2 && is_letter(at[2])))) {
			at++;
			continue;
		}
		tag t = read_tag(at, end);

		if (is(&t, "svg") && !(t.empty && !t.closes))
			open += t.closes ? (size_t)-1 : 1;
		at = t.end;
		if (open == 0)
			return at;
	}
	return NULL;
}

/* The end of the comment, doctype or other "<!…" or "<?…" at `at`. *keep: it is a doctype. */
static const char *skip_declaration(const char *at, const char *end, bool *keep)
{
	const char *close;

	*keep = end - at > 9 && strncasecmp(at, "<!doctype", 9) == 0;
	if (end - at >= 4 && memcmp(at, "<!--", 4) == 0) {
		if (end - at >= 5 && at[4] == '>')
			return at + 5;
		if (end - at >= 6 && at[4] == '-' && at[5] == '>')
			return at + 6;
		for (close = at + 4; (close = memmem(close, (size_t)(end - close), "--", 2)) != NULL; close++) {
			size_t bang = end - close > 3 && close[2] == '!';

			if (end - close > 2 && close[2 + bang] == '>')
				return close + 3 + bang;
		}
		return end;
	}
	close = memchr(at, '>', (size_t)(end - at));
	return close ? close + 1 : end;
}

/* A pass over the markup: what is kept is copied to out. */
typedef struct pass {
	const char *end;
	char *out;
	size_t depth;
	size_t roots[2];
	unsigned open_svgs; /* number of svgs that were found to have no end */
	prescan_result result;
} pass;

static void copy(pass *p, const char *from, const char *to)
{
	memcpy(p->out, from, (size_t)(to - from));
	p->out += to - from;
}

static const char *const cut_with_body[] = {"script", "style", "iframe", "noembed", "noframes", NULL};
static const char *const raw_text[] = {"title", "textarea", "xmp", NULL};
static const char *const closed_by_themselves[] = {"p",       "li",       "dd",      "dt",    "option", "optgroup", "td",
						   "th",      "tr",       "thead",   "tbody", "tfoot",  "colgroup", "rp",
						   "rt",      "html",     "head",    "body", /* and elements without content: */
						   "area",    "base",     "br",      "col",   "embed",  "hr",       "img",
						   "input",   "link",     "meta",    "param", "source", "track",    "wbr",
						   "isindex", "basefont", "bgsound", "frame", "keygen", NULL};

static void count(pass *p, const tag *t)
{
	if (t->attributes > p->result.attributes)
		p->result.attributes = t->attributes;
	if (is_any(t, closed_by_themselves))
		return;
	if (t->closes)
		p->depth -= p->depth > 0;
	else if (++p->depth > p->result.depth)
		p->result.depth = p->depth;
}

/* The end of the element that t starts, if it is one that is removed; NULL: it is not. An unclosed script goes on to the
 * end of the page, as in a browser; an unclosed svg is not removed. */
static const char *cut_body(pass *p, const tag *t)
{
	const char *close;

	if (t->closes)
		return NULL;
	if (is(t, "svg") && p->open_svgs < OPEN_SVGS_MOST) {
		close = t->empty ? t->end : skip_svg(t->end, p->end);
		p->open_svgs += !close;
		return close;
	}
	if (!is_any(t, cut_with_body))
		return NULL;
	close = find_close(t->end, p->end, t);
	return close ? read_tag(close, p->end).end : p->end;
}

static bool is_excess_root(pass *p, const tag *t)
{
	int root = is(t, "html") ? 0 : is(t, "body") ? 1 : -1;

	return root >= 0 && !t->closes && ++p->roots[root] > ROOT_TAGS_MOST;
}

/* Handles the tag at `at`; returns where the pass goes on. */
static const char *pass_tag(pass *p, const char *at)
{
	tag t = read_tag(at, p->end);
	const char *after = cut_body(p, &t);

	if (after)
		return after;
	if (is_excess_root(p, &t))
		return t.end;
	count(p, &t);
	after = t.end;
	if (!t.closes && is_any(&t, raw_text)) { /* tags in a <title> are text */
		const char *close = find_close(t.end, p->end, &t);

		after = close ? close : p->end;
	}
	copy(p, at, after);
	return after;
}

static bool starts_tag(const char *at, const char *end)
{
	return end - at >= 2 && (is_letter(at[1]) || (at[1] == '/' && end - at >= 3 && is_letter(at[2])));
}

/* Replaces numeric references beyond U+10FFFF by one to U+FFFD, in place: even the shortest, "&#1114112" and
 * "&#x110000", have room for it. */
static void replace_references(char *at, char *end)
{
	while (end - at >= 9 && (at = memchr(at, '&', (size_t)(end - at - 8))) != NULL) {
		static const char *const marks[] = {"65533", "FFFD"};

		bool hex = at[1] == '#' && (at[2] | 0x20) == 'x';
		char *digits = at + 2 + hex, *d = digits;
		unsigned long value = 0;

		if (at[1] == '#')
			for (; d < end && ((*d >= '0' && *d <= '9') || (hex && is_letter(*d) && (*d | 0x20) <= 'f')); d++)
				if (value <= 0x10ffff)
					value = value * (hex ? 16 : 10) +
						(unsigned long)(*d <= '9' ? *d - '0' : (*d | 0x20) - 'a' + 10);
		if (value > 0x10ffff) {
			memset(digits, '0', (size_t)(d - digits));
			memcpy(d - strlen(marks[hex]), marks[hex], strlen(marks[hex]));
		}
		at = d > at ? d : at + 1;
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
		bool keep;

		copy(&p, at, open ? open : p.end);
		at = open ? open : p.end;
		if (!open)
			break;
		if (starts_tag(at, p.end)) {
			at = pass_tag(&p, at);
		} else if (p.end - at >= 2 && (at[1] == '!' || at[1] == '?')) {
			const char *after = skip_declaration(at, p.end, &keep);

			if (keep)
				copy(&p, at, after);
			at = after;
		} else {
			copy(&p, at, at + 1);
			at++;
		}
	}
	replace_references(to, p.out);
	*out = p.result;
	out->html = (firstprint_span){to, (size_t)(p.out - to)};
	return OK;
}

/* Tags of inline elements; all others separate paragraphs. */
static const char *const inline_tags[] = {"a",   "abbr", "b",    "bdi", "bdo", "big",  "cite",  "code", "em",     "font",
					  "i",   "kbd",  "mark", "q",   "s",   "samp", "small", "span", "strike", "strong",
					  "sub", "sup",  "tt",   "u",   "var", "wbr",  "img",   "nobr", NULL};

/* State of prescan_strip: text is written to `to`, the first title is kept apart. */
typedef struct strip {
	const char *end;
	char *to;
	firstprint_span title;
} strip;

/* The end of a title; its text is not part of the page's text. */
static const char *strip_title(strip *s, const tag *t)
{
	const char *close = find_close(t->end, s->end, t);

	close = close ? close : s->end;
	if (!s->title.at)
		s->title = (firstprint_span){t->end, (size_t)(close - t->end)};
	return close;
}

/* Handles what stands at '<'; returns where the pass goes on. */
static const char *strip_markup(strip *s, const char *at)
{
	bool is_doctype;

	if (starts_tag(at, s->end)) {
		tag t = read_tag(at, s->end);

		if (!is_any(&t, inline_tags))
			*s->to++ = '\n';
		return is(&t, "title") && !t.closes ? strip_title(s, &t) : t.end;
	}
	if (s->end - at >= 2 && (at[1] == '!' || at[1] == '?'))
		return skip_declaration(at, s->end, &is_doctype);
	*s->to++ = *at;
	return at + 1;
}

/* Works on the output of prescan, so scripts are gone. */
status prescan_strip(firstprint_span html, arena *a, firstprint_span *out, firstprint_span *title)
{
	prescan_result cut = {0};
	status err = prescan(html, a, &cut);
	char *start = err ? NULL : arena_alloc(a, cut.html.len + 1);
	const char *at = cut.html.at;
	strip s = {cut.html.at + cut.html.len, start, {0}};

	if (!start)
		return ERR_MEMORY;
	while (at < s.end) {
		const char *open = memchr(at, '<', (size_t)(s.end - at));
		size_t len = (size_t)((open ? open : s.end) - at);

		memcpy(s.to, at, len);
		s.to += len;
		at = open ? strip_markup(&s, open) : s.end;
	}
	*out = (firstprint_span){start, (size_t)(s.to - start)};
	*title = s.title;
	return OK;
}
