/* How far is the Hamming index from a scan, and how do both grow? Uniform fingerprints, then skewed ones: three of four
 * are a few bits away from one of a few hundred templates, as on sites made from templates. One line a size. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "plugin/index/hamming.h"
#include "plugin/text/simhash.h"

enum { QUERIES = 2000, SCANS = 20, TEMPLATES = 300, BITS = 3, SENTENCES = 2 };

static uint64_t state = 88172645463325252u;

static uint64_t draw(void) /* xorshift64: the same every time */
{
	state ^= state << 13;
	state ^= state >> 7;
	return state ^= state << 17;
}

static double seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static uint64_t fingerprint_of(const uint64_t *templates, int skewed)
{
	uint64_t p = draw();

	if (!skewed || draw() % 4 == 0)
		return p;
	p = templates[draw() % TEMPLATES];
	for (int flips = (int)(draw() % 12); flips > 0; flips--)
		p ^= (uint64_t)1 << draw() % 64;
	return p;
}

/* Microseconds for one query by scanning all fingerprints. */
static double scan(const uint64_t *fingerprints, size_t n, const uint64_t *templates, int skewed)
{
	double began = seconds();
	size_t found = 0;

	for (int q = 0; q < SCANS; q++) {
		uint64_t p = fingerprint_of(templates, skewed);

		for (size_t i = 0; i < n; i++)
			found += simhash_distance(fingerprints[i], p) <= BITS;
	}
	if (found == SIZE_MAX)
		puts("");
	return (seconds() - began) / SCANS * 1e6;
}

static void count(void *ctx, const hamming_match *m)
{
	(void)m;
	++*(size_t *)ctx;
}

static void run(size_t n, int skewed)
{
	uint64_t *fingerprints = malloc(n * sizeof *fingerprints), templates[TEMPLATES];
	hamming_index x = {0};
	size_t found = 0;
	double began = seconds(), added, asked, scanned;

	for (size_t i = 0; i < TEMPLATES; i++)
		templates[i] = draw();
	for (size_t i = 0; i < n; i++) {
		fingerprints[i] = fingerprint_of(templates, skewed);
		if (!hamming_add(&x, i + 1, fingerprints[i], (uint32_t)(draw() % 60)))
			exit(1);
	}
	added = (seconds() - began) / (double)n * 1e6;
	began = seconds();
	for (int q = 0; q < QUERIES; q++)
		hamming_each(&x, fingerprint_of(templates, skewed), (uint32_t)(draw() % 60), BITS, SENTENCES, count, &found);
	asked = (seconds() - began) / QUERIES * 1e6;
	scanned = scan(fingerprints, n, templates, skewed);
	printf("hamming: %8zu %s fingerprints: query %7.2f us, add %.2f us, scan/query %6.0f, %zu bytes/page\n", n,
	       skewed ? "skewed " : "uniform", asked, added, scanned / asked, hamming_memory(&x) / n);
	hamming_free(&x);
	free(fingerprints);
}

int main(int argc, char **argv)
{
	size_t most = argc > 1 ? strtoul(argv[1], NULL, 10) : 1000000;

	for (int skewed = 0; skewed < 2; skewed++)
		for (size_t n = 10000; n <= most; n *= 10)
			run(n, skewed);
	return 0;
}
