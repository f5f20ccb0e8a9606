#include "base/status.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unicode/utf8.h>

const char *status_text(status err)
{
	static const char *const texts[] = {
		[-OK] = "done",
		[-ERR_MEMORY] = "out of memory",
		[-ERR_IO] = "input/output error",
		[-ERR_FORMAT] = "malformed data",
		[-ERR_USAGE] = "wrong usage",
		[-ERR_BUSY] = "in use by another process",
		[-ERR_LIMIT] = "limit reached",
		[-ERR_MISSING] = "not found",
		[-ERR_FILTER] = "a filter broke its contract",
	};
	size_t i = -(size_t)err;

	return i < sizeof texts / sizeof *texts ? texts[i] : "unknown status";
}

status complain(complaint *why, status err, const char *format, ...)
{
	va_list args;

	if (why) {
		const uint8_t *text = (const uint8_t *)why->text;
		int32_t len;

		va_start(args, format);
		vsnprintf(why->text, sizeof why->text, format, args);
		va_end(args);
		len = (int32_t)strlen(why->text);
		U8_TRUNCATE_IF_INCOMPLETE(text, 0, len); /* a character that was cut at the end */
		why->text[len] = '\0';
	}
	return err;
}
