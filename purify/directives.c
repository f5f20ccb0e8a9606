#include "purify/directives.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "plugin/firstprint.h"
#include "purify/ascii.h"

#define SEPARATORS ",;" HTML_SPACE

/* State of the reader of one value. */
typedef struct reading {
	directives *found;
	const char *at;
	const char *agent; /* NULL: no name is ours */
	bool has_names;    /* "name:" names a crawler */
	bool is_ours;      /* the name before the directives, if any, is ours */
	arena *a;
} reading;

static bool is_word(firstprint_span word, const char *name)
{
	return word.len == strlen(name) && strncasecmp(word.at, name, word.len) == 0;
}

/* Is it our name, or "*", which is every client's? The product token is the letters, '-' and '_' that a name starts with, as in
 * robots.txt. */
static bool is_agent(firstprint_span name, const char *agent)
{
	size_t len = strspn(name.at, ASCII_LETTERS "-_");

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
static bool goes_on(const char *at)
{
	const char *word = at + strspn(at, HTML_SPACE);
	size_t len = strspn(word, ASCII_LETTERS);

	if (len && !is_month(word, len))
		return false;
	at = word + len;
	return isdigit((unsigned char)at[strspn(at, HTML_SPACE)]);
}

/* "Friday, 25-Jun-10 15:00:00 PST" and "Friday, June 25, 2010" are one date each. */
static const char *date_end(const char *at)
{
	at += strcspn(at, ",;");
	while (*at == ',' && goes_on(at + 1))
		at += 1 + strcspn(at + 1, ",;");
	return at;
}

static void add_date(directives *d, const char *at, const char *end, arena *a)
{
	char line[DIRECTIVES_DATE_LEN + 1];
	size_t len = (size_t)(end - at);

	if (!len || len > DIRECTIVES_DATE_LEN || d->dates_len == DIRECTIVES_DATES_MOST)
		return;
	for (size_t i = 0; i < len; i++)
		line[i] = at[i] == '\n' || at[i] == '\r' ? ' ' : at[i];
	line[len] = '\0';
	d->dates = arena_printf(a, "%s%s%s", d->dates ? d->dates : "", d->dates ? "\n" : "", line);
	d->dates_len++;
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
static void read_named(reading *r, firstprint_span name)
{
	const char *value = r->at + strspn(r->at, HTML_SPACE);

	if (is_word(name, "unavailable_after")) {
		r->at = date_end(value);
		if (r->is_ours)
			add_date(r->found, value, r->at, r->a);
	} else if (is_word(name, "max-snippet") || is_word(name, "max-image-preview") || is_word(name, "max-video-preview")) {
		r->at = value + strcspn(value, SEPARATORS);
	} else if (r->has_names) {
		r->is_ours = is_agent(name, r->agent);
	}
}

static void read_all(reading *r)
{
	while (*(r->at += strspn(r->at, SEPARATORS ":"))) {
		firstprint_span word = {r->at, strcspn(r->at, SEPARATORS ":")};
		const char *stop = r->at + word.len, *colon = stop + strspn(stop, HTML_SPACE);

		r->at = *colon == ':' ? colon + 1 : stop;
		if (*colon == ':')
			read_named(r, word);
		else
			read_word(r, word);
	}
}

void directives_read(directives *d, const char *content, arena *a)
{
	read_all(&(reading){.found = d, .at = content, .is_ours = true, .a = a});
}

void directives_read_header(directives *d, const char *values, const char *agent, arena *a)
{
	for (size_t len; values && *values; values += len + (values[len] == '\n')) {
		const char *line = arena_text(a, values, len = strcspn(values, "\n"));

		if (line)
			read_all(&(reading){d, line, agent, .has_names = true, .is_ours = true, .a = a});
	}
}
