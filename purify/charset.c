#include "purify/charset.h"

#include <string.h>
#include <strings.h>
#include <uchardet.h>
#include <unicode/ucnv.h>
#include <unicode/ucnv_cb.h>
#include <unicode/utf8.h>

#include "base/utf8.h"
#include "purify/cells.h"
#include "purify/garbage.h"
#include "purify/ascii.h"

enum {
	META_WITHIN = 16 * 1024, /* 97 % of pages with a <meta charset> have it within these bytes */
	WRONG_SHARE = 50,        /* more than one undecodable character in so many bytes: the label may be wrong */
	ZEROS_WITHIN = 1024,     /* bytes that by_zeros searches for UTF-16 and UTF-32 */
	UNITS_LEAST = 8          /* the fewest units that show them */
};
static const double GARBAGE_SHARE = 0.3; /* of the characters beyond ASCII: the label may be wrong */

struct choice {
	const char *name, *converter, *from;
};

static bool choose(struct choice *c, firstprint_span label, const char *from)
{
	const char *converter;
	const char *name = label.len ? charset_by_label(label.at, label.len, &converter) : NULL;

	if (!name)
		return false;
	*c = (struct choice){name, converter, from};
	return true;
}

/* ICU knows more marks than browsers do, such as that of UTF-32LE, but they are no labels. */
static bool by_bom(firstprint_span s, struct choice *c, int32_t *mark)
{
	UErrorCode e = U_ZERO_ERROR;
	const char *name = ucnv_detectUnicodeSignature(s.at, s.len < 4 ? (int32_t)s.len : 4, mark, &e);

	return name && choose(c, (firstprint_span){name, strlen(name)}, "bom");
}

/* Finds UTF-16 or UTF-32, if the beginning of a page shows it clearly: most of its units are ASCII characters, with zeros around
 * each. */
static bool by_zeros(firstprint_span s, struct choice *c)
{
	static const struct {
		const char *name;
		size_t size, ascii; /* bytes of a unit, and which of them is not zero */
	} forms[] = {{"UTF-32LE", 4, 0}, {"UTF-32BE", 4, 3}, {"UTF-16LE", 2, 0}, {"UTF-16BE", 2, 1}};
	size_t len = s.len < ZEROS_WITHIN ? s.len : ZEROS_WITHIN;

	if (!len || !memchr(s.at, '\0', len))
		return false;
	for (size_t f = 0; f < sizeof forms / sizeof *forms; f++) {
		size_t units = len / forms[f].size, plain = 0;

		for (size_t i = 0; i < units; i++) {
			const char *unit = s.at + i * forms[f].size;
			size_t zeros = 0;

			for (size_t k = 0; k < forms[f].size; k++)
				zeros += unit[k] == 0;
			plain += zeros == forms[f].size - 1 && unit[forms[f].ascii] > 0;
		}
		if (units >= UNITS_LEAST && plain * 4 > units * 3) {
			*c = (struct choice){forms[f].name, forms[f].name, "detected"};
			return true;
		}
	}
	return false;
}

/* Returns the first occurrence of needle in s, in upper or lower case; NULL: none. */
static const char *find(firstprint_span s, const char *needle)
{
	size_t len = strlen(needle);

	for (size_t i = 0; s.at && i + len <= s.len; i++)
		if (strncasecmp(s.at + i, needle, len) == 0)
			return s.at + i;
	return NULL;
}

/* Is the place in the value of another parameter, as in x="charset=a"? */
static bool is_quoted(firstprint_span value, const char *place)
{
	bool is = false;

	for (const char *at = value.at; at && at < place; at++)
		is ^= *at == '"';
	return is;
}

/* Finds charset= in value. quotes: ignores text in quotes. */
static firstprint_span find_charset(firstprint_span value, bool quotes)
{
	const char *end = value.len ? value.at + value.len : NULL;
	const char *at;

	for (at = find(value, "charset"); at; at = find((firstprint_span){at, (size_t)(end - at)}, "charset")) {
		const char *from, *name = at;

		at += strlen("charset");
		if (quotes && is_quoted(value, name))
			continue;
		while (at < end && is_html_space(*at))
			at++;
		if (at == end || *at != '=')
			continue;
		for (at++; at < end && (is_html_space(*at) || *at == '"' || *at == '\''); at++)
			;
		from = at;
		while (at < end && !is_html_space(*at) && !strchr(";\"'>/,", *at))
			at++;
		return (firstprint_span){from, (size_t)(at - from)};
	}
	return (firstprint_span){0};
}

firstprint_span charset_in_content_type(firstprint_span value)
{
	return find_charset(value, true);
}

/* Returns the first known charset that a <meta> names, in the first bytes of the page. The standard parses attributes here. Looking
 * for charset= in the tag finds the same, except on pages made to show the difference, and it finds both spellings, <meta
 * charset=x> and <meta content="text/html;charset=x">. */
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
		if (tag.len < 6 || strncasecmp(at, "<meta", 5) || (!is_html_space(at[5]) && at[5] != '/'))
			continue;
		label = find_charset(tag, false);
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

/* Returns WHATWG's label for a charset for which uchardet has another name. */
static const char *label_of(const char *detected)
{
	if (strcmp(detected, "UHC") == 0)
		return "euc-kr";
	return strcmp(detected, "MAC-CYRILLIC") == 0 ? "x-mac-cyrillic" : detected;
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

/* State for the callback. */
struct decoding {
	const char *encoding; /* its WHATWG name */
	size_t replaced;
};

/* ICU calls this for bytes that it cannot decode. It writes U+FFFD in their place and counts them. */
static void U_CALLCONV replace(const void *context, UConverterToUnicodeArgs *args, const char *bytes, int32_t len,
			       UConverterCallbackReason reason, UErrorCode *e)
{
	struct decoding *d = (struct decoding *)context;
	UChar c;

	if (reason > UCNV_IRREGULAR)
		return;
	c = cells_missing(d->encoding, bytes, len);
	if (!c) {
		d->replaced++;
		c = 0xfffd;
	}
	*e = U_ZERO_ERROR;
	ucnv_cbToUWriteUChars(args, &c, 1, 0, e);
}

/* out->name: the encoding that `from` decodes. */
static status convert_with(UConverter *from, UConverter *to, firstprint_span bytes, arena *a, charset_result *out)
{
	size_t room = bytes.len * 3 + 16; /* a byte becomes at most three bytes of UTF-8 in any charset */
	char *text = arena_alloc(a, room), *at = text;
	const char *source = bytes.at;
	struct decoding d = {out->name, 0};
	UErrorCode e = U_ZERO_ERROR;
	const void *old;
	UConverterToUCallback old_callback;

	if (!text)
		return ERR_MEMORY;
	ucnv_setToUCallBack(from, replace, &d, &old_callback, &old, &e);
	ucnv_convertEx(to, from, &at, text + room, &source, bytes.at + bytes.len, NULL, NULL, NULL, NULL, true, true, &e);
	if (U_FAILURE(e) && e != U_BUFFER_OVERFLOW_ERROR)
		return ERR_MEMORY;
	out->replaced = d.replaced;
	return cells_decoded(out->name, (firstprint_span){text, (size_t)(at - text)}, a, &out->text);
}

/* Decodes as c. WHATWG's "replacement" has no converter, and must not be decoded. */
static status convert(firstprint_span bytes, struct choice c, arena *a, charset_result *out)
{
	UErrorCode e = U_ZERO_ERROR;
	UConverter *from, *to;
	status err;

	*out = (charset_result){{"\xef\xbf\xbd", 3}, c.name, c.from, bytes.len};
	if (!c.converter)
		return OK;
	from = ucnv_open(c.converter, &e);
	to = ucnv_open("UTF-8", &e);
	err = U_FAILURE(e) ? ERR_MEMORY : convert_with(from, to, bytes, a, out);
	ucnv_close(from);
	ucnv_close(to);
	return err;
}

/* Is b, the same bytes decoded in another charset, much better than a, and not worse in any respect? garbage: of a. */
static bool is_better(firstprint_span bytes, const charset_result *a, double garbage, const charset_result *b)
{
	double after = garbage_share(bytes, b);

	if (b->replaced > a->replaced || after > garbage)
		return false;
	return b->replaced < a->replaced / 2 || after < garbage / 2;
}

/* Decodes as c, the charset of a label. If that makes garbage of the text, takes the detected charset instead, provided it makes
 * much less. */
static status decode_labelled(firstprint_span bytes, struct choice c, arena *a, charset_result *out)
{
	struct choice guess;
	charset_result second;
	status err = convert(bytes, c, a, out);
	double garbage;

	if (err || !c.converter)
		return err;
	garbage = garbage_share(bytes, out);
	if (out->replaced <= bytes.len / WRONG_SHARE && garbage <= GARBAGE_SHARE)
		return OK;
	if (!by_detection(bytes, &guess) || guess.name == c.name)
		return OK;
	err = convert(bytes, guess, a, &second);
	if (!err && is_better(bytes, out, garbage, &second))
		*out = second;
	return err;
}

static bool by_header(firstprint_span header, firstprint_span bytes, struct choice *c)
{
	struct choice said;

	if (!choose(&said, charset_in_content_type(header), "http"))
		return false;
	if (strncmp(said.name, "UTF-16", 6) == 0 && utf8_is_valid(bytes.at, bytes.len) && !memchr(bytes.at, '\0', bytes.len))
		return false; /* it is ASCII */
	*c = said;
	return true;
}

status charset_decode(firstprint_span bytes, const char *content_type, arena *a, charset_result *out)
{
	struct choice c = {"windows-1252", "windows-1252", "preset"};
	firstprint_span header = {content_type, content_type ? strlen(content_type) : 0};
	bool is_valid, is_labelled;
	int32_t mark = 0;

	if (by_bom(bytes, &c, &mark))
		return convert((firstprint_span){bytes.at + mark, bytes.len - (size_t)mark}, c, a, out);
	if (by_zeros(bytes, &c))
		return convert(bytes, c, a, out);
	is_valid = utf8_is_valid(bytes.at, bytes.len);
	if (is_valid && !utf8_is_ascii(bytes.at, bytes.len)) {
		*out = (charset_result){bytes, "UTF-8", "valid utf-8", 0};
		return OK;
	}
	is_labelled = by_header(header, bytes, &c) || by_meta(bytes, &c);
	if (is_labelled && !(is_valid && strcmp(c.name, "UTF-8") == 0))
		return decode_labelled(bytes, c, a, out);
	/* ASCII is UTF-8, unless it is ISO-2022-JP, which is ASCII with escapes. */
	if (is_valid && (is_labelled || !memchr(bytes.at, 0x1b, bytes.len) || !by_detection(bytes, &c))) {
		*out = (charset_result){bytes, "UTF-8", is_labelled ? c.from : "valid utf-8", 0};
		return OK;
	}
	if (!is_valid)
		by_detection(bytes, &c);
	return convert(bytes, c, a, out);
}
