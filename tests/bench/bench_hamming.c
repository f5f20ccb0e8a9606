/* How far is the Hamming index from what the machine can do, and from a scan? Uniform fingerprints; skewed ones, three of
 * four a few bits away from a template, as on sites made from templates, without those that are near to one that is there, as
 * a filter would keep them; and equal ones. One line a size, beside the time of a random line of memory.
 *
 *	bench_hamming [MOST]        up to so many fingerprints; without it, 1,000,000 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "plugin/index/hamming.h"
#include "tests/bench/random_line.h"

enum { QUERIES = 20000, SCANS = 20, TEMPLATES = 100000, FLIPS = 6, BITS = 3, WINDOW = 1, COUNTS = 60 };
enum kind { UNIFORM, SKEWED, EQUAL };

static uint64_t state = 88172645463325252u;

static uint64_t draw(void) /* xorshift64: the same every time */
{
	state ^= state << 13;
	state ^= state >> 7;
	return state ^= state << 17;
}

static double fraction(void)
{
	return (double)(draw() >> 11) / 9007199254740992.0;
}

/* Poisson with mean FLIPS (Knuth). */
static int draw_flips(void)
{
	double product = fraction();
	int flips = 0;

	for (; product > exp(-FLIPS); flips++)
		product *= fraction();
	return flips;
}

/* One in four is of no template. Templates are drawn by Zipf's law: the first one most often. */
static uint64_t fingerprint_of(const uint64_t *templates, enum kind kind)
{
	uint64_t p = draw();

	if (kind == UNIFORM || (kind == SKEWED && draw() % 4 == 0))
		return p;
	p = templates[kind == EQUAL ? 0 : (size_t)exp(fraction() * log(TEMPLATES))];
	for (int flips = kind == EQUAL ? 0 : draw_flips(); flips > 0; flips--)
		p ^= (uint64_t)1 << draw() % 64;
	return p;
}

/* Microseconds for one query by comparing all fingerprints. */
static double scan(const hamming_index *x, const uint64_t *fingerprints, size_t n)
{
	static uint16_t near[NEAR_MOST];
	double began = bench_us();
	size_t found = 0;

	for (int q = 0; q < SCANS; q++)
		for (size_t i = 0; i < n; i += NEAR_MOST)
			found += x->near(fingerprints + i, n - i < NEAR_MOST ? n - i : NEAR_MOST, draw(), BITS, near);
	return found == SIZE_MAX ? 0 : (bench_us() - began) / SCANS;
}

static double forget(hamming_index *x, size_t n)
{
	double began = bench_us();

	for (int q = 0; q < QUERIES; q++)
		hamming_remove(x, (uint32_t)(draw() % n));
	return (bench_us() - began) / QUERIES;
}

static void run(size_t n, enum kind kind, const uint64_t *templates)
{
	static const char *const names[] = {"uniform", "skewed", "equal"};
	uint64_t *fingerprints = malloc(n * sizeof *fingerprints);
	hamming_match found[HAMMING_MOST];
	size_t matches = 0, kept = 0, bytes;
	hamming_index x;
	double began = bench_us(), added, asked;

	hamming_open(&x, BITS, WINDOW);
	while (kept < n) {
		uint64_t p = fingerprint_of(templates, kind);
		uint32_t count = (uint32_t)(draw() % COUNTS);

		if (kind == SKEWED && hamming_find(&x, p, count, found))
			continue;
		if (!hamming_add(&x, (uint32_t)kept, p, count))
			exit(1);
		fingerprints[kept++] = p;
	}
	added = (bench_us() - began) / (double)n;
	began = bench_us();
	for (int q = 0; q < QUERIES; q++)
		matches += hamming_find(&x, fingerprint_of(templates, kind), (uint32_t)(draw() % COUNTS), found);
	asked = (bench_us() - began) / QUERIES;
	bytes = hamming_memory(&x) / n;
	printf("hamming: %8zu %-7s query %6.2f us (%6.1f found), add %.2f us, forget %.2f us, scan %7.0f us, %zu bytes each\n",
	       n, names[kind], asked, (double)matches / QUERIES, added, forget(&x, n), scan(&x, fingerprints, n), bytes);
	hamming_free(&x);
	free(fingerprints);
}

int main(int argc, char **argv)
{
	size_t most = argc > 1 ? strtoul(argv[1], NULL, 10) : 1000000;
	uint64_t *templates = malloc(TEMPLATES * sizeof *templates);

	for (size_t i = 0; templates && i < TEMPLATES; i++)
		templates[i] = draw();
	printf("hamming: a random line of 64 bytes: %.1f ns\n", random_line_ns());
	for (enum kind kind = UNIFORM; templates && kind <= EQUAL; kind++)
		for (size_t n = 10000; n <= most; n *= 10)
			run(n, kind, templates);
	free(templates);
	return 0;
}
