#include "crawler/files/page_reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/utf8.h"

status page_reader_id(const char *text, arena *a, const char **out)
{
	const char *name = utf8_path(text, a);
	json_t *string = name ? json_string(name) : NULL;
	char *id = string ? json_dumps(string, JSON_ENCODE_ANY) : NULL;

	*out = id ? arena_text(a, id, strlen(id)) : NULL;
	free(id);
	json_decref(string);
	return *out ? OK : ERR_MEMORY;
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

bool page_reader_named(const char *name, const char *extension)
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
