/* warc_tail — where the last whole record of a gzipped WARC file ends. A power cut may leave half a one, or zeros, behind
 * which nobody could read what is appended. */
#ifndef CRAWLER_FILES_WARC_TAIL_H
#define CRAWLER_FILES_WARC_TAIL_H

#include <stdint.h>
#include <sys/types.h>

#include "base/status.h"

/* How much of fd, from its start, is whole members, in *out; all of it, or what is before a last one that is cut, or before
 * zeros. Reads all of it. ERR_FORMAT: it does not begin as a WARC does; ERR_LIMIT: behind *out is something else, which
 * nobody should cut; ERR_IO; ERR_MEMORY. */
status warc_whole(int fd, off_t *out);

#endif
