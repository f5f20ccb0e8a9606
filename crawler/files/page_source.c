#include "crawler/files/page_source.h"

#include <stdlib.h>
#include <string.h>

#include "crawler/files/page_html.h"
#include "crawler/files/page_lines.h"
#include "crawler/files/page_reader.h"
#include "crawler/files/page_values.h"
#include "crawler/files/warc_reader.h"

struct page_source {
	page_reader reader;
	status (*next)(page_reader *r, arena *a, page_record *out, complaint *why);
};

/* What the file is, if its first bytes are those of no input there is; NULL: it may be one. */
static const char *what_else(input *in)
{
	static const struct {
		const char *starts, *is;
	} others[] = {{"BZh", "compressed by bzip2: use 'bzcat FILE | firstprint ...'"},
		      {"PK\x03\x04", "a zip archive"},
		      {"%PDF", "a PDF"},
		      {"\x7f"
		       "ELF",
		       "a program"},
		      {"SQLite format 3", "a SQLite file"}};

	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		if (input_starts_with(in, others[i].starts))
			return others[i].is;
	return NULL;
}

/* Do the objects of JSON have lines of their own? Else it is an array, or the first line has nothing but a brace. */
static bool has_lines(input *in)
{
	size_t i = 0;
	int first = input_first_other(in, " \t\r\n", &i);

	if (first != '{')
		return first != '[';
	i++;
	return input_first_other(in, " \t\r", &i) != '\n';
}

/* Finds out what the file is, and how it is read. */
static status choose(page_source *s, bool found, complaint *why)
{
	input *in = s->reader.in;
	const char *name = s->reader.name, *what = what_else(in);

	if (input_starts_with(in, "WARC/"))
		s->next = warc_next;
	else if (!what && (found ? page_html_found(in, name) : page_html_is(in, name)))
		s->next = page_html_next;
	if (s->next)
		return s->reader.is_signed ? complain(why, ERR_IO, "%s: not lines of 'firstprint sign'", input_shown(name))
					   : OK;
	if (found && (what || !(page_reader_named(name, ".jsonl") || page_reader_named(name, ".ndjson"))))
		return ERR_MISSING;
	if (what)
		return complain(why, ERR_IO, "%s: %s", input_shown(name), what);
	input_skip(in, "\xef\xbb\xbf"); /* a byte order mark */
	s->next = has_lines(in) ? page_lines_next : page_values_next;
	return OK;
}

status page_source_open(const char *name, const page_source_settings *settings, page_source **out, complaint *why)
{
	page_source *s = calloc(1, sizeof *s);
	status err = s ? input_open(name, &settings->wait, &s->reader.in, why) : ERR_MEMORY;

	if (!err) {
		s->reader.name = name;
		s->reader.fields = settings->fields;
		s->reader.wants_raw = settings->wants_raw;
		s->reader.is_signed = settings->is_signed;
		s->reader.leaves_json = settings->leaves_json;
		err = choose(s, settings->found, why);
	}
	if (err)
		page_source_close(s);
	else
		*out = s;
	return err;
}

void page_source_close(page_source *s)
{
	if (!s)
		return;
	input_close(s->reader.in);
	buffer_free(&s->reader.room);
	buffer_free(&s->reader.raw);
	free(s);
}

status page_source_next(page_source *s, arena *a, page_record *out, complaint *why)
{
	return s->next(&s->reader, a, out, why);
}
