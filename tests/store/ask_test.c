#include "tests/store/scratch.h"

TestSuite(ask, .init = scratch_make, .fini = scratch_remove);

static status check_types(void *ctx, const store_value *row, size_t n)
{
	++*(int *)ctx;
	cr_assert(n == 6);
	cr_expect(row[0].type == STORE_NULL && row[0].text == NULL);
	cr_expect(row[1].type == STORE_INTEGER && row[1].integer == INT64_MIN);
	cr_expect(row[2].type == STORE_REAL && row[2].real == 0.5 && row[2].text == NULL);
	cr_expect(row[3].type == STORE_TEXT);
	cr_expect_str_eq(row[3].text, "r\xc3\xa9gen");
	cr_expect(row[4].type == STORE_TEXT && row[4].text[0] == '\0');
	cr_expect(row[5].type == STORE_NULL, "a blob");
	cr_expect_str_eq(row[2].name, "half");
	return OK;
}

Test(ask, gives_each_value_its_type_and_its_columns_name)
{
	store *st = scratch_store();
	int rows = 0;

	cr_expect(store_ask(st, "SELECT NULL, -9223372036854775807 - 1, 0.5 AS half, 'r\xc3\xa9gen', '', x'00ff'",
			    check_types, &rows, "") == OK);
	cr_expect(rows == 1);
	store_close(st);
}

static status add_up(void *ctx, const store_value *row, size_t n)
{
	*(int64_t *)ctx += row[0].integer;
	return n == 1 && row[0].integer < 3 ? OK : ERR_LIMIT;
}

Test(ask, visits_rows_until_the_visitor_has_enough)
{
	store *st = scratch_store();
	int64_t sum = 0;

	cr_expect(store_ask(st, "SELECT value FROM json_each('[1,2,3,4]')", add_up, &sum, "") == ERR_LIMIT);
	cr_expect(sum == 6);
	sum = 0;
	cr_expect(store_ask(st, "SELECT value FROM json_each('[1,2]')", add_up, &sum, "") == OK);
	cr_expect(sum == 3);
	store_close(st);
}

Test(ask, fills_in_what_is_asked_for_and_no_more)
{
	store *st = scratch_store();
	const char *sql = "SELECT count(*) FROM json_each('[\"a\",\"b\",\"b\"]') WHERE value = ? OR id = ?";
	int64_t n = -1;

	cr_expect(store_ask(st, sql, scratch_first, &n, "ti", "b", (int64_t)-1) == OK && n == 2);
	cr_expect(store_ask(st, sql, scratch_first, &n, "ti", "b' OR 1 --", (int64_t)-1) == OK && n == 0);
	cr_expect(store_ask(st, sql, scratch_first, &n, "ti", NULL, (int64_t)-1) == OK && n == 0, "NULL is SQL's");
	store_close(st);
}

Test(ask, no_row_is_no_error_and_no_visit)
{
	store *st = scratch_store();
	int64_t n = 7;

	cr_expect(store_ask(st, "SELECT id FROM pages", scratch_first, &n, "") == OK && n == 7);
	store_close(st);
}

Test(ask, what_is_not_sql_is_an_error_with_a_sentence)
{
	store *st = scratch_store();
	int64_t n = 7;

	cr_expect(store_ask(st, "SELECT 1 FROM nowhere", scratch_first, &n, "") == ERR_IO && n == 7);
	cr_expect(strstr(store_error(st), "nowhere") != NULL, "%s", store_error(st));
	store_close(st);
}
