/* warc_block — the bytes of a record of WARC or ARC, whose length may be wrong. If it reaches into the next record, that record is next.
 *
 * A record may have a WARC file in it. So one that begins inside is taken for the next only if what follows after the length is neither
 * a record nor the end of the file; it is then read again. A length above PAGE_BYTES_MOST, and any length once READ_AGAIN_MOST bytes
 * were read again, is not believed: there the first record that begins inside is the next. */
#ifndef CRAWLER_FILES_WARC_BLOCK_H
#define CRAWLER_FILES_WARC_BLOCK_H

#include "crawler/files/page_reader.h"

/* Reads len bytes into r->room, which gets PAGE_BYTES_MOST of them at most. ERR_FORMAT: the length is wrong, or the file ends before.
 * ERR_IO, ERR_MEMORY; ERR_MISSING: a signal has ended the input. */
status warc_block_read(page_reader *r, uint64_t len, complaint *why);

#endif
