#include "tests/e2e/index_lines.h"

#include <criterion/criterion.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "tests/e2e/harness.h"

static const char *text_of(const json_t *object, const char *name)
{
	const char *text = json_string_value(json_object_get(object, name));

	cr_assert(text, "%s", name);
	return text;
}

static void check_line(const char *line, const char *types)
{
	char key[300], stamp[20], json[1700];
	json_t *object;

	cr_assert_eq(sscanf(line, "%299s %19s %1699[^\n]", key, stamp, json), 3, "%s", line);
	cr_expect_eq(strlen(stamp), 14);
	object = json_loads(json, 0, NULL);
	harness_shell("{ tail -c +$((%s + 1)) '%s' | head -c %s | gunzip | tr -d '\\000' | grep -aE '^WARC-(Target-URI|Type: (%s).$)'; }",
		      text_of(object, "offset"), harness_file(text_of(object, "filename")), text_of(object, "length"), types);
	cr_expect(strstr(harness_output(), "WARC-Type: "), "%s: %s", line, harness_output());
	cr_expect(strstr(harness_output(), text_of(object, "url")), "%s: %s", line, harness_output());
	json_decref(object);
}

int check_index_lines(const char *name, const char *types)
{
	char line[2000], before[2000] = "";
	FILE *f = fopen(harness_file(name), "r");
	int n = 0;

	cr_assert(f, "%s", name);
	for (; fgets(line, sizeof line, f); n++) {
		cr_expect_lt(strcmp(before, line), 0, "sorted: %s", line);
		check_line(line, types);
		strcpy(before, line);
	}
	fclose(f);
	return n;
}
