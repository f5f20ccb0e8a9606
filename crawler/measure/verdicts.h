/* verdicts — what another program said about a set of pages, to be scored as if a filter here had said it.
 *
 * A file has lines {"id": …, "of": …, "verdict": …}: `id` is that of a page, `of` that of the page it repeats, null or not there: none.
 * `verdict` may be left out: a page with `of` is then a near-duplicate. Other fields are ignored, so that the output of
 * `firstprint filter` will do. */
#ifndef CRAWLER_MEASURE_VERDICTS_H
#define CRAWLER_MEASURE_VERDICTS_H

#include "crawler/batch/batch.h"

/* Replaces the verdicts of b by those in the file. *silent: of how many pages it says nothing; they count as unique. ERR_IO: the file
 * cannot be read; ERR_FORMAT: a line that is none, an id that is not in b, an unknown verdict; why names file and line.
 * ERR_MEMORY. */
status verdicts_read(const char *file, batch *b, size_t *silent, complaint *why);

#endif
