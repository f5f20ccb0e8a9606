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
static const char *const scripts[] = {
#include "crawler/report/page/read.inc"
	,
#include "crawler/report/page/draw.inc"
	,
#include "crawler/report/page/groups.inc"
	,
#include "crawler/report/page/detail.inc"
	,
#include "crawler/report/page/charts.inc"
	,
#include "crawler/report/page/live.inc"
	,
#include "crawler/report/page/main.inc"
};

/* ── the parts of the page ── */

static status put_base64(const void *bytes, size_t len, buffer *out)
{
	char *text = malloc(BASE64_ENCODE_RAW_LENGTH(len) + 1);
	bool whole;

	if (!text)
		return ERR_MEMORY;
	base64_encode_raw(text, len, bytes);
	whole = buffer_append(out, text, BASE64_ENCODE_RAW_LENGTH(len));
	free(text);
	return whole ? OK : ERR_MEMORY;
}

static status put_facts(const json_t *facts, buffer *out)
{
	char *text = json_dumps(facts, JSON_COMPACT | JSON_REAL_PRECISION(6));
	uLong len = text ? strlen(text) : 0, packed_len = compressBound(len);
	Bytef *packed = text ? malloc(packed_len) : NULL;
	status err = packed && compress2(packed, &packed_len, (const Bytef *)text, len, 9) == Z_OK ? OK : ERR_MEMORY;

	if (!err)
		err = put_base64(packed, packed_len, out);
	free(packed);
	free(text);
	return err;
}

static status put_script(buffer *out)
{
	for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++)
		if (!buffer_append_text(out, scripts[i]))
			return ERR_MEMORY;
	return OK;
}

static status put_hash(const char *kind, const void *bytes, size_t len, buffer *out)
{
	uint8_t digest[DIGEST_SIZE];
	status err = buffer_append_text(out, kind) ? OK : ERR_MEMORY;

	digest_of(bytes, len, digest);
	if (!err)
		err = put_base64(digest, sizeof digest, out);
	return err ? err : buffer_append_text(out, "'") ? OK : ERR_MEMORY;
}

/* Adds a policy that allows only this script and this style; a live page may also send requests to its server. */
static status put_policy(bool is_live, buffer *out)
{
	buffer script = {0};
	status err = put_script(&script);

	if (!err)
		err = put_hash("default-src 'none'; base-uri 'none'; form-action 'none'; style-src 'sha256-", style,
			       strlen(style), out);
	if (!err)
		err = put_hash("; script-src 'sha256-", script.bytes, script.len, out);
	if (!err && is_live && !buffer_append_text(out, "; connect-src 'self'"))
		err = ERR_MEMORY;
	buffer_free(&script);
	return err;
}

static status put_escaped(const char *text, buffer *out)
{
	bool whole = true;

	for (; text && *text && whole; text++)
		whole = *text == '&'   ? buffer_append_text(out, "&amp;")
			: *text == '<' ? buffer_append_text(out, "&lt;")
			: *text == '"' ? buffer_append_text(out, "&quot;")
				       : buffer_append(out, text, 1);
	return whole ? OK : ERR_MEMORY;
}

/* Adds the store's file name without its folder; for several stores, all of them. */
static status put_title(const json_t *facts, buffer *out)
{
	const char *store = json_string_value(json_object_get(facts, "store")), *slash = store ? strrchr(store, '/') : NULL;
	bool is_one = json_array_size(json_object_get(facts, "stores")) == 1;
	status err = put_escaped(slash && is_one ? slash + 1 : store, out);

	return err ? err : buffer_append_text(out, ": what was kept, what was dropped") ? OK : ERR_MEMORY;
}

/* ── the page ── */

static bool is(const char *name, size_t len, const char *wanted)
{
	return strlen(wanted) == len && memcmp(name, wanted, len) == 0;
}

/* Adds the text that replaces a name between two @. ERR_MISSING: there is no such name. */
static status put_named(const char *name, size_t len, const json_t *facts, bool is_live, buffer *out)
{
	if (is(name, len, "POLICY"))
		return put_policy(is_live, out);
	if (is(name, len, "MODE"))
		return buffer_append_text(out, is_live ? "live" : "file") ? OK : ERR_MEMORY;
	if (is(name, len, "TITLE"))
		return put_title(facts, out);
	if (is(name, len, "STYLE"))
		return buffer_append_text(out, style) ? OK : ERR_MEMORY;
	if (is(name, len, "SCRIPT"))
		return put_script(out);
	if (is(name, len, "DATA"))
		return put_facts(facts, out);
	return ERR_MISSING;
}

status report_page(const json_t *facts, bool is_live, buffer *out)
{
	const char *at = page;
	status err = OK;

	while (*at && !err) {
		size_t plain = strcspn(at, "@"), name = at[plain] ? strcspn(at + plain + 1, "@") : 0;

		err = buffer_append(out, at, plain) ? OK : ERR_MEMORY;
		at += plain;
		if (err || !*at)
			break;
		err = put_named(at + 1, name, facts, is_live, out);
		at += name + 2;
	}
	return err;
}
