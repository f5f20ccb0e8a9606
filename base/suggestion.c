#include "base/suggestion.h"

#include <string.h>

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* Returns the optimal string alignment distance. */
static size_t distance(const char *a, size_t a_len, const char *b, size_t b_len)
{
	size_t rows[3][SUGGESTION_WORD_MOST + 1], *before = rows[0], *last = rows[1], *now = rows[2], *unused;

	for (size_t k = 0; k <= b_len; k++)
		last[k] = k;
	for (size_t i = 1; i <= a_len; i++) {
		now[0] = i;
		for (size_t k = 1; k <= b_len; k++) {
			now[k] = least(last[k - 1] + (a[i - 1] != b[k - 1]), least(last[k], now[k - 1]) + 1);
			if (i > 1 && k > 1 && a[i - 1] == b[k - 2] && a[i - 2] == b[k - 1])
				now[k] = least(now[k], before[k - 2] + 1);
		}
		unused = before;
		before = last;
		last = now;
		now = unused;
	}
	return last[b_len];
}

void suggestion_consider(suggestion *s, const char *word)
{
	size_t wrong_len = strlen(s->wrong), len = strlen(word), far;

	if (wrong_len > SUGGESTION_WORD_MOST || len > SUGGESTION_WORD_MOST)
		return;
	far = distance(s->wrong, wrong_len, word, len);
	if (far > 1 + len / 5 || (s->best && far >= s->distance))
		return;
	s->best = word;
	s->distance = far;
}
