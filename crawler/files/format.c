#include "crawler/files/format.h"

#include <ctype.h>
#include <gumbo.h>
#include <stdint.h>
#include <string.h>
#include <strings.h>

#include "plugin/firstprint.h"

enum { LINES_MOST = 100, HEAD = 1024 };

static const char mark[] = "\xef\xbb\xbf"; /* of byte order */

#define CONVERT "; convert it to JSON Lines"

/* ── by its first bytes ── */

static const struct {
	const char *starts, *what;
} others[] = {
	{"BZh", "compressed by bzip2: use 'bzcat FILE | firstprint ...'"},
	{"\x04\x22\x4d\x18", "compressed by lz4: use 'lz4 -dc FILE | firstprint ...'"},
	{"LZIP", "compressed by lzip: use 'lzip -dc FILE | firstprint ...'"},
	{"\x1f\x9d", "compressed by compress: use 'zcat FILE | firstprint ...'"},
	{"PK\x03\x04", "a zip archive: unpack it; of a WACZ file, the folder archive/ has the WARC files"},
	{"7z\xbc\xaf\x27\x1c", "a 7-Zip archive: unpack it"},
	{"Rar!", "a RAR archive: unpack it"},
	{"PAR1", "a Parquet file" CONVERT ", as DuckDB and PyArrow do"},
	{"ARROW1", "an Arrow file" CONVERT ", as PyArrow does"},
	{"Obj\x01", "an Avro file" CONVERT},
	{"ORC", "an ORC file" CONVERT},
	{"\x89HDF", "an HDF5 file" CONVERT},
	{"%PDF", "a PDF: use 'pdftotext FILE'"},
	{"%!PS", "a PostScript file"},
	{"{\\rtf", "an RTF document"},
	{"\xd0\xcf\x11\xe0", "a Microsoft Office document"},
	{"\x89PNG", "an image"},
	{"GIF8", "an image"},
	{"\xff\xd8\xff", "an image"},
	{"\x7f"
	 "ELF",
	 "a program"},
	{"SQLite format 3", "a SQLite file; of a store, 'firstprint export' writes the pages"},
	{" CDX ", "a CDX index; give the WARC files that it leads to"},
};

/* Takes the first line off *rest. */
static firstprint_span take_line(firstprint_span *rest)
{
	const char *end = rest->len ? memchr(rest->at, '\n', rest->len) : NULL;
	firstprint_span line = {rest->at, end ? (size_t)(end - rest->at) : rest->len};

	*rest = (firstprint_span){line.at + line.len + (end != NULL), rest->len - line.len - (end != NULL)};
	return line;
}

/* Is the first line "From ann@example.org Fri Jul  8 12:08:34 2011"? It ends in a year, behind a time of day. */
static bool is_mailbox(input *in)
{
	firstprint_span head, line;

	if (!input_starts_with(in, "From "))
		return false;
	head.len = input_head(in, HEAD, &head.at);
	line = take_line(&head);
	line.len -= line.len && line.at[line.len - 1] == '\r';
	for (size_t i = 0; i + 5 < line.len; i++)
		if (line.at[i] == ':' && line.at[i + 3] == ':' && isdigit((unsigned char)line.at[i + 1]))
			return isdigit((unsigned char)line.at[line.len - 1]) && isdigit((unsigned char)line.at[line.len - 4]);
	return false;
}

static const char *by_bytes(input *in)
{
	const char *at;

	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		if (input_starts_with(in, others[i].starts))
			return others[i].what;
	if (is_mailbox(in))
		return "a mailbox" CONVERT;
	return input_head(in, 1, &at) && !*at ? "binary, and of no kind that is known here" : NULL;
}

/* A tar archive has its magic bytes after the name of its first file. */
static bool is_tar(input *in)
{
	enum { MARK_AT = 257 };
	const char *at;

	return !input_would_wait(in, MARK_AT + 4) && input_head(in, MARK_AT + 5, &at) >= MARK_AT + 5 &&
	       memcmp(at + MARK_AT, "ustar", 5) == 0;
}

/* ── by its first element ── */

bool format_named(const char *name, const char *extension)
{
	static const char *const packed[] = {"", ".gz", ".zst", ".xz"};
	size_t len = strlen(name), n = strlen(extension);

	for (size_t i = 0; i < sizeof packed / sizeof *packed; i++) {
		size_t more = strlen(packed[i]);

		if (len > n + more && strcasecmp(name + len - more, packed[i]) == 0 &&
		    strncasecmp(name + len - more - n, extension, n) == 0)
			return true;
	}
	return false;
}

static bool is_named_html(const char *name)
{
	return format_named(name, ".html") || format_named(name, ".htm") || format_named(name, ".xhtml") ||
	       format_named(name, ".shtml");
}

bool format_is_named_lines(const char *name)
{
	return format_named(name, ".jsonl") || format_named(name, ".ndjson") || format_named(name, ".jl");
}

/* Does the file begin with the byte order mark of UTF-16? */
static bool is_wide(input *in)
{
	return input_starts_with(in, "\xff\xfe") || input_starts_with(in, "\xfe\xff");
}

/* Returns the byte at i, counted from the next one, or in UTF-16 the character, 0x80 if it is not ASCII; −1: there is none, or it is
 * far away. */
static int byte_at(input *in, size_t i)
{
	const char *at;
	size_t low;

	if (!is_wide(in))
		return input_head(in, i + 1, &at) > i ? (unsigned char)at[i] : -1;
	if (input_head(in, 2 * i + 2, &at) < 2 * i + 2)
		return -1;
	low = *at == '\xff' ? 0 : 1;
	return at[2 * i + 1 - low] || at[2 * i + low] < 0 ? 0x80 : at[2 * i + low];
}

static bool stands_at(input *in, size_t i, const char *text)
{
	for (; *text; text++, i++)
		if (tolower(byte_at(in, i)) != *text)
			return false;
	return true;
}

static size_t skip_blank(input *in, size_t i)
{
	while (byte_at(in, i) >= 0 && strchr(" \t\r\n", byte_at(in, i)) && byte_at(in, i))
		i++;
	return i;
}

/* Returns what follows the next text from i on, or the end of the visible bytes. */
static size_t skip_past(input *in, size_t i, const char *text)
{
	while (byte_at(in, i) >= 0 && !stands_at(in, i, text))
		i++;
	return byte_at(in, i) < 0 ? i : i + strlen(text);
}

/* What precedes the first element, and what it says about the file. */
typedef struct prologue {
	size_t end;    /* the element's '<' */
	bool is_html;  /* by the document type */
	bool is_other; /* by an XML declaration, or another document type */
} prologue;

static prologue prologue_of(input *in, size_t from)
{
	prologue p = {.end = from};

	for (;;) {
		p.end = skip_blank(in, p.end);
		if (stands_at(in, p.end, "<!--")) {
			p.end = skip_past(in, p.end, "-->");
		} else if (stands_at(in, p.end, "<?") || stands_at(in, p.end, "<!")) {
			p.is_html |= stands_at(in, p.end, "<!doctype html");
			p.is_other |= stands_at(in, p.end, "<?xml") || (stands_at(in, p.end, "<!doctype") && !p.is_html);
			p.end = skip_past(in, p.end, ">");
		} else {
			return p;
		}
	}
}

static const char *what_xml_is(const char *root)
{
	static const struct {
		const char *root, *what;
	} roots[] = {{"mediawiki", "a dump of MediaWiki" CONVERT ", as wikiextractor --json does"},
		     {"rss", "a feed: give its URL to 'firstprint crawl'"},
		     {"feed", "a feed: give its URL to 'firstprint crawl'"},
		     {"rdf:rdf", "a feed, or RDF: give the URL of a feed to 'firstprint crawl'"},
		     {"urlset", "a sitemap: give its URL to 'firstprint crawl'"},
		     {"sitemapindex", "a sitemap: give its URL to 'firstprint crawl'"}};

	for (size_t i = 0; i < sizeof roots / sizeof *roots; i++)
		if (strcasecmp(root, roots[i].root) == 0)
			return roots[i].what;
	return "XML or SGML, and no page" CONVERT;
}

/* Returns what the markup that begins at `from` is, if it is not HTML; NULL: it is HTML. */
static const char *by_element(input *in, size_t from)
{
	const prologue p = prologue_of(in, from);
	size_t i = p.end + 1, len = 0, end;
	char name[32];

	for (int c; (c = byte_at(in, i)) > ' ' && c != '>' && c != '/' && len < sizeof name - 1; i++)
		name[len++] = (char)c;
	name[len] = '\0';
	if (p.is_html || !isalpha((unsigned char)*name) || strcasecmp(name, "html") == 0)
		return !p.is_html && p.is_other && !*name ? what_xml_is("") : NULL;
	if (gumbo_tag_enum(name) == GUMBO_TAG_UNKNOWN && !strchr(name, '-')) /* HTML's custom elements have a hyphen */
		return what_xml_is(name);
	end = skip_past(in, i, ">");
	while (i < end && !stands_at(in, i, "1999/xhtml"))
		i++;
	return p.is_other && i == end ? what_xml_is(name) : NULL;
}

/* ── by its lines ── */

/* Does the first line look like one of a CDXJ or CDX file: "com,example)/ 20250304050607 "? */
static bool is_cdx(input *in)
{
	size_t i = 0, digits = 0;

	while (byte_at(in, i) > ' ')
		i++;
	if (i == 0 || byte_at(in, i) != ' ')
		return false;
	while (isdigit(byte_at(in, i + 1 + digits)))
		digits++;
	return digits == 14 && byte_at(in, i + 15) == ' ';
}

static size_t count(firstprint_span line, char c)
{
	size_t n = 0;

	for (size_t i = 0; i < line.len; i++)
		n += line.at[i] == c;
	return n;
}

/* Has each of the first two lines such marks, and of commas the first one at least as many as blanks, and the second one as many as that? Text
 * has a tab or a comma here and there. A second line that is cut off is not asked. */
static bool have_columns(firstprint_span head, char mark)
{
	firstprint_span first = take_line(&head), rest = head, second = take_line(&rest);
	size_t marks = count(first, mark);

	return marks > 0 && (mark == '\t' || count(first, ' ') <= marks) &&
	       (head.len == second.len || count(second, mark) >= (mark == '\t' ? 1 : marks));
}

/* Returns what a file is whose lines are not JSON; NULL: a text. */
static const char *what_lines_are(input *in, const char *name)
{
	firstprint_span head;

	head.len = input_head(in, HEAD, &head.at);
	if (memchr(head.at, '\0', head.len))
		return "binary, and of no kind that is known here";
	if (is_cdx(in))
		return "a CDX index; give the WARC files that it leads to";
	if (format_named(name, ".tsv") || have_columns(head, '\t'))
		return "tab-separated values: use 'mlr --itsv --ojsonl cat FILE | firstprint filter'";
	if (format_named(name, ".csv") || have_columns(head, ','))
		return "comma-separated values: use 'mlr --icsv --ojsonl cat FILE | firstprint filter'";
	return NULL;
}

/* Is the brace at i that of an object, and not of a rule of a style sheet or a block of a program? Also true if reading on would wait. */
static bool begins_object(input *in, size_t i)
{
	do
		i++;
	while (byte_at(in, i) >= 0 && byte_at(in, i) != '\n' && isspace(byte_at(in, i)));
	if (byte_at(in, i) == '\n' && input_would_wait(in, i + 1))
		return true;
	i = skip_blank(in, i);
	return byte_at(in, i) == '"' || byte_at(in, i) == '}' || byte_at(in, i) < 0;
}

/* Does one of the first lines from i on begin an object? Also true if reading the next line would wait. */
static bool has_json_line(input *in, size_t i)
{
	for (int lines = 0; lines < LINES_MOST; lines++) {
		i = skip_blank(in, i);
		if (byte_at(in, i) == '{' && begins_object(in, i))
			return true;
		while (byte_at(in, i) >= 0 && byte_at(in, i) != '\n')
			i++;
		if (byte_at(in, i) < 0)
			return false;
		if (input_would_wait(in, ++i))
			return true;
	}
	return false;
}

/* Does each JSON object have its own line? If not, the first line has only a brace, and the next line does not begin with one. */
static bool has_lines(input *in, size_t i)
{
	do
		i++;
	while (byte_at(in, i) >= 0 && byte_at(in, i) != '\n' && isspace(byte_at(in, i)));
	return byte_at(in, i) != '\n' || byte_at(in, skip_blank(in, i)) == '{';
}

static bool has_objects(input *in, size_t i)
{
	while (byte_at(in, i) == '[')
		i = skip_blank(in, i + 1);
	return byte_at(in, i) == '{' || byte_at(in, i) == ']' || byte_at(in, i) < 0;
}

/* ── all of it ── */

static enum format text_or_other(input *in, const char *name, const char **what)
{
	*what = what_lines_are(in, name);
	if (*what)
		return FORMAT_OTHER;
	*what = "plain text: if each line is a document, use 'jq -cR \"{text: .}\" FILE | firstprint filter'; if each file is one, give "
		"their folder";
	return FORMAT_TEXT;
}

/* Decides about what follows the byte order mark and empty lines; its first byte is at i. */
static enum format of_text(input *in, size_t i, const char *name, const char **what)
{
	int first = byte_at(in, i);
	bool is_text = format_named(name, ".txt"); /* "[verse 1]" begins no JSON there */

	if (first == '[' && (has_objects(in, i) || (!is_text && !format_is_named_lines(name))))
		return FORMAT_VALUES;
	if (first == '{' && (!is_text || begins_object(in, i)))
		return has_lines(in, i) ? FORMAT_LINES : FORMAT_VALUES;
	if (is_tar(in)) {
		*what = "a tar archive: unpack it";
		return FORMAT_OTHER;
	}
	return first < 0 || format_is_named_lines(name) || (!is_text && has_json_line(in, i)) ? FORMAT_LINES
											      : text_or_other(in, name, what);
}

/* May it be a text that begins so, "<NOVA> wins" or "<3", as it says by its name? */
static bool is_prose(input *in, size_t i, const char *name)
{
	return format_named(name, ".txt") && !stands_at(in, i, "<?") && !stands_at(in, i, "<!");
}

/* Of a file in UTF-16, pages are read, as they are in every charset, but no lines. */
static enum format of_wide(input *in, const char *name, const char **what)
{
	size_t i = skip_blank(in, 1);

	*what = NULL;
	if (is_named_html(name))
		return FORMAT_HTML;
	if (byte_at(in, i) == '<' && !format_is_named_lines(name)) {
		*what = by_element(in, i);
		return *what ? FORMAT_OTHER : FORMAT_HTML;
	}
	*what = "in UTF-16: use 'iconv -f utf-16 -t utf-8 FILE | firstprint ...'";
	return format_named(name, ".txt") && !has_json_line(in, i) ? FORMAT_TEXT : FORMAT_OTHER;
}

enum format format_of(input *in, const char *name, const char **what)
{
	bool are_lines = format_is_named_lines(name) && has_json_line(in, 0); /* whatever its first line is */
	enum format is;
	size_t i;

	if (is_wide(in))
		return of_wide(in, name, what);
	*what = are_lines ? NULL : by_bytes(in);
	if (*what)
		return FORMAT_OTHER;
	i = skip_blank(in, input_starts_with(in, mark) ? sizeof mark - 1 : 0);
	if (stands_at(in, i, "warc/") || stands_at(in, i, "filedesc:")) {
		is = byte_at(in, i) == 'f' ? FORMAT_ARC : FORMAT_WARC;
		input_take(in, i);
		return is;
	}
	if (is_named_html(name))
		return FORMAT_HTML;
	if (byte_at(in, i) == '<' && !are_lines) {
		*what = by_element(in, i);
		if (is_prose(in, i, name) && (*what || !isalpha(byte_at(in, i + 1))))
			return text_or_other(in, name, what);
		return *what ? FORMAT_OTHER : FORMAT_HTML;
	}
	is = of_text(in, i, name, what);
	if (is == FORMAT_LINES || is == FORMAT_VALUES)
		input_take(in, input_starts_with(in, mark) ? sizeof mark - 1 : 0);
	return is;
}

/* Do the first two lines begin an object each? A .json that is one object may be anything. */
static bool has_two_lines(input *in)
{
	const char *at, *end;
	size_t len = input_head(in, SIZE_MAX, &at);

	end = len && *at == '{' ? memchr(at, '\n', len - 1) : NULL;
	return end && end[1] == '{';
}

bool format_is_found(input *in, const char *name, enum format is)
{
	char head[HEAD];
	size_t len = 0;

	if (is == FORMAT_LINES || is == FORMAT_VALUES)
		return format_is_named_lines(name) || (is == FORMAT_LINES && format_named(name, ".json") && has_two_lines(in));
	if (is == FORMAT_TEXT)
		return format_named(name, ".txt");
	if (is != FORMAT_HTML || is_named_html(name))
		return is != FORMAT_OTHER;
	for (int c; len < sizeof head - 1 && (c = byte_at(in, len)) > 0; len++)
		head[len] = (char)c;
	head[len] = '\0';
	return strcasestr(head, "<html") || strcasestr(head, "<!doctype html");
}
