#include "store/statement.h"

#include <string.h>

static sqlite3_stmt *prepared(store *st, const char *sql)
{
	for (size_t i = 0; i < STATEMENTS_MOST; i++) {
		if (st->texts[i] == sql) {
			sqlite3_reset(st->statements[i]);
			return st->statements[i];
		}
		if (st->texts[i])
			continue;
		if (sqlite3_prepare_v3(st->db, sql, -1, SQLITE_PREPARE_PERSISTENT, &st->statements[i], NULL) != SQLITE_OK)
			return NULL;
		st->texts[i] = sql;
		return st->statements[i];
	}
	return NULL; /* the code has more literals than STATEMENTS_MOST */
}

sqlite3_stmt *statement_v(store *st, const char *sql, const char *types, va_list args)
{
	sqlite3_stmt *s = prepared(st, sql);
	int code = s ? SQLITE_OK : SQLITE_ERROR;

	for (int i = 1; types[i - 1] && code == SQLITE_OK; i++) {
		switch (types[i - 1]) {
		case 'i':
			code = sqlite3_bind_int64(s, i, va_arg(args, int64_t));
			break;
		case 'd':
			code = sqlite3_bind_double(s, i, va_arg(args, double));
			break;
		case 't':
			code = sqlite3_bind_text(s, i, va_arg(args, const char *), -1, SQLITE_STATIC);
			break;
		case 's': {
			firstprint_span span = va_arg(args, firstprint_span);

			code = sqlite3_bind_text64(s, i, span.at ? span.at : "", span.len, SQLITE_STATIC, SQLITE_UTF8);
			break;
		}
		case 'b': {
			const void *bytes = va_arg(args, const void *);
			size_t len = va_arg(args, size_t);

			code = sqlite3_bind_blob64(s, i, len ? bytes : "", len, SQLITE_STATIC);
			break;
		}
		}
	}
	return code == SQLITE_OK ? s : NULL;
}

sqlite3_stmt *statement(store *st, const char *sql, const char *types, ...)
{
	sqlite3_stmt *s;
	va_list args;

	va_start(args, types);
	s = statement_v(st, sql, types, args);
	va_end(args);
	return s;
}

status statement_status(int code)
{
	switch (code & 0xff) {
	case SQLITE_OK:
	case SQLITE_DONE:
	case SQLITE_ROW:
		return OK;
	case SQLITE_NOMEM:
		return ERR_MEMORY;
	case SQLITE_BUSY:
	case SQLITE_LOCKED:
		return ERR_BUSY;
	case SQLITE_NOTADB:
	case SQLITE_CORRUPT:
		return ERR_FORMAT;
	default:
		return ERR_IO;
	}
}

status statement_run(sqlite3_stmt *s)
{
	int code;

	if (!s)
		return ERR_IO;
	code = sqlite3_step(s);
	sqlite3_reset(s);
	return code == SQLITE_ROW ? OK : statement_status(code);
}

/* May a column of this declared type have a value of this type? NULL: it has none, or is no column. Whole numbers may be anywhere:
 * SQLite makes text of them. */
static bool may_have(const char *declared, int type)
{
	if (!declared || !*declared)
		return true;
	if (type == SQLITE_TEXT)
		return strcmp(declared, "TEXT") == 0;
	if (type == SQLITE_BLOB)
		return strcmp(declared, "BLOB") == 0;
	return strcmp(declared, "REAL") == 0;
}

static bool is_sound_row(sqlite3_stmt *s)
{
	for (int i = 0, n = sqlite3_column_count(s); i < n; i++) {
		int type = sqlite3_column_type(s, i);

		if (type != SQLITE_INTEGER && type != SQLITE_NULL && !may_have(sqlite3_column_decltype(s, i), type))
			return false;
	}
	return true;
}

status statement_row(sqlite3_stmt *s)
{
	int code = s ? sqlite3_step(s) : SQLITE_ERROR;

	if (code == SQLITE_ROW)
		return is_sound_row(s) ? OK : ERR_FORMAT;
	return code == SQLITE_DONE ? ERR_MISSING : statement_status(code);
}

status statement_number(sqlite3_stmt *q, int64_t none, int64_t *out)
{
	status err = statement_row(q);

	if (!err)
		*out = sqlite3_column_type(q, 0) == SQLITE_NULL ? none : sqlite3_column_int64(q, 0);
	sqlite3_reset(q);
	return err;
}

status statement_text(sqlite3_stmt *s, int column, arena *a, const char **out)
{
	bool is_null = sqlite3_column_type(s, column) == SQLITE_NULL;
	const char *text = (const char *)sqlite3_column_text(s, column); /* also NULL if SQLite is out of memory */

	*out = text ? arena_text(a, text, (size_t)sqlite3_column_bytes(s, column)) : NULL;
	return is_null || *out ? OK : ERR_MEMORY;
}

status statement_signature(sqlite3_stmt *s, int column, arena *a, firstprint_signature *out)
{
	const void *bytes = sqlite3_column_blob(s, column);

	out->len = (size_t)sqlite3_column_bytes(s, column);
	out->bytes = (const uint8_t *)arena_text(a, bytes ? bytes : "", out->len);
	return out->bytes ? OK : ERR_MEMORY;
}

status statement_first_text(sqlite3_stmt *q, arena *a, const char **out)
{
	status err = statement_row(q);

	*out = NULL;
	if (!err)
		err = statement_text(q, 0, a, out);
	sqlite3_reset(q);
	return err == ERR_MISSING ? OK : err;
}

status statement_ids(sqlite3_stmt *q, arena *a, uint64_t **out, size_t *len)
{
	uint64_t *ids = NULL;
	size_t n = 0, room = 0;
	status err;

	while ((err = statement_row(q)) == OK) {
		ids = arena_grow(a, ids, n, &room, sizeof *ids);
		if (!ids)
			break;
		ids[n++] = (uint64_t)sqlite3_column_int64(q, 0);
	}
	sqlite3_reset(q);
	if (err != ERR_MISSING)
		return err ? err : ERR_MEMORY;
	*out = ids;
	*len = n;
	return OK;
}

status statement_each_id(sqlite3_stmt *s, status (*handle)(void *, uint64_t), void *ctx)
{
	status err;

	while ((err = statement_row(s)) == OK) {
		err = handle(ctx, (uint64_t)sqlite3_column_int64(s, 0));
		if (err)
			break;
	}
	sqlite3_reset(s);
	return err == ERR_MISSING ? OK : err;
}

void statements_free(store *st)
{
	for (size_t i = 0; i < STATEMENTS_MOST; i++)
		sqlite3_finalize(st->statements[i]);
}
