#include "crawler/frontier/seeds.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Why url_parse refused it. */
static const char *reason_of(status s)
{
	return s == ERR_USAGE ? "neither http nor https" : "not a URL";
}

/* Where a comment begins: a '#' at the start of the line or after white space; else the end of the line. */
static char *find_comment(char *line)
{
	for (char *at = line; *at; at++)
		if (*at == '#' && (at == line || strchr(" \t", at[-1])))
			return at;
	return line + strlen(line);
}

/* Removes white space, a comment and, on the first line, a byte order mark. */
static char *trim(char *line, bool first)
{
	if (first && strncmp(line, "\xef\xbb\xbf", 3) == 0)
		line += 3;
	line += strspn(line, " \t\r\n\f\v");
	*find_comment(line) = '\0';
	for (char *end = line + strlen(line); end > line && strchr(" \t\r\n\f\v", end[-1]);)
		*--end = '\0';
	return line;
}

static status read_seed(const char *text, const char *file, unsigned long number, const seeds_reader *r, arena *a)
{
	char message[512];
	url_parts u;
	status s = url_parse_typed(text, a, &u);

	if (!s)
		return r->seed(r->ctx, &u);
	if (s == ERR_MEMORY)
		return s;
	snprintf(message, sizeof message, "%s:%lu: %s: %s", file, number, reason_of(s), text);
	r->refused(r->ctx, message);
	return OK;
}

static status read_file(FILE *file, const char *name, const seeds_reader *r)
{
	arena *a = arena_new();
	char *line = NULL;
	size_t room = 0;
	status s = a ? OK : ERR_MEMORY;

	for (unsigned long number = 1; !s && getline(&line, &room, file) >= 0; number++) {
		char *text = trim(line, number == 1);

		arena_reset(a);
		if (*text)
			s = read_seed(text, name, number, r, a);
	}
	if (!s && !feof(file) && !ferror(file))
		s = ERR_MEMORY; /* the only other reason for getline to stop */
	free(line);
	arena_free(a);
	return s;
}

/* Reads an operand that is a URL. */
static status read_operand(const char *operand, const seeds_reader *r, complaint *why)
{
	arena *a = arena_new();
	url_parts u;
	status s = a ? url_parse(operand, NULL, a, &u) : ERR_MEMORY;

	if (!s)
		s = r->seed(r->ctx, &u);
	else if (s != ERR_MEMORY)
		s = complain(why, ERR_USAGE, "%.300s: %s", operand, reason_of(s));
	arena_free(a);
	return s;
}

status seeds_read(const char *operand, const seeds_reader *r, complaint *why)
{
	FILE *file;
	status s;

	if (strcmp(operand, "-") == 0)
		return read_file(stdin, "standard input", r);
	if (!*operand)
		return complain(why, ERR_USAGE, "an empty seed; expected a URL or a file of URLs");
	if (strstr(operand, "://") && access(operand, F_OK) != 0)
		return read_operand(operand, r, why);
	file = fopen(operand, "r");
	if (!file && errno == ENOMEM)
		return ERR_MEMORY;
	if (!file)
		return complain(why, ERR_USAGE, "%s: neither a readable file (%s) nor a URL with http:// or https://",
				operand, strerror(errno));
	s = read_file(file, operand, r);
	if (!s && ferror(file))
		s = complain(why, ERR_USAGE, "%s: cannot be read: %s", operand, strerror(errno));
	fclose(file);
	return s;
}
