/* What zstd and xz files give through input; gzip is in input_test.c. */
#include <lzma.h>
#include <zstd.h>

#include "crawler/files/decoder.h"
#include "crawler/files/input.h"
#include "tests/store/scratch.h"

TestSuite(decoder, .init = scratch_make, .fini = scratch_remove);

static size_t pack_zstd(const char *bytes, size_t len, char *to, size_t room)
{
	size_t n = ZSTD_compress(to, room, bytes, len, 3);

	cr_assert(!ZSTD_isError(n));
	return n;
}

static size_t pack_xz(const char *bytes, size_t len, char *to, size_t room)
{
	size_t n = 0;

	cr_assert(lzma_easy_buffer_encode(1, LZMA_CHECK_CRC64, NULL, (const uint8_t *)bytes, len, (uint8_t *)to, &n, room) == LZMA_OK);
	return n;
}

static const struct {
	const char *name;
	size_t (*pack)(const char *bytes, size_t len, char *to, size_t room);
} kinds[] = {{"zstd", pack_zstd}, {"xz", pack_xz}};

enum { KINDS = sizeof kinds / sizeof *kinds };

static input *open_within(const char *bytes, size_t len, size_t memory)
{
	complaint why = {""};
	input *in = NULL;

	cr_assert(input_open(scratch_write("in", bytes, len), &(input_wait){.stop_fd = -1, .memory = memory}, &in, &why) == OK, "%s", why.text);
	return in;
}

static input *open_bytes(const char *bytes, size_t len)
{
	return open_within(bytes, len, 0);
}

/* All lines, each followed by a '|', and how reading ended. */
static const char *lines_of(const char *bytes, size_t len)
{
	static char text[400];
	input *in = open_bytes(bytes, len);
	buffer line = {0};
	complaint why = {""};
	status s;
	int n = 0;

	text[0] = '\0';
	while ((s = input_line(in, 100, &line, &why)) == OK)
		n += snprintf(text + n, sizeof text - (size_t)n, "%s|", line.bytes);
	if (s != ERR_MISSING)
		snprintf(text + n, sizeof text - (size_t)n, "%s", strstr(why.text, ": after") ? strstr(why.text, ": after") + 2 : why.text);
	input_close(in);
	buffer_free(&line);
	return text;
}

Test(decoder, a_file_is_decompressed)
{
	char packed[400];

	for (int k = 0; k < KINDS; k++) {
		size_t len = kinds[k].pack("a\n\nb", 4, packed, sizeof packed);

		cr_expect_str_eq(lines_of(packed, len), "a||b|", "%s", kinds[k].name);
		len = kinds[k].pack("", 0, packed, sizeof packed);
		cr_expect_str_eq(lines_of(packed, len), "", "%s", kinds[k].name);
	}
}

Test(decoder, frames_are_one_file_and_other_bytes_are_an_error)
{
	char packed[400], wanted[200];

	for (int k = 0; k < KINDS; k++) {
		size_t len = kinds[k].pack("a\n", 2, packed, sizeof packed), both;

		both = len + kinds[k].pack("b\n", 2, packed + len, sizeof packed - len);
		cr_expect_str_eq(lines_of(packed, both), "a|b|", "%s", kinds[k].name);
		memset(packed + both, 0, 8);
		cr_expect_str_eq(lines_of(packed, both + 8), "a|b|", "%s: zeros behind it", kinds[k].name);
		memcpy(packed + both + 8, packed, len);
		cr_expect_str_eq(lines_of(packed, both + 8 + len), "a|b|a|", "%s: zeros between two", kinds[k].name);
		memcpy(packed + both, "what", 4);
		snprintf(wanted, sizeof wanted, "a|b|after byte %zu: after the %s data there are bytes that are not %s", both, kinds[k].name, kinds[k].name);
		cr_expect_str_eq(lines_of(packed, both + 4), wanted);
		memcpy(packed + both, "\x1f\x8b\x08\x00\x00", 5);
		cr_expect_str_eq(lines_of(packed, both + 5), wanted, "another kind");
		snprintf(wanted, sizeof wanted, "a|after byte %zu: unexpected end of file", both - 3);
		cr_expect_str_eq(lines_of(packed, both - 3), k == 0 ? wanted : lines_of(packed, both - 3), "cut short");
		cr_expect(strstr(lines_of(packed, both - 3), "unexpected end of file"), "%s", kinds[k].name);
	}
}

/* pzstd puts one before each of its frames, and seekable files end in one. */
Test(decoder, frames_of_zstd_that_are_to_be_skipped_are_skipped)
{
	char packed[200] = "\x50\x2a\x4d\x18\x03\x00\x00\x00xyz";
	size_t len = 11;

	len += pack_zstd("a\n", 2, packed + len, sizeof packed - len);
	memcpy(packed + len, "\x5e\x2a\x4d\x18\x01\x00\x00\x00x", 9);
	cr_expect_str_eq(lines_of(packed, len + 9), "a|");
}

enum { LINES = 30000 };
static char many[LINES * 16], packed_many[sizeof many];

Test(decoder, long_files_come_whole_or_as_far_as_they_go)
{
	size_t len = 0;

	for (int i = 0; i < LINES; i++)
		len += (size_t)sprintf(many + len, "%d %d\n", i, (i * 7919) % 100003);
	for (int k = 0; k < KINDS; k++) {
		size_t packed = kinds[k].pack(many, len, packed_many, sizeof packed_many);
		input *in = open_bytes(packed_many, packed);
		buffer b = {0};
		complaint why = {""};

		cr_expect_eq(input_rest(in, sizeof many, &b, &why), OK, "%s", kinds[k].name);
		cr_expect(b.len == len && memcmp(b.bytes, many, len) == 0, "%s", kinds[k].name);
		input_close(in);
		in = open_bytes(packed_many, packed);
		cr_expect_eq(input_rest(in, len - 1, &b, &why), ERR_LIMIT);
		input_close(in);
		memset(packed_many + packed * 3 / 4, 0x55, packed / 8);
		in = open_bytes(packed_many, packed);
		cr_expect_eq(input_rest(in, sizeof many, &b, &why), ERR_IO, "%s: damaged", kinds[k].name);
		cr_expect(b.len > len / 3 && b.len < len && memcmp(b.bytes, many, len / 3) == 0, "%s: %zu bytes", kinds[k].name, b.len);
		input_close(in);
		buffer_free(&b);
	}
}

/* A file of some bytes may ask for gigabytes. */
Test(decoder, a_window_that_is_too_large_is_refused)
{
	static char zeros[1 << 20];
	ZSTD_CCtx *z = ZSTD_createCCtx();
	ZSTD_inBuffer from = {zeros, sizeof zeros, 0};
	ZSTD_outBuffer to = {packed_many, sizeof packed_many, 0};
	lzma_options_lzma options;
	lzma_filter filters[] = {{LZMA_FILTER_LZMA2, &options}, {LZMA_VLI_UNKNOWN, NULL}};
	complaint why = {""};
	buffer all = {0};
	size_t len = 0;
	input *in;

	cr_assert(z && !ZSTD_isError(ZSTD_CCtx_setParameter(z, ZSTD_c_windowLog, 29)));
	while (from.pos < from.size)
		cr_assert(!ZSTD_isError(ZSTD_compressStream2(z, &to, &from, ZSTD_e_continue)));
	cr_assert_eq(ZSTD_compressStream2(z, &to, &from, ZSTD_e_end), 0);
	ZSTD_freeCCtx(z);
	cr_expect_str_eq(lines_of(packed_many, to.pos), "after byte 0: needs more memory to be decompressed than --memory allows");
	in = open_within(packed_many, to.pos, (size_t)1 << 29);
	cr_expect_eq(input_rest(in, sizeof zeros, &all, &why), OK, "%s", why.text);
	cr_expect_eq(all.len, sizeof zeros);
	input_close(in);
	buffer_free(&all);
	lzma_lzma_preset(&options, 0);
	cr_assert(lzma_stream_buffer_encode(filters, LZMA_CHECK_CRC32, NULL, (const uint8_t *)"a\n", 2, (uint8_t *)packed_many, &len, sizeof packed_many) == LZMA_OK);
	cr_expect_str_eq(lines_of(packed_many, len), "a|");
}

/* ── zstd: dictionaries of WARC files, and windows ── */

static const char dictionary[] = "WARC/1.0 WARC-Type: response Content-Type: text/html The rain fell all night on the old town";

/* A frame that other readers skip. */
static size_t skippable(unsigned char magic, const char *bytes, size_t len, char *to)
{
	const char head[] = {(char)magic, 0x2a, 0x4d, 0x18, (char)(len & 0xff), (char)(len >> 8), 0, 0};

	memcpy(to, head, 8);
	memcpy(to + 8, bytes, len);
	return len + 8;
}

static size_t pack_with_dictionary(const char *text, char *to, size_t room)
{
	ZSTD_CCtx *c = ZSTD_createCCtx();
	size_t n = ZSTD_compress_usingDict(c, to, room, text, strlen(text), dictionary, sizeof dictionary - 1, 3);

	cr_assert(!ZSTD_isError(n));
	ZSTD_freeCCtx(c);
	return n;
}

Test(decoder, a_dictionary_stands_in_the_first_frame)
{
	char packed[1000], dict[400];

	for (int is_packed = 0; is_packed < 2; is_packed++) {
		size_t n = is_packed ? ZSTD_compress(dict, sizeof dict, dictionary, sizeof dictionary - 1, 3) : sizeof dictionary - 1;

		n = skippable(0x5d, is_packed ? dict : dictionary, n, packed);
		n += pack_with_dictionary("The rain fell all night\n", packed + n, sizeof packed - n);
		n += skippable(0x50, "note", 4, packed + n);
		n += pack_with_dictionary("on the old town\n", packed + n, sizeof packed - n);
		cr_expect_str_eq(lines_of(packed, n), "The rain fell all night|on the old town|", "%d", is_packed);
	}
}

Test(decoder, a_dictionary_that_is_damaged_or_huge_is_refused)
{
	char packed[400] = "\x5d\x2a\x4d\x18\xff\xff\xff\x7f";
	size_t n;

	cr_expect(strstr(lines_of(packed, 20), "its dictionary is too long"), "%s", lines_of(packed, 20));
	n = skippable(0x5d, "\x28\xb5\x2f\xfd nonsense", 13, packed);
	cr_expect(strstr(lines_of(packed, n), "its dictionary is damaged"), "%s", lines_of(packed, n));
	n = skippable(0x5d, dictionary, sizeof dictionary - 1, packed);
	cr_expect(strstr(lines_of(packed, n - 9), "unexpected end of file"), "%s", lines_of(packed, n - 9));
}
