#include "crawler/frontier/seeds.h"

#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/buffer.h"
#include "crawler/web/sitemap.h"

enum { SEEDS_HEAD = 32768 }; /* bytes that show what a file is */

/* Returns why url_parse refused it. */
static const char *reason_of(status err)
{
	return err == ERR_USAGE ? "neither http nor https" : "not a URL";
}

/* Returns where a comment begins: at a '#' at the start of the line or after white space; otherwise the end of the line. */
static char *find_comment(char *line)
{
	for (char *at = line; *at; at++)
		if (*at == '#' && (at == line || strchr(" \t", at[-1])))
			return at;
	return line + strlen(line);
}

/* Removes white space, a comment, text after a tab and, on the first line, a byte order mark. */
static char *trim(char *line, bool first)
{
	if (first && strncmp(line, "\xef\xbb\xbf", 3) == 0)
		line += 3;
	line += strspn(line, " \t\r\n\f\v");
	*find_comment(line) = '\0';
	line[strcspn(line, "\t")] = '\0';
	for (char *end = line + strlen(line); end > line && strchr(" \t\r\n\f\v", end[-1]);)
		*--end = '\0';
	return line;
}

/* State of reading a file. */
typedef struct reading {
	FILE *file;
	const char *name;
	const seeds_reader *reader;
	buffer pending; /* what was read and not yet taken */
	unsigned long line;
	arena *memory;
} reading;

__attribute__((format(printf, 2, 3))) static void tell(const reading *x, const char *format, ...)
{
	char message[512];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(message, sizeof message, format, arguments);
	va_end(arguments);
	x->reader->refused(x->reader->ctx, message);
}

static status take_seed(const reading *x, const char *text, unsigned long line)
{
	url_parts u;
	status err;

	arena_reset(x->memory);
	err = url_parse_typed(text, x->memory, &u);
	if (!err)
		return x->reader->seed(x->reader->ctx, &u);
	if (err == ERR_MEMORY)
		return err;
	tell(x, "%s:%lu: %s: %s", x->name, line, reason_of(err), text);
	return OK;
}

/* Takes a line, in which a carriage return or a NUL also ends a line. */
static status take_line(const reading *x, char *line, size_t len)
{
	status err = OK;

	for (char *end = line + len, *next, *text; line < end && !err; line = next) {
		next = line + strcspn(line, "\r");
		*next++ = '\0';
		text = trim(line, x->line == 1);
		if (*text)
			err = take_seed(x, text, x->line);
	}
	return err;
}

/* Takes the complete lines; at the end of the file, the last one even without its end. */
static status take_lines(reading *x, bool is_last)
{
	char *line = x->pending.bytes, *all_end = line + x->pending.len, *end;
	status err = OK;

	while (!err && line < all_end) {
		end = memchr(line, '\n', (size_t)(all_end - line));
		if (!end && !is_last)
			break;
		end = end ? end : all_end;
		*end = '\0'; /* a NUL follows the buffer's bytes */
		x->line++;
		err = take_line(x, line, (size_t)(end - line));
		line = end + 1;
	}
	x->pending.len = line < all_end ? (size_t)(all_end - line) : 0;
	if (x->pending.len)
		memmove(x->pending.bytes, line, x->pending.len + 1);
	return err;
}

/* Reads until more than `most` bytes are pending, or the file ends. *ended may be NULL. */
static status read_more(reading *x, size_t most, bool *ended)
{
	char bytes[65536];
	size_t n = 1;

	while (x->pending.len <= most && (n = fread(bytes, 1, sizeof bytes, x->file)) > 0)
		if (!buffer_append(&x->pending, bytes, n))
			return ERR_MEMORY;
	if (ended)
		*ended = n == 0;
	return OK;
}

static status read_lines(reading *x)
{
	bool ended = false;
	status err = OK;

	while (!err && !ended) {
		err = take_lines(x, false);
		if (!err)
			err = read_more(x, x->pending.len, &ended);
	}
	return err ? err : take_lines(x, true);
}

/* ── files that are not lines of UTF-8 ── */

static status take_listed(void *ctx, const char *loc, bool is_sitemap)
{
	(void)is_sitemap;
	/* a name without a scheme counts as a host only if a person typed it */
	return strncasecmp(loc, "http", 4) == 0 ? take_seed(ctx, loc, 1) : OK;
}

/* Reads the pages of a sitemap or feed as seeds, and further sitemaps, too. */
static status read_xml(const sitemap_text *t, reading *x)
{
	size_t cut = 0;
	status err = sitemap_read_text(t, &(sitemap_reader){take_listed, x}, &cut);

	if (!err && cut > t->is_cut)
		tell(x, "%s: %zu URLs are left out: too long, or beyond the %dth", x->name, cut - t->is_cut, SITEMAP_URLS_MOST);
	return err;
}

static status read_text(const sitemap_text *t, reading *x)
{
	buffer text = {0};

	if (!buffer_append(&text, t->bytes, t->len))
		return ERR_MEMORY;
	buffer_free(&x->pending);
	x->pending = text;
	return take_lines(x, true);
}

static status read_other(reading *x, complaint *why)
{
	sitemap_text t = {0};
	status err = read_more(x, SITEMAP_BYTES_MOST, NULL);

	if (!err && x->pending.len > SITEMAP_BYTES_MOST)
		err = complain(why, ERR_USAGE, "%s: longer than %d bytes, which only a plain list of URLs may be", x->name,
			       SITEMAP_BYTES_MOST);
	if (!err)
		err = sitemap_text_of(x->pending.bytes, x->pending.len, &t);
	if (err)
		return err;
	err = sitemap_is_xml(&t) ? read_xml(&t, x) : read_text(&t, x);
	if (t.is_cut)
		tell(x, "%s: damaged, or longer than %d bytes unpacked: the URLs behind that are missing", x->name,
		     SITEMAP_BYTES_MOST);
	sitemap_text_free(&t);
	return err;
}

/* *is: whether the file is something other than lines of UTF-8: gzipped, in UTF-16, a sitemap or a feed. */
static status is_other(const buffer *head, bool *is)
{
	sitemap_text t;
	status err = head->len ? sitemap_text_of(head->bytes, head->len, &t) : ERR_MISSING;

	*is = !err && (t.bytes < head->bytes || t.bytes > head->bytes + 3 || sitemap_is_xml(&t));
	if (!err)
		sitemap_text_free(&t);
	return err == ERR_MISSING ? OK : err;
}

/* Refuses a store, which was meant as one to go on with, and other files whose bytes are no text. */
static status refuse_binary(const buffer *bytes, const char *name, complaint *why)
{
	static const char magic[] = "SQLite format 3";
	size_t controls = 0;

	if (bytes->len >= sizeof magic && memcmp(bytes->bytes, magic, sizeof magic) == 0)
		return complain(why, ERR_USAGE,
				"%s: a store or other SQLite file, and no list of seeds; to go on with a store: -o %s", name,
				name);
	for (size_t i = 0; i < bytes->len; i++)
		controls += (unsigned char)bytes->bytes[i] < '\t';
	return controls * 10 > bytes->len ? complain(why, ERR_USAGE, "%s: binary data, and no list of seeds", name) : OK;
}

static status read_file(FILE *file, const char *name, const seeds_reader *r, complaint *why)
{
	reading x = {.file = file, .name = name, .reader = r, .memory = arena_new()};
	bool other = false;
	status err = x.memory ? read_more(&x, SEEDS_HEAD, NULL) : ERR_MEMORY;

	if (!err)
		err = is_other(&x.pending, &other);
	if (!err)
		err = other ? read_other(&x, why) : refuse_binary(&x.pending, name, why);
	if (!err && !other)
		err = read_lines(&x);
	buffer_free(&x.pending);
	arena_free(x.memory);
	return err;
}

static status read_operand(const char *operand, const seeds_reader *r, complaint *why)
{
	arena *a = arena_new();
	url_parts u;
	status err = a ? url_parse(operand, NULL, a, &u) : ERR_MEMORY;

	if (!err)
		err = r->seed(r->ctx, &u);
	else if (err != ERR_MEMORY)
		err = complain(why, ERR_USAGE, "%.300s: %s", operand, reason_of(err));
	arena_free(a);
	return err;
}

status seeds_read(const char *operand, const seeds_reader *r, complaint *why)
{
	FILE *file;
	status err;

	if (strcmp(operand, "-") == 0)
		return read_file(stdin, "standard input", r, why);
	if (!*operand)
		return complain(why, ERR_USAGE, "an empty seed; expected a URL or a file of URLs");
	if (strstr(operand, "://") && access(operand, F_OK) != 0)
		return read_operand(operand, r, why);
	file = fopen(operand, "r");
	if (!file && errno == ENOMEM)
		return ERR_MEMORY;
	if (!file)
		return complain(why, ERR_USAGE, "%s: neither a readable file (%s) nor a URL with http:// or https://", operand,
				strerror(errno));
	err = read_file(file, operand, r, why);
	if (!err && ferror(file))
		err = complain(why, ERR_USAGE, "%s: cannot be read: %s", operand, strerror(errno));
	fclose(file);
	return err;
}
