/* decoder — decompresses a stream of gzip, zstd or xz, piece by piece. Such a file has frames, one after the other: the members
 * of gzip, the streams of xz. Its first bytes show which it is. */
#ifndef CRAWLER_FILES_DECODER_H
#define CRAWLER_FILES_DECODER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct decoder decoder;

enum { DECODER_MAGIC_MOST = 6 }; /* bytes that are needed to see what it is */

/* Does a frame begin so? *name: of what: "gzip", "zstd", "xz". may: it could, with more bytes, of which len are there so far. */
bool decoder_starts(const uint8_t *bytes, size_t len, const char **name, bool *may);

/* For a frame that begins so. memory: bytes that decompression may take. NULL: none begins so, or out of memory. */
decoder *decoder_open(const uint8_t *bytes, size_t len, size_t memory);
void decoder_close(decoder *d); /* accepts NULL */
const char *decoder_name(const decoder *d);
/* Before each frame but the first. false: out of memory. */
bool decoder_begin(decoder *d);

typedef struct decoder_io {
	const uint8_t *in; /* these four move on */
	size_t in_len;
	char *out;
	size_t room;
	bool ended;        /* the frame has */
	const char *error; /* the data is damaged, or would take more than `memory` bytes to decompress; NULL: it is not */
} decoder_io;

/* Decompresses as much as there are bytes and room for. */
void decoder_step(decoder *d, decoder_io *io);

#endif
