#include "store/fulltext.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/genuine.h"
#include "store/statement.h"

struct fulltext {
	store file; /* only for its statements */
	uint64_t last;
};

/* The index can be made again from its store, so it does not have to survive a power failure. */
static const char schema[] = "CREATE TABLE meta (name TEXT PRIMARY KEY, value) WITHOUT ROWID;"
			     "CREATE VIRTUAL TABLE articles USING fts5(title, text, runs, content='', detail=full,"
			     " tokenize=\"ascii tokenchars '.,;:''_'\");"
			     "INSERT INTO articles (articles, rank) VALUES ('automerge', 8)";
static const char *const texts[] = {schema, "", NULL}; /* for genuine_check */

static status create(fulltext *x, const char *name)
{
	char numbers[80];
	status err = statement_run(x->file.db, "BEGIN");

	snprintf(numbers, sizeof numbers, "PRAGMA application_id = %d; PRAGMA user_version = %d", FULLTEXT_APPLICATION_ID,
		 FULLTEXT_VERSION);
	if (!err)
		err = statement_run(x->file.db, numbers);
	if (!err)
		err = statement_run(x->file.db, schema);
	if (!err)
		err = statement_do(&x->file, "INSERT INTO meta VALUES ('store', ?), ('last', 0)", "t", name);
	return err ? err : statement_run(x->file.db, "COMMIT");
}

static status open_file(const char *file, enum store_mode mode, fulltext **out)
{
	bool may_write = access(file, W_OK) == 0; /* to roll back the transaction of a killed process */
	int flags = mode == STORE_WRITE ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
		    : may_write         ? SQLITE_OPEN_READWRITE
					: SQLITE_OPEN_READONLY;
	fulltext *x = calloc(1, sizeof *x);
	status err;

	*out = x;
	if (!x)
		return ERR_MEMORY;
	err = statement_status(sqlite3_open_v2(file, &x->file.db, flags, NULL));
	if (!err)
		sqlite3_busy_timeout(x->file.db, 5000);
	if (!err)
		err = genuine_defend(x->file.db);
	return err || mode == STORE_READ ? err : statement_run(x->file.db, "PRAGMA synchronous = OFF");
}

static status refuse(const char *file, complaint *why)
{
	return complain(why, ERR_FORMAT, "%s: a file of something else; it is left as it is", file);
}

static status check_schema(fulltext *x, const char *file, complaint *why)
{
	complaint cause = {""};
	status err = genuine_check(x->file.db, texts, &cause);

	return *cause.text ? complain(why, err, "%s: %.300s; delete it, and it is made again", file, cause.text) : err;
}

static status check_file(fulltext *x, const char *file, const char *name, enum store_mode mode, complaint *why)
{
	int id = 0, version = 0, tables = 0;
	status err = statement_probe(x->file.db, &id, &version, &tables);

	if (err == ERR_FORMAT || (id != FULLTEXT_APPLICATION_ID && (id || tables)))
		return refuse(file, why);
	if (!err && id == 0)
		err = mode == STORE_WRITE ? create(x, name) : ERR_MISSING;
	else if (!err && version != FULLTEXT_VERSION)
		err = ERR_MISSING;
	if (!err) /* ERR_MISSING: it is of another store */
		err = statement_first(&x->file, NULL, FULLTEXT_LAST, "t=i", name, &x->last);
	return err ? err : check_schema(x, file, why);
}

/* Is there a file that SQLite did not make? SQLite takes a file of less than a page as empty, and would overwrite it. We must not
 * open a longer file, as every index is, beside SQLite (lock.h); for those, SQLite reports the error itself. */
static bool is_other(const char *file)
{
	enum { PAGE = 4096 };
	static const char magic[] = "SQLite format 3";
	char head[sizeof magic];
	struct stat is;
	bool exists = stat(file, &is) == 0, is_file = !exists || S_ISREG(is.st_mode);
	FILE *f = exists && is_file && is.st_size < PAGE ? fopen(file, "rbe") : NULL;
	size_t len = f ? fread(head, 1, sizeof head, f) : 0;

	if (f)
		fclose(f);
	return !is_file || (len > 0 && (len < sizeof head || memcmp(head, magic, sizeof head) != 0));
}

static status open_once(const char *file, const char *name, enum store_mode mode, fulltext **out, complaint *why)
{
	status err;

	if (is_other(file))
		return refuse(file, why);
	err = open_file(file, mode, out);
	return err ? err : check_file(*out, file, name, mode, why);
}

status fulltext_open(const char *path, const store *st, enum store_mode mode, fulltext **out, complaint *why)
{
	char *file = sqlite3_mprintf("%s.index", path), name[DIGEST_TEXT];
	status err;

	*out = NULL;
	if (!file)
		return ERR_MEMORY;
	fulltext_name(st->key, name);
	err = mode == STORE_READ && access(file, F_OK) != 0 ? ERR_MISSING : open_once(file, name, mode, out, why);
	if (err == ERR_MISSING && mode == STORE_WRITE) {
		fulltext_close(*out);
		*out = NULL;
		unlink(file);
		err = open_once(file, name, mode, out, why);
	}
	if (err && err != ERR_MISSING && !*why->text)
		complain(why, err, "%s: %s", file,
			 *out && (*out)->file.db ? sqlite3_errmsg((*out)->file.db) : status_text(err));
	if (err) {
		fulltext_close(*out);
		*out = NULL;
	}
	sqlite3_free(file);
	return err;
}

void fulltext_close(fulltext *x)
{
	if (!x)
		return;
	statements_free(&x->file);
	sqlite3_close(x->file.db);
	free(x);
}

uint64_t fulltext_last(const fulltext *x)
{
	return x->last;
}

const char *fulltext_error(const fulltext *x)
{
	return store_error(&x->file);
}

void fulltext_complain(const fulltext *x, const char *path, status e, complaint *why)
{
	const char *text = x ? fulltext_error(x) : NULL;

	if (!*why->text && text)
		complain(why, e, "%s.index: %s; if it is damaged, delete it and make it again", path, text);
}

/* ── adding ── */

status fulltext_begin(fulltext *x)
{
	return statement_do(&x->file, "BEGIN IMMEDIATE", "");
}

status fulltext_commit(fulltext *x)
{
	status err = statement_do(&x->file, "UPDATE meta SET value = ? WHERE name = 'last'", "i", (int64_t)x->last);

	return err ? err : statement_do(&x->file, "COMMIT", "");
}

status fulltext_add(fulltext *x, uint64_t id, const char *title, const char *text, const char *runs)
{
	status err = statement_do(&x->file, "INSERT INTO articles (rowid, title, text, runs) VALUES (?, ?, ?, ?)", "ittt",
				  (int64_t)id, title, text, runs);

	if (!err)
		x->last = id;
	return err;
}

/* ── finding ── */

status fulltext_find(fulltext *x, const char *query, int64_t most, fulltext_handler *handle, void *ctx)
{
	return statement_each_id(statement(&x->file,
					   "SELECT rowid FROM articles WHERE articles MATCH '{title text} : (' || ? || ')'"
					   " ORDER BY bm25(articles, 4.0, 1.0, 0.0) LIMIT ?",
					   "ti", query, most),
				 handle, ctx);
}

status fulltext_alike(fulltext *x, const char *query, int64_t most, fulltext_handler *handle, void *ctx)
{
	return statement_each_id(statement(&x->file, FULLTEXT_ALIKE, "ti", query, most), handle, ctx);
}
