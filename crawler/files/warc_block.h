/* warc_block — reads the block of a WARC or ARC record, whose stated length may be wrong. If it reaches into the next record,
 * reading goes on with that record.
 *
 * A record may contain a WARC file. So a record that begins inside the block counts as the next one only if neither a record nor
 * the end of the file follows the stated length; it is then read again. A length above PAGE_BYTES_MOST is not trusted, nor is any
 * length once READ_AGAIN_MOST bytes have been read again: then the first record that begins inside is the next. */
#ifndef CRAWLER_FILES_WARC_BLOCK_H
#define CRAWLER_FILES_WARC_BLOCK_H

#include "crawler/files/page_reader.h"

/* Reads len bytes, and keeps at most the first PAGE_BYTES_MOST of them in r->room. ERR_FORMAT: the length is wrong, or the file
 * ends earlier. ERR_IO, ERR_MEMORY; ERR_MISSING: a signal ended the input. */
status warc_block_read(page_reader *r, uint64_t len, complaint *why);

#endif
