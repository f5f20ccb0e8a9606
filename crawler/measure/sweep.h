/* sweep — the values of an option that a filter is measured with, one after another: `eval --sweep`. */
#ifndef CRAWLER_MEASURE_SWEEP_H
#define CRAWLER_MEASURE_SWEEP_H

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"

typedef struct sweep {
	char option[64]; /* "key": no option, but the key that the filter hashes with */
	double from, to, step;
	const char *words[2]; /* of a switch, whose values are 0 and 1; NULL: of a number */
} sweep;

/* Reads OPTION=A..B[..STEP] or OPTION=on..off. ERR_USAGE: it is neither, goes down, or has too many values; why says so. */
status sweep_parse(const char *text, sweep *out, complaint *why);
bool sweep_is_keys(const sweep *w);
size_t sweep_values(const sweep *w);
/* Writes the nth value, from 0, as it stands in a SPEC. */
enum { SWEEP_VALUE = 40 };
void sweep_value(const sweep *w, size_t n, char out[SWEEP_VALUE]);

#endif
