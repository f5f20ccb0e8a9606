/* ascii — the letters, digits and white space that HTML is made of. */
#ifndef PURIFY_ASCII_H
#define PURIFY_ASCII_H

#include <stdbool.h>

#define ASCII_LETTERS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
#define ASCII_DIGITS "0123456789"
#define HTML_SPACE " \t\r\n\f"

static inline bool is_ascii_letter(char c)
{
	return (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
}

static inline bool is_html_space(char c)
{
	return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f';
}

#endif
