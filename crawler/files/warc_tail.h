/* warc_tail — finds the end of the last complete record of a gzipped WARC file. A power cut may leave an incomplete record or zeros
 * after it, and readers would not find records appended after those. */
#ifndef CRAWLER_FILES_WARC_TAIL_H
#define CRAWLER_FILES_WARC_TAIL_H

#include <stdint.h>
#include <sys/types.h>

#include "base/status.h"
#include "crawler/files/cdxj.h"

/* *out: how many bytes of fd, from its start, are complete records; after them there is nothing, or an incomplete last record,
 * or zeros. from: the end of a record; the file is known to be complete up to it, and is read only from there on; 0: reads all
 * of it. If that turns out to be wrong, it reads the whole file. ERR_FORMAT: not a WARC file; ERR_LIMIT: something else follows
 * *out, which must not be cut off; ERR_IO; ERR_MEMORY. The index, which may be NULL, gets the first 64 KiB of each complete
 * record that is read, and some records twice if the whole file is read. */
status warc_valid_length(int fd, off_t from, cdxj *index, off_t *out);

#endif
