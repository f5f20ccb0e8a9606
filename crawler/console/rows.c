#include "crawler/console/rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "crawler/console/terminal.h"

const store_value *row_value(const table_row *r, const char *name)
{
	static const store_value none;

	for (size_t i = 0; i < r->n; i++)
		if (strcmp(r->values[i].name, name) == 0)
			return &r->values[i];
	return &none;
}

const char *row_text(const table_row *r, const char *name)
{
	const store_value *v = row_value(r, name);

	return v->type == STORE_TEXT ? v->text : "";
}

int64_t row_integer(const table_row *r, const char *name)
{
	const store_value *v = row_value(r, name);

	return v->type == STORE_INTEGER ? v->integer : 0;
}

double row_real(const table_row *r, const char *name)
{
	const store_value *v = row_value(r, name);

	return v->type == STORE_REAL ? v->real : 0;
}

bool row_has(const table_row *r, const char *name)
{
	return row_value(r, name)->type != STORE_NULL;
}

const char *row_called(const table_row *r, const char *url, const char *name, arena *a)
{
	const char *is = row_text(r, url);

	return *is ? is : terminal_name(row_value(r, name)->text, a);
}

/* ── JSON ── */

static json_t *value_json(const store_value *v)
{
	switch (v->type) {
	case STORE_INTEGER:
		return json_integer(v->integer);
	case STORE_REAL:
		return json_real(v->real);
	case STORE_TEXT:
		return json_string(v->text);
	default:
		return json_null();
	}
}

static bool holds_json(const store_value *v)
{
	static const char *const names[] = {"evidence", "shares", "rules", "patterns"};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (v->type == STORE_TEXT && strcmp(v->name, names[i]) == 0)
			return true;
	return false;
}

json_t *row_json(const table_row *r)
{
	json_t *object = json_object();

	for (size_t i = 0; i < r->n; i++) {
		const store_value *v = &r->values[i];
		json_t *value = holds_json(v) ? json_loads(v->text, 0, NULL) : value_json(v);

		json_object_set_new(object, v->name, value ? value : json_null());
	}
	return object;
}

/* ── ids of input lines ── */

static bool is_line_id(const char *column)
{
	return strcmp(column, "name") == 0 || strcmp(column, "of_name") == 0;
}

/* The id of an input line as a value: "a" of "\"a\"". A number that is no whole one stays as it was written. */
static json_t *name_json(const char *name)
{
	json_t *value = json_loads(name, JSON_DECODE_ANY, NULL);

	if (json_is_string(value) || json_is_integer(value))
		return value;
	json_decref(value);
	return json_string(name);
}

void row_decode_names(json_t *object)
{
	const char *column;
	json_t *value;

	json_object_foreach(object, column, value)
	{
		if (is_line_id(column) && json_is_string(value))
			json_object_set_new(object, column, name_json(json_string_value(value)));
	}
}

/* ── CSV ── */

/* A field is quoted if it has a comma, a quote or a line feed. */
status row_print_csv_text(const char *text)
{
	size_t room = strlen(text) + 4;
	char *clean = malloc(room);

	if (!clean)
		return ERR_MEMORY;
	terminal_clean(text, clean, room);
	if (!strpbrk(clean, "\",\r\n")) {
		fputs(clean, stdout);
	} else {
		putchar('"');
		for (const char *c = clean; *c; c++)
			printf(*c == '"' ? "\"\"" : "%c", *c);
		putchar('"');
	}
	free(clean);
	return OK;
}

static status print_csv_value(const store_value *v, bool names_lines, arena *a)
{
	const char *name = names_lines && v->type == STORE_TEXT && is_line_id(v->name) ? terminal_name(v->text, a) : NULL;

	if (v->type == STORE_INTEGER)
		printf("%lld", (long long)v->integer);
	else if (v->type == STORE_REAL)
		printf("%.6g", v->real);
	return v->type == STORE_TEXT ? row_print_csv_text(name ? name : v->text) : OK;
}

status row_print_csv(const table_row *r, bool names_lines, arena *a)
{
	status err = OK;

	for (size_t i = 0; i < r->n && !err; i++) {
		err = print_csv_value(&r->values[i], names_lines, a);
		putchar(i + 1 < r->n ? ',' : '\n');
	}
	return err;
}
