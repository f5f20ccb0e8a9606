#include "judge/pipeline.h"

#include <criterion/criterion.h>
#include <poll.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static filter *exact;

static void make(void)
{
	static const uint8_t key[FILTER_KEY_SIZE];
	complaint why = {""};

	cr_assert(filter_open("exact", key, &exact, &why) == OK, "%s", why.text);
}

static void drop(void)
{
	filter_close(exact);
}

TestSuite(pipeline, .init = make, .fini = drop);

static pipeline *open_pipeline(int workers, int most, bool in_order, void (*after)(job *))
{
	pipeline_settings settings = {.workers = workers, .most = most, .in_order = in_order, .filter = exact, .after = after};
	complaint why = {""};
	pipeline *p = NULL;

	cr_assert(pipeline_open(&settings, &p, &why) == OK, "%s", why.text);
	return p;
}

/* A page about the number. Lengths vary with number % 7, so that jobs overtake each other. */
static bool submit(pipeline *p, size_t number)
{
	job *j = pipeline_job(p);
	char text[64];

	if (!j)
		return false;
	snprintf(text, sizeof text, "<p>Page %zu.", number);
	cr_assert(buffer_append_text(&j->body, text));
	for (size_t i = 0; i < number % 7 * 200; i++)
		cr_assert(buffer_append_text(&j->body, "<p>It rained."));
	j->input = (purify_input){.bytes = j->body.bytes, .len = j->body.len, .form = PURIFY_HTML};
	j->ctx = (void *)number;
	pipeline_submit(p, j);
	return true;
}

static bool is_page_of(const job *j, size_t number)
{
	char text[64];

	snprintf(text, sizeof text, "Page %zu.", number);
	return j->status == OK && strstr(j->result.page.text.at, text) != NULL && j->signature.len > 0;
}

Test(pipeline, returns_jobs_in_order)
{
	enum { JOBS = 500 };
	pipeline *p = open_pipeline(4, 16, true, NULL);
	size_t sent = 0, taken = 0;

	while (taken < JOBS) {
		job *j;

		while (sent < JOBS && submit(p, sent))
			sent++;
		j = pipeline_take(p, true);
		cr_assert(j != NULL);
		cr_expect(j->ctx == (void *)taken && is_page_of(j, taken), "job %zu", taken);
		taken++;
		pipeline_release(p, j);
	}
	cr_expect(pipeline_running(p) == 0 && pipeline_take(p, true) == NULL);
	pipeline_close(p);
}

Test(pipeline, returns_each_job_once_without_order)
{
	enum { JOBS = 300 };
	pipeline *p = open_pipeline(3, JOBS, false, NULL);
	bool seen[JOBS] = {false};
	job *j;

	for (size_t i = 0; i < JOBS; i++)
		cr_assert(submit(p, i));
	while ((j = pipeline_take(p, true)) != NULL) {
		size_t number = (size_t)j->ctx;

		cr_expect(number < JOBS && !seen[number] && is_page_of(j, number), "job %zu", number);
		seen[number] = true;
		pipeline_release(p, j);
	}
	for (size_t i = 0; i < JOBS; i++)
		cr_expect(seen[i], "job %zu", i);
	pipeline_close(p);
}

Test(pipeline, has_a_limit_on_jobs)
{
	pipeline *p = open_pipeline(1, 2, true, NULL);

	cr_expect(submit(p, 1) && submit(p, 2));
	cr_expect(pipeline_job(p) == NULL);
	cr_expect(pipeline_running(p) == 2);
	pipeline_release(p, pipeline_take(p, true));
	cr_expect(pipeline_running(p) == 1);
	cr_expect(submit(p, 3), "a released job may be used again");
	pipeline_close(p);
}

static atomic_int afters;

static void count_after(job *j)
{
	afters++;
	j->extra = arena_printf(j->arena, "after %zu", (size_t)j->ctx);
}

Test(pipeline, errors_are_returned_with_their_job)
{
	pipeline *p = open_pipeline(2, 4, true, count_after);
	job *bad = pipeline_job(p), *j;

	bad->input = (purify_input){.bytes = "", .len = (size_t)2 << 30, .form = PURIFY_HTML}; /* refused unread */
	pipeline_submit(p, bad);
	cr_assert(submit(p, 7));
	j = pipeline_take(p, true);
	cr_expect(j == bad && j->status == ERR_LIMIT && j->extra == NULL);
	pipeline_release(p, j);
	j = pipeline_take(p, true);
	cr_expect(is_page_of(j, 7));
	cr_expect_str_eq(j->extra, "after 7");
	cr_expect(afters == 1, "not after a job that failed");
	pipeline_release(p, j);
	pipeline_close(p);
}

Test(pipeline, a_reused_job_is_clean)
{
	pipeline *p = open_pipeline(1, 1, true, count_after);
	job *j;

	cr_assert(submit(p, 1));
	pipeline_release(p, pipeline_take(p, true));
	j = pipeline_job(p);
	cr_expect(j->ctx == NULL && j->extra == NULL && j->body.len == 0 && j->signature.len == 0 && j->status == OK);
	cr_expect(arena_bytes(j->arena) == 0);
	pipeline_release(p, j);
	pipeline_close(p);
}

/* ── memory ── */

static atomic_int at_work, most_at_work;
static int expected_at_work;

/* Stays until so many as are expected have been at work at once, or a minute, and then for a moment. */
static void note_company(job *j)
{
	int now = ++at_work;

	(void)j;
	if (now > most_at_work)
		most_at_work = now;
	for (int ms = 0; most_at_work < expected_at_work && ms < 60000; ms++)
		usleep(1000);
	usleep(2000);
	at_work--;
}

/* How many of so many pages of so many bytes four workers read at once, if they may take 4 MiB. */
static int company(int pages, size_t bytes, int expected)
{
	pipeline_settings settings = {.workers = 4, .most = 8, .memory = 4 << 20, .in_order = true, .after = note_company};
	pipeline *p = NULL;
	int taken = 0;
	job *j;

	cr_assert(pipeline_open(&settings, &p, NULL) == OK);
	most_at_work = 0;
	expected_at_work = expected;
	for (int sent = 0; taken < pages;) {
		while (sent < pages && (j = pipeline_job(p)) != NULL) {
			for (size_t n = 0; n < bytes; n += 13)
				cr_assert(buffer_append_text(&j->body, "<p>It rained."));
			j->input = (purify_input){.bytes = j->body.bytes, .len = j->body.len, .form = PURIFY_HTML};
			pipeline_submit(p, j);
			sent++;
		}
		j = pipeline_take(p, true);
		cr_expect(j && j->status == OK && j->result.page.text.len > bytes / 2);
		pipeline_release(p, j);
		taken++;
	}
	pipeline_close(p);
	return most_at_work;
}

Test(pipeline, large_pages_wait_for_room)
{
	bool is_long = getenv("LONG");

	cr_expect(company(40, 100, 2) > 1, "small ones do not");
	cr_expect(company(is_long ? 40 : 20, 100000, 1) == 1, "%d at once", (int)most_at_work);
	cr_expect(company(is_long ? 40 : 6, 1000000, 1) == 1, "one that needs more than there is has its turn: %d at once", (int)most_at_work);
}

Test(pipeline, is_full_until_large_pages_are_taken)
{
	pipeline_settings settings = {.workers = 1, .most = 8, .memory = 4 << 20, .in_order = true};
	pipeline *p = NULL;
	job *j;

	cr_assert(pipeline_open(&settings, &p, NULL) == OK);
	cr_expect(!pipeline_is_full(p));
	for (int i = 0; i < 2; i++) {
		j = pipeline_job(p);
		for (int n = 0; n < 30000; n++)
			cr_assert(buffer_append_text(&j->body, "<p>It rained."));
		j->input = (purify_input){.bytes = j->body.bytes, .len = j->body.len, .form = PURIFY_HTML};
		pipeline_submit(p, j);
	}
	cr_expect(pipeline_is_full(p));
	pipeline_release(p, pipeline_take(p, true));
	pipeline_release(p, pipeline_take(p, true));
	cr_expect(!pipeline_is_full(p));
	pipeline_close(p);
}

static void look_at_whole(job *j)
{
	if (j->result.links_len == 1 && j->result.page.sentences && j->result.page.visible.len)
		afters++;
}

/* Three pages, taken when the last one is made. Does one have a verdict in advance? */
static bool round_has_ahead(pipeline *p, size_t round)
{
	size_t first = 3 * round;
	bool has = false;

	for (size_t i = 0; i < 3; i++)
		cr_assert(submit(p, first + i));
	while (afters < (int)first + 3)
		sched_yield();
	for (size_t i = 0; i < 3; i++) {
		job *j = pipeline_take(p, true);

		cr_assert(j && is_page_of(j, first + i), "job %zu", first + i);
		cr_expect(i > 0 || !j->ahead, "the thread that takes the jobs is about to judge the first one");
		has |= j->ahead != NULL;
		pipeline_release(p, j);
	}
	return has;
}

Test(pipeline, a_worker_without_a_page_looks_ahead)
{
	pipeline_settings settings = {.workers = 1, .most = 8, .in_order = true, .filter = exact, .after = count_after, .looks_ahead = true};
	pipeline *p = NULL;
	size_t round = 0;

	cr_assert(pipeline_open(&settings, &p, NULL) == OK);
	while (round < 100000 && !round_has_ahead(p, round))
		round++;
	cr_expect_lt(round, 100000, "it never does");
	pipeline_close(p);
}

Test(pipeline, keeps_what_is_stored_of_a_page_and_no_more)
{
	pipeline_settings settings = {.workers = 1, .most = 2, .filter = exact, .after = look_at_whole};
	static const char html[] = "<html lang=en><title>Rain</title><p>It <a href=x>rained</a>. It stopped.";

	for (int keeps = 0; keeps < 2; keeps++) {
		pipeline *p = NULL;
		job *j;

		settings.keeps_bodies = keeps;
		cr_assert(pipeline_open(&settings, &p, NULL) == OK);
		j = pipeline_job(p);
		cr_assert(buffer_append_text(&j->body, html));
		j->input = (purify_input){.bytes = j->body.bytes, .len = j->body.len, .form = PURIFY_HTML, .url = "http://a/"};
		pipeline_submit(p, j);
		cr_assert(pipeline_take(p, true) == j && j->status == OK);
		cr_expect(afters == keeps + 1, "the whole page was there on the worker");
		cr_expect_str_eq(j->result.page.text.at, "It rained. It stopped.");
		cr_expect_str_eq(j->result.page.title, "Rain");
		cr_expect_str_eq(j->result.page.lang, "en");
		cr_expect_str_eq(j->result.page.url, "http://a/");
		cr_expect(j->result.page.sentences_len == 2 && j->result.links_len == 1 && j->signature.len > 0);
		cr_expect(!j->result.page.sentences && !j->result.links && !j->scratch);
		cr_expect((j->body.len > 0) == (keeps == 1) && (j->input.bytes != NULL) == (keeps == 1));
		cr_expect(j->input.len == sizeof html - 1);
		cr_expect(arena_bytes(j->arena) < 1000, "%zu bytes", arena_bytes(j->arena));
		pipeline_release(p, j);
		pipeline_close(p);
	}
}

/* The second page takes the memory of the worker in which the first one was made. */
Test(pipeline, keeps_the_dates_from_which_a_page_is_unwanted)
{
	static const char *const pages[] = {"<meta name=robots content='unavailable_after: 2010-06-25'><p>It rained.",
					    "<meta name=robots content='unavailable_after: 2011-07-26'><p>It rained."};
	pipeline *p = open_pipeline(1, 2, true, NULL);
	job *j[2];

	for (size_t i = 0; i < 2; i++) {
		j[i] = pipeline_job(p);
		cr_assert(buffer_append_text(&j[i]->body, pages[i]));
		j[i]->input = (purify_input){.bytes = j[i]->body.bytes, .len = j[i]->body.len, .form = PURIFY_HTML};
		pipeline_submit(p, j[i]);
		cr_assert(pipeline_take(p, true) == j[i] && j[i]->status == OK);
	}
	cr_expect_str_eq(j[0]->result.unavailable_after, "2010-06-25");
	cr_expect_str_eq(j[1]->result.unavailable_after, "2011-07-26");
	pipeline_release(p, j[0]);
	pipeline_release(p, j[1]);
	pipeline_close(p);
}

Test(pipeline, its_descriptor_is_readable_when_a_job_is_finished)
{
	pipeline *p = open_pipeline(1, 4, true, NULL);
	struct pollfd fd = {.fd = pipeline_fd(p), .events = POLLIN};

	cr_expect(pipeline_take(p, false) == NULL);
	cr_expect(poll(&fd, 1, 0) == 0);
	cr_assert(submit(p, 1));
	cr_expect(poll(&fd, 1, 10000) == 1);
	pipeline_release(p, pipeline_take(p, false));
	cr_expect(poll(&fd, 1, 0) == 0);
	cr_expect(pipeline_running(p) == 0);
	pipeline_close(p);
}

Test(pipeline, can_be_closed_while_jobs_are_running)
{
	for (int round = 0; round < 20; round++) {
		pipeline *p = open_pipeline(4, 64, true, count_after);

		for (size_t i = 0; i < 64; i++)
			cr_assert(submit(p, i));
		if (round % 2)
			pipeline_release(p, pipeline_take(p, true));
		pipeline_close(p);
	}
	pipeline_close(NULL);
}
