#include "plugin/text/sentence_hashes.h"

#include <unicode/utf8.h>

#include "base/digest.h"
#include "base/sorted.h"
#include "plugin/text/letters.h"

static bool needs_space(const letter *l)
{
	return (l->marks & LETTER_GAP) && !(l->marks & LETTER_CJK) && !(l[-1].marks & LETTER_CJK);
}

/* The normal form of n letters, in a. Its at is NULL when there is no memory. */
static firstprint_span normal_form(const letter *l, size_t n, arena *a)
{
	uint8_t *out = arena_alloc(a, n * (U8_MAX_LENGTH + 1));
	size_t len = 0;

	for (size_t i = 0; out && i < n; i++) {
		if (i > 0 && needs_space(&l[i]))
			out[len++] = ' ';
		U8_APPEND_UNSAFE(out, len, l[i].c);
	}
	return (firstprint_span){(const char *)out, len};
}

static size_t length_of(const letter *l, size_t n)
{
	size_t length = n;

	for (size_t i = 0; i < n; i++)
		length += (l[i].marks & LETTER_CJK) != 0;
	return length;
}

/* Hashes a sentence of n letters. false: out of memory. */
static bool hash_sentence(const letter *l, size_t n, const feature_key *key, arena *a, uint64_t *out)
{
	firstprint_span text = normal_form(l, n, a);
	uint8_t digest[DIGEST_SIZE];

	if (!text.at)
		return false;
	digest_of(text.at, text.len, digest);
	*out = feature_hash(key, digest, sizeof digest);
	return true;
}

status sentence_hashes_of(firstprint_span text, size_t shortest, const feature_key *key, arena *a, sentence_hashes *out)
{
	size_t len = 0, room = 0, from = 0;
	uint64_t *items = NULL;
	letters l;

	if (letters_of(text, a, &l))
		return ERR_MEMORY;
	for (size_t i = 1; i <= l.len; i++) {
		if (i < l.len && !(l.items[i].marks & LETTER_END))
			continue;
		if (length_of(&l.items[from], i - from) >= shortest) {
			items = arena_grow(a, items, len, &room, sizeof *items);
			if (!items || !hash_sentence(&l.items[from], i - from, key, a, &items[len++]))
				return ERR_MEMORY;
		}
		from = i;
	}
	*out = (sentence_hashes){items, sorted_distinct_u64(items, len)};
	return OK;
}
