/* The file of signatures is a cache: whatever happens to it, what the filter is told is what the table has. */
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "tests/random.h"
#include "tests/store/articles.h"
#include "tests/store/scratch.h"

TestSuite(remembered, .init = scratch_make, .fini = scratch_remove);

enum { LARGE = 100003 }; /* bytes of a signature: 200 pages have more than what a file is kept for */

/* ── what the filter is told ── */

typedef struct told {
	size_t pages, stay;
	uint64_t last, sum; /* sum: of ids and bytes */
} told;

static uint64_t sum_of(uint64_t id, const firstprint_signature *sig)
{
	uint64_t sum = id;

	for (size_t i = 0; i < sig->len; i += 97)
		sum = sum * 31 + sig->bytes[i];
	return sum;
}

static status tell(void *ctx, uint64_t id, const firstprint_signature *sig, bool stays)
{
	told *t = ctx;

	cr_expect(id > t->last && (!stays || (uintptr_t)sig->bytes % 8 == 0));
	t->last = id;
	t->pages++;
	t->stay += stays;
	t->sum += sum_of(id, sig);
	return OK;
}

static status tell_of_table(void *ctx, uint64_t id, const firstprint_signature *sig)
{
	return tell(ctx, id, sig, false);
}

static store *open_store(const char *name, enum store_mode mode)
{
	complaint why = {""};
	store *st = NULL;

	cr_assert(store_open(scratch_path(name), mode, &st, &why) == OK, "%s", why.text);
	return st;
}

static told remember(store *st)
{
	told file = {0}, table = {0};

	cr_assert(store_remembered(st, tell, &file) == OK);
	cr_assert(store_signatures(st, tell_of_table, &table) == OK);
	cr_expect(file.pages == table.pages && file.sum == table.sum && file.last == table.last, "%zu pages, of %zu", file.pages,
		  table.pages);
	return file;
}

/* ── writing ── */

static uint8_t large[LARGE];

static void put(store *st, size_t len)
{
	store_article x = article_of(NULL, "text", "");
	store_reason why = article_reason(0, "unique");
	uint64_t id = store_next_id(st), state = id;
	firstprint_signature kept;

	for (size_t i = 0; i + 8 <= len; i += 8)
		memcpy(large + i, &(uint64_t){next_random(&state)}, 8);
	x.signature = (firstprint_signature){large, len};
	cr_assert(store_put_page(st, id, &x, &why) == OK);
	if (store_keep_signature(st, id, &x.signature, &kept))
		cr_expect(kept.len == len && memcmp(kept.bytes, large, len) == 0);
}

static uint64_t counted(store *st)
{
	uint64_t n = 77;

	cr_assert(store_count_remembered(st, &n) == OK);
	return n;
}

/* In transactions of ten pages. */
static void put_many(store *st, int n, size_t len)
{
	for (int i = 0; i < n; i++) {
		if (i % 10 == 0)
			cr_assert(store_begin(st) == OK);
		put(st, len - (size_t)i % 9);
		if (i % 10 == 9 || i == n - 1)
			cr_assert(store_commit(st) == OK);
	}
}

/* Adds so many pages to a store, which is made if need be. Returns what a filter was told before. */
static told add_pages(const char *name, int pages, size_t len)
{
	store *st = open_store(name, STORE_WRITE);
	told before = remember(st);

	cr_expect_eq(counted(st), before.pages);
	put_many(st, pages, len);
	cr_expect_eq(remember(st).pages, before.pages + (size_t)pages, "again, for another filter");
	store_close(st);
	return before;
}

/* A store of so many pages with its file. */
static void make_store(const char *name, int pages)
{
	add_pages(name, pages, LARGE);
}

static off_t size_of_file(const char *name)
{
	struct stat is;

	return stat(scratch_path(name), &is) == 0 ? is.st_size : -1;
}

/* Opens, compares with the table, and closes. Returns how many signatures stay. */
static size_t reopen(const char *name, enum store_mode mode)
{
	store *st = open_store(name, mode);
	told t = remember(st);

	store_close(st);
	return t.stay;
}

static void copy(const char *from, const char *to)
{
	char command[1200];

	snprintf(command, sizeof command, "cp '%s' '%s'", scratch_path(from), scratch_path(to));
	cr_assert(system(command) == 0);
}

/* ── the tests ── */

Test(remembered, a_large_store_keeps_a_file_from_which_it_is_read)
{
	make_store("a.db", 200);
	cr_expect(size_of_file("a.db-signatures") > 200 * (LARGE - 10));
	cr_expect_eq(reopen("a.db", STORE_WRITE), 200);
	cr_expect_eq(reopen("a.db", STORE_READ), 200);
	cr_expect(size_of_file("a.db-signatures") > 0);
}

Test(remembered, a_small_store_keeps_none)
{
	make_store("a.db", 20);
	cr_expect_eq(size_of_file("a.db-signatures"), -1);
	cr_expect_eq(reopen("a.db", STORE_READ), 0);
	cr_expect_eq(size_of_file("a.db-signatures"), -1, "a reader makes none");
	cr_expect_eq(reopen("a.db", STORE_WRITE), 20);
}

Test(remembered, a_file_that_was_deleted_is_made_again)
{
	make_store("a.db", 200);
	cr_assert(remove(scratch_path("a.db-signatures")) == 0);
	cr_expect_eq(reopen("a.db", STORE_READ), 0);
	cr_expect_eq(reopen("a.db", STORE_WRITE), 200);
	cr_expect_eq(reopen("a.db", STORE_READ), 200, "it was noted, though nothing else was written");
}

Test(remembered, a_file_that_was_cut_is_made_again)
{
	off_t size;

	make_store("a.db", 200);
	size = size_of_file("a.db-signatures");
	for (int i = 0; i < 9; i++) {
		static const int parts[] = {0, 4, 8, 20, 1000, 2000, 9000, 9999, 10000};
		off_t length = parts[i] < 1000 ? parts[i] : size / 10000 * parts[i];

		cr_assert(truncate(scratch_path("a.db-signatures"), length) == 0);
		cr_expect_eq(reopen("a.db", STORE_READ), 0, "cut at %d", parts[i]);
		cr_expect_eq(reopen("a.db", STORE_WRITE), 200);
		cr_expect_eq(reopen("a.db", STORE_READ), 200);
	}
}

static void flip(const char *name, off_t at)
{
	int fd = open(scratch_path(name), O_RDWR);
	uint8_t byte;

	cr_assert(fd >= 0 && pread(fd, &byte, 1, at) == 1);
	byte ^= 0x10;
	cr_assert(pwrite(fd, &byte, 1, at) == 1);
	close(fd);
}

Test(remembered, a_damaged_file_is_not_used)
{
	off_t size;
	uint64_t state = 5;

	make_store("a.db", 200);
	size = size_of_file("a.db-signatures");
	for (int i = 0; i < 40; i++) {
		off_t at = i < 24 ? i : (off_t)(next_random(&state) % (uint64_t)(size - 8)); /* not in what fills the last one up */

		flip("a.db-signatures", at);
		cr_expect_eq(reopen("a.db", STORE_READ), 0, "byte %lld", (long long)at);
		flip("a.db-signatures", at);
	}
	cr_expect_eq(reopen("a.db", STORE_READ), 200);
}

Test(remembered, an_older_file_is_not_used)
{
	make_store("a.db", 200);
	copy("a.db-signatures", "old");
	add_pages("a.db", 20, LARGE);
	cr_assert(rename(scratch_path("old"), scratch_path("a.db-signatures")) == 0);
	cr_expect_eq(reopen("a.db", STORE_READ), 0);
	cr_expect_eq(reopen("a.db", STORE_WRITE), 220);
}

/* A copy of the store was kept, both went on, and the file is that of the other one. */
Test(remembered, a_file_of_another_time_is_used_as_far_as_it_is_the_same)
{
	make_store("a.db", 200);
	copy("a.db", "b.db");
	add_pages("a.db", 20, LARGE);
	copy("a.db-signatures", "b.db-signatures");
	cr_expect_eq(reopen("b.db", STORE_READ), 200, "what is behind its pages is not its own");
	cr_expect_eq(add_pages("b.db", 20, LARGE - 50).stay, 200);
	cr_expect_eq(reopen("b.db", STORE_READ), 220);
	copy("a.db-signatures", "b.db-signatures");
	cr_expect_eq(reopen("b.db", STORE_READ), 0);
	cr_expect_eq(reopen("b.db", STORE_WRITE), 220);
}

Test(remembered, pages_that_are_gone_are_not_told)
{
	store *st;

	make_store("a.db", 200);
	st = open_store("a.db", STORE_WRITE);
	remember(st);
	cr_assert(store_begin(st) == OK);
	for (uint64_t id = 200; id <= 200; id -= 7) {
		char sql[80];

		snprintf(sql, sizeof sql, "DELETE FROM signatures WHERE id = %d", (int)id);
		cr_assert(sqlite3_exec(st->db, sql, NULL, NULL, NULL) == SQLITE_OK);
		store_drop_signature(st, id);
	}
	put(st, LARGE);
	cr_assert(store_commit(st) == OK);
	store_close(st);
	cr_expect_eq(reopen("a.db", STORE_READ), 200 - 29 + 1);
}

Test(remembered, who_changes_the_table_makes_the_file_useless)
{
	static const char *const changes[] = {
		"DELETE FROM signatures WHERE id = 100",
		"UPDATE signatures SET bytes = x'00' WHERE id = 99",
		"UPDATE signatures SET kept = 0 WHERE id = 98",
		"INSERT INTO signatures (id, kept, bytes) VALUES (1000, 1, x'01')",
	};

	make_store("a.db", 200);
	for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
		store *st = open_store("a.db", STORE_WRITE);

		cr_assert(sqlite3_exec(st->db, changes[i], NULL, NULL, NULL) == SQLITE_OK, "%s", changes[i]);
		store_close(st);
		cr_expect_eq(reopen("a.db", STORE_READ), 0, "%s", changes[i]);
		cr_expect(reopen("a.db", STORE_WRITE) > 190);
		cr_expect(reopen("a.db", STORE_READ) > 190);
	}
}

Test(remembered, what_is_rolled_back_is_not_told)
{
	store *st;

	make_store("a.db", 200);
	st = open_store("a.db", STORE_WRITE);
	remember(st);
	for (int round = 0; round < 3; round++) {
		cr_assert(store_begin(st) == OK);
		put(st, LARGE);
		put(st, LARGE);
		store_rollback(st);
		cr_assert(store_begin(st) == OK);
		put(st, 500);
		cr_assert(store_commit(st) == OK);
	}
	cr_assert(store_begin(st) == OK);
	put(st, LARGE);
	store_rollback(st);
	store_close(st);
	cr_expect_eq(reopen("a.db", STORE_READ), 203);
}

/* What a process does that made the file anew and has nothing to write, or cannot write it. */
Test(remembered, a_rollback_leaves_a_file_that_was_made_anew)
{
	store *st;

	make_store("a.db", 200);
	for (int round = 0; round < 2; round++) {
		cr_assert(remove(scratch_path("a.db-signatures")) == 0);
		st = open_store("a.db", STORE_WRITE);
		cr_expect_eq(remember(st).stay, 200);
		if (round) {
			cr_assert(store_begin(st) == OK);
			put(st, LARGE);
		}
		store_rollback(st);
		if (round) {
			cr_assert(store_begin(st) == OK);
			put(st, LARGE);
			cr_assert(store_commit(st) == OK);
		}
		store_rollback(st);
		store_close(st);
		cr_expect_eq(reopen("a.db", STORE_READ), round ? 201 : 200);
	}
}

Test(remembered, signatures_stay_where_they_are_when_the_file_grows)
{
	enum { PAGES = 1500 }; /* 150 MB: more than the first mapping */
	static firstprint_signature all[PAGES];
	store *st = open_store("a.db", STORE_WRITE);
	uint64_t sums[PAGES];

	remember(st);
	memset(large, 1, sizeof large);
	for (int i = 0; i < PAGES; i++) {
		large[97] = (uint8_t)i;
		cr_assert(store_keep_signature(st, (uint64_t)i + 1, &(firstprint_signature){large, LARGE}, &all[i]));
		sums[i] = sum_of(1, &all[i]);
	}
	for (int i = 0; i < PAGES; i++)
		cr_assert(all[i].bytes[97] == (uint8_t)i && sum_of(1, &all[i]) == sums[i], "%d", i);
	store_close(st);
}

Test(remembered, without_a_file_all_goes_on)
{
	cr_assert(mkdir(scratch_path("a.db-signatures"), 0700) == 0);
	make_store("a.db", 200);
	cr_expect_eq(reopen("a.db", STORE_WRITE), 0);
	add_pages("a.db", 10, LARGE);
	cr_expect_eq(reopen("a.db", STORE_READ), 0);
}

/* It becomes full while it is written. */
Test(remembered, a_file_that_cannot_grow_is_given_up)
{
	firstprint_signature kept, sig = {large, LARGE};
	store *st = open_store("a.db", STORE_WRITE);
	int null = open("/dev/full", O_WRONLY | O_CLOEXEC), pages = 0;

	remember(st);
	put_many(st, 200, LARGE);
	cr_assert(null >= 0);
	for (int fd = 3; fd < 100; fd++) { /* every write to the file fails from now on */
		char link[64], path[600] = "";

		snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
		if (readlink(link, path, sizeof path - 1) > 0 && strstr(path, "-signatures"))
			pages += dup2(null, fd) == fd;
	}
	cr_assert_eq(pages, 1);
	cr_expect(!store_keep_signature(st, 1000, &sig, &kept));
	put_many(st, 20, LARGE);
	store_close(st);
	cr_expect_eq(reopen("a.db", STORE_READ), 0);
	cr_expect_eq(reopen("a.db", STORE_WRITE), 220);
}

/* Tells of each commit by a byte. */
static void write_until_killed(const char *name, int news)
{
	store *st = NULL;
	told t = {0};

	if (store_open(scratch_path(name), STORE_WRITE, &st, NULL) || store_remembered(st, tell, &t))
		_exit(1);
	do
		put_many(st, 3, LARGE);
	while (write(news, ".", 1) == 1);
	_exit(1);
}

/* Kills a writer at some instant after so many commits. */
static void write_and_kill(const char *name, int commits, useconds_t then_us)
{
	int news[2];
	char byte;
	pid_t child;

	cr_assert(pipe(news) == 0);
	child = fork();
	if (child == 0)
		write_until_killed(name, news[1]);
	close(news[1]);
	for (int i = 0; i < commits; i++)
		cr_assert_eq(read(news[0], &byte, 1), 1, "it ended by itself");
	usleep(then_us);
	cr_assert(kill(child, SIGKILL) == 0 && waitpid(child, NULL, 0) == child);
	close(news[0]);
}

/* Of three writers one is killed at any moment after its start, two after their first commits. */
Test(remembered, a_kill_at_any_instant_loses_nothing)
{
	int rounds = getenv("LONG") ? 60 : 24;
	uint64_t state = 11;
	size_t before = 0;

	make_store("a.db", 200);
	for (int round = 0; round < rounds; round++) {
		size_t now;

		write_and_kill("a.db", round % 3, (useconds_t)(next_random(&state) % 10000));
		now = reopen("a.db", STORE_READ);
		cr_expect(now == 0 || now >= before, "round %d: %zu of %zu", round, now, before);
		before = now ? now : before;
	}
	cr_expect(reopen("a.db", STORE_WRITE) >= before && before >= 200 + 3 * 20, "%zu", before);
}

static void boast(store *st, const char *value)
{
	char sql[200];

	snprintf(sql, sizeof sql, "UPDATE counts SET value = %s WHERE name = 'pages'", value);
	cr_assert(sqlite3_exec(st->db, sql, NULL, NULL, NULL) == SQLITE_OK);
}

Test(remembered, a_store_that_boasts_is_believed_as_far_as_its_file_is_long)
{
	store *st;

	add_pages("s.db", 20, 3000);
	st = open_store("s.db", STORE_WRITE);
	boast(st, "1 << 60");
	cr_expect(counted(st) >= 20 && counted(st) < 100000, "%llu", (unsigned long long)counted(st));
	boast(st, "-5");
	cr_expect_eq(counted(st), 0u);
	store_close(st);
}
