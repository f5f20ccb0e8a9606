#include "tests/e2e/shared_lines.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <unistd.h>

#include "tests/e2e/harness.h"
#include "tests/e2e/index_server.h"

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

pid_t lines_judge_held(const char *name, const char *environment)
{
	char command[3000];

	harness_shell("cd '%s' && rm -f %s.pipe && mkfifo %s.pipe && touch %s.first %s.most", harness_file("."), name, name, name, name);
	snprintf(command, sizeof command,
		 "n=%d; cd '%s'; wait_for() { while [ -e \"$1\" ]; do sleep 0.02; done; }\n"
		 "{ head -n $n %s.jsonl; wait_for %s.first; tail -n +$((n + 1)) %s.jsonl | head -n -$n; wait_for %s.most;"
		 " tail -n $n %s.jsonl; } >%s.pipe &\n"
		 "cd \"$OLDPWD\"; exec env %s ./firstprint filter -q -j 1 --shared %s -o '%s' - <'%s' >'%s' 2>'%s'",
		 LINES, harness_file("."), name, name, name, name, name, name, environment, server_url(), file_of(name, ".db"), file_of(name, ".pipe"),
		 file_of(name, ".told"), file_of(name, ".said"));
	return harness_spawn_shell(command);
}

void lines_go_on(const char *name)
{
	unlink(file_of(name, ".first"));
}

void lines_end(const char *name)
{
	lines_go_on(name);
	unlink(file_of(name, ".most"));
}

const char *share_line(const char *store, const char *id, const char *subject)
{
	lines_write_one("line.jsonl", id, subject, "w");
	cr_assert_eq(harness_run("filter -q --shared %s %s '%s' '%s'", server_url(), store ? "-o" : "", store ? harness_file(store) : harness_file("line.jsonl"),
				 store ? harness_file("line.jsonl") : "/dev/null"), 0, "%s", harness_output());
	return harness_output();
}

const char *share_nothing(const char *store)
{
	cr_assert_eq(harness_run("filter -q --shared %s -o '%s' /dev/null", server_url(), harness_file(store)), 0, "%s", harness_output());
	return harness_output();
}
