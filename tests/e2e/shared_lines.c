#include "tests/e2e/shared_lines.h"

#include <criterion/criterion.h>
#include <stdio.h>

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
