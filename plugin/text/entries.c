#include "plugin/text/entries.h"

enum { TITLES = 4 }; /* one entry in so many is a title or a sentence */

static bool is_entry(const site_lines *x, size_t i)
{
	return site_lines_says(x, i) != SAYS_NAME;
}

uint32_t entries_keys(const site_lines *x, uint64_t *out)
{
	uint32_t n = 0;

	for (size_t i = 0; i < x->len; i++)
		if (is_entry(x, i))
			out[n++] = site_lines_key(x, i);
	return n;
}

uint32_t entries_count(const site_lines *x)
{
	uint32_t n = 0;

	for (size_t i = 0; i < x->len; i++)
		n += is_entry(x, i);
	return n;
}

bool entries_tell(const site_lines *x)
{
	size_t titles = 0;

	for (size_t i = 0; i < x->len; i++)
		titles += site_lines_says(x, i) == SAYS_TITLE;
	return titles && titles * TITLES >= entries_count(x) && x->len < SITE_LINES_MOST;
}

double entries_share(const site_lines *new, const site_lines *stored)
{
	double share = (double)entries_count(new) / entries_count(stored);

	for (size_t i = 0, k = 0; i < new->len; i++) {
		while (k < stored->len && site_lines_key(stored, k) < site_lines_key(new, i))
			k++;
		if (is_entry(new, i) && (k == stored->len || site_lines_key(stored, k) != site_lines_key(new, i)))
			return 0;
	}
	return share < 1 ? share : 1;
}
