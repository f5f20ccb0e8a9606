/* Outcomes of URLs, and the counts. */
#include "tests/store/articles.h"
#include "tests/store/scratch.h"

static store *st;

static void make(void)
{
	scratch_make();
	st = scratch_store();
}

static void drop(void)
{
	store_close(st);
	scratch_remove();
}

TestSuite(outcome, .init = make, .fini = drop);

static int64_t put_url(const char *url)
{
	cr_assert(store_add_url(st, &(store_sighting){.url = url, .host = "http://a"}, NULL, NULL) == OK);
	return scratch_number(st, "SELECT max(id) FROM urls");
}

/* State and due of the URL, the number of rows in redirects, failures and skips, and its change: "skip0+0r+0f+1s". */
static const char *rows(void)
{
	return scratch_text(st, "SELECT state || due || '+' || (SELECT count(*) FROM redirects) || 'r+' || (SELECT count(*) FROM"
				" failures) || 'f+' || (SELECT count(*) FROM skips) || 's' || coalesce(' ' || change, '') FROM urls");
}

Test(outcome, each_outcome_replaces_the_one_before)
{
	int64_t id = put_url("http://a/1");
	enum store_end was = END_NONE;
	static const struct {
		store_outcome o;
		enum store_end end;
		const char *rows;
	} steps[] = {
		{{.result = RESULT_FAILURE, .reason = "http 500", .http_status = 500}, END_FAILURE, "failure0+0r+1f+0s"},
		{{.result = RESULT_FAILURE, .reason = "timeout"}, END_FAILURE, "failure0+0r+1f+0s"},
		{{.result = RESULT_REDIRECT, .to_url = "http://a/2", .http_status = 301}, END_REDIRECT, "redirect0+1r+0f+0s"},
		{{.result = RESULT_SKIP, .reason = "noindex"}, END_SKIP, "skip0+0r+0f+1s"},
		{{.result = RESULT_UNREACHED, .reason = "timeout"}, END_SKIP, "skip0+0r+0f+1s unreached: timeout"},
		{{.result = RESULT_LEFT_OUT}, END_SKIP, "skip0+0r+0f+1s"},
		{{.result = RESULT_PAGE}, END_PAGE, "page0+0r+0f+0s new"},
		{{.result = RESULT_UNCHANGED}, END_PAGE, "page0+0r+0f+0s unchanged"},
		{{.result = RESULT_DROP}, END_DROP, "drop0+0r+0f+0s changed"},
		{{.result = RESULT_FAILURE, .reason = "http 404", .http_status = 404}, END_FAILURE, "failure0+0r+1f+0s gone"},
	};

	cr_assert_eq(store_refresh(st, NULL), OK);
	for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
		scratch_conclude(st, id, was, steps[i].o);
		cr_expect_str_eq(rows(), steps[i].rows, "step %zu: %s", i, rows());
		was = steps[i].end;
	}
	cr_expect_str_eq(scratch_text(st, "SELECT reason || status FROM failures"), "http 404404");
}

/* Such as a page that turns out to be what the host says to any URL. */
Test(outcome, before_the_first_refresh_nothing_has_changed)
{
	int64_t id = put_url("http://a/1");

	scratch_conclude(st, id, END_NONE, (store_outcome){.result = RESULT_PAGE});
	scratch_conclude(st, id, END_PAGE, (store_outcome){.result = RESULT_SKIP, .reason = "soft 404"});
	cr_expect_str_eq(rows(), "skip0+0r+0f+1s");
}

Test(outcome, a_retry_stays_in_the_queue)
{
	int64_t id = put_url("http://a/1");

	scratch_conclude(st, id, END_NONE, (store_outcome){.result = RESULT_RETRY, .next_try = 77});
	cr_expect_str_eq(rows(), "queued1+0r+0f+0s");
	cr_expect_str_eq(scratch_text(st, "SELECT tries || ' ' || next_try FROM urls"), "1 77");
}

/* ── counts ── */

#define HOSTS \
	"SELECT 'host ' || host_id, group_concat(pages || ' ' || drops || ' ' || failures || ' ' || skips || ' ' || queued || ' ' ||" \
	" page_bytes || ' ' || drop_bytes) FROM host_counts GROUP BY host_id"

/* The names of the counts that differ from what counting gives; "": none. */
static const char *wrong_counts(void)
{
	static const char counts[] =
#include "store/counts.inc"
		;
	static const char again[] = "CREATE TEMP TABLE before AS SELECT name, value FROM counts UNION ALL SELECT * FROM (" HOSTS ")";
	static char found[256];

	cr_assert(sqlite3_exec(st->db, again, NULL, NULL, NULL) == SQLITE_OK);
	cr_assert(sqlite3_exec(st->db, counts, NULL, NULL, NULL) == SQLITE_OK);
	snprintf(found, sizeof found, "%s", scratch_text(st, "SELECT group_concat(name || ' ' || before.value || ' not ' || counts.value)"
							     " FROM (SELECT name, value FROM counts UNION ALL " HOSTS ") counts JOIN before USING (name) WHERE"
							     " before.value <> counts.value"));
	cr_assert(sqlite3_exec(st->db, "DROP TABLE temp.before", NULL, NULL, NULL) == SQLITE_OK);
	return found;
}

static void put_page(uint64_t id, const char *text)
{
	store_article x = article_of("http://a/", text, "s");

	cr_assert(store_put_page(st, id, &x, NULL) == OK);
}

static void put_drop(uint64_t id, uint64_t of, const char *verdict)
{
	store_article x = article_of("http://a/", "Rain fell on R\xc3\xbcgen.", "s");
	store_reason why = article_reason(of, verdict);

	cr_assert(store_put_drop(st, id, &x, &why) == OK);
}

Test(outcome, counts_always_equal_what_counting_gives)
{
	store_reason moved = article_reason(2, "contained");
	store_rule rule = {.host_id = 1, .name = "sort", .skipped = 3};
	store_counts c;
	int64_t id;

	for (int i = 0; i < 9; i++) {
		char url[32];

		snprintf(url, sizeof url, "http://a/%d", i);
		id = put_url(url);
		if (i < 6)
			scratch_end(st, id, (enum store_result)(i % 5));
	}
	cr_expect_str_eq(wrong_counts(), "");
	put_page(1, "Rain fell on R\xc3\xbcgen, and snow.");
	put_page(2, "Hail.");
	put_drop(3, 1, "duplicate");
	put_drop(4, 1, "near-duplicate");
	put_drop(5, 2, "contained");
	cr_expect_str_eq(wrong_counts(), "");
	cr_assert(store_move_drop(st, 4, &moved) == OK);
	cr_expect_str_eq(wrong_counts(), "");
	cr_assert(store_move_drop(st, 3, &moved) == OK);
	cr_assert(store_promote_drop(st, 4, 6, NULL) == OK && store_retire(st, 1, "gone") == OK);
	cr_expect_str_eq(wrong_counts(), "");
	cr_assert(store_put_rule(st, &rule) == OK);
	rule.skipped = 10;
	cr_assert(store_put_rule(st, &rule) == OK);
	cr_assert(store_put_skip(st, &(store_skip){.url = "http://a/1", .reason = "cut", .kind = SKIP_PART, .count = 7}) == OK);
	cr_assert(store_put_skip(st, &(store_skip){.url = "http://a/1", .reason = "cut", .kind = SKIP_PART, .count = 2}) == OK);
	cr_assert(store_refresh(st, NULL) == OK);
	cr_expect_str_eq(wrong_counts(), "");
	scratch_conclude(st, 1, END_PAGE, (store_outcome){.result = RESULT_UNREACHED, .reason = "timeout"});
	scratch_conclude(st, 2, END_DROP, (store_outcome){.result = RESULT_UNCHANGED});
	cr_assert(store_skip_host(st, 1, "robots.txt: timeout") == OK);
	cr_expect_str_eq(wrong_counts(), "");
	cr_assert(store_count(st, &c) == OK);
	cr_expect(c.pages == 2 && c.drops == 2 && c.queued == 0 && c.to_refresh == 0, "%d %d %d %d", (int)c.pages, (int)c.drops,
		  (int)c.queued, (int)c.to_refresh);
	cr_assert(scratch_number(st, "DELETE FROM urls WHERE id = 1 RETURNING id") == 1);
	cr_expect_str_eq(wrong_counts(), "");
}

Test(outcome, a_rollback_undoes_counts)
{
	cr_assert(store_begin(st) == OK);
	put_page(1, "Rain.");
	store_rollback(st);
	cr_expect(scratch_number(st, "SELECT value FROM counts WHERE name = 'pages'") == 0);
}
