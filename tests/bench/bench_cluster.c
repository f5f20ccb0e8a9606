/* What does a page cost that a shared memory judges? tests/bench/cluster starts the server and puts its share beside this.
 *
 *	bench_cluster URL CLIENTS PAGES [BATCH [SHARDS]]
 *
 * Made pages (made_pages.h, mixed) are signed first. Then one filter in this process settles, checks and remembers all of them; then the
 * clients, each a process with an owner of its own, ask the memory at URL for their shares, all at once. One line:
 *
 *	pages kept alone_us clients_us seconds slowest_ms
 *
 * CPU of one page in this process and, of all clients, at the memory; by the clock, for all pages; the longest wait for an answer. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "cluster/memory.h"
#include "plugin/filter.h"
#include "tests/bench/made_pages.h"

static const uint8_t key[FILTER_KEY_SIZE];
static complaint why;

static void must(status err)
{
	if (!err)
		return;
	fprintf(stderr, "bench_cluster: %s\n", *why.text ? why.text : status_text(err));
	exit(1);
}

static double cpu_us(int who)
{
	struct rusage used;

	getrusage(who, &used);
	return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1e6 + (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
}

/* ── signatures, in an arena ── */

static firstprint_signature *sign_all(filter *f, size_t n, arena *a)
{
	firstprint_signature *all = arena_zeros(a, n, sizeof *all);
	arena *scratch = arena_new();

	for (size_t i = 0; i < n; i++) {
		firstprint_page page;
		firstprint_signature sig;

		arena_reset(scratch);
		if (!made_page(MADE_MIXED, i, scratch, &page))
			must(ERR_MEMORY);
		must(filter_sign(f, &page, scratch, &sig));
		all[i] = (firstprint_signature){arena_copy(a, sig.bytes, sig.len), sig.len};
	}
	arena_free(scratch);
	return all;
}

static size_t judge_alone(filter *f, const firstprint_signature *all, size_t n)
{
	arena *a = arena_new();
	size_t kept = 0;

	for (size_t i = 0; i < n; i++) {
		firstprint_signature final;
		firstprint_verdict v;

		arena_reset(a);
		must(filter_finalize(f, &all[i], a, &final));
		must(filter_check(f, &final, &v, NULL));
		if (filter_kind_drops(v.kind))
			continue;
		must(filter_add(f, i + 1, &final));
		kept++;
	}
	arena_free(a);
	return kept;
}

/* ── a client ── */

typedef struct client {
	memory *memory;
	arena *arena;
	int64_t slowest_ms;
} client;

static void ask(client *c, const wire_page *pages, size_t n)
{
	wire_answer *answers;
	uint64_t withdrawn;
	bool taken;
	int64_t began = clock_ms();

	arena_reset(c->arena);
	must(memory_ask(c->memory, 0, pages, n));
	must(memory_take(c->memory, true, c->arena, &taken, &answers, &withdrawn, &why));
	if (clock_ms() - began > c->slowest_ms)
		c->slowest_ms = clock_ms() - began;
}

/* Every clients-th page, from `first` on. Returns the longest wait. */
static int run_client(const char *url, size_t first, size_t clients, const firstprint_signature *all, size_t n, size_t batch)
{
	client c = {.arena = arena_new()};
	wire_page pages[MEMORY_PAGES_MOST];
	memory_joined joined;
	char owner[32];
	size_t len = 0;

	snprintf(owner, sizeof owner, "bench-%zu", first);
	must(memory_open(url, &c.memory, &why));
	must(memory_join(c.memory, owner, &joined, &why));
	must(memory_compared(c.memory, 0, &why));
	for (size_t i = first; i < n; i += clients) {
		pages[len++] = (wire_page){.signature = all[i]};
		if (len == batch || i + clients >= n) {
			ask(&c, pages, len);
			len = 0;
		}
	}
	memory_close(c.memory);
	return (int)(c.slowest_ms < 250 ? c.slowest_ms : 250);
}

static int run_clients(const char *url, size_t clients, const firstprint_signature *all, size_t n, size_t batch)
{
	int slowest = 0, code;

	for (size_t k = 0; k < clients; k++)
		if (fork() == 0)
			_exit(run_client(url, k, clients, all, n, batch));
	while (wait(&code) > 0)
		if (WEXITSTATUS(code) > slowest)
			slowest = WEXITSTATUS(code);
	return slowest;
}

static void make_memory(const char *url, const filter *f, size_t shards)
{
	memory_facts like = {.spec = filter_spec(f), .files = ""};
	memory *m;

	must(memory_open(url, &m, &why));
	must(memory_create(m, &like, 1, shards, &why));
	memory_close(m);
}

int main(int argc, char **argv)
{
	size_t clients = argc > 2 ? (size_t)atol(argv[2]) : 0, n = argc > 3 ? (size_t)atol(argv[3]) : 0;
	size_t batch = argc > 4 ? (size_t)atol(argv[4]) : MEMORY_PAGES_MOST, kept;
	arena *a = arena_new();
	firstprint_signature *all;
	double alone, began;
	filter *f;
	int slowest;
	int64_t ms;

	if (!clients || !n || !batch || batch > MEMORY_PAGES_MOST) {
		fprintf(stderr, "usage: bench_cluster URL CLIENTS PAGES [BATCH [SHARDS]]\n");
		return 2;
	}
	must(filter_open("cascade", key, &f, &why));
	all = sign_all(f, n, a);
	began = cpu_us(RUSAGE_SELF);
	kept = judge_alone(f, all, n);
	alone = cpu_us(RUSAGE_SELF) - began;
	make_memory(argv[1], f, argc > 5 ? (size_t)atol(argv[5]) : 1);
	ms = clock_ms();
	slowest = run_clients(argv[1], clients, all, n, batch);
	printf("%zu %zu %.2f %.2f %.3f %d\n", n, kept, alone / (double)n, cpu_us(RUSAGE_CHILDREN) / (double)n,
	       (double)(clock_ms() - ms) / 1000, slowest);
	filter_close(f);
	arena_free(a);
	return 0;
}
