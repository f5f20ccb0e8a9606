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

json_t *values_real(double value)
{
	return isfinite(value) ? json_real(value) : json_null();
}

json_t *values_json(const store_value *v)
{
	return v->type == STORE_TEXT      ? values_text(v->text)
	       : v->type == STORE_INTEGER ? json_integer(v->integer)
	       : v->type == STORE_REAL    ? values_real(v->real)
					  : json_null();
}

json_t *values_names(const char *const *names)
{
	json_t *all = json_array();

	for (; *names; names++)
		json_array_append_new(all, json_string(*names));
	return all;
}

json_t *values_named(const table_row *r, const char *const *names)
{
	json_t *all = json_array();

	for (; *names; names++)
		json_array_append_new(all, values_json(row_value(r, *names)));
	return all;
}
