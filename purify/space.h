/* space — the white space of HTML. */
#ifndef PURIFY_SPACE_H
#define PURIFY_SPACE_H

#include <stdbool.h>

#define HTML_SPACE " \t\r\n\f"

static inline bool is_html_space(char c)
{
	return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f';
}

#endif
