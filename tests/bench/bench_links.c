/* What does a link cost that one part of a crawl hands over to another? tests/bench/cluster puts the server's share beside it.
 *
 *	bench_links URL LINKS [PARCELS]
 *
 * One process is both parts of a crawl. In each round part 1 sends up to so many PARCELS of 64 links (16), and part 2 reads what is there,
 * and says so in its next round; nothing is stored. One line:
 *
 *	links url_bytes rounds seconds clients_us
 *
 * Bytes of a URL on average; CPU of both parts for a link. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "base/clock.h"
#include "cluster/exchange.h"

enum { PARCELS_MOST = 16 };

static complaint why;

static void must(status err)
{
	if (!err)
		return;
	fprintf(stderr, "bench_links: %s\n", *why.text ? why.text : status_text(err));
	exit(1);
}

static double cpu_us(void)
{
	struct rusage used;

	getrusage(RUSAGE_SELF, &used);
	return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1e6 + (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
}

typedef struct bench {
	exchange *sender, *reader;
	size_t n, sent, read, parcels, rounds;
	uint64_t url_bytes;
	arena *arena;                   /* of what the sender says */
	const char *done[16];           /* entries that were read */
	char ids[16][32];
	size_t done_len;
	exchange_mark mark;
} bench;

/* As long as those of a newspaper. */
static wire_link make_link(bench *b, size_t i)
{
	wire_link l = {.depth = (unsigned)(i % 9), .hops = 0};

	l.url = arena_printf(b->arena, "https://www.site-%zu.example.com/2026/%02zu/%02zu/section-%zu/article-%zu.html", i % 997, i % 12 + 1, i % 28 + 1,
			     i % 31, i);
	must(l.url ? OK : ERR_MEMORY);
	return l;
}

static exchange_parcel make_parcel(bench *b)
{
	size_t len = b->n - b->sent < WIRE_LINKS_MOST ? b->n - b->sent : WIRE_LINKS_MOST;
	wire_link *links = arena_zeros(b->arena, WIRE_LINKS_MOST, sizeof *links);
	exchange_parcel p = {.part = 2, .links = {.run = 7, .first = b->sent + 1, .links = links, .len = len}};

	for (size_t i = 0; i < len; i++) {
		links[i] = make_link(b, b->sent++);
		for (const char *c = links[i].url; *c; c++)
			b->url_bytes++;
	}
	return p;
}

static void send(bench *b)
{
	exchange_parcel parcels[PARCELS_MOST];
	exchange_said said = {.state = EXCHANGE_BUSY, .parcels = parcels};
	size_t before = b->sent;
	exchange_heard heard;
	bool taken;

	arena_reset(b->arena);
	while (said.parcels_len < b->parcels && b->sent < b->n)
		parcels[said.parcels_len++] = make_parcel(b);
	must(exchange_start(b->sender, &said));
	must(exchange_take(b->sender, true, &taken, &heard, &why));
	if (said.parcels_len && heard.parts[2].sent < b->sent) /* the stream was full */
		b->sent = heard.parts[2].sent ? (size_t)heard.parts[2].sent : before;
}

static void read(bench *b)
{
	exchange_said said = {.state = EXCHANGE_BUSY, .reads = true, .heard = &b->mark, .heard_len = b->read > 0, .read = b->done,
			      .read_len = b->done_len};
	exchange_heard heard;
	bool taken;

	must(exchange_start(b->reader, &said));
	must(exchange_take(b->reader, true, &taken, &heard, &why));
	b->done_len = 0;
	for (size_t i = 0; i < heard.entries_len; i++) {
		const wire_links *l = &heard.entries[i].links;

		must(l->first == b->read + 1 ? OK : ERR_FORMAT);
		b->read += l->len;
		snprintf(b->ids[i], sizeof b->ids[i], "%s", heard.entries[i].id);
		b->done[b->done_len++] = b->ids[i];
	}
	b->mark = (exchange_mark){.sender = "bench-1", .run = 7, .number = b->read};
}

int main(int argc, char **argv)
{
	bench b = {.n = argc > 2 ? (size_t)atol(argv[2]) : 0, .parcels = argc > 3 ? (size_t)atol(argv[3]) : PARCELS_MOST, .arena = arena_new()};
	int64_t ms;
	double began;

	if (!b.n || !b.parcels || b.parcels > PARCELS_MOST) {
		fprintf(stderr, "usage: bench_links URL LINKS [PARCELS]\n");
		return 2;
	}
	must(exchange_open(argv[1], "bench-1", 1, 2, &b.sender, &why));
	must(exchange_open(argv[1], "bench-2", 2, 2, &b.reader, &why));
	read(&b);
	ms = clock_ms();
	began = cpu_us();
	for (; b.read < b.n || b.done_len; b.rounds++) {
		send(&b);
		read(&b);
	}
	printf("%zu %.1f %zu %.3f %.2f\n", b.n, (double)b.url_bytes / (double)b.n, b.rounds, (double)(clock_ms() - ms) / 1000,
	       (cpu_us() - began) / (double)b.n);
	exchange_close(b.sender);
	exchange_close(b.reader);
	arena_free(b.arena);
	return 0;
}
