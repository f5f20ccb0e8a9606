/* hex — hexadecimal digits, and the escapes of URLs that consist of them: %2F. */
#ifndef BASE_HEX_H
#define BASE_HEX_H

/* Returns the value of a digit, in upper or lower case; −1: c is not one. */
static inline int hex_value(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c = (char)(c | 0x20);
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Returns the byte, 0 to 255, that the three characters of an escape at `at` stand for; −1: no escape begins there. Reads nothing
 * from `end` on. */
static inline int hex_escaped(const char *at, const char *end)
{
	int high = end - at >= 3 && *at == '%' ? hex_value(at[1]) : -1;
	int low = high >= 0 ? hex_value(at[2]) : -1;

	return low >= 0 ? high * 16 + low : -1;
}

#endif
