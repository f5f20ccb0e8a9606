#include "crawler/measure/sweep.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VALUES_MOST = 1000 };

bool sweep_is_keys(const sweep *w)
{
	return strcmp(w->option, "key") == 0;
}

size_t sweep_values(const sweep *w)
{
	return (size_t)floor((w->to - w->from) / w->step + 1e-6) + 1;
}

void sweep_value(const sweep *w, size_t n, char out[SWEEP_VALUE])
{
	if (w->words[0])
		snprintf(out, SWEEP_VALUE, "%s", w->words[n]);
	else
		snprintf(out, SWEEP_VALUE, "%.10g", w->from + (double)n * w->step);
}

/* Reads the number before the next ".." or the end of the text, and moves *at past it. */
static bool read_bound(const char **at, double *out)
{
	const char *dots = strstr(*at, "..");
	size_t len = dots ? (size_t)(dots - *at) : strlen(*at);
	char text[40], *end;

	if (len == 0 || len >= sizeof text)
		return false;
	memcpy(text, *at, len);
	text[len] = '\0';
	*out = strtod(text, &end);
	*at = dots ? dots + 2 : *at + len;
	return *end == '\0' && isfinite(*out);
}

/* Reads "on..off" or "off..on". */
static bool read_words(const char *text, sweep *out)
{
	bool on_first = strcmp(text, "on..off") == 0;

	if (!on_first && strcmp(text, "off..on") != 0)
		return false;
	out->to = 1;
	out->words[!on_first] = "on";
	out->words[on_first] = "off";
	return true;
}

static bool read_numbers(const char *at, sweep *out)
{
	return read_bound(&at, &out->from) && read_bound(&at, &out->to) &&
	       (*at == '\0' || (read_bound(&at, &out->step) && *at == '\0' && out->step > 0));
}

status sweep_parse(const char *text, sweep *out, complaint *why)
{
	sweep w = {.step = 0};
	size_t name = strcspn(text, "=");
	const char *at = text + name + (text[name] == '=');
	bool good = name > 0 && name < sizeof w.option && (read_words(at, &w) || read_numbers(at, &w));

	memcpy(w.option, text, name < sizeof w.option ? name : 0);
	if (!good)
		return complain(
			why, ERR_USAGE,
			"--sweep must be OPTION=A..B, OPTION=A..B..STEP or OPTION=on..off, with numbers A and B, not '%s'",
			text);
	if (w.step == 0)
		w.step = w.from == w.to || (w.from == floor(w.from) && w.to == floor(w.to)) ? 1 : (w.to - w.from) / 10;
	if (w.to < w.from || (w.to - w.from) / w.step >= VALUES_MOST)
		return complain(why, ERR_USAGE,
				w.to < w.from ? "--sweep %s: must go upwards" : "--sweep %s: has more than %d values", text,
				VALUES_MOST);
	*out = w;
	return OK;
}
