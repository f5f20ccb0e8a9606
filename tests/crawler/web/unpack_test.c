#include "crawler/web/unpack.h"

#include <criterion/criterion.h>
#include <stdint.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>

enum { PIECE = 65536, LONG = 280000, MOST = 1 << 20 }; /* PIECE: the most that is decoded at once */

static char text[LONG];
static bool whole;

/* Pseudo-random letters that compress to a third. */
static void make(void)
{
	uint32_t random = 1;

	for (size_t i = 0; i < LONG; i++) {
		if (i % 9 == 0)
			random = random * 1664525 + 1013904223;
		text[i] = "<p>The harbour was closed, and nobody in the town knew why."[((random >> 16) + i % 9) % 58];
	}
	memcpy(text, "<p>", 3);
}

TestSuite(unpack, .init = make);

/* ── compressors, which append ── */

static void deflated(const char *bytes, size_t len, int bits, buffer *out)
{
	static char room[2 * LONG];
	z_stream z = {.next_in = (Bytef *)(uintptr_t)bytes, .avail_in = (uInt)len, .next_out = (Bytef *)room, .avail_out = sizeof room};

	cr_assert(deflateInit2(&z, 6, Z_DEFLATED, bits, 9, Z_DEFAULT_STRATEGY) == Z_OK && deflate(&z, Z_FINISH) == Z_STREAM_END);
	cr_assert(buffer_append(out, room, sizeof room - z.avail_out));
	deflateEnd(&z);
}

static void gzip(const char *bytes, size_t len, buffer *out)
{
	deflated(bytes, len, 15 + 16, out);
}

static void zlib(const char *bytes, size_t len, buffer *out)
{
	deflated(bytes, len, 15, out);
}

static void raw_deflate(const char *bytes, size_t len, buffer *out)
{
	deflated(bytes, len, -15, out);
}

static void zstd(const char *bytes, size_t len, buffer *out)
{
	static char room[2 * LONG];

	cr_assert(buffer_append(out, room, ZSTD_compress(room, sizeof room, bytes, len, 3)));
}

/* One uncompressed block, since libbrotlienc is not used here; len is not 0. RFC 7932 §9: a window of 16 MiB; a block
 * that is not the last, with a length of 4 or 5 nibbles; an empty last block. */
static void brotli(const char *bytes, size_t len, buffer *out)
{
	bool is_long = len > 65536;
	uint32_t bits = 15 | (uint32_t)is_long << 5 | (uint32_t)(len - 1) << 7 | 1u << (is_long ? 27 : 23);

	cr_assert(buffer_append(out, (char[]){(char)bits, (char)(bits >> 8), (char)(bits >> 16), (char)(bits >> 24)}, is_long ? 4 : 3));
	cr_assert(buffer_append(out, bytes, len) && buffer_append(out, "\x03", 1));
}

static void plain(const char *bytes, size_t len, buffer *out)
{
	cr_assert(buffer_append(out, bytes, len));
}

/* ── decompression ── */

static struct {
	const char *name, *coding;
	void (*pack)(const char *bytes, size_t len, buffer *out);
} codings[] = {
	{"gzip", "gzip", gzip},	      {"x-gzip", "X-GZIP", gzip},  {"zlib", "deflate", zlib},  {"raw deflate", "Deflate", raw_deflate},
	{"zstd", "zstd", zstd},	      {"brotli", "br", brotli},	   {"gzip by its first bytes", "", gzip}, {"zstd by its first bytes", "", zstd},
	{"identity", "identity", plain}, {"none", "", plain},	   {"gzip under another name", "br", gzip},
	{"decompressed, header kept: gzip", "gzip", plain}, {"decompressed, header kept: br", "br", plain},
	{"decompressed, header kept: deflate", "deflate", plain}, {"decompressed, header kept: zstd", "zstd", plain},
};
enum { CODINGS = sizeof codings / sizeof *codings };

static void expect_text(const char *name, const buffer *got, size_t len)
{
	cr_expect(got->len == len && memcmp(got->bytes ? got->bytes : "", text, len) == 0, "%s: %zu bytes", name, got->len);
}

static void expect_back(size_t i, size_t len)
{
	buffer packed = {0}, got = {0};

	codings[i].pack(text, len, &packed);
	cr_expect_eq(unpack(codings[i].coding, packed.bytes, packed.len, MOST, &got, &whole), OK, "%s", codings[i].name);
	expect_text(codings[i].name, &got, len);
	cr_expect(whole, "%s", codings[i].name);
	buffer_free(&packed);
	buffer_free(&got);
}

static const size_t lengths[] = {1, 100, PIECE - 1, PIECE, PIECE + 1, 2 * PIECE, LONG};

Test(unpack, restores_compressed_data)
{
	for (size_t i = 0; i < CODINGS; i++)
		for (size_t k = 0; k < sizeof lengths / sizeof *lengths; k++)
			expect_back(i, lengths[k]);
}

/* The whole input may be read long before the last output. */
Test(unpack, restores_data_that_compresses_to_almost_nothing)
{
	memset(text, '<', LONG);
	for (size_t i = 0; i < CODINGS; i++)
		for (size_t k = 0; k < sizeof lengths / sizeof *lengths; k++)
			expect_back(i, lengths[k]);
}

Test(unpack, consecutive_members_and_frames_are_joined)
{
	for (size_t i = 0; i < CODINGS; i++) {
		buffer packed = {0}, got = {0};

		if (codings[i].pack != gzip && codings[i].pack != zstd)
			continue;
		codings[i].pack(text, 70000, &packed);
		codings[i].pack(text + 70000, 30, &packed);
		codings[i].pack(text + 70030, 0, &packed);
		codings[i].pack(text + 70030, LONG - 70030, &packed);
		cr_expect_eq(unpack(codings[i].coding, packed.bytes, packed.len, MOST, &got, &whole), OK, "%s", codings[i].name);
		expect_text(codings[i].name, &got, LONG);
		buffer_free(&packed);
		buffer_free(&got);
	}
}

Test(unpack, zstd_frames_that_are_to_be_skipped_are_skipped)
{
	static const char skipped[] = "\x5f\x2a\x4d\x18\4\0\0\0abcd";

	for (size_t i = 0; i < 3; i++) {
		buffer packed = {0}, got = {0};

		cr_assert(buffer_append(&packed, skipped, sizeof skipped - 1));
		zstd(text, LONG, &packed);
		cr_assert(buffer_append(&packed, "\x50\x2a\x4d\x18\0\0\0\0", 8));
		cr_expect_eq(unpack(((const char *const[]){"zstd", "", "gzip"})[i], packed.bytes, packed.len, MOST, &got, &whole), OK);
		expect_text("skippable", &got, LONG);
		cr_expect(whole);
		buffer_free(&packed);
		buffer_free(&got);
	}
}

/* The last quarter of the compressed bytes is cut off or damaged. */
static void expect_start(size_t i, bool is_cut)
{
	buffer packed = {0}, got = {0};

	codings[i].pack(text, LONG, &packed);
	for (size_t k = packed.len - packed.len / 4; k < packed.len; k++)
		packed.bytes[k] ^= (char)(k * 31 + 85);
	if (is_cut)
		packed.len -= packed.len / 4;
	cr_expect_eq(unpack(codings[i].coding, packed.bytes, packed.len, MOST, &got, &whole), OK, "%s", codings[i].name);
	cr_expect(got.len > LONG / 3 && memcmp(got.bytes, text, LONG / 3) == 0, "%s: %zu bytes", codings[i].name, got.len);
	if (is_cut)
		expect_text(codings[i].name, &got, got.len);
	if (is_cut || codings[i].pack != raw_deflate) /* which has no checksum */
		cr_expect_eq(whole, codings[i].pack == plain, "%s", codings[i].name);
	if (is_cut && codings[i].pack == brotli)
		cr_expect_eq(got.len, packed.len - 4, "uncompressed data comes whole");
	buffer_free(&packed);
	buffer_free(&got);
}

Test(unpack, cut_or_damaged_data_gives_all_that_can_be_decoded)
{
	for (size_t i = 0; i < CODINGS; i++) {
		expect_start(i, true);
		expect_start(i, false);
	}
}

Test(unpack, zstd_cut_after_a_block_gives_the_whole_block)
{
	static char room[2 * LONG];
	ZSTD_CCtx *z = ZSTD_createCCtx();
	ZSTD_inBuffer in = {text, 100000, 0};
	ZSTD_outBuffer packed = {room, sizeof room, 0};
	buffer got = {0};

	cr_assert_eq(ZSTD_compressStream2(z, &packed, &in, ZSTD_e_flush), 0);
	cr_expect_eq(unpack("zstd", room, packed.pos, MOST, &got, &whole), OK);
	expect_text("zstd", &got, 100000);
	buffer_free(&got);
	ZSTD_freeCCtx(z);
}

/* The second: a piece that does not fit is followed by one that would. */
static const size_t limits[] = {LONG - 1, 3 * PIECE - 1};

static void expect_cut(size_t i, size_t most)
{
	buffer packed = {0}, got = {0};

	codings[i].pack(text, LONG, &packed);
	cr_expect_eq(unpack(codings[i].coding, packed.bytes, packed.len, most, &got, &whole), ERR_LIMIT, "%s", codings[i].name);
	cr_expect_leq(got.len, most, "%s: %zu bytes", codings[i].name, got.len);
	expect_text(codings[i].name, &got, got.len);
	buffer_clear(&got);
	cr_expect_eq(unpack(codings[i].coding, packed.bytes, packed.len, LONG, &got, &whole), OK, "%s", codings[i].name);
	buffer_free(&packed);
	buffer_free(&got);
}

Test(unpack, output_that_would_be_too_long_is_cut)
{
	for (size_t i = 0; i < CODINGS; i++)
		for (size_t k = 0; k < sizeof limits / sizeof *limits; k++)
			expect_cut(i, limits[k]);
}

Test(unpack, replaces_what_is_in_the_buffer)
{
	buffer packed = {0}, got = {0};

	gzip("bytes", 5, &packed);
	cr_assert(buffer_append_text(&got, "before "));
	cr_expect_eq(unpack("gzip", packed.bytes, packed.len, 4, &got, &whole), ERR_LIMIT);
	cr_expect_str_eq(got.bytes, "byte");
	cr_expect_eq(unpack("gzip", packed.bytes, packed.len, 5, &got, &whole), OK);
	cr_expect_str_eq(got.bytes, "bytes");
	buffer_free(&packed);
	buffer_free(&got);
}

Test(unpack, what_an_unknown_coding_names_is_read_as_it_is)
{
	buffer got = {0};

	cr_expect_eq(unpack("UTF-8", "\x1f\x9d\x90", 3, MOST, &got, &whole), OK);
	cr_expect_str_eq(got.bytes, "\x1f\x9d\x90");
	cr_expect(whole);
	cr_expect_eq(unpack("compress", "<p>", 3, MOST, &got, &whole), OK);
	cr_expect_str_eq(got.bytes, "<p>");
	cr_expect_eq(unpack("compress", "\xef\xbb\xbf" "p", 4, MOST, &got, &whole), OK);
	cr_expect_str_eq(got.bytes, "\xef\xbb\xbf" "p");
	cr_expect_eq(unpack("compress", "", 0, MOST, &got, &whole), OK);
	cr_expect_eq(got.len, 0);
	buffer_free(&got);
}

static const char *const honest[] = {"", "identity", "Identity", "gzip", "x-gzip", "zstd"};

Test(unpack, bytes_that_do_not_look_compressed_are_not_changed)
{
	for (size_t i = 0; i < sizeof honest / sizeof *honest; i++) {
		buffer got = {0};

		cr_expect_eq(unpack(honest[i], "{\"a\":1}", 7, MOST, &got, &whole), OK, "%s", honest[i]);
		cr_expect_str_eq(got.bytes ? got.bytes : "", "{\"a\":1}", "%s", honest[i]);
		buffer_free(&got);
	}
}

/* "gzip, gzip" twice, "gzip, gzip" once, and what is behind a gzip. */
Test(unpack, lists_of_codings_are_undone_from_the_last_on)
{
	static const struct { const char *name, *codings; int times; } lists[] = {
		{"once", "gzip", 1}, {"named twice, done once", "gzip, gzip", 1}, {"done twice", "gzip,gzip", 2}, {"with an unknown one", "x-me, gzip , UTF-8", 1},
		{"done twice, named once", "gzip", 2},
	};

	for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
		buffer packed = {0}, got = {0};

		gzip(text, LONG, &packed);
		for (int k = 1; k < lists[i].times; k++) {
			buffer inner = packed;

			packed = (buffer){0};
			gzip(inner.bytes, inner.len, &packed);
			buffer_free(&inner);
		}
		cr_assert(buffer_append_text(&packed, "trailing"));
		cr_expect_eq(unpack(lists[i].codings, packed.bytes, packed.len, MOST, &got, &whole), OK, "%s", lists[i].name);
		if (i < 4)
			expect_text(lists[i].name, &got, LONG);
		else
			cr_expect_eq((unsigned char)got.bytes[0], 0x1f, "%s", lists[i].name);
		cr_expect(whole, "%s", lists[i].name);
		buffer_free(&packed);
		buffer_free(&got);
	}
}
