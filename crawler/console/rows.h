/* rows — a row of an answer of store/ask.h: its values by name, the whole as JSON and as a line of CSV. Nothing depends on the
 * position of a column, so that a new one in store/ask.c is printed everywhere. */
#ifndef CRAWLER_CONSOLE_ROWS_H
#define CRAWLER_CONSOLE_ROWS_H

#include <jansson.h>

#include "store/ask.h"

typedef struct table_row {
	const store_value *values;
	size_t n;
} table_row;

/* The value of a column; of type STORE_NULL if the row has no such column. */
const store_value *row_value(const table_row *r, const char *name);
/* The value of a column: "", 0 or false if it is NULL, of another type, or not in the row. */
const char *row_text(const table_row *r, const char *name);
int64_t row_integer(const table_row *r, const char *name);
double row_real(const table_row *r, const char *name);
bool row_has(const table_row *r, const char *name); /* it is there, and not NULL */

/* Returns what an article is called: its URL, or without one the id of its input line; the two are columns. In a, or of the row. */
const char *row_called(const table_row *r, const char *url, const char *name, arena *a);

/* Returns the row as an object. Columns that hold JSON become values, not strings. NULL: out of memory. */
json_t *row_json(const table_row *r);
/* Turns "name" and "of_name" of such an object, the ids of input lines, which a store has as JSON, into values. Call it once. */
void row_decode_names(json_t *object);

/* Prints the values by RFC 4180, without control characters, and a line feed. names_lines: name and of_name are ids of input lines.
 * ERR_MEMORY. */
status row_print_csv(const table_row *r, bool names_lines, arena *a);
status row_print_csv_text(const char *text);

#endif
