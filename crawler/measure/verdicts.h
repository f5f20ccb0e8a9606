/* verdicts — reads the verdicts of another program on a set of pages, to score them like those of a filter.
 *
 * A file has lines {"id": …, "of": …, "verdict": …}: `id` is that of a page, `of` that of the page it repeats; null or missing: it
 * repeats none. `verdict` may be missing, too: a page with `of` is then a near-duplicate. Other fields are ignored, so the output
 * of `firstprint filter` works. */
#ifndef CRAWLER_MEASURE_VERDICTS_H
#define CRAWLER_MEASURE_VERDICTS_H

#include "crawler/batch/batch.h"

/* Replaces the verdicts of b by those in the file. *silent: how many pages it does not mention; they count as unique. ERR_IO: the
 * file cannot be read; ERR_FORMAT: a line is not a verdict, an id is not in b, or a verdict is unknown; why names file and line.
 * ERR_MEMORY. */
status verdicts_read(const char *file, batch *b, size_t *silent, complaint *why);

#endif
