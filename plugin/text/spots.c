#include "plugin/text/spots.h"

#include <stdbool.h>
#include <string.h>

#include "plugin/text/stopwords.h"

/* The kind of a feature is part of its hash, so that a sentence of one word is not the same as that word. */
enum feature { SPOT = 1, SENTENCE, RUN };

static const char *const standard[] = {
	[SPOTS_WORDS] = "a/an/the/is/的/地/得/是/把/了",
	[SPOTS_ALL] = "a/an/the/is/的",
};

/* ── antecedents ── */

typedef struct antecedents {
	firstprint_span items[SPOTS_ANTECEDENTS_MOST]; /* slices of the list */
	size_t len;
} antecedents;

static void cut(const char *list, antecedents *out)
{
	for (out->len = 0; *list && out->len < SPOTS_ANTECEDENTS_MOST; list += *list == '/') {
		size_t len = strcspn(list, "/");

		if (len)
			out->items[out->len++] = (firstprint_span){list, len};
		list += len;
	}
}

/* Is it one word as texts have them here? Capitals, blanks and fullwidth letters would never be met. */
static bool is_word(firstprint_span text, arena *a)
{
	marked_words found;
	const marked_word *first;

	if (marked_words_of(text, a, &found) || found.words != 1)
		return false;
	first = &found.items[0];
	return marked_is_word(first) && first->text.len == text.len && memcmp(first->text.at, text.at, text.len) == 0;
}

firstprint_span antecedents_fault(const char *list, arena *a)
{
	antecedents all;

	cut(list, &all);
	for (size_t i = 0; i < all.len; i++)
		if (!is_word(all.items[i], a))
			return all.items[i];
	return (firstprint_span){all.len ? NULL : list, 0};
}

/* ── features ── */

/* A text and the features found in it so far. */
typedef struct reading {
	const marked_words *words;
	const uint64_t *hashes; /* of the items of words */
	const spots_rule *rule;
	const feature_key *key;
	arena *arena;
	antecedents antecedents;
	spots found;
	size_t room;
} reading;

static bool is_antecedent(const antecedents *a, const marked_word *p, enum spots_kind kind)
{
	if (kind == SPOTS_ALL && p->kind == MARKED_PUNCTUATION)
		return true;
	for (size_t i = 0; marked_is_word(p) && i < a->len; i++)
		if (a->items[i].len == p->text.len && memcmp(a->items[i].at, p->text.at, p->text.len) == 0)
			return true;
	return false;
}

/* Chinese pages quote English, and English pages Chinese. So the script of a word decides in which list it is looked up. */
static bool is_stopword(const marked_word *p, const char *lang)
{
	bool chinese = strncmp(lang, "zh", 2) == 0;

	if (p->kind == MARKED_CJK_WORD)
		return stopword(p->text, "zh");
	return stopword(p->text, chinese ? "en" : lang);
}

/* The chain behind item `at`, as places in p. false: there are too few words for it. */
static bool find_chain(const marked_words *p, size_t at, const spots_rule *rule, size_t out[SPOTS_CHAIN_MOST])
{
	size_t found = 0, steps = 0, last = at;

	for (size_t i = at + 1; i < p->len && found < rule->chain && i - last <= SPOTS_REACH; i++) {
		steps += (size_t)marked_is_word(&p->items[i]);
		if (steps < rule->distance || !marked_is_word(&p->items[i]) || is_stopword(&p->items[i], rule->lang))
			continue;
		out[found++] = last = i;
		steps = 0;
	}
	return found == rule->chain;
}

static status add(reading *r, enum feature what, uint64_t *row, size_t len)
{
	spots *f = &r->found;

	row[0] = what;
	f->items = arena_grow(r->arena, f->items, f->len, &r->room, sizeof *f->items);
	if (!f->items)
		return ERR_MEMORY;
	f->items[f->len++] = (uint32_t)(feature_hash(r->key, row, len * sizeof *row) >> 32);
	return OK;
}

static status add_spot(reading *r, size_t at)
{
	uint64_t row[SPOTS_CHAIN_MOST + 2];
	size_t chain[SPOTS_CHAIN_MOST];

	if (!find_chain(r->words, at, r->rule, chain))
		return OK;
	row[1] = r->hashes[at];
	for (size_t i = 0; i < r->rule->chain; i++)
		row[2 + i] = r->hashes[chain[i]];
	return add(r, SPOT, row, 2 + r->rule->chain);
}

static status add_spots(reading *r, enum spots_kind kind)
{
	status err = OK;

	for (size_t i = 0; i < r->words->len && !err; i++)
		if (is_antecedent(&r->antecedents, &r->words->items[i], kind))
			err = add_spot(r, i);
	return err;
}

/* words[1] to words[n] are the hashes; words[0] is free, for add. */
static status add_sentence(reading *r, uint64_t *words, size_t n)
{
	uint64_t row[SPOTS_RUN + 1];
	status err = n ? add(r, SENTENCE, words, n + 1) : OK;

	for (size_t from = 1; from <= n; from++)
		for (size_t len = 1; len <= SPOTS_RUN && len < n && from + len <= n + 1 && !err; len++) {
			memcpy(row + 1, words + from, len * sizeof *row);
			err = add(r, RUN, row, len + 1);
		}
	return err;
}

static status add_sentences(reading *r)
{
	const marked_words *p = r->words;
	uint64_t *words = arena_alloc(r->arena, (p->words + 1) * sizeof *words);
	size_t n = 0;
	status err = OK;

	if (!words)
		return ERR_MEMORY;
	for (size_t i = 0; i < p->len && !err; i++) {
		if (marked_is_word(&p->items[i])) {
			words[++n] = r->hashes[i];
			continue;
		}
		if (p->items[i].kind == MARKED_PUNCTUATION)
			err = add_sentence(r, words, n);
		n = 0;
	}
	return err;
}

status spots_of(const marked_words *p, enum spots_kind kind, const spots_rule *rule, const feature_key *key, arena *a,
		spots *out)
{
	uint64_t *hashes = arena_alloc(a, p->len * sizeof *hashes);
	reading r = {.words = p, .hashes = hashes, .rule = rule, .key = key, .arena = a};
	status err = hashes ? OK : ERR_MEMORY;

	cut(rule->antecedents ? rule->antecedents : standard[kind], &r.antecedents);
	for (size_t i = 0; i < p->len && !err; i++)
		hashes[i] = feature_hash(key, p->items[i].text.at, p->items[i].text.len);
	if (!err)
		err = add_spots(&r, kind);
	if (!err && kind == SPOTS_ALL)
		err = add_sentences(&r);
	if (!err)
		*out = r.found;
	return err;
}
