#include "crawler/batch/unread_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "crawler/console/terminal.h"

enum { SAID_MOST = 100 };

void failed_files_add(failed_files *f, const complaint *why)
{
	f->len++;
	if (f->len == 1)
		f->first = *why;
	if (f->len == 2)
		terminal_say("%s", f->first.text);
	if (f->len > 1 && f->len <= SAID_MOST)
		terminal_say("%s", why->text);
}

status failed_files_end(const failed_files *f, complaint *why)
{
	if (f->len == 0)
		return OK;
	if (f->len == 1)
		return complain(why, ERR_IO, "%s", f->first.text);
	return complain(why, ERR_IO, "%lu files could not be read, or not to their end", f->len);
}

/* Returns the kind of this description; NULL: there is no room for another. */
static struct left_out_kind *kind_of(left_out *l, const char *what)
{
	struct left_out_kind *kind = NULL;
	char name[sizeof kind->what];

	snprintf(name, sizeof name, "%.*s", (int)strcspn(what, ":;"), what);
	for (size_t i = 0; i < l->len; i++)
		if (strcmp(l->kinds[i].what, name) == 0)
			return &l->kinds[i];
	if (l->len == LEFT_OUT_KINDS)
		return NULL;
	kind = &l->kinds[l->len++];
	memcpy(kind->what, name, sizeof name);
	return kind;
}

void left_out_add(left_out *l, const char *what, const char *file)
{
	struct left_out_kind *kind = kind_of(l, what);

	l->files++;
	if (kind && kind->files++ == 0)
		snprintf(kind->first, sizeof kind->first, "%s", file);
}

/* The path in the folder. */
static const char *inside(const char *path, const char *folder)
{
	size_t len = strlen(folder);

	if (strncmp(path, folder, len) != 0)
		return path;
	path += len;
	return path + strspn(path, "/");
}

void left_out_say(const left_out *l, const char *folder)
{
	char *kinds = NULL;
	size_t len;
	FILE *to = l->files ? open_memstream(&kinds, &len) : NULL;

	for (size_t i = 0; to && i < l->len; i++) {
		const struct left_out_kind *k = &l->kinds[i];

		fprintf(to, "%s%s", i ? ", " : "", inside(k->first, folder));
		if (k->files > 1)
			fprintf(to, " and %lu more", k->files - 1);
		fprintf(to, " (%s)", k->what);
	}
	if (to && fclose(to) == 0)
		terminal_say("%s: %lu file%s left out; name one to read what helps: %s", folder, l->files,
			     l->files == 1 ? " is" : "s are", kinds);
	free(kinds);
}
