#include "crawler/commands/arguments.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "tests/store/scratch.h"

static const command everything = {"crawl", "SEED...", "x", NULL, "sfjoquc", .run = NULL};
static const command little = {"filters", "", "x", NULL, "o", .run = NULL};

enum { WORDS_MOST = 16 };

/* Parses a line of words. Strings in *s are valid until the next call. */
static status parse(const command *c, const char *line, settings *s, complaint *why)
{
	static char text[256];
	static char *argv[WORDS_MOST + 1];
	int argc = 1;

	snprintf(text, sizeof text, "%s", line);
	argv[0] = (char *)c->name;
	for (char *word = strtok(text, " "); word && argc < WORDS_MOST; word = strtok(NULL, " "))
		argv[argc++] = word;
	argv[argc] = NULL;
	return arguments_parse(c, argc, argv, s, why);
}

static settings settings_of(const char *line)
{
	complaint why = {""};
	settings s = {0};

	cr_assert(parse(&everything, line, &s, &why) == OK, "%s: %s", line, why.text);
	return s;
}

Test(arguments, defaults_hold_where_no_option_is_given)
{
	settings s = settings_of("");

	cr_expect(!s.store && !s.filter && !s.include && !s.exclude && !s.user_agent && !s.ca && !s.proxy);
	cr_expect(s.scope == 0 && s.depth == -1 && s.max_pages == 0 && s.connections == 16 && s.per_host == 1);
	cr_expect(s.max_bytes == 8 << 20 && s.retries == 2 && s.robots == ROBOTS_OBEY);
	cr_expect(s.delay == 1 && s.timeout == 30);
	cr_expect(!s.json && !s.quiet && !s.verbose && !s.help && !s.skip_drop_links && !s.allow_private);
	cr_expect(s.jobs >= 1, "one a core");
	cr_expect(s.operands_len == 0);
}

Test(arguments, options_and_operands_may_be_mixed)
{
	settings s = settings_of("one -o x.db --depth=3 two --delay 0.5 -j4 --json -qv -- -three");

	cr_expect_str_eq(s.store, "x.db");
	cr_expect(s.depth == 3 && s.delay == 0.5 && s.jobs == 4 && s.json && s.quiet && s.verbose);
	cr_assert(s.operands_len == 3);
	cr_expect_str_eq(s.operands[0], "one");
	cr_expect_str_eq(s.operands[1], "two");
	cr_expect_str_eq(s.operands[2], "-three");
	cr_expect(settings_of("--depth -1").depth == -1, "a value may begin with a dash");
	cr_expect(settings_of("--depth 3 --depth 4").depth == 4, "the last one counts");
}

Test(arguments, choices_are_words)
{
	static const char *const scopes[] = {"host", "domain", "prefix", "any"};

	for (int i = 0; i < 4; i++) {
		char line[32];

		snprintf(line, sizeof line, "--scope %s", scopes[i]);
		cr_expect(settings_of(line).scope == i, "%s", scopes[i]);
	}
	cr_expect(settings_of("--robots ignore").robots == ROBOTS_IGNORE);
}

Test(arguments, the_ends_of_a_range_are_in_it)
{
	cr_expect(settings_of("--jobs 256").jobs == 256);
	cr_expect(settings_of("--connections 1").connections == 1);
	cr_expect(settings_of("--connections 1000").connections == 1000);
	cr_expect(settings_of("--delay 0").delay == 0);
	cr_expect(settings_of("--timeout 0.1").timeout == 0.1);
	cr_expect(settings_of("--max-bytes 1024").max_bytes == 1024);
	cr_expect(settings_of("--max-bytes 1.5K").max_bytes == 1536);
	cr_expect(settings_of("--memory 1M").memory == 1 << 20);
	cr_expect(settings_of("--memory 2G").memory == (int64_t)2 << 30);
	cr_expect(settings_of("--max-pages 1000000000000000").max_pages == 1000000000000000);
}

Test(arguments, a_bad_value_is_refused_with_option_and_range)
{
	static const struct {
		const char *line, *option, *range;
	} rows[] = {
		{"--jobs 257", "--jobs", "0 to 256"},	    {"-j -1", "--jobs", "0 to 256"},
		{"--jobs 1.5", "--jobs", "whole"},	    {"--jobs four", "--jobs", "'four'"},
		{"--jobs 4x", "--jobs", "'4x'"},	    {"--jobs=", "--jobs", "''"},
		{"--depth -2", "--depth", "-1 to"},	    {"--delay nan", "--delay", "0 to 3600"},
		{"--delay inf", "--delay", "0 to 3600"},    {"--delay -0.1", "--delay", "0 to 3600"},
		{"--timeout 0", "--timeout", "0.1 to 3600"}, {"--max-bytes 1023", "--max-bytes", "1024 to"},
		{"--scope hos", "--scope", "host|domain|prefix|any"}, {"--scope=", "--scope", "host|domain|prefix|any"},
		{"--memory 64X", "--memory", "64K"},	    {"--memory 1023K", "--memory", "1048576 to"},
		{"--max-bytes 2000.5", "--max-bytes", "500000"}, {"--memory 1.0000001M", "--memory", "8M"},
		{"--memory -1G", "--memory", "1048576 to"}, {"--max-time 5w", "--max-time", "1d"},
		{"--scope host|domain", "--scope", "'host|domain'"}, {"--robots OBEY", "--robots", "obey|ignore"},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		complaint why = {""};
		settings s = {.jobs = 77};

		cr_expect(parse(&everything, rows[i].line, &s, &why) == ERR_USAGE, "%s", rows[i].line);
		cr_expect(strstr(why.text, rows[i].option) && strstr(why.text, rows[i].range), "%s: %s", rows[i].line, why.text);
		cr_expect(s.jobs == 77, "%s: an output changes on OK only", rows[i].line);
	}
}

Test(arguments, an_option_the_command_does_not_take_is_named)
{
	static const struct {
		const command *command;
		const char *line, *named;
	} rows[] = {
		{&everything, "--nothing", "--nothing"}, {&everything, "-x", "-x"},	       {&everything, "seed --nothing 3", "--nothing"},
		{&little, "--depth 3", "--depth"},	 {&little, "-o x", "-o"},	       {&everything, "--store", "--store"},
		{&everything, "-o", "-o"},		 {&everything, "--json=1", "--json"}, {&everything, "seed --depth", "--depth"},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		complaint why = {""};
		settings s;

		cr_expect(parse(rows[i].command, rows[i].line, &s, &why) == ERR_USAGE, "%s", rows[i].line);
		cr_expect(strstr(why.text, rows[i].named) != NULL, "%s: %s", rows[i].line, why.text);
	}
}

Test(arguments, a_command_line_does_not_affect_the_next)
{
	cr_expect(settings_of("a -q b").operands_len == 2);
	cr_expect(settings_of("c --json").operands_len == 1);
	cr_expect(!settings_of("d").json);
}

Test(arguments, a_file_has_a_mebibyte_at_most, .init = scratch_make, .fini = scratch_remove)
{
	static char text[(1 << 20) + 1];
	settings s = {0};
	complaint why;
	char line[300];

	memset(text, '\n', sizeof text);
	snprintf(line, sizeof line, "--config %s", scratch_write("f", text, sizeof text));
	cr_expect(parse(&everything, line, &s, &why) && strstr(why.text, "longer than 1048576 bytes"), "%s", why.text);
	scratch_write("f", text, sizeof text - 1);
	cr_expect(parse(&everything, line, &s, &why) == OK, "%s", why.text);
	arguments_free(&s);
}
