#include "crawler/files/page_reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/utf8.h"

status page_reader_string(const char *text, size_t len, arena *a, const char **out)
{
	json_t *string = json_stringn(text, len);
	char *id = string ? json_dumps(string, JSON_ENCODE_ANY) : NULL;

	*out = id ? arena_text(a, id, strlen(id)) : NULL;
	free(id);
	json_decref(string);
	return *out ? OK : ERR_MEMORY;
}

status page_reader_id(const char *text, arena *a, const char **out)
{
	const char *name = utf8_path(text, a);

	return name ? page_reader_string(name, strlen(name), a, out) : ERR_MEMORY;
}

status page_reader_place_id(const char *place, unsigned long number, arena *a, const char **out)
{
	const char *name = number ? arena_printf(a, "%s:%lu", place, number) : place;

	return name ? page_reader_id(name, a, out) : ERR_MEMORY;
}

/* Copies a path without "." and empty parts. */
static char *tidied(const char *path)
{
	char *out = malloc(strlen(path) + 2), *to = out;

	if (out && *path == '/')
		*to++ = '/';
	for (size_t len; out && *path; path += len + (path[len] == '/')) {
		len = strcspn(path, "/");
		if (len == 0 || (len == 1 && *path == '.'))
			continue;
		to = mempcpy(to, path, len);
		*to++ = '/';
	}
	if (!out)
		return NULL;
	to -= to > out + 1; /* the last slash */
	if (to == out)
		*to++ = '.';
	*to = '\0';
	return out;
}

/* Cuts the folder off the front of the path if it lies below. */
static void cut(char *path, const char *folder)
{
	size_t len = folder ? strlen(folder) : 0;

	if (len && strncmp(path, folder, len) == 0 && path[len] == '/')
		memmove(path, path + len + 1, strlen(path + len + 1) + 1);
}

char *page_reader_place(const char *path)
{
	char *place = tidied(path), *named = get_current_dir_name(), *real = getcwd(NULL, 0); /* one may lead through links */

	if (place) {
		cut(place, named);
		cut(place, real);
	}
	free(named);
	free(real);
	return place;
}

char *page_reader_line(const char *id, json_t *rest)
{
	char *text = rest ? json_dumps(rest, JSON_COMPACT | JSON_REAL_PRECISION(6)) : NULL, *line = NULL;

	if (text && asprintf(&line, "{\"id\":%s,%s", id, text + 1) < 0)
		line = NULL;
	free(text);
	json_decref(rest);
	return line;
}
