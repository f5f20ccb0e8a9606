/* verdict_line — a verdict, or the error in its place, as a line of JSON. */
#ifndef CRAWLER_COMMANDS_VERDICT_LINE_H
#define CRAWLER_COMMANDS_VERDICT_LINE_H

#include "base/buffer.h"
#include "crawler/batch/page_stream.h"
#include "store/store.h"

/* Returns the line, without a line feed; yours to free. id, of: as JSON; of is "null" if the page has no original. NULL: out of
 * memory. */
char *verdict_line_of(const char *id, const char *of, const store_reason *why);
/* Adds the line, with its line feed. ERR_MEMORY. */
status verdict_line_add(buffer *to, const char *id, const char *of, const store_reason *why);
/* The same for note->error, with the line's own id, if it could be read, and its number. names_file: there are several files. */
status verdict_line_add_error(buffer *to, const line_note *note, bool names_file);

#endif
