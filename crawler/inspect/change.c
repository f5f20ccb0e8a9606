#include "crawler/inspect/change.h"

static json_t *of_json(const store_value *v)
{
	return v->type == STORE_INTEGER ? json_integer(v->integer) : json_null();
}

static json_t *value_json(const store_value *v)
{
	json_t *value = v->text ? json_loads(v->text, JSON_DECODE_ANY, NULL) : NULL;

	return value ? value : json_null();
}

json_t *change_json(const store_value *row)
{
	return json_pack("{s:I, s:s?, s:o, s:{s:s, s:o}, s:{s:s, s:o, s:s, s:s?, s:f, s:o}}", "id", (json_int_t)row[0].integer,
			 "url", row[1].text, "name", value_json(&row[10]), "was", "verdict", row[2].text, "of",
			 of_json(&row[3]), "now", "verdict", row[4].text, "of", of_json(&row[5]), "filter", row[6].text,
			 "stage", row[7].text, "score", row[8].real, "evidence", value_json(&row[9]));
}
