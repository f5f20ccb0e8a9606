#include "purify/directives.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "plugin/firstprint.h"
#include "purify/space.h"

#define SEPARATORS ",;" HTML_SPACE

/* State of the reader of one value. */
typedef struct reading {
	directives *found;
	const char *at, *end;
	const char *agent; /* NULL: no name is ours */
	bool has_names;    /* "name:" names a crawler */
	bool is_ours;      /* the name before the directives, if any, is ours */
	arena *a;
} reading;

static bool is_in(char c, const char *set)
{
	return c && strchr(set, c);
}

/* Returns the first of these characters from `at` on, or the end. */
static const char *find(const char *at, const char *end, const char *any)
{
	while (at < end && !is_in(*at, any))
		at++;
	return at;
}

static const char *skip(const char *at, const char *end, const char *set)
{
	while (at < end && is_in(*at, set))
		at++;
	return at;
}

static bool is_word(firstprint_span word, const char *name)
{
	return word.len == strlen(name) && strncasecmp(word.at, name, word.len) == 0;
}

/* Is it our name, or "*", which is every client's? The product token is the letters, '-' and '_' that a name starts with, as in
 * robots.txt. */
static bool is_agent(firstprint_span name, const char *agent)
{
	size_t len = 0;

	while (len < name.len && (isalpha((unsigned char)name.at[len]) || is_in(name.at[len], "-_")))
		len++;
	return is_word(name, "*") || (agent && len && is_word((firstprint_span){name.at, len}, agent));
}

/* ── dates ── */

static bool is_month(const char *word, size_t len)
{
	static const char months[] = "janfebmaraprmayjunjulaugsepoctnovdec";

	for (const char *m = months; *m && len >= 3; m += 3)
		if (strncasecmp(word, m, 3) == 0)
			return true;
	return false;
}

/* Does a date go on behind a comma? Then a number follows, or the name of a month and a number. */
static bool goes_on(const char *at, const char *end)
{
	const char *word = skip(at, end, HTML_SPACE);

	for (at = word; at < end && isalpha((unsigned char)*at);)
		at++;
	if (at > word && !is_month(word, (size_t)(at - word)))
		return false;
	at = skip(at, end, HTML_SPACE);
	return at < end && isdigit((unsigned char)*at);
}

/* "Friday, 25-Jun-10 15:00:00 PST" and "Friday, June 25, 2010" are one date each. */
static const char *date_end(const char *at, const char *end)
{
	at = find(at, end, ",;");
	while (at < end && *at == ',' && goes_on(at + 1, end))
		at = find(at + 1, end, ",;");
	return at;
}

static status add_date(directives *d, const char *at, const char *end, arena *a)
{
	char line[DIRECTIVES_DATE_LEN + 1];
	size_t len = (size_t)(end - at);

	if (!len || len > DIRECTIVES_DATE_LEN || d->dates_len == DIRECTIVES_DATES_MOST)
		return OK;
	for (size_t i = 0; i < len; i++)
		line[i] = at[i] == '\n' || at[i] == '\r' ? ' ' : at[i];
	line[len] = '\0';
	d->dates = arena_printf(a, "%s%s%s", d->dates ? d->dates : "", d->dates ? "\n" : "", line);
	d->dates_len++;
	return d->dates ? OK : ERR_MEMORY;
}

/* ── directives ── */

static void read_word(reading *r, firstprint_span word)
{
	bool none = is_word(word, "none");

	if (!r->is_ours)
		return;
	r->found->noindex |= none || is_word(word, "noindex");
	r->found->nofollow |= none || is_word(word, "nofollow");
}

/* Reads what follows "name:", which is at r->at: the value of a directive, or, if it names a crawler, its directives. */
static status read_named(reading *r, firstprint_span name)
{
	const char *value = skip(r->at, r->end, HTML_SPACE);

	if (is_word(name, "unavailable_after")) {
		r->at = date_end(value, r->end);
		return r->is_ours ? add_date(r->found, value, r->at, r->a) : OK;
	}
	if (is_word(name, "max-snippet") || is_word(name, "max-image-preview") || is_word(name, "max-video-preview"))
		r->at = find(value, r->end, SEPARATORS);
	else if (r->has_names)
		r->is_ours = is_agent(name, r->agent);
	return OK;
}

static status read_all(reading *r)
{
	status err = OK;

	while (!err && (r->at = skip(r->at, r->end, SEPARATORS ":")) < r->end) {
		const char *stop = find(r->at, r->end, SEPARATORS ":"), *colon = skip(stop, r->end, HTML_SPACE);
		firstprint_span word = {r->at, (size_t)(stop - r->at)};
		bool is_name = colon < r->end && *colon == ':';

		r->at = is_name ? colon + 1 : stop;
		if (is_name)
			err = read_named(r, word);
		else
			read_word(r, word);
	}
	return err;
}

status directives_read(directives *d, const char *content, arena *a)
{
	reading r = {.found = d, .at = content, .end = content + strlen(content), .is_ours = true, .a = a};

	return read_all(&r);
}

status directives_read_header(directives *d, const char *values, const char *agent, arena *a)
{
	status err = OK;

	while (values && *values && !err) {
		const char *end = values + strcspn(values, "\n");
		reading r = {d, values, end, agent, .has_names = true, .is_ours = true, .a = a};

		err = read_all(&r);
		values = end + (*end == '\n');
	}
	return err;
}
