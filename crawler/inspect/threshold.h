/* threshold — which number of the evidence a stage decides by, and the line that it is held against. */
#ifndef CRAWLER_INSPECT_THRESHOLD_H
#define CRAWLER_INSPECT_THRESHOLD_H

#include <stdbool.h>

#include "base/arena.h"

typedef struct threshold {
	const char *number; /* its name in the evidence: "resemblance" */
	const char *option; /* of the filter, which holds the line; it may have the number's name */
	double at;
	double top;       /* the number is between 0 and this */
	const char *sign; /* between the number and the line, for a page that is dropped: "≥", ">", "≤" */
} threshold;

/* The line of a stage of a built-in filter that drops pages by a number. false: it has none. spec: of the store, with all options;
 * memory is used up a little. */
bool threshold_of(const char *spec, const char *filter, const char *stage, arena *memory, threshold *out);

/* All lines of the filters in a SPEC, each number with each option once. Returns how many. */
enum { THRESHOLDS_MOST = 16 };
size_t thresholds_of(const char *spec, arena *memory, threshold out[THRESHOLDS_MOST]);

/* The value of an option as it stands in a SPEC with all options, in a. NULL: there is none, or the filter is asked twice, so that
 * nobody can tell which of them decided. */
const char *threshold_option(const char *spec, const char *filter, const char *name, arena *a);

/* A finite number of evidence in JSON, without reading all of it. false: it is not there. */
bool threshold_number(const char *evidence, const char *name, double *out);

#endif
