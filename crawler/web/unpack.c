#include "crawler/web/unpack.h"

#include <brotli/decode.h>
#include <stdint.h>
#include <string.h>
#include <strings.h>
#include <zlib.h>
#include <zstd.h>

/* Appends a piece, if out does not become longer than most. */
static status append_piece(buffer *out, size_t most, const void *piece, size_t len)
{
	if (out->len + len > most)
		return ERR_LIMIT;
	return buffer_append(out, piece, len) ? OK : ERR_MEMORY;
}

static bool starts(const char *bytes, size_t len, const char *magic, size_t magic_len)
{
	return len >= magic_len && memcmp(bytes, magic, magic_len) == 0;
}

/* Decompresses gzip, with any number of members, or zlib; bits < 0: raw deflate. */
static status unpack_zlib(const char *bytes, size_t len, int bits, size_t most, buffer *out)
{
	z_stream z = {.next_in = (Bytef *)(uintptr_t)bytes, .avail_in = (uInt)len};
	char piece[65536];
	status err = OK;
	int code = Z_OK;

	if (inflateInit2(&z, bits) != Z_OK)
		return ERR_MEMORY;
	while (code == Z_OK && !err) {
		z.next_out = (Bytef *)piece;
		z.avail_out = sizeof piece;
		code = inflate(&z, Z_NO_FLUSH);
		err = code == Z_MEM_ERROR ? ERR_MEMORY : append_piece(out, most, piece, sizeof piece - z.avail_out);
		if (code == Z_STREAM_END && starts((const char *)z.next_in, z.avail_in, "\x1f\x8b", 2))
			code = inflateReset(&z);
		else if (z.avail_in == 0 && z.avail_out)
			break;
	}
	inflateEnd(&z);
	return err;
}

/* When a piece is full, zstd may hold more output. That is taken first, before the next input, which may be damaged or
 * at its end. */
static status unpack_zstd(const char *bytes, size_t len, size_t most, buffer *out)
{
	ZSTD_DCtx *z = ZSTD_createDCtx();
	ZSTD_inBuffer in = {bytes, len, 0}, none = {NULL, 0, 0};
	char piece[65536];
	ZSTD_outBuffer o = {piece, sizeof piece, 0};
	status err = z ? OK : ERR_MEMORY;

	while (!err && (o.pos == o.size || in.pos < in.size)) {
		ZSTD_inBuffer *next = o.pos == o.size ? &none : &in;

		o.pos = 0;
		if (ZSTD_isError(ZSTD_decompressStream(z, &o, next)))
			break;
		err = append_piece(out, most, piece, o.pos);
	}
	ZSTD_freeDCtx(z);
	return err;
}

/* When the input ends, brotli returns the output that it still holds only if it is called again. */
static status unpack_brotli(const char *bytes, size_t len, size_t most, buffer *out)
{
	BrotliDecoderState *z = BrotliDecoderCreateInstance(NULL, NULL, NULL);
	BrotliDecoderResult code = BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT;
	const uint8_t *in = (const uint8_t *)bytes;
	uint8_t piece[65536], *to;
	status err = z ? OK : ERR_MEMORY;

	while (!err && (code == BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT || BrotliDecoderHasMoreOutput(z))) {
		size_t room = sizeof piece;

		to = piece;
		code = BrotliDecoderDecompressStream(z, &len, &in, &room, &to, NULL);
		err = append_piece(out, most, piece, sizeof piece - room);
	}
	if (z)
		BrotliDecoderDestroyInstance(z);
	return err;
}

/* Does it begin like a page that is not compressed? */
static bool is_text(const char *bytes, size_t len)
{
	return len == 0 || (*bytes && strchr("< \t\r\n", *bytes)) || starts(bytes, len, "\xef\xbb\xbf", 3);
}

static bool is_zlib(const char *bytes, size_t len)
{
	return len > 2 && (bytes[0] & 0x0f) == 8 && ((unsigned char)bytes[0] * 256 + (unsigned char)bytes[1]) % 31 == 0;
}

status unpack(const char *coding, const char *bytes, size_t len, size_t most, buffer *out)
{
	if (starts(bytes, len, "\x1f\x8b", 2))
		return unpack_zlib(bytes, len, 15 + 16, most, out);
	if (starts(bytes, len, "\x28\xb5\x2f\xfd", 4))
		return unpack_zstd(bytes, len, most, out);
	if (!*coding || strcasecmp(coding, "identity") == 0 || is_text(bytes, len))
		return append_piece(out, most, bytes, len);
	if (strcasecmp(coding, "br") == 0) /* brotli has no magic number */
		return unpack_brotli(bytes, len, most, out);
	if (strcasecmp(coding, "deflate") == 0)
		return unpack_zlib(bytes, len, is_zlib(bytes, len) ? 15 : -15, most, out);
	return strcasecmp(coding, "gzip") == 0 || strcasecmp(coding, "x-gzip") == 0 || strcasecmp(coding, "zstd") == 0
		       ? append_piece(out, most, bytes, len)
		       : ERR_FORMAT;
}
