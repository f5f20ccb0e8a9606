#include "crawler/frontier/traps.h"

#include <criterion/criterion.h>
#include <string.h>

#define FOUR "a=1&b=2&c=3&d=4"

static arena *memory;

static void make(void)
{
	memory = arena_new();
	cr_assert(memory != NULL);
}

static void drop(void)
{
	arena_free(memory);
}

TestSuite(traps, .init = make, .fini = drop);

static struct {
	const char *url, *why; /* "": none */
} rows[] = {
	{"http://a/a/a/page.html", ""},
	{"http://a/a/a/a/page.html", "repeating path"},
	{"http://a/x/a/b/a/b/a/b", "repeating path"},
	{"http://a/x/a/b/a/b/a/c", ""},
	{"http://a/a/x/a/y/a/z", ""},
	{"http://a/lib/1/1/1/index.html", ""},
	{"http://a/1/2/3/4/5/6/7/8/9/10/11/12/13/14/15/16/17/18/19/20", ""},
	{"http://a/1/2/3/4/5/6/7/8/9/10/11/12/13/14/15/16/17/18/19/20/21", "long path"},
	{"http://a/?a=1&a=2&a=3", ""},
	{"http://a/?1&2&3&4&5&6&7&8&9&10&11&12&13&14&15&16&17&18&19&20&21&22&23&24&25", "many parameters"},
	{"http://a/calendar/2031/07/", "calendar"},
	{"http://a/calendar/2027/07/", ""},
	{"http://a/2031-07-12/", "calendar"},
	{"http://a/events?year=2031", "calendar"},
	{"http://a/events?year=31", ""},
	{"http://a/events?date=2999-1", "calendar"},
	{"http://a/events?y=2031&m=7", "calendar"},
	{"http://a/?map&y=5000", ""},
	{"http://a/list?start=2050", ""},
	{"http://a/list?from=9000&to=9025", ""},
	{"http://a/list?from=2031-07-01", "calendar"},
	{"http://a/events?date=2026-11-21", ""},
	{"http://a/model/9000/12", "calendar"}, /* it looks like one; --traps follow is for such sites */
	{"http://a/model/9000/300", ""},
	{"http://a/model/9000", ""},
	{"http://a/1865/04/15", ""},
	{"http://a/id?n=20310712", ""},
	{"http://a/?" FOUR "&" FOUR "&" FOUR "&" FOUR "&" FOUR "&" FOUR, ""},
	{"http://a/?" FOUR "&" FOUR "&" FOUR "&" FOUR "&" FOUR "&" FOUR "&x=1", "many parameters"},
};

Test(traps, endless_urls_are_refused)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		url_parts u = {.url = rows[i].url};
		const char *why = trap_of(&u, 2026);

		cr_expect_str_eq(why ? why : "", rows[i].why, "%s", rows[i].url);
	}
}

static struct {
	const char *url, *why, *plain;
} variants[] = {
	{"http://a/7?PHPSESSID=0123456789abcdef", "session id", "http://a/7"},
	{"http://a/7?PHPSESSID=abc", "", "http://a/7?PHPSESSID=abc"},
	{"http://a/7?session_id=opening-talk", "", "http://a/7?session_id=opening-talk"},
	{"http://a/7;jsessionid=1A2B?x=1", "session id", "http://a/7?x=1"},
	{"http://a/7?q=;jsessionid=1", "", "http://a/7?q=;jsessionid=1"},
	{"http://a/7?PHPSESSID=0123456789abcdef&x=1", "session id", "http://a/7?x=1"},
	{"http://a/7?sid=0123456789abcdef", "", "http://a/7?sid=0123456789abcdef"}, /* may be the id of a story */
	{"http://a/7?ASPSESSIONIDQQQ=x", "session id", "http://a/7"},
	{"http://a/list?sort=date&page=2", "", "http://a/list?sort=date&page=2"},
	{"http://a/list?order=123", "", "http://a/list?order=123"},
	{"http://a/list?orderby=price&dir=desc", "", "http://a/list?orderby=price&dir=desc"},
	{"http://a/files/?C=N;O=D", "sort order", "http://a/files/"},
	{"http://a/7?_ga=2.1&_gl=1*b&gbraid=0A&wbraid=0B&ttclid=E&hsCtaTracking=f&id=3", "tracking mark", "http://a/7?id=3"},
	{"http://a/7?utm_source=x&utm_medium=y&id=3", "tracking mark", "http://a/7?id=3"},
	{"http://a/7?fbclid=x", "tracking mark", "http://a/7"},
	{"http://a/7?mtm_campaign=x", "tracking mark", "http://a/7"},
	{"http://a/7?osCsid=0123456789abcdef", "session id", "http://a/7"},
	{"http://a/7?id=3", "", "http://a/7?id=3"},
};

Test(traps, a_variant_has_a_plain_url)
{
	for (size_t i = 0; i < sizeof variants / sizeof *variants; i++) {
		const char *plain = NULL, *why = trap_variant(variants[i].url, memory, &plain);

		cr_expect_str_eq(why ? why : "", variants[i].why, "%s", variants[i].url);
		cr_expect_str_eq(plain, variants[i].plain, "%s", variants[i].url);
	}
}

static bool is_likely(const char *name)
{
	return trap_is_likely(name, strlen(name));
}

Test(traps, some_parameters_make_no_difference_on_most_sites)
{
	cr_expect(is_likely("sort") && is_likely("OrderBy") && is_likely("session_id") && is_likely("cfid"));
	cr_expect(!is_likely("id") && !is_likely("page") && !is_likely("sorted") && !is_likely(""));
}
