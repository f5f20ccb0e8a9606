/* warc_tail — where the last whole record of a gzipped WARC file ends. A power cut may leave half a one, or zeros, behind
 * which nobody could read what is appended. */
#ifndef CRAWLER_FILES_WARC_TAIL_H
#define CRAWLER_FILES_WARC_TAIL_H

#include <stdint.h>
#include <sys/types.h>

#include "base/status.h"

/* How much of fd, from its start, is whole records, in *out: all of it, or what stands before a last record that is cut, or
 * before zeros. from: up to here it is known to be whole, and is not read; 0 reads all of it. ERR_FORMAT: it does not begin
 * as a WARC does; ERR_LIMIT: behind *out is something else, which nobody should cut; ERR_IO; ERR_MEMORY. */
status warc_valid_length(int fd, off_t from, off_t *out);

#endif
