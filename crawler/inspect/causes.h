/* causes — what a cause of drops (store/cause.h) means, and what the owner of the site, or who crawls it, can do about it. */
#ifndef CRAWLER_INSPECT_CAUSES_H
#define CRAWLER_INSPECT_CAUSES_H

#include "crawler/console/rows.h"

typedef struct causes_advice {
	const char *is;   /* "the same path on another host" */
	const char *does; /* a sentence: "Redirect http to https (301)." */
} causes_advice;

/* r: a row of ASK_CAUSES. Texts are in a, or constants. */
void causes_advise(const table_row *r, arena *a, causes_advice *out);

#endif
