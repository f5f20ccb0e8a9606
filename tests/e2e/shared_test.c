/* --shared: several stores judge with one memory. What goes wrong with the memory itself: shared_faults_test.c. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/e2e/harness.h"
#include "tests/e2e/index_server.h"
#include "tests/e2e/shared_lines.h"
#include "tests/e2e/web.h"

/* Stores; the harness' own names last for 64 calls. */
static char a[300], b[300];

static void name_stores(void)
{
	snprintf(a, sizeof a, "%s", harness_file("a.db"));
	snprintf(b, sizeof b, "%s", harness_file("b.db"));
}

static void serve(void)
{
	harness_start(WEB_LOCATIONS);
	name_stores();
	server_start("");
}

static void stop(void)
{
	server_stop();
	harness_stop();
}

TestSuite(shared, .init = serve, .fini = stop);

Test(shared, one_store_gets_the_verdicts_that_it_gets_alone)
{
	harness_run("filter -q -o '%s' /dev/null", harness_file("alone.db"));
	harness_shell("cp '%s' '%s'", harness_file("alone.db"), harness_file("a.db")); /* one key */
	lines_write("all.jsonl", 0, LINES);
	harness_shell("(./firstprint filter -q -o '%s' '%s' >'%s')", harness_file("alone.db"), harness_file("all.jsonl"), harness_file("alone"));
	harness_shell("./firstprint filter -q --shared %s -o '%s' '%s' | cmp - '%s'", server_url(), harness_file("a.db"), harness_file("all.jsonl"),
		      harness_file("alone"));
	harness_shell("test -s '%s'", harness_file("alone"));
	cr_expect_str_empty(harness_faults(harness_file("a.db")));
	cr_expect_gt(harness_number(harness_file("a.db"), "SELECT count(*) FROM drops"), 10);
	cr_expect_eq(server_fact("pages"), harness_number(harness_file("a.db"), "SELECT count(*) FROM pages"));
}

Test(shared, what_another_store_has_is_a_drop_with_its_whole_text)
{
	share_line("a.db", "one", "rain");
	cr_expect(strstr(share_line("b.db", "two", "rain"), "\"verdict\":\"duplicate\",\"of\":"), "%s", harness_output());
	cr_expect_str_eq(harness_text(b, "SELECT name || ' ' || elsewhere || ' ' || ifnull(of_url, '') FROM drops"), "\"two\" 1 ");
	cr_expect_eq(harness_number(b, "SELECT of FROM drops"), harness_number(a, "SELECT id FROM pages"));
	cr_expect_str_empty(harness_faults(b));
	cr_expect_eq(harness_run("inspect '%s' show two", b), 0);
	cr_expect(strstr(harness_output(), "rain39"), "%s", harness_output());
	cr_expect_eq(harness_run("inspect '%s' explain two", b), 0, "%s", harness_output());
	cr_expect_eq(harness_run("export '%s' drops", b), 0);
	cr_expect(strstr(harness_output(), "rain39"), "%s", harness_output());
	cr_expect_eq(harness_run("report '%s' -o '%s'", b, harness_file("r.html")), 0, "%s", harness_output());
}

Test(shared, without_a_store_other_pages_are_named_by_their_number)
{
	char of[40];

	share_line("a.db", "one", "rain");
	snprintf(of, sizeof of, "\"of\":\"#%ld\",", (long)harness_number(a, "SELECT id FROM pages"));
	cr_expect(strstr(share_line(NULL, "two", "rain"), of), "%s: %s", of, harness_output());
	lines_write_one("p.jsonl", "x", "snow", "w");
	lines_write_one("p.jsonl", "y", "snow", "a");
	cr_expect_eq(harness_run("filter -q --shared %s '%s'", server_url(), harness_file("p.jsonl")), 0);
	cr_expect(strstr(harness_output(), "\"id\":\"y\",\"verdict\":\"duplicate\",\"of\":\"x\""), "%s", harness_output());
}

Test(shared, a_store_does_not_judge_without_its_memory)
{
	share_line("a.db", "one", "rain");
	cr_expect_eq(harness_run("filter -o '%s' /dev/null", a), 2);
	cr_expect(strstr(harness_output(), "it shares an index with other stores: give --shared"), "%s", harness_output());
	cr_expect_eq(harness_run("crawl -o '%s' http://127.0.0.1:1/", a), 2, "%s", harness_output());
	cr_expect_eq(harness_run("judge '%s' --apply", a), 2, "%s", harness_output());
	share_line("a.db", "two", "snow");
	cr_expect_eq(harness_run("drop '%s' two --of one", a), 2);
	cr_expect(strstr(harness_output(), "other stores may have drops of #"), "%s", harness_output());
}

Test(shared, an_undone_drop_is_told_to_the_memory)
{
	share_line("a.db", "one", "rain");
	share_line("b.db", "two", "rain");
	cr_expect_eq(harness_run("undo '%s' two", harness_file("b.db")), 0);
	cr_expect(strstr(harness_output(), "the shared index learns of it at the next run"), "%s", harness_output());
	share_nothing("b.db");
	cr_expect_eq(server_fact("pages"), 2);
	cr_expect_eq(harness_number(harness_file("b.db"), "SELECT count(*) FROM pages WHERE name = '\"two\"'"), 1);
	cr_expect(strstr(share_line("b.db", "two", "rain"), "\"unique\""), "decided to be kept: %s", harness_output());
}

Test(shared, decisions_that_drop_pages_are_refused)
{
	cr_expect_eq(harness_run("filter --shared %s --prefer x -o '%s' /dev/null", server_url(), a), 2, "%s", harness_output());
	cr_expect_eq(harness_run("crawl --shared %s --prefer x -o '%s' http://127.0.0.1:1/", server_url(), a), 2, "%s", harness_output());
	cr_expect_eq(harness_run("filter -o '%s' --prefer x /dev/null", a), 0);
	cr_expect_eq(harness_run("filter --shared %s -o '%s' /dev/null", server_url(), a), 2);
	cr_expect(strstr(harness_output(), "decision 1 (prefer)"), "%s", harness_output());
}

Test(shared, another_key_or_filter_or_no_memory_is_said)
{
	share_line("a.db", "one", "rain");
	cr_expect_eq(harness_run("filter --shared %s -f minhash -o '%s' /dev/null", server_url(), harness_file("b.db")), 2);
	cr_expect(strstr(harness_output(), "made with --filter cascade"), "%s", harness_output());
	lines_write("all.jsonl", 0, 3);
	harness_run("filter -q -o '%s' '%s'", harness_file("c.db"), harness_file("all.jsonl"));
	cr_expect_eq(harness_run("filter --shared %s -o '%s' /dev/null", server_url(), harness_file("c.db")), 2);
	cr_expect(strstr(harness_output(), "a key of its own"), "%s", harness_output());
	cr_expect_eq(harness_run("filter --shared redis://127.0.0.1:%d/m /dev/null", harness_free_port()), 1);
	cr_expect(strstr(harness_output(), "connect to server"), "%s", harness_output());
	cr_expect_eq(harness_run("filter --shared http://x/ /dev/null"), 2);
	server_command("set text 1");
	cr_expect_neq(harness_run("shared redis://127.0.0.1:%s/text", strrchr(server_url(), ':') + 1), 0);
}

/* A memory on whatever server must not make us run code. */
Test(shared, a_filter_in_a_file_is_loaded_only_if_the_user_names_it)
{
	const char *file = getenv("TEST_FILTER");

	server_stop();
	server_start("");
	cr_assert(file);
	cr_assert_eq(harness_run("shared %s create --filter '%s'", server_url(), file), 0, "%s", harness_output());
	cr_expect_eq(harness_run("filter -q --shared %s -o '%s' /dev/null", server_url(), a), 2);
	cr_expect(strstr(harness_output(), "it is loaded only if --filter names it"), "%s", harness_output());
	cr_expect_neq(access(a, F_OK), 0, "no store is made for it");
	lines_write("all.jsonl", 0, 3);
	cr_expect_eq(harness_run("filter -q --shared %s -f '%s' -o '%s' '%s'", server_url(), file, a, harness_file("all.jsonl")), 0, "%s",
		     harness_output());
	cr_expect_eq(harness_run("shared %s", server_url()), 0);
	cr_expect_eq(harness_run("shared %s-too create --store '%s'", server_url(), a), 2);
	cr_expect(strstr(harness_output(), "only the store names the file of its filter"), "%s", harness_output());
}

/* In another memory, ids would be given twice; and what was signed with another key cannot be compared. */
Test(shared, another_memory_and_other_signatures_are_refused)
{
	char other[200];

	snprintf(other, sizeof other, "%s-too", server_url());
	share_line("a.db", "one", "rain");
	cr_expect_eq(harness_run("filter --shared %s -o '%s' /dev/null", other, a), 2);
	cr_expect(strstr(harness_output(), "the store shares the index"), "%s", harness_output());
	cr_expect_eq(harness_run("shared %s", other), 1, "it is not made: %s", harness_output());
	lines_write("all.jsonl", 0, 3);
	harness_shell("(./firstprint sign '%s' >'%s')", harness_file("all.jsonl"), harness_file("signed.jsonl"));
	cr_expect_eq(harness_run("filter -q --signed --shared %s '%s'", server_url(), harness_file("signed.jsonl")), 2, "%s", harness_output());
	cr_expect(strstr(harness_output(), "signed for"), "%s", harness_output());
	cr_expect_eq(server_fact("pages"), 1);
	cr_expect_eq(harness_run("shared redis://user@127.0.0.1/m"), 2);
	cr_expect_eq(harness_run("shared 'redis://127.0.0.1/m?x=1'"), 2);
}

/* Its pages are taught to the memory, and those of the second are not judged against themselves only. */
Test(shared, an_old_store_begins_to_share)
{
	lines_write("all.jsonl", 0, LINES);
	harness_run("filter -q -o '%s' '%s'", harness_file("a.db"), harness_file("all.jsonl"));
	share_nothing("a.db");
	cr_expect_eq(server_fact("pages"), harness_number(harness_file("a.db"), "SELECT count(*) FROM pages"));
	lines_write("again.jsonl", 0, LINES);
	cr_expect_eq(harness_run("filter -q --shared %s -o '%s' '%s'", server_url(), harness_file("b.db"), harness_file("again.jsonl")), 0);
	cr_expect_eq(harness_number(harness_file("b.db"), "SELECT count(*) FROM pages"), 0);
	cr_expect_eq(harness_number(harness_file("b.db"), "SELECT count(*) FROM drops WHERE elsewhere"), LINES);
	cr_expect_str_empty(harness_faults(harness_file("b.db")));
}

Test(shared, drops_of_a_forgotten_store_become_pages)
{
	char owner[100];

	share_line("a.db", "one", "rain");
	share_line("b.db", "two", "rain");
	share_line("b.db", "three", "rain");
	snprintf(owner, sizeof owner, "%s", harness_text(harness_file("a.db"), "SELECT value FROM meta WHERE name = 'owner'"));
	cr_expect_eq(harness_run("shared %s forget '%s'", server_url(), owner), 0, "%s", harness_output());
	cr_expect_eq(server_fact("pages"), 0);
	share_nothing("b.db");
	cr_expect_str_eq(harness_text(harness_file("b.db"), "SELECT (SELECT group_concat(name) FROM pages) || ' ' || (SELECT group_concat(d.name || ' of ' || p.name) FROM drops d JOIN pages p ON p.id = d.of)"),
			 "\"two\" \"three\" of \"two\"");
	cr_expect_str_empty(harness_faults(harness_file("b.db")));
	cr_expect_eq(harness_run("shared %s forget nobody", server_url()), 1);
}

/* Writes a path with %XX for what has a meaning in a URL. */
static const char *encoded(const char *path)
{
	static char out[1000];
	char *to = out;

	for (; *path; path++)
		to += strchr("%?#", *path) ? sprintf(to, "%%%02X", (unsigned char)*path) : (*to = *path, 1);
	*to = '\0';
	return out;
}

/* A certificate that nobody has signed is taken if the URL names it. */
Test(shared, it_is_reached_by_a_socket_and_by_tls)
{
	char settings[1500], port[16];
	int tls = harness_free_port();

	server_stop();
	snprintf(port, sizeof port, "%d", tls);
	harness_shell("cd '%s' && openssl req -x509 -newkey rsa:2048 -nodes -keyout key -out cert -days 2 -subj /CN=localhost -addext"
		      " subjectAltName=DNS:localhost,IP:127.0.0.1 2>/dev/null", harness_file("."));
	snprintf(settings, sizeof settings, "--unixsocket '%s' --tls-port %s --tls-cert-file '%s' --tls-key-file '%s' --tls-auth-clients no",
		 harness_file("sock"), port, harness_file("cert"), harness_file("key"));
	server_start(settings);
	share_line("a.db", "one", "rain");
	lines_write_one("p.jsonl", "x", "rain", "w");
	cr_expect_eq(harness_run("filter -q --shared 'unix:%s/m' '%s'", encoded(harness_file("sock")), harness_file("p.jsonl")), 0, "%s", harness_output());
	cr_expect(strstr(harness_output(), "\"duplicate\""), "%s", harness_output());
	cr_expect_eq(harness_run("filter -q --shared 'rediss://127.0.0.1:%s/m?ca=%s' '%s'", port, encoded(harness_file("cert")), harness_file("p.jsonl")), 0,
		     "%s", harness_output());
	cr_expect(strstr(harness_output(), "\"duplicate\""), "%s", harness_output());
	cr_expect_eq(harness_run("filter -q --shared rediss://127.0.0.1:%s/m '%s'", port, harness_file("p.jsonl")), 2, "%s", harness_output());
	cr_expect(strstr(harness_output(), "SSL"), "%s", harness_output());
}

/* ── crawls ── */

Test(shared, two_crawls_of_one_site_keep_each_page_once)
{
	char alone[300], both[40];

	snprintf(alone, sizeof alone, "%s", harness_file("alone.db"));
	web_write(60);
	cr_assert_lt(harness_run("crawl -q --allow-private --delay 0 -o '%s' '%s'", alone, web_seed()), 2);
	cr_assert_lt(harness_run("crawl -q --shared %s --allow-private --delay 0 -o '%s' '%s'", server_url(), a, web_seed()), 2, "%s", harness_output());
	cr_expect_str_empty(harness_differences(alone, a));
	cr_assert_lt(harness_run("crawl -q --shared %s --allow-private --delay 0 -o '%s' '%s'", server_url(), b, web_seed()), 2, "%s", harness_output());
	cr_expect_str_empty(harness_differences(a, b));
	cr_expect_str_empty(harness_faults(a));
	cr_expect_str_empty(harness_faults(b));
	cr_expect_eq(harness_number(b, "SELECT count(*) FROM pages"), 0);
	cr_expect_eq(server_fact("pages"), harness_number(a, "SELECT count(*) FROM pages"));
	cr_expect_eq(harness_run("inspect '%s'", a), 0);
	cr_expect(strstr(harness_output(), "  shares redis://127.0.0.1:") && strstr(harness_output(), "/m, as store-"), "%s", harness_output());
	cr_expect_eq(harness_run("inspect '%s' '%s' --json", a, b), 0);
	snprintf(both, sizeof both, "\"urls\":%ld", (long)harness_number(a, "SELECT count(*) FROM urls") + (long)harness_number(b, "SELECT count(*) FROM urls"));
	cr_expect(strstr(harness_output(), both), "%s, not: %s", both, harness_output());
}

static const char *seed(void)
{
	return harness_url("/web/page.html");
}

static void put_page_at(const char *name, const char *word)
{
	FILE *f;

	harness_shell("mkdir -p '%s'", harness_file("web"));
	f = fopen(harness_file(name), "w");
	cr_assert(f);
	fprintf(f, "<html lang=en><title>%s</title><p>", word);
	for (int i = 0; i < 60; i++)
		fprintf(f, "%s%d ", word, i);
	fprintf(f, "</html>");
	fclose(f);
}

static void put_page(const char *word)
{
	put_page_at("web/page.html", word);
}

/* So it is with drops in its own store. */
Test(shared, a_page_that_changed_frees_its_own_drops)
{
	char copy[200];

	snprintf(copy, sizeof copy, "%s", harness_url("/web/copy.html"));
	put_page("rain");
	put_page_at("web/copy.html", "rain");
	harness_run("crawl -q --shared %s --allow-private --delay 0 -o '%s' '%s'", server_url(), a, seed());
	harness_run("crawl -q --shared %s --allow-private --delay 0 -o '%s' '%s'", server_url(), a, copy);
	cr_expect_str_eq(harness_text(a, "SELECT count(*) FROM drops JOIN pages ON pages.id = of WHERE NOT elsewhere"), "1");
	put_page("thunder");
	harness_run("crawl -q --refresh --shared %s --allow-private --delay 0 -o '%s'", server_url(), a);
	cr_expect_str_eq(harness_text(a, "SELECT group_concat(title) FROM (SELECT title FROM pages ORDER BY title)"), "rain,thunder");
	cr_expect_eq(harness_number(a, "SELECT count(*) FROM drops"), 0);
	cr_expect_eq(server_fact("pages"), 2);
	cr_expect_str_empty(harness_faults(a));
}

/* The memory withdraws the page as it was; who has drops of that judges them again. */
static void expect_freed_elsewhere(void)
{
	put_page("rain");
	cr_assert_eq(harness_run("crawl -q --shared %s --allow-private --delay 0 -o '%s' '%s'", server_url(), a, seed()), 0, "%s", harness_output());
	cr_assert_eq(harness_run("crawl -q --shared %s --allow-private --delay 0 -o '%s' '%s'", server_url(), b, seed()), 0, "%s", harness_output());
	cr_expect_eq(harness_number(b, "SELECT count(*) FROM drops WHERE elsewhere"), 1);
	put_page("thunder"); /* another length: nginx looks at that and at the second */
	cr_assert_eq(harness_run("crawl -q --refresh --shared %s --allow-private --delay 0 -o '%s'", server_url(), a), 0, "%s", harness_output());
	cr_expect_eq(harness_number(a, "SELECT count(*) FROM past"), 1);
	cr_expect_eq(server_fact("pages"), 1);
	share_nothing("b.db");
	cr_expect_str_eq(harness_text(b, "SELECT group_concat(title) FROM pages"), "rain");
	cr_expect_eq(harness_number(b, "SELECT count(*) FROM drops"), 0);
	cr_expect_eq(server_fact("pages"), 2);
	cr_expect_str_empty(harness_faults(a));
	cr_expect_str_empty(harness_faults(b));
}

Test(shared, a_page_that_changed_frees_its_drops_elsewhere)
{
	expect_freed_elsewhere();
}

Test(shared, a_page_that_is_gone_is_withdrawn)
{
	put_page("rain");
	harness_run("crawl -q --shared %s --allow-private --delay 0 -o '%s' '%s'", server_url(), a, seed());
	cr_expect_eq(server_fact("pages"), 1);
	harness_shell("rm '%s'", harness_file("web/page.html"));
	harness_run("crawl -q --refresh --shared %s --allow-private --delay 0 -o '%s'", server_url(), a);
	cr_expect_eq(harness_number(a, "SELECT count(*) FROM past"), 1);
	cr_expect_eq(server_fact("pages"), 0);
}
