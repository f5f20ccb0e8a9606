/* threshold — the number of the evidence by which a stage decides, and the threshold (the line) that it compares it with. */
#ifndef CRAWLER_INSPECT_THRESHOLD_H
#define CRAWLER_INSPECT_THRESHOLD_H

#include <stdbool.h>

#include "base/arena.h"

typedef struct threshold {
	const char *number; /* its name in the evidence: "resemblance" */
	const char *option; /* the filter's option that sets the line; it may have the number's name */
	double at;
	double top;       /* the number is between 0 and this */
	const char *sign; /* between the number and the line of a dropped page: "≥", ">", "≤" */
} threshold;

/* Finds the line of a stage of a built-in filter that drops pages by a number. false: it has none. spec: of the store, with all
 * options. Allocates a little in memory. */
bool threshold_of(const char *spec, const char *filter, const char *stage, arena *memory, threshold *out);

/* Lists all lines of the filters in a SPEC, each pair of number and option once. Returns how many. */
enum { THRESHOLDS_MOST = 16 };
size_t thresholds_of(const char *spec, arena *memory, threshold out[THRESHOLDS_MOST]);

/* Returns the value of an option in a SPEC with all options, in a. NULL: there is none, or the SPEC has the filter twice, so it is
 * unknown which of the two decided. */
const char *threshold_option(const char *spec, const char *filter, const char *name, arena *a);

/* Reads a finite number from evidence in JSON, without parsing all of it. false: it is not there. */
bool threshold_number(const char *evidence, const char *name, double *out);

#endif
