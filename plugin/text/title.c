#include "plugin/text/title.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/sorted.h"

/* ── words ── */

enum { SIGNS_MOST = 3 };

static bool joins(char c)
{
	return c == '_' || c == '-' || c == '.' || c == ':';
}

/* Do two tokens belong together, as in read_json, std::map, M4? */
static bool are_joined(firstprint_span text, const token *x, const token *next)
{
	size_t from = x->from + x->len, gap = next->from - from;

	if (x->kind == TOKEN_CHARACTER || next->kind == TOKEN_CHARACTER || gap > 2)
		return false;
	for (size_t i = 0; i < gap; i++)
		if (!joins(text.at[from + i]))
			return false;
	return true;
}

static uint64_t hash_pair(const feature_key *key, uint64_t x, uint64_t y)
{
	uint64_t pair[2] = {x, y};

	return feature_hash(key, pair, sizeof pair);
}

/* The hash of a word, which may not be 0. */
static uint32_t word_of(uint64_t hash, bool is_joined)
{
	return ((uint32_t)(hash >> 32) & ~(uint32_t)TITLE_WORD_JOINED) | (is_joined ? TITLE_WORD_JOINED : 0) | 1;
}

/* May a name end before this character? */
static bool ends_name(char c)
{
	return isspace((unsigned char)c) || strchr("(),.;:!?\"", c);
}

/* Returns how many signs end the name whose last token this is: operator<=, C++, F#. 0: none, or something goes on behind them, as in
 * list<int> and Drain<'_>. */
static size_t signs_behind(firstprint_span text, const token *x)
{
	size_t from = x->from + x->len, n = 0;

	if (x->kind != TOKEN_WORD)
		return 0;
	while (from + n < text.len && n <= SIGNS_MOST && text.at[from + n] && strchr("<>=+#|^~", text.at[from + n]))
		n++;
	return n <= SIGNS_MOST && (from + n == text.len || ends_name(text.at[from + n])) ? n : 0;
}

/* The word of tokens i to end − 1, which are joined. A single one has its signs; std::map::operator== is one name with all operators,
 * which its page is about. */
static uint32_t hash_joined(const passage *p, size_t i, size_t end)
{
	const token *t = p->tokens.items;
	uint64_t hash = t[i].hash;
	size_t signs = end == i + 1 ? signs_behind(p->text, &t[i]) : 0;

	for (size_t k = i + 1; k < end; k++)
		hash = hash_pair(p->key, hash, t[k].hash);
	if (signs)
		hash = hash_pair(p->key, hash, feature_hash(p->key, p->text.at + t[i].from + t[i].len, signs));
	return word_of(hash, end > i + 1);
}

/* A character and the next one. 0: none follows. */
static uint32_t hash_characters(const passage *p, size_t i)
{
	const token *x = &p->tokens.items[i], *next = x + 1;

	if (i + 1 == p->tokens.len || next->kind != TOKEN_CHARACTER || next->from != x->from + x->len)
		return 0;
	return word_of(hash_pair(p->key, x->hash, next->hash), false);
}

/* A number that is a word by itself is its value, however it is written. */
static void hash_numbers(const passage *p, uint32_t *words)
{
	const numbers *n = &p->numbers;
	const token *t = p->tokens.items;

	for (size_t i = 0; i < n->len; i++) {
		size_t first = n->items[i].first, end = first + n->items[i].tokens;

		if ((first && are_joined(p->text, &t[first - 1], &t[first])) ||
		    (end < p->tokens.len && are_joined(p->text, &t[end - 1], &t[end])))
			continue;
		memset(words + first, 0, (end - first) * sizeof *words);
		words[first] = word_of(feature_hash(p->key, n->items[i].text, strlen(n->items[i].text)), false);
	}
}

uint32_t *title_words_of(const passage *p, arena *a)
{
	const tokens *t = &p->tokens;
	uint32_t *words = arena_zeros(a, t->len + 1, sizeof *words);

	for (size_t i = 0, end; words && i < t->len; i = end) {
		end = i + 1;
		while (end < t->len && are_joined(p->text, &t->items[end - 1], &t->items[end]))
			end++;
		words[i] = t->items[i].kind == TOKEN_CHARACTER ? hash_characters(p, i) : hash_joined(p, i, end);
	}
	if (words)
		hash_numbers(p, words);
	return words;
}

uint32_t *title_words_in(firstprint_span text, const char *lang, const feature_key *key, arena *a, passage *p)
{
	return passage_begin(text, lang, key, a, p) ? NULL : title_words_of(p, a);
}

size_t title_word_end(const passage *p, const uint32_t *words, size_t i)
{
	size_t end = i + 1;

	if (p->tokens.items[i].kind == TOKEN_CHARACTER)
		return end < p->tokens.len ? end + 1 : end;
	while (end < p->tokens.len && !words[end] && p->tokens.items[end].kind != TOKEN_CHARACTER)
		end++;
	return end;
}

/* ── the title ── */

static int compare_words(const void *a, const void *b)
{
	const title_word *x = a, *y = b;

	return x->hash != y->hash ? x->hash - y->hash : x->from - y->from;
}

static title_word title_word_at(const passage *p, const uint32_t *words, size_t i)
{
	const token *last = &p->tokens.items[title_word_end(p, words, i) - 1];
	uint32_t from = p->tokens.items[i].from, end = last->from + last->len;

	if (end > TITLE_KEPT)
		return (title_word){title_word_hash(words[i]), TITLE_KEPT, 0};
	return (title_word){title_word_hash(words[i]), (uint8_t)from, (uint8_t)(end - from)};
}

status title_read(const firstprint_page *page, const feature_key *key, arena *a, title *out)
{
	firstprint_span text = {page->title, strlen(page->title)};
	passage p;
	uint32_t *words = title_words_in(text, page->lang, key, a, &p);
	title_word *found = words ? arena_alloc(a, (p.tokens.len + 1) * sizeof *found) : NULL;
	size_t len = 0;

	out->len = 0;
	if (!found)
		return ERR_MEMORY;
	for (size_t i = 0; i < p.tokens.len; i++)
		if (words[i])
			found[len++] = title_word_at(&p, words, i);
	qsort(found, len, sizeof *found, compare_words);
	for (size_t i = 0; i < len && out->len < TITLE_WORDS; i++)
		if (!out->len || found[i].hash != out->words[out->len - 1].hash)
			out->words[out->len++] = found[i];
	return OK;
}

/* Is the word that begins with token i an identifier: read_json, std::map? Those with digits are often versions. */
static bool is_identifier(const passage *p, const uint32_t *words, size_t i)
{
	const token *t = p->tokens.items;
	bool found = false;

	if (!(words[i] & TITLE_WORD_JOINED))
		return false;
	for (size_t k = i, end = title_word_end(p, words, i); k < end; k++) {
		char behind = k + 1 < end ? p->text.at[t[k].from + t[k].len] : '\0';

		if (t[k].kind == TOKEN_NUMBER)
			return false;
		found |= behind == '_' || behind == ':';
	}
	return found;
}

/* Adds a word to the title's, in its place. */
static void add_title_word(title *title, uint16_t hash, uint8_t from)
{
	size_t at = 0;

	while (at < title->len && title->words[at].hash < hash)
		at++;
	if (title->len == TITLE_WORDS || (at < title->len && title->words[at].hash == hash))
		return;
	memmove(title->words + at + 1, title->words + at, (title->len++ - at) * sizeof *title->words);
	title->words[at] = (title_word){.hash = hash, .from = from};
}

uint32_t title_add_words(const uint16_t *hashes, size_t n, title *out)
{
	uint32_t in_title = 0;

	for (size_t i = 0; i < n; i++)
		add_title_word(out, hashes[i], TITLE_ADDED);
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < out->len; k++)
			in_title |= (uint32_t)(out->words[k].hash == hashes[i] && out->words[k].from != TITLE_ADDED) << k;
	return in_title;
}

/* An identifier and how often it occurs. */
struct name {
	uint32_t word;
	size_t count;
};

/* Puts a name into the list of the most frequent ones, if it is one of them. */
static void rank(struct name *best, size_t len, struct name x)
{
	size_t at = 0;

	while (at < len && best[at].count >= x.count)
		at++;
	if (at == len)
		return;
	memmove(best + at + 1, best + at, (len - 1 - at) * sizeof *best);
	best[at] = x;
}

/* Of names that are as frequent as one that is left out, none is added: a small edit would exchange them. */
status title_add_names(const passage *p, const uint32_t *words, arena *a, title *out)
{
	uint32_t *found = arena_alloc(a, (p->tokens.len + 1) * sizeof *found);
	struct name best[TITLE_NAMES + 1] = {0};
	size_t n = 0;

	if (!found)
		return ERR_MEMORY;
	for (size_t i = 0; i < p->tokens.len; i++)
		if (is_identifier(p, words, i))
			found[n++] = words[i];
	qsort(found, n, sizeof *found, sorted_compare_u32);
	for (size_t i = 0, end; i < n; i = end) {
		for (end = i; end < n && found[end] == found[i];)
			end++;
		if (end - i > 1)
			rank(best, TITLE_NAMES + 1, (struct name){found[i], end - i});
	}
	for (size_t k = 0; k < TITLE_NAMES && best[k].count > best[TITLE_NAMES].count; k++)
		add_title_word(out, title_word_hash(best[k].word), 0);
	return OK;
}

/* ── which words a text has ── */

enum { HASHES = 5, BITS = 9, BITS_LEAST = 5 }; /* bits for a word */

static uint32_t bit_of(uint16_t word, int k, size_t bytes)
{
	uint32_t hash = (word + 1u) * 0x9e3779b1u; /* odd factors: all bits of the word move the upper ones */

	hash = (hash ^ hash >> 15) * (0x85ebca6bu + 2u * (uint32_t)k);
	return (uint32_t)((uint64_t)hash * (bytes * 8) >> 32);
}

bool title_filter_has(const uint8_t *filter, size_t bytes, uint16_t word)
{
	for (int k = 0; k < HASHES; k++)
		if (!(filter[bit_of(word, k, bytes) / 8] >> bit_of(word, k, bytes) % 8 & 1))
			return false;
	return true;
}

size_t title_filter_make(uint32_t *words, size_t n, size_t most, uint8_t *filter)
{
	size_t distinct = sorted_distinct_u32(words, n), bytes = (distinct * BITS / 8 + 7) / 8 * 8;

	if (distinct * BITS_LEAST > most * 8)
		return 0;
	bytes = bytes < most ? bytes : most;
	memset(filter, 0, bytes);
	for (size_t i = 0; i < distinct; i++)
		for (int k = 0; k < HASHES; k++) {
			uint32_t bit = bit_of(title_word_hash(words[i]), k, bytes);

			filter[bit / 8] |= (uint8_t)(1 << bit % 8);
		}
	return bytes;
}
