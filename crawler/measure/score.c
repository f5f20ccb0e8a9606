#include "crawler/measure/score.h"

#include <stdint.h>
#include <stdlib.h>

#include "base/table.h"

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

/* ── groups: the pages that the verdicts put together ── */

/* Does the verdict about page i put it together with the page that it names? */
typedef bool joins(const batch *b, const truth *t, size_t i);

/* One of the two is not kept, or the later one rightly supersedes the other. */
static bool joins_pair(const batch *b, const truth *t, size_t i)
{
	const firstprint_verdict *v = &b->pages[i].verdict;

	return filter_kind_drops(v->kind) || (is_flagged(&b->pages[i]) && truth_same(t, i, v->of - 1));
}

/* One of the two is not kept. */
static bool joins_drop(const batch *b, const truth *t, size_t i)
{
	(void)t;
	return filter_kind_drops(b->pages[i].verdict.kind);
}

static bool joins_class(const batch *b, const truth *t, size_t i)
{
	return is_flagged(&b->pages[i]) && !is_ignored(b, t, i);
}

/* Sets groups[i] to a number that is the same for all pages of the group of page i. */
static void find_groups(const batch *b, const truth *t, joins *joins, size_t *groups)
{
	for (size_t i = 0; i < b->len; i++)
		groups[i] = i;
	for (size_t i = 0; i < b->len; i++)
		if (joins(b, t, i))
			groups[truth_root(groups, i)] = truth_root(groups, b->pages[i].verdict.of - 1);
	for (size_t i = 0; i < b->len; i++)
		groups[i] = truth_root(groups, i);
}

/* ── pages ── */

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

static void note_superseded(bool is_silent, score *s)
{
	s->superseded++;
	s->superseded_wrong += !is_silent;
}

/* Scores the verdict about page i, which names a page or is unique. is_met: an earlier page of its cluster is in its group. */
static void score_verdict(const batch *b, const truth *t, bool labelled, size_t i, bool is_met, score *s)
{
	const batch_page *p = &b->pages[i];
	size_t of = p->verdict.of - 1;

	if (!is_flagged(p))
		return;
	if (truth_same(t, i, of) || (is_met && truth_is_silent(t, i, of) && !truth_names(t, of)))
		s->right++;
	else if (is_ignored(b, t, i))
		s->ignored++;
	else if (p->verdict.kind == FIRSTPRINT_SUPERSEDES)
		note_superseded(truth_is_silent(t, i, of), s);
	else
		note_wrong(i, truth_is_silent(t, i, of), labelled, s);
}

/* Page i, not the first of its cluster, is in no group with an earlier page of it. */
static void note_missed(size_t i, size_t first, score *s)
{
	s->missed++;
	s->misnamed += s->mistakes[i] != MISTAKE_NONE;
	s->earlier[i] = first + 1;
	if (!s->mistakes[i])
		s->mistakes[i] = MISTAKE_MISSED;
}

/* A cluster, or the part of it that is in one group. */
typedef struct part {
	size_t cluster, group; /* a group of drops: behind the pages' numbers */
} part;

enum { WHOLE = -1 }; /* in place of a group */

/* Finds the first page of this part so far; a new part gets page i. ERR_MEMORY. */
static status first_of(table *seen, part key, size_t i, size_t *first)
{
	const part *kept = arena_copy(seen->memory, &key, sizeof key);
	const size_t *at = kept ? table_put(seen, kept, sizeof *kept, i) : NULL;

	if (at)
		*first = *at;
	return at ? OK : ERR_MEMORY;
}

/* drops: the groups that are left if a page that supersedes another one does not join it. */
static status score_pages(const batch *b, const truth *t, bool labelled, const size_t *groups, const size_t *drops, arena *a,
			  score *s)
{
	table seen = {.memory = a};
	status err = OK;

	for (size_t k = 0; k < b->len && !err; k++) {
		size_t i = b->order[k], cluster = truth_cluster(t, i), first, grouped, dropped;

		if (b->pages[i].note.error)
			continue;
		err = first_of(&seen, (part){cluster, (size_t)WHOLE}, i, &first);
		if (!err)
			err = first_of(&seen, (part){cluster, groups[i]}, i, &grouped);
		if (!err)
			err = first_of(&seen, (part){cluster, b->len + drops[i]}, i, &dropped);
		if (err)
			break;
		score_verdict(b, t, labelled, i, grouped != i, s);
		s->met += grouped != i;
		s->met_by_supersedes += grouped != i && dropped == i;
		if (grouped == i && first != i)
			note_missed(i, first, s);
	}
	return err;
}

/* Was page i dropped as j, or as another page of j's cluster? */
static bool is_dropped_as(const batch *b, const truth *t, size_t i, size_t j)
{
	const firstprint_verdict *v = &b->pages[i].verdict;

	return filter_kind_drops(v->kind) && truth_same(t, v->of - 1, j);
}

/* drops: the groups of the drops, so that two pages dropped as the same third one count, too. */
static bool are_dropped_together(const batch *b, const truth *t, const size_t *drops, size_t i, size_t j)
{
	return drops[i] == drops[j] || is_dropped_as(b, t, i, j) || is_dropped_as(b, t, j, i);
}

static void score_pairs(const batch *b, const truth *t, const size_t *groups, const size_t *drops, score *s)
{
	s->negatives = t->negative.len;
	for (size_t k = 0; k < t->negative.len; k++)
		s->negatives_dropped += are_dropped_together(b, t, drops, t->negative.items[k].i, t->negative.items[k].j);
	for (size_t k = 0; k < t->lines_len; k++) {
		const truth_line *x = &t->lines[k];

		s->together[k] = truth_same(t, x->i, x->j) ? groups[x->i] == groups[x->j]
							   : are_dropped_together(b, t, drops, x->i, x->j);
	}
}

/* ── classes ── */

/* The state of a group or of a class; both are numbered by one of their pages. */
struct meeting {
	size_t group; /* plus 1, of the pages of this class so far; 0: none */
	size_t class; /* plus 1, of the pages of this group so far */
	bool is_wrong;
};

static void score_classes(const batch *b, const truth *t, const size_t *groups, struct meeting *meetings, score *s)
{
	for (size_t i = 0; i < b->len; i++) {
		size_t group = groups[i], class = truth_cluster(t, i);
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
	arena *a = arena_new();
	size_t *groups = a ? arena_zeros(a, b->len + 1, sizeof *groups) : NULL;
	size_t *drops = a ? arena_zeros(a, b->len + 1, sizeof *drops) : NULL;
	struct meeting *meetings = a ? arena_zeros(a, b->len + 1, sizeof *meetings) : NULL;
	score s = {.mistakes = calloc(b->len + 1, 1),
		   .together = calloc(t->lines_len + 1, sizeof *s.together),
		   .earlier = calloc(b->len + 1, sizeof *s.earlier)};
	status err = groups && drops && meetings && s.mistakes && s.together && s.earlier ? OK : ERR_MEMORY;

	if (!err) {
		find_groups(b, t, joins_pair, groups);
		find_groups(b, t, joins_drop, drops);
		err = score_pages(b, t, labelled, groups, drops, a, &s);
	}
	if (!err) {
		score_pairs(b, t, groups, drops, &s);
		find_groups(b, t, joins_class, groups);
		score_classes(b, t, groups, meetings, &s);
		s.precision = ratio(s.right, s.wrong);
		s.recall = ratio(s.met, s.missed);
		s.f1 = s.precision * s.recall > 0 ? 2 * s.precision * s.recall / (s.precision + s.recall) : 0;
		*out = s;
	} else {
		score_free(&s);
	}
	arena_free(a);
	return err;
}

void score_free(score *s)
{
	free(s->mistakes);
	free(s->together);
	free(s->earlier);
	*s = (score){0};
}
