/* numbers — the distribution of the articles by the numbers that decide. */
#include <string.h>

#include "crawler/inspect/threshold.h"
#include "crawler/report/parts.h"
#include "crawler/report/values.h"

enum { SHARE_BINS = 50 };

typedef struct numbers {
	facts *facts;
	threshold lines[THRESHOLDS_MOST];
	size_t lines_len;
	json_int_t *bins[THRESHOLDS_MOST][2]; /* for pages and drops */
} numbers;

/* ── histograms ── */

static size_t bins_of(const threshold *l)
{
	return l->top > 1 ? (size_t)l->top + 1 : SHARE_BINS;
}

/* Row: evidence, dropped. */
static status count_row(void *ctx, const store_value *row, size_t n)
{
	numbers *x = ctx;

	(void)n;
	for (size_t i = 0; i < x->lines_len; i++) {
		const threshold *l = &x->lines[i];
		size_t bins = bins_of(l), bin;
		double value;

		if (!threshold_number(row[0].text, l->number, &value) || value < 0 || value > l->top)
			continue;
		bin = l->top > 1 ? (size_t)value : (size_t)(value * SHARE_BINS);
		x->bins[i][row[1].integer != 0][bin < bins ? bin : bins - 1]++;
	}
	return OK;
}

static json_t *line_json(const threshold *l)
{
	return json_pack("{s:f, s:s, s:s}", "at", l->at, "option", l->option, "sign", l->sign);
}

/* Adds a histogram for each number; it may have several lines. */
static void put_histograms(numbers *x)
{
	json_t *all = json_array();

	for (size_t i = 0; i < x->lines_len; i++) {
		const threshold *l = &x->lines[i];
		json_t *lines = json_array();
		bool is_first = true;

		for (size_t j = 0; j < x->lines_len; j++)
			if (strcmp(x->lines[j].number, l->number) == 0) {
				json_array_append_new(lines, line_json(&x->lines[j]));
				is_first = is_first && j >= i;
			}
		if (is_first)
			json_array_append_new(all, json_pack("{s:s, s:f, s:o, s:o, s:o}", "number", l->number, "top", l->top,
							     "pages", values_integers(x->bins[i][0], bins_of(l)), "drops",
							     values_integers(x->bins[i][1], bins_of(l)), "lines", lines));
		else
			json_decref(lines);
	}
	json_object_set_new(x->facts->out, "histograms", all);
}

static status prepare(numbers *x)
{
	x->lines_len = thresholds_of(x->facts->spec, x->facts->memory, x->lines);
	for (size_t i = 0; i < 2 * x->lines_len; i++) {
		json_int_t **bins = &x->bins[i / 2][i % 2];

		*bins = arena_zeros(x->facts->memory, bins_of(&x->lines[i / 2]), sizeof **bins);
		if (!*bins)
			return ERR_MEMORY;
	}
	return OK;
}

status facts_put_numbers(facts *f)
{
	numbers x = {.facts = f};
	status err = prepare(&x);

	if (!err)
		err = store_ask(f->from->store, ASK_NUMBERS, count_row, &x);
	if (!err)
		put_histograms(&x);
	return err;
}
