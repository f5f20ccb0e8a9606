/* report — the command: writes one HTML file that shows what was kept, what was dropped, and why. */
#include "crawler/report/report.h"

#include <stdio.h>
#include <string.h>

#include "base/new_file.h"
#include "crawler/commands/commands.h"
#include "crawler/files/spared.h"
#include "crawler/console/terminal.h"
#include "crawler/files/output.h"

enum { DETAILS_MOST = 2000 };

static status write_page(const char *name, const buffer *page, complaint *why)
{
	output out = {.held = *page};

	return strcmp(name, "-") == 0 ? output_write(&out, why) : new_file_write(name, 0, page->bytes, page->len, why);
}

/* A page, such as an older report, may be replaced, but not what a slip of the fingers names. */
static status check_is_page(const char *name, complaint *why)
{
	FILE *f = spared_is_regular(name) ? fopen(name, "r") : NULL;
	int first = f ? getc(f) : EOF;

	if (f)
		fclose(f);
	return first == EOF || first == '<' ? OK
					    : complain(why, ERR_USAGE, "--output %s: it exists, and is no HTML file", name);
}

static status check_output(const settings *s, complaint *why)
{
	status err = OK;

	for (size_t i = 0; i < s->operands_len && !err; i++)
		err = spared_store("--output", s->output, s->operands[i], why);
	return err ? err : check_is_page(s->output, why);
}

static status run(const settings *s, const sources *stores, complaint *why)
{
	const source *from = sources_one(stores, why);
	json_t *facts = json_object();
	buffer page = {0};
	status err = from ? OK : ERR_USAGE;

	if (!err)
		err = check_output(s, why);
	if (!err)
		err = facts_of(from, DETAILS_MOST, facts);
	if (!err)
		err = report_page(facts, false, &page);
	if (!err)
		err = write_page(s->output, &page, why);
	if (!err && !s->quiet && strcmp(s->output, "-") != 0) {
		char size[32];

		printf("%s: %s; open it in a browser\n", s->output, terminal_bytes((int64_t)page.len, size));
	}
	json_decref(facts);
	buffer_free(&page);
	return err;
}

int report_command(const settings *s, complaint *why)
{
	sources stores;
	status err;

	if (!s->output)
		return complain(why, ERR_USAGE, "report needs --output, the HTML file; see 'firstprint report --help'");
	err = sources_open((const char *const *)s->operands, s->operands_len, &stores, why);
	if (!err)
		err = run(s, &stores, why);
	if (err)
		sources_complain(&stores, err, why);
	sources_close(&stores);
	return err;
}
