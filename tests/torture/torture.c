#include "tests/torture/torture.h"

#include <criterion/criterion.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/e2e/harness.h"

enum { TEXT = 8192, AT_ONCE = 16, HANGS_AFTER_S = 1200, SHARE = 8 };

/* A run's folder; 0 is the undisturbed one's. */
static const char *folder(int n)
{
	char name[32];

	snprintf(name, sizeof name, "%d", n);
	return harness_file(name);
}

static const char *file(int n, const char *name)
{
	char path[64];

	snprintf(path, sizeof path, "%d/%s", n, name);
	return harness_file(path);
}

/* The arguments with the folders' names in them. */
static void fill_in(const char *text, int n, char *out, size_t room)
{
	size_t len = 0;

	while (*text && len + 1 < room) {
		const char *put = strncmp(text, "DIR", 3) == 0 ? folder(n) : strncmp(text, "ALL", 3) == 0 ? harness_file(".") :
												   NULL;

		len += (size_t)(put ? snprintf(out + len, room - len, "%s", put) : snprintf(out + len, room - len, "%c", *text));
		text += put ? 3 : 1;
	}
}

/* The exit code; 124: it hung; above 128: a signal. */
static int run(const torture *t, int n, const char *environment, const char *stem)
{
	char arguments[TEXT], command[2 * TEXT];
	int code;

	fill_in(t->arguments, n, arguments, sizeof arguments);
	snprintf(command, sizeof command, "%s exec timeout %d tests/torture/firstprint %s >'%s/%s.out' 2>'%s/%s.err'",
		 environment, HANGS_AFTER_S, arguments, folder(n), stem, folder(n), stem);
	code = system(command);
	return WIFEXITED(code) ? WEXITSTATUS(code) : 128 + WTERMSIG(code);
}

/* A file's text, as far as it fits. */
static const char *contents(int n, const char *name, char out[TEXT])
{
	FILE *f = fopen(file(n, name), "r");
	size_t len = f ? fread(out, 1, TEXT - 1, f) : 0;

	out[len] = '\0';
	if (f)
		fclose(f);
	return out;
}

/* ── one run ── */

/* Says what is wrong where the parent finds it, and ends the run. */
static void complain_about(int n, const char *what, const char *detail)
{
	FILE *f = fopen(file(n, "complaint"), "w");

	fprintf(f, "%s: %s", what, detail);
	fclose(f);
	_exit(1);
}

static bool is_report(const char *text)
{
	return strstr(text, "Sanitizer") || strstr(text, "runtime error:");
}

/* It ended by itself, with a sentence if it failed. */
static bool check_end(int n, int code, const char *stem)
{
	char text[TEXT], name[32], what[64];
	const char *said;

	snprintf(name, sizeof name, "%s.err", stem);
	snprintf(what, sizeof what, "%s run ended with %d", stem, code);
	contents(n, name, text);
	if (is_report(text) || (code != 0 && code != 1))
		complain_about(n, what, text);
	said = strstr(text, "firstprint: ");
	if (said && (strstr(text, "not an error") || strlen(said) < strlen("firstprint: ") + 4))
		complain_about(n, "it names no cause", text);
	return said != NULL;
}

static void check_output(const torture *t, int n)
{
	char mine[TEXT], theirs[TEXT];

	contents(n, "broken.out", mine);
	if (strstr(mine, "\"error\":\"out of memory\""))
		return; /* told, and in its place */
	if (!t->any_output && strcmp(mine, contents(0, "calm.out", theirs)) != 0)
		complain_about(n, "says it went well and printed something else", mine);
}

static void check_store(const torture *t, int n, const char *when)
{
	const char *faults = t->has_store ? harness_faults(file(n, "s.db")) : "";

	if (*faults)
		complain_about(n, when, faults);
}

static void check_same(int n, const char *what)
{
	const char *differences = harness_differences(file(n, "s.db"), file(0, "s.db"));

	if (*differences)
		complain_about(n, what, differences);
}

static void prepare(const torture *t, int n)
{
	char command[TEXT];

	mkdir(folder(n), 0755);
	fill_in(t->before ? t->before : ":", n, command, sizeof command);
	if (system(command) != 0)
		complain_about(n, "cannot prepare", command);
}

/* Breaks the n-th call, looks, and lets the command run again. */
static void torture_once(const torture *t, int n, int calm_code)
{
	char environment[64], text[TEXT];
	bool told;
	int code;

	snprintf(environment, sizeof environment, "TORTURE=%s:%d%s", t->seam, n, t->for_good ? "+" : "");
	prepare(t, n);
	code = run(t, n, environment, "broken");
	told = check_end(n, code, "broken");
	if (!told && code != calm_code)
		complain_about(n, "it does not say why it failed", contents(n, "broken.out", text));
	if (!told)
		check_output(t, n);
	check_store(t, n, "store after the failure");
	if (!told && t->has_store && !t->may_differ)
		check_same(n, "it says it went well, and its store");
	if (!t->has_store)
		return;
	code = run(t, n, "", "second");
	check_end(n, code, "second");
	check_store(t, n, "store after the second run");
	if (t->may_differ)
		return;
	if (code != calm_code)
		complain_about(n, "the second run does not end like an undisturbed one", contents(n, "second.err", text));
	check_same(n, "the second run's store");
}

/* ── all of them ── */

static int count_calls(const torture *t)
{
	char text[TEXT], word[32];
	const char *at;
	int calls = 0;

	contents(0, "calls", text);
	snprintf(word, sizeof word, "%s ", t->seam);
	at = strstr(text, word);
	cr_assert(at && sscanf(at + strlen(word), "%d", &calls) == 1, "no %sin: %s", word, text);
	return calls;
}

/* Undisturbed: what the others are held against. */
static int run_calmly(const torture *t)
{
	char environment[TEXT], text[TEXT];
	int code;

	prepare(t, 0);
	snprintf(environment, sizeof environment, "TORTURE_CALLS='%s'", file(0, "calls"));
	code = run(t, 0, environment, "calm");
	cr_assert(code == 0 || code == 1, "%s ended with %d: %s", t->arguments, code, contents(0, "calm.err", text));
	if (t->has_store)
		cr_assert_str_empty(harness_faults(file(0, "s.db")));
	return code;
}

static pid_t start(const torture *t, int n, int calm_code)
{
	pid_t pid = fork();

	cr_assert(pid >= 0);
	if (pid == 0) {
		torture_once(t, n, calm_code);
		_exit(0);
	}
	return pid;
}

static void remove_folder(int n)
{
	char command[TEXT];

	snprintf(command, sizeof command, "rm -rf '%s'", folder(n));
	cr_assert(system(command) == 0, "%s", command);
}

/* Waits for one of them; what it complained about fails the test, and is all that is kept of it. */
static void reap(const torture *t, pid_t pids[AT_ONCE], int numbers[AT_ONCE])
{
	char text[TEXT];
	int code, slot = -1;
	pid_t pid = wait(&code);

	for (int i = 0; i < AT_ONCE; i++)
		if (pids[i] == pid)
			slot = i;
	cr_assert(slot >= 0, "a child nobody started");
	cr_expect(WIFEXITED(code) && WEXITSTATUS(code) == 0, "%s:%d%s: %s", t->seam, numbers[slot], t->for_good ? "+" : "",
		  contents(numbers[slot], "complaint", text));
	remove_folder(numbers[slot]);
	pids[slot] = 0;
}

static int free_slot(const pid_t pids[AT_ONCE])
{
	for (int i = 0; i < AT_ONCE; i++)
		if (!pids[i])
			return i;
	return -1;
}

/* Odd, and no divisor of loops' lengths that are round: else the same place of each loop would fail. */
static int stride_of(int calls, int most)
{
	const char *share = getenv("TORTURE_SHARE");
	int stride;

	most /= share && atoi(share) > 0 ? atoi(share) : SHARE;
	stride = (calls + most - 1) / most;

	return stride > 1 ? stride | 1 : 1;
}

void torture_run(const torture *t)
{
	pid_t pids[AT_ONCE] = {0};
	int numbers[AT_ONCE], calm_code = run_calmly(t), calls = count_calls(t), stride = stride_of(calls, t->most), slot;

	cr_assert_gt(calls, 0, "%s: never called", t->seam);
	if (stride > 1)
		cr_log_info("%s: of %d calls every %d-th fails\n", t->seam, calls, stride);
	for (int n = 1; n <= calls; n += stride) {
		while ((slot = free_slot(pids)) < 0)
			reap(t, pids, numbers);
		numbers[slot] = n;
		pids[slot] = start(t, n, calm_code);
	}
	for (int i = 0; i < AT_ONCE; i++)
		while (pids[i])
			reap(t, pids, numbers);
	remove_folder(0);
}

/* ── what they run on ── */

static const char locations[] = "location / { root DIR/web; charset off; }\n"
				"location = /moved { return 301 /copy.html; }\n"
				"location = /quiet.html { root DIR/web; add_header X-Robots-Tag noindex; }\n";

static void put(const char *name, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void put(const char *name, const char *format, ...)
{
	FILE *f = fopen(harness_file(name), "w");
	va_list args;

	cr_assert(f, "%s", name);
	va_start(args, format);
	vfprintf(f, format, args);
	va_end(args);
	fclose(f);
}

#define STORY(word) \
	"<p>The lighthouse on the cape was switched on again after eleven years of darkness and " word " dispute.</p>" \
	"<p>Nobody on the island had expected the old lamp to turn, since the company that built it is long gone.</p>" \
	"<p>On the first evening three hundred people stood on the shore, and many of them had brought their children.</p>"

/* A page whose tree needs more than the first piece of an arena. */
static void put_front(void)
{
	FILE *f = fopen(harness_file("web/index.html"), "w");

	cr_assert(f);
	fputs("<html lang=en><title>The island paper</title><h1>Front</h1>", f);
	for (int i = 0; i < 600; i++)
		fprintf(f, "<p>Line <b>%d</b> of <i>what</i> there is to be said about the bay, the ice and the wind.</p>", i);
	fputs("<a href=story.html>1</a><a href=copy.html>2</a><a href=/moved>3</a><a href=gone.html>4</a><a href=private/x>5"
	      "</a><a href=quiet.html>6</a><a href=picture.png>7</a><a rel=nofollow href=no.html>8</a></html>", f);
	fclose(f);
}

void torture_serve(void)
{
	harness_start(locations);
	mkdir(harness_file("web"), 0755);
	put_front();
	put("web/story.html", "<html lang=en><title>Light</title>%s</html>", STORY("some"));
	put("web/copy.html", "<html lang=en><title>Light</title>%s</html>", STORY("more"));
	put("web/listed.html", "<html lang=en><title>Listed</title><p>Only the list of pages knows of this one.</html>");
	put("web/quiet.html", "<html lang=en><title>Quiet</title><p>Not for any index.<a href=story.html>1</a></html>");
	put("web/robots.txt", "User-agent: *\nDisallow: /private/\nSitemap: /sitemap.xml\n");
	put("web/sitemap.xml", "<?xml version=\"1.0\"?><urlset><url><loc>%s</loc></url></urlset>", harness_url("/listed.html"));
	put("seeds", "# one\n%s\n", harness_url("/"));
	put("pages.jsonl",
	    "{\"id\":\"a\",\"title\":\"Light\",\"html\":\"%s\"}\n{\"id\":2,\"url\":\"http://x.example/\",\"html\":\"%s\"}\n"
	    "{\"id\":3,\"lang\":\"en\",\"text\":\"Another page, which is short.\"}\nno page\n{\"id\":\"a4\",\"html\":\"%s\"}\n",
	    STORY("some"), STORY("more"), STORY("some"));
	put("truth.tsv", "a\t2\n2\ta4\tdup\na\t3\tneg\n2\t3\tignore\n");
}

void torture_change(void)
{
	put("web/story.html", "<html lang=en><title>Dark</title>%s</html>", "<p>The lamp went out again in the first storm.</p>");
	cr_assert_eq(unlink(harness_file("web/listed.html")), 0);
}
