/* verdict_line — a verdict, or why there is none, as a line of JSON on standard output. */
#ifndef CRAWLER_COMMANDS_VERDICT_LINE_H
#define CRAWLER_COMMANDS_VERDICT_LINE_H

#include "store/store.h"

/* id, of: JSON; of a page that has no original, "null". ERR_MEMORY. */
status verdict_line_print(const char *id, const char *of, const store_reason *why);
/* line: its number in the file; 0: of no line. file NULL: there is one file only, which need not be named. Without a line feed; yours to free. NULL: out of memory. */
char *verdict_line_of_error(unsigned long line, const char *file, const char *error);
/* Prints it. ERR_MEMORY. */
status verdict_line_error(unsigned long line, const char *file, const char *error);
/* The same for people, on standard error. file: "-" is standard input. */
void verdict_line_say(unsigned long line, const char *file, const char *error);

#endif
