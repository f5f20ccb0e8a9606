#include "crawler/measure/score.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static bool is_flagged(const batch_page *p)
{
	return p->verdict.kind != FIRSTPRINT_UNIQUE;
}

/* Scores page i. first: index of the first page of its cluster; SIZE_MAX: it is the first one. */
static void score_page(const batch *b, const truth *t, size_t i, size_t first, score *s)
{
	const batch_page *p = &b->pages[i];
	size_t of = is_flagged(p) ? p->verdict.of - 1 : 0;

	if (is_flagged(p) && truth_same(t, i, of)) {
		s->right++;
		return;
	}
	if (is_flagged(p) && truth_ignores(t, i, of)) {
		s->ignored++;
		return;
	}
	if (p->verdict.kind == FIRSTPRINT_SUPERSEDES) {
		s->superseded++;
	} else if (is_flagged(p)) {
		s->wrong++;
		s->mistakes[i] = MISTAKE_WRONG;
	}
	if (first != SIZE_MAX) {
		s->missed++;
		s->earlier[i] = first;
		if (!s->mistakes[i])
			s->mistakes[i] = MISTAKE_MISSED;
	}
}

/* positions: of each page in the order of judging. */
static void score_negatives(const batch *b, const truth *t, const size_t *positions, score *s)
{
	size_t i, j;

	for (size_t k = 0; truth_negative(t, k, &i, &j); k++) {
		size_t later = positions[i] > positions[j] ? i : j, earlier = later == i ? j : i;
		const batch_page *p = &b->pages[later];

		s->negatives++;
		s->negatives_dropped += filter_kind_drops(p->verdict.kind) &&
					(p->verdict.of - 1 == earlier || truth_same(t, p->verdict.of - 1, earlier));
	}
}

static double ratio(size_t part, size_t rest)
{
	return part ? (double)part / (double)(part + rest) : 0;
}

status score_batch(const batch *b, const truth *t, score *out)
{
	size_t *firsts = malloc((b->len + 1) * sizeof *firsts), *positions = malloc((b->len + 1) * sizeof *positions);
	score s = {.mistakes = calloc(b->len + 1, 1), .earlier = calloc(b->len + 1, sizeof *s.earlier)};
	bool ok = firsts && positions && s.mistakes && s.earlier;

	if (ok)
		memset(firsts, 0xff, (b->len + 1) * sizeof *firsts);
	for (size_t k = 0; k < b->len && ok; k++) {
		size_t i = b->order[k], *first = &firsts[truth_cluster(t, i)];

		positions[i] = k;
		if (b->pages[i].error)
			continue;
		score_page(b, t, i, *first, &s);
		if (*first == SIZE_MAX)
			*first = i;
	}
	if (ok) {
		score_negatives(b, t, positions, &s);
		s.precision = ratio(s.right, s.wrong);
		s.recall = ratio(s.right, s.missed);
		s.f1 = s.right ? 2 * s.precision * s.recall / (s.precision + s.recall) : 0;
		*out = s;
	} else {
		score_free(&s);
	}
	free(firsts);
	free(positions);
	return ok ? OK : ERR_MEMORY;
}

void score_free(score *s)
{
	free(s->mistakes);
	free(s->earlier);
	*s = (score){0};
}
