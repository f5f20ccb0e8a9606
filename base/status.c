#include "base/status.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *status_text(status err)
{
	switch (err) {
	case OK:
		return "done";
	case ERR_MEMORY:
		return "out of memory";
	case ERR_IO:
		return "input/output error";
	case ERR_FORMAT:
		return "malformed data";
	case ERR_USAGE:
		return "wrong usage";
	case ERR_BUSY:
		return "in use by another process";
	case ERR_LIMIT:
		return "limit reached";
	case ERR_MISSING:
		return "not found";
	case ERR_FILTER:
		return "a filter broke its contract";
	}
	return "unknown status";
}

/* Removes the first bytes of a character that was cut at the end of the text. */
static void cut_whole(char *text, size_t len)
{
	size_t tail = 0;

	while (tail < 3 && tail < len && ((unsigned char)text[len - 1 - tail] & 0xc0) == 0x80)
		tail++;
	if (tail < len) {
		unsigned char lead = (unsigned char)text[len - 1 - tail];
		size_t needed = lead >= 0xf0 ? 3 : lead >= 0xe0 ? 2 : lead >= 0xc0 ? 1 : 0;

		if (tail < needed)
			text[len - 1 - tail] = '\0';
	}
}

status complain(complaint *why, status err, const char *format, ...)
{
	va_list args;

	if (why) {
		va_start(args, format);
		vsnprintf(why->text, sizeof why->text, format, args);
		va_end(args);
		cut_whole(why->text, strlen(why->text));
	}
	return err;
}
