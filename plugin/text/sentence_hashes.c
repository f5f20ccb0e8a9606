#include "plugin/text/sentence_hashes.h"

#include <stdlib.h>
#include <string.h>
#include <unicode/utf8.h>

#include "base/digest.h"
#include "base/sorted.h"
#include "plugin/text/letters.h"

/* Which sentences count, and the key of their hashes. */
struct rule {
	size_t shortest;
	const feature_key *key;
};

struct growing {
	uint64_t *items;
	size_t len, room;
};

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

static bool add_sentence(const struct rule *r, const letter *l, size_t n, arena *a, struct growing *out)
{
	uint8_t digest[DIGEST_SIZE];
	firstprint_span text;

	if (length_of(l, n) < r->shortest)
		return true;
	text = normal_form(l, n, a);
	out->items = arena_grow(a, out->items, out->len, &out->room, sizeof *out->items);
	if (!text.at || !out->items)
		return false;
	digest_of(text.at, text.len, digest);
	out->items[out->len++] = feature_hash(r->key, digest, sizeof digest);
	return true;
}

static bool add_sentences(const struct rule *r, const letters *l, arena *a, struct growing *out)
{
	size_t from = 0;

	for (size_t i = 1; i <= l->len; i++) {
		if (i < l->len && !(l->items[i].marks & LETTER_END))
			continue;
		if (!add_sentence(r, &l->items[from], i - from, a, out))
			return false;
		from = i;
	}
	return true;
}

status sentence_hashes_of(firstprint_span text, size_t shortest, const feature_key *key, arena *a, sentence_hashes *out)
{
	struct rule rule = {shortest, key};
	struct growing h = {0};
	letters l;

	if (letters_of(text, a, &l) || !add_sentences(&rule, &l, a, &h))
		return ERR_MEMORY;
	*out = (sentence_hashes){h.items, sorted_distinct_u64(h.items, h.len)};
	return OK;
}
