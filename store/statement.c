#include "store/statement.h"

#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "base/clock.h"

/* *rest: what follows the statement in its text. */
static sqlite3_stmt *prepared(store *st, const char *sql, const char **rest)
{
	for (size_t i = 0; i < STATEMENTS_MOST; i++) {
		if (!st->texts[i] && sqlite3_prepare_v3(st->db, sql, -1, SQLITE_PREPARE_PERSISTENT, &st->statements[i],
							&st->rests[i]) == SQLITE_OK)
			st->texts[i] = sql;
		if (st->texts[i] == sql) {
			sqlite3_reset(st->statements[i]);
			*rest = st->rests[i];
			return st->statements[i];
		}
		if (!st->texts[i])
			return NULL;
	}
	return NULL; /* the code has more literals than STATEMENTS_MOST */
}

/* rest NULL: the statement has all of the parameters. */
static sqlite3_stmt *bound(store *st, const char *sql, const char **rest, const char *types, va_list *args)
{
	const char *none;
	sqlite3_stmt *s = prepared(st, sql, rest ? rest : &none);
	int n = rest ? sqlite3_bind_parameter_count(s) : INT_MAX;
	int code = s ? SQLITE_OK : SQLITE_ERROR;
	char now[CLOCK_TEXT];

	for (int i = 1; i <= n && types[i - 1] && types[i - 1] != '=' && code == SQLITE_OK; i++) {
		switch (types[i - 1]) {
		case 'i':
			code = sqlite3_bind_int64(s, i, va_arg(*args, int64_t));
			break;
		case 'd':
			code = sqlite3_bind_double(s, i, va_arg(*args, double));
			break;
		case 't':
			code = sqlite3_bind_text(s, i, va_arg(*args, const char *), -1, SQLITE_STATIC);
			break;
		case 'N':
			clock_text(now);
			code = sqlite3_bind_text(s, i, now, -1, SQLITE_TRANSIENT);
			break;
		case 's': {
			firstprint_span span = va_arg(*args, firstprint_span);

			code = sqlite3_bind_text64(s, i, span.at ? span.at : "", span.len, SQLITE_STATIC, SQLITE_UTF8);
			break;
		}
		case 'b': {
			const void *bytes = va_arg(*args, const void *);
			size_t len = va_arg(*args, size_t);

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
	s = bound(st, sql, NULL, types, &args);
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

status statement_do(store *st, const char *sql, const char *types, ...)
{
	status err = OK;

	while (*sql && !err) {
		sqlite3_stmt *s;
		va_list args;

		va_start(args, types);
		s = bound(st, sql, &sql, types, &args);
		va_end(args);
		err = statement_status(s ? sqlite3_step(s) : SQLITE_ERROR);
		sqlite3_reset(s);
	}
	return err;
}

status statement_run(sqlite3 *db, const char *sql)
{
	return statement_status(sqlite3_exec(db, sql, NULL, NULL, NULL));
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

bool statement_next(sqlite3_stmt *s, status *err)
{
	if (!*err)
		*err = statement_row(s);
	if (!*err)
		return true;
	if (*err == ERR_MISSING)
		*err = OK;
	sqlite3_reset(s);
	return false;
}

/* ── columns ── */

/* Copies bytes into a, unless a is NULL. at NULL: SQLite is out of memory. */
static status read_bytes(sqlite3_stmt *s, int i, const void *at, arena *a, firstprint_span *out)
{
	size_t len = (size_t)sqlite3_column_bytes(s, i);

	*out = (firstprint_span){at && a ? arena_text(a, at, len) : at, len};
	return out->at ? OK : ERR_MEMORY;
}

static status read_text(sqlite3_stmt *s, int i, arena *a, firstprint_span *out)
{
	*out = (firstprint_span){0};
	return sqlite3_column_type(s, i) == SQLITE_NULL ? OK : read_bytes(s, i, sqlite3_column_text(s, i), a, out);
}

static status read_signature(sqlite3_stmt *s, int i, arena *a, firstprint_signature *out)
{
	const void *bytes = sqlite3_column_blob(s, i);
	firstprint_span span;
	status err = read_bytes(s, i, bytes ? bytes : "", a, &span);

	*out = (firstprint_signature){(const uint8_t *)span.at, span.len};
	return err;
}

/* to: the pointer for this letter. */
static status read_column(sqlite3_stmt *s, int i, char letter, arena *a, void *to)
{
	firstprint_span text;
	status err;

	switch (letter) {
	case 'i':
		*(int64_t *)to = sqlite3_column_int64(s, i);
		return OK;
	case 'I':
		*(int64_t *)to = sqlite3_column_int64(s, i);
		return *(int64_t *)to ? OK : ERR_MISSING;
	case 'n':
		*(int *)to = sqlite3_column_int(s, i);
		return OK;
	case 'y':
		*(bool *)to = sqlite3_column_int(s, i) != 0;
		return OK;
	case 'd':
		*(double *)to = sqlite3_column_type(s, i) == SQLITE_NULL ? NAN : sqlite3_column_double(s, i);
		return OK;
	case 's':
		return read_text(s, i, a, to);
	case 'b':
		return read_signature(s, i, a, to);
	default:
		err = read_text(s, i, a, &text);
		*(const char **)to = text.at;
		return !err && letter == 'T' && !text.at ? ERR_FORMAT : err;
	}
}

static status read_columns(sqlite3_stmt *s, arena *a, const char *types, va_list *args)
{
	status err = OK;

	for (int i = 0; types[i] && !err; i++)
		err = read_column(s, i, types[i], a, va_arg(*args, void *));
	return err;
}

status statement_columns(sqlite3_stmt *s, arena *a, const char *types, ...)
{
	va_list args;
	status err;

	va_start(args, types);
	err = read_columns(s, a, types, &args);
	va_end(args);
	return err;
}

status statement_first(store *st, arena *a, const char *sql, const char *types, ...)
{
	va_list args;
	sqlite3_stmt *s;
	status err;

	va_start(args, types);
	s = bound(st, sql, NULL, types, &args);
	err = statement_row(s);
	if (!err)
		err = read_columns(s, a, strchr(types, '=') + 1, &args);
	va_end(args);
	sqlite3_reset(s);
	return err;
}

status statement_ids(sqlite3_stmt *q, arena *a, uint64_t **out, size_t *len)
{
	uint64_t *ids = NULL;
	size_t n = 0, room = 0;
	status err = OK;

	while (statement_next(q, &err)) {
		ids = arena_grow(a, ids, n, &room, sizeof *ids);
		if (ids)
			ids[n++] = (uint64_t)sqlite3_column_int64(q, 0);
		else
			err = ERR_MEMORY;
	}
	if (err)
		return err;
	*out = ids;
	*len = n;
	return OK;
}

status statement_each_id(sqlite3_stmt *q, status (*handle)(void *, uint64_t), void *ctx)
{
	status err = OK;

	while (statement_next(q, &err))
		err = handle(ctx, (uint64_t)sqlite3_column_int64(q, 0));
	return err;
}

status statement_each_text(sqlite3_stmt *q, status (*handle)(void *, const char *), void *ctx)
{
	const char *text;
	status err = OK;

	while (statement_next(q, &err)) {
		err = statement_columns(q, NULL, "T", &text);
		if (!err)
			err = handle(ctx, text);
	}
	return err;
}

status statement_probe(sqlite3 *db, int *application, int *version, int *objects)
{
	static const char sql[] = "SELECT application_id, user_version, (SELECT count(*) FROM sqlite_master)"
				  " FROM pragma_application_id, pragma_user_version";
	sqlite3_stmt *q = NULL;
	int code = sqlite3_prepare_v2(db, sql, -1, &q, NULL);

	if (code == SQLITE_OK)
		code = sqlite3_step(q);
	if (code == SQLITE_ROW)
		statement_columns(q, NULL, "nnn", application, version, objects);
	sqlite3_finalize(q);
	return statement_status(code);
}

void statements_free(store *st)
{
	for (size_t i = 0; i < STATEMENTS_MOST; i++)
		sqlite3_finalize(st->statements[i]);
}
