#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "tests/library/texts.h"

TestSuite(judge, .init = scratch_make, .fini = scratch_remove);

Test(judge, stores_a_page_and_tells_all_about_it)
{
	firstprint *fp = text_open(scratch_path("s.db"), FIRSTPRINT_WRITE);
	firstprint_source page = text_page(1);
	firstprint_article x;

	page.title = "Of  harbours";
	page.lang = "en";
	x = text_judge(fp, &page);
	cr_expect(x.id == 1 && x.of == 0 && x.score == 0 && x.failure == 0);
	cr_expect_str_eq(x.kind, "page");
	cr_expect_str_eq(x.verdict, "unique");
	cr_expect_str_eq(x.url, "https://example.com/1");
	cr_expect_str_eq(x.name, "page \"1\"");
	cr_expect_str_eq(x.title, "Of harbours");
	cr_expect_str_eq(x.lang, "en");
	cr_expect_str_eq(x.filter, "cascade");
	cr_expect_not_null(x.stage);
	cr_expect(strlen(x.fetched_at) == strlen("2024-05-31T12:00:00Z") && x.fetched_at[10] == 'T');
	cr_expect(strlen(x.text) == x.text_len && x.text_len + 1 == page.len, "without the space at its end");
	cr_expect(strncmp(x.text, page.bytes, x.text_len) == 0);
	cr_expect(*x.evidence == '{' && !x.of_url && !x.of_name && !x.word);
	firstprint_close(fp);
}

Test(judge, finds_a_reprint_and_says_of_what_and_why)
{
	firstprint *fp = text_open(scratch_path("s.db"), FIRSTPRINT_WRITE);
	firstprint_source page = text_page(1);
	char edited[TEXT_ROOM];
	firstprint_article x;

	text_judge(fp, &page);
	text_judge_number(fp, 2);
	snprintf(edited, sizeof edited, "%.3900s This copy was made for the press.", page.bytes);
	page = (firstprint_source){.bytes = edited, .len = strlen(edited), .form = FIRSTPRINT_AS_TEXT, .url = "https://example.net/"};
	x = text_judge(fp, &page);
	cr_expect(x.id == 3 && x.of == 1);
	cr_expect_str_eq(x.kind, "drop");
	cr_expect_str_eq(x.verdict, "near-duplicate");
	cr_expect_str_eq(x.of_url, "https://example.com/1");
	cr_expect_str_eq(x.of_name, "page \"1\"");
	cr_expect(x.score > 0.5 && x.score < 1, "%f", x.score);
	cr_expect(strstr(x.evidence, "\"resemblance\":"), "%s", x.evidence);
	cr_expect_null(x.name);
	firstprint_close(fp);
}

Test(judge, names_are_strings_in_the_store)
{
	firstprint *fp = text_open(scratch_path("s.db"), FIRSTPRINT_WRITE);

	text_judge_number(fp, 1);
	firstprint_close(fp);
	cr_expect(text_count(scratch_path("s.db"), "SELECT name = '\"page \\\"1\\\"\"' FROM pages") == 1);
}

Test(judge, takes_the_article_out_of_html)
{
	static const char html[] = "<html lang=de><head><title>Der Hafen</title></head><body><nav><a href=/>Start</a> <a href=/b>Mehr</a></nav>"
				   "<p>Der Hafen von Nordkap liegt im Norden, und wer ihn im Winter sehen will, der muss fr\xfch aufstehen, denn "
				   "das Schiff f\xe4hrt um vier Uhr ab und kommt erst am Abend wieder an.</p></body></html>";
	firstprint *fp = text_open(NULL, FIRSTPRINT_WRITE);
	firstprint_source page = {.bytes = html, .len = sizeof html - 1, .content_type = "text/html; charset=iso-8859-1"};
	firstprint_article x = text_judge(fp, &page);

	cr_expect_str_eq(x.title, "Der Hafen");
	cr_expect_str_eq(x.lang, "de");
	cr_expect(strstr(x.text, "fr\xc3\xbch") && !strstr(x.text, "Start"), "%s", x.text);
	cr_expect(!x.url && !x.name);
	firstprint_close(fp);
}

Test(judge, reads_text_as_utf8)
{
	static const char text[] = "caf\xc3\xa9\n\nna\xc3\xafve";
	firstprint *fp = text_open(NULL, FIRSTPRINT_WRITE);
	firstprint_source page = {.bytes = text, .len = sizeof text - 1, .form = FIRSTPRINT_AS_TEXT};
	firstprint_article x = text_judge(fp, &page);

	cr_expect_str_eq(x.text, "caf\xc3\xa9\nna\xc3\xafve");
	firstprint_close(fp);
}

/* What was returned before somebody killed the process. */
Test(judge, what_was_returned_outlives_a_kill)
{
	const char *path = scratch_path("s.db");
	int returned[2], how = 0;
	firstprint_article x;
	firstprint *fp;
	uint64_t id = 0;
	pid_t child;

	cr_assert(pipe(returned) == 0);
	child = fork();
	if (child == 0) {
		fp = text_open(path, FIRSTPRINT_WRITE);
		for (uint64_t i = 1;; i++) {
			id = text_judge_number(fp, i).id;
			if (write(returned[1], &id, sizeof id) < 0 || i == 20)
				raise(SIGKILL);
		}
	}
	close(returned[1]);
	cr_assert(waitpid(child, &how, 0) == child && WIFSIGNALED(how));
	fp = text_open(path, FIRSTPRINT_WRITE);
	for (uint64_t i = 1; i <= 20; i++) {
		cr_assert(read(returned[0], &id, sizeof id) == sizeof id);
		cr_expect(firstprint_get(fp, id, &x) == FIRSTPRINT_DONE, "%llu", (unsigned long long)id);
	}
	cr_expect(text_judge_number(fp, 20).of == 20, "and it is known");
	firstprint_close(fp);
	close(returned[0]);
}

Test(judge, comparing_stores_and_learns_nothing)
{
	const char *path = text_store("s.db", 2);
	firstprint *fp = text_open(path, FIRSTPRINT_COMPARE);
	firstprint_article x = text_judge_number(fp, 2), all[2];
	firstprint_source pages[2];

	cr_expect(x.id == 0 && x.of == 2);
	cr_expect_str_eq(x.kind, "drop");
	cr_expect_str_eq(x.of_url, "https://example.com/2");
	for (int i = 0; i < 2; i++) {
		x = text_judge_number(fp, 3);
		cr_expect(x.id == 0 && x.of == 0, "page 3 is not known, and not learned");
		cr_expect_str_eq(x.kind, "page");
	}
	pages[0] = text_page(3);
	pages[1] = text_page(1);
	cr_assert(firstprint_judge_all(fp, pages, 2, all) == FIRSTPRINT_DONE);
	cr_expect(all[0].id == 0 && all[0].of == 0 && all[1].id == 0 && all[1].of == 1);
	firstprint_close(fp);
	cr_expect(text_count(path, "SELECT count(*) FROM signatures") == 2);
}

Test(judge, what_was_opened_to_be_read_refuses)
{
	const char *path = text_store("s.db", 1);
	firstprint *fp = text_open(path, FIRSTPRINT_READ);
	firstprint_source page = text_page(2);
	firstprint_article x = {.id = 77};

	cr_expect(firstprint_judge(fp, &page, &x) == FIRSTPRINT_MISUSE);
	cr_expect(strstr(firstprint_error(fp), "s.db: it was opened to be read"), "%s", firstprint_error(fp));
	cr_expect(firstprint_judge_all(fp, &page, 1, &x) == FIRSTPRINT_MISUSE);
	cr_expect(x.id == 77, "outputs change only on FIRSTPRINT_DONE");
	firstprint_close(fp);
	cr_expect(text_count(path, "SELECT count(*) FROM signatures") == 1);
}

Test(judge, without_a_store_articles_are_numbered_and_remembered)
{
	firstprint *fp = text_open(NULL, FIRSTPRINT_WRITE);
	firstprint_source nameless = text_page(5);
	firstprint_article x;

	cr_expect(text_judge_number(fp, 1).id == 1);
	cr_expect(text_judge_number(fp, 2).id == 2);
	x = text_judge_number(fp, 1);
	cr_expect(x.id == 3 && x.of == 1);
	cr_expect_str_eq(x.of_url, "https://example.com/1");
	cr_expect_str_eq(x.of_name, "page \"1\"");
	nameless.url = nameless.name = NULL;
	text_judge(fp, &nameless);
	x = text_judge(fp, &nameless);
	cr_expect(x.of == 4 && !x.of_url && !x.of_name);
	cr_expect(firstprint_get(fp, 1, &x) == FIRSTPRINT_MISUSE);
	cr_expect(strstr(firstprint_error(fp), "no store"), "%s", firstprint_error(fp));
	firstprint_close(fp);
}

static void unreadable(firstprint *fp, firstprint_source page, int code, const char *words)
{
	firstprint_article x = {.id = 77};
	int got = firstprint_judge(fp, &page, &x);

	cr_expect(got == code && x.id == 77, "%d: %s", got, firstprint_error(fp));
	cr_expect(strstr(firstprint_error(fp), words), "%s: %s", words, firstprint_error(fp));
}

Test(judge, refuses_a_page_that_is_none)
{
	firstprint *fp = text_open(scratch_path("s.db"), FIRSTPRINT_WRITE);
	firstprint_source good = text_page(1), x = good, zeros = {0};

	x.bytes = NULL;
	unreadable(fp, x, FIRSTPRINT_MISUSE, "bytes is NULL");
	x = good, x.form = 9;
	unreadable(fp, x, FIRSTPRINT_MISUSE, "9 is no form");
	x = good, x.reserved[0] = &x;
	unreadable(fp, x, FIRSTPRINT_MISUSE, "reserved");
	x = good, x.url = "https://\xff/";
	unreadable(fp, x, FIRSTPRINT_MISUSE, "URL");
	x = good, x.name = "\xc3";
	unreadable(fp, x, FIRSTPRINT_MISUSE, "name");
	x = good, x.title = "\xed\xa0\x80";
	unreadable(fp, x, FIRSTPRINT_MISUSE, "title");
	x = good, x.len = ((size_t)1 << 30) + 1; /* refused before a byte is read */
	unreadable(fp, x, FIRSTPRINT_TOO_LARGE, "1 GiB");
	cr_expect_null(strstr(firstprint_error(fp), "s.db"), "the page is at fault, not the store");
	cr_expect(text_judge(fp, &good).id == 1, "the handle goes on");
	cr_expect_str_empty(firstprint_error(fp));
	cr_expect(text_judge(fp, &zeros).id == 2, "a page of zeros is an empty one");
	firstprint_close(fp);
}

/* A filter from a file that breaks the contract on texts that have the word WRONG. */
static firstprint *open_wrong(const char *path)
{
	const char *so = getenv("WRONG_FILTER");
	char spec[600];
	const firstprint_options options = {.filter = spec, .jobs = 2};
	firstprint *fp = NULL;

	cr_assert(so, "WRONG_FILTER is not set");
	snprintf(spec, sizeof spec, "%s:does=weigh-fails+exact", so);
	cr_assert(firstprint_open(path, &options, &fp) == FIRSTPRINT_DONE, "%s", firstprint_error(fp));
	return fp;
}

static const firstprint_source wrong = {.bytes = "WRONG", .len = 5, .form = FIRSTPRINT_AS_TEXT};

Test(judge, a_filter_that_breaks_its_contract_is_named_and_costs_nothing_stored)
{
	firstprint *fp = open_wrong(scratch_path("s.db"));
	firstprint_article x;

	cr_expect(text_judge_number(fp, 1).id == 1);
	cr_expect(firstprint_judge(fp, &wrong, &x) == FIRSTPRINT_BAD_FILTER);
	cr_expect(strstr(firstprint_error(fp), "wrong"), "%s", firstprint_error(fp));
	cr_expect(text_judge_number(fp, 2).of == 0);
	firstprint_close(fp);
	cr_expect(text_count(scratch_path("s.db"), "SELECT count(*) FROM pages") == 2);
}

/* A store from a stranger names a file of theirs. */
Test(judge, a_file_that_only_a_store_names_is_not_loaded)
{
	static const int modes[] = {FIRSTPRINT_WRITE, FIRSTPRINT_COMPARE};

	firstprint_close(open_wrong(scratch_path("s.db")));
	for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
		const firstprint_options options = {.mode = modes[i]};
		firstprint *fp = NULL;

		cr_expect(firstprint_open(scratch_path("s.db"), &options, &fp) == FIRSTPRINT_MISUSE);
		cr_expect(strstr(firstprint_error(fp), "only a store names its file, /"), "%s", firstprint_error(fp));
		firstprint_close(fp);
	}
	firstprint_close(open_wrong(scratch_path("s.db")));
}

Test(judge, a_full_disk_is_told_and_the_handle_goes_on)
{
	firstprint *fp = text_open(scratch_path("s.db"), FIRSTPRINT_WRITE);
	struct rlimit small = {.rlim_cur = 20000, .rlim_max = RLIM_INFINITY}, large = {RLIM_INFINITY, RLIM_INFINITY};
	firstprint_source page = text_page(1);
	firstprint_article x = {.id = 77};
	int code;

	signal(SIGXFSZ, SIG_IGN);
	cr_assert(setrlimit(RLIMIT_FSIZE, &small) == 0);
	code = firstprint_judge(fp, &page, &x);
	cr_assert(setrlimit(RLIMIT_FSIZE, &large) == 0);
	cr_expect(code == FIRSTPRINT_IO && x.id == 77, "%d", code);
	cr_expect(strstr(firstprint_error(fp), "s.db: ") && strstr(firstprint_error(fp), "full"), "%s", firstprint_error(fp));
	cr_expect(text_judge_number(fp, 1).of == 0, "what was not stored is not remembered");
	cr_expect(text_judge_number(fp, 1).of != 0);
	firstprint_close(fp);
}

/* ── many ── */

enum { MANY = 60 };

/* Pages of which every third repeats an earlier one. */
static void make_many(firstprint_source pages[MANY])
{
	for (uint64_t i = 0; i < MANY; i++) {
		firstprint_source x = text_page(i % 3 == 2 ? i / 2 : i);

		pages[i] = x;
		pages[i].bytes = strdup(x.bytes);
		pages[i].url = strdup(x.url);
		pages[i].name = strdup(x.name);
	}
}

static void free_many(firstprint_source pages[MANY])
{
	for (int i = 0; i < MANY; i++) {
		free((void *)pages[i].bytes);
		free((void *)pages[i].url);
		free((void *)pages[i].name);
	}
}

static bool same_text(const char *a, const char *b)
{
	return a && b ? strcmp(a, b) == 0 : a == b;
}

static void expect_same(const firstprint_article *a, const firstprint_article *b)
{
	cr_expect(a->id == b->id && a->of == b->of && a->score == b->score && a->failure == b->failure, "%llu", (unsigned long long)a->id);
	cr_expect(same_text(a->kind, b->kind) && same_text(a->verdict, b->verdict) && same_text(a->stage, b->stage));
	cr_expect(same_text(a->of_url, b->of_url) && same_text(a->of_name, b->of_name) && same_text(a->url, b->url));
	cr_expect(same_text(a->text, b->text) && same_text(a->name, b->name) && same_text(a->lang, b->lang));
}

/* The same pages, at once and one by one, in stores at these paths; exact, since a store's key decides about hashes. */
static void all_is_one_by_one(const char *at_once, const char *singly)
{
	const firstprint_options options = {.filter = "exact", .jobs = 3};
	firstprint *all = NULL, *one = NULL;
	firstprint_source pages[MANY];
	firstprint_article said[MANY];
	int drops = 0;

	make_many(pages);
	cr_assert(firstprint_open(at_once, &options, &all) == 0 && firstprint_open(singly, &options, &one) == 0);
	cr_assert(firstprint_judge_all(all, pages, MANY, said) == FIRSTPRINT_DONE, "%s", firstprint_error(all));
	for (int i = 0; i < MANY; i++) {
		firstprint_article x = text_judge(one, &pages[i]);

		expect_same(&said[i], &x);
		drops += said[i].of != 0;
	}
	cr_expect(drops >= 10, "%d", drops);
	firstprint_close(all);
	firstprint_close(one);
	free_many(pages);
}

Test(judge_all, says_what_one_by_one_says, .init = scratch_make, .fini = scratch_remove)
{
	all_is_one_by_one(scratch_path("a.db"), scratch_path("b.db"));
	cr_expect(text_count(scratch_path("a.db"), "SELECT count(*) FROM signatures") == MANY);
}

Test(judge_all, does_so_without_a_store)
{
	all_is_one_by_one(NULL, NULL);
}

Test(judge_all, of_nothing_is_done)
{
	firstprint *fp = text_open(NULL, FIRSTPRINT_WRITE);

	cr_expect(firstprint_judge_all(fp, NULL, 0, NULL) == FIRSTPRINT_DONE);
	firstprint_close(fp);
}

Test(judge_all, a_page_that_cannot_be_judged_fails_alone, .init = scratch_make, .fini = scratch_remove)
{
	firstprint *fp = text_open(scratch_path("s.db"), FIRSTPRINT_WRITE);
	firstprint_source pages[5];
	firstprint_article said[5];

	for (uint64_t i = 0; i < 5; i++)
		pages[i] = text_page(i);
	pages[1].len = ((size_t)1 << 30) + 1;
	pages[3].name = "\xff";
	cr_assert(firstprint_judge_all(fp, pages, 5, said) == FIRSTPRINT_DONE);
	cr_expect(said[0].id == 1 && said[2].id == 2 && said[4].id == 3);
	cr_expect(said[0].failure == 0 && said[2].failure == 0 && said[4].failure == 0);
	cr_expect(said[1].failure == FIRSTPRINT_TOO_LARGE && said[1].id == 0 && !said[1].verdict);
	cr_expect(said[3].failure == FIRSTPRINT_MISUSE && said[3].id == 0 && !said[3].verdict);
	cr_expect(strncmp(firstprint_error(fp), "page 1: ", 8) == 0, "%s", firstprint_error(fp));
	firstprint_close(fp);
}

/* A page of the middle that ends the call: nothing is stored or remembered, and the next call begins where this one did. */
static void nothing_is_left(const char *path)
{
	firstprint *fp = open_wrong(path);
	firstprint_source pages[7];
	firstprint_article said[7] = {{.id = 77}};

	text_judge_number(fp, 100);
	for (uint64_t i = 0; i < 7; i++)
		pages[i] = i == 4 ? wrong : text_page(i);
	cr_expect(firstprint_judge_all(fp, pages, 7, said) == FIRSTPRINT_BAD_FILTER);
	cr_expect(said[0].id == 77, "outputs change only on FIRSTPRINT_DONE");
	cr_expect(strstr(firstprint_error(fp), "wrong"), "%s", firstprint_error(fp));
	cr_expect(path || text_judge_number(fp, 200).id == 2, "the number is given again");
	pages[4] = text_page(4);
	cr_expect(firstprint_judge_all(fp, pages, 7, said) == FIRSTPRINT_DONE, "%s", firstprint_error(fp));
	cr_expect(said[6].id == said[0].id + 6);
	said[0] = text_judge_number(fp, 6);
	cr_expect_str_eq(said[0].of_name, "page \"6\"");
	firstprint_close(fp);
}

Test(judge_all, a_failure_stores_none_of_them, .init = scratch_make, .fini = scratch_remove)
{
	nothing_is_left(scratch_path("s.db"));
	cr_expect(text_count(scratch_path("s.db"), "SELECT count(*) FROM signatures") == 9);
	nothing_is_left(NULL);
}

Test(judge_all, a_full_disk_stores_none_and_forgets_all, .init = scratch_make, .fini = scratch_remove)
{
	firstprint *fp = text_open(scratch_path("s.db"), FIRSTPRINT_WRITE);
	struct rlimit small = {.rlim_cur = 20000, .rlim_max = RLIM_INFINITY}, large = {RLIM_INFINITY, RLIM_INFINITY};
	firstprint_source pages[MANY];
	firstprint_article said[MANY];
	int code;

	make_many(pages);
	signal(SIGXFSZ, SIG_IGN);
	cr_assert(setrlimit(RLIMIT_FSIZE, &small) == 0);
	code = firstprint_judge_all(fp, pages, MANY, said);
	cr_assert(setrlimit(RLIMIT_FSIZE, &large) == 0);
	cr_expect(code == FIRSTPRINT_IO, "%d %s", code, firstprint_error(fp));
	cr_expect(text_count(scratch_path("s.db"), "SELECT count(*) FROM signatures") == 0);
	cr_assert(firstprint_judge_all(fp, pages, MANY, said) == FIRSTPRINT_DONE, "%s", firstprint_error(fp));
	cr_expect(said[0].of == 0 && said[1].of == 0 && said[2].of == said[1].id);
	firstprint_close(fp);
	free_many(pages);
}
