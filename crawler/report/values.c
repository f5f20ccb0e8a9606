#include "crawler/report/values.h"

#include <math.h>

#include "crawler/console/terminal.h"

enum { TEXT_MOST = 1000 };

json_t *values_text(const char *text)
{
	char clean[TEXT_MOST];

	if (!text)
		return json_null();
	terminal_clean(text, clean, sizeof clean);
	return json_string(clean);
}

json_t *values_real(double value)
{
	return isfinite(value) ? json_real(value) : json_null();
}
