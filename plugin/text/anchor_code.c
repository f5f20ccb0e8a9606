#include "plugin/text/anchor_code.h"

static void take(anchor_code *c, uint32_t symbol)
{
	if (c->len < ANCHOR_CODE_MOST)
		c->symbols[c->len++] = symbol;
}

/* Definition 1. */
static bool is_unit(const anchor_code_rule *rule, const anchored_text *t, const struct anchored_paragraph *p)
{
	return p->characters >= (size_t)rule->unit || (double)p->characters >= rule->unit_share * (double)t->characters;
}

/* Algorithm 1, of the units; rule NULL: of all paragraphs. */
static void take_anchored(anchor_code *c, const anchor_code_rule *rule, const anchored_text *t)
{
	for (const struct anchored_paragraph *p = t->paragraphs; p < t->paragraphs + t->paragraphs_len; p++)
		for (size_t i = p->from; i < p->to && (!rule || is_unit(rule, t, p)); i++)
			if (t->pieces[i].is_beside)
				take(c, t->pieces[i].symbol);
}

/* Of the first n and last n paragraphs, or of all when they overlap. */
static void take_ends(anchor_code *c, const anchored_text *t, size_t n)
{
	for (size_t i = 0; i < t->paragraphs_len; i++) {
		const struct anchored_paragraph *p = &t->paragraphs[i];

		if (i >= n && i + n < t->paragraphs_len)
			continue;
		take(c, t->pieces[p->from].symbol);
		if (p->to - p->from > 1)
			take(c, t->pieces[p->to - 1].symbol);
	}
}

static void take_beginning(anchor_code *c, const anchored_text *t, size_t n)
{
	for (size_t i = 0; i < t->len && i < n; i++)
		take(c, t->pieces[i].symbol);
}

status anchor_code_of(const firstprint_page *page, const anchor_code_rule *rule, const feature_key *key, arena *a,
		      anchor_code *out)
{
	anchor_code c = {0};
	anchored_text t;

	if (anchors_of(page, (enum anchor_set)rule->anchors, (size_t)rule->first, key, a, &t))
		return ERR_MEMORY;
	c.symbols = arena_alloc(a, (t.len + 1) * sizeof *c.symbols); /* no piece is taken twice */
	if (!c.symbols)
		return ERR_MEMORY;
	take_anchored(&c, rule, &t);
	if (c.len == 0 && t.paragraphs_len >= (size_t)rule->paragraphs)
		take_ends(&c, &t, (size_t)rule->ends);
	else if (c.len == 0)
		take_anchored(&c, NULL, &t);
	if (c.len < (size_t)rule->least) {
		c.len = 0;
		take_beginning(&c, &t, 4 * (size_t)rule->ends);
	}
	*out = c;
	return OK;
}
