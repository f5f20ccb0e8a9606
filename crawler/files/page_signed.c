#include "crawler/files/page_signed.h"

#include <nettle/base64.h>
#include <stdlib.h>
#include <string.h>

#include "base/digest.h"
#include "crawler/files/page_reader.h"

/* ── writing ── */

/* Yours to free; NULL: out of memory. */
static char *base64_of(const firstprint_signature *s)
{
	size_t len = BASE64_ENCODE_RAW_LENGTH(s->len);
	char *text = malloc(len + 1);

	if (!text)
		return NULL;
	base64_encode_raw(text, s->len, s->bytes);
	text[len] = '\0';
	return text;
}

char *page_signed_line(const char *id, const char *url, const purified *p, const page_signed *s)
{
	char digest[DIGEST_TEXT], *signature = base64_of(&s->signature), *line;
	json_t *rest = NULL;

	digest_text(s->digest, digest);
	if (signature)
		rest = json_pack("{s:s*, s:s*, s:s*, s:s%, s:s, s:s, s:s, s:I, s:I, s:I, s:s*, s:s*, s:s*, s:b}", "url", url,
				 "title", *p->page.title ? p->page.title : NULL, "lang", *p->page.lang ? p->page.lang : NULL,
				 "text", p->page.text.at, p->page.text.len, "for", s->stamp, "signature", signature, "digest",
				 digest, "sentences", (json_int_t)s->sentences, "links", (json_int_t)s->links, "bytes",
				 (json_int_t)s->bytes, "charset", s->charset, "charset_from", s->charset_from, "degraded",
				 s->degraded, "list", p->page.kind == FIRSTPRINT_LIST);
	line = page_reader_line(id, rest);
	free(signature);
	return line;
}

/* ── reading ── */

static status missing(const char *name, complaint *why)
{
	return complain(why, ERR_FORMAT, "no signed page: no \"%s\", or not one that 'firstprint sign' writes", name);
}

const char *page_signed_text(const json_t *object, const char *name, arena *a)
{
	const char *text = json_string_value(json_object_get(object, name));

	return text ? arena_text(a, text, strlen(text)) : NULL;
}

static status read_count(const json_t *object, const char *name, size_t *out, complaint *why)
{
	const json_t *value = json_object_get(object, name);

	if (!json_is_integer(value) || json_integer_value(value) < 0)
		return missing(name, why);
	*out = (size_t)json_integer_value(value);
	return OK;
}

static status read_signature(const json_t *object, arena *a, firstprint_signature *out, complaint *why)
{
	const json_t *value = json_object_get(object, "signature");
	size_t text_len = json_string_length(value), len = BASE64_DECODE_LENGTH(text_len);
	struct base64_decode_ctx c;
	uint8_t *bytes;

	if (!json_is_string(value) || len > FIRSTPRINT_SIGNATURE_MAX)
		return missing("signature", why);
	bytes = arena_alloc(a, len ? len : 1);
	if (!bytes)
		return ERR_MEMORY;
	base64_decode_init(&c);
	if (!base64_decode_update(&c, &len, bytes, text_len, json_string_value(value)) || !base64_decode_final(&c))
		return missing("signature", why);
	*out = (firstprint_signature){bytes, len};
	return OK;
}

status page_signed_read(const json_t *object, arena *a, page_signed *out, complaint *why)
{
	page_signed s = {.stamp = page_signed_text(object, "for", a),
			 .charset = page_signed_text(object, "charset", a),
			 .charset_from = page_signed_text(object, "charset_from", a),
			 .degraded = page_signed_text(object, "degraded", a)};
	status err = arena_exhausted(a) ? ERR_MEMORY : OK;

	if (!err && !s.stamp)
		return missing("for", why);
	if (!err)
		err = read_signature(object, a, &s.signature, why);
	if (!err && digest_read(json_string_value(json_object_get(object, "digest")), s.digest))
		err = missing("digest", why);
	if (!err)
		err = read_count(object, "sentences", &s.sentences, why);
	if (!err)
		err = read_count(object, "links", &s.links, why);
	if (!err)
		err = read_count(object, "bytes", &s.bytes, why);
	*out = s;
	return err;
}
