#include "purify/directives.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "base/mark.h"
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

/* Is it our name, or "*", which is every client's? The product token is the letters, '-' and '_' that a name starts with, as in
 * robots.txt. */
static bool is_agent(firstprint_span name, const char *agent)
{
	size_t len = strspn(name.at, ASCII_LETTERS "-_");

	return (name.len == 1 && *name.at == '*') ||
	       (agent && len && len == strlen(agent) && strncasecmp(name.at, agent, len) == 0);
}

/* ── dates ── */

#define MONTHS "jan* feb* mar* apr* may* jun* jul* aug* sep* oct* nov* dec*"

/* Does a date go on behind a comma? Then a number follows, or the name of a month and a number. */
static bool goes_on(const char *at)
{
	const char *word = at + strspn(at, HTML_SPACE);
	size_t len = strspn(word, ASCII_LETTERS);

	if (len && !mark_is_one((firstprint_span){word, len}, MONTHS))
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
	r->found->noindex |= r->is_ours && mark_is_one(word, "none noindex");
	r->found->nofollow |= r->is_ours && mark_is_one(word, "none nofollow");
}

/* Reads what follows "name:", which is at r->at: the value of a directive, or, if it names a crawler, its directives. */
static void read_named(reading *r, firstprint_span name)
{
	const char *value = r->at + strspn(r->at, HTML_SPACE);

	if (mark_is_one(name, "unavailable_after")) {
		r->at = date_end(value);
		if (r->is_ours)
			add_date(r->found, value, r->at, r->a);
	} else if (mark_is_one(name, "max-snippet max-image-preview max-video-preview")) {
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
