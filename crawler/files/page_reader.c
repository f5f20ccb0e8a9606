#include "crawler/files/page_reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

char *page_reader_line(const char *id, json_t *rest)
{
	char *text = rest ? json_dumps(rest, JSON_COMPACT | JSON_REAL_PRECISION(6)) : NULL, *line = NULL;

	if (text && asprintf(&line, "{\"id\":%s,%s", id, text + 1) < 0)
		line = NULL;
	free(text);
	json_decref(rest);
	return line;
}
