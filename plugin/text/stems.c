#include "plugin/text/stems.h"

#include <libstemmer.h>
#include <stdlib.h>
#include <string.h>

#include "base/per_thread.h"
#include "plugin/text/stopwords.h"

enum { STEMMED_MOST = 64 }; /* bytes: a longer word belongs to no language, and some stemmers take quadratic time */

/* ── what a thread remembers ── */

enum { SLOTS = 8192, TEXT_MOST = 29, STOPS = 255 };

struct slot {
	char language[4];
	uint8_t len, stem_len; /* len 0: empty; stem_len STOPS: a stop word */
	char word[TEXT_MOST], stem[TEXT_MOST];
};

_Static_assert(sizeof(struct slot) == 64, "a line of the processor's cache");

static per_thread remembered = PER_THREAD(free);

static bool is_in(const struct slot *x, const stems *s, firstprint_span word)
{
	return x->len == word.len && memcmp(x->language, s->language, sizeof x->language) == 0 &&
	       memcmp(x->word, word.at, word.len) == 0;
}

/* stem NULL: it is a stop word. */
static void remember(struct slot *x, const stems *s, firstprint_span word, const firstprint_span *stem)
{
	if (word.len > TEXT_MOST || (stem && stem->len > TEXT_MOST))
		return;
	memcpy(x->language, s->language, sizeof x->language);
	x->len = (uint8_t)word.len;
	x->stem_len = stem ? (uint8_t)stem->len : STOPS;
	memcpy(x->word, word.at, word.len);
	if (stem)
		memcpy(x->stem, stem->at, stem->len);
}

/* ── looking up ── */

void stems_open(stems *s, const char *lang)
{
	size_t len = strcspn(lang, "-");

	*s = (stems){.lang = lang};
	if (len < sizeof s->language)
		memcpy(s->language, lang, len);
	else
		s->is_open = true; /* no stemmer has such a name */
	s->remembered = !*lang || *s->language ? per_thread_get(&remembered, SLOTS * sizeof(struct slot)) : NULL;
}

void stems_close(stems *s)
{
	if (s->stemmer)
		sb_stemmer_delete(s->stemmer);
	*s = (stems){0};
}

/* Opened when the first word comes that the thread does not know. */
static struct sb_stemmer *stemmer_of(stems *s)
{
	if (!s->is_open)
		s->stemmer = sb_stemmer_new(*s->language ? s->language : "en", "UTF_8");
	s->is_open = true;
	return s->stemmer;
}

/* The stem is the stemmer's until its next call. at NULL: out of memory. */
static firstprint_span stem_of(stems *s, const word *w)
{
	struct sb_stemmer *stemmer = w->is_number || w->text.len > STEMMED_MOST ? NULL : stemmer_of(s);
	const sb_symbol *stem;

	if (!stemmer)
		return w->text;
	stem = sb_stemmer_stem(stemmer, (const sb_symbol *)w->text.at, (int)w->text.len);
	return (firstprint_span){(const char *)stem, stem ? (size_t)sb_stemmer_length(stemmer) : 0};
}

static bool replace(word *w, firstprint_span stem, arena *a)
{
	if (stem.len != w->text.len || memcmp(stem.at, w->text.at, stem.len) != 0)
		w->text = (firstprint_span){arena_text(a, stem.at, stem.len), stem.len};
	return w->text.at != NULL;
}

bool stems_find(stems *s, word *w, uint64_t hash, arena *a, bool *stops)
{
	struct slot *x = s->remembered && !w->is_number && w->text.len ? &s->remembered[hash % SLOTS] : NULL;
	firstprint_span stem;

	if (x && is_in(x, s, w->text)) {
		*stops = x->stem_len == STOPS;
		return *stops || replace(w, (firstprint_span){x->stem, x->stem_len}, a);
	}
	*stops = stopword(w->text, s->lang);
	if (!*stops)
		stem = stem_of(s, w);
	if (!*stops && !stem.at)
		return false;
	if (x)
		remember(x, s, w->text, *stops ? NULL : &stem);
	return *stops || replace(w, stem, a);
}
