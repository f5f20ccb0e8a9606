#include "plugin/text/url_dates.h"

#include <criterion/criterion.h>
#include <string.h>

static const struct { const char *name, *url, *lang, *first, *month; } rows[] = {
	{"a path", "http://h/calendar/2024/03/05", "en", "Tuesday, March 5, 2024", "March 2024"},
	{"a query", "/c?month=12&year=1999", "en", "Wednesday, December 1, 1999", "December 1999"},
	{"other digits before", "/v2/70/2031-11.html", "en", "Saturday, November 1, 2031", "November 2031"},
	{"a language", "/2024/3", "de", "Freitag, 1. März 2024", "März 2024"},
	{"no language", "/2024/3", "", "Friday, March 1, 2024", "March 2024"},
	{"Chinese", "/2024/3", "zh-hant", "2024年3月1日 星期五", "2024年3月"},
	{"a year alone", "/2024/report", "en", NULL, NULL},
	{"a number that is no year", "/1066/03", "en", NULL, NULL},
	{"no month", "/2024/13", "en", NULL, NULL},
	{"digits without end", "/99999999999999999999999999999/3", "en", NULL, NULL},
	{"nothing", "", "en", NULL, NULL},
};

Test(url_dates, are_written_as_texts_write_them)
{
	arena *a = arena_new();

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const char *dates[URL_DATES];
		size_t n = 99;

		cr_assert_eq(url_dates(rows[i].url, rows[i].lang, a, dates, &n), OK, "%s", rows[i].name);
		cr_assert_eq(n, rows[i].first ? (size_t)URL_DATES / 2 : 0u, "%s: %zu", rows[i].name, n);
		if (!n)
			continue;
		cr_expect(strncmp(dates[0], rows[i].first, 9) == 0, "%s: %s", rows[i].name, dates[0]);
		cr_expect_str_eq(dates[4], rows[i].month, "%s: %s", rows[i].name, dates[4]);
	}
	arena_free(a);
}
