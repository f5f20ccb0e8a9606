#include "crawler/files/page_source.h"

#include <stdlib.h>

#include "crawler/files/page_lines.h"
#include "crawler/files/warc_reader.h"

struct page_source {
	input *in;
	bool is_warc;
	page_fields fields;
	buffer room; /* scratch space for a line or record */
	unsigned long number;
};

status page_source_open(const char *name, const page_source_settings *settings, page_source **out, complaint *why)
{
	page_source *r = calloc(1, sizeof *r);
	status err = r ? input_open(name, &settings->wait, &r->in, why) : ERR_MEMORY;

	if (err) {
		page_source_close(r);
		return err;
	}
	r->fields = settings->fields;
	r->is_warc = input_starts_with(r->in, "WARC/");
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
