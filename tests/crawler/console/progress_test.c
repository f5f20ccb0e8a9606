/* The progress line, as text and as JSON. */
#include "crawler/console/progress.h"

#include <criterion/criterion.h>
#include <criterion/redirect.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"

TestSuite(progress, .init = cr_redirect_stderr);

/* As if it had begun ten seconds ago, and nothing had been told for long. */
static progress begun(bool json)
{
	progress p;

	progress_start(&p, false, json);
	p.started_ms = clock_ms() - 10000;
	p.next_ms = 0;
	return p;
}

static const char *printed(void)
{
	static char text[2000];
	FILE *f;
	size_t n;

	fflush(stderr);
	f = cr_get_redirected_stderr();
	n = fread(text, 1, sizeof text - 1, f);
	text[n] = '\0';
	return text;
}

static void count(progress *p)
{
	static const struct {
		const char *cause;
		int n;
	} rows[] = {{NULL, 1000}, {"text", 5}, {"resemblance", 40}, {"containment", 3}, {"\x1b[31mpieces", 2}, {"sentences", 1}};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		for (int k = 0; k < rows[i].n; k++)
			progress_verdict(p, rows[i].cause);
}

Test(progress, tells_what_was_done_and_what_is_left)
{
	progress p = begun(false);

	count(&p);
	progress_part(&p, "judged", 1051, 0.25);
	cr_expect_str_eq(printed(), "1,051 judged  1,000 kept  51 dropped (resemblance 40, text 5, containment 3, others 3)  105/s  25 %  0:30 left\n");
}

/* A thousand pages and as many failures took ten seconds; a queue of twenty thousand takes a hundred. */
Test(progress, failures_leave_the_queue_too)
{
	progress p = begun(false);
	const char *said;
	const progress_counts c = {.pages = 1000, .queued = 20000, .done = 1000, .failed = 1000, .last_failure = "404"};

	for (int i = 0; i < 1000; i++)
		progress_verdict(&p, NULL);
	progress_tick(&p, &c, true);
	said = printed();
	cr_expect(strstr(said, "at least 1:4"), "%s", said);
}

/* A run that goes on has not dropped what another one has; pages that are unchanged are done, too. */
Test(progress, the_causes_are_those_of_all_drops_or_none)
{
	progress p = begun(false);

	progress_verdict(&p, "text");
	progress_tick(&p, &(progress_counts){.pages = 5, .drops = 1, .done = 40}, true);
	progress_tick(&p, &(progress_counts){.pages = 5, .drops = 7, .done = 40}, true);
	cr_expect_str_eq(printed(), "6 fetched  5 unique  1 dropped (text 1)  0 queued  4 pages/s\n12 fetched  5 unique  7 dropped  0 queued  4 pages/s\n");
}

Test(progress, tells_nothing_before_its_time)
{
	progress p;

	progress_start(&p, false, false);
	progress_part(&p, "judged", 1, 0.5);
	p.next_ms = 0;
	p.quiet = true;
	progress_part(&p, "judged", 1, 0.5);
	cr_expect_str_eq(printed(), "");
}

Test(progress, a_share_that_is_not_known_is_not_told)
{
	progress p = begun(false);

	progress_part(&p, "read", 20, -1);
	cr_expect_str_eq(printed(), "20 read  2/s\n");
}

Test(progress, programs_get_json)
{
	progress p = begun(true);
	json_t *event;

	count(&p);
	progress_tick(&p, &(progress_counts){.pages = 1000, .drops = 51, .queued = 2222, .done = 1051, .failed = 1, .last_failure = "http 404"}, false);
	event = json_loads(printed(), 0, NULL);
	cr_assert(event, "%s", printed());
	cr_expect_str_eq(json_string_value(json_object_get(event, "event")), "progress");
	cr_expect_eq(json_integer_value(json_object_get(json_object_get(event, "by"), "resemblance")), 40);
	cr_expect_eq(json_integer_value(json_object_get(event, "queued")), 2222);
	cr_expect_eq(json_integer_value(json_object_get(event, "seconds_left")) / 10, 2);
	json_decref(event);
}

/* However many stages a filter has. */
Test(progress, causes_are_bounded)
{
	progress p = begun(false);
	char name[40];

	for (int i = 0; i < 1000; i++) {
		snprintf(name, sizeof name, "a-stage-with-a-rather-long-name-%d", i % 100);
		progress_verdict(&p, name);
	}
	for (int i = 0; i < 100; i++) {
		snprintf(name, sizeof name, "s%d", i);
		progress_verdict(&p, name);
	}
	cr_expect_eq(p.dropped, 1100);
	progress_part(&p, "judged", 1100, -1);
	cr_expect(strstr(printed(), "1,100 dropped ("));
}
