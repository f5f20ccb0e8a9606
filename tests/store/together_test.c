#include "store/together.h"

#include "store/ask.h"
#include "store/shared.h"
#include "tests/store/articles.h"
#include "tests/store/scratch.h"

/* Page 1 is in a.db, and its drop 2 and page 3 with drop 4 are in b.db. What is on a host is left to
 * the store that has its pages: as another part's, or out of scope. */

static char paths[2][300];
static const char *const files[] = {paths[0], paths[1]};
static store *both[2], *st;

static store *open_for_writing(int i)
{
	complaint why = {""};
	store *out = NULL;

	cr_assert(store_open(paths[i], STORE_WRITE, &out, &why) == OK, "%s", why.text);
	return out;
}

static void share(store *s, const char *memory, const char *owner)
{
	cr_assert(store_set_sharing(s, &(store_sharing){.memory = memory, .owner = owner}) == OK);
}

static void see(store *s, const char *url, const char *host, const char *skip)
{
	cr_assert(store_add_url(s, &(store_sighting){.url = url, .host = host, .is_seed = true, .skip_reason = skip}, NULL, NULL) == OK);
}

static void put(store *s, uint64_t id, const char *url, uint64_t of)
{
	store_article x = article_of(url, "rain on the hill", "signature");
	store_reason why = article_reason(of, of ? "duplicate" : "unique");

	cr_assert((of ? store_put_drop(s, id, &x, &why) : store_put_page(s, id, &x, &why)) == OK, "%s", store_error(s));
}

static void fill_a(void)
{
	store *s = open_for_writing(0);

	share(s, "redis://one:7000/news", "store-a");
	see(s, "http://a/1", "http://a", NULL);
	see(s, "http://b/2", "http://b", "another part");
	put(s, 1, "http://a/1", 0);
	scratch_end(s, 1, RESULT_PAGE);
	store_close(s);
}

static void fill_b(void)
{
	store *a = open_for_writing(0), *s = open_for_writing(1);
	uint8_t key[STORE_KEY_SIZE];

	store_key(a, key);
	store_close(a);
	cr_assert(store_adopt_key(s, key) == OK);
	share(s, "redis://two:7000/news", "store-b");
	see(s, "http://a/1", "http://a", "out of scope");
	see(s, "http://b/2", "http://b", NULL);
	put(s, 2, "http://b/2", 1);
	put(s, 3, "http://b/3", 0);
	put(s, 4, "http://b/4", 3);
	scratch_end(s, 2, RESULT_DROP);
	store_close(s);
}

static void open_both(void)
{
	complaint why = {""};

	for (int i = 0; i < 2; i++)
		cr_assert(store_open(paths[i], STORE_READ, &both[i], &why) == OK, "%s", why.text);
}

static bool are_together(void)
{
	bool are;

	open_both();
	are = store_are_together(both, 2);
	for (int i = 0; i < 2; i++)
		store_close(both[i]);
	return are;
}

static void make(void)
{
	complaint why = {""};

	scratch_make_arena();
	snprintf(paths[0], sizeof paths[0], "%s", scratch_path("a%20 'x'?.db")); /* no character of a URI or of SQL means anything */
	snprintf(paths[1], sizeof paths[1], "%s", scratch_path("b.db"));
	fill_a();
	fill_b();
	cr_assert(store_open_together(files, 2, &st, &why) == OK, "%s", why.text);
}

static void unmake(void)
{
	store_close(st);
	scratch_remove_arena();
}

TestSuite(together, .init = make, .fini = unmake);

Test(together, articles_are_one_sequence_and_originals_are_found)
{
	cr_expect_str_eq(scratch_text(st, "SELECT group_concat(id) FROM (SELECT id FROM pages ORDER BY id)"), "1,3");
	cr_expect_str_eq(scratch_text(st, "SELECT group_concat(id || ' ' || of || ' ' || of_url) FROM drops"),
			 "2 1 http://a/1,4 3 http://b/3");
}

static status keep_row(void *ctx, const store_value *row, size_t n)
{
	char *out = ctx;

	for (size_t i = 0; i < n; i++)
		if (row[i].type == STORE_TEXT)
			strcat(strcat(out, row[i].text), " ");
		else if (row[i].type == STORE_INTEGER)
			sprintf(out + strlen(out), "%lld ", (long long)row[i].integer);
		else
			strcat(out, "- ");
	strcat(out, "\n");
	return OK;
}

static const char *ask(enum store_question what)
{
	static char out[4000];

	*out = '\0';
	cr_assert(store_ask(st, what, keep_row, out) == OK, "%d: %s", what, store_error(st));
	return out;
}

Test(together, groups_have_the_drops_of_all)
{
	cr_expect_str_eq(ask(ASK_GROUPS), "1 http://a/1 T 1 16 - http://a/1 \n3 http://b/3 T 1 16 - http://b/3 \n");
	cr_expect_str_eq(ask(ASK_GROUP_SIZES), "1 1 16 \n3 1 16 \n");
	cr_expect_str_eq(ask(ASK_STAGES), "text  2 2 \n");
}

Test(together, counts_are_sums_without_what_was_left_to_another_part)
{
	const char *counts = ask(ASK_SUMMARY);

	for (const char *const *c = (const char *const[]){"fetched 4 ", "pages 2 ", "drops 2 ", "groups 2 ", "skips 1 ", "urls 3 ", "text-bytes 32 ", NULL}; *c;
	     c++)
		cr_expect(strstr(counts, *c), "%s not in %s", *c, counts);
	cr_expect_str_eq(ask(ASK_SKIPS), "");
}

Test(together, a_host_and_a_seed_are_listed_once)
{
	cr_expect_str_eq(ask(ASK_HOSTS), "http://a 1 0 0 1 0 100 0 - [] \nhttp://b 0 1 0 0 0 0 100 - [] \n");
	cr_expect_str_eq(ask(ASK_SEEDS), "http://a/1 page - - 1 0 \nhttp://b/2 drop - - 1 0 \n");
}

Test(together, the_way_to_a_url_is_that_of_its_own_store)
{
	char out[1000] = "";

	cr_assert(store_ask_text(st, ASK_WAY_BY_URL, "http://b/2", keep_row, out) == OK, "%s", store_error(st));
	cr_expect(strstr(out, "way 0 http://b/2 drop 0 1 ") && strstr(out, " http://b "), "%s", out);
}

Test(together, texts_are_read_from_the_store_that_has_them)
{
	firstprint_span text;
	const char *path;

	for (uint64_t id = 1; id <= 4; id++) {
		cr_assert(store_text(st, id, scratch_arena, &text) == OK, "%d", (int)id);
		cr_expect_eq(text.len, 16);
		cr_expect_arr_eq(text.at, "rain on the hill", text.len);
		cr_assert(store_place(st, id, scratch_arena, &path) == OK);
		cr_expect_str_eq(path, paths[id > 1]);
	}
	cr_assert(store_place(st, 9, scratch_arena, &path) == OK);
	cr_expect_null(path);
}

Test(together, any_question_has_an_answer)
{
	char out[8000];

	for (int q = 0; q < STORE_QUESTIONS; q++) {
		if (q == ASK_JUDGED_COUNTS || q == ASK_JUDGED_CHANGES) /* of tables that only judging makes */
			continue;
		*out = '\0';
		cr_expect(store_ask_text(st, q, "1", keep_row, out) == OK || store_ask_id(st, q, 1, keep_row, out) == OK ||
				  store_ask(st, q, keep_row, out) == OK,
			  "question %d: %s", q, store_error(st));
	}
}

Test(together, nothing_can_be_written)
{
	cr_expect_neq(sqlite3_exec(st->db, "DELETE FROM s0.pages", NULL, NULL, NULL), SQLITE_OK);
}

Test(together, only_stores_of_one_memory)
{
	store *s;

	cr_expect(are_together());
	share(s = open_for_writing(1), "redis://two:7000/other", "store-b");
	store_close(s);
	cr_expect_not(are_together(), "memories with two names");
	share(s = open_for_writing(1), "redis://two:7000/news", "store-a");
	store_close(s);
	cr_expect_not(are_together(), "two files of one store");
	s = open_for_writing(1);
	share(s, "redis://two:7000/news", "store-b");
	cr_assert(sqlite3_exec(s->db, "UPDATE meta SET value = zeroblob(16) WHERE name = 'key'", NULL, NULL, NULL) == SQLITE_OK);
	store_close(s);
	cr_expect_not(are_together(), "two keys");
}

Test(together, there_may_not_be_too_many)
{
	const char *many[TOGETHER_MOST + 1];
	complaint why = {""};
	store *out = NULL;

	for (int i = 0; i <= TOGETHER_MOST; i++)
		many[i] = paths[0];
	cr_expect_eq(store_open_together(many, TOGETHER_MOST + 1, &out, &why), ERR_LIMIT);
	cr_expect_str_eq(why.text, "11 stores of one index; at most 10 can be read together");
	cr_expect_eq(store_open_together(many, TOGETHER_MOST, &out, &why), OK, "%s", why.text);
	store_close(out);
}
