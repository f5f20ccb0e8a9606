#include "crawler/frontier/seeds.h"

#include <errno.h>
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

static status read_seed(const char *text, const char *file, unsigned long number, const seeds_reader *r, arena *a)
{
	char message[512];
	url_parts u;
	status err = url_parse_typed(text, a, &u);

	if (!err)
		return r->seed(r->ctx, &u);
	if (err == ERR_MEMORY)
		return err;
	snprintf(message, sizeof message, "%s:%lu: %s: %s", file, number, reason_of(err), text);
	r->refused(r->ctx, message);
	return OK;
}

/* Reads a line, in which a carriage return or a NUL also ends a line. */
static status read_line(char *line, size_t len, const char *name, unsigned long number, const seeds_reader *r, arena *a)
{
	status err = OK;

	for (char *end = line + len, *next, *text; line < end && !err; line = next) {
		next = line + strcspn(line, "\r");
		*next++ = '\0';
		text = trim(line, number == 1);
		arena_reset(a);
		if (*text)
			err = read_seed(text, name, number, r, a);
	}
	return err;
}

/* State of reading the lines of a file, whose first bytes were read already. */
typedef struct line_reader {
	const char *name;
	const seeds_reader *reader;
	buffer pending; /* what was read and not yet taken */
	unsigned long number;
	arena *memory;
} line_reader;

/* Takes the complete lines; at the end of the file, the last one even without its end. */
static status take_lines(line_reader *x, bool is_last)
{
	char *line = x->pending.bytes, *all_end = line + x->pending.len, *end;
	status err = OK;

	while (!err && line < all_end) {
		end = memchr(line, '\n', (size_t)(all_end - line));
		if (!end && !is_last)
			break;
		end = end ? end : all_end;
		*end = '\0'; /* a NUL follows the buffer's bytes */
		err = read_line(line, (size_t)(end - line), x->name, ++x->number, x->reader, x->memory);
		line = end + 1;
	}
	x->pending.len = line < all_end ? (size_t)(all_end - line) : 0;
	if (x->pending.len)
		memmove(x->pending.bytes, line, x->pending.len + 1);
	return err;
}

static status read_lines(FILE *file, line_reader *x)
{
	char bytes[65536];
	size_t n;
	status err = x->memory ? take_lines(x, false) : ERR_MEMORY;

	while (!err && (n = fread(bytes, 1, sizeof bytes, file)) > 0)
		err = buffer_append(&x->pending, bytes, n) ? take_lines(x, false) : ERR_MEMORY;
	return err ? err : take_lines(x, true);
}

/* ── files that are not lines of UTF-8 ── */

typedef struct listed {
	const seeds_reader *reader;
	const char *file;
	arena *memory;
} listed;

static status take_listed(void *ctx, const char *loc, bool is_sitemap)
{
	const listed *x = ctx;

	(void)is_sitemap;
	if (strncasecmp(loc, "http", 4) != 0) /* a name without a scheme counts as a host only if a person typed it */
		return OK;
	arena_reset(x->memory);
	return read_seed(loc, x->file, 1, x->reader, x->memory);
}

/* Reads the pages of a sitemap or feed as seeds, and further sitemaps, too. */
static status read_xml(const sitemap_text *t, const char *name, const seeds_reader *r)
{
	listed x = {r, name, arena_new()};
	sitemap_reader reader = {take_listed, &x};
	size_t cut = 0;
	status err = x.memory ? sitemap_read_text(t, &reader, &cut) : ERR_MEMORY;
	char message[512];

	if (!err && cut > t->is_cut) {
		snprintf(message, sizeof message, "%s: %zu URLs are left out: too long, or beyond the %dth", name,
			 cut - t->is_cut, SITEMAP_URLS_MOST);
		r->refused(r->ctx, message);
	}
	arena_free(x.memory);
	return err;
}

/* Is the file something other than lines of UTF-8: gzipped, in UTF-16, a sitemap or a feed? */
static bool is_other(const sitemap_text *head, const buffer *bytes)
{
	return head->bytes < bytes->bytes || head->bytes > bytes->bytes + 3 || sitemap_is_xml(head);
}

static status read_more(FILE *file, buffer *out, size_t most)
{
	char bytes[65536];
	size_t n;

	while (out->len <= most && (n = fread(bytes, 1, sizeof bytes, file)) > 0)
		if (!buffer_append(out, bytes, n))
			return ERR_MEMORY;
	return OK;
}

static void say_cut(const sitemap_text *t, const char *name, const seeds_reader *r)
{
	char message[512];

	if (!t->is_cut)
		return;
	snprintf(message, sizeof message, "%s: damaged, or longer than %d bytes unpacked: the URLs behind that are missing",
		 name, SITEMAP_BYTES_MOST);
	r->refused(r->ctx, message);
}

static status read_text(const sitemap_text *t, line_reader *x)
{
	if (!buffer_append(&x->pending, t->bytes, t->len) || !x->memory)
		return ERR_MEMORY;
	return take_lines(x, true);
}

static status read_other(FILE *file, buffer *bytes, line_reader *x, complaint *why)
{
	sitemap_text t = {0};
	status err = read_more(file, bytes, SITEMAP_BYTES_MOST);

	if (!err && bytes->len > SITEMAP_BYTES_MOST)
		err = complain(why, ERR_USAGE, "%s: longer than %d bytes, which only a plain list of URLs may be", x->name,
			       SITEMAP_BYTES_MOST);
	if (!err)
		err = sitemap_text_of(bytes->bytes, bytes->len, &t);
	if (err)
		return err;
	err = sitemap_is_xml(&t) ? read_xml(&t, x->name, x->reader) : read_text(&t, x);
	say_cut(&t, x->name, x->reader);
	sitemap_text_free(&t);
	return err;
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
	line_reader x = {.name = name, .reader = r, .memory = arena_new()};
	sitemap_text head = {0};
	buffer bytes = {0};
	status err = read_more(file, &bytes, SEEDS_HEAD);
	bool is_lines = err || !bytes.len;

	if (!is_lines)
		err = sitemap_text_of(bytes.bytes, bytes.len, &head);
	is_lines = is_lines || (!err && !is_other(&head, &bytes));
	sitemap_text_free(&head);
	if (!err && is_lines)
		err = refuse_binary(&bytes, name, why);
	if (!err && is_lines) {
		x.pending = bytes;
		bytes = (buffer){0};
		err = read_lines(file, &x);
	} else if (!err && !is_lines) {
		err = read_other(file, &bytes, &x, why);
	}
	buffer_free(&bytes);
	buffer_free(&x.pending);
	arena_free(x.memory);
	return err;
}

/* Reads an operand that is a URL. */
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
