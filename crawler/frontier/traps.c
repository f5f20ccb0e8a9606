#include "crawler/frontier/traps.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/mark.h"
#include "crawler/web/url_component.h"

enum { CYCLE_MOST = 4, SEGMENTS_LOOKED_AT = 64 };

static const char digits[] = "0123456789";

enum { REPEATING, LONG_PATH, MANY_PARAMETERS, CALENDAR, SESSION, SORT_ORDER, TRACKING };
const char *const trap_reasons[] = {[REPEATING] = "repeating path",
				    [LONG_PATH] = "long path",
				    [MANY_PARAMETERS] = "many parameters",
				    [CALENDAR] = "calendar",
				    [SESSION] = "session id",
				    [SORT_ORDER] = "sort order",
				    [TRACKING] = "tracking mark",
				    NULL};

static bool is_named(const url_part *p, const char *patterns)
{
	return mark_is_one((firstprint_span){p->name, p->name_len}, patterns);
}

/* ── paths ── */

static bool same_segment(const url_part *x, const url_part *y)
{
	return x->name_len == y->name_len && memcmp(x->name, y->name, x->name_len) == 0;
}

static bool is_number(const url_part *p)
{
	return p->name_len && strspn(p->name, digits) >= p->name_len;
}

/* Are the `cycle` segments before `end` preceded by the same segments, TRAP_REPEATS_MOST times in a row? */
static bool is_repeated(const url_part *s, size_t end, size_t cycle)
{
	size_t from = end - cycle * (TRAP_REPEATS_MOST + 1);
	bool numbers = true;

	for (size_t i = from; i < end; i++) {
		if (i >= from + cycle && !same_segment(&s[i], &s[i - cycle]))
			return false;
		numbers &= is_number(&s[i]);
	}
	return !numbers; /* /1/1/1/ may be a version or a chapter */
}

static const char *path_trap(const url_part *s, size_t n)
{
	for (size_t cycle = 1; cycle <= CYCLE_MOST; cycle++)
		for (size_t end = cycle * (TRAP_REPEATS_MOST + 1); end <= n; end++)
			if (is_repeated(s, end, cycle))
				return trap_reasons[REPEATING];
	return n > TRAP_SEGMENTS_MOST ? trap_reasons[LONG_PATH] : NULL;
}

/* ── calendars ── */

/* Returns the year at the start of text: four digits, and no fifth. 0: there is none. */
static int year_at(const char *text, size_t len)
{
	return len >= 4 && strspn(text, digits) == 4 ? atoi(text) : 0;
}

/* Is it a month: one or two digits, from 1 to 12, and nothing else? */
static bool is_month(const char *text, size_t len)
{
	int month = len && len <= 2 && isdigit((unsigned char)text[0]) ? atoi(text) : 0;

	return month >= 1 && month <= 12 && (len == 1 || isdigit((unsigned char)text[1]));
}

/* Returns the year of "2031-07" or "2031-7-12"; 0: it is not a date. */
static int year_of_date(const char *text, size_t len)
{
	int year = len >= 6 && text[4] == '-' ? year_at(text, 4) : 0;

	return year && is_month(text + 5, strspn(text + 5, digits)) ? year : 0;
}

/* What the parameters say of time. */
struct dates {
	int year, short_year; /* the latest; short_year: of ?y=2031, which counts if there is a month, too. 0: none */
	bool has_month;
};

static void keep_later(int *year, int other)
{
	*year = other > *year ? other : *year;
}

/* Reads a parameter with the name of a date: ?year=2031, ?date=2031-07, ?m=7. A number alone, as in ?start=2050, may count anything. */
static void read_parameter(const url_part *p, struct dates *d)
{
	if (is_named(p, "date day month from to start end year yr y"))
		keep_later(&d->year, year_of_date(p->value, p->value_len));
	if (is_named(p, "year yr"))
		keep_later(&d->year, year_at(p->value, p->value_len));
	if (is_named(p, "y"))
		keep_later(&d->short_year, year_at(p->value, p->value_len));
	d->has_month |= is_named(p, "m mon month") && is_month(p->value, p->value_len);
}

/* Returns the year in a path: /2031-07/, /2031/07/. 0: there is none. */
static int year_of_segments(const url_part *s, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		int year = year_of_date(s[i].name, s[i].name_len);

		if (!year && i + 1 < n && is_month(s[i + 1].name, s[i + 1].name_len))
			year = s[i].name_len == 4 ? year_at(s[i].name, 4) : 0;
		if (year)
			return year;
	}
	return 0;
}

const char *trap_of(const url_parts *u, int year)
{
	url_part segments[SEGMENTS_LOOKED_AT], p;
	const char *at = NULL, *why;
	size_t n = 0, parameters = 0;
	struct dates seen = {0};

	while (url_part_next(u->url, &at, &p)) {
		if (p.is_segment && n < SEGMENTS_LOOKED_AT)
			segments[n++] = p;
		if (p.is_segment)
			continue;
		parameters++;
		read_parameter(&p, &seen);
	}
	why = path_trap(segments, n);
	if (why)
		return why;
	if (parameters > TRAP_PARAMETERS_MOST)
		return trap_reasons[MANY_PARAMETERS];
	if (seen.has_month)
		keep_later(&seen.year, seen.short_year);
	return (seen.year ? seen.year : year_of_segments(segments, n)) > year + TRAP_YEARS_AHEAD ? trap_reasons[CALENDAR]
												 : NULL;
}

/* ── variants ── */

/* Does the value look generated, not written by a person? It does if it is long and has only letters and digits, at least one of
 * each. */
static bool looks_generated(const char *value, size_t len)
{
	bool digit = false, letter = false;

	for (size_t i = 0; i < len; i++) {
		if (!isalnum((unsigned char)value[i]))
			return false;
		digit |= isdigit((unsigned char)value[i]) != 0;
		letter |= isalpha((unsigned char)value[i]) != 0;
	}
	return len >= 16 && digit && letter;
}

/* Is it a random session id of a known platform? What others call a session may be a talk or a film: see trap_is_likely. */
static bool is_session(const url_part *p)
{
	return is_named(p, "aspsessionid*") || (is_named(p, MARK_SESSIONS) && looks_generated(p->value, p->value_len));
}

/* Is it from a file list by nginx or Apache? ?C=N;O=D */
static bool is_sort_order(const url_part *p)
{
	return p->name_len == 1 && *p->name == 'C' && p->value_len == 5 && memcmp(p->value + 1, ";O=", 3) == 0;
}

bool trap_is_likely(const char *name, size_t len)
{
	return mark_is_one((firstprint_span){name, len}, MARK_SESSIONS
			   " sessionid session_id sessid sid s session sort sortby sort_by sort-by sort_order sortorder"
			   " sort_dir sortdir orderby order_by order-by sort_direction order dir direction");
}

static bool is_tracking(const url_part *p)
{
	return is_named(p, MARK_TRACKING);
}

/* "/a;jsessionid=1A2B?q" → "/a?q". Returns url itself if it has no session id. NULL: out of memory. */
static const char *without_path_session(const char *url, arena *a)
{
	const char *at = strcasestr(url, ";jsessionid=");

	if (!at || memchr(url, '?', (size_t)(at - url)))
		return url;
	return arena_printf(a, "%.*s%s", (int)(at - url), url, at + strcspn(at, "?/"));
}

const char *trap_variant(const char *url, arena *a, const char **plain)
{
	static const struct {
		bool (*is)(const url_part *p);
		int reason;
	} kinds[] = {{is_session, SESSION}, {is_sort_order, SORT_ORDER}, {is_tracking, TRACKING}};
	const char *now = without_path_session(url, a), *at = NULL;
	const char *why = now != url ? trap_reasons[SESSION] : NULL;
	url_part p;

	while (now && url_part_next(now, &at, &p))
		for (size_t i = 0; now && !p.is_segment && i < sizeof kinds / sizeof *kinds; i++)
			if (kinds[i].is(&p)) {
				now = url_without_part(now, &p, a);
				why = why ? why : trap_reasons[kinds[i].reason];
				at = NULL;
				break;
			}
	*plain = now;
	return now ? why : NULL;
}
