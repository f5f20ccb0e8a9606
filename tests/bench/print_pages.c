/* Prints made pages (made_pages.h) as JSON Lines: print_pages N [KIND [FROM]]. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/bench/made_pages.h"

static enum made_kind kind_of(const char *name)
{
	enum made_kind k = 0;

	while (k < MADE_KINDS && strcmp(made_kind_name(k), name) != 0)
		k++;
	return k;
}

int main(int argc, char **argv)
{
	uint64_t n = argc > 1 ? strtoull(argv[1], NULL, 10) : 0, from = argc > 3 ? strtoull(argv[3], NULL, 10) : 0;
	enum made_kind kind = argc > 2 ? kind_of(argv[2]) : MADE_MIXED;
	arena *a = arena_new();
	firstprint_page page;

	if (!n || kind == MADE_KINDS || !a) {
		fprintf(stderr, "usage: print_pages N [KIND [FROM]]\n");
		return 2;
	}
	for (uint64_t i = from; i < from + n; i++) {
		arena_reset(a);
		if (!made_page(kind, i, a, &page))
			return 1;
		printf("{\"id\": %llu, \"lang\": \"en\", \"text\": \"%.*s\"}\n", (unsigned long long)i, (int)page.text.len,
		       page.text.at); /* words, digits, full stops */
	}
	arena_free(a);
	return fclose(stdout) ? 1 : 0;
}
