/* format — recognizes what a file of pages is by its first bytes, its first element or its first lines. docs/inputs.md has the same
 * table. */
#ifndef CRAWLER_FILES_FORMAT_H
#define CRAWLER_FILES_FORMAT_H

#include "crawler/files/input.h"

enum format {
	FORMAT_LINES,  /* JSON, one object a line */
	FORMAT_VALUES, /* JSON, objects in an array, or over several lines */
	FORMAT_WARC,
	FORMAT_ARC,
	FORMAT_HTML,
	FORMAT_TEXT, /* plain text, one document */
	FORMAT_OTHER /* not supported */
};

/* Looks at the first bytes of the input, which stay unread, except for the byte order mark and empty lines before records. It waits
 * for no more bytes than it needs, and takes a pipe for JSON Lines rather than wait in vain. For FORMAT_OTHER and FORMAT_TEXT,
 * *what says what the file is and what the user can do. */
enum format format_of(input *in, const char *name, const char **what);

/* For a file found in a folder, which may contain all sorts of files: is it likely, by its name or its first bytes, to be input of
 * this format? */
bool format_is_found(input *in, const char *name, enum format is);

/* Is it named .jsonl, .ndjson or .jl, also packed? */
bool format_is_named_lines(const char *name);

/* Does the name end in this extension, ".html", or in it and that of a compressed file, ".html.gz"? */
bool format_named(const char *name, const char *extension);

#endif
