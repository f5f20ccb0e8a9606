#include "plugin/text/url_dates.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unicode/udat.h>
#include <unicode/udatpg.h>
#include <unicode/ustring.h>

enum { READINGS = 2, FORMS = URL_DATES / READINGS, PATTERN_SIZE = 100, DATE_SIZE = 200 };

static const char *const skeletons[FORMS] = {"yMMMMEEEEd", "yMMMEEEd", "yMMMMd", "yMMMd", "yMMMM",
					     "yMMM",       "yMd",      "yM",     "LLLL",  "y"};

/* The next run of digits at or behind *at, as a number; −1: there is none. *at moves behind it. */
static int next_number(const char **at)
{
	char *end;
	long n;

	*at += strcspn(*at, "0123456789");
	if (!**at)
		return -1;
	n = strtol(*at, &end, 10);
	*at = end;
	return n < 10000 ? (int)n : 10000;
}

/* Adds the date, if it can be one. */
static void add_date(int year, int month, int day, struct tm *out, size_t *len)
{
	if (month < 1 || month > 12)
		return;
	out[(*len)++] = (struct tm){.tm_year = year - 1900, .tm_mon = month - 1, .tm_mday = day >= 1 && day <= 31 ? day : 1};
}

/* The first year, with the month behind or before it, and the day behind these. Returns how many dates that may be. */
static size_t find_dates(const char *url, struct tm out[READINGS])
{
	int before = 0, n;
	size_t len = 0;

	for (const char *at = url; !len && (n = next_number(&at)) >= 0; before = n) {
		const char *rest = at;
		int next;

		if (n < 1900 || n > 2099)
			continue;
		next = next_number(&rest);
		add_date(n, next, next_number(&rest), out, &len);
		add_date(n, before, next, out, &len);
	}
	return len;
}

/* The date as a skeleton of ICU says, in a; NULL: ICU cannot, or out of memory. */
static const char *write_date(UDate date, const char *lang, UDateTimePatternGenerator *g, const char *skeleton, arena *a)
{
	UErrorCode e = U_ZERO_ERROR;
	UChar wide[PATTERN_SIZE], pattern[PATTERN_SIZE], text[DATE_SIZE];
	char out[3 * DATE_SIZE];
	UDateFormat *f;
	int32_t len;

	u_uastrcpy(wide, skeleton);
	len = udatpg_getBestPattern(g, wide, -1, pattern, PATTERN_SIZE, &e);
	f = udat_open(UDAT_PATTERN, UDAT_PATTERN, lang, u"UTC", -1, pattern, len, &e);
	len = U_SUCCESS(e) ? udat_format(f, date, text, DATE_SIZE, NULL, &e) : 0;
	udat_close(f);
	u_strToUTF8(out, sizeof out, NULL, text, len, &e);
	return U_SUCCESS(e) ? arena_text(a, out, strlen(out)) : NULL;
}

status url_dates(const char *url, const char *lang, arena *a, const char *out[URL_DATES], size_t *len)
{
	UErrorCode e = U_ZERO_ERROR;
	UDateTimePatternGenerator *g;
	struct tm dates[READINGS];
	size_t n = find_dates(url, dates);

	*len = 0;
	if (!n)
		return OK;
	lang = *lang ? lang : "en";
	g = udatpg_open(lang, &e);
	for (size_t i = 0; i < n * FORMS && U_SUCCESS(e); i++) {
		out[*len] = write_date((double)timegm(&dates[i % n]) * 1000, lang, g, skeletons[i / n], a);
		*len += out[*len] != NULL;
	}
	udatpg_close(g);
	return U_SUCCESS(e) ? OK : ERR_MEMORY;
}
