#include "tests/e2e/parts_site.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/e2e/harness.h"
#include "tests/e2e/index_server.h"
#include "tests/random.h"

/* By it, parts 1 to 4 own 3, 5, 5 and 3 of the hosts 127.0.0.1 to 127.0.0.16. */
#define KEY "020066697273747072696e742d746573"

static void write_sentences(FILE *f, unsigned subject)
{
	uint64_t state = subject + 1;

	for (int s = 0; s < 12; s++) {
		fputs("<p>On", f);
		for (int w = 0; w < 11; w++)
			fprintf(f, " %c%llu", "abcdefgh"[w % 8], (unsigned long long)(next_random(&state) % 5000));
		fputs(".</p>", f);
	}
}

/* A third of the articles repeat one of another host. */
static void write_page(int host, int page, int pages, uint64_t *state)
{
	char name[64];
	unsigned subject = (unsigned)(host * pages + page);
	FILE *f;

	snprintf(name, sizeof name, "127.0.0.%d/p%d.html", host, page);
	f = fopen(harness_file(name), "w");
	cr_assert(f, "%s", name);
	if (next_random(state) % 3 == 0)
		subject = (unsigned)(next_random(state) % (uint64_t)(HOSTS * pages));
	fprintf(f, "<html lang=en><title>%d %d</title><article>", host, page);
	write_sentences(f, subject);
	fputs("</article>", f);
	for (int next = 2 * page + 1; next <= 2 * page + 2 && next < pages; next++)
		fprintf(f, "<a href=p%d.html>%d</a> ", next, next);
	fprintf(f, "<a href=%s>next</a> ", harness_url_on(1 + host % HOSTS, "/p0.html"));
	for (int i = 0; i < 4; i++) {
		snprintf(name, sizeof name, "/p%d.html", (int)(next_random(state) % (uint64_t)pages));
		fprintf(f, "<a href=%s>%d</a> ", harness_url_on(1 + (int)(next_random(state) % HOSTS), name), i);
	}
	fputs("</html>", f);
	fclose(f);
}

void parts_write(int pages, int seeds)
{
	uint64_t state = 7;
	FILE *f = fopen(harness_file("seeds"), "w");

	cr_assert(f);
	for (int host = 1; host <= HOSTS; host++) {
		char name[32];

		snprintf(name, sizeof name, "127.0.0.%d", host);
		mkdir(harness_file(name), 0755);
		for (int page = 0; page < pages; page++)
			write_page(host, page, pages, &state);
		if (host <= seeds)
			fprintf(f, "%s\n", harness_url_on(host, "/p0.html"));
	}
	fclose(f);
}

const char *parts_store(int part)
{
	char name[16];

	snprintf(name, sizeof name, part ? "p%d.db" : "alone.db", part);
	return harness_file(name);
}

const char *parts_stores(void)
{
	static char names[PARTS * 320];
	size_t len = 0;

	for (int part = 1; part <= PARTS; part++)
		len += (size_t)snprintf(names + len, sizeof names - len, "'%s' ", parts_store(part));
	return names;
}

static void make_store(int part)
{
	cr_assert_eq(harness_run("filter -q -o '%s' /dev/null", parts_store(part)), 0, "%s", harness_output());
	harness_shell("sqlite3 '%s' \"UPDATE meta SET value = x'" KEY "' WHERE name = 'key'\"", parts_store(part));
}

void parts_begin(void)
{
	make_store(1);
	cr_assert_eq(harness_run("filter -q --shared %s -o '%s' /dev/null", server_url(), parts_store(1)), 0, "%s", harness_output());
}

void parts_crawl_alone(const char *options)
{
	make_store(0);
	cr_assert_eq(harness_run("crawl -q --allow-private %s -o '%s' '%s'", options, parts_store(0), harness_file("seeds")), 0,
		     "%s", harness_output());
}

static pid_t start(int part, const char *environment, const char *options)
{
	char command[2000];

	snprintf(command, sizeof command,
		 "exec env %s ./firstprint crawl --allow-private --shared %s --part %d/%d -o '%s' %s '%s' >>'%s/p%d.out' 2>&1",
		 environment, server_url(), part, PARTS, parts_store(part), options, harness_file("seeds"), harness_file("."), part);
	return harness_spawn_shell(command);
}

pid_t parts_start(int part, const char *options)
{
	return start(part, "", options);
}

pid_t parts_start_seamed(int part, const char *environment, const char *options)
{
	return start(part, harness_seamed(environment), options);
}

/* What it has told the others of itself. */
static void read_state(int part, char out[100])
{
	server_command("hget '{m}:parts' %d:at", part);
	snprintf(out, 100, "%s", harness_output());
}

pid_t parts_start_joined(int part, const char *options)
{
	char before[100], now[100];
	pid_t pid;

	read_state(part, before);
	pid = parts_start(part, options);
	for (int tries = 0; read_state(part, now), strcmp(before, now) == 0; tries++) {
		cr_assert_lt(tries, 3000, "%s", parts_said(part));
		harness_sleep_ms(10);
	}
	return pid;
}

const char *parts_said(int part)
{
	static char text[65536];
	char name[16];
	FILE *f;
	size_t len;

	snprintf(name, sizeof name, "p%d.out", part);
	f = fopen(harness_file(name), "r");
	len = f ? fread(text, 1, sizeof text - 1, f) : 0;
	if (f)
		fclose(f);
	text[len] = '\0';
	return text;
}

void parts_wait(const pid_t *pids, int n, int code)
{
	for (int i = 0; i < n; i++)
		cr_expect_eq(harness_wait(pids[i]), code, "%d: %s", i + 1, parts_said(i + 1));
}

const char *parts_all(int from, int to, const char *sql)
{
	static char texts[2][1 << 20];
	static int next;
	char *text = texts[next++ % 2];
	FILE *f;
	size_t len;

	for (int i = from; i <= to; i++)
		harness_shell("(sqlite3 '%s' \"%s\" >>'%s')", parts_store(i), sql, harness_file("rows"));
	harness_shell("(sort '%s' >'%s'; rm '%s')", harness_file("rows"), harness_file("sorted"), harness_file("rows"));
	f = fopen(harness_file("sorted"), "r");
	len = fread(text, 1, sizeof texts[0] - 1, f);
	text[len] = '\0';
	fclose(f);
	return text;
}

void parts_add_page(int host, const char *name, const char *links)
{
	char path[100];
	FILE *f;

	snprintf(path, sizeof path, "127.0.0.%d/%s", host, name);
	f = fopen(harness_file(path), "w");
	cr_assert(f, "%s", path);
	fprintf(f, "<html lang=en><title>%s</title><article>", path);
	write_sentences(f, 1000000 + (unsigned)strlen(links) + (unsigned)host);
	fprintf(f, "</article>%s</html>", links);
	fclose(f);
}

static void expect_handed(int from, int to)
{
	harness_shell("sqlite3 '%s' \"ATTACH '%s' AS other; SELECT url FROM handed WHERE part = %d AND url <> '' AND url NOT IN (SELECT url FROM"
		      " other.urls)\"", parts_store(from), parts_store(to), to);
	cr_expect_str_empty(harness_output(), "from %d to %d: %s", from, to, harness_output());
}

void parts_expect_whole(void)
{
	for (int i = 1; i <= PARTS; i++) {
		cr_expect_str_empty(harness_faults(parts_store(i)));
		for (int k = 1; k <= PARTS; k++)
			expect_handed(i, k);
	}
}

void parts_expect_same_urls(void)
{
	static const char fetched[] = "SELECT url FROM urls WHERE state IN ('page', 'drop')";
	const char *alone = parts_all(0, 0, fetched), *parts = parts_all(1, PARTS, fetched);

	cr_expect_str_not_empty(alone);
	cr_expect(strcmp(alone, parts) == 0, "%zu and %zu bytes of URLs", strlen(alone), strlen(parts));
	parts_expect_whole();
}
