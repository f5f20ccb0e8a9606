#include "tests/e2e/harness.h"

#include <arpa/inet.h>
#include <criterion/criterion.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"

enum { TEXT = 4096, SLOTS = 64, FILES = 20000, HANGS_AFTER_S = 1200, LOOK_MS = 2, PORT_FIRST = 22000, PORTS = 10000 };

static char folder[256];
static int port;
static bool serving;
static char *output;
static long peak_kb, cpu_ms;

static const char *source(void)
{
	const char *s = getenv("srcdir");

	return s && *s ? s : ".";
}

/* The next of the text buffers, which are reused in turn. */
static char *slot(void)
{
	static char slots[SLOTS][TEXT];
	static unsigned next;

	return slots[next++ % SLOTS];
}

/* A path is asked for again and again while something is waited for: the same one is kept once, and for good. */
static const char *lasting(const char *text)
{
	static const char *kept[FILES];
	size_t i = 0;

	while (i < FILES && kept[i] && strcmp(kept[i], text) != 0)
		i++;
	cr_assert(i < FILES, "a test has more than %d files", FILES);
	if (!kept[i])
		kept[i] = strdup(text);
	return kept[i];
}

const char *harness_url(const char *path)
{
	return harness_url_on(1, path);
}

const char *harness_url_on(int host, const char *path)
{
	char *s = slot();

	snprintf(s, TEXT, "http://127.0.0.%d:%d%s", host, port, path);
	return s;
}

const char *harness_file(const char *name)
{
	char path[TEXT];

	snprintf(path, sizeof path, "%s/%s", folder, name);
	return lasting(path);
}

void harness_put_words(FILE *f, int i, int from, int end)
{
	for (int k = from; k < end; k++) {
		putc('w', f);
		for (int n = i * 1000 + k; n; n /= 20)
			putc("bcdfghjklmnpqrstvxyz"[n % 20], f);
		putc(' ', f);
	}
}

/* −1: it is in use. */
static int bind_port(int type, int number)
{
	struct sockaddr_in a = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK), .sin_port = htons((uint16_t)number)};
	int fd = socket(AF_INET, type | SOCK_CLOEXEC, 0);

	if (bind(fd, (struct sockaddr *)&a, sizeof a) == 0)
		return fd;
	close(fd);
	return -1;
}

/* From below those that the system gives to connections. The same port of UDP stays bound as long as the test runs, so that no other
 * test takes this one. */
int harness_free_port(void)
{
	static int tries;

	for (; tries < PORTS; tries++) {
		int number = PORT_FIRST + (getpid() * 13 + tries) % PORTS, mark = bind_port(SOCK_DGRAM, number);
		int fd = mark < 0 ? -1 : bind_port(SOCK_STREAM, number);

		if (fd >= 0) {
			close(fd);
			tries++;
			return number;
		}
		if (mark >= 0)
			close(mark);
	}
	cr_assert_fail("no port is free");
	return 0;
}

static void shell(const char *format, ...) __attribute__((format(printf, 1, 2)));

static void shell(const char *format, ...)
{
	char command[TEXT];
	va_list args;

	va_start(args, format);
	vsnprintf(command, sizeof command, format, args);
	va_end(args);
	cr_assert(system(command) == 0, "%s", command);
}

static void write_locations(const char *text)
{
	char site[2048];
	FILE *f = fopen(harness_file("locations"), "w");

	cr_assert(f);
	cr_assert(realpath(source(), site));
	for (const char *at = text; *at;) {
		if (strncmp(at, "SITE", 4) == 0) {
			fprintf(f, "%s/tests/site", site);
			at += 4;
		} else if (strncmp(at, "DIR", 3) == 0) {
			fputs(folder, f);
			at += 3;
		} else {
			fputc(*at++, f);
		}
	}
	fclose(f);
}

void harness_long(void)
{
	if (!getenv("LONG"))
		cr_skip_test("in make check-long");
}

void harness_open(void)
{
	snprintf(folder, sizeof folder, "/tmp/firstprint-e2e-%%3f?-jos\xc3\xa9-\xe6\xa1\xa3-\xe9-XXXXXX"); /* the last is Latin-1 */
	cr_assert(mkdtemp(folder));
}

void harness_start(const char *locations)
{
	harness_start_hosts(locations, 1);
}

void harness_start_hosts(const char *locations, int hosts)
{
	const char *nginx = getenv("NGINX_PROGRAM");
	char check[TEXT];

	snprintf(check, sizeof check, "command -v '%s' >/dev/null", nginx ? nginx : "nginx");
	if (system(check) != 0)
		cr_skip_test("no nginx");
	harness_open();
	write_locations(locations);
	port = harness_free_port();
	shell("'%s/tests/nginx' start '%s' '%s' %d '%s' %d", source(), nginx ? nginx : "nginx", folder, port,
	      harness_file("locations"), hosts);
	serving = true;
}

void harness_stop(void)
{
	if (serving)
		shell("'%s/tests/nginx' stop '%s'", source(), folder);
	if (*folder)
		shell("rm -rf '%s'", folder);
	free(output);
	output = NULL;
	*folder = '\0';
	serving = false;
}

static void read_output(void)
{
	FILE *f = fopen(harness_file("output"), "r");
	size_t room = 1 << 20, len;

	free(output);
	output = malloc(room);
	cr_assert(f && output);
	len = fread(output, 1, room - 1, f);
	output[len] = '\0';
	fclose(f);
}

const char *harness_output(void)
{
	return output;
}

void harness_shell(const char *format, ...)
{
	char text[TEXT], command[TEXT * 2];
	va_list args;
	int status;

	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	snprintf(command, sizeof command, "%s >'%s' 2>&1", text, harness_file("output"));
	status = system(command);
	read_output();
	cr_assert_eq(status, 0, "%s: %s", text, output);
}

int harness_run(const char *format, ...)
{
	char arguments[TEXT], command[TEXT * 2];
	va_list args;

	va_start(args, format);
	vsnprintf(arguments, sizeof arguments, format, args);
	va_end(args);
	snprintf(command, sizeof command, "exec ./firstprint %s >'%s' 2>&1", arguments, harness_file("output"));
	return harness_wait(harness_spawn_shell(command));
}

pid_t harness_spawn(const char *environment, const char *format, ...)
{
	char arguments[TEXT], command[TEXT * 2];
	va_list args;

	va_start(args, format);
	vsnprintf(arguments, sizeof arguments, format, args);
	va_end(args);
	snprintf(command, sizeof command, "exec env %s ./firstprint %s >'%s' 2>&1", environment ? environment : "", arguments,
		 harness_file("output"));
	return harness_spawn_shell(command);
}

pid_t harness_spawn_shell(const char *command)
{
	pid_t pid = fork();

	cr_assert(pid >= 0);
	if (pid == 0) {
		execl("/bin/sh", "sh", "-c", command, (char *)NULL);
		_exit(127);
	}
	return pid;
}

void harness_sleep_ms(long ms)
{
	nanosleep(&(struct timespec){.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000}, NULL);
}

const char *harness_seamed(const char *environment)
{
	const char *seams = getenv("SEAMS");
	char *s = slot();

	cr_assert(seams, "SEAMS is not set");
	snprintf(s, TEXT, "LD_PRELOAD='%s' ASAN_OPTIONS=verify_asan_link_order=0 %s", seams, environment);
	return s;
}

bool harness_runs(pid_t pid)
{
	siginfo_t end = {0};

	cr_assert(waitid(P_PID, (id_t)pid, &end, WEXITED | WNOHANG | WNOWAIT) == 0);
	return end.si_pid == 0;
}

static long ms_of(struct timeval t)
{
	return t.tv_sec * 1000 + t.tv_usec / 1000;
}

int harness_wait(pid_t pid)
{
	struct pollfd end = {.fd = (int)syscall(SYS_pidfd_open, pid, 0), .events = POLLIN};
	struct rusage used;
	int code = 0;
	bool hung;

	cr_assert(end.fd >= 0);
	hung = poll(&end, 1, HANGS_AFTER_S * 1000) == 0;
	close(end.fd);
	if (hung)
		kill(pid, SIGKILL);
	cr_assert(wait4(pid, &code, 0, &used) == pid);
	peak_kb = used.ru_maxrss;
	cpu_ms = ms_of(used.ru_utime) + ms_of(used.ru_stime);
	read_output();
	return hung ? -1 : WIFEXITED(code) ? WEXITSTATUS(code) : 128 + WTERMSIG(code);
}

void harness_look_again(int *tries, const char *condition)
{
	cr_assert_lt((*tries)++, HANGS_AFTER_S * 1000 / LOOK_MS, "it never came: %s", condition);
	harness_sleep_ms(LOOK_MS);
}

/* The shell that becomes the program, and the copy of the test that becomes the shell, are not meant. */
static bool is_caught(pid_t pid, int signal)
{
	char line[TEXT], path[64];
	unsigned long long blocked = 0, caught = 0;
	bool is_program = false;
	FILE *f;

	snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
	f = fopen(path, "r");
	cr_assert(f);
	while (fgets(line, sizeof line, f)) {
		is_program |= strcmp(line, "Name:\tfirstprint\n") == 0;
		sscanf(line, "SigBlk: %llx", &blocked); /* which signalfd then has */
		sscanf(line, "SigCgt: %llx", &caught);
	}
	fclose(f);
	return is_program && (blocked | caught) >> (signal - 1) & 1;
}

void harness_until_caught(pid_t pid, int signal)
{
	harness_until(is_caught(pid, signal) || !harness_runs(pid));
}

/* ── the clock ── */

static _Atomic int64_t *pretended_ns;

const char *harness_clock(void)
{
	char path[sizeof folder + 8], *s = slot();
	void *at;
	int fd;

	snprintf(path, sizeof path, "%s/clock", folder);
	fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0644);
	cr_assert(fd >= 0 && ftruncate(fd, sizeof *pretended_ns) == 0);
	at = mmap(NULL, sizeof *pretended_ns, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	cr_assert(at != MAP_FAILED);
	close(fd);
	pretended_ns = at;
	if (*pretended_ns == 0)
		*pretended_ns = 1000 * (int64_t)1000000000; /* as if it had run for a while */
	snprintf(s, TEXT, "CLOCK='%s'", path);
	return s;
}

int64_t harness_now_ms(void)
{
	return pretended_ns ? *pretended_ns / 1000000 : clock_ms();
}

bool harness_has_printed(const char *words)
{
	static char text[65536];
	FILE *f = fopen(harness_file("output"), "r");
	size_t len = f ? fread(text, 1, sizeof text - 1, f) : 0;

	if (f)
		fclose(f);
	text[len] = '\0';
	return strstr(text, words) != NULL;
}

long harness_peak_kb(void)
{
	return peak_kb;
}

long harness_cpu_ms(void)
{
	return cpu_ms;
}

static int ask_with(int flags, const char *store, const char *before, const char *sql, char out[TEXT])
{
	sqlite3 *db = NULL;
	sqlite3_stmt *q = NULL;
	int code = sqlite3_open_v2(store, &db, flags, NULL);

	*out = '\0';
	if (code == SQLITE_OK)
		code = sqlite3_busy_timeout(db, 5000);
	if (code == SQLITE_OK)
		code = sqlite3_exec(db, before, NULL, NULL, NULL);
	if (code == SQLITE_OK)
		code = sqlite3_prepare_v2(db, sql, -1, &q, NULL);
	if (code == SQLITE_OK)
		code = sqlite3_step(q);
	if (code == SQLITE_ROW && sqlite3_column_text(q, 0))
		snprintf(out, TEXT, "%s", (const char *)sqlite3_column_text(q, 0));
	else if (code != SQLITE_ROW && code != SQLITE_DONE)
		snprintf(out, TEXT, "%s: %s: %.2000s", store, sqlite3_errmsg(db), sql);
	sqlite3_finalize(q);
	sqlite3_close(db);
	return code & 0xff;
}

/* Writes the first column of the first row of sql to out, after running `before`. false: out has the error instead. A store whose maker
 * was killed before it had its tables must be rolled back, which a reader may not do. */
static bool ask(const char *store, const char *before, const char *sql, char out[TEXT])
{
	int code = ask_with(SQLITE_OPEN_READONLY, store, before, sql, out);

	if (code == SQLITE_READONLY)
		code = ask_with(SQLITE_OPEN_READWRITE, store, before, sql, out);
	return code == SQLITE_ROW || code == SQLITE_DONE;
}

const char *harness_text(const char *store, const char *sql)
{
	char *s = slot();

	cr_assert(ask(store, "", sql, s), "%s", s);
	return s;
}

int64_t harness_number(const char *store, const char *sql)
{
	return strtoll(harness_text(store, sql), NULL, 10);
}

static const char faults[] =
	"SELECT 'damage: ' || integrity_check FROM pragma_integrity_check WHERE integrity_check <> 'ok'"
	" UNION ALL SELECT 'no row it refers to: ' || \"table\" FROM pragma_foreign_key_check"
	" UNION ALL SELECT 'no row for its end: ' || state || ' ' || url FROM urls u WHERE state <> 'queued' AND CASE state"
	" WHEN 'page' THEN NOT EXISTS (SELECT 1 FROM pages WHERE url = u.url)"
	" WHEN 'drop' THEN NOT EXISTS (SELECT 1 FROM drops WHERE url = u.url)"
	" WHEN 'redirect' THEN NOT EXISTS (SELECT 1 FROM redirects WHERE url = u.url)"
	" WHEN 'failure' THEN NOT EXISTS (SELECT 1 FROM failures WHERE url = u.url)"
	" ELSE NOT EXISTS (SELECT 1 FROM skips WHERE url = u.url) END"
	" UNION ALL SELECT 'neither due nor ended: ' || url FROM urls WHERE state = 'queued' AND due <> 1"
	" UNION ALL SELECT 'past and present: ' || id FROM past WHERE id IN (SELECT id FROM signatures)"
	" UNION ALL SELECT 'stored but not ended: ' || url FROM pages p WHERE name IS NULL"
	" AND NOT EXISTS (SELECT 1 FROM urls WHERE url = p.url AND state = 'page')"
	" UNION ALL SELECT 'dropped but not ended: ' || url FROM drops d WHERE name IS NULL"
	" AND NOT EXISTS (SELECT 1 FROM urls WHERE url = d.url AND state = 'drop')"
	" UNION ALL SELECT 'page without signature: ' || id FROM pages WHERE id NOT IN (SELECT id FROM signatures WHERE kept)"
	" UNION ALL SELECT 'drop without signature: ' || id FROM drops d WHERE NOT EXISTS (SELECT 1 FROM signatures s"
	" WHERE s.id = d.id AND s.kept = (d.filter = 'decision')) UNION ALL SELECT 'signature of nothing: ' || id FROM signatures"
	" WHERE id NOT IN (SELECT id FROM pages UNION ALL SELECT id FROM drops)"
	" UNION ALL SELECT 'drop of nothing: ' || id FROM drops WHERE of NOT IN (SELECT id FROM pages)"
	" AND NOT elsewhere"
	" UNION ALL SELECT 'twice: ' || url FROM (SELECT url, name FROM pages UNION ALL SELECT url, name FROM drops)"
	" WHERE name IS NULL GROUP BY url HAVING count(*) > 1"
	" UNION ALL SELECT 'no key' WHERE NOT EXISTS (SELECT 1 FROM meta WHERE name = 'key')";

const char *harness_faults(const char *store)
{
	char *s = slot();

	if (access(store, F_OK) != 0 || (ask(store, "", "SELECT 'made' FROM sqlite_master LIMIT 1", s) && !*s))
		return "";
	if (*s && strcmp(s, "made") != 0)
		return s;
	ask(store, "", faults, s);
	return s;
}

/* Everything that must not depend on chance, one row per item; %s is the name of the schema. */
#define ITEMS \
	"SELECT CASE WHEN state IN ('page', 'drop') THEN 'article' ELSE state END || ' ' || url AS item FROM %s.urls" \
	" UNION SELECT url || ' leads to ' || to_url FROM %s.redirects" \
	" UNION SELECT url || ' failed: ' || reason FROM %s.failures" \
	" UNION SELECT url || ' left alone: ' || reason FROM %s.skips" \
	" UNION SELECT 'name ' || name FROM %s.pages WHERE name IS NOT NULL" \
	" UNION SELECT 'name ' || name FROM %s.drops WHERE name IS NOT NULL"

/* Items of one store that the other does not have; reversed: the other way round. */
static const char *surplus(const char *store, const char *other, bool reversed)
{
	const char *here = reversed ? "other" : "main", *there = reversed ? "main" : "other";
	char attach[TEXT], sql[TEXT], *s = slot();

	snprintf(attach, sizeof attach, "ATTACH '%s' AS other", other);
	snprintf(sql, sizeof sql,
		 "SELECT group_concat(item, char(10)) FROM (SELECT * FROM (" ITEMS ") EXCEPT SELECT * FROM (" ITEMS
		 ") LIMIT 10)",
		 here, here, here, here, here, here, there, there, there, there, there, there);
	ask(store, attach, sql, s);
	return s;
}

const char *harness_differences(const char *store, const char *other)
{
	char *s = slot();
	const char *more = surplus(store, other, false), *less = surplus(store, other, true);

	snprintf(s, TEXT, "%s%.1900s%s%.1900s", *more ? "too much: " : "", more, *less ? " missing: " : "", less);
	return s;
}

/* How many lines of the site's log contain this text. */
static int log_lines(const char *wanted)
{
	char line[TEXT];
	FILE *f = fopen(harness_file("access.log"), "r");
	int hits = 0;

	cr_assert(f);
	while (fgets(line, sizeof line, f))
		hits += strstr(line, wanted) != NULL;
	fclose(f);
	return hits;
}

int harness_hits(const char *path)
{
	char wanted[TEXT];

	snprintf(wanted, sizeof wanted, "GET %s HTTP", path);
	return log_lines(wanted);
}

int harness_statuses(const char *path, int status)
{
	char wanted[TEXT];

	snprintf(wanted, sizeof wanted, "GET %s HTTP/1.1\" %d ", path, status);
	return log_lines(wanted);
}
