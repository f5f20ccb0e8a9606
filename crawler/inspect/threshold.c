#include "crawler/inspect/threshold.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
	const char *filter, *stage;
	threshold line;
} rows[] = {
	{"cascade", "resemblance", {"resemblance", "resemblance", 0, 1, "≥"}},
	{"cascade", "containment", {"contained", "containment", 0, 1, "≥"}},
	{"cascade", "simhash", {"hamming", "bits", 0, 64, "≤"}},
	{"sentence-hash", "sentences", {"sentence-share", "allowed", 0, 1, ">"}},
	{"sentence-hash", "pieces", {"sentence-share", "allowed", 0, 1, ">"}},
	{"spotsigs", "spots", {"jaccard", "tau", 0, 1, "≥"}},
	{"spotsigs", "features", {"jaccard", "tau", 0, 1, "≥"}},
	{"minhash", "resemblance", {"resemblance", "tau", 0, 1, "≥"}},
	{"feature-code", "feature-code", {"lcs", "lcs", 0, 64, "≥"}},
	{"length-variable", "feature-code", {"repeatability", "repeatability", 0, 1, "≥"}},
};

/* Returns the options of the filter with this name in a SPEC: the text after "cascade@1:". NULL: there is none, or there are
 * two. */
static const char *options_of(const char *spec, const char *filter)
{
	size_t len = strlen(filter);
	const char *found = NULL;

	for (const char *link = spec, *next; link; link = next) {
		next = strchr(link, '+');
		next = next ? next + 1 : NULL;
		if (strncmp(link, filter, len) != 0 || (link[len] != '@' && link[len] != ':'))
			continue;
		if (found)
			return NULL;
		found = strchr(link, ':');
	}
	return found;
}

const char *threshold_option(const char *spec, const char *filter, const char *name, arena *a)
{
	const char *at = options_of(spec, filter);
	size_t len = strlen(name);

	for (; at && (*at == ':' || *at == ','); at += 1 + strcspn(at + 1, ",+"))
		if (strncmp(at + 1, name, len) == 0 && at[1 + len] == '=')
			return arena_text(a, at + len + 2, strcspn(at + len + 2, ",+"));
	return NULL;
}

/* Finds the line of row i. false: the SPEC has no such filter, or the option is not a number: allowed=auto. */
static bool draw(size_t i, const char *spec, arena *memory, threshold *out)
{
	const char *value = threshold_option(spec, rows[i].filter, rows[i].line.option, memory);
	char *end;

	*out = rows[i].line;
	out->at = value ? strtod(value, &end) : 0;
	return value && end != value && isfinite(out->at);
}

bool threshold_of(const char *spec, const char *filter, const char *stage, arena *memory, threshold *out)
{
	if (!filter || !stage)
		return false;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (strcmp(rows[i].filter, filter) == 0 && strcmp(rows[i].stage, stage) == 0)
			return draw(i, spec, memory, out);
	return false;
}

static bool is_among(const threshold *lines, size_t n, const threshold *x)
{
	for (size_t i = 0; i < n; i++)
		if (strcmp(lines[i].number, x->number) == 0 && strcmp(lines[i].option, x->option) == 0)
			return true;
	return false;
}

size_t thresholds_of(const char *spec, arena *memory, threshold out[THRESHOLDS_MOST])
{
	size_t n = 0;

	for (size_t i = 0; i < sizeof rows / sizeof *rows && n < THRESHOLDS_MOST; i++)
		if (draw(i, spec, memory, &out[n]) && !is_among(out, n, &out[n]))
			n++;
	return n;
}

bool threshold_number(const char *evidence, const char *name, double *out)
{
	char key[80];
	const char *at;
	char *end;

	snprintf(key, sizeof key, "\"%s\":", name);
	at = evidence ? strstr(evidence, key) : NULL;
	if (!at)
		return false;
	at += strlen(key);
	*out = strtod(at, &end);
	return end != at && isfinite(*out);
}
