#include "purify/charset.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <uchardet.h>
#include <unicode/ucnv.h>
#include <unicode/ucnv_cb.h>
#include <unicode/utf8.h>

enum {
	META_WITHIN = 16 * 1024, /* 97 % of pages that have a <meta charset> have it by there */
	WRONG_SHARE = 50,        /* more than one undecodable character in so many bytes: the label is wrong */
};

struct choice {
	const char *name, *converter, *from;
};

/* Is all of it valid UTF-8? *multibyte: is there more in it than ASCII? */
static bool valid_utf8(firstprint_span s, bool *multibyte)
{
	const uint8_t *at = (const uint8_t *)s.at;
	size_t i = 0;

	*multibyte = false;
	while (i < s.len) {
		int32_t next = 0, left = s.len - i < 4 ? (int32_t)(s.len - i) : 4;
		UChar32 c;

		if (at[i] < 0x80) {
			i++;
			continue;
		}
		U8_NEXT(at + i, next, left, c);
		if (c < 0)
			return false;
		*multibyte = true;
		i += (size_t)next;
	}
	return true;
}

bool charset_is_utf8(firstprint_span bytes)
{
	bool multibyte;

	return valid_utf8(bytes, &multibyte);
}

static bool choose(struct choice *c, firstprint_span label, const char *from)
{
	const char *converter;
	const char *name = label.len ? charset_by_label(label.at, label.len, &converter) : NULL;

	if (!name)
		return false;
	*c = (struct choice){name, converter, from};
	return true;
}

static bool by_bom(firstprint_span s, struct choice *c, size_t *mark)
{
	static const struct {
		const char *bytes;
		size_t len;
		const char *name;
	} marks[] = {{"\xef\xbb\xbf", 3, "UTF-8"}, {"\xff\xfe", 2, "UTF-16LE"}, {"\xfe\xff", 2, "UTF-16BE"}};

	for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
		if (s.len >= marks[i].len && memcmp(s.at, marks[i].bytes, marks[i].len) == 0) {
			*mark = marks[i].len;
			*c = (struct choice){marks[i].name, marks[i].name, "bom"};
			return true;
		}
	return false;
}

static bool is_space(char c)
{
	return c && strchr(" \t\r\n\f", c);
}

/* The first occurrence of needle in s, in upper or lower case; NULL: none. */
static const char *find(firstprint_span s, const char *needle)
{
	size_t len = strlen(needle);

	for (size_t i = 0; s.at && i + len <= s.len; i++)
		if (strncasecmp(s.at + i, needle, len) == 0)
			return s.at + i;
	return NULL;
}

firstprint_span charset_in_content_type(firstprint_span value)
{
	const char *end = value.len ? value.at + value.len : NULL;
	const char *at;

	for (at = find(value, "charset"); at; at = find((firstprint_span){at, (size_t)(end - at)}, "charset")) {
		const char *from;

		at += strlen("charset");
		while (at < end && is_space(*at))
			at++;
		if (at == end || *at != '=')
			continue;
		for (at++; at < end && (is_space(*at) || *at == '"' || *at == '\''); at++)
			;
		from = at;
		while (at < end && !is_space(*at) && !strchr(";\"'>/,", *at))
			at++;
		return (firstprint_span){from, (size_t)(at - from)};
	}
	return (firstprint_span){0};
}

/* The charset that the first <meta> with a known one names, in the first bytes of the page. The standard parses
 * attributes here. Looking for charset= in the tag finds the same, except on pages made to show the difference, and it
 * finds both spellings, <meta charset=x> and <meta content="text/html;charset=x">. */
static firstprint_span meta_label(firstprint_span page)
{
	const char *end = page.at + (page.len < META_WITHIN ? page.len : META_WITHIN);

	for (const char *at = page.at; at && at < end; at++) {
		firstprint_span rest = {at, (size_t)(end - at)}, tag, label;
		const char *open = memchr(at, '<', rest.len), *close;

		if (!open)
			break;
		at = open;
		rest = (firstprint_span){at, (size_t)(end - at)};
		if (rest.len > 4 && memcmp(at, "<!--", 4) == 0) {
			close = find((firstprint_span){at + 2, rest.len - 2}, "-->");
			at = close ? close : end;
			continue;
		}
		close = memchr(at, '>', rest.len);
		tag = (firstprint_span){at, (size_t)((close ? close : end) - at)};
		if (tag.len < 6 || strncasecmp(at, "<meta", 5) || (!is_space(at[5]) && at[5] != '/'))
			continue;
		label = charset_in_content_type(tag);
		if (label.len && charset_by_label(label.at, label.len, NULL))
			return label;
	}
	return (firstprint_span){0};
}

/* A <meta> that was found as ASCII bytes is not in UTF-16, so UTF-16 in it means UTF-8. */
static bool by_meta(firstprint_span page, struct choice *c)
{
	if (!choose(c, meta_label(page), "meta"))
		return false;
	if (strncmp(c->name, "UTF-16", 6) == 0)
		*c = (struct choice){"UTF-8", "UTF-8", "meta"};
	return true;
}

/* WHATWG's label for a charset that uchardet calls by another name. */
static const char *label_of(const char *detected)
{
	static const struct {
		const char *detected, *label;
	} names[] = {{"UHC", "euc-kr"}, {"MAC-CYRILLIC", "x-mac-cyrillic"}};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strcmp(detected, names[i].detected) == 0)
			return names[i].label;
	return detected;
}

static bool by_detection(firstprint_span page, struct choice *c)
{
	uchardet_t detector = uchardet_new();
	const char *label = "";
	bool found = false;

	if (detector && uchardet_handle_data(detector, page.at, page.len) == 0) {
		uchardet_data_end(detector);
		label = label_of(uchardet_get_charset(detector));
		found = choose(c, (firstprint_span){label, strlen(label)}, "detected");
	}
	if (detector)
		uchardet_delete(detector);
	return found;
}

/* ICU calls it for bytes it cannot decode: puts U+FFFD in their place and counts. */
static void U_CALLCONV replace(const void *count, UConverterToUnicodeArgs *args, const char *bytes, int32_t len,
			       UConverterCallbackReason reason, UErrorCode *e)
{
	static const UChar mark[] = {0xfffd};

	if (reason > UCNV_IRREGULAR)
		return;
	if (len == 1 && *bytes == (char)0x80 && strcmp(ucnv_getName(args->converter, &(UErrorCode){0}), "gb18030") == 0) {
		static const UChar euro[] = {0x20ac}; /* GBK's lone 0x80 */

		*e = U_ZERO_ERROR;
		ucnv_cbToUWriteUChars(args, euro, 1, 0, e);
		return;
	}
	++*(size_t *)count;
	*e = U_ZERO_ERROR;
	ucnv_cbToUWriteUChars(args, mark, 1, 0, e);
}

static status convert_with(UConverter *from, UConverter *to, firstprint_span bytes, arena *a, charset_result *out)
{
	size_t room = bytes.len * 3 + 16; /* in no charset does a byte become more than three bytes of UTF-8 */
	char *text = arena_alloc(a, room), *at = text;
	const char *source = bytes.at;
	UErrorCode e = U_ZERO_ERROR;
	const void *old;
	UConverterToUCallback old_callback;

	if (!text)
		return ERR_MEMORY;
	out->replaced = 0;
	ucnv_setToUCallBack(from, replace, &out->replaced, &old_callback, &old, &e);
	ucnv_convertEx(to, from, &at, text + room, &source, bytes.at + bytes.len, NULL, NULL, NULL, NULL, true, true, &e);
	if (U_FAILURE(e) && e != U_BUFFER_OVERFLOW_ERROR)
		return ERR_MEMORY;
	out->text = (firstprint_span){text, (size_t)(at - text)};
	return OK;
}

static status convert(firstprint_span bytes, const char *converter, arena *a, charset_result *out)
{
	UErrorCode e = U_ZERO_ERROR;
	UConverter *from = ucnv_open(converter, &e);
	UConverter *to = ucnv_open("UTF-8", &e);
	status err = U_FAILURE(e) ? ERR_MEMORY : convert_with(from, to, bytes, a, out);

	ucnv_close(from);
	ucnv_close(to);
	return err;
}

/* Decodes as c. If many bytes cannot be decoded, takes the detected charset instead, provided it does much better. */
static status decode(firstprint_span bytes, struct choice c, arena *a, charset_result *out)
{
	struct choice guess;
	charset_result second;
	status err;

	if (!c.converter) { /* WHATWG's "replacement": must not be decoded */
		*out = (charset_result){{"\xef\xbf\xbd", 3}, c.name, c.from, bytes.len};
		return OK;
	}
	err = convert(bytes, c.converter, a, out);
	out->name = c.name;
	out->from = c.from;
	if (err || out->replaced <= bytes.len / WRONG_SHARE || !by_detection(bytes, &guess) || guess.name == c.name ||
	    !guess.converter)
		return err;
	err = convert(bytes, guess.converter, a, &second);
	if (!err && second.replaced < out->replaced / 2) {
		*out = second;
		out->name = guess.name;
		out->from = guess.from;
	}
	return err;
}

status charset_decode(firstprint_span bytes, const char *content_type, arena *a, charset_result *out)
{
	struct choice c = {"windows-1252", "windows-1252", "preset"};
	firstprint_span header = {content_type, content_type ? strlen(content_type) : 0};
	bool multibyte = false;
	size_t mark = 0;

	if (by_bom(bytes, &c, &mark))
		return decode((firstprint_span){bytes.at + mark, bytes.len - mark}, c, a, out);
	if (valid_utf8(bytes, &multibyte) && multibyte) {
		*out = (charset_result){bytes, "UTF-8", "valid utf-8", 0};
		return OK;
	}
	if (choose(&c, charset_in_content_type(header), "http") || by_meta(bytes, &c))
		return decode(bytes, c, a, out);
	if (valid_utf8(bytes, &multibyte)) { /* ASCII, unless it is ISO-2022-JP, which is ASCII with escapes */
		if (!memchr(bytes.at, 0x1b, bytes.len) || !by_detection(bytes, &c)) {
			*out = (charset_result){bytes, "UTF-8", "valid utf-8", 0};
			return OK;
		}
	} else if (!by_detection(bytes, &c)) {
		c = (struct choice){"windows-1252", "windows-1252", "preset"};
	}
	return decode(bytes, c, a, out);
}
