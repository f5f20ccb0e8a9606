#include "crawler/web/percent.h"

#include <stdbool.h>
#include <string.h>

#include "base/hex.h"

static bool is_unreserved(unsigned char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || (c && strchr("-._~", c));
}

/* May c stand in a path or query as it is? (RFC 3986, pchar and "/?".) Browsers leave "|[]" unescaped, too; to servers
 * the escaped form means the same. */
static bool is_allowed(unsigned char c)
{
	return is_unreserved(c) || (c && strchr("!$&'()*+,;=:@/?", c));
}

char *percent_escape(unsigned char c, char *out)
{
	static const char digits[] = "0123456789ABCDEF";

	*out++ = '%';
	*out++ = digits[c >> 4];
	*out++ = digits[c & 15];
	return out;
}

/* A '%' that begins no escape stays, as in browsers: to a server "foo%" and "foo%25" may be two pages. An escape after it stays
 * escaped if unescaping it would turn the '%' into an escape: "%%41", "%4%31". */
static char *lone_percent(const char **at, const char *end, char *out)
{
	int next;

	*out++ = *(*at)++;
	if (*at < end && hex_value(**at) >= 0)
		*out++ = *(*at)++;
	next = *at < end ? hex_escaped(*at, end) : -1;
	if (next >= 0 && hex_value((char)next) >= 0) {
		out = percent_escape((unsigned char)next, out);
		*at += 3;
	}
	return out;
}

char *percent_normalize(const char **at, const char *end, char *out)
{
	int escaped = hex_escaped(*at, end);
	unsigned char c = escaped >= 0 ? (unsigned char)escaped : (unsigned char)**at;

	if (escaped < 0 && c == '%')
		return lone_percent(at, end, out);
	*at += escaped >= 0 ? 3 : 1;
	if (escaped >= 0 ? !is_unreserved(c) : !is_allowed(c))
		return percent_escape(c, out);
	*out++ = (char)c;
	return out;
}
