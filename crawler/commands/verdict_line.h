/* verdict_line — a verdict, or the error in its place, as a line of JSON. */
#ifndef CRAWLER_COMMANDS_VERDICT_LINE_H
#define CRAWLER_COMMANDS_VERDICT_LINE_H

#include "base/buffer.h"
#include "store/store.h"

/* Returns the line, without a line feed; yours to free. id, of: as JSON; of is "null" if the page has no original. NULL: out of
 * memory. */
char *verdict_line_of(const char *id, const char *of, const store_reason *why);
/* Adds the line, with its line feed. ERR_MEMORY. */
status verdict_line_add(buffer *to, const char *id, const char *of, const store_reason *why);
/* The same for an error. line: the number in the file; 0: none. file NULL: there is only one file, and it is not named. */
status verdict_line_add_error(buffer *to, unsigned long line, const char *file, const char *error);

#endif
