#include "purify/xhtml.h"

#include <string.h>
#include <strings.h>

#include "base/buffer.h"
#include "purify/kinds.h"
#include "purify/tags.h"

static const char cdata[] = "<![CDATA[", cdata_end[] = "]]>";

bool xhtml_is(const char *content_type)
{
	static const char type[] = "application/xhtml+xml";

	return content_type && strncasecmp(content_type, type, sizeof type - 1) == 0;
}

static bool put_text(buffer *out, const char *at, const char *end)
{
	bool ok = true;

	for (; ok && at < end; at++)
		ok = *at == '<'   ? buffer_append_text(out, "&lt;")
		     : *at == '&' ? buffer_append_text(out, "&amp;")
				  : buffer_append(out, at, 1);
	return ok;
}

/* Writes the section at *at, and moves *at past it. */
static bool put_section(buffer *out, const char **at, const char *end)
{
	const char *from = *at + sizeof cdata - 1, *close = memmem(from, (size_t)(end - from), cdata_end, sizeof cdata_end - 1);

	*at = close ? close + sizeof cdata_end - 1 : end;
	return put_text(out, from, close ? close : end);
}

static bool put_tag(buffer *out, const char **at, const char *end)
{
	const tag t = tag_read(*at, end);
	const char *from = *at;

	*at = t.end;
	if (!t.empty || t.closes || t.end[-1] != '>' || t.kinds & KIND_VOID)
		return buffer_append(out, from, (size_t)(t.end - from));
	return buffer_append(out, from, (size_t)(t.end - from) - 2) && buffer_append_text(out, "></") &&
	       buffer_append(out, t.name, t.name_len) && buffer_append_text(out, ">");
}

static bool put_markup(buffer *out, const char **at, const char *end)
{
	const char *from = *at, *after = tag_skip_declaration(from, end);

	if ((size_t)(end - from) >= sizeof cdata - 1 && memcmp(from, cdata, sizeof cdata - 1) == 0)
		return put_section(out, at, end);
	if (tag_starts(from, end))
		return put_tag(out, at, end);
	*at = after ? after : from + 1;
	return buffer_append(out, from, (size_t)(*at - from));
}

status xhtml_as_html(firstprint_span xhtml, arena *a, firstprint_span *out)
{
	const char *at = xhtml.at, *end = at + xhtml.len;
	buffer b = {0};
	bool ok = true;

	while (ok && at < end) {
		const char *open = memchr(at, '<', (size_t)(end - at));

		ok = buffer_append(&b, at, (size_t)((open ? open : end) - at));
		at = open ? open : end;
		if (ok && open)
			ok = put_markup(&b, &at, end);
	}
	*out = (firstprint_span){ok ? arena_text(a, b.bytes ? b.bytes : "", b.len) : NULL, b.len};
	buffer_free(&b);
	return out->at ? OK : ERR_MEMORY;
}
