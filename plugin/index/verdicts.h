/* verdicts — which of two verdicts about one page is better: the `better` of most filters.
 *
 * A duplicate is better than a near-duplicate (or contained, or supersedes), and that is better than unique. Of two
 * verdicts of the same rank, the one with the higher similarity is better, then the one that names the older page. So of
 * two unique verdicts, the one whose evidence came nearer to a match is better. */
#ifndef PLUGIN_INDEX_VERDICTS_H
#define PLUGIN_INDEX_VERDICTS_H

#include "plugin/firstprint.h"

/* 2: duplicate; 1: near-duplicate, contained, supersedes; 0: unique. */
static inline int verdict_rank(const firstprint_verdict *v)
{
	return v->kind == FIRSTPRINT_UNIQUE ? 0 : v->kind == FIRSTPRINT_DUPLICATE ? 2 : 1;
}

/* The likeness is the number by which the filter compares candidates; higher is nearer. > 0: a is better; < 0: b; 0: they
 * are equal. */
static inline int verdict_better(const firstprint_verdict *a, double a_likeness, const firstprint_verdict *b, double b_likeness)
{
	int a_rank = verdict_rank(a), b_rank = verdict_rank(b);

	if (a_rank != b_rank)
		return a_rank - b_rank;
	if (a_likeness != b_likeness)
		return a_likeness > b_likeness ? 1 : -1;
	return (a->of < b->of) - (a->of > b->of);
}

#endif
