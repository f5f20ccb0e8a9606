/* source — a store that is looked into. */
#ifndef CRAWLER_INSPECT_SOURCE_H
#define CRAWLER_INSPECT_SOURCE_H

#include "store/ask.h"

typedef struct source {
	store *store;
	const char *file; /* the store's */
	const char *path; /* the same, if it is to be printed with what comes from the store; NULL: it is the only store */
} source;

#endif
