#include "crawler/files/decoder.h"

#include <lzma.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include "base/buffer.h"

enum { DICTIONARY_MOST = 16 << 20, FRAME_HEAD = 8 };

static const char needs_memory[] = "needs more memory to be decompressed than --memory allows";

struct kind {
	const char *name;
	uint8_t magic[DECODER_MAGIC_MOST];
	uint8_t magic_len, mask; /* mask: the bits of the first byte that count */
	bool (*begin)(decoder *d);
	void (*step)(decoder *d, decoder_io *io);
	void (*close)(decoder *d);
};

struct decoder {
	const struct kind *kind;
	z_stream gzip;
	size_t memory; /* that decompression may take */
	ZSTD_DStream *zstd;
	bool has_begun;    /* zstd: the first frame has been seen */
	buffer dictionary; /* zstd: the part read so far of a WARC file's dictionary, with the head of its frame */
	lzma_stream xz;
};

/* ── gzip ── */

static bool begin_gzip(decoder *d)
{
	return d->gzip.state ? inflateReset(&d->gzip) == Z_OK : inflateInit2(&d->gzip, 15 + 16) == Z_OK;
}

static void step_gzip(decoder *d, decoder_io *io)
{
	z_stream *z = &d->gzip;
	int code;

	z->next_in = (Bytef *)(uintptr_t)io->in;
	z->avail_in = (uInt)io->in_len;
	z->next_out = (Bytef *)io->out;
	z->avail_out = (uInt)io->room;
	code = inflate(z, Z_NO_FLUSH);
	io->in = z->next_in;
	io->in_len = z->avail_in;
	io->out = (char *)z->next_out;
	io->room = z->avail_out;
	io->ended = code == Z_STREAM_END;
	if (code != Z_OK && code != Z_STREAM_END && code != Z_BUF_ERROR)
		io->error = z->msg ? z->msg : code == Z_MEM_ERROR ? "out of memory" : "not gzip";
}

static void close_gzip(decoder *d)
{
	inflateEnd(&d->gzip);
}

/* ── zstd ── */

/* Returns the largest window that fits into the memory, as a power of two. */
static int window_log(size_t memory)
{
	int log = 10;

	while (log < 31 && (size_t)1 << (log + 1) <= memory)
		log++;
	return log;
}

static bool begin_zstd(decoder *d)
{
	if (!d->zstd)
		d->zstd = ZSTD_createDStream();
	return d->zstd && !ZSTD_isError(ZSTD_DCtx_reset(d->zstd, ZSTD_reset_session_only)) &&
	       !ZSTD_isError(ZSTD_DCtx_setParameter(d->zstd, ZSTD_d_windowLogMax, window_log(d->memory)));
}

/* Decompresses a dictionary, if it is compressed. NULL: it is damaged or too long; *to_free may be NULL. */
static const void *unpacked_dictionary(const char *at, size_t *len, void **to_free)
{
	unsigned long long full = ZSTD_getFrameContentSize(at, *len);

	*to_free = NULL;
	if (*len < 4 || memcmp(at, "\x28\xb5\x2f\xfd", 4) != 0)
		return at;
	if (full == ZSTD_CONTENTSIZE_ERROR || full == ZSTD_CONTENTSIZE_UNKNOWN || full > DICTIONARY_MOST)
		full = DICTIONARY_MOST;
	*to_free = malloc(full + 1);
	*len = *to_free ? ZSTD_decompress(*to_free, full, at, *len) : 0;
	return *to_free && !ZSTD_isError(*len) ? *to_free : NULL;
}

static bool load_dictionary(decoder *d)
{
	size_t len = d->dictionary.len - FRAME_HEAD;
	void *to_free;
	const void *at = unpacked_dictionary(d->dictionary.bytes + FRAME_HEAD, &len, &to_free);
	bool loaded = at && !ZSTD_isError(ZSTD_DCtx_loadDictionary(d->zstd, at, len));

	free(to_free);
	buffer_free(&d->dictionary);
	return loaded;
}

/* Collects the bytes of the first frame, which has the dictionary of a WARC file, and which other readers skip (WARC-ZSTD 1.0). The
 * frame ends when the dictionary is complete. */
static void step_dictionary(decoder *d, decoder_io *io)
{
	buffer *b = &d->dictionary;
	const uint8_t *head;
	size_t whole = FRAME_HEAD, n;

	for (;;) {
		n = b->len < whole && io->in_len ? whole - b->len : 0;
		n = n < io->in_len ? n : io->in_len;
		if (!buffer_append(b, (const char *)io->in, n)) {
			io->error = "out of memory";
			return;
		}
		io->in += n;
		io->in_len -= n;
		if (b->len < whole || whole > FRAME_HEAD)
			break;
		head = (const uint8_t *)b->bytes;
		whole += (size_t)head[4] | (size_t)head[5] << 8 | (size_t)head[6] << 16 | (size_t)head[7] << 24;
		if (whole > DICTIONARY_MOST) {
			io->error = "its dictionary is too long";
			return;
		}
	}
	io->ended = b->len == whole;
	if (io->ended && !load_dictionary(d))
		io->error = "its dictionary is damaged";
}

static void step_zstd(decoder *d, decoder_io *io)
{
	ZSTD_inBuffer in = {io->in, io->in_len, 0};
	ZSTD_outBuffer out = {io->out, io->room, 0};
	size_t code;

	if (!d->has_begun && io->in_len && (io->in[0] == 0x5d || d->dictionary.len)) {
		step_dictionary(d, io);
		d->has_begun = io->ended;
		return;
	}
	d->has_begun = true;
	code = ZSTD_decompressStream(d->zstd, &out, &in);
	io->in += in.pos;
	io->in_len -= in.pos;
	io->out += out.pos;
	io->room -= out.pos;
	io->ended = code == 0;
	if (ZSTD_isError(code))
		io->error = ZSTD_getErrorCode(code) == ZSTD_error_frameParameter_windowTooLarge ? needs_memory
												: ZSTD_getErrorName(code);
}

static void close_zstd(decoder *d)
{
	ZSTD_freeDStream(d->zstd);
	buffer_free(&d->dictionary);
}

/* ── xz ── */

static bool begin_xz(decoder *d)
{
	return lzma_stream_decoder(&d->xz, d->memory, 0) == LZMA_OK;
}

static void step_xz(decoder *d, decoder_io *io)
{
	lzma_stream *z = &d->xz;
	lzma_ret code;

	z->next_in = io->in;
	z->avail_in = io->in_len;
	z->next_out = (uint8_t *)io->out;
	z->avail_out = io->room;
	code = lzma_code(z, LZMA_RUN);
	io->in = z->next_in;
	io->in_len = z->avail_in;
	io->out = (char *)z->next_out;
	io->room = z->avail_out;
	io->ended = code == LZMA_STREAM_END;
	if (code != LZMA_OK && code != LZMA_STREAM_END && code != LZMA_BUF_ERROR)
		io->error = code == LZMA_MEM_ERROR        ? "out of memory"
			    : code == LZMA_MEMLIMIT_ERROR ? needs_memory
							  : "damaged data";
}

static void close_xz(decoder *d)
{
	lzma_end(&d->xz);
}

/* ── any ── */

static const struct kind kinds[] = {
	{"gzip", {0x1f, 0x8b}, 2, 0xff, begin_gzip, step_gzip, close_gzip},
	{"zstd", {0x28, 0xb5, 0x2f, 0xfd}, 4, 0xff, begin_zstd, step_zstd, close_zstd},
	/* a frame that is skipped, as pzstd writes: */
	{"zstd", {0x50, 0x2a, 0x4d, 0x18}, 4, 0xf0, begin_zstd, step_zstd, close_zstd},
	{"xz", {0xfd, '7', 'z', 'X', 'Z', 0}, 6, 0xff, begin_xz, step_xz, close_xz},
};

static bool agrees(const struct kind *k, const uint8_t *bytes, size_t len)
{
	return len == 0 || ((bytes[0] & k->mask) == k->magic[0] && memcmp(bytes + 1, k->magic + 1, len - 1) == 0);
}

static const struct kind *kind_of(const uint8_t *bytes, size_t len, bool *may)
{
	*may = false;
	for (const struct kind *k = kinds; k < kinds + sizeof kinds / sizeof *kinds; k++) {
		if (!agrees(k, bytes, len < k->magic_len ? len : k->magic_len))
			continue;
		if (len >= k->magic_len)
			return k;
		*may = true;
	}
	return NULL;
}

const char *decoder_of(const uint8_t *bytes, size_t len, bool *may)
{
	const struct kind *k = kind_of(bytes, len, may);

	return k ? k->name : NULL;
}

decoder *decoder_open(const uint8_t *bytes, size_t len, size_t memory)
{
	bool may;
	const struct kind *k = kind_of(bytes, len, &may);
	decoder *d = k ? calloc(1, sizeof *d) : NULL;

	if (!d)
		return NULL;
	d->kind = k;
	d->memory = memory;
	if (k->begin(d))
		return d;
	decoder_close(d);
	return NULL;
}

void decoder_close(decoder *d)
{
	if (!d)
		return;
	d->kind->close(d);
	free(d);
}

const char *decoder_name(const decoder *d)
{
	return d->kind->name;
}

bool decoder_begin(decoder *d)
{
	return d->kind->begin(d);
}

void decoder_step(decoder *d, decoder_io *io)
{
	io->ended = false;
	io->error = NULL;
	d->kind->step(d, io);
}
