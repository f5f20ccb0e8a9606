/* environment — tells the tests where the build has what they need, so that a suite can be run by hand: tests/plugin_tests --list
 * What the environment says already, as `make check NGINX=…` does, holds. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define BUILT(file) BUILD_FOLDER "/" file
#define UNPACKED SOURCE_FOLDER "/.cache/" /* what ./bootstrap check has got */

static const char *const variables[][2] = {
	{"srcdir", SOURCE_FOLDER},
	{"SEAMS", BUILT("tests/e2e/.libs/seams.so")},
	{"SQLITE_MODULE", BUILT(".libs/firstprint_sqlite.so")},
	{"TEST_FILTER", BUILT("tests/plugin/foreign/.libs/length.so")},
	{"WRONG_FILTER", BUILT("tests/plugin/foreign/.libs/wrong.so")},
};

/* Of a program that configure has found by its name alone, the one that was unpacked, if there is one. */
static void set_program(const char *name, const char *found, const char *unpacked)
{
	setenv(name, access(found, X_OK) != 0 && access(unpacked, X_OK) == 0 ? unpacked : found, 0);
}

__attribute__((constructor)) static void set_variables(void)
{
	for (size_t i = 0; i < sizeof variables / sizeof *variables; i++)
		setenv(variables[i][0], variables[i][1], 0);
	set_program("NGINX_PROGRAM", NGINX, UNPACKED "nginx/usr/sbin/nginx");
	set_program("REDIS_PROGRAM", REDIS, UNPACKED "redis/redis-server");
	set_program("POSTGRES_PROGRAM", POSTGRES, UNPACKED "postgresql-15/usr/lib/postgresql/15/bin/postgres");
}
