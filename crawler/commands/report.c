/* report — the command: writes one HTML file that shows what was kept, what was dropped, and why. */
#include "crawler/report/report.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "crawler/commands/commands.h"
#include "crawler/commands/split.h"
#include "crawler/console/terminal.h"

static status write_page(const settings *s, const buffer *page, complaint *why)
{
	bool is_stdout = strcmp(s->output, "-") == 0;
	FILE *to = is_stdout ? stdout : fopen(s->output, "we");
	bool whole;

	if (!to)
		return complain(why, ERR_IO, "%s: cannot be written: %s", s->output, strerror(errno));
	whole = fwrite(page->bytes, 1, page->len, to) == page->len && fflush(to) == 0;
	if (!is_stdout)
		whole = fclose(to) == 0 && whole;
	if (!whole)
		return complain(why, ERR_IO, "%s: cannot be written: %s", s->output, strerror(errno));
	return OK;
}

/* A report over the store would be its end. */
static status check_output(const settings *s, complaint *why)
{
	FILE *there = strcmp(s->output, "-") == 0 ? NULL : fopen(s->output, "re");
	status err = there ? split_spares_stores("--output", s->output, fileno(there), s->operands[0], why) : OK;

	if (there)
		fclose(there);
	return err;
}

static status run(const settings *s, store *st, complaint *why)
{
	static const facts_limits limits = {REPORT_DROPS, REPORT_DETAILS, REPORT_DETAIL_BYTES};
	const source from = {.store = st, .file = s->operands[0]};
	json_t *facts = NULL;
	buffer page = {0};
	status err = check_output(s, why);

	if (!err)
		err = facts_of(&from, &limits, &facts);
	if (!err)
		err = report_page(facts, false, &page);
	if (!err)
		err = write_page(s, &page, why);
	if (!err && !s->quiet && strcmp(s->output, "-") != 0) {
		char size[32];

		printf("%s: %s; open it in a browser\n", s->output, terminal_bytes((int64_t)page.len, size));
	}
	json_decref(facts);
	buffer_free(&page);
	return err;
}

int report_command(const settings *s)
{
	complaint why = {""};
	store *st = NULL;
	status err;

	if (s->operands_len != 1 || !s->output) {
		terminal_say("report needs a store, and --output, the HTML file; see 'firstprint report --help'");
		return EXIT_USAGE;
	}
	err = store_open(s->operands[0], STORE_READ, &st, &why);
	if (!err)
		err = run(s, st, &why);
	if (err)
		store_complain(st, s->operands[0], err, &why);
	if (err)
		terminal_say("%s", why.text);
	store_close(st);
	return exit_code_of(err);
}
