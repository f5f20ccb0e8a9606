#include "judge/verdict.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "plugin/filter.h"

enum { FORMAT = JSON_COMPACT | JSON_REAL_PRECISION(6) };

static json_t *number(double value)
{
	bool whole = value == (double)(int64_t)value;

	return whole ? json_integer((json_int_t)value) : json_real(value);
}

char *verdict_evidence_json(const firstprint_verdict *v)
{
	json_t *object = json_object();
	bool whole = object != NULL;
	char *text;

	for (size_t i = 0; i < v->evidence_len && whole; i++)
		whole = json_object_set_new(object, v->evidence[i].name, number(v->evidence[i].value)) == 0;
	text = whole ? json_dumps(object, FORMAT) : NULL;
	json_decref(object);
	return text;
}

char *verdict_shares_json(const firstprint_verdict *v)
{
	json_t *array = json_array();
	char *text = NULL;

	for (size_t i = 0; i < v->shares_len; i++)
		json_array_append_new(array, json_pack("{s:I, s:f}", "page", (json_int_t)v->shares[i].page, "share",
						       v->shares[i].share));
	if (v->shares_len)
		text = json_dumps(array, FORMAT);
	json_decref(array);
	return text;
}

bool verdict_kind(const char *verdict, enum firstprint_kind *out)
{
	for (enum firstprint_kind kind = FIRSTPRINT_UNIQUE; kind <= FIRSTPRINT_SUPERSEDES; kind++)
		if (strcmp(verdict, filter_kind_text(kind)) == 0) {
			*out = kind;
			return true;
		}
	return false;
}

status verdict_reason(const firstprint_verdict *v, const char *filter, store_reason *out)
{
	char *evidence = verdict_evidence_json(v), *shares = verdict_shares_json(v);

	*out = (store_reason){.of = v->of,
			      .verdict = filter_kind_text(v->kind),
			      .filter = filter,
			      .stage = v->stage,
			      .proposed_by = v->proposed_by,
			      .word = *v->word ? v->word : NULL,
			      .nearest = v->of ? v->of : v->nearest,
			      .score = v->score,
			      .evidence = evidence,
			      .shares = shares};
	if (evidence)
		return OK;
	verdict_reason_free(out);
	return ERR_MEMORY;
}

void verdict_reason_free(store_reason *why)
{
	free((void *)why->evidence);
	free((void *)why->shares);
	why->evidence = why->shares = NULL;
}
