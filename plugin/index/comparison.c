#include "plugin/index/comparison.h"

enum { AHEAD = 6 };                   /* pages that are loaded while one is compared */
static const double NEAR_LINE = 0.05; /* two keys may give two verdicts on a pair that is nearer to a line */

static void compare(comparison *c, uint32_t entry, const char *proposer)
{
	const struct page_entry *page = pages_get(c->pages, entry);
	verify_result m, *best;
	profile stored;

	if (!c->profile_of(c->ctx, page, &stored))
		return;
	m = verify_compare(page->id, c->new, &stored, &c->limits);
	best = m.kind == FIRSTPRINT_UNIQUE ? &c->refused : &c->best;
	if (m.id == best->id || !verify_is_better(&m, best)) /* a page that two stages propose belongs to the first */
		return;
	*best = m;
	*(best == &c->best ? &c->best_by : &c->refused_by) = proposer;
}

void comparison_run(comparison *c, const char *proposer, uint32_t hits_min)
{
	struct candidate best[COMPARED_MOST];
	size_t n = candidates_take(c->proposed, hits_min, COMPARED_MOST, best);

	for (size_t i = 0; i < n; i++)
		pages_prefetch(c->pages, best[i].entry);
	for (size_t i = 0; i < n + AHEAD; i++) {
		if (i < n)
			pages_prefetch_signature(c->pages, best[i].entry);
		if (i >= AHEAD)
			compare(c, best[i - AHEAD].entry, proposer);
	}
}

static void add_evidence(firstprint_verdict *v, const verify_result *m, const verify_limits *limits)
{
	double margin = verify_margin(m, limits);

	firstprint_add_evidence(v, "resemblance", m->like.resemblance);
	firstprint_add_evidence(v, "contained", m->like.contained);
	firstprint_add_evidence(v, "contains", m->like.contains);
	firstprint_add_evidence(v, "novelty", m->novelty);
	firstprint_add_evidence(v, "lost", m->lost);
	firstprint_add_evidence(v, "figures-agree", m->figures.agree);
	firstprint_add_evidence(v, "figures-differ", m->figures.differ);
	firstprint_add_evidence(v, "figures-shared", m->figures.shared);
	firstprint_add_evidence(v, "subjects-differ", m->subjects_differ);
	if (margin < NEAR_LINE)
		firstprint_add_evidence(v, "near-line", margin);
}

static void name_difference(const comparison *c, firstprint_verdict *v)
{
	const struct page_entry *page = pages_get(c->pages, pages_find(c->pages, c->refused.id));
	profile stored;

	if (c->profile_of(c->ctx, page, &stored))
		verify_word(&c->refused, c->new, &stored, v->word);
}

void comparison_explain(const comparison *c, firstprint_verdict *v)
{
	const verify_result *m = c->best.id ? &c->best : &c->refused;

	v->stage = m->id ? m->stage : "no-candidate";
	if (!m->id)
		return;
	add_evidence(v, m, &c->limits);
	v->proposed_by = c->best.id ? c->best_by : c->refused_by;
	if (!c->best.id) {
		name_difference(c, v);
		return;
	}
	v->kind = m->kind;
	v->of = m->id;
	v->score = verify_score(m);
}
