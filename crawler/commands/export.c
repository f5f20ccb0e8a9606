/* export — the command: the pages or drops of a store, or of several with the same shared index, as JSON Lines, or as WARC files
 * with an index. */
#include <limits.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "config.h"
#include "crawler/commands/commands.h"
#include "crawler/files/spared.h"
#include "crawler/console/signals.h"
#include "crawler/console/terminal.h"
#include "crawler/files/format.h"
#include "crawler/files/page_reader.h"
#include "crawler/files/page_writer.h"
#include "crawler/files/warc_archive.h"
#include "crawler/inspect/source.h"
#include "crawler/web/percent.h"
#include "crawler/console/rows.h"

enum { AS_JSONL, AS_WARC };

typedef struct exporting {
	const settings *settings;
	const char *name; /* of the output; "-": standard output */
	sources stores;
	const source *from; /* the only store, or all together */
	arena *memory;      /* for one article */
	page_writer *lines; /* for JSON Lines */
	output output;
	warc_archive *archive; /* for WARC */
	int signals;
	bool stopped;
	uint64_t written;
	complaint *why;
} exporting;

static const char *text_of(const json_t *row, const char *name)
{
	return json_string_value(json_object_get(row, name));
}

static void remove_nulls(json_t *row)
{
	const char *name;
	json_t *value;
	void *next;

	json_object_foreach_safe(row, next, name, value)
	{
		if (json_is_null(value))
			json_object_del(row, name);
	}
}

/* Returns a line that filter can read. "id" is the input's id or, without one, the store's; "store_id" is always the store's. */
static char *line_of(exporting *x, json_t *row, firstprint_span text)
{
	const char *name = text_of(row, "name");
	const char *id = name ? arena_text(x->memory, name, strlen(name))
			      : arena_printf(x->memory, "%lld", (long long)json_integer_value(json_object_get(row, "id")));

	const char *store = source_path(x->from, json_integer_value(json_object_get(row, "id")), x->memory);

	json_object_set(row, "store_id", json_object_get(row, "id"));
	json_object_set_new(row, "store", terminal_path_json(store)); /* of several stores */
	row_decode_names(row);
	json_object_del(row, "id");
	json_object_del(row, "name");
	if (json_is_integer(json_object_get(row, "is_list")))
		json_object_set_new(row, "list", json_boolean(json_integer_value(json_object_get(row, "is_list"))));
	json_object_del(row, "is_list");
	json_object_set_new(row, "text", json_stringn(text.at ? text.at : "", text.len));
	remove_nulls(row);
	return id ? page_reader_line(id, json_incref(row)) : NULL;
}

static status put_line(exporting *x, json_t *row, firstprint_span text)
{
	char *line = line_of(x, row, text);
	size_t len = line ? strlen(line) : 0;
	status err = line ? OK : ERR_MEMORY;

	if (line)
		line[len] = '\n'; /* in the place of the NUL */
	if (!err)
		err = page_writer_put(x->lines, PAGE_LINE, line, len + 1, x->why);
	if (!err && output_is_due(&x->output))
		err = output_write(&x->output, x->why);
	free(line);
	return err;
}

/* Percent-encodes the characters of the URL that would end a field or a word of the index: %0A, %22. NULL: out of memory. */
static const char *encoded(arena *a, const char *url)
{
	char *out = arena_alloc(a, 3 * strlen(url) + 1), *at = out;

	for (; out && *url; url++) {
		if ((unsigned char)*url <= ' ' || *url == 0x7f || *url == '"')
			at = percent_escape((unsigned char)*url, at);
		else
			*at++ = *url;
	}
	if (out)
		*at = '\0';
	return out;
}

static status put_record(exporting *x, const json_t *row, firstprint_span text)
{
	const char *url = text_of(row, "url"), *name = text_of(row, "name");
	const char *target = url    ? url
			     : name ? arena_printf(x->memory, "urn:firstprint:%s", name)
				    : arena_printf(x->memory, "urn:firstprint:%lld",
						   (long long)json_integer_value(json_object_get(row, "id")));
	warc_text record = {.url = target ? encoded(x->memory, target) : NULL,
			    .date = text_of(row, "fetched_at"),
			    .lang = text_of(row, "lang"),
			    .text = text.at ? text.at : "",
			    .len = text.len};

	return record.url ? warc_archive_put_text(x->archive, &record, x->why) : ERR_MEMORY;
}

/* Row: the columns of the list; the first is the id. */
static status put_row(void *ctx, const store_value *columns, size_t n)
{
	exporting *x = ctx;
	json_t *row = row_json(&(table_row){columns, n});
	firstprint_span text;
	status err = row ? OK : ERR_MEMORY;

	arena_reset(x->memory);
	if (!err)
		err = store_text(x->from->store, (uint64_t)columns[0].integer, x->memory, &text);
	if (!err)
		err = x->archive ? put_record(x, row, text) : put_line(x, row, text);
	json_decref(row);
	x->written += !err;
	x->stopped = signals_received(x->signals);
	return err ? err : x->stopped ? ERR_LIMIT : OK;
}

/* Opens one file, if its name is that of one, or several. */
static status open_archive(exporting *x)
{
	const settings *s = x->settings;
	bool is_one = format_named(x->name, ".warc.gz");
	warc_plan plan = {.path = x->name,
			  .software = "firstprint/" PACKAGE_VERSION,
			  .most = is_one ? 0 : (uint64_t)s->roll_size};
	warc_found found;

	if (strcmp(x->name, "-") == 0 || (strstr(x->name, ".warc") && !is_one))
		return complain(x->why, ERR_USAGE,
				"--as warc needs --output NAME.warc.gz, or --output PREFIX for PREFIX-00000.warc.gz and more");
	if (is_one && s->roll_size != EXPORT_ROLL_SIZE)
		return complain(x->why, ERR_USAGE, "--roll-size is for --output PREFIX, and %s is one file", x->name);
	return warc_archive_open(&plan, &x->archive, &found, x->why);
}

static status open_output(exporting *x)
{
	status err = OK;

	if (x->settings->as == AS_WARC)
		return open_archive(x);
	output_open(&x->output);
	if (format_named(x->name, ".warc"))
		return complain(x->why, ERR_USAGE, "%s would have JSON Lines: add --as warc, or give it another name", x->name);
	if (format_named(x->name, ".csv"))
		return complain(x->why, ERR_USAGE,
				"%s would have JSON Lines; for a table: firstprint inspect STORE pages --csv", x->name);
	for (size_t i = 0; i < x->stores.len && !err; i++)
		err = spared_store("--output", x->name, x->stores.files[i], x->why);
	return err ? err : page_writer_open(x->name, &x->output, &x->lines, x->why);
}

static status close_output(exporting *x, bool ended)
{
	status err = output_write(&x->output, x->why);
	status last = page_writer_close(x->lines, ended && !x->stopped && !err, err ? &(complaint){""} : x->why);
	unsigned files = 0;
	char index[PATH_MAX], records[64], all[64];

	buffer_free(&x->output.held);
	err = err ? err : last;
	if (ended && x->archive && !x->stopped) {
		err = warc_archive_end(x->archive, &files, x->why);
		if (!err && !x->settings->quiet && warc_archive_index(x->name, index, sizeof index))
			printf("%s in %s, and %s\n", terminal_count((int64_t)x->written, "record", records),
			       terminal_count(files, "file", all), index);
	}
	warc_archive_close(x->archive);
	return err;
}

static status run(exporting *x, enum store_question what)
{
	const settings *s = x->settings;
	store_choice choice = {.where = s->where, .sort = s->sort, .limit = s->limit > 0 ? s->limit : 0};
	status err = open_output(x), last;

	if (!err)
		err = store_list(x->from->store, what, &choice, put_row, x, x->why);
	if (err == ERR_LIMIT && x->stopped)
		err = OK;
	last = close_output(x, !err);
	if (!err && !last && x->stopped)
		terminal_say("stopped; %s", strcmp(x->name, "-") == 0 ? "what was written is not whole"
								      : "the files that were begun are removed");
	return err ? err : last;
}

static bool is_list(const char *name)
{
	return strcmp(name, "pages") == 0 || strcmp(name, "drops") == 0 || strcmp(name, "past") == 0;
}

/* Reads the operands: stores, then the list; without a list, pages. */
static status read_operands(exporting *x, enum store_question *what)
{
	const settings *s = x->settings;
	size_t n = s->operands_len;
	const char *last = n > 1 ? s->operands[n - 1] : "";

	if (is_list(s->operands[0]) && access(s->operands[0], F_OK) != 0)
		return complain(x->why, ERR_USAGE, "export takes the store first: firstprint export %s %s",
				n > 1 ? last : "STORE", s->operands[0]);
	if (n > 1 && !is_list(last) && access(last, F_OK) != 0)
		return complain(x->why, ERR_USAGE, "export takes pages, drops or past, not '%s'", last);
	if (s->as == AS_JSONL && s->roll_size != EXPORT_ROLL_SIZE)
		return complain(x->why, ERR_USAGE, "--roll-size is for --as warc");
	*what = strcmp(last, "drops") == 0 ? ASK_DROPS : strcmp(last, "past") == 0 ? ASK_PAST : ASK_PAGES;
	return sources_open((const char *const *)s->operands, is_list(last) ? n - 1 : n, &x->stores, x->why);
}

int export_command(const settings *s, complaint *why)
{
	exporting x = {.settings = s,
		       .name = s->output ? s->output : "-",
		       .why = why,
		       .memory = arena_new(),
		       .signals = signals_open()};
	enum store_question what = ASK_PAGES;
	status err = x.memory ? read_operands(&x, &what) : ERR_MEMORY;

	x.from = err ? NULL : sources_one(&x.stores, why);
	if (!err)
		err = x.from ? run(&x, what) : ERR_USAGE;
	if (err)
		sources_complain(&x.stores, err, why);
	signals_close(x.signals);
	sources_close(&x.stores);
	arena_free(x.memory);
	return err ? (int)err : x.stopped ? EXIT_STOPPED_BY_SIGNAL : EXIT_DONE;
}
