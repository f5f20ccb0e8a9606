#include "library/sqlite/texts.h"

#include <stdlib.h>
#include <string.h>

#include "judge/likeness.h"
#include "store/fulltext.h"

SQLITE_EXTENSION_INIT3

enum column { ID, RESEMBLANCE, CONTAINED, CONTAINS, OF, MOST };
enum { HAS_OF = 1 << OF, HAS_MOST = 1 << MOST, MOST_DEFAULT = 10, MOST_ALLOWED = 10000 };

typedef struct near_table {
	sqlite3_vtab base;
	texts *texts;
} near_table;

/* A cursor opens its statements and the index once for all calls in a statement. */
typedef struct near_cursor {
	sqlite3_vtab_cursor base;
	texts *texts;
	sqlite3_stmt *read, *walk; /* reads a text by its id; lists the ids above one */
	bool looked;               /* it has looked for an index */
	sqlite3 *index;            /* NULL: there is none */
	sqlite3_stmt *alike;
	int64_t last; /* the index has no article above this id */
	arena *answer, *scratch;
	int64_t of;
	runs runs; /* of the article */
	nearest best;
	size_t at;
} near_cursor;

/* ── the index ── */

/* Is it the index of this store, in the version of this module? *last: see near_cursor. */
static bool is_its_index(const texts *t, sqlite3 *index, int64_t *last)
{
	sqlite3_stmt *q = NULL;
	int id = 0, version = 0;
	bool is = texts_number(index, "PRAGMA application_id", &id) == SQLITE_OK && id == FULLTEXT_APPLICATION_ID &&
		  texts_number(index, "PRAGMA user_version", &version) == SQLITE_OK && version == FULLTEXT_VERSION &&
		  sqlite3_prepare_v2(index, FULLTEXT_LAST, -1, &q, NULL) == SQLITE_OK &&
		  sqlite3_bind_text(q, 1, t->name, -1, SQLITE_STATIC) == SQLITE_OK && sqlite3_step(q) == SQLITE_ROW;

	*last = is ? sqlite3_column_int64(q, 0) : 0;
	sqlite3_finalize(q);
	return is;
}

static void close_index(near_cursor *c)
{
	sqlite3_finalize(c->alike);
	sqlite3_close(c->index);
	c->alike = NULL;
	c->index = NULL;
	c->last = 0;
}

/* Without a usable index, compare_all reads all texts. */
static void open_index(near_cursor *c)
{
	enum { BUSY_MS = 5000 };
	const char *store = sqlite3_db_filename(c->texts->db, "main");
	char *path = store && *store ? sqlite3_mprintf("%s.index", store) : NULL;
	bool is_open = path && sqlite3_open_v2(path, &c->index, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK;

	c->looked = true;
	if (is_open) {
		sqlite3_busy_timeout(c->index, BUSY_MS);
		sqlite3_db_config(c->index, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL); /* it may be a stranger's */
	}
	if (!is_open || !is_its_index(c->texts, c->index, &c->last) ||
	    sqlite3_prepare_v2(c->index, FULLTEXT_ALIKE, -1, &c->alike, NULL) != SQLITE_OK)
		close_index(c);
	sqlite3_free(path);
}

/* ── comparing ── */

static int compare(near_cursor *c, int64_t id, char **why)
{
	near_article x = {.id = (uint64_t)id};
	firstprint_span text;
	runs r;
	int code;

	arena_reset(c->scratch);
	code = id == c->of ? SQLITE_DONE : texts_read(c->texts, c->read, id, c->scratch, &text, why);
	if (code != SQLITE_ROW)
		return code;
	if (runs_of(text, &c->texts->key, c->scratch, &r))
		return SQLITE_NOMEM;
	x.like = likeness_of(&c->runs, &r);
	nearest_add(&c->best, &x);
	return SQLITE_ROW;
}

/* Compares with all articles whose ids q returns. */
static int compare_each(near_cursor *c, sqlite3_stmt *q, char **why)
{
	int code = SQLITE_ROW, end;

	while ((end = sqlite3_step(q)) == SQLITE_ROW && (code == SQLITE_ROW || code == SQLITE_DONE))
		code = compare(c, sqlite3_column_int64(q, 0), why);
	if (end != SQLITE_ROW && end != SQLITE_DONE && !*why)
		*why = sqlite3_mprintf(q == c->alike ? "the index: %s; if it is damaged, delete it and make it again" : "%s",
				       sqlite3_errmsg(sqlite3_db_handle(q)));
	if (end != SQLITE_ROW && end != SQLITE_DONE)
		code = end;
	sqlite3_reset(q);
	return code == SQLITE_ROW || code == SQLITE_DONE ? SQLITE_OK : code;
}

static int compare_by_index(near_cursor *c, char **why)
{
	char *query = runs_words(&c->runs, " OR ", c->answer);
	int code = query ? SQLITE_OK : SQLITE_NOMEM;

	if (code == SQLITE_OK && !*query)
		return code; /* a text without words */
	if (code == SQLITE_OK)
		code = sqlite3_bind_text(c->alike, 1, query, -1, SQLITE_STATIC);
	if (code == SQLITE_OK)
		code = sqlite3_bind_int(c->alike, 2, NEAREST_COMPARED);
	return code == SQLITE_OK ? compare_each(c, c->alike, why) : code;
}

/* Compares with the articles that the index finds, and with those that it lacks: without an index, with all. */
static int compare_all(near_cursor *c, char **why)
{
	int code = SQLITE_OK;

	if (!c->looked)
		open_index(c);
	if (c->index)
		code = compare_by_index(c, why);
	if (code == SQLITE_OK)
		code = sqlite3_bind_int64(c->walk, 1, c->last);
	return code == SQLITE_OK ? compare_each(c, c->walk, why) : code;
}

/* ── the table ── */

static int connect(sqlite3 *db, void *context, int n, const char *const *args, sqlite3_vtab **out, char **why)
{
	near_table *t = calloc(1, sizeof *t);
	int code;

	(void)n, (void)args, (void)why;
	if (!t)
		return SQLITE_NOMEM;
	t->texts = context;
	code = sqlite3_declare_vtab(db, "CREATE TABLE near (id INTEGER, resemblance REAL, contained REAL, contains REAL,"
					" of INTEGER HIDDEN, most INTEGER HIDDEN)");
	if (code == SQLITE_OK) /* a view in an untrusted store must not call it */
		code = sqlite3_vtab_config(db, SQLITE_VTAB_DIRECTONLY);
	if (code == SQLITE_OK)
		*out = &t->base;
	else
		free(t);
	return code;
}

static int disconnect(sqlite3_vtab *t)
{
	free(t);
	return SQLITE_OK;
}

/* Both arguments are values of hidden columns. If one is not known yet, SQLite must try another order of the tables. */
static int choose(sqlite3_vtab *t, sqlite3_index_info *info)
{
	int arguments = 0;

	(void)t;
	for (int column = OF; column <= MOST; column++)
		for (int i = 0; i < info->nConstraint; i++) {
			if (info->aConstraint[i].iColumn != column || info->aConstraint[i].op != SQLITE_INDEX_CONSTRAINT_EQ ||
			    info->idxNum & 1 << column)
				continue;
			if (!info->aConstraint[i].usable)
				return SQLITE_CONSTRAINT;
			info->idxNum |= 1 << column;
			info->aConstraintUsage[i].argvIndex = ++arguments;
			info->aConstraintUsage[i].omit = 1;
		}
	info->estimatedCost = info->idxNum & HAS_OF ? 1000 : 1e12;
	info->estimatedRows = MOST_DEFAULT;
	return SQLITE_OK;
}

static int close_cursor(sqlite3_vtab_cursor *base)
{
	near_cursor *c = (near_cursor *)base;

	sqlite3_finalize(c->read);
	sqlite3_finalize(c->walk);
	close_index(c);
	arena_free(c->answer);
	arena_free(c->scratch);
	free(c);
	return SQLITE_OK;
}

static int open_cursor(sqlite3_vtab *t, sqlite3_vtab_cursor **out)
{
	near_cursor *c = calloc(1, sizeof *c);

	if (!c)
		return SQLITE_NOMEM;
	c->texts = ((near_table *)t)->texts;
	c->answer = arena_new();
	c->scratch = arena_new();
	if (c->answer && c->scratch) {
		*out = &c->base;
		return SQLITE_OK;
	}
	close_cursor(&c->base);
	return SQLITE_NOMEM;
}

/* Prepares the statements when they are first needed. */
static int prepare(near_cursor *c, char **why)
{
	int code = texts_check(c->texts, why);

	if (code == SQLITE_OK && !c->read)
		code = texts_prepare(c->texts, TEXTS_READ_NOW, &c->read, why);
	if (code == SQLITE_OK && !c->walk)
		code = texts_prepare(c->texts, "SELECT id FROM main.signatures WHERE id > ? ORDER BY id", &c->walk, why);
	return code;
}

static int read_most(int how, sqlite3_value **args, int64_t *most, char **why)
{
	*most = how & HAS_MOST ? sqlite3_value_int64(args[1]) : MOST_DEFAULT;
	if (*most >= 1 && *most <= MOST_ALLOWED)
		return SQLITE_OK;
	*why = sqlite3_mprintf("near(id, most): it gives 1 to %d articles", MOST_ALLOWED);
	return SQLITE_ERROR;
}

/* SQLITE_DONE: there is no such article. */
static int find(near_cursor *c, int64_t most, char **why)
{
	firstprint_span text;
	int code = texts_read_one(c->texts, c->of, c->scratch, &text, why);

	if (code != SQLITE_ROW)
		return code;
	if (runs_of(text, &c->texts->key, c->answer, &c->runs))
		return SQLITE_NOMEM;
	c->best = (nearest){.items = arena_zeros(c->answer, (size_t)most + 1, sizeof *c->best.items), .most = (size_t)most};
	return c->best.items ? compare_all(c, why) : SQLITE_NOMEM;
}

static int answer(near_cursor *c, int how, sqlite3_value **args, char **why)
{
	int64_t most;
	int code = prepare(c, why);

	if (code == SQLITE_OK && !(how & HAS_OF)) {
		*why = sqlite3_mprintf("near needs the id of an article: near(12)");
		return SQLITE_ERROR;
	}
	if (code == SQLITE_OK)
		code = read_most(how, args, &most, why);
	if (code != SQLITE_OK || sqlite3_value_numeric_type(args[0]) != SQLITE_INTEGER)
		return code;
	c->of = sqlite3_value_int64(args[0]);
	code = find(c, most, why);
	return code == SQLITE_DONE ? SQLITE_OK : code;
}

static int filter(sqlite3_vtab_cursor *base, int how, const char *unused, int n, sqlite3_value **args)
{
	near_cursor *c = (near_cursor *)base;
	char *why = NULL;
	int code;

	(void)unused, (void)n;
	c->at = 0;
	c->best = (nearest){0};
	arena_reset(c->answer);
	arena_reset(c->scratch);
	code = answer(c, how, args, &why);
	if (why) {
		sqlite3_free(base->pVtab->zErrMsg);
		base->pVtab->zErrMsg = why;
	}
	return code;
}

static int next(sqlite3_vtab_cursor *base)
{
	((near_cursor *)base)->at++;
	return SQLITE_OK;
}

static int is_at_end(sqlite3_vtab_cursor *base)
{
	const near_cursor *c = (const near_cursor *)base;

	return c->at >= c->best.len;
}

static int column(sqlite3_vtab_cursor *base, sqlite3_context *out, int which)
{
	const near_cursor *c = (const near_cursor *)base;
	const near_article *x = &c->best.items[c->at];
	const double shares[] = {x->like.resemblance, x->like.contained, x->like.contains};

	if (which >= RESEMBLANCE && which <= CONTAINS)
		sqlite3_result_double(out, shares[which - RESEMBLANCE]);
	else
		sqlite3_result_int64(out, which == ID   ? (sqlite3_int64)x->id
					  : which == OF ? c->of
							: (sqlite3_int64)c->best.most);
	return SQLITE_OK;
}

static int rowid(sqlite3_vtab_cursor *base, sqlite3_int64 *out)
{
	*out = (sqlite3_int64)((near_cursor *)base)->at;
	return SQLITE_OK;
}

int near_register(texts *t)
{
	static const sqlite3_module module = {.xConnect = connect,
					      .xBestIndex = choose,
					      .xDisconnect = disconnect,
					      .xOpen = open_cursor,
					      .xClose = close_cursor,
					      .xFilter = filter,
					      .xNext = next,
					      .xEof = is_at_end,
					      .xColumn = column,
					      .xRowid = rowid};

	t->users++;
	return sqlite3_create_module_v2(t->db, "near", &module, t, texts_free);
}
