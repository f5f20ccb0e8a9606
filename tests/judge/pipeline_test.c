#include "judge/pipeline.h"

#include <criterion/criterion.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>

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
	pipeline_settings settings = {workers, most, in_order, exact, after};
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
