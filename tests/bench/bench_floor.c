/* What the libraries cost without us, in ms a page: gumbo's parse of each file, and SQLite's writing of its article and signature
 * into a table each, 64 pages a transaction. Beside it our way from bytes to the article, and to the signature. One thread. The names of
 * the files are read from standard input. The gumbo of the floor is the system's, also in a build --with-gumbo. */
#include <dlfcn.h>
#include <gumbo.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/buffer.h"
#include "plugin/filter.h"
#include "purify/purify.h"

enum { AT_ONCE = 64 };

static double seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void fail(const char *what)
{
	perror(what);
	exit(1);
}

static void read_file(const char *name, buffer *out)
{
	char block[65536];
	FILE *f = fopen(name, "rb");
	size_t n;

	if (!f)
		fail(name);
	buffer_clear(out);
	while ((n = fread(block, 1, sizeof block, f)) > 0)
		if (!buffer_append(out, block, n))
			fail("memory");
	fclose(f);
}

/* ── gumbo ── */

typedef struct parser {
	GumboOutput *(*parse)(const GumboOptions *o, const char *bytes, size_t len);
	void (*destroy)(const GumboOptions *o, GumboOutput *tree);
} parser;

static void open_parser(parser *p)
{
	void *library = dlopen("libgumbo.so.1", RTLD_NOW | RTLD_LOCAL);

	if (library) {
		*(void **)&p->parse = dlsym(library, "gumbo_parse_with_options");
		*(void **)&p->destroy = dlsym(library, "gumbo_destroy_output");
	}
	if (!library || !p->parse || !p->destroy) {
		fprintf(stderr, "bench_floor: there is no libgumbo.so.1 to compare with\n");
		exit(1);
	}
}

static void parse(const parser *p, const buffer *page)
{
	p->destroy(&kGumboDefaultOptions, p->parse(&kGumboDefaultOptions, page->len ? page->bytes : "", page->len));
}

/* ── SQLite ── */

typedef struct table {
	sqlite3 *db;
	sqlite3_stmt *page, *signature;
	int open; /* pages in the transaction */
} table;

static void run(table *t, const char *sql)
{
	if (sqlite3_exec(t->db, sql, NULL, NULL, NULL) != SQLITE_OK)
		fail(sql);
}

static void open_table(table *t, const char *file)
{
	if (sqlite3_open(file, &t->db) != SQLITE_OK)
		fail(file);
	run(t, "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; CREATE TABLE pages (id INTEGER PRIMARY KEY, url TEXT UNIQUE,"
	       " text TEXT); CREATE TABLE signatures (id INTEGER PRIMARY KEY, bytes BLOB)");
	sqlite3_prepare_v2(t->db, "INSERT INTO pages (url, text) VALUES (?, ?)", -1, &t->page, NULL);
	sqlite3_prepare_v2(t->db, "INSERT INTO signatures (bytes) VALUES (?)", -1, &t->signature, NULL);
}

static void put(table *t, const char *url, firstprint_span text, const firstprint_signature *sig)
{
	if (t->open == 0)
		run(t, "BEGIN IMMEDIATE");
	sqlite3_bind_text(t->page, 1, url, -1, SQLITE_STATIC);
	sqlite3_bind_text(t->page, 2, text.at, (int)text.len, SQLITE_STATIC);
	sqlite3_bind_blob(t->signature, 1, sig->bytes, (int)sig->len, SQLITE_STATIC);
	if (sqlite3_step(t->page) != SQLITE_DONE || sqlite3_step(t->signature) != SQLITE_DONE)
		fail(sqlite3_errmsg(t->db));
	sqlite3_reset(t->page);
	sqlite3_reset(t->signature);
	t->open = (t->open + 1) % AT_ONCE;
	if (t->open == 0)
		run(t, "COMMIT");
}

/* ── measuring ── */

typedef struct times {
	double gumbo, purify, sign, sqlite;
} times;

static void measure(const buffer *body, const char *url, const parser *g, filter *f, arena *scratch, arena *a, table *t, times *sum)
{
	purify_input in = {.bytes = body->bytes, .len = body->len};
	firstprint_signature sig;
	purified p;
	double at[5];

	at[0] = seconds();
	parse(g, body);
	at[1] = seconds();
	if (purify(&in, scratch, a, &p))
		fail(url);
	arena_reset(scratch);
	at[2] = seconds();
	if (filter_sign(f, &p.page, a, &sig))
		fail(url);
	at[3] = seconds();
	put(t, url, p.page.text, &sig);
	at[4] = seconds();
	arena_reset(a);
	sum->gumbo += at[1] - at[0];
	sum->purify += at[2] - at[1];
	sum->sign += at[3] - at[2];
	sum->sqlite += at[4] - at[3];
}

static void print(const times *sum, int n)
{
	printf("{\"pages\": %d, \"gumbo\": %.4f, \"purify\": %.4f, \"sign\": %.4f, \"sqlite\": %.4f}\n", n,
	       sum->gumbo * 1e3 / n, sum->purify * 1e3 / n, sum->sign * 1e3 / n, sum->sqlite * 1e3 / n);
}

int main(void)
{
	static const uint8_t zeros[FILTER_KEY_SIZE];
	char file[] = "/tmp/bench-floor-XXXXXX";
	char *name = NULL;
	size_t room = 0;
	int fd = mkstemp(file), n = 0;
	arena *scratch = arena_new(), *a = arena_new();
	buffer body = {0};
	times sum = {0};
	table t = {0};
	parser g;
	complaint why;
	filter *f;

	if (fd < 0 || !scratch || !a || filter_open("cascade", zeros, &f, &why))
		return 1;
	arena_keep(scratch, 8 << 20);
	open_table(&t, file);
	open_parser(&g);
	for (; getline(&name, &room, stdin) > 0; n++) {
		name[strcspn(name, "\n")] = '\0';
		read_file(name, &body);
		measure(&body, name, &g, f, scratch, a, &t, &sum);
	}
	free(name);
	print(&sum, n ? n : 1);
	sqlite3_finalize(t.page);
	sqlite3_finalize(t.signature);
	sqlite3_close(t.db);
	unlink(file);
	buffer_free(&body);
	arena_free(scratch);
	arena_free(a);
	filter_close(f);
	return 0;
}
