#include "crawler/web/unpack.h"

#include <brotli/decode.h>
#include <stdint.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>

#include "base/mark.h"

enum { CODINGS_MOST = 5 }; /* of one body; even two are rare */

/* Appends a piece, as far as there is room for it. */
static status append_piece(buffer *out, size_t most, const void *piece, size_t len)
{
	size_t room = most - out->len;

	if (!buffer_append(out, piece, len < room ? len : room))
		return ERR_MEMORY;
	return len > room ? ERR_LIMIT : OK;
}

static bool starts(const char *bytes, size_t len, const char *magic, size_t magic_len)
{
	return len >= magic_len && memcmp(bytes, magic, magic_len) == 0;
}

/* Decompresses gzip, with any number of members, or zlib; bits < 0: raw deflate. */
static status unpack_zlib(const char *bytes, size_t len, int bits, size_t most, buffer *out, bool *whole)
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
	*whole = code == Z_STREAM_END;
	inflateEnd(&z);
	return err;
}

/* When a piece is full, zstd may hold more output. That is taken first, before the next input, which may be damaged or
 * at its end. */
static status unpack_zstd(const char *bytes, size_t len, size_t most, buffer *out, bool *whole)
{
	ZSTD_DCtx *z = ZSTD_createDCtx();
	ZSTD_inBuffer in = {bytes, len, 0}, none = {NULL, 0, 0};
	char piece[65536];
	ZSTD_outBuffer o = {piece, sizeof piece, 0};
	size_t code, left = 1; /* 0 at the end of a frame */
	status err = z ? OK : ERR_MEMORY;

	while (!err && (o.pos == o.size || in.pos < in.size)) {
		ZSTD_inBuffer *next = o.pos == o.size ? &none : &in;

		o.pos = 0;
		code = ZSTD_decompressStream(z, &o, next);
		left = o.pos || next == &in ? code : left; /* with neither, code would ask for another frame */
		if (ZSTD_isError(code))
			break;
		err = append_piece(out, most, piece, o.pos);
	}
	*whole = left == 0;
	ZSTD_freeDCtx(z);
	return err;
}

/* When the input ends, brotli returns its remaining output only if it is called again. */
static status unpack_brotli(const char *bytes, size_t len, size_t most, buffer *out, bool *whole)
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
	*whole = code == BROTLI_DECODER_RESULT_SUCCESS;
	if (z)
		BrotliDecoderDestroyInstance(z);
	return err;
}

/* Does it begin like an uncompressed page? */
static bool is_text(const char *bytes, size_t len)
{
	return len == 0 || (*bytes && strchr("< \t\r\n", *bytes)) || starts(bytes, len, "\xef\xbb\xbf", 3);
}

/* A frame, or one that is to be skipped (RFC 8878 §3.1.2), before others. */
static bool is_zstd(const char *bytes, size_t len)
{
	return starts(bytes, len, "\x28\xb5\x2f\xfd", 4) ||
	       (len > 4 && (*bytes & 0xf0) == 0x50 && memcmp(bytes + 1, "\x2a\x4d\x18", 3) == 0);
}

static bool is_zlib(const char *bytes, size_t len)
{
	return len > 2 && (bytes[0] & 0x0f) == 8 && ((unsigned char)bytes[0] * 256 + (unsigned char)bytes[1]) % 31 == 0;
}

/* Removes one coding. Leaves bytes that do not look compressed, and unknown codings, as they are. */
static status unpack_one(firstprint_span coding, firstprint_span in, size_t most, buffer *out, bool *whole)
{
	*whole = true;
	if (starts(in.at, in.len, "\x1f\x8b", 2))
		return unpack_zlib(in.at, in.len, 15 + 16, most, out, whole);
	if (is_zstd(in.at, in.len))
		return unpack_zstd(in.at, in.len, most, out, whole);
	if (!is_text(in.at, in.len) && mark_is_one(coding, "br")) /* brotli has no magic number */
		return unpack_brotli(in.at, in.len, most, out, whole);
	if (!is_text(in.at, in.len) && mark_is_one(coding, "deflate"))
		return unpack_zlib(in.at, in.len, is_zlib(in.at, in.len) ? 15 : -15, most, out, whole);
	return append_piece(out, most, in.at, in.len);
}

/* Returns the last coding of the list; *len becomes the length without it and its comma. */
static firstprint_span last_coding(const char *codings, size_t *len)
{
	size_t end = *len, from;

	while (end && strchr(" \t,", codings[end - 1]))
		end--;
	for (from = end; from && codings[from - 1] != ',';)
		from--;
	*len = from ? from - 1 : 0;
	while (from < end && strchr(" \t", codings[from]))
		from++;
	return (firstprint_span){codings + from, end - from};
}

status unpack(const char *codings, const char *bytes, size_t len, size_t most, buffer *out, bool *whole)
{
	size_t left = strlen(codings);
	firstprint_span in = {bytes, len};
	status err = OK;

	*whole = true;
	for (int n = 0; n < CODINGS_MOST && (n == 0 || left) && (!err || err == ERR_LIMIT); n++) {
		firstprint_span coding = last_coding(codings, &left);
		buffer unpacked = {0};
		bool good;

		err = unpack_one(coding, in, most, &unpacked, &good);
		*whole &= good && !err;
		buffer_free(out);
		*out = unpacked;
		in = (firstprint_span){out->bytes ? out->bytes : "", out->len};
	}
	return err;
}
