#include "plugin/text/subject.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/sorted.h"
#include "plugin/text/site.h"

/* ── words ── */

/* A bit of a word's hash, the lowest of those that are kept: is the word joined: GFX7, read_json, llvm-strip? */
enum { JOINED = 1 << 16 };

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

static uint32_t hash_pair(const feature_key *key, uint64_t x, uint64_t y)
{
	uint64_t pair[2] = {x, y};

	return (uint32_t)(feature_hash(key, pair, sizeof pair) >> 32) | 1;
}

/* The word of tokens i to end − 1, which are joined. */
static uint32_t hash_joined(const passage *p, size_t i, size_t end)
{
	uint64_t hash = p->tokens->items[i].hash;
	uint32_t word;

	for (size_t k = i + 1; k < end; k++)
		hash = (uint64_t)hash_pair(p->key, hash, p->tokens->items[k].hash) << 32;
	word = ((uint32_t)(hash >> 32) & ~(uint32_t)JOINED) | 1;
	return end > i + 1 ? word | JOINED : word;
}

/* A character and the next one. 0: none follows. */
static uint32_t hash_characters(const passage *p, size_t i)
{
	const token *x = &p->tokens->items[i], *next = x + 1;

	if (i + 1 == p->tokens->len || next->kind != TOKEN_CHARACTER || next->from != x->from + x->len)
		return 0;
	return hash_pair(p->key, x->hash, next->hash) & ~(uint32_t)JOINED;
}

/* A number that is a word by itself is its value, however it is written. */
static void hash_numbers(const passage *p, const numbers *n, uint32_t *words)
{
	const token *t = p->tokens->items;

	for (size_t i = 0; i < n->len; i++) {
		size_t first = n->items[i].first, end = first + n->items[i].tokens;

		if ((first && are_joined(p->text, &t[first - 1], &t[first])) ||
		    (end < p->tokens->len && are_joined(p->text, &t[end - 1], &t[end])))
			continue;
		memset(words + first, 0, (end - first) * sizeof *words);
		words[first] = ((uint32_t)(feature_hash(p->key, n->items[i].text, strlen(n->items[i].text)) >> 32) &
				~(uint32_t)JOINED) |
			       1;
	}
}

/* The hash of the word that begins with each token; 0: none begins there. In a; NULL: out of memory. */
static uint32_t *words_of(const passage *p, const numbers *n, arena *a)
{
	const tokens *t = p->tokens;
	uint32_t *words = arena_zeros(a, t->len + 1, sizeof *words);

	for (size_t i = 0, end; words && i < t->len; i = end) {
		end = i + 1;
		while (end < t->len && are_joined(p->text, &t->items[end - 1], &t->items[end]))
			end++;
		words[i] = t->items[i].kind == TOKEN_CHARACTER ? hash_characters(p, i) : hash_joined(p, i, end);
	}
	if (words)
		hash_numbers(p, n, words);
	return words;
}

/* Where the word that begins with token i ends. */
static size_t word_end(const passage *p, const uint32_t *words, size_t i)
{
	size_t end = i + 1;

	if (p->tokens->items[i].kind == TOKEN_CHARACTER)
		return end < p->tokens->len ? end + 1 : end;
	while (end < p->tokens->len && !words[end] && p->tokens->items[end].kind != TOKEN_CHARACTER)
		end++;
	return end;
}

/* The part of a hash by which words are compared. Its lowest bit is set if the word is an identifier. */
static uint16_t short_hash(uint32_t word)
{
	return (uint16_t)(word >> 16);
}

/* ── the title ── */

struct title_word {
	uint16_t hash;
	uint8_t from, len; /* in the title; len 0: beyond what is kept */
};

struct title {
	struct title_word words[SUBJECT_WORDS]; /* distinct, ascending */
	size_t len;
};

static int compare_words(const void *a, const void *b)
{
	const struct title_word *x = a, *y = b;

	return x->hash != y->hash ? x->hash - y->hash : x->from - y->from;
}

static struct title_word title_word_at(const passage *p, const uint32_t *words, size_t i)
{
	const token *last = &p->tokens->items[word_end(p, words, i) - 1];
	uint32_t from = p->tokens->items[i].from, end = last->from + last->len;

	if (end > SUBJECT_TITLE)
		return (struct title_word){short_hash(words[i]), 0, 0};
	return (struct title_word){short_hash(words[i]), (uint8_t)from, (uint8_t)(end - from)};
}

static status read_title(const firstprint_page *page, const feature_key *key, arena *a, struct title *out)
{
	firstprint_span text = {page->title, strlen(page->title)};
	struct title_word *found;
	passage p = {.text = text, .key = key};
	uint32_t *words;
	size_t len = 0;
	numbers n;
	tokens t;

	out->len = 0;
	if (tokens_of(text, key, a, &t) || numbers_of(text, &t, page->lang, a, &n))
		return ERR_MEMORY;
	p.tokens = &t;
	words = words_of(&p, &n, a);
	found = arena_alloc(a, (t.len + 1) * sizeof *found);
	if (!words || !found)
		return ERR_MEMORY;
	for (size_t i = 0; i < t.len; i++)
		if (words[i])
			found[len++] = title_word_at(&p, words, i);
	qsort(found, len, sizeof *found, compare_words);
	for (size_t i = 0; i < len && out->len < SUBJECT_WORDS; i++)
		if (!out->len || found[i].hash != out->words[out->len - 1].hash)
			out->words[out->len++] = found[i];
	return OK;
}

/* Is the word that begins with token i an identifier: GFX7, read_json, std::map? */
static bool is_identifier(const passage *p, const uint32_t *words, size_t i)
{
	const token *t = p->tokens->items;
	size_t end = word_end(p, words, i);
	bool found = false;

	if (!words[i] || !(words[i] & JOINED))
		return false;
	for (size_t k = i; k < end; k++) {
		char behind = k + 1 < end ? p->text.at[t[k].from + t[k].len] : '\0';

		found |= t[k].kind == TOKEN_NUMBER || behind == '_' || behind == ':';
	}
	return found;
}

/* Adds a word to the title's, in its place. */
static void add_title_word(struct title *title, uint16_t hash)
{
	size_t at = 0;

	while (at < title->len && title->words[at].hash < hash)
		at++;
	if (title->len == SUBJECT_WORDS || (at < title->len && title->words[at].hash == hash))
		return;
	memmove(title->words + at + 1, title->words + at, (title->len++ - at) * sizeof *title->words);
	title->words[at] = (struct title_word){.hash = hash};
}

/* Adds the most frequent identifiers of a text to its title: those that occur twice or more. */
static status add_names(const passage *p, const uint32_t *words, arena *a, struct title *title)
{
	uint32_t *found = arena_alloc(a, (p->tokens->len + 1) * sizeof *found), names[SUBJECT_NAMES] = {0};
	size_t n = 0, counts[SUBJECT_NAMES] = {1, 1};

	if (!found)
		return ERR_MEMORY;
	for (size_t i = 0; i < p->tokens->len; i++)
		if (is_identifier(p, words, i))
			found[n++] = words[i];
	qsort(found, n, sizeof *found, sorted_compare_u32);
	for (size_t i = 0, end; i < n; i = end) {
		for (end = i; end < n && found[end] == found[i];)
			end++;
		for (size_t k = 0; k < SUBJECT_NAMES; k++)
			if (end - i > counts[k]) {
				memmove(names + k + 1, names + k, (SUBJECT_NAMES - 1 - k) * sizeof *names);
				memmove(counts + k + 1, counts + k, (SUBJECT_NAMES - 1 - k) * sizeof *counts);
				names[k] = found[i];
				counts[k] = end - i;
				break;
			}
	}
	for (size_t k = 0; k < SUBJECT_NAMES && names[k]; k++)
		add_title_word(title, short_hash(names[k]));
	return OK;
}

enum { NO_WORD = 0xff };

static uint8_t index_of(const struct title *title, uint32_t word)
{
	for (size_t i = 0; i < title->len && title->words[i].hash <= short_hash(word); i++)
		if (title->words[i].hash == short_hash(word))
			return word ? (uint8_t)i : NO_WORD;
	return NO_WORD;
}

/* ── a Bloom filter ── */

enum { FILTER_HASHES = 5, FILTER_BITS = 9, FILTER_BITS_LEAST = 5 }; /* bits a word */

static uint32_t bit_of(uint16_t word, int k, size_t bytes)
{
	uint32_t hash = (word + 1u) * 0x9e3779b1u; /* odd factors: all bits of the word move the upper ones */

	hash = (hash ^ hash >> 15) * (0x85ebca6bu + 2u * (uint32_t)k);
	return (uint32_t)((uint64_t)hash * (bytes * 8) >> 32);
}

static bool filter_has(const uint8_t *filter, size_t bytes, uint16_t word)
{
	for (int k = 0; k < FILTER_HASHES; k++)
		if (!(filter[bit_of(word, k, bytes) / 8] >> bit_of(word, k, bytes) % 8 & 1))
			return false;
	return true;
}

/* The filter of n words, which it sorts. Returns its bytes; 0: there are too many for `most` bytes. */
static size_t make_filter(uint32_t *words, size_t n, size_t most, uint8_t filter[SUBJECT_FILTER])
{
	size_t distinct = sorted_distinct_u32(words, n), bytes = (distinct * FILTER_BITS / 8 + 7) / 8 * 8;

	if (distinct * FILTER_BITS_LEAST > most * 8)
		return 0;
	bytes = bytes < most ? bytes : most;
	memset(filter, 0, SUBJECT_FILTER);
	for (size_t i = 0; i < distinct; i++)
		for (int k = 0; k < FILTER_HASHES; k++) {
			uint32_t bit = bit_of(short_hash(words[i]), k, bytes);

			filter[bit / 8] |= (uint8_t)(1 << bit % 8);
		}
	return bytes;
}

/* ── making ── */

enum { AROUND_LEAST = 4 }; /* half words around a place */

/* The subject while it is made. */
struct draft {
	struct title *title;
	passage marked;        /* the text, with the title's words marked, too */
	const uint32_t *words; /* of the text */
	const uint8_t *index;  /* the number of each in the title, or NO_WORD */
	uint32_t *places, *all;
	size_t places_len, all_len;
	uint32_t in_text, in_page;
};

/* Finds the title's words in the text and marks them. */
static status mark_title(const passage *p, const numbers *n, arena *a, struct draft *d)
{
	uint32_t *words = words_of(p, n, a);
	uint8_t *index = arena_alloc(a, p->tokens->len + 1), *marks = arena_alloc(a, p->tokens->len + 1);

	if (!words || !index || !marks || add_names(p, words, a, d->title))
		return ERR_MEMORY;
	memcpy(marks, p->marks, p->tokens->len);
	for (size_t i = 0; i < p->tokens->len; i++) {
		index[i] = index_of(d->title, words[i]);
		if (index[i] != NO_WORD)
			memset(marks + i, MARK_SUBJECT, word_end(p, words, i) - i);
	}
	d->words = words;
	d->index = index;
	d->marked = *p;
	d->marked.marks = marks;
	return OK;
}

/* Does a line only repeat the title? */
static bool is_heading(const struct draft *d, const line *l)
{
	for (size_t i = l->first; i < l->end; i++)
		if (d->marked.marks[i] != MARK_SUBJECT)
			return false;
	return true;
}

static void add_words(struct draft *d, const line *l)
{
	uint32_t found = 0;

	for (size_t i = l->first; i < l->end; i++) {
		if (!d->words[i])
			continue;
		d->all[d->all_len++] = d->words[i];
		if (d->index[i] != NO_WORD)
			found |= (uint32_t)1 << d->index[i];
	}
	d->in_page |= found;
	d->in_text |= l->is_margin ? 0 : found;
}

/* Words that follow each other are at one place. */
static void add_places(struct draft *d, const line *l)
{
	for (size_t i = l->first, end; i < l->end; i = end) {
		uint32_t around;
		uint64_t place;

		for (end = i; end < l->end && d->marked.marks[end] == MARK_SUBJECT;)
			end++;
		if (end == i) {
			end++;
			continue;
		}
		place = place_of(&d->marked, l, i, end, &around);
		for (size_t k = i; k < end && around >= AROUND_LEAST; k++)
			if (d->index[k] != NO_WORD)
				d->places[d->places_len++] = (uint32_t)(place >> 37 << 5) | d->index[k];
	}
}

/* Sorts the places and keeps the lowest of each word. */
static void cut_places(struct draft *d)
{
	size_t n = sorted_distinct_u32(d->places, d->places_len), counts[SUBJECT_WORDS] = {0};

	d->places_len = 0;
	for (size_t i = 0; i < n; i++)
		if (counts[d->places[i] & 31]++ < SUBJECT_PLACES)
			d->places[d->places_len++] = d->places[i];
}

/* Of each word of the title, the lowest sampled shingles in which it stands. Returns how many. */
static size_t find_witnesses(const struct draft *d, const subject_input *in, uint16_t *out)
{
	size_t counts[SUBJECT_WORDS] = {0}, tokens = sketch_tokens(in->text->tokens), n = 0;

	for (size_t i = 0; i < in->shingles_len; i++)
		for (size_t k = in->shingles[i]; k < in->shingles[i] + tokens && k < in->text->tokens->len; k++)
			if (d->index[k] != NO_WORD && counts[d->index[k]]++ < SUBJECT_WITNESSES)
				out[n++] = (uint16_t)(i << 5 | d->index[k]);
	return n;
}

enum { WITNESSES = 0x80 }; /* in the size of the filter: these are witnesses */

static size_t bytes_of(size_t words, size_t places, size_t filter, size_t title)
{
	return 12 + 4 * places + filter + (4 * words + title + 3) / 4 * 4;
}

static status write_bytes(const struct draft *d, const subject_input *in, arena *a, firstprint_span *out)
{
	size_t words = d->title->len, title = words ? strnlen(in->page->title, SUBJECT_TITLE) : 0, size;
	uint16_t filter[SUBJECT_FILTER / 2] = {0};
	size_t most = tokens_are_characters(in->text->tokens) ? SUBJECT_FILTER_CJK : SUBJECT_FILTER;
	size_t filter_len = words ? make_filter(d->all, d->all_len, most, (uint8_t *)filter) : 0;
	bool witnesses = words && !filter_len;
	uint32_t in_text = d->in_text | (uint32_t)(site_of(in->page->url, in->text->key) >> 56) << 24;
	uint8_t *bytes, *at;

	if (witnesses)
		filter_len = (2 * find_witnesses(d, in, filter) + 7) / 8 * 8;
	size = bytes_of(words, d->places_len, filter_len, title);
	bytes = at = arena_zeros(a, size, 1);
	if (!bytes)
		return ERR_MEMORY;
	at[0] = (uint8_t)words;
	at[1] = (uint8_t)d->places_len;
	at[2] = (uint8_t)(filter_len / 8 | (witnesses ? WITNESSES : 0));
	at[3] = (uint8_t)title;
	at = mempcpy(at + 4, &in_text, sizeof in_text);
	at = mempcpy(at, &d->in_page, sizeof d->in_page);
	at = mempcpy(at, d->places, d->places_len * sizeof *d->places);
	at = mempcpy(at, filter, filter_len);
	for (size_t i = 0; i < words; i++)
		at = mempcpy(at, &d->title->words[i].hash, 2);
	for (size_t i = 0; i < words; i++, at += 2) {
		at[0] = d->title->words[i].from;
		at[1] = d->title->words[i].len;
	}
	memcpy(at, in->page->title, title);
	*out = (firstprint_span){(const char *)bytes, size};
	return OK;
}

status subject_make(const subject_input *in, arena *a, firstprint_span *out)
{
	const passage *p = in->text;
	struct title title;
	struct draft d = {.title = &title};
	status err = read_title(in->page, p->key, a, &title);

	if (!err)
		err = mark_title(p, in->numbers, a, &d);
	d.places = arena_alloc(a, (p->tokens->len + 1) * sizeof *d.places);
	d.all = arena_alloc(a, (p->tokens->len + 1) * sizeof *d.all);
	if (err || !d.places || !d.all)
		return ERR_MEMORY;
	for (size_t i = 0; i < in->lines->len && title.len; i++) {
		const line *l = &in->lines->items[i];

		add_places(&d, l);
		if (!is_heading(&d, l))
			add_words(&d, l);
	}
	cut_places(&d);
	return write_bytes(&d, in, a, out);
}

size_t subject_read(firstprint_span bytes, subject *out)
{
	const uint8_t *at = (const uint8_t *)bytes.at;
	subject s;
	size_t size;

	if (bytes.len < 12)
		return 0;
	s = (subject){.words_len = at[0], .places_len = at[1], .filter_len = (at[2] & ~WITNESSES) * 8u};
	size = bytes_of(s.words_len, s.places_len, s.filter_len, at[3]);
	if (s.words_len > SUBJECT_WORDS || s.places_len > SUBJECT_PLACES * SUBJECT_WORDS || s.filter_len > SUBJECT_FILTER ||
	    at[3] > SUBJECT_TITLE || bytes.len < size)
		return 0;
	memcpy(&s.in_text, at + 4, sizeof s.in_text);
	memcpy(&s.in_page, at + 8, sizeof s.in_page);
	s.site = (uint8_t)(s.in_text >> 24);
	s.in_text &= 0xffffff;
	s.places = (const uint32_t *)(const void *)(at + 12);
	s.filter = (const uint8_t *)(s.places + s.places_len);
	s.words = (const uint16_t *)(const void *)(s.filter + s.filter_len);
	s.written = (const uint8_t *)(s.words + s.words_len);
	s.title = (const char *)(s.written + 2 * s.words_len);
	if (at[2] & WITNESSES) {
		s.witnesses = (const uint16_t *)(const void *)s.filter;
		s.witnesses_len = s.filter_len / 2;
		s.filter_len = 0;
	}
	for (size_t i = 0; i < s.words_len; i++)
		if (s.written[2 * i] + s.written[2 * i + 1] > at[3])
			return 0;
	*out = s;
	return size;
}

/* ── comparison ── */

/* The words that only a's title has, as bits. Only hashes that both titles would have kept count. */
static uint32_t own_words(const subject *a, const subject *b)
{
	uint16_t bound = b->words_len < SUBJECT_WORDS ? UINT16_MAX : b->words[SUBJECT_WORDS - 1];
	uint32_t own = 0;

	for (size_t i = 0, j = 0; i < a->words_len && a->words[i] <= bound; i++) {
		while (j < b->words_len && b->words[j] < a->words[i])
			j++;
		if (j == b->words_len || b->words[j] != a->words[i])
			own |= (uint32_t)1 << i;
	}
	return own;
}

/* Does one of these words stand at `place` in s? *i is the first place of s that is not lower, and moves behind it. */
static bool stands_at(const subject *s, uint32_t words, uint32_t place, size_t *i)
{
	bool found = false;

	for (; *i < s->places_len && s->places[*i] >> 5 == place; ++*i)
		found |= words >> (s->places[*i] & 31) & 1;
	return found;
}

/* In how many places both pages have words of their own; 0 if these are not most of either page's. */
static int shared_places(const subject *a, uint32_t a_own, const subject *b, uint32_t b_own)
{
	int both = 0, of_a = 0, of_b = 0;

	for (size_t i = 0, j = 0; i < a->places_len || j < b->places_len;) {
		uint32_t x = i < a->places_len ? a->places[i] >> 5 : UINT32_MAX;
		uint32_t y = j < b->places_len ? b->places[j] >> 5 : UINT32_MAX;
		bool in_a = stands_at(a, a_own, x < y ? x : y, &i), in_b = stands_at(b, b_own, x < y ? x : y, &j);

		both += in_a && in_b;
		of_a += in_a;
		of_b += in_b;
	}
	return 2 * both > (of_a > of_b ? of_a : of_b) ? both : 0;
}

static bool is_one_site(const subject *a, const subject *b)
{
	return a->site && a->site == b->site;
}

/* Does a word of a stand in shingles of which b has none? Needs witnesses that b's sample would have. */
static bool stands_elsewhere(const subject *a, const sketch *a_text, size_t word, const sketch *b_text)
{
	size_t asked = 0;

	for (size_t i = 0; i < a->witnesses_len; i++) {
		size_t shingle = a->witnesses[i] >> 5;
		int has;

		if ((a->witnesses[i] & 31u) != word || shingle >= a_text->shingles_len)
			continue;
		has = sketch_has(b_text, a_text->shingles[shingle]);
		if (has == 1)
			return false;
		asked += has == 0;
	}
	return asked >= SUBJECT_WITNESSES - 1;
}

/* Is there one of these words in a's text and not in b's? The margins of a page count only on one host: on two, it is the name of
 * the site that differs there. */
static bool is_missing(const subject *a, const sketch *a_text, uint32_t words, const subject *b, const sketch *b_text)
{
	words &= is_one_site(a, b) ? a->in_page : a->in_text;
	for (size_t i = 0; i < a->words_len; i++) {
		if (!(words >> i & 1))
			continue;
		if (b->filter_len ? !filter_has(b->filter, b->filter_len, a->words[i]) : stands_elsewhere(a, a_text, i, b_text))
			return true;
	}
	return false;
}

static bool has_joined(const subject *s, uint32_t words)
{
	for (size_t i = 0; i < s->words_len; i++)
		if (words >> i & 1 && s->words[i] & 1)
			return true;
	return false;
}

int subject_differs(const subject *a, const sketch *a_text, const subject *b, const sketch *b_text)
{
	uint32_t a_own = own_words(a, b), b_own = own_words(b, a);
	bool missing, identified;

	if (!a_own || !b_own)
		return 0;
	missing = is_missing(a, a_text, a_own, b, b_text) && is_missing(b, b_text, b_own, a, a_text);
	identified = is_one_site(a, b) && has_joined(a, a_own) && has_joined(b, b_own);
	return shared_places(a, a_own, b, b_own) + (missing || identified);
}

/* The first of these words whose letters are kept. false: there is none. */
static bool write_word(const subject *s, uint32_t words, char *word, size_t size)
{
	for (size_t i = 0; i < s->words_len; i++) {
		size_t len = s->written[2 * i + 1];

		if (!(words >> i & 1) || !len || len >= size)
			continue;
		snprintf(word, size, "%.*s", (int)len, s->title + s->written[2 * i]);
		return true;
	}
	return false;
}

void subject_word(const subject *a, const subject *b, char *word, size_t size)
{
	uint32_t own = own_words(a, b), joined = 0;

	*word = '\0';
	for (size_t i = 0; i < a->words_len; i++)
		joined |= (uint32_t)(a->words[i] & 1) << i;
	if (!write_word(a, own & joined, word, size) && !write_word(a, own & a->in_text, word, size))
		write_word(a, own, word, size);
}
