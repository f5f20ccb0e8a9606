#include "tests/e2e/harness.h"

#include <arpa/inet.h>
#include <criterion/criterion.h>
#include <fcntl.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"

enum { TEXT = 4096, SLOTS = 64 };

static char folder[256];
static int port;
static bool serving;
static char *output;
static long peak_kb;

static const char *source(void)
{
	const char *s = getenv("srcdir");

	return s && *s ? s : ".";
}

/* One of the texts, in turn. */
static char *slot(void)
{
	static char slots[SLOTS][TEXT];
	static unsigned next;

	return slots[next++ % SLOTS];
}

const char *harness_url(const char *path)
{
	char *s = slot();

	snprintf(s, TEXT, "http://127.0.0.1:%d%s", port, path);
	return s;
}

const char *harness_file(const char *name)
{
	char *s = slot();

	snprintf(s, TEXT, "%s/%s", folder, name);
	return s;
}

int harness_free_port(void)
{
	struct sockaddr_in a = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	socklen_t len = sizeof a;
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	cr_assert(bind(fd, (struct sockaddr *)&a, sizeof a) == 0);
	cr_assert(getsockname(fd, (struct sockaddr *)&a, &len) == 0);
	close(fd);
	return ntohs(a.sin_port);
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

void harness_open(void)
{
	snprintf(folder, sizeof folder, "/tmp/firstprint-e2e-XXXXXX");
	cr_assert(mkdtemp(folder));
}

void harness_start(const char *locations)
{
	const char *nginx = getenv("NGINX_PROGRAM");
	char check[TEXT];

	snprintf(check, sizeof check, "command -v '%s' >/dev/null", nginx ? nginx : "nginx");
	if (system(check) != 0)
		cr_skip_test("no nginx");
	harness_open();
	write_locations(locations);
	port = harness_free_port();
	shell("'%s/tests/nginx' start '%s' '%s' %d '%s'", source(), nginx ? nginx : "nginx", folder, port,
	      harness_file("locations"));
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

	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	snprintf(command, sizeof command, "%s >'%s' 2>&1", text, harness_file("output"));
	cr_assert(system(command) == 0, "%s", text);
	read_output();
}

int harness_run(const char *format, ...)
{
	char arguments[TEXT], command[TEXT * 2];
	va_list args;
	int code;

	va_start(args, format);
	vsnprintf(arguments, sizeof arguments, format, args);
	va_end(args);
	snprintf(command, sizeof command, "./firstprint %s >'%s' 2>&1", arguments, harness_file("output"));
	code = system(command);
	read_output();
	return WIFEXITED(code) ? WEXITSTATUS(code) : -1;
}

pid_t harness_spawn(const char *environment, const char *format, ...)
{
	char arguments[TEXT], command[TEXT * 2];
	va_list args;
	pid_t pid;

	va_start(args, format);
	vsnprintf(arguments, sizeof arguments, format, args);
	va_end(args);
	snprintf(command, sizeof command, "exec env %s ./firstprint %s >'%s' 2>&1", environment ? environment : "", arguments,
		 harness_file("output"));
	pid = fork();
	cr_assert(pid >= 0);
	if (pid == 0) {
		execl("/bin/sh", "sh", "-c", command, (char *)NULL);
		_exit(127);
	}
	return pid;
}

int harness_wait(pid_t pid, int64_t ms)
{
	int64_t until = clock_ms() + ms;
	struct rusage used;
	int code = 0;

	while (wait4(pid, &code, WNOHANG, &used) == 0) {
		if (clock_ms() > until)
			return -1;
		nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
	}
	peak_kb = used.ru_maxrss;
	read_output();
	return WIFEXITED(code) ? WEXITSTATUS(code) : 128 + WTERMSIG(code);
}

long harness_peak_kb(void)
{
	return peak_kb;
}

const char *harness_text(const char *store, const char *sql)
{
	char *s = slot();
	sqlite3 *db = NULL;
	sqlite3_stmt *q = NULL;

	cr_assert(sqlite3_open_v2(store, &db, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK, "%s", store);
	cr_assert(sqlite3_prepare_v2(db, sql, -1, &q, NULL) == SQLITE_OK, "%s: %s", sql, sqlite3_errmsg(db));
	snprintf(s, TEXT, "%s", sqlite3_step(q) == SQLITE_ROW && sqlite3_column_text(q, 0)
					? (const char *)sqlite3_column_text(q, 0)
					: "");
	sqlite3_finalize(q);
	sqlite3_close(db);
	return s;
}

int64_t harness_number(const char *store, const char *sql)
{
	return strtoll(harness_text(store, sql), NULL, 10);
}

/* Lines of the site's log with this text. */
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
