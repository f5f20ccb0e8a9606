#include "crawler/files/page_source.h"

#include <stdlib.h>
#include <string.h>

#include "crawler/files/page_lines.h"
#include "crawler/files/warc_reader.h"

struct page_source {
	input *in;
	bool is_warc;
	page_fields fields;
	buffer room; /* scratch space for a line or record */
	unsigned long number;
};

/* What the file is, if its first bytes are those of no input there is; NULL: it may be one. */
static const char *what_else(input *in)
{
	static const struct {
		const char *starts, *is;
	} others[] = {{"\x28\xb5\x2f\xfd", "compressed by zstd: use 'zstdcat FILE | firstprint ...'"},
		      {"\xfd\x37zXZ", "compressed by xz: use 'xzcat FILE | firstprint ...'"},
		      {"BZh", "compressed by bzip2: use 'bzcat FILE | firstprint ...'"},
		      {"PK\x03\x04", "a zip archive"},
		      {"%PDF", "a PDF"},
		      {"\x7f"
		       "ELF",
		       "a program"},
		      {"SQLite format 3", "a SQLite file"},
		      {"<", "HTML or XML: a page has to be in a line of JSON Lines or in a WARC file"},
		      {"[", "a JSON array, and not a line for each page: use \"jq -c '.[]' FILE | firstprint ...\""}};

	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		if (input_starts_with(in, others[i].starts))
			return others[i].is;
	return NULL;
}

status page_source_open(const char *name, const page_source_settings *settings, page_source **out, complaint *why)
{
	page_source *r = calloc(1, sizeof *r);
	const char *what;
	status err = r ? input_open(name, &settings->wait, &r->in, why) : ERR_MEMORY;

	if (err) {
		page_source_close(r);
		return err;
	}
	r->fields = settings->fields;
	r->is_warc = input_starts_with(r->in, "WARC/");
	what = r->is_warc ? NULL : what_else(r->in);
	if (what) {
		page_source_close(r);
		return complain(why, ERR_IO, "%s: %s", strcmp(name, "-") == 0 ? "standard input" : name, what);
	}
	*out = r;
	return OK;
}

void page_source_close(page_source *r)
{
	if (!r)
		return;
	input_close(r->in);
	buffer_free(&r->room);
	free(r);
}

status page_source_next(page_source *r, arena *a, page_record *out, complaint *why)
{
	if (r->is_warc)
		return warc_next(r->in, &r->room, &r->number, a, out, why);
	return page_lines_next(r->in, &r->fields, &r->room, &r->number, a, out, why);
}
