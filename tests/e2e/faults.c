#include "tests/e2e/faults.h"

#include <criterion/criterion.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { ARGUMENTS = 4096 };

#define IMPATIENT "crawl -q --timeout 600 --retries 0 --delay 0"

void fault_open(void)
{
	harness_open();
}

void fault_close(void)
{
	hostile_stop();
	harness_stop();
}

const char *fault_store(void)
{
	return harness_file("s.db");
}

void fault_forget(void)
{
	static const char *const files[] = {"s.db", "s.db-wal", "s.db-shm"};

	for (size_t i = 0; i < sizeof files / sizeof *files; i++)
		unlink(harness_file(files[i]));
}

int fault_crawl(const char *format, ...)
{
	char arguments[ARGUMENTS];
	va_list args;

	va_start(args, format);
	vsnprintf(arguments, sizeof arguments, format, args);
	va_end(args);
	return harness_wait(harness_spawn(NULL, IMPATIENT " --allow-private -o '%s' %s", fault_store(), arguments));
}

pid_t fault_start_seamed(const char *environment, const char *format, ...)
{
	char arguments[ARGUMENTS];
	va_list args;

	va_start(args, format);
	vsnprintf(arguments, sizeof arguments, format, args);
	va_end(args);
	return harness_spawn(harness_seamed(environment), IMPATIENT " -o '%s' %s", fault_store(), arguments);
}

const char *fault_end(const char *url)
{
	char sql[2048];

	snprintf(sql, sizeof sql,
		 "SELECT state || coalesce(': ' || (SELECT reason FROM failures f WHERE f.url = u.url AND state = 'failure'),"
		 " ': ' || (SELECT reason FROM skips s WHERE s.url = u.url AND state = 'skip' AND reason NOT LIKE '%% links%%'"
		 " AND reason NOT LIKE 'links %%'), '') FROM urls u WHERE url = '%s'",
		 url);
	return fault_text(sql);
}

int64_t fault_number(const char *sql)
{
	return harness_number(fault_store(), sql);
}

const char *fault_text(const char *sql)
{
	return harness_text(fault_store(), sql);
}
