/* format — what a file of pages is, by its first bytes, its first element or its first lines. docs/inputs.md has the same table. */
#ifndef CRAWLER_FILES_FORMAT_H
#define CRAWLER_FILES_FORMAT_H

#include "crawler/files/input.h"

enum format {
	FORMAT_LINES,  /* JSON, an object a line */
	FORMAT_VALUES, /* JSON, objects in an array, or over several lines */
	FORMAT_WARC,
	FORMAT_ARC,
	FORMAT_HTML,
	FORMAT_TEXT, /* plain text, one document */
	FORMAT_OTHER /* is not read */
};

/* Looks at the first bytes of the input, which stay unread; but the byte order mark and empty lines before records are passed over. It does not wait for more bytes than it needs, and reads a pipe as JSON Lines before it waits in vain. Of FORMAT_OTHER and
 * FORMAT_TEXT *what says what it is and what helps. */
enum format format_of(input *in, const char *name, const char **what);

/* Was the file found in a folder, and is that format likely to be a page by its name or its first bytes? Folders have all sorts. */
bool format_is_found(input *in, const char *name, enum format is);

/* Does the name end in this extension, ".html", or in it and one of a compressed file, ".html.gz"? */
bool format_named(const char *name, const char *extension);

#endif
