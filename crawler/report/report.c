#include "crawler/report/report.h"

#include <nettle/base64.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "base/digest.h"

static const char page[] =
#include "crawler/report/page/page.inc"
	;
static const char style[] =
#include "crawler/report/page/style.inc"
	;
/* In the order of their dependencies. */
static const char script[] =
#include "crawler/report/page/read.inc"
#include "crawler/report/page/draw.inc"
#include "crawler/report/page/groups.inc"
#include "crawler/report/page/detail.inc"
#include "crawler/report/page/charts.inc"
#include "crawler/report/page/live.inc"
#include "crawler/report/page/main.inc"
	;

/* ── the parts of the page; false: out of memory ── */

static bool put_base64(const void *bytes, size_t len, buffer *out)
{
	char *text = malloc(BASE64_ENCODE_RAW_LENGTH(len) + 1);
	bool whole = text;

	if (text) {
		base64_encode_raw(text, len, bytes);
		whole = buffer_append(out, text, BASE64_ENCODE_RAW_LENGTH(len));
	}
	free(text);
	return whole;
}

static bool put_facts(const json_t *facts, buffer *out)
{
	char *text = json_dumps(facts, JSON_COMPACT | JSON_REAL_PRECISION(6));
	uLong len = text ? strlen(text) : 0, packed_len = compressBound(len);
	Bytef *packed = text ? malloc(packed_len) : NULL;
	bool whole = packed && compress2(packed, &packed_len, (const Bytef *)text, len, 9) == Z_OK &&
		     put_base64(packed, packed_len, out);

	free(packed);
	free(text);
	return whole;
}

static bool put_hash(const char *kind, const char *text, buffer *out)
{
	uint8_t digest[DIGEST_SIZE];

	digest_of(text, strlen(text), digest);
	return buffer_append_text(out, kind) && put_base64(digest, sizeof digest, out) && buffer_append_text(out, "'");
}

/* Adds a policy that allows only this script and this style; a live page may also send requests to its server. */
static bool put_policy(bool is_live, buffer *out)
{
	return put_hash("default-src 'none'; base-uri 'none'; form-action 'none'; style-src 'sha256-", style, out) &&
	       put_hash("; script-src 'sha256-", script, out) && buffer_append_text(out, is_live ? "; connect-src 'self'" : "");
}

static bool put_escaped(const char *text, buffer *out)
{
	bool whole = true;

	for (; text && *text && whole; text++)
		whole = *text == '&'   ? buffer_append_text(out, "&amp;")
			: *text == '<' ? buffer_append_text(out, "&lt;")
			: *text == '"' ? buffer_append_text(out, "&quot;")
				       : buffer_append(out, text, 1);
	return whole;
}

/* Adds the store's file name without its folder; for several stores, all of them. */
static bool put_title(const json_t *facts, buffer *out)
{
	const char *store = json_string_value(json_object_get(facts, "store")), *slash = store ? strrchr(store, '/') : NULL;
	bool is_one = json_array_size(json_object_get(facts, "stores")) == 1;

	return put_escaped(slash && is_one ? slash + 1 : store, out) &&
	       buffer_append_text(out, ": what was kept, what was dropped");
}

/* ── the page ── */

static bool is(const char *name, const char *wanted)
{
	return strncmp(name, wanted, strlen(wanted)) == 0;
}

/* Adds the text that replaces a name between two @, of which this is the beginning. */
static bool put_named(const char *name, const json_t *facts, bool is_live, buffer *out)
{
	return is(name, "POLICY@")   ? put_policy(is_live, out)
	       : is(name, "MODE@")   ? buffer_append_text(out, is_live ? "live" : "file")
	       : is(name, "TITLE@")  ? put_title(facts, out)
	       : is(name, "STYLE@")  ? buffer_append_text(out, style)
	       : is(name, "SCRIPT@") ? buffer_append_text(out, script)
				     : put_facts(facts, out); /* DATA */
}

status report_page(const json_t *facts, bool is_live, buffer *out)
{
	const char *at = page;
	bool whole = true;

	while (*at && whole) {
		size_t plain = strcspn(at, "@");

		whole = buffer_append(out, at, plain);
		at += plain;
		if (!*at)
			break;
		whole = whole && put_named(at + 1, facts, is_live, out);
		at += strcspn(at + 1, "@") + 2;
	}
	return whole ? OK : ERR_MEMORY;
}
