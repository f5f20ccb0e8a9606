#include "tests/store/articles.h"
#include "tests/store/scratch.h"

TestSuite(articles, .init = scratch_make, .fini = scratch_remove);

static void put_page(store *st, uint64_t id, const char *text, const char *sig)
{
	store_article x = article_of("http://a/", text, sig);

	cr_assert(store_put_page(st, id, &x, NULL) == OK, "%s", store_error(st));
}

static status put_drop(store *st, uint64_t id, uint64_t of, const char *verdict, const char *text)
{
	store_article x = article_of("http://b/", text, "drop");
	store_reason why = article_reason(of, verdict);

	return store_put_drop(st, id, &x, &why);
}

static void expect_text(store *st, uint64_t id, const char *text, const char *name)
{
	firstprint_span out = {NULL, 0};
	arena *a = arena_new();

	cr_expect(store_text(st, id, a, &out) == OK, "%s", name);
	cr_expect(out.len == strlen(text) && memcmp(out.at, text, out.len) == 0, "%s", name);
	arena_free(a);
}

/* len bytes that do not repeat, and a NUL. The caller frees them. */
static char *long_text(size_t len)
{
	char *text = malloc(len + 1);
	unsigned seed = 1;

	cr_assert(text != NULL);
	for (size_t i = 0; i < len; i++) {
		seed = seed * 1103515245 + 12345;
		text[i] = (char)(' ' + (seed >> 16) % 90);
	}
	text[len] = '\0';
	return text;
}

Test(articles, a_page_is_stored_with_all_its_columns)
{
	store *st = scratch_store();
	firstprint_page page = {.url = "u", .title = "Rain", .lang = "de", .text = {"Regen", 5}, .sentences_len = 3,
				.digest = {0xab, [31] = 0x01}};
	store_article x = {"u", "\"p7\"", &page, {(const uint8_t *)"s", 1}, 4, 5, "UTF-8", "bom", "depth", "length", "tag", "then",
			   "http://c/", "now", NULL};
	store_reason why = {.stage = "figures", .proposed_by = "simhash", .word = "42", .evidence = "{}", .filter = "cascade", .score = .5,
			    .shares = "[]"};

	cr_assert(store_put_page(st, 1, &x, &why) == OK);
	cr_expect_str_eq(
		scratch_text(st, "SELECT printf('%s %s %s %s %s %s %s %s %s %s', id, url, name, title, lang, text,"
				 " sentences, stage, links, bytes) || printf(' %s %s %s %s %s %s %s %s %s %s %s %s %s %s', filter, score, shares, proposed_by,"
				 " word, evidence, charset,"
				 " charset_from, degraded, truncated, etag, last_modified, canonical, fetched_at) FROM pages"),
		"1 u \"p7\" Rain de Regen 3 figures 4 5 cascade 0.5 [] simhash 42 {} UTF-8 bom depth length tag then http://c/ now");
	cr_expect_str_eq(scratch_text(st, "SELECT digest FROM pages"),
			 "ab00000000000000000000000000000000000000000000000000000000000001");
	store_close(st);
}

Test(articles, unknown_columns_are_null)
{
	store *st = scratch_store();

	put_page(st, 1, "Rain.", "");
	cr_expect(scratch_number(st, "SELECT name IS NULL AND stage IS NULL AND charset IS NULL AND etag IS NULL"
				     " AND degraded IS NULL AND truncated IS NULL AND last_modified IS NULL FROM pages") == 1);
	store_close(st);
}

Test(articles, the_text_of_a_drop_is_restored)
{
	static const struct {
		const char *name, *page, *drop;
	} rows[] = {
		{"the same", "Rain fell on the town.", "Rain fell on the town."},
		{"a word changed", "Rain fell on the town.", "Snow fell on the town."},
		{"longer", "Rain.", "Rain fell on the town, and on the hills, and on the sea."},
		{"another text", "Rain.", "\xe9\x9b\xa8 \xf0\x9f\x8c\xa7"},
		{"empty", "Rain.", ""},
		{"of an empty page", "", "Rain."},
		{"both empty", "", ""},
	};
	store *st = scratch_store();

	for (uint64_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		put_page(st, 2 * i + 1, rows[i].page, "s");
		cr_expect(put_drop(st, 2 * i + 2, 2 * i + 1, "contained", rows[i].drop) == OK, "%s", rows[i].name);
		expect_text(st, 2 * i + 1, rows[i].page, rows[i].name);
		expect_text(st, 2 * i + 2, rows[i].drop, rows[i].name);
	}
	store_close(st);
}

Test(articles, a_large_drop_is_restored_and_takes_few_bytes)
{
	store *st = scratch_store();
	char *text = long_text(3000000);
	int64_t cost;

	put_page(st, 1, text, "s");
	text[1500000] = '~';
	cr_assert(put_drop(st, 2, 1, "near-duplicate", text) == OK);
	expect_text(st, 2, text, "3 MB");
	cost = scratch_number(st, "SELECT length(text_delta) FROM drops");
	cr_expect(cost < 3000000 / 10, "%lld bytes", (long long)cost);
	store_close(st);
	free(text);
}

static status note_id(void *ctx, uint64_t id, const firstprint_signature *sig)
{
	char *to = ctx, bytes[16] = "";

	if (sig->len)
		memcpy(bytes, sig->bytes, sig->len);
	snprintf(to + strlen(to), 64 - strlen(to), "%llu=%s ", (unsigned long long)id, bytes);
	return id == 7 ? ERR_LIMIT : OK;
}

Test(articles, signatures_of_pages_come_in_order_of_ids)
{
	store *st = scratch_store();
	char seen[64] = "";

	put_page(st, 3, "c", "three");
	put_page(st, 1, "a", "");
	cr_assert(put_drop(st, 4, 3, "duplicate", "c") == OK);
	put_page(st, 5, "e", "five");
	cr_expect(store_signatures(st, note_id, seen) == OK);
	cr_expect_str_eq(seen, "1= 3=three 5=five ");
	store_close(st);
}

Test(articles, a_visitor_of_signatures_may_stop)
{
	store *st = scratch_store();
	char seen[64] = "";

	put_page(st, 7, "a", "x");
	put_page(st, 8, "b", "y");
	cr_expect(store_signatures(st, note_id, seen) == ERR_LIMIT);
	cr_expect_str_eq(seen, "7=x ");
	store_close(st);
}

Test(articles, the_next_id_is_above_pages_and_drops_even_after_reopening)
{
	store *st = scratch_store();

	cr_expect(store_next_id(st) == 1);
	put_page(st, store_next_id(st), "a", "s");
	cr_expect(store_next_id(st) == 2);
	cr_assert(put_drop(st, 2, 1, "duplicate", "a") == OK);
	cr_expect(store_next_id(st) == 3);
	store_close(st);
	st = scratch_store();
	cr_expect(store_next_id(st) == 3, "a drop is last");
	put_page(st, 3, "c", "s");
	store_close(st);
	st = scratch_store();
	cr_expect(store_next_id(st) == 4, "a page is last");
	store_close(st);
}

Test(articles, a_drop_needs_its_page)
{
	store *st = scratch_store();

	put_page(st, 1, "a", "s");
	cr_assert(put_drop(st, 2, 1, "duplicate", "a") == OK);
	cr_expect(put_drop(st, 3, 9, "duplicate", "a") == ERR_MISSING, "no such id");
	cr_expect(put_drop(st, 3, 2, "duplicate", "a") == ERR_MISSING, "a drop is no page");
	cr_expect(scratch_number(st, "SELECT count(*) FROM drops") == 1);
	cr_expect(scratch_number(st, "SELECT count(*) FROM signatures") == 2);
	cr_expect(store_next_id(st) == 3);
	store_close(st);
}

Test(articles, a_page_can_only_supersede_a_stored_page)
{
	store *st = scratch_store();
	store_reason why = article_reason(1, "supersedes"), unknown = article_reason(9, "supersedes");

	put_page(st, 1, "a", "s");
	put_page(st, 2, "a b", "s");
	cr_expect(store_put_supersedes(st, 2, &why) == OK);
	cr_expect(store_put_supersedes(st, 2, &unknown) != OK);
	cr_expect_str_eq(scratch_text(st, "SELECT group_concat(page || '>' || older || ' ' || filter) FROM supersedes"),
			 "2>1 exact");
	store_close(st);
}

Test(articles, an_unknown_id_has_no_text_and_no_name)
{
	store *st = scratch_store();
	arena *a = arena_new();
	firstprint_span text;
	const char *name = "";

	cr_expect(store_text(st, 5, a, &text) == ERR_MISSING);
	cr_expect(store_page_name(st, 5, a, &name) == OK && name == NULL);
	arena_free(a);
	store_close(st);
}

Test(articles, a_name_is_read_back_unchanged)
{
	store *st = scratch_store();
	store_article x = article_of(NULL, "a", "s");
	arena *a = arena_new();
	const char *name = NULL;

	x.name = "1.50";
	cr_assert(store_put_page(st, 1, &x, NULL) == OK);
	put_page(st, 2, "b", "s");
	cr_expect(store_page_name(st, 1, a, &name) == OK);
	cr_expect_str_eq(name, "1.50");
	cr_expect(store_page_name(st, 2, a, &name) == OK);
	cr_expect_str_eq(name, "\"http://a/\"", "without a name it is its URL");
	arena_free(a);
	store_close(st);
}

static int64_t summary(store *st, const char *name)
{
	return scratch_number_of(st, "SELECT value FROM summary WHERE name = ?", name);
}

Test(articles, the_summary_adds_up)
{
	static const struct {
		const char *name;
		int64_t value;
	} rows[] = {{"fetched", 6},	{"pages", 2},	   {"drops", 4},	   {"duplicates", 2},  {"near-duplicates", 1},
		    {"contained", 1},	{"groups", 2},	   {"text-bytes", 12}, {"drop-text-bytes", 22}, {"body-bytes", 600},
		    {"redirects", 0}, {"failures", 0}, {"skips", 0},	   {"queued", 0}};
	store *st = scratch_store();

	put_page(st, 1, "Rain \xc3\xa9", "s"); /* seven bytes */
	put_page(st, 2, "Snow.", "s");
	cr_assert(put_drop(st, 3, 1, "duplicate", "Rain \xc3\xa9") == OK);
	cr_assert(put_drop(st, 4, 2, "duplicate", "Snow.") == OK);
	cr_assert(put_drop(st, 5, 1, "near-duplicate", "Rain e") == OK);
	cr_assert(put_drop(st, 6, 1, "contained", "Rain") == OK);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		cr_expect(summary(st, rows[i].name) == rows[i].value, "%s: %lld", rows[i].name,
			  (long long)summary(st, rows[i].name));
	cr_expect_str_eq(scratch_text(st, "SELECT group_concat(id || ':' || drops) FROM groups"), "1:3,2:1");
	store_close(st);
}

Test(articles, a_revisit_is_stored_with_the_text_and_verdict_of_what_it_repeats)
{
	store *st = scratch_store();
	arena *a = arena_new();
	store_revisit r;

	put_page(st, 1, "Rain fell.", "s");
	cr_assert(put_drop(st, 2, 1, "near-duplicate", "Rain fell, too.") == OK);
	cr_expect_eq(store_find_revisit(st, "http://c/", a, &r), ERR_MISSING);
	cr_assert(store_find_revisit(st, "http://a/", a, &r) == OK, "a page");
	cr_expect(r.original == 1 && r.why.of == 1 && r.why.score == 1);
	cr_expect_str_eq(r.why.verdict, "duplicate");
	cr_assert(store_put_revisit(st, 3, "http://c/", "\"c\"", "now", &r) == OK, "%s", store_error(st));
	expect_text(st, 3, "Rain fell.", "of a page");
	cr_assert(store_find_revisit(st, "http://b/", a, &r) == OK, "a drop");
	cr_expect(r.original == 2 && r.why.of == 1);
	cr_expect_str_eq(r.why.verdict, "near-duplicate");
	cr_assert(store_put_revisit(st, 4, "http://d/", NULL, "now", &r) == OK, "%s", store_error(st));
	expect_text(st, 4, "Rain fell, too.", "of a drop");
	cr_expect_eq(store_next_id(st), 5);
	cr_expect_str_eq(scratch_text(st, "SELECT group_concat(id || filter || stage || of || coalesce(name, '-') || lang) FROM drops WHERE id > 2"),
			 "3warcrevisit1\"c\"en,4warcrevisit1-en");
	cr_expect_eq(scratch_number(st, "SELECT count(*) FROM signatures WHERE id > 2 AND kept = 0"), 2);
	cr_assert(put_drop(st, 5, 1, "contained", "Rain fell") == OK && store_find_revisit(st, "http://b/", a, &r) == OK);
	cr_expect_eq(r.original, 5, "of a URL with several, the last");
	arena_free(a);
	store_close(st);
}
