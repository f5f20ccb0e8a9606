#include "tests/e2e/replay.h"

#include <criterion/criterion.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/e2e/harness.h"

static json_int_t number(const json_t *line, const char *name)
{
	return json_integer_value(json_object_get(line, name));
}

/* Pages before drops: of a drop, what it repeats has come before. Ids are not the order of the log where two stores judge at once. */
static int pages_first(const void *a, const void *b)
{
	const json_t *one = *(json_t *const *)a, *other = *(json_t *const *)b;
	json_int_t x = number(one, "store_id"), y = number(other, "store_id");
	int drops = json_object_get(one, "verdict") != NULL, other_drops = json_object_get(other, "verdict") != NULL;

	return drops != other_drops ? drops - other_drops : x < y ? -1 : x > y;
}

/* Adds what is exported to the end of the list. Its id becomes that in the stores, so that originals can be compared. */
static void read_export(const char *stores, const char *what, json_t *list)
{
	json_t *line;
	FILE *f;

	harness_shell("(./firstprint export %s %s >'%s')", stores, what, harness_file("export"));
	f = fopen(harness_file("export"), "r");
	while ((line = json_loadf(f, JSON_DISABLE_EOF_CHECK, NULL)) != NULL) {
		json_object_set(line, "id", json_object_get(line, "store_id"));
		json_array_append_new(list, line);
	}
	fclose(f);
}

/* All articles, in the order in which they are judged again; to be freed. They belong to the list. */
static json_t **sorted(json_t *list)
{
	size_t n = json_array_size(list);
	json_t **all = calloc(n + 1, sizeof *all);

	for (size_t i = 0; i < n; i++)
		all[i] = json_array_get(list, i);
	qsort(all, n, sizeof *all, pages_first);
	return all;
}

static void judge_again(json_t *const *all, const char *with_key)
{
	FILE *f = fopen(harness_file("replay.jsonl"), "w");

	for (; *all; all++)
		cr_assert(json_dumpf(*all, f, JSON_COMPACT) == 0 && fputc('\n', f) != EOF);
	fclose(f);
	harness_shell("rm -f '%s'*", harness_file("replay.db"));
	harness_run("filter -q -o '%s' /dev/null", harness_file("replay.db"));
	harness_shell("sqlite3 '%s' \"ATTACH '%s' AS p; UPDATE main.meta SET value = (SELECT value FROM p.meta WHERE name = 'key') WHERE name ="
		      " 'key'\"", harness_file("replay.db"), with_key);
	harness_shell("(./firstprint filter -q -o '%s' '%s' >'%s')", harness_file("replay.db"), harness_file("replay.jsonl"), harness_file("said"));
}

/* An article of the stores, and what the one process says of it. */
static bool agree(const json_t *stored, const json_t *said)
{
	const char *verdict = json_string_value(json_object_get(stored, "verdict")), *now = json_string_value(json_object_get(said, "verdict"));

	bool kept = strcmp(now, "unique") == 0 || strcmp(now, "supersedes") == 0;

	return verdict ? !kept : kept;
}

void replay_expect_same(const char *stores, const char *with_key)
{
	json_t *list = json_array(), **all, *said;
	size_t n, drops, unlike = 0, i = 0;
	FILE *f;

	read_export(stores, "drops", list);
	drops = json_array_size(list);
	read_export(stores, "pages", list);
	n = json_array_size(list);
	all = sorted(list);
	judge_again(all, with_key);
	f = fopen(harness_file("said"), "r");
	for (; (said = json_loadf(f, JSON_DISABLE_EOF_CHECK, NULL)) != NULL && i < n; i++) {
		unlike += !agree(all[i], said);
		json_decref(said);
	}
	fclose(f);
	cr_expect_eq(i, n);
	cr_expect_eq(unlike, 0, "%zu of %zu", unlike, n);
	cr_expect_gt(drops, n / 10);
	free(all);
	json_decref(list);
}
