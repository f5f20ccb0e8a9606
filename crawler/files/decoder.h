/* decoder — decompresses a stream of gzip, zstd or xz, piece by piece. Such a file is a series of frames: the members of gzip, the
 * streams of xz. Its first bytes show the format. */
#ifndef CRAWLER_FILES_DECODER_H
#define CRAWLER_FILES_DECODER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct decoder decoder;

enum { DECODER_MAGIC_MOST = 6 }; /* bytes needed to recognize the format */

/* Returns the format of a frame that begins with these bytes: "gzip", "zstd" or "xz"; NULL: none does. *may: whether more bytes could
 * make it one. */
const char *decoder_of(const uint8_t *bytes, size_t len, bool *may);

/* Opens a decoder for a frame that begins with these bytes. memory: bytes that decompression may take. NULL: no frame begins with
 * them, or out of memory. */
decoder *decoder_open(const uint8_t *bytes, size_t len, size_t memory);
void decoder_close(decoder *d); /* accepts NULL */
const char *decoder_name(const decoder *d);
/* Call it before each frame but the first. false: out of memory. */
bool decoder_begin(decoder *d);

typedef struct decoder_io {
	const uint8_t *in; /* decoder_step moves these four on */
	size_t in_len;
	char *out;
	size_t room;
	bool ended;        /* the frame has ended */
	const char *error; /* the data is damaged, or needs more than `memory` bytes to decompress; NULL: no error */
} decoder_io;

/* Decompresses as much as the bytes and the room allow. */
void decoder_step(decoder *d, decoder_io *io);

#endif
