#include "crawler/files/page_html.h"

#include <string.h>

#include "base/utf8.h"

static bool has_its_name(const char *name)
{
	return page_reader_named(name, ".html") || page_reader_named(name, ".htm") || page_reader_named(name, ".xhtml") ||
	       page_reader_named(name, ".shtml");
}

bool page_html_is(input *in, const char *name)
{
	size_t i = input_starts_with(in, "\xef\xbb\xbf") ? 3 : 0; /* a byte order mark */

	return has_its_name(name) || input_first_other(in, " \t\r\n", &i) == '<';
}

bool page_html_found(input *in, const char *name)
{
	char head[1024];
	const char *at;
	size_t len;

	if (!page_html_is(in, name) || has_its_name(name))
		return has_its_name(name);
	len = input_ready(in, &at);
	len = len < sizeof head ? len : sizeof head - 1;
	memcpy(head, at, len);
	head[len] = '\0';
	return strcasestr(head, "<html") || strcasestr(head, "<!doctype html");
}

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

status page_html_next(page_reader *r, arena *a, page_record *out, complaint *why)
{
	page_record record = {.form = PAGE_FILE, .is_html = true, .content_type = "", .number = 1};
	status err = r->number++ ? ERR_MISSING : input_rest(r->in, PAGE_BYTES_MOST, &r->room, why);

	if (!err)
		err = name_page(r->name, a, &record);
	record.content = err ? NULL : arena_text(a, r->room.bytes, r->room.len);
	record.content_len = r->room.len;
	*out = record;
	return err || record.content ? err : ERR_MEMORY;
}
