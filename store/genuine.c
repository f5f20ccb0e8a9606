#include "store/genuine.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

#include "store/statement.h"

enum { OURS_MOST = 128 };

/* What one of our statements makes. */
typedef struct object {
	const char *kind; /* "TRIGGER count_page AFTER …", "VIRTUAL TABLE articles USING …" */
	bool may_be_missing, found;
} object;

typedef struct ours {
	object list[OURS_MOST];
	size_t len;
} ours;

status genuine_defend(sqlite3 *db)
{
	int code = sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);

	if (code == SQLITE_OK)
		code = sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
	if (code == SQLITE_OK)
		code = sqlite3_exec(db, "PRAGMA cell_size_check = ON", NULL, NULL, NULL);
	return statement_status(code);
}

/* ── reading SQL ── */

static const char *skip_blank(const char *at)
{
	for (;;) {
		if (isspace((unsigned char)*at))
			at++;
		else if (at[0] == '-' && at[1] == '-')
			at += strcspn(at, "\n");
		else
			return at;
	}
}

static bool starts(const char *at, const char *words)
{
	return strncmp(at, words, strlen(words)) == 0;
}

static const char *skip_words(const char *at, const char *words)
{
	return starts(at, words) ? at + strlen(words) : at;
}

static size_t word_len(const char *at)
{
	size_t n = 0;

	while (isalnum((unsigned char)at[n]) || at[n] == '_')
		n++;
	return n;
}

/* Are the statements the same? One of ours goes on after its end, at a ';'; inside a trigger both have them. Between words there is
 * some white space in both, and how much does not matter. */
static bool is_same(const char *theirs, const char *mine)
{
	for (;;) {
		theirs = skip_blank(theirs);
		mine = skip_blank(mine);
		if (!*theirs)
			return !*mine || *mine == ';';
		if (*theirs == '\'') {
			size_t len = 1 + strcspn(theirs + 1, "'");

			if (strncmp(theirs, mine, len) != 0)
				return false;
			theirs += len;
			mine += len;
		}
		if (*theirs != *mine)
			return false;
		if (word_len(theirs) != word_len(mine))
			return false;
		theirs++;
		mine++;
	}
}

/* ── our schema ── */

static const char *next_create(const char *at)
{
	static const char create[] = "CREATE ";
	const char *found = at;

	while ((found = strstr(found, create)) != NULL && found != at && found[-1] != '\n' && found[-1] != ';')
		found++;
	return found ? found + strlen(create) : NULL;
}

static void list_ours(const char *const *texts, ours *out)
{
	for (size_t i = 0; texts[i]; i++)
		for (const char *at = texts[i]; (at = next_create(at)) != NULL && out->len < OURS_MOST;)
			out->list[out->len++] = (object){.kind = at, .may_be_missing = !texts[i + 1]};
}

/* Returns what follows the kind of an object: its name. */
static const char *name_in(const char *kind)
{
	kind = skip_words(kind, "VIRTUAL ");
	return skip_words(skip_blank(kind + word_len(kind)), "IF NOT EXISTS ");
}

/* "trigger"; a virtual table is a "table". */
static bool is_kind(const object *x, const char *kind)
{
	return strncasecmp(skip_words(x->kind, "VIRTUAL "), kind, strlen(kind)) == 0;
}

static object *find(ours *o, const char *kind, const char *name)
{
	size_t len = strlen(name);

	for (size_t i = 0; i < o->len; i++) {
		const char *mine = name_in(o->list[i].kind);

		if (is_kind(&o->list[i], kind) && word_len(mine) == len && strncmp(mine, name, len) == 0)
			return &o->list[i];
	}
	return NULL;
}

/* ── the store's ── */

/* Is it an index on columns, not unique and without a condition? */
static bool is_plain_index(const char *sql)
{
	const char *open = strchr(sql, '(');

	return starts(sql, "CREATE INDEX ") && open && !strchr(open + 1, '(') && !strcasestr(open, "where");
}

/* May the store have it, besides what is ours? What SQLite makes of a row is what its SQL says, whatever the row says that it is. */
static bool may_stay(ours *o, const char *kind, const char *table, const char *sql)
{
	if (strcmp(kind, "table") == 0)
		return starts(sql, "CREATE TABLE ") || starts(sql, "CREATE VIRTUAL TABLE ");
	if (strcmp(kind, "index") != 0)
		return false;
	return is_plain_index(sql) || (starts(sql, "CREATE UNIQUE INDEX ") && !find(o, "table", table));
}

static status check_object(ours *o, const char *kind, const char *name, const char *table, const char *sql, complaint *why)
{
	object *mine = find(o, kind, name);
	const char *theirs = skip_words(sql, "CREATE ");

	if (!mine && may_stay(o, kind, table, sql))
		return OK;
	if (!mine)
		return complain(why, ERR_FORMAT, "its %.20s %.100s is not firstprint's, and may change what is stored", kind,
				name);
	mine->found = theirs != sql && word_len(theirs) == word_len(mine->kind) &&
		      strncmp(theirs, mine->kind, word_len(theirs)) == 0 && is_same(name_in(theirs), name_in(mine->kind));
	return mine->found ? OK : complain(why, ERR_FORMAT, "its %.20s %.100s is not that of firstprint", kind, name);
}

static status check_all_found(const ours *o, complaint *why)
{
	for (size_t i = 0; i < o->len; i++) {
		const char *kind = o->list[i].kind, *name = name_in(kind);

		if (!o->list[i].found && !o->list[i].may_be_missing)
			return complain(why, ERR_FORMAT, "it lacks the %.*s %.*s", (int)word_len(kind), kind,
					(int)word_len(name), name);
	}
	return OK;
}

status genuine_check(sqlite3 *db, const char *const *texts, complaint *why)
{
	sqlite3_stmt *q = NULL;
	ours o = {.len = 0};
	status err = OK;
	int code;

	list_ours(texts, &o);
	code = sqlite3_prepare_v2(db, "SELECT type, name, tbl_name, sql FROM main.sqlite_master WHERE sql IS NOT NULL", -1, &q,
				  NULL);
	while (code == SQLITE_OK && !err && (code = sqlite3_step(q)) == SQLITE_ROW) {
		const char *row[4];

		for (int i = 0; i < 4; i++) {
			row[i] = (const char *)sqlite3_column_text(q, i);
			if (!row[i])
				err = ERR_FORMAT;
		}
		err = err ? complain(why, err, "its schema is damaged") : check_object(&o, row[0], row[1], row[2], row[3], why);
		code = SQLITE_OK;
	}
	sqlite3_finalize(q);
	if (!err && code != SQLITE_DONE)
		err = statement_status(code);
	return err ? err : check_all_found(&o, why);
}
