/* report — the command: writes one HTML file that shows what was kept, what was dropped, and why. */
#include "crawler/report/report.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "crawler/commands/commands.h"
#include "crawler/commands/split.h"
#include "crawler/console/terminal.h"

static status complain_output(const char *name, complaint *why)
{
	return complain(why, ERR_IO, "%s: cannot be written: %s", name, strerror(errno));
}

static status write_to(FILE *to, const char *name, const buffer *page, complaint *why)
{
	bool whole;

	if (!to)
		return complain_output(name, why);
	whole = fwrite(page->bytes, 1, page->len, to) == page->len && fflush(to) == 0;
	return whole ? OK : complain_output(name, why);
}

/* Replaces the file with a new one. The old file stays unchanged until the new one is complete. */
static status replace(const char *name, const buffer *page, complaint *why)
{
	char *part = NULL;
	int fd = asprintf(&part, "%s.XXXXXX", name) < 0 ? -1 : mkstemp(part);
	FILE *to = fd < 0 ? NULL : fdopen(fd, "w");
	mode_t mask = umask(0); /* reading it needs setting it */
	status err;

	umask(mask);
	err = write_to(to, name, page, why);
	if (!err && fchmod(fd, 0666 & ~mask) != 0)
		err = complain_output(name, why);
	if (to && fclose(to) != 0 && !err)
		err = complain_output(name, why);
	if (!err && rename(part, name) != 0)
		err = complain_output(name, why);
	if (err && fd >= 0)
		unlink(part);
	free(part);
	return err;
}

/* Writes directly to a pipe, a device or a link, and replaces a regular file. */
static status write_page(const char *name, const buffer *page, complaint *why)
{
	struct stat is;
	FILE *to;
	status err;

	if (strcmp(name, "-") == 0)
		return write_to(stdout, "standard output", page, why);
	if (lstat(name, &is) != 0 || S_ISREG(is.st_mode))
		return replace(name, page, why);
	to = fopen(name, "we");
	err = write_to(to, name, page, why);
	if (to && fclose(to) != 0 && !err)
		err = complain_output(name, why);
	return err;
}

static status check_output(const settings *s, complaint *why)
{
	status err = OK;

	for (size_t i = 0; i < s->operands_len && !err; i++)
		err = split_spares_store("--output", s->output, s->operands[i], why);
	return err;
}

static status run(const settings *s, const sources *stores, complaint *why)
{
	static const facts_limits limits = {REPORT_DROPS, REPORT_DETAILS, REPORT_DETAIL_BYTES};
	const source *from = sources_one(stores, why);
	json_t *facts = NULL;
	buffer page = {0};
	status err = from ? OK : ERR_USAGE;

	if (!err)
		err = check_output(s, why);
	if (!err)
		err = facts_of(from, &limits, &facts);
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

int report_command(const settings *s)
{
	complaint why = {""};
	sources stores;
	status err;

	if (s->operands_len == 0 || !s->output) {
		terminal_say("report needs a store, and --output, the HTML file; see 'firstprint report --help'");
		return EXIT_USAGE;
	}
	err = sources_open((const char *const *)s->operands, s->operands_len, &stores, &why);
	if (!err)
		err = run(s, &stores, &why);
	if (err)
		sources_complain(&stores, err, &why);
	if (err)
		terminal_say("%s", why.text);
	sources_close(&stores);
	return exit_code_of(err);
}
