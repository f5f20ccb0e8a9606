#include "tests/e2e/index_server.h"

#include <criterion/criterion.h>
#include <jansson.h>
#include <netinet/in.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tests/e2e/harness.h"

static int port;
static bool runs, is_cluster, is_postgres;
static char given[300];

static const char *program(void)
{
	const char *name = getenv("REDIS_PROGRAM");

	return name && *name ? name : "redis-server";
}

static const char *source(void)
{
	const char *folder = getenv("srcdir");

	return folder && *folder ? folder : ".";
}

/* −1: somebody has it. */
static int bind_port(int number)
{
	struct sockaddr_in a = {.sin_family = AF_INET,
				.sin_addr.s_addr = htonl(INADDR_LOOPBACK),
				.sin_port = htons((uint16_t)number)};
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	if (bind(fd, (struct sockaddr *)&a, sizeof a) == 0)
		return fd;
	close(fd);
	return -1;
}

static bool are_free(int first, int n)
{
	for (int i = 0; i < n; i++) {
		int fd = bind_port(first + i);

		if (fd < 0)
			return false;
		close(fd);
	}
	return true;
}

/* Ten in a row, below those that the system gives to connections, one of which could have it when the server is started again. A cluster's
 * buses are 10,000 above. The last of the ten stays bound as long as the test runs: they are no other test's. */
static int own_ports(void)
{
	static int first;

	for (int tries = 0; first == 0; tries++) {
		int candidate = 17000 + (int)((getpid() + tries) % 500) * 10, last = bind_port(candidate + 9);

		cr_assert_lt(tries, 500, "no port is free");
		if (last >= 0 && are_free(candidate, 9))
			first = candidate;
		else if (last >= 0)
			close(last);
	}
	return first;
}

/* "": there is none. */
static const char *postgres_folder(void)
{
	static char folder[PATH_MAX];
	const char *name = getenv("POSTGRES_PROGRAM");
	char *slash;

	if (!name || access(name, X_OK) != 0 || !realpath(name, folder))
		*folder = '\0';
	slash = strrchr(folder, '/');
	if (slash)
		*slash = '\0';
	return folder;
}

static void start(const char *how)
{
	runs = true; /* some of them may, when it fails */
	if (is_postgres)
		harness_shell("'%s/tests/cluster/postgres' start '%s' '%s' %d", source(), postgres_folder(), harness_file("postgres"), port);
	else
		harness_shell("'%s/tests/cluster/redis' %s \"$(command -v '%s')\" '%s' %d %s", source(), how, program(),
			      harness_file("redis"), port, given);
}

static void prepare(const char *settings)
{
	char check[600];

	snprintf(check, sizeof check, "command -v '%s' >/dev/null", program());
	if (system(check) != 0)
		cr_skip_test("no redis-server");
	setenv("FIRSTPRINT_RECOVERY_MS", "0", 1);
	snprintf(given, sizeof given, "%s", settings);
}

void server_start(const char *settings)
{
	prepare(settings);
	is_cluster = is_postgres = false;
	port = own_ports() + 7;
	start("start");
}

void server_start_cluster(const char *settings)
{
	prepare(settings);
	is_cluster = true;
	port = own_ports();
	start("cluster");
}

void server_start_postgres(void)
{
	char check[800];

	snprintf(check, sizeof check, "'%s/tests/cluster/postgres' usable '%s'", source(), postgres_folder());
	if (!*postgres_folder() || system(check) != 0)
		cr_skip_test("no postgres that can be started here");
	setenv("FIRSTPRINT_RECOVERY_MS", "0", 1);
	is_cluster = false;
	is_postgres = true;
	port = own_ports() + 7;
	start("start");
}

static void end(const char *how)
{
	const char *name = is_postgres ? "postgres" : "redis";

	harness_shell("'%s/tests/cluster/%s' %s '%s'", source(), name, how, harness_file(name));
}

void server_stop(void)
{
	if (runs)
		end("stop");
	runs = false;
}

/* Redis is always stopped by -9. */
void server_kill(void)
{
	end(is_postgres ? "kill" : "stop");
}

void server_restart(void)
{
	start("start");
}

/* A command for a shell, with the number of the key's primary as $i, and redis-cli as $cli. */
static void at_primary_of(const char *key, const char *command)
{
	harness_shell(
		"cli=$(dirname \"$(command -v '%s')\")/redis-cli; port=%d; slot=$($cli -p $port cluster keyslot '%s'); i=0\n"
		"[ $slot -lt 5461 ] || i=1; [ $slot -lt 10923 ] || i=2; cd '%s'; %s",
		program(), port, key, harness_file("redis"), command);
}

void server_cut_replica_of(const char *key)
{
	at_primary_of(key, "for name in masterauth masteruser; do $cli -p $((port + 3 + i)) config set $name wrong; done\n"
			   "$cli -p $((port + i)) client kill type replica");
}

void server_kill_primary_of(const char *key)
{
	server_cut_replica_of(key);
	harness_sleep_ms(100);
	at_primary_of(key, "kill -9 $(cat $i/pid)");
}

void server_wait(void)
{
	for (int tries = 0; harness_run("shared '%s' --json 2>/dev/null", server_url()) != 0; tries++) {
		cr_assert_lt(tries, 300, "%s", harness_output());
		harness_sleep_ms(100);
	}
}

const char *server_url(void)
{
	static char url[80];

	if (is_postgres)
		snprintf(url, sizeof url, "postgresql://firstprint@127.0.0.1:%d/postgres/m", port);
	else
		snprintf(url, sizeof url, "redis://127.0.0.1:%d/m", port + is_cluster);
	return url;
}

void server_command(const char *format, ...)
{
	char command[600];
	va_list args;

	va_start(args, format);
	vsnprintf(command, sizeof command, format, args);
	va_end(args);
	if (is_postgres)
		harness_shell("'%s/psql' -qXAt -v ON_ERROR_STOP=1 -h 127.0.0.1 -p %d -U firstprint postgres -c \"%s\"", postgres_folder(), port, command);
	else
		harness_shell("\"$(dirname \"$(command -v '%s')\")\"/redis-cli -p %d %s", program(), port, command);
}

int64_t server_fact(const char *name)
{
	json_t *all;
	int64_t value;

	server_wait(); /* a cluster may be at an election, on a machine that is busy at any time */
	all = json_loads(harness_output(), 0, NULL);
	value = json_integer_value(json_object_get(all, name));
	cr_assert(json_object_get(all, name), "%s: %s", name, harness_output());
	json_decref(all);
	return value;
}
