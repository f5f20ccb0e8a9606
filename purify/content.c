#include "purify/content.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/mark.h"

/* ── types ── */

/* Returns the length of the token of RFC 9110 at text. */
static size_t token(const char *text)
{
	return strspn(text, "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
}

/* Returns the length of the "type/subtype" at text; 0: there is none, or it says nothing. */
static size_t essence(const char *text)
{
	size_t type = token(text), len = type + 1 + (text[type] == '/' ? token(text + type + 1) : 0);

	if (type == 0 || text[type] != '/' || len == type + 1 || strncmp(text, "*/*", len) == 0)
		return 0;
	return strchr(";,", text[len + strspn(text + len, " \t")]) ? len : 0; /* or the end */
}

/* Returns what follows the value at text: the next comma that is not in quotes, or the end. */
static const char *skip_value(const char *text)
{
	for (bool quoted = false; *text && (quoted || *text != ','); text++) {
		if (*text == '"')
			quoted = !quoted;
		else if (quoted && *text == '\\' && text[1])
			text++;
	}
	return text;
}

const char *content_type_of(const char *values)
{
	const char *last = NULL;

	while (values && *values) {
		values += strspn(values, " \t,");
		if (essence(values))
			last = values;
		values = skip_value(values);
	}
	return last;
}

static bool is_type(const char *type, const char *types)
{
	return mark_is_one((firstprint_span){type, essence(type)}, types);
}

static enum content_kind other(char why[CONTENT_WHY], const char *what, int len, const char *kind)
{
	snprintf(why, CONTENT_WHY, "%s %.*s", what, len, kind);
	return CONTENT_OTHER;
}

/* Maps a type, as browsers do. *is_known: whether the type is known. */
static enum content_kind kind_of_type(const char *type, bool *is_known, char why[CONTENT_WHY])
{
	*is_known = type && !is_type(type, "unknown/unknown application/unknown" /* and of servers with a wrong setting: */
					   " application/x-httpd-php text/x-server-parsed-html");
	if (!*is_known || is_type(type, "text/html application/xhtml+xml application/xhtml"))
		return CONTENT_HTML;
	return is_type(type, "text/plain") ? CONTENT_TEXT : other(why, "type", (int)essence(type), type);
}

bool content_type_may_be_page(const char *type)
{
	char why[CONTENT_WHY];
	bool is_known;

	return kind_of_type(content_type_of(type), &is_known, why) != CONTENT_OTHER;
}

bool content_type_may_be_list(const char *type)
{
	const char *last = content_type_of(type);

	return !last || mark_is_one((firstprint_span){last, strlen(last)}, "*xml* *gzip* *octet-stream* *rss*");
}

/* ── first bytes ── */

/* Returns the kind of file that the first bytes show; NULL: no known kind, so it may be a page. */
static const char *kind_of_file(const char *bytes, size_t len)
{
	static const struct {
		const char *name, *magic;
		size_t len;
		const char *form; /* four bytes after eight; NULL: any */
	} kinds[] = {
		{"pdf", "%PDF-", 5, NULL},         {"png", "\x89PNG\r\n\x1a\n", 8, NULL},
		{"gif", "GIF87a", 6, NULL},        {"gif", "GIF89a", 6, NULL},
		{"jpeg", "\xff\xd8\xff", 3, NULL}, {"zip", "PK\x03\x04", 4, NULL},
		{"gzip", "\x1f\x8b", 2, NULL},     {"woff", "wOFF", 4, NULL},
		{"woff2", "wOF2", 4, NULL},        {"elf", "\177ELF", 4, NULL},
		{"ogg", "OggS\0", 5, NULL},        {"postscript", "%!PS-", 5, NULL},
		{"xz", "\3757zXZ", 5, NULL},       {"7z", "7z\xbc\xaf\x27\x1c", 6, NULL},
		{"flac", "fLaC", 4, NULL},         {"zstd", "\x28\xb5\x2f\xfd", 4, NULL},
		{"wasm", "\0asm", 4, NULL},        {"webp", "RIFF", 4, "WEBP"},
		{"wav", "RIFF", 4, "WAVE"},        {"avi", "RIFF", 4, "AVI "},
	};

	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (len >= kinds[i].len && memcmp(bytes, kinds[i].magic, kinds[i].len) == 0 &&
		    (!kinds[i].form || (len >= 12 && memcmp(bytes + 8, kinds[i].form, 4) == 0)))
			return kinds[i].name;
	return len > 3 && memcmp(bytes, "ID3", 3) == 0 && (unsigned char)bytes[3] < 0x10 ? "mp3" : NULL;
}

enum { SNIFFED = 1445 }; /* bytes, as in the standard */

static bool is_utf_marked(const char *bytes, size_t len)
{
	return (len >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0) ||
	       (len >= 2 && (memcmp(bytes, "\xfe\xff", 2) == 0 || memcmp(bytes, "\xff\xfe", 2) == 0));
}

/* Counts the control characters that no text has, except NUL, which UTF-16 has, in the first bytes. */
static size_t count_controls(const char *bytes, size_t len)
{
	size_t n = 0;

	for (size_t i = 0; i < len; i++)
		n += (unsigned char)bytes[i] < 0x20 && !strchr("\t\n\f\r\x1b", bytes[i]); /* finds NUL, too */
	return n;
}

/* Does it have bytes that no text has? */
static bool is_binary(const char *bytes, size_t len)
{
	len = len < SNIFFED ? len : SNIFFED;
	return !is_utf_marked(bytes, len) && (memchr(bytes, '\0', len) || count_controls(bytes, len));
}

static bool begins(const char *bytes, size_t len, const char *word)
{
	return len >= strlen(word) && strncasecmp(bytes, word, strlen(word)) == 0;
}

/* Returns the first bytes of a text, without white space and a byte order mark. */
static const char *first_of(const char *bytes, size_t *len)
{
	const char *end = bytes + *len;

	if (begins(bytes, *len, "\xef\xbb\xbf"))
		bytes += 3;
	while (bytes < end && strchr(" \t\n\f\r", *bytes) && *bytes)
		bytes++;
	*len = (size_t)(end - bytes);
	return bytes;
}

/* Decides without a type. */
static enum content_kind sniff(const char *bytes, size_t len, char why[CONTENT_WHY])
{
	size_t left = len;
	const char *first = first_of(bytes, &left);

	if (begins(first, left, "<?xml"))
		return other(why, "content is", 3, "xml");
	if (left > 1 && *first == '<' && (isalpha((unsigned char)first[1]) || first[1] == '!'))
		return CONTENT_HTML;
	return is_binary(bytes, len) ? other(why, "content is", 6, "binary") : CONTENT_TEXT;
}

/* Returns what follows the text in the bytes; NULL: it is not there. */
static const char *skip_past(const char *bytes, size_t len, const char *text)
{
	const char *at = memmem(bytes, len, text, strlen(text));

	return at ? at + strlen(text) : NULL;
}

/* Returns what follows the comment or declaration at the start of the bytes; NULL: it has no end. A document type may have
 * declarations in brackets. */
static const char *skip_declaration(const char *bytes, size_t len)
{
	const char *end = memchr(bytes, '>', len), *inner = end ? memchr(bytes, '[', (size_t)(end - bytes)) : NULL;

	if (begins(bytes, len, "<!--"))
		return skip_past(bytes, len, "-->");
	if (!inner || !begins(bytes, len, "<!"))
		return end ? end + 1 : NULL;
	inner = skip_past(inner, len - (size_t)(inner - bytes), "]");
	return inner ? skip_past(inner, len - (size_t)(inner - bytes), ">") : NULL;
}

const char *content_first_element(const char *bytes, size_t *len)
{
	const char *end = bytes + *len;

	bytes = first_of(bytes, len);
	while (begins(bytes, *len, "<?") || begins(bytes, *len, "<!")) {
		const char *next = skip_declaration(bytes, *len);

		*len = next ? (size_t)(end - next) : 0;
		bytes = first_of(next ? next : end, len);
	}
	return bytes;
}

/* Is it a feed, although its type is HTML? */
static bool is_feed(const char *bytes, size_t len)
{
	bytes = content_first_element(bytes, &len);
	return begins(bytes, len, "<rss") || begins(bytes, len, "<feed") || begins(bytes, len, "<rdf:RDF");
}

static bool begins_with_tag(const char *bytes, size_t len)
{
	bytes = first_of(bytes, &len);
	if (len > 1 && bytes[0] == '<' && (isalpha((unsigned char)bytes[1]) || strchr("!?/", bytes[1]))) /* or UTF-16 */
		return true;
	return len > 1 && bytes[0] == '\0' && bytes[1] == '<';
}

/* Is it what no decoding makes HTML, such as compressed data whose coding the header lacks or names wrongly? One in fifty of its bytes is
 * a control character; in bad HTML some are. */
static bool is_noise(const char *bytes, size_t len)
{
	enum { NOISE_SHARE = 50 };

	len = len < SNIFFED ? len : SNIFFED;
	return !is_utf_marked(bytes, len) && !begins_with_tag(bytes, len) && count_controls(bytes, len) * NOISE_SHARE > len;
}

/* takes_feeds: a feed is HTML. */
static enum content_kind kind_of(const char *type, const char *bytes, size_t len, bool takes_feeds, char why[CONTENT_WHY])
{
	const char *file = kind_of_file(bytes, len);
	bool is_known;
	enum content_kind kind;

	type = content_type_of(type);
	kind = kind_of_type(type, &is_known, why);
	if (kind == CONTENT_OTHER)
		return kind;
	if (file)
		return other(why, "content is", (int)strlen(file), file);
	if (!is_known)
		return sniff(bytes, len, why);
	if (kind == CONTENT_HTML && !takes_feeds && is_feed(bytes, len))
		return other(why, "content is", 4, "feed");
	if (!strcasestr(type, "charset=utf-16") && (kind == CONTENT_HTML ? is_noise : is_binary)(bytes, len))
		return other(why, "content is", 6, "binary");
	return kind;
}

enum content_kind content_kind_of(const char *type, const char *bytes, size_t len, char why[CONTENT_WHY])
{
	return kind_of(type, bytes, len, false, why);
}

bool content_is_no_html(const char *type, const char *bytes, size_t len, char why[CONTENT_WHY])
{
	return len && kind_of(type && *type ? type : "text/html", bytes, len, true, why) == CONTENT_OTHER;
}

/* ── paths ── */

bool content_path_is_media(const char *path)
{
	static const char *const endings =
		" png jpg jpeg gif webp svg ico bmp tif tiff avif css js mjs json map woff woff2 ttf eot otf mp3 mp4 m4a m4v "
		"ogg oga ogv webm wav flac avi mov mkv mpg mpeg wmv zip gz tgz bz2 xz zst 7z rar tar jar war deb rpm dmg iso "
		"exe msi apk bin pdf ps eps doc docx xls xlsx ppt pptx odt ods odp epub mobi djvu swf wasm ";
	size_t end = strcspn(path, "?"), dot = end;
	char word[12] = " ";

	while (dot > 0 && path[dot - 1] != '.' && path[dot - 1] != '/')
		dot--;
	if (dot == 0 || path[dot - 1] != '.' || end - dot == 0 || end - dot > sizeof word - 3)
		return false;
	memcpy(word + 1, path + dot, end - dot);
	word[end - dot + 1] = ' ';
	return strcasestr(endings, word) != NULL;
}
