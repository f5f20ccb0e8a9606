/* What does a check cost as the store grows? For each filter and each input, by tenth of the pages, beside the time of one
 * random line of memory in the same run.
 *
 *	bench_flat [-n PAGES] [-i INPUT]... [SPEC]...
 *
 * INPUT is a kind of made pages (made_pages.h), or FILE: pages as `firstprint filter` reads them. Without INPUT: mixed.
 * Without SPEC: cascade. A SPEC may be a shared object, such as the cascade of an older revision (tests/bench/flat).
 *
 * A check is what one page costs the judging thread: finalize, check, and add if the page is kept. "whole" adds sign. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "crawler/batch/page_stream.h"
#include "plugin/filter.h"
#include "tests/bench/made_pages.h"
#include "tests/bench/random_line.h"

enum { TENTHS = 10, INPUTS_MOST = 16 };

/* ── one run ── */

typedef struct run {
	filter *filter;
	size_t pages, done, kept;
	double sign_us, check_us[TENTHS], slowest_us;
	size_t checked[TENTHS];
	arena *arena;
} run;

static status judge_one(run *r, const firstprint_signature *sig)
{
	size_t tenth = r->done++ * TENTHS / r->pages;
	double began = bench_us(), took;
	firstprint_verdict verdict;
	firstprint_signature final;
	unsigned link;
	status err = filter_judge(r->filter, sig, NULL, r->arena, &final, &verdict, &link);

	if (!err && !filter_kind_drops(verdict.kind)) {
		err = filter_add(r->filter, r->done, &final);
		r->kept++;
	}
	took = bench_us() - began;
	tenth = tenth < TENTHS ? tenth : TENTHS - 1;
	r->check_us[tenth] += took;
	r->checked[tenth]++;
	r->slowest_us = took > r->slowest_us ? took : r->slowest_us;
	return err;
}

static status run_made(run *r, enum made_kind kind)
{
	status err = OK;

	for (size_t i = 0; i < r->pages && !err; i++) {
		firstprint_signature sig;
		firstprint_page page;
		double began;

		arena_reset(r->arena);
		if (!made_page(kind, i, r->arena, &page))
			return ERR_MEMORY;
		began = bench_us();
		err = filter_sign(r->filter, &page, r->arena, &sig);
		r->sign_us += bench_us() - began;
		if (!err)
			err = judge_one(r, &sig);
	}
	return err;
}

static status take_line(void *ctx, const line_note *note, const job *j)
{
	run *r = ctx;

	arena_reset(r->arena);
	return note->error || r->done >= r->pages ? OK : judge_one(r, &j->signature);
}

static status run_file(run *r, char *file)
{
	page_stream stream = {.take = take_line, .ctx = r, .jobs = 1, .filter = r->filter, .stop_fd = -1};
	complaint why = {""};
	status err = page_stream_run(&stream, &file, 1, &why);

	page_stream_close(&stream);
	if (err)
		fprintf(stderr, "bench_flat: %s\n", why.text);
	return err;
}

static void print_run(const run *r, const char *spec, const char *input)
{
	double all = r->sign_us;

	printf("flat: %-28s %-10s", spec, input);
	for (int t = 0; t < TENTHS; t++) {
		printf(" %7.1f", r->checked[t] ? r->check_us[t] / (double)r->checked[t] : 0);
		all += r->check_us[t];
	}
	printf(" us, slowest %.0f us; %zu kept of %zu, %zu bytes/page", r->slowest_us, r->kept, r->done,
	       r->kept ? filter_memory(r->filter) / r->kept : 0);
	if (r->sign_us > 0)
		printf(", whole %.0f pages/s", (double)r->done * 1e6 / all);
	putchar('\n');
	fflush(stdout);
}

static status bench(const char *spec, const char *input, size_t pages)
{
	static const uint8_t key[FILTER_KEY_SIZE];
	run r = {.pages = pages, .arena = arena_new()};
	complaint why = {""};
	enum made_kind kind = 0;
	status err = r.arena ? filter_open(spec, key, &r.filter, &why) : ERR_MEMORY;

	while (kind < MADE_KINDS && strcmp(made_kind_name(kind), input) != 0)
		kind++;
	if (!err)
		err = kind < MADE_KINDS ? run_made(&r, kind) : run_file(&r, (char *)input);
	if (err)
		fprintf(stderr, "bench_flat: %s: %s\n", spec, r.filter ? filter_error(r.filter) : why.text);
	else
		print_run(&r, spec, input);
	filter_close(r.filter);
	arena_free(r.arena);
	return err;
}

int main(int argc, char **argv)
{
	const char *inputs[INPUTS_MOST] = {"mixed"}, *const standard = "cascade";
	size_t pages = 10000, inputs_len = 0;
	int failed = 0;

	for (int c; (c = getopt(argc, argv, "n:i:")) != -1;) {
		if (c == 'n')
			pages = strtoul(optarg, NULL, 10);
		else if (c == 'i' && inputs_len < INPUTS_MOST)
			inputs[inputs_len++] = optarg;
		else
			return 2;
	}
	if (!pages)
		return 2;
	printf("flat: a random line of 64 bytes: %.1f ns\n", random_line_ns());
	for (size_t i = 0; i < (inputs_len ? inputs_len : 1); i++)
		for (int s = optind; s < (argc > optind ? argc : optind + 1); s++)
			failed |= bench(argc > optind ? argv[s] : standard, inputs[i], pages) != OK;
	return failed;
}
