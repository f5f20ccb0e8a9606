#include "crawler/judge/verdict.h"

#include <jansson.h>
#include <stdbool.h>

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
