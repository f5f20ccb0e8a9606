/* bench_frontier — what handing out a URL costs, with few hosts and with many; and what a host costs in memory. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/clock.h"
#include "crawler/frontier/frontier.h"

static void fill(store *st, int hosts, int urls)
{
	char host[64], url[80];

	store_begin(st);
	for (int i = 0; i < hosts; i++)
		for (int k = 0; k < urls; k++) {
			snprintf(host, sizeof host, "http://host%d.example", i);
			snprintf(url, sizeof url, "%s/%d", host, k);
			store_add_url(st, &(store_sighting){.url = url, .host = host}, NULL, NULL);
		}
	store_commit(st);
}

static long resident_kib(void)
{
	long pages = 0;
	FILE *f = fopen("/proc/self/statm", "r");

	if (!f || fscanf(f, "%*d %ld", &pages) != 1)
		pages = 0;
	if (f)
		fclose(f);
	return pages * (sysconf(_SC_PAGESIZE) / 1024);
}

/* Hands out and ends every URL, all at one address, and asks for one more while that is busy. Returns how many there
 * were. */
static long drain(store *st, frontier *f, int hosts_met)
{
	static const fetch_result answer = {.address = "192.0.2.1", .elapsed_ms = 1};
	frontier_task t = {.kind = TASK_PAGE}, more;
	bool counts;
	long n = 0;

	store_begin(st);
	while (frontier_next(f, clock_ms(), &t) == OK && t.kind == TASK_PAGE) {
		if (n >= hosts_met && frontier_next(f, clock_ms(), &more) == OK && more.kind == TASK_PAGE)
			exit((fprintf(stderr, "two at one address\n"), 1));
		frontier_ended(f, t.host, &answer, &counts);
		store_conclude(st, &t.url, &(store_outcome){.result = RESULT_PAGE});
		frontier_done(f, t.host, t.url.id);
		n++;
	}
	store_commit(st);
	return n;
}

static void run(int hosts, int urls)
{
	static const frontier_settings settings = {.per_host = 1, .depth_most = -1, .agent = "firstprint"};
	char path[] = "/tmp/firstprint-bench-XXXXXX";
	complaint why = {""};
	frontier *f = NULL;
	store *st = NULL;
	int64_t began;
	long kib, n;

	close(mkstemp(path));
	if (store_open(path, STORE_WRITE, &st, &why) != OK)
		exit((fprintf(stderr, "%s\n", why.text), 1));
	fill(st, hosts, urls);
	kib = resident_kib();
	if (frontier_open(&settings, st, &f) != OK)
		exit(1);
	kib = resident_kib() - kib;
	began = clock_ms();
	n = drain(st, f, hosts);
	printf("%7d hosts of %5d URLs: %6.1f us a URL, %5ld bytes a host\n", hosts, urls,
	       1000.0 * (double)(clock_ms() - began) / (double)(n ? n : 1), kib * 1024 / hosts);
	frontier_close(f);
	store_close(st);
	unlink(path);
}

int main(void)
{
	run(10, 10000);
	run(1000, 100);
	run(10000, 3);
	run(100000, 2);
	return 0;
}
