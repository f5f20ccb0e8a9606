#include "library/sqlite/texts.h"

#include <stdlib.h>
#include <string.h>

#include "store/fulltext.h"

SQLITE_EXTENSION_INIT3

texts *texts_new(sqlite3 *db)
{
	texts *t = calloc(1, sizeof *t);

	if (!t)
		return NULL;
	t->db = db;
	t->users = 1;
	t->delta = delta_new();
	t->memory = arena_new();
	if (t->delta && t->memory)
		return t;
	texts_free(t);
	return NULL;
}

void texts_free(void *x)
{
	texts *t = x;

	if (!t || --t->users > 0)
		return;
	delta_free(t->delta);
	arena_free(t->memory);
	free(t);
}

/* Sets *why, if it is NULL, to the message for an error of db. Returns code. */
static int complain_of(sqlite3 *db, int code, char **why)
{
	if (!*why && code != SQLITE_NOMEM)
		*why = sqlite3_mprintf("%s", sqlite3_errmsg(db));
	return code;
}

/* ── is it a store? ── */

int texts_number(sqlite3 *db, const char *sql, int *out)
{
	sqlite3_stmt *q = NULL;
	int code = sqlite3_prepare_v2(db, sql, -1, &q, NULL);

	*out = code == SQLITE_OK && sqlite3_step(q) == SQLITE_ROW ? sqlite3_column_int(q, 0) : 0;
	return sqlite3_finalize(q);
}

static int read_key(texts *t, char **why)
{
	uint8_t key[STORE_KEY_SIZE] = {0};
	sqlite3_stmt *q = NULL;
	int code = sqlite3_prepare_v2(t->db, "SELECT value FROM main.meta WHERE name = 'key'", -1, &q, NULL);

	if (code == SQLITE_OK && sqlite3_step(q) == SQLITE_ROW && sqlite3_column_type(q, 0) == SQLITE_BLOB &&
	    sqlite3_column_bytes(q, 0) == STORE_KEY_SIZE)
		memcpy(key, sqlite3_column_blob(q, 0), STORE_KEY_SIZE);
	if (code == SQLITE_OK)
		code = sqlite3_finalize(q);
	if (code != SQLITE_OK)
		return complain_of(t->db, code, why);
	feature_key_init(&t->key, key);
	fulltext_name(key, t->name);
	return SQLITE_OK;
}

int texts_check(texts *t, char **why)
{
	int id, version, code;

	if (t->is_store)
		return SQLITE_OK;
	code = texts_number(t->db, "PRAGMA main.application_id", &id);
	if (code == SQLITE_OK)
		code = texts_number(t->db, "PRAGMA main.user_version", &version);
	if (code != SQLITE_OK)
		return complain_of(t->db, code, why);
	if (id != STORE_APPLICATION_ID) {
		*why = sqlite3_mprintf("no firstprint store is open here");
		return SQLITE_ERROR;
	}
	if (version != STORE_VERSION) {
		*why = sqlite3_mprintf("the store was made by another firstprint: its version is %d, and this module reads %d",
				       version, STORE_VERSION);
		return SQLITE_ERROR;
	}
	code = read_key(t, why);
	t->is_store = code == SQLITE_OK;
	return code;
}

/* ── reading ── */

#define OF_NOW \
	"SELECT text, NULL, NULL FROM main.pages WHERE id = ?1 UNION ALL" \
	" SELECT p.text, d.text_delta, d.text_bytes FROM main.drops d LEFT JOIN main.pages p ON p.id = d.of WHERE d.id = ?1"
const char TEXTS_READ[] = OF_NOW " UNION ALL SELECT text, NULL, NULL FROM main.past WHERE id = ?1";
const char TEXTS_READ_NOW[] = OF_NOW;

int texts_prepare(const texts *t, const char *sql, sqlite3_stmt **out, char **why)
{
	int code = sqlite3_prepare_v2(t->db, sql, -1, out, NULL);

	return code == SQLITE_OK ? code : complain_of(t->db, code, why);
}

static int damaged(int64_t id, char **why)
{
	*why = sqlite3_mprintf("the text of #%lld is damaged", (long long)id);
	return SQLITE_CORRUPT;
}

/* Decodes the text of a drop, with the text of its page as prefix. */
static int undo_delta(const texts *t, sqlite3_stmt *q, firstprint_span prefix, arena *a, firstprint_span *out)
{
	firstprint_span bytes = {sqlite3_column_blob(q, 1), (size_t)sqlite3_column_bytes(q, 1)};
	status err = delta_decode(t->delta, prefix, bytes, (size_t)sqlite3_column_int64(q, 2), a, out);

	return err == OK ? SQLITE_ROW : err == ERR_MEMORY ? SQLITE_NOMEM : SQLITE_CORRUPT;
}

/* Reads the current row of q. Its values come from an untrusted file, and may be of any type. */
static int read_row(const texts *t, sqlite3_stmt *q, arena *a, firstprint_span *out)
{
	firstprint_span text;

	if (sqlite3_column_type(q, 0) != SQLITE_TEXT)
		return SQLITE_CORRUPT;
	text.at = (const char *)sqlite3_column_text(q, 0);
	text.len = (size_t)sqlite3_column_bytes(q, 0);
	if (!text.at)
		return SQLITE_NOMEM;
	if (sqlite3_column_type(q, 1) == SQLITE_BLOB)
		return undo_delta(t, q, text, a, out);
	if (sqlite3_column_type(q, 1) != SQLITE_NULL)
		return SQLITE_CORRUPT;
	*out = (firstprint_span){arena_text(a, text.at, text.len), text.len};
	return out->at ? SQLITE_ROW : SQLITE_NOMEM;
}

int texts_read(const texts *t, sqlite3_stmt *q, int64_t id, arena *a, firstprint_span *out, char **why)
{
	int code = sqlite3_bind_int64(q, 1, id);

	if (code == SQLITE_OK)
		code = sqlite3_step(q);
	if (code != SQLITE_ROW && code != SQLITE_DONE)
		complain_of(t->db, code, why);
	if (code == SQLITE_ROW)
		code = read_row(t, q, a, out);
	if (code == SQLITE_CORRUPT && !*why)
		damaged(id, why);
	sqlite3_reset(q);
	return code;
}

int texts_read_one(const texts *t, int64_t id, arena *a, firstprint_span *out, char **why)
{
	sqlite3_stmt *q = NULL;
	int code = texts_prepare(t, TEXTS_READ, &q, why);

	if (code == SQLITE_OK)
		code = texts_read(t, q, id, a, out, why);
	sqlite3_finalize(q);
	return code;
}
