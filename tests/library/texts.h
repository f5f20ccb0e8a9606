/* texts — articles for the library's tests, and a handle on a store in a folder of the test's own:
 *	TestSuite(x, .init = scratch_make, .fini = scratch_remove) */
#ifndef TESTS_LIBRARY_TEXTS_H
#define TESTS_LIBRARY_TEXTS_H

#include <sqlite3.h>

#include "library/libfirstprint.h"
#include "tests/random.h"
#include "tests/store/scratch.h"

enum { TEXT_ROOM = 4096 };

/* An article of a hundred words: others for each number, the same for the same one. */
static inline void text_make(char out[TEXT_ROOM], uint64_t number)
{
	static const char *const words[] = {"harbour", "winter",  "engine", "letter", "market", "silver", "garden", "bridge",
					    "morning", "captain", "window", "copper", "island", "paper",  "river",  "stone",
					    "station", "lantern", "forest", "barrel", "yellow", "corner", "summer", "ticket"};
	uint64_t state = number * 7919 + 13;
	size_t len = 0;

	for (int i = 1; i <= 100; i++)
		len += (size_t)snprintf(out + len, TEXT_ROOM - len, "%s%s", words[next_random(&state) % (sizeof words / sizeof *words)],
					i % 10 == 0 ? ". " : " ");
}

/* The page with this number, as text; name and URL come from the number. Valid until the eighth call from now. */
static inline firstprint_source text_page(uint64_t number)
{
	static char texts[8][TEXT_ROOM], urls[8][64], names[8][32];
	static unsigned next;
	unsigned i = next++ % 8;

	text_make(texts[i], number);
	snprintf(urls[i], sizeof urls[i], "https://example.com/%llu", (unsigned long long)number);
	snprintf(names[i], sizeof names[i], "page \"%llu\"", (unsigned long long)number);
	return (firstprint_source){
		.bytes = texts[i], .len = strlen(texts[i]), .form = FIRSTPRINT_AS_TEXT, .url = urls[i], .name = names[i]};
}

static inline firstprint *text_open(const char *path, enum firstprint_mode mode)
{
	const firstprint_options options = {.mode = mode, .jobs = 2};
	firstprint *fp = NULL;
	int code = firstprint_open(path, &options, &fp);

	cr_assert(code == FIRSTPRINT_DONE, "%d %s", code, firstprint_error(fp));
	return fp;
}

static inline firstprint_article text_judge(firstprint *fp, const firstprint_source *page)
{
	firstprint_article said = {.id = 999};
	int code = firstprint_judge(fp, page, &said);

	cr_assert(code == FIRSTPRINT_DONE, "%d %s", code, firstprint_error(fp));
	return said;
}

static inline firstprint_article text_judge_number(firstprint *fp, uint64_t number)
{
	firstprint_source page = text_page(number);

	return text_judge(fp, &page);
}

/* Makes a store of pages 1 to n, and closes it. */
static inline const char *text_store(const char *name, unsigned n)
{
	const char *path = scratch_path(name);
	firstprint *fp = text_open(path, FIRSTPRINT_WRITE);

	for (unsigned i = 1; i <= n; i++)
		text_judge_number(fp, i);
	firstprint_close(fp);
	return path;
}

/* Pages 1 to 5, then a longer print of 3, which is a drop, and half of 4, which is a page. */
static inline const char *text_neighbours(const char *name)
{
	static char path[512];
	firstprint *fp;
	firstprint_source page = text_page(3);
	char longer[TEXT_ROOM];

	snprintf(path, sizeof path, "%s", text_store(name, 5));
	fp = text_open(path, FIRSTPRINT_WRITE);
	snprintf(longer, sizeof longer, "%.3900s And this stands behind it.", page.bytes);
	page.bytes = longer;
	page.len = strlen(longer);
	text_judge(fp, &page);
	page = text_page(4);
	page.len /= 2;
	text_judge(fp, &page);
	firstprint_close(fp);
	return path;
}

/* The integer that sql gives of a store, by SQLite alone. */
static inline int64_t text_count(const char *path, const char *sql)
{
	sqlite3 *db = NULL;
	sqlite3_stmt *q = NULL;
	int64_t n;

	cr_assert(sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK, "%s", path);
	cr_assert(sqlite3_prepare_v2(db, sql, -1, &q, NULL) == SQLITE_OK, "%s", sqlite3_errmsg(db));
	cr_assert(sqlite3_step(q) == SQLITE_ROW, "%s", sql);
	n = sqlite3_column_int64(q, 0);
	sqlite3_finalize(q);
	sqlite3_close(db);
	return n;
}

#endif
