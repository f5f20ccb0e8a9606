#include "crawler/report/values.h"

#include <math.h>

#include "crawler/console/terminal.h"

enum { TEXT_MOST = 1000 };

json_t *values_text(const char *text)
{
	char clean[TEXT_MOST];

	if (!text)
		return json_null();
	terminal_clean(text, clean, sizeof clean);
	return json_string(clean);
}

json_t *values_json(const store_value *v)
{
	return v->type == STORE_TEXT                        ? values_text(v->text)
	       : v->type == STORE_INTEGER                   ? json_integer(v->integer)
	       : v->type == STORE_REAL && isfinite(v->real) ? json_real(v->real)
							    : json_null();
}

json_t *values_integers(const json_int_t *items, size_t n)
{
	json_t *array = json_array();

	for (size_t i = 0; i < n; i++)
		json_array_append_new(array, json_integer(items[i]));
	return array;
}
