/* What does a page cost, from bytes to signature, against gumbo's parse alone of the same bytes? Reads HTML files
 * named on the command line, a thousand times over. */
#include <gumbo.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/buffer.h"
#include "plugin/filter.h"
#include "purify/purify.h"

static double seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void read_file(const char *name, buffer *out)
{
	char block[65536];
	FILE *f = fopen(name, "rb");
	size_t n;

	if (!f) {
		perror(name);
		exit(1);
	}
	while ((n = fread(block, 1, sizeof block, f)) > 0)
		buffer_append(out, block, n);
	fclose(f);
}

static void parse_alone(const buffer *page)
{
	GumboOptions options = kGumboDefaultOptions;
	GumboOutput *tree;

	options.max_errors = 0;
	tree = gumbo_parse_with_options(&options, page->bytes, page->len);
	gumbo_destroy_output(&options, tree);
}

static void whole_way(const buffer *page, filter *f, arena *a)
{
	purify_input in = {.bytes = page->bytes, .len = page->len};
	firstprint_signature sig;
	purified p;

	if (purify(&in, a, a, &p) || (f && filter_sign(f, &p.page, a, &sig)))
		exit(1);
	arena_reset(a);
}

static double measure(const buffer *pages, int n, int rounds, int what, filter *f, arena *a)
{
	double began = seconds();

	for (int r = 0; r < rounds; r++)
		for (int i = 0; i < n; i++)
			if (what == 0)
				parse_alone(&pages[i]);
			else
				whole_way(&pages[i], what == 2 ? f : NULL, a);
	return seconds() - began;
}

int main(int argc, char **argv)
{
	static const uint8_t zeros[FILTER_KEY_SIZE];
	char **names = argv + 1;
	int n = argc - 1, rounds = n > 0 && n < 1000 ? 1000 / n : 1;
	buffer *pages = calloc((size_t)n, sizeof *pages);
	complaint why;
	filter *f;
	arena *a = arena_new();
	double parse, purified, signed_too, megabytes = 0;

	if (n < 1 || !pages || !a || filter_open("cascade", zeros, &f, &why))
		return 1;
	for (int i = 0; i < n; i++) {
		read_file(names[i], &pages[i]);
		megabytes += (double)pages[i].len * rounds / 1e6;
	}
	parse = measure(pages, n, rounds, 0, f, a);
	purified = measure(pages, n, rounds, 1, f, a);
	signed_too = measure(pages, n, rounds, 2, f, a);
	printf("purify: %.1f MB/s, %.2f of gumbo's parse alone; with cascade's signature %.1f MB/s, %.0f pages/s\n",
	       megabytes / purified, purified / parse, megabytes / signed_too, n * rounds / signed_too);
	for (int i = 0; i < n; i++)
		buffer_free(&pages[i]);
	free(pages);
	arena_free(a);
	filter_close(f);
	return 0;
}
