#include "purify/tags.h"

#include <string.h>
#include <strings.h>

#include "purify/kinds.h"
#include "purify/ascii.h"

bool tag_starts(const char *at, const char *end)
{
	return end - at >= 2 && (is_ascii_letter(at[1]) || (at[1] == '/' && end - at >= 3 && is_ascii_letter(at[2])));
}

static bool is_in_attribute_name(char c)
{
	return !is_html_space(c) && c != '/' && c != '>' && c != '=';
}

/* Returns the end of the attribute value that begins at `at`, quoted or not. */
static const char *skip_value(const char *at, const char *end)
{
	const char *close;

	while (at < end && is_html_space(*at))
		at++;
	if (at < end && (*at == '"' || *at == '\'')) {
		close = memchr(at + 1, *at, (size_t)(end - at - 1));
		return close ? close + 1 : end;
	}
	while (at < end && !is_html_space(*at) && *at != '>')
		at++;
	return at;
}

bool tag_next_attribute(const char **place, const char *end, tag_attribute *out)
{
	const char *at = *place;

	out->slash = false;
	while (at < end && (is_html_space(*at) || *at == '/'))
		out->slash = *at++ == '/';
	*place = at;
	if (at == end || *at == '>')
		return false;
	out->name = at++; /* a '=' that starts a name belongs to it */
	while (at < end && is_in_attribute_name(*at))
		at++;
	out->name_len = (size_t)(at - out->name);
	out->end = at;
	while (at < end && is_html_space(*at))
		at++;
	if (at < end && *at == '=')
		out->end = skip_value(at + 1, end);
	*place = out->end;
	return true;
}

tag tag_read(const char *at, const char *end)
{
	tag t = {0};
	tag_attribute a;

	at++;
	if (*at == '/') {
		t.closes = true;
		at++;
	}
	t.name = at;
	while (at < end && !is_html_space(*at) && *at != '/' && *at != '>')
		at++;
	t.name_len = (size_t)(at - t.name);
	t.id = gumbo_tagn_enum(t.name, (unsigned)t.name_len);
	t.kinds = kinds_of(t.id);
	while (tag_next_attribute(&at, end, &a))
		t.attributes++;
	t.empty = a.slash;
	t.is_ended = at < end;
	t.end = at < end ? at + 1 : end;
	return t;
}

/* Is the whole name at `at` the name of t, in upper or lower case? */
static bool is_name_at(const char *at, const char *end, const tag *t)
{
	const char *after = at + t->name_len;

	if ((size_t)(end - at) < t->name_len || strncasecmp(at, t->name, t->name_len) != 0)
		return false;
	return after == end || is_html_space(*after) || *after == '/' || *after == '>';
}

/* In a script, "<!--" and then "<script" hide the next "</script>", until "-->" (HTML standard, script data double
 * escaped state). */
struct escape {
	bool in_comment, in_script;
};

/* Updates e for the '<' or "-->" at `at` in a script; returns whether the script ends there. */
static bool ends_script(struct escape *e, const char *at, const char *end, const tag *t)
{
	bool closes = *at == '<' && end - at >= 2 && at[1] == '/' && is_name_at(at + 2, end, t);

	if (*at == '-') {
		*e = (struct escape){0};
	} else if (end - at >= 4 && memcmp(at, "<!--", 4) == 0) {
		e->in_comment = true;
	} else if (closes) {
		closes = !e->in_script;
		e->in_script = false;
	} else if (e->in_comment && is_name_at(at + 1, end, t)) {
		e->in_script = true;
	}
	return closes;
}

/* Returns the next '<', or in a comment of a script the next '<' or "--". */
static const char *next_mark(const char *at, const char *end, bool in_comment)
{
	const char *open = memchr(at, '<', (size_t)(end - at));
	const char *dash = in_comment ? memmem(at, (size_t)((open ? open : end) - at), "-->", 3) : NULL;

	return dash ? dash : open;
}

const char *tag_find_close(const char *at, const char *end, const tag *t)
{
	struct escape e = {0};
	bool script = t->id == GUMBO_TAG_SCRIPT;

	while ((at = next_mark(at, end, e.in_comment)) != NULL) {
		bool was = e.in_comment;

		if (script ? ends_script(&e, at, end, t) : (end - at >= 2 && at[1] == '/' && is_name_at(at + 2, end, t)))
			return at;
		at += e.in_comment && !was ? 2 : 1; /* "<!-->" is a whole comment */
	}
	return NULL;
}

const char *tag_skip_declaration(const char *at, const char *end)
{
	const char *close;

	if (end - at < 2 || (at[1] != '!' && at[1] != '?'))
		return NULL;
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
