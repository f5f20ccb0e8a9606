#include "crawler/files/page_file.h"

#include <string.h>

#include "base/utf8.h"
#include "crawler/files/format.h"

/* Standard input has no URL. */
static status name_page(const char *path, arena *a, page_record *out)
{
	bool has_path = strcmp(path, "-") != 0;
	status err = page_reader_id(path, a, &out->id);

	out->url = has_path ? utf8_path(path, a) : NULL;
	out->raw = arena_printf(a, "%s\n", path);
	out->raw_len = strlen(path) + 1;
	return !err && out->raw && (out->url || !has_path) ? OK : ERR_MEMORY;
}

static status read_page(page_reader *r, bool is_html, arena *a, page_record *out, complaint *why)
{
	page_record record = {.form = PAGE_FILE,
			      .is_html = is_html,
			      .number = 1,
			      .content_type = format_named(r->name, ".xhtml") ? "application/xhtml+xml" : ""};
	status err = r->number++ ? ERR_MISSING : input_rest(r->in, PAGE_BYTES_MOST, &r->room, why);

	if (!err)
		err = name_page(r->name, a, &record);
	record.content = err ? NULL : arena_text(a, r->room.bytes, r->room.len);
	record.content_len = r->room.len;
	*out = record;
	return err || record.content ? err : ERR_MEMORY;
}

status page_file_html(page_reader *r, arena *a, page_record *out, complaint *why)
{
	return read_page(r, true, a, out, why);
}

status page_file_text(page_reader *r, arena *a, page_record *out, complaint *why)
{
	return read_page(r, false, a, out, why);
}
