/* ask — questions of the commands that look into a store. */
#include "store/statement.h"

enum { COLUMNS_MOST = 64 };

static void read_value(sqlite3_stmt *q, int i, store_value *v)
{
	*v = (store_value){.name = sqlite3_column_name(q, i)};
	switch (sqlite3_column_type(q, i)) {
	case SQLITE_INTEGER:
		v->type = STORE_INTEGER;
		v->integer = sqlite3_column_int64(q, i);
		break;
	case SQLITE_FLOAT:
		v->type = STORE_REAL;
		v->real = sqlite3_column_double(q, i);
		break;
	case SQLITE_TEXT:
		v->type = STORE_TEXT;
		v->text = (const char *)sqlite3_column_text(q, i);
		break;
	}
}

status store_ask(store *st, const char *sql, status (*visit)(void *, const store_value *, size_t), void *ctx,
		 const char *types, ...)
{
	store_value row[COLUMNS_MOST];
	sqlite3_stmt *q;
	va_list args;
	status s;
	int n;

	va_start(args, types);
	q = statement_v(st, sql, types, args);
	va_end(args);
	n = q ? sqlite3_column_count(q) : 0;
	if (n > COLUMNS_MOST)
		return ERR_LIMIT;
	while ((s = statement_row(q)) == OK) {
		for (int i = 0; i < n; i++)
			read_value(q, i, &row[i]);
		s = visit(ctx, row, (size_t)n);
		if (s)
			break;
	}
	sqlite3_reset(q);
	return s == ERR_MISSING ? OK : s;
}
