/* verdict_line — a verdict, or the error in its place, as a line of JSON. */
#ifndef CRAWLER_COMMANDS_VERDICT_LINE_H
#define CRAWLER_COMMANDS_VERDICT_LINE_H

#include "crawler/files/output.h"
#include "store/store.h"

/* Returns the line, without a line feed; yours to free. id, of: as JSON; of is "null" if the page has no original. NULL: out of
 * memory. */
char *verdict_line_of(const char *id, const char *of, const store_reason *why);
/* Adds it to what is printed. ERR_MEMORY. */
status verdict_line_add(output *to, const char *id, const char *of, const store_reason *why);
/* The same for an error. line: the number in the file; 0: none. file NULL: there is only one file,
 * and it is not named. */
char *verdict_line_of_error(unsigned long line, const char *file, const char *error);
/* Adds it to what is printed. ERR_MEMORY. */
status verdict_line_add_error(output *to, unsigned long line, const char *file, const char *error);

#endif
