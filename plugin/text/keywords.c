#include "plugin/text/keywords.h"

#include <libstemmer.h>
#include <stdlib.h>
#include <string.h>

#include "base/sorted.h"
#include "plugin/text/stopwords.h"

/* Snowball's stemmer for a language such as "en" or "en-gb". NULL: there is none, or no memory for it. */
static struct sb_stemmer *stemmer_for(const char *lang)
{
	char code[4] = "";
	size_t len = strcspn(lang, "-");

	if (len == 0)
		return sb_stemmer_new("en", "UTF_8");
	if (len >= sizeof code)
		return NULL;
	memcpy(code, lang, len);
	return sb_stemmer_new(code, "UTF_8");
}

enum { STEMMED_MOST = 64 }; /* bytes: a longer word belongs to no language, and some stemmers take quadratic time */

static bool stem_one(struct sb_stemmer *stemmer, word *w, arena *a)
{
	const sb_symbol *stem = sb_stemmer_stem(stemmer, (const sb_symbol *)w->text.at, (int)w->text.len);
	size_t len = (size_t)sb_stemmer_length(stemmer);

	if (!stem)
		return false;
	if (len == w->text.len && memcmp(stem, w->text.at, len) == 0)
		return true;
	w->text = (firstprint_span){arena_text(a, (const char *)stem, len), len};
	return w->text.at != NULL;
}

/* Removes stop words and replaces each other word by its stem. Stems live in a. */
static status stem(words *w, const char *lang, arena *a)
{
	struct sb_stemmer *stemmer = stemmer_for(lang);
	size_t kept = 0;
	status err = OK;

	for (size_t i = 0; i < w->len && !err; i++) {
		if (stopword(w->items[i].text, lang))
			continue;
		w->items[kept] = w->items[i];
		if (stemmer && !w->items[kept].is_number && w->items[kept].text.len <= STEMMED_MOST &&
		    !stem_one(stemmer, &w->items[kept], a))
			err = ERR_MEMORY;
		kept++;
	}
	w->len = kept;
	if (stemmer)
		sb_stemmer_delete(stemmer);
	return err;
}

/* Counts equal hashes, in an open hash table with at least two slots a word. A slot holds a keyword's index plus 1. */
static status count(const words *w, const feature_key *key, arena *a, keywords *out)
{
	keywords k = {arena_alloc(a, w->len * sizeof *k.items), 0, w->len};
	size_t slots = 16;
	uint32_t *table;

	while (slots < w->len * 2)
		slots *= 2;
	table = arena_zeros(a, slots, sizeof *table);
	if (!k.items || !table)
		return ERR_MEMORY;
	for (size_t i = 0; i < w->len; i++) {
		uint64_t hash = feature_hash(key, w->items[i].text.at, w->items[i].text.len);
		size_t at = hash & (slots - 1);

		while (table[at] && k.items[table[at] - 1].hash != hash)
			at = (at + 1) & (slots - 1);
		if (!table[at]) {
			k.items[k.len++] = (keyword){hash, 0};
			table[at] = (uint32_t)k.len;
		}
		k.items[table[at] - 1].count++;
	}
	*out = k;
	return OK;
}

status keywords_of(const firstprint_page *page, const feature_key *key, arena *a, keywords *out)
{
	words w;
	status err = words_of(page->text, a, &w);

	if (!err)
		err = stem(&w, page->lang, a);
	return err ? err : count(&w, key, a, out);
}

static int by_count(const void *a, const void *b)
{
	const keyword *x = a, *y = b;

	if (x->count != y->count)
		return (x->count < y->count) - (x->count > y->count);
	return (x->hash > y->hash) - (x->hash < y->hash);
}

size_t keywords_frequent(keywords *k, size_t most, uint32_t *out)
{
	size_t n = 0;

	if (k->len)
		qsort(k->items, k->len, sizeof *k->items, by_count);
	for (; n < k->len && n < most; n++)
		out[n] = (uint32_t)(k->items[n].hash >> 32);
	qsort(out, n, sizeof *out, sorted_compare_u32);
	return n;
}
