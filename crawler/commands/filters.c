/* filters — the command: lists filters and their options. */
#include <jansson.h>
#include <stdio.h>

#include "crawler/commands/commands.h"
#include "crawler/console/terminal.h"
#include "plugin/filter.h"
#include "plugin/options.h"

static void print_option(const firstprint_option *o)
{
	char default_text[OPTIONS_VALUE_SIZE], min[64], max[64];

	options_default(o, default_text);
	snprintf(min, sizeof min, "%.10g", o->min);
	snprintf(max, sizeof max, "%.10g", o->max);
	printf("  %-12s %s", o->name, o->help);
	if (o->kind == FIRSTPRINT_SWITCH)
		printf(" (on, off; default %s)\n", default_text);
	else if (o->kind == FIRSTPRINT_CHOICE)
		printf(" (%s; default %s)\n", o->words, default_text);
	else if (o->kind == FIRSTPRINT_TEXT)
		printf(" (text; default %s)\n", default_text);
	else
		printf(" (%s%s%s%s%s to %s; default %s)\n", o->words ? o->words : "", o->words ? " = " : "",
		       o->words ? min : "", o->words ? "; " : "", min, max, default_text);
}

static json_t *filter_json(const firstprint_filter *f)
{
	json_t *options = json_array();
	bool ok = options != NULL;

	for (const firstprint_option *o = f->options; ok && o && o->name; o++) {
		char default_text[OPTIONS_VALUE_SIZE];

		options_default(o, default_text);
		ok = json_array_append_new(options, json_pack("{s:s, s:s, s:s}", "name", o->name, "help", o->help, "preset",
							      default_text)) == 0;
	}
	if (!ok) {
		json_decref(options);
		return NULL;
	}
	return json_pack("{s:s, s:s?, s:I, s:o}", "name", f->name, "summary", f->summary, "version", (json_int_t)f->version,
			 "options", options);
}

static status print_one(const settings *s, const firstprint_filter *f)
{
	if (s->json)
		return terminal_put_row(filter_json(f));
	printf("%s: %s\n", f->name, f->summary ? f->summary : "(no summary)");
	for (const firstprint_option *o = f->options; o && o->name; o++)
		print_option(o);
	return OK;
}

/* Prints the filters of a SPEC, which is usually the path of a shared object. */
static status print_spec(const settings *s, const char *spec, complaint *why)
{
	static const uint8_t zeros[FILTER_KEY_SIZE];
	filter *f = NULL;
	status err = filter_open(spec, zeros, &f, why);

	for (unsigned i = 0; !err && i < filter_links_len(f); i++)
		err = print_one(s, filter_link_table(f, i));
	filter_close(f);
	return err;
}

static status print_builtins(const settings *s)
{
	status err = OK;

	for (size_t i = 0; filter_builtins[i] && !err; i++)
		err = print_one(s, filter_builtins[i]);
	if (!err && !s->json)
		printf("\nA shared object with a '/' in its name can be a filter, too: --filter ./mine.so:option=value\n");
	return err;
}

int filters_command(const settings *s, complaint *why)
{
	status err = s->operands_len ? OK : print_builtins(s);

	for (size_t i = 0; i < s->operands_len && !err; i++)
		err = print_spec(s, s->operands[i], why);
	return err;
}
