#include "crawler/frontier/seeds.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/buffer.h"
#include "crawler/web/sitemap.h"

/* Why url_parse refused it. */
static const char *reason_of(status err)
{
	return err == ERR_USAGE ? "neither http nor https" : "not a URL";
}

/* Where a comment begins: a '#' at the start of the line or after white space; else the end of the line. */
static char *find_comment(char *line)
{
	for (char *at = line; *at; at++)
		if (*at == '#' && (at == line || strchr(" \t", at[-1])))
			return at;
	return line + strlen(line);
}

/* Removes white space, a comment, what follows a tab and, on the first line, a byte order mark. */
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

/* A carriage return or a NUL ends a line, too. */
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

static status read_lines(FILE *file, const char *name, const seeds_reader *r)
{
	arena *a = arena_new();
	char *line = NULL;
	size_t room = 0;
	ssize_t len;
	status err = a ? OK : ERR_MEMORY;

	for (unsigned long number = 1; !err && (len = getline(&line, &room, file)) >= 0; number++)
		err = read_line(line, (size_t)len, name, number, r, a);
	if (!err && !feof(file) && !ferror(file))
		err = ERR_MEMORY; /* the only other reason for getline to stop */
	free(line);
	arena_free(a);
	return err;
}

/* ── files that are no lines of UTF-8 ── */

/* Does a gzip file begin so, or XML, or UTF-16? */
static bool is_other(int first)
{
	return first == 0x1f || first == '<' || first == 0xff || first == 0xfe || first == 0;
}

typedef struct listed {
	const seeds_reader *reader;
	const char *file;
	arena *memory;
} listed;

static status take_listed(void *ctx, const char *loc)
{
	const listed *x = ctx;

	if (strncasecmp(loc, "http", 4) != 0) /* a name without a scheme is a host only where a person has typed it */
		return OK;
	arena_reset(x->memory);
	return read_seed(loc, x->file, 1, x->reader, x->memory);
}

/* The pages of a sitemap or feed are seeds, and so are further sitemaps. */
static status read_xml(const sitemap_text *t, const char *name, const seeds_reader *r)
{
	listed x = {r, name, arena_new()};
	sitemap_reader reader = {take_listed, take_listed, &x};
	status err = x.memory ? sitemap_read_text(t, &reader, NULL) : ERR_MEMORY;

	arena_free(x.memory);
	return err;
}

static status read_text(const sitemap_text *t, const char *name, const seeds_reader *r)
{
	FILE *lines = t->len ? fmemopen((void *)t->bytes, t->len, "r") : NULL;
	status err = OK;

	if (lines)
		err = read_lines(lines, name, r);
	else if (t->len)
		err = ERR_MEMORY;
	if (lines)
		fclose(lines);
	return err;
}

static status read_whole(FILE *file, buffer *out)
{
	char bytes[65536];
	size_t n;

	while (out->len <= SITEMAP_BYTES_MOST && (n = fread(bytes, 1, sizeof bytes, file)) > 0)
		if (!buffer_append(out, bytes, n))
			return ERR_MEMORY;
	return OK;
}

static status read_other(FILE *file, const char *name, const seeds_reader *r, complaint *why)
{
	buffer all = {0};
	sitemap_text t = {0};
	status err = read_whole(file, &all);

	if (!err && all.len > SITEMAP_BYTES_MOST)
		err = complain(why, ERR_USAGE, "%s: longer than %d bytes, which only a plain list of URLs may be", name,
			       SITEMAP_BYTES_MOST);
	if (!err)
		err = sitemap_text_of(all.bytes ? all.bytes : "", all.len, &t);
	if (!err)
		err = sitemap_is_xml(&t) ? read_xml(&t, name, r) : read_text(&t, name, r);
	sitemap_text_free(&t);
	buffer_free(&all);
	return err;
}

static status read_file(FILE *file, const char *name, const seeds_reader *r, complaint *why)
{
	int first = fgetc(file);

	ungetc(first, file);
	return is_other(first) ? read_other(file, name, r, why) : read_lines(file, name, r);
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
