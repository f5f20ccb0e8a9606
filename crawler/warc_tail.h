/* warc_tail — where the last whole record of a gzipped WARC file ends. A power cut may leave half a one, behind which
 * nobody could read what is appended. */
#ifndef CRAWLER_WARC_TAIL_H
#define CRAWLER_WARC_TAIL_H

#include <stdint.h>
#include <sys/types.h>

#include "base/status.h"

/* How much of the size bytes of fd is whole, in *out; size, when all is. Looks for the last gzip member that holds a
 * record, from the end, and reads no more than that. ERR_FORMAT: there is none. ERR_IO; ERR_MEMORY. */
status warc_whole(int fd, off_t size, off_t *out);

#endif
