#include "crawler/measure/score.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static bool is_flagged(const batch_page *p)
{
	return p->verdict.kind != FIRSTPRINT_UNIQUE;
}

/* Was it dropped as the other page of an ignored pair? Then it belongs to no class. */
static bool is_ignored(const batch *b, const truth *t, size_t i)
{
	return is_flagged(&b->pages[i]) && truth_ignores(t, i, b->pages[i].verdict.of - 1) &&
	       !truth_same(t, i, b->pages[i].verdict.of - 1);
}

static void note_wrong(size_t i, bool is_silent, bool labelled, score *s)
{
	if (is_silent && labelled) {
		s->ignored++;
		return;
	}
	s->wrong++;
	s->unlabelled += is_silent;
	s->mistakes[i] = is_silent ? MISTAKE_UNLABELLED : MISTAKE_WRONG;
}

/* Scores page i. first: index of the first page of its cluster; SIZE_MAX: it is the first one. */
static void score_page(const batch *b, const truth *t, bool labelled, size_t i, size_t first, score *s)
{
	const batch_page *p = &b->pages[i];
	size_t of = is_flagged(p) ? p->verdict.of - 1 : 0;

	if (is_flagged(p) && truth_same(t, i, of)) {
		s->right++;
		return;
	}
	if (is_ignored(b, t, i)) {
		s->ignored++;
		return;
	}
	if (p->verdict.kind == FIRSTPRINT_SUPERSEDES)
		s->superseded++;
	else if (is_flagged(p))
		note_wrong(i, truth_is_silent(t, i, of), labelled, s);
	if (first != SIZE_MAX) {
		s->missed++;
		s->misnamed += s->mistakes[i] != MISTAKE_NONE;
		s->earlier[i] = first;
		if (!s->mistakes[i])
			s->mistakes[i] = MISTAKE_MISSED;
	}
}

/* positions: the position of each page in the order of judging. */
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

/* ── classes ── */

static void join_groups(const batch *b, const truth *t, size_t *groups)
{
	for (size_t i = 0; i < b->len; i++)
		groups[i] = i;
	for (size_t i = 0; i < b->len; i++)
		if (is_flagged(&b->pages[i]) && !is_ignored(b, t, i))
			groups[truth_root(groups, i)] = truth_root(groups, b->pages[i].verdict.of - 1);
}

/* The state of a group or of a class; both are numbered by one of their pages. */
struct meeting {
	size_t group; /* plus 1, of the pages of this class so far; 0: none */
	size_t class; /* plus 1, of the pages of this group so far */
	bool is_wrong;
};

static void score_classes(const batch *b, const truth *t, size_t *groups, struct meeting *meetings, score *s)
{
	join_groups(b, t, groups);
	for (size_t i = 0; i < b->len; i++) {
		size_t group = truth_root(groups, i), class = truth_cluster(t, i);
		struct meeting *of_class = &meetings[class], *of_group = &meetings[group];

		if (b->pages[i].note.error || is_ignored(b, t, i))
			continue;
		s->classes += !of_class->group;
		if ((of_class->group && of_class->group != group + 1) || (of_group->class && of_group->class != class + 1))
			of_class->is_wrong = true;
		if (of_group->class && of_group->class != class + 1)
			meetings[of_group->class - 1].is_wrong = true;
		of_class->group = group + 1;
		of_group->class = class + 1;
	}
	for (size_t i = 0; i < b->len; i++)
		s->classes_wrong += meetings[i].is_wrong;
}

static double ratio(size_t part, size_t rest)
{
	return part ? (double)part / (double)(part + rest) : 0;
}

status score_batch(const batch *b, const truth *t, bool labelled, score *out)
{
	size_t *firsts = malloc((b->len + 1) * sizeof *firsts), *positions = malloc((b->len + 1) * sizeof *positions);
	struct meeting *meetings = calloc(b->len + 1, sizeof *meetings);
	score s = {.mistakes = calloc(b->len + 1, 1), .earlier = calloc(b->len + 1, sizeof *s.earlier)};
	bool ok = firsts && positions && meetings && s.mistakes && s.earlier;

	if (ok)
		memset(firsts, 0xff, (b->len + 1) * sizeof *firsts);
	for (size_t k = 0; k < b->len && ok; k++) {
		size_t i = b->order[k], *first = &firsts[truth_cluster(t, i)];

		positions[i] = k;
		if (b->pages[i].note.error)
			continue;
		score_page(b, t, labelled, i, *first, &s);
		if (*first == SIZE_MAX)
			*first = i;
	}
	if (ok) {
		score_negatives(b, t, positions, &s);
		score_classes(b, t, positions, meetings, &s); /* reuses positions, which are no longer needed */
		s.precision = ratio(s.right, s.wrong);
		s.recall = ratio(s.right, s.missed);
		s.f1 = s.right ? 2 * s.precision * s.recall / (s.precision + s.recall) : 0;
		*out = s;
	} else {
		score_free(&s);
	}
	free(firsts);
	free(positions);
	free(meetings);
	return ok ? OK : ERR_MEMORY;
}

void score_free(score *s)
{
	free(s->mistakes);
	free(s->earlier);
	*s = (score){0};
}
