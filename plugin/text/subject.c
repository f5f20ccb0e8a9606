#include "plugin/text/subject.h"

#include <stdio.h>
#include <string.h>

#include "base/sorted.h"
#include "plugin/text/site.h"

enum { NO_WORD = 0xff };

static uint8_t index_of(const title *title, uint32_t word)
{
	for (size_t i = 0; i < title->len && title->words[i].hash <= title_word_hash(word); i++)
		if (title->words[i].hash == title_word_hash(word))
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
			uint32_t bit = bit_of(title_word_hash(words[i]), k, bytes);

			filter[bit / 8] |= (uint8_t)(1 << bit % 8);
		}
	return bytes;
}

/* ── making ── */

enum { AROUND_LEAST = 4 }; /* half words around a place */

/* The subject while it is made. */
struct draft {
	title *title;
	passage marked;        /* the text, with the title's words marked, too */
	const uint32_t *words; /* of the text */
	const uint8_t *index;  /* the number of each in the title, or NO_WORD */
	uint32_t *places, *all;
	size_t places_len, all_len;
	uint32_t in_text, in_page, in_headings;
	identity identity;
};

/* Finds the title's words in the text and marks them. */
static status mark_title(const passage *p, const numbers *n, arena *a, struct draft *d)
{
	uint32_t *words = title_words_of(p, n, a);
	uint8_t *index = arena_alloc(a, p->tokens->len + 1), *marks = arena_alloc(a, p->tokens->len + 1);

	if (!words || !index || !marks || title_add_names(p, words, a, d->title))
		return ERR_MEMORY;
	memcpy(marks, p->marks, p->tokens->len);
	for (size_t i = 0; i < p->tokens->len; i++) {
		index[i] = index_of(d->title, words[i]);
		if (index[i] != NO_WORD)
			memset(marks + i, MARK_SUBJECT, title_word_end(p, words, i) - i);
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

static bool is_v(firstprint_span text, const token *x)
{
	return x->len == 1 && (text.at[x->from] == 'v' || text.at[x->from] == 'V');
}

/* Is the word at token i a number or a version: "12", "15.0.0git", "v1.2"? Some text has any number; it must stand in the right
 * place. */
static bool is_number(const struct draft *d, size_t i)
{
	const token *x = &d->marked.tokens->items[i];

	return x->kind == TOKEN_NUMBER ||
	       (d->words[i] & TITLE_WORD_JOINED && is_v(d->marked.text, x) && x[1].kind == TOKEN_NUMBER);
}

/* The words of the title that a line has, as bits. */
static uint32_t words_in(const struct draft *d, const line *l)
{
	uint32_t found = 0;

	for (size_t i = l->first; i < l->end; i++)
		if (d->index[i] != NO_WORD && !is_number(d, i))
			found |= (uint32_t)1 << d->index[i];
	return found;
}

static void add_words(struct draft *d, const line *l)
{
	uint32_t found = words_in(d, l);

	for (size_t i = l->first; i < l->end; i++)
		if (d->words[i])
			d->all[d->all_len++] = d->words[i];
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
	size_t n = sorted_distinct_u32(d->places, d->places_len), counts[TITLE_WORDS] = {0};

	d->places_len = 0;
	for (size_t i = 0; i < n; i++)
		if (counts[d->places[i] & 31]++ < SUBJECT_PLACES)
			d->places[d->places_len++] = d->places[i];
}

/* Of each word of the title, the lowest sampled shingles in which it stands. Returns how many. */
static size_t find_witnesses(const struct draft *d, const subject_input *in, uint16_t *out)
{
	size_t counts[TITLE_WORDS] = {0}, tokens = sketch_tokens(in->text->tokens), n = 0;

	for (size_t i = 0; i < in->shingles_len; i++)
		for (size_t k = in->shingles[i]; k < in->shingles[i] + tokens && k < in->text->tokens->len; k++)
			if (d->index[k] != NO_WORD && counts[d->index[k]]++ < SUBJECT_WITNESSES)
				out[n++] = (uint16_t)(i << 5 | d->index[k]);
	return n;
}

enum { WITNESSES = 0x80 }; /* in the size of the filter: these are witnesses */
enum { BARE = 0x80 };      /* in the number of words: is_bare */

static size_t bytes_of(bool has_site, size_t numbers, size_t words, size_t places, size_t filter, size_t title)
{
	return (has_site ? 16 + (2 * numbers + 3) / 4 * 4 : 8) + 4 * places + filter + (4 * words + title + 3) / 4 * 4;
}

/* Of the language alone, without its script or region; 0: not known. */
static uint8_t hash_language(const char *lang, const feature_key *key)
{
	size_t len = strcspn(lang, "-");

	return len ? (uint8_t)(feature_hash(key, lang, len) >> 56) | 1 : 0;
}

/* What only pages of a site have. Returns what is behind it. */
static uint8_t *write_site(const struct draft *d, const subject_input *in, uint8_t *at)
{
	uint32_t in_page = d->in_page | (uint32_t)hash_language(in->page->lang, in->text->key) << 24;
	uint32_t in_headings = d->in_headings | (uint32_t)d->identity.len << 24;

	at = mempcpy(at, &in_page, sizeof in_page);
	at = mempcpy(at, &in_headings, sizeof in_headings);
	memcpy(at, d->identity.numbers, 2 * d->identity.len);
	return at + (2 * d->identity.len + 3) / 4 * 4;
}

static status write_bytes(const struct draft *d, const subject_input *in, arena *a, firstprint_span *out)
{
	size_t words = d->title->len, title = words ? strnlen(in->page->title, TITLE_KEPT) : 0, size;
	uint16_t filter[SUBJECT_FILTER / 2] = {0};
	size_t most = tokens_are_characters(in->text->tokens) ? SUBJECT_FILTER_CJK : SUBJECT_FILTER;
	size_t filter_len = words ? make_filter(d->all, d->all_len, most, (uint8_t *)filter) : 0;
	bool witnesses = words && !filter_len;
	uint32_t in_text = d->in_text | (uint32_t)(site_of(in->page->url, in->text->key) >> 56) << 24;
	uint8_t *bytes, *at;

	if (witnesses)
		filter_len = (2 * find_witnesses(d, in, filter) + 7) / 8 * 8;
	size = bytes_of(in_text >> 24, d->identity.len, words, d->places_len, filter_len, title);
	bytes = at = arena_zeros(a, size, 1);
	if (!bytes)
		return ERR_MEMORY;
	at[0] = (uint8_t)words;
	at[1] = (uint8_t)d->places_len;
	at[2] = (uint8_t)(filter_len / 8 | (witnesses ? WITNESSES : 0));
	at[3] = (uint8_t)title;
	at = mempcpy(at + 4, &in_text, sizeof in_text);
	if (in_text >> 24)
		at = write_site(d, in, at);
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

/* On a site, the first line stands in for a title that is missing. NULL: out of memory. */
static const char *title_of(const firstprint_page *page, const feature_key *key, arena *a)
{
	const firstprint_span *first = page->paragraphs;

	if (*page->title || !page->paragraphs_len || !site_of(page->url, key))
		return page->title;
	return arena_text(a, first->at, first->len < TITLE_KEPT ? first->len : 0);
}

static status make(const subject_input *in, arena *a, firstprint_span *out)
{
	const passage *p = in->text;
	title words;
	struct draft d = {.title = &words};
	status err = title_read(in->page, p->key, a, &words);

	if (!err)
		err = mark_title(p, in->numbers, a, &d);
	if (!err && site_of(in->page->url, p->key))
		err = identity_of(in->page, p->key, a, &d.identity);
	d.places = arena_alloc(a, (p->tokens->len + 1) * sizeof *d.places);
	d.all = arena_alloc(a, (p->tokens->len + 1) * sizeof *d.all);
	if (err || !d.places || !d.all)
		return ERR_MEMORY;
	for (size_t i = 0; i < in->lines->len && words.len; i++) {
		const line *l = &in->lines->items[i];

		add_places(&d, l);
		if (!is_heading(&d, l))
			add_words(&d, l);
		else if (title_word_end(&d.marked, d.words, l->first) == l->end)
			d.in_headings |= words_in(&d, l);
	}
	cut_places(&d);
	return write_bytes(&d, in, a, out);
}

status subject_make(const subject_input *in, arena *a, firstprint_span *out)
{
	firstprint_page page = *in->page;
	subject_input titled = *in;

	page.title = title_of(in->page, in->text->key, a);
	titled.page = &page;
	return page.title ? make(&titled, a, out) : ERR_MEMORY;
}

void subject_set_bare(char *bytes)
{
	*bytes = (char)(*bytes | BARE);
}

/* Which words are where, and the language; returns what is behind these bits. */
static const uint8_t *read_bits(const uint8_t *at, subject *s)
{
	memcpy(&s->in_text, at + 4, sizeof s->in_text);
	s->in_text &= 0xffffff;
	s->in_page = s->in_text;
	if (!s->site)
		return at + 8;
	memcpy(&s->in_page, at + 8, sizeof s->in_page);
	memcpy(&s->in_headings, at + 12, sizeof s->in_headings);
	s->lang = at[11];
	s->in_page &= 0xffffff;
	s->in_headings &= 0xffffff;
	s->numbers = (const uint16_t *)(const void *)(at + 16);
	return at + 16 + (2 * s->numbers_len + 3) / 4 * 4;
}

/* Sets the views on what follows. */
static void read_arrays(const uint8_t *at, bool has_witnesses, subject *s)
{
	s->places = (const uint32_t *)(const void *)at;
	s->filter = (const uint8_t *)(s->places + s->places_len);
	s->words = (const uint16_t *)(const void *)(s->filter + s->filter_len);
	s->written = (const uint8_t *)(s->words + s->words_len);
	s->title = (const char *)(s->written + 2 * s->words_len);
	if (!has_witnesses)
		return;
	s->witnesses = (const uint16_t *)(const void *)s->filter;
	s->witnesses_len = s->filter_len / 2;
	s->filter_len = 0;
}

size_t subject_read(firstprint_span bytes, subject *out)
{
	const uint8_t *at = (const uint8_t *)bytes.at;
	size_t size, title;
	subject s;

	if (bytes.len < 8)
		return 0;
	title = at[3];
	s = (subject){.words_len = at[0] & ~BARE,
		      .is_bare = at[0] & BARE,
		      .places_len = at[1],
		      .filter_len = (at[2] & ~WITNESSES) * 8u,
		      .site = at[7]};
	s.numbers_len = s.site && bytes.len >= 16 ? at[15] : 0;
	size = bytes_of(s.site, s.numbers_len, s.words_len, s.places_len, s.filter_len, title);
	if (s.numbers_len > IDENTITY_NUMBERS || s.words_len > TITLE_WORDS || s.places_len > SUBJECT_PLACES * TITLE_WORDS ||
	    s.filter_len > SUBJECT_FILTER || title > TITLE_KEPT || bytes.len < size)
		return 0;
	read_arrays(read_bits(at, &s), at[2] & WITNESSES, &s);
	for (size_t i = 0; i < s.words_len; i++)
		if (s.written[2 * i + 1] && s.written[2 * i] + s.written[2 * i + 1] > title)
			return 0;
	*out = s;
	return size;
}

/* ── comparison ── */

/* Is word i not of the title, but a frequent identifier of the text? */
static bool is_name(const subject *s, size_t i)
{
	return !s->written[2 * i] && !s->written[2 * i + 1];
}

/* The words that only a's title has, as bits; b's text may have them as names. Only hashes that both titles would have kept count. */
static uint32_t own_words(const subject *a, const subject *b)
{
	uint16_t bound = b->words_len < TITLE_WORDS ? UINT16_MAX : b->words[TITLE_WORDS - 1];
	uint32_t own = 0;

	for (size_t i = 0, j = 0; i < a->words_len && a->words[i] <= bound; i++) {
		while (j < b->words_len && b->words[j] < a->words[i])
			j++;
		if (j == b->words_len || b->words[j] != a->words[i] || (is_name(b, j) && !is_name(a, i)))
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

/* Is there one of these words in my text and not in theirs? The margins of a page count only on one host: on two, it is the name of
 * the site that differs there. */
static bool is_missing(const subject *mine, const sketch *my_text, uint32_t words, const subject *theirs,
		       const sketch *their_text)
{
	words &= is_one_site(mine, theirs) ? mine->in_page : mine->in_text;
	for (size_t i = 0; i < mine->words_len; i++) {
		if (!(words >> i & 1))
			continue;
		if (theirs->filter_len ? !filter_has(theirs->filter, theirs->filter_len, mine->words[i])
				       : stands_elsewhere(mine, my_text, i, their_text))
			return true;
	}
	return false;
}

/* Is word i of the title a number or a version? */
static bool is_version(const subject *s, size_t i)
{
	const char *at = s->title + s->written[2 * i];

	return strchr("0123456789", at[(at[0] | 32) == 'v' && s->written[2 * i + 1] > 1]);
}

/* Is there one of these words that is in the title and no version; and, if joined, is a joined one? */
static bool has_name(const subject *s, uint32_t words, bool joined)
{
	for (size_t i = 0; i < s->words_len; i++)
		if (words >> i & 1 && s->written[2 * i + 1] && !is_version(s, i) && (!joined || s->words[i] & 1))
			return true;
	return false;
}

/* Does a's title begin with a word that is its headline, and that neither text has elsewhere? Needs a filter of b's text. */
static bool names_subject(const subject *a, uint32_t a_own, const subject *b)
{
	uint32_t words = a_own & a->in_headings & ~a->in_page;

	for (size_t i = 0; i < a->words_len && b->filter_len; i++)
		if (words >> i & 1 && !a->written[2 * i] && !is_name(a, i))
			return !filter_has(b->filter, b->filter_len, a->words[i]);
	return false;
}

/* On one host: is what the titles say of their own enough, wherever the texts have it? */
static bool have_titles(const subject *a, uint32_t a_own, const subject *b, uint32_t b_own)
{
	bool joined = !a->is_bare && !b->is_bare;

	if (has_name(a, a_own, joined) && has_name(b, b_own, joined))
		return true;
	return names_subject(a, a_own, b) && names_subject(b, b_own, a);
}

bool subject_is_translated(const subject *a, const subject *b)
{
	return a->lang && b->lang && a->lang != b->lang;
}

int subject_differs(const subject *a, const sketch *a_text, const subject *b, const sketch *b_text)
{
	uint32_t a_own = own_words(a, b), b_own = own_words(b, a);
	bool missing;

	if (subject_is_translated(a, b))
		return 0;
	if (is_one_site(a, b) && identity_differs(a->numbers, a->numbers_len, b->numbers, b->numbers_len))
		return 1;
	if (!a_own || !b_own)
		return 0;
	missing = is_missing(a, a_text, a_own, b, b_text) && is_missing(b, b_text, b_own, a, a_text);
	return shared_places(a, a_own, b, b_own) + (missing || (is_one_site(a, b) && have_titles(a, a_own, b, b_own)));
}

/* Writes the longest of these words. false: there is none whose letters are kept. */
static bool write_word(const subject *s, uint32_t words, char *word, size_t size)
{
	size_t longest = 0;

	for (size_t i = 0; i < s->words_len; i++) {
		size_t len = s->written[2 * i + 1];

		if (!(words >> i & 1) || len <= longest || len >= size)
			continue;
		longest = len;
		snprintf(word, size, "%.*s", (int)len, s->title + s->written[2 * i]);
	}
	return longest > 0;
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
