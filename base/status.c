#include "base/status.h"

#include <stdarg.h>
#include <stdio.h>

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

status complain(complaint *why, status err, const char *format, ...)
{
	va_list args;

	if (why) {
		va_start(args, format);
		vsnprintf(why->text, sizeof why->text, format, args);
		va_end(args);
	}
	return err;
}
