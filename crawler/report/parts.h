/* parts — the parts of facts; only for this folder. Each adds its fields to the object. */
#ifndef CRAWLER_REPORT_PARTS_H
#define CRAWLER_REPORT_PARTS_H

#include "crawler/report/facts.h"

typedef struct facts {
	const source *from;
	const char *spec;
	size_t details; /* the most */
	arena *memory;
	json_t *out;
} facts;

status facts_put_numbers(facts *f); /* histograms */
status facts_put_groups(facts *f);  /* groups, drops, deciders, details */

#endif
