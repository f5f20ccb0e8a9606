/* filters — the command: which filters there are, and what can be set. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

#include "crawler/commands/commands.h"
#include "crawler/console/terminal.h"
#include "plugin/filter.h"
#include "plugin/options.h"

static void print_option(const firstprint_option *o)
{
	char preset[64], least[64], most[64];

	options_value(o, o->default_value, preset);
	snprintf(least, sizeof least, "%.10g", o->min);
	snprintf(most, sizeof most, "%.10g", o->max);
	printf("  %-12s %s", o->name, o->help);
	if (o->kind == FIRSTPRINT_SWITCH)
		printf(" (on, off; preset %s)\n", preset);
	else if (o->kind == FIRSTPRINT_CHOICE)
		printf(" (%s; preset %s)\n", o->words, preset);
	else
		printf(" (%s%s%s%s%s to %s; preset %s)\n", o->words ? o->words : "", o->words ? " = " : "", o->words ? least : "",
		       o->words ? "; " : "", least, most, preset);
}

static void print_filter(const firstprint_filter *f)
{
	printf("%s: %s\n", f->name, f->summary);
	for (const firstprint_option *o = f->options; o && o->name; o++)
		print_option(o);
}

static json_t *filter_json(const firstprint_filter *f)
{
	json_t *options = json_array();

	for (const firstprint_option *o = f->options; o && o->name; o++) {
		char preset[64];

		options_value(o, o->default_value, preset);
		json_array_append_new(options, json_pack("{s:s, s:s, s:s}", "name", o->name, "help", o->help, "preset", preset));
	}
	return json_pack("{s:s, s:s, s:o}", "name", f->name, "summary", f->summary, "options", options);
}

int filters_command(const settings *s)
{
	if (s->operands_len) {
		terminal_say("filters takes no operands, not '%s'", s->operands[0]);
		return EXIT_USAGE;
	}
	for (size_t i = 0; filter_builtins[i]; i++) {
		if (!s->json) {
			print_filter(filter_builtins[i]);
			continue;
		}
		json_t *row = filter_json(filter_builtins[i]);
		char *text = row ? json_dumps(row, JSON_COMPACT) : NULL;

		if (text)
			puts(text);
		free(text);
		json_decref(row);
	}
	if (!s->json)
		printf("\nA .so with a '/' in its name is a filter too: --filter ./mine.so:option=value\n");
	return EXIT_DONE;
}
