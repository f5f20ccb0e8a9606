#include "store/delta.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static arena *memory;
static delta *coder;

static void open_coder(void)
{
	memory = arena_new();
	coder = delta_new();
	cr_assert(memory && coder);
}

static void close_coder(void)
{
	delta_free(coder);
	arena_free(memory);
}

TestSuite(delta, .init = open_coder, .fini = close_coder);

/* Words from a small vocabulary: a text that can be compressed, another one for each seed. */
static firstprint_span prose(unsigned seed, size_t len)
{
	char *at = arena_alloc(memory, len + 1);

	cr_assert(at != NULL);
	for (size_t i = 0; i < len; i++) {
		seed = seed * 1103515245 + 12345;
		at[i] = (seed >> 16) % 6 ? (char)('a' + (seed >> 20) % 26) : ' ';
	}
	return (firstprint_span){at, len};
}

static firstprint_span encode(firstprint_span prefix, firstprint_span text)
{
	firstprint_span bytes = {NULL, 0};

	cr_assert(delta_encode(coder, prefix, text, memory, &bytes) == OK);
	return bytes;
}

static bool comes_back(firstprint_span prefix, firstprint_span text)
{
	firstprint_span bytes = encode(prefix, text), out = {NULL, 0};

	return delta_decode(coder, prefix, bytes, text.len, memory, &out) == OK && out.len == text.len &&
	       (text.len == 0 || memcmp(out.at, text.at, text.len) == 0) && out.at[out.len] == '\0';
}

/* text with one byte changed. */
static firstprint_span changed(firstprint_span text, size_t at)
{
	char *copy = arena_text(memory, text.at, text.len);

	cr_assert(copy != NULL);
	copy[at] = '!';
	return (firstprint_span){copy, text.len};
}

static firstprint_span edited(firstprint_span text)
{
	return changed(text, text.len / 2);
}

Test(delta, any_text_is_decoded_again_with_any_prefix)
{
	static const size_t lengths[] = {0, 1, 2, 63, 500, 4096, 65537, 300000};
	enum { N = sizeof lengths / sizeof *lengths };

	for (unsigned i = 0; i < N * N; i++) {
		firstprint_span prefix = prose(i, lengths[i / N]), text = prose(i + 1000, lengths[i % N]);

		cr_expect(comes_back(prefix, text), "%zu bytes with a prefix of %zu", text.len, prefix.len);
		arena_reset(memory);
	}
}

Test(delta, an_equal_or_edited_text_is_decoded_again)
{
	for (unsigned i = 0; i < 50; i++) {
		firstprint_span text = prose(i, 1 + i * i * 40);

		cr_expect(comes_back(text, text), "%u", i);
		cr_expect(comes_back(text, edited(text)), "%u", i);
		arena_reset(memory);
	}
}

Test(delta, an_empty_text_is_a_text)
{
	firstprint_span none = {NULL, 0};

	cr_expect(comes_back(none, none));
	cr_expect(comes_back(prose(1, 100), none));
}

Test(delta, a_similar_text_takes_a_few_bytes)
{
	static const size_t lengths[] = {2000, 100000, 3000000};

	for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
		firstprint_span text = prose(7, lengths[i]), alone = encode((firstprint_span){NULL, 0}, text);
		firstprint_span packed = encode(text, edited(text));

		cr_expect(packed.len < 64 + lengths[i] / 200, "%zu for %zu", packed.len, lengths[i]);
		cr_expect(packed.len * 20 < alone.len, "%zu, alone %zu", packed.len, alone.len);
	}
}

Test(delta, another_prefix_is_refused)
{
	firstprint_span prefix = prose(1, 5000), text = edited(prefix), bytes = encode(prefix, text), out;
	firstprint_span wrong[] = {prose(2, 5000), prose(2, 9000), prose(2, 10), {NULL, 0}, changed(prefix, 100)};
	static const char *const names[] = {"as long", "longer", "shorter", "none", "nearly the same"};

	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
		cr_expect(delta_decode(coder, wrong[i], bytes, text.len, memory, &out) == ERR_FORMAT, "%s", names[i]);
}

Test(delta, a_wrong_length_and_damaged_bytes_are_refused)
{
	firstprint_span prefix = prose(1, 5000), text = prose(2, 3000), bytes = encode(prefix, text), out;
	firstprint_span cut = {bytes.at, bytes.len - 1}, none = {bytes.at, 0};
	char *junk = arena_text(memory, bytes.at, bytes.len);

	junk[0] ^= 0x55;
	cr_expect(delta_decode(coder, prefix, bytes, text.len - 1, memory, &out) == ERR_FORMAT, "shorter");
	cr_expect(delta_decode(coder, prefix, bytes, text.len + 1, memory, &out) == ERR_FORMAT, "longer");
	cr_expect(delta_decode(coder, prefix, bytes, SIZE_MAX, memory, &out) == ERR_FORMAT, "below zero in a stranger's store");
	cr_expect(delta_decode(coder, prefix, cut, text.len, memory, &out) == ERR_FORMAT, "cut");
	cr_expect(delta_decode(coder, prefix, none, text.len, memory, &out) == ERR_FORMAT, "no bytes");
	cr_expect(delta_decode(coder, prefix, (firstprint_span){junk, bytes.len}, text.len, memory, &out) == ERR_FORMAT,
		  "junk");
	cr_expect(comes_back(prefix, text), "and goes on after that");
}

/* A frame as zstd has it, without a checksum: n blocks of 100,000 zeros and a last one of one zero. */
static firstprint_span frame_of(size_t n)
{
	uint64_t len = n * 100000 + 1;
	char *bytes = arena_alloc(memory, 14 + 4 * (n + 1)), *at = mempcpy(bytes, "\x28\xb5\x2f\xfd\xc0\x38", 6);

	at = mempcpy(at, &len, sizeof len);
	for (size_t i = 0; i <= n; i++)
		at = mempcpy(at, &(uint32_t){(i < n ? 100000u << 3 : 1u << 3 | 1) | 1 << 1}, 4);
	return (firstprint_span){bytes, (size_t)(at - bytes)};
}

Test(delta, a_text_of_more_than_a_gigabyte_is_refused)
{
	firstprint_span none = {NULL, 0}, out;

	cr_expect(delta_decode(coder, none, frame_of(10), 1000001, memory, &out) == OK);
	cr_expect(delta_decode(coder, none, frame_of(10000), DELTA_TEXT_MOST + 1, memory, &out) == ERR_FORMAT);
}
