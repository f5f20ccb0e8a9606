#include "tests/e2e/shared_lines.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/e2e/harness.h"
#include "tests/e2e/memory.h"

static void put(FILE *f, const char *id, const char *subject, int edited)
{
	fprintf(f, "{\"id\":\"%s\",\"text\":\"", id);
	for (int i = 0; i < 40; i++)
		fprintf(f, "%s%d%s ", subject, i, i == edited ? "new" : "");
	fprintf(f, "end.\"}\n");
}

void lines_write(const char *name, int from, int to)
{
	FILE *f = fopen(harness_file(name), "w");
	char id[20], subject[20];

	cr_assert(f);
	for (int i = from; i < to; i++) {
		snprintf(id, sizeof id, "l%d", i);
		snprintf(subject, sizeof subject, "w%dx", i % 4 == 3 ? i / 2 : i);
		put(f, id, subject, i % 8 == 7 ? 5 : -1);
	}
	fclose(f);
}

void lines_write_one(const char *name, const char *id, const char *subject, const char *mode)
{
	FILE *f = fopen(harness_file(name), mode);

	cr_assert(f);
	put(f, id, subject, -1);
	fclose(f);
}

static const char *file_of(const char *name, const char *ending)
{
	char file[64];

	snprintf(file, sizeof file, "%s%s", name, ending);
	return harness_file(file);
}

pid_t lines_judge_held(const char *name)
{
	const char *lines = file_of(name, ".jsonl"), *input = file_of(name, ".pipe"), *held = file_of(name, ".held");
	char command[3000];

	cr_assert(mkfifo(input, 0600) == 0 && close(open(held, O_CREAT | O_WRONLY, 0600)) == 0);
	snprintf(command, sizeof command,
		 "{ head -n -%d '%s'; while [ -e '%s' ]; do sleep 0.02; done; tail -n %d '%s'; } >'%s' &"
		 " exec ./firstprint filter -q -j 1 --shared %s -o '%s' - <'%s' >'%s' 2>'%s'",
		 LINES, lines, held, LINES, lines, input, memory_url(), file_of(name, ".db"), input, file_of(name, ".told"),
		 file_of(name, ".said"));
	return harness_spawn_shell(command);
}

void lines_release(const char *name)
{
	unlink(file_of(name, ".held"));
}

const char *share_line(const char *store, const char *id, const char *subject)
{
	lines_write_one("line.jsonl", id, subject, "w");
	cr_assert_eq(harness_run("filter -q --shared %s %s '%s' '%s'", memory_url(), store ? "-o" : "", store ? harness_file(store) : harness_file("line.jsonl"),
				 store ? harness_file("line.jsonl") : "/dev/null"), 0, "%s", harness_output());
	return harness_output();
}

const char *share_nothing(const char *store)
{
	cr_assert_eq(harness_run("filter -q --shared %s -o '%s' /dev/null", memory_url(), harness_file(store)), 0, "%s", harness_output());
	return harness_output();
}
