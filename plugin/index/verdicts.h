/* verdicts — which of two verdicts about one page stands: what the `better` of most filters says.
 *
 * An exact match stands before a near one, and that before none; of two near ones the likelier, of two equal ones the
 * older page. Where none was met, the one that came nearer says more. */
#ifndef PLUGIN_INDEX_VERDICTS_H
#define PLUGIN_INDEX_VERDICTS_H

#include "plugin/firstprint.h"

/* An exact verdict beats a near one, and that beats none. */
static inline int verdict_rank(const firstprint_verdict *v)
{
	return v->kind == FIRSTPRINT_UNIQUE ? 0 : v->kind == FIRSTPRINT_DUPLICATE ? 2 : 1;
}

/* The likeness is whatever the filter compares candidates by: more is nearer. > 0: a stands, < 0: b, 0: they are equal. */
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
