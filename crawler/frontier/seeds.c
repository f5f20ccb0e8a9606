#include "crawler/frontier/seeds.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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
	status err = url_parse_typed(text, a, &u);

	if (!err)
		return r->seed(r->ctx, &u);
	if (err == ERR_MEMORY)
		return err;
	snprintf(message, sizeof message, "%s:%lu: %s: %s", file, number, reason_of(err), text);
	r->refused(r->ctx, message);
	return OK;
}

static status read_file(FILE *file, const char *name, const seeds_reader *r)
{
	arena *a = arena_new();
	char *line = NULL;
	size_t room = 0;
	status err = a ? OK : ERR_MEMORY;

	for (unsigned long number = 1; !err && getline(&line, &room, file) >= 0; number++) {
		char *text = trim(line, number == 1);

		arena_reset(a);
		if (*text)
			err = read_seed(text, name, number, r, a);
	}
	if (!err && !feof(file) && !ferror(file))
		err = ERR_MEMORY; /* the only other reason for getline to stop */
	free(line);
	arena_free(a);
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
		return read_file(stdin, "standard input", r);
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
	err = read_file(file, operand, r);
	if (!err && ferror(file))
		err = complain(why, ERR_USAGE, "%s: cannot be read: %s", operand, strerror(errno));
	fclose(file);
	return err;
}
