#include "tests/bench/made_pages.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/digest.h"
#include "tests/random.h"

enum { VOCABULARY = 60000, TEXT_MOST = 32768, SENTENCES_MOST = 256, FORMS = 1000, SITES = 2000 };

/* The words that are most frequent in English text: filters look for them. */
static const char *const FREQUENT[] = {"the", "of", "and", "to", "a", "in", "is", "that", "for", "it", "as", "was", "with",
				       "be", "by", "on", "not", "he", "his", "but", "at", "are", "this", "have", "from",
				       "or", "had", "an", "they", "which", "one", "were", "all", "we", "her", "she"};

/* ── random numbers, by a seed ── */

static uint64_t seed_of(uint64_t what, uint64_t i)
{
	uint64_t state = what << 56 ^ i;

	return next_random(&state);
}

static double fraction(uint64_t *state)
{
	return (double)(next_random(state) >> 11) / 9007199254740992.0;
}

/* ── writing a text ── */

typedef struct text {
	char bytes[TEXT_MOST];
	size_t len;
	size_t ends[SENTENCES_MOST]; /* of its sentences */
	size_t sentences;
	double edited; /* share of the words that are replaced by those of `editor` */
	uint64_t editor;
} text;

static void put(text *t, const char *s)
{
	size_t n = strlen(s);

	if (t->len + n + 2 >= sizeof t->bytes)
		return;
	if (t->len)
		t->bytes[t->len++] = ' ';
	memcpy(t->bytes + t->len, s, n);
	t->len += n;
}

/* Zipf's law: rank r is drawn about 1 / r as often as the first one. */
static unsigned draw_rank(uint64_t *state)
{
	return (unsigned)exp(fraction(state) * log(VOCABULARY));
}

static void spell(unsigned rank, char word[16])
{
	static const char consonants[] = "bcdfglmnprstvz", vowels[] = "aeiou";
	size_t n = 0;

	for (unsigned left = rank + 70; left && n < 14; left /= 70) {
		word[n++] = consonants[left % 70 / 5];
		word[n++] = vowels[left % 5];
	}
	word[n] = '\0';
}

static void put_word(text *t, uint64_t *state)
{
	unsigned rank = draw_rank(state), kind = (unsigned)(next_random(state) % 50);
	char word[16];

	if (t->edited > 0 && fraction(&t->editor) < t->edited)
		rank = draw_rank(&t->editor);
	if (kind == 0)
		snprintf(word, sizeof word, "%u", rank);
	else if (rank < sizeof FREQUENT / sizeof *FREQUENT)
		snprintf(word, sizeof word, "%s", FREQUENT[rank]);
	else
		spell(rank, word);
	if (kind == 1)
		word[0] = (char)(word[0] & ~0x20);
	put(t, word);
}

static void end_sentence(text *t)
{
	if (t->sentences == SENTENCES_MOST || t->len + 1 >= sizeof t->bytes)
		return;
	t->bytes[t->len++] = '.';
	t->ends[t->sentences++] = t->len;
}

static void put_sentence(text *t, uint64_t seed)
{
	size_t words = 8 + next_random(&seed) % 16;

	while (words--)
		put_word(t, &seed);
	end_sentence(t);
}

static void put_article(text *t, uint64_t seed)
{
	size_t sentences = 6 + (size_t)exp(fraction(&seed) * 3.2);

	while (sentences--)
		put_sentence(t, next_random(&seed));
}

/* A form's ten sentences, with a number of the page at the end of each but the last two. */
static void put_form(text *t, uint64_t form, uint64_t page)
{
	for (int i = 0; i < 10; i++) {
		char number[24];

		put_sentence(t, next_random(&form));
		if (i >= 8)
			continue;
		snprintf(number, sizeof number, "%u", (unsigned)(next_random(&page) % 100000));
		t->len--; /* before the full stop */
		put(t, number);
		t->sentences--;
		end_sentence(t);
	}
}

/* ── the kinds ── */

static void put_mixed(text *t, uint64_t i)
{
	uint64_t state = seed_of(1, i), kind = next_random(&state) % 100, older = i ? next_random(&state) % i : 0;

	if (kind < 20) { /* of another page: edited, or one in four times equal */
		t->edited = kind < 5 ? 0 : .02 + .06 * fraction(&state);
		t->editor = next_random(&state);
		put_article(t, seed_of(2, older));
	} else if (kind < 35) {
		uint64_t form = next_random(&state) % FORMS;

		put_form(t, seed_of(3, form), next_random(&state));
		for (uint64_t own = next_random(&state) % 6; own--;)
			put_sentence(t, next_random(&state));
	} else {
		if (kind < 45) { /* the notice of its site */
			uint64_t notice = seed_of(4, next_random(&state) % SITES);

			for (int n = 0; n < 4; n++)
				put_sentence(t, next_random(&notice));
		}
		put_article(t, seed_of(2, i));
	}
}

static void put_shuffled(text *t, uint64_t i)
{
	uint64_t state = seed_of(5, i), words = seed_of(6, 0);
	uint64_t seeds[200];

	for (size_t n = 0; n < 200; n++)
		seeds[n] = next_random(&words);
	for (size_t n = 200; n > 1; n--) {
		size_t other = next_random(&state) % n;
		uint64_t swap = seeds[n - 1];

		seeds[n - 1] = seeds[other];
		seeds[other] = swap;
	}
	for (size_t n = 0; n < 200; n++) {
		uint64_t one = seeds[n];

		put_word(t, &one);
		if (n % 20 == 19)
			end_sentence(t);
	}
}

static void put_pool(text *t, uint64_t i, uint64_t pool)
{
	uint64_t state = seed_of(7, i);

	for (int n = 0; n < 20; n++)
		put_sentence(t, n < 18 ? seed_of(8, next_random(&state) % pool) : next_random(&state));
}

static void put_shared(text *t, uint64_t i)
{
	uint64_t state = seed_of(9, i);

	for (uint64_t n = 0; n < 18; n++)
		put_sentence(t, seed_of(10, n));
	for (int n = 0; n < 2; n++)
		put_sentence(t, next_random(&state));
}

static void put_kind(text *t, enum made_kind kind, uint64_t i)
{
	switch (kind) {
	case MADE_MIXED:
		put_mixed(t, i);
		break;
	case MADE_FORM:
		put_form(t, seed_of(3, 0), seed_of(11, i));
		break;
	case MADE_SHUFFLED:
		put_shuffled(t, i);
		break;
	case MADE_POOL_200:
	case MADE_POOL_2000:
		put_pool(t, i, kind == MADE_POOL_200 ? 200 : 2000);
		break;
	default:
		put_shared(t, i);
	}
}

const char *made_kind_name(enum made_kind kind)
{
	static const char *const names[] = {
		[MADE_MIXED] = "mixed",       [MADE_FORM] = "form",           [MADE_SHUFFLED] = "shuffled",
		[MADE_POOL_200] = "pool-200", [MADE_POOL_2000] = "pool-2000", [MADE_SHARED] = "shared",
	};

	return kind < MADE_KINDS ? names[kind] : NULL;
}

bool made_page(enum made_kind kind, uint64_t i, arena *a, firstprint_page *out)
{
	text *t = arena_alloc(a, sizeof *t);
	firstprint_span *spans = arena_alloc(a, (SENTENCES_MOST + 1) * sizeof *spans);
	size_t from = 0;

	if (!t || !spans)
		return false;
	t->len = t->sentences = 0;
	t->edited = 0;
	put_kind(t, kind, i);
	for (size_t n = 0; n < t->sentences; from = t->ends[n++] + 1)
		spans[n] = (firstprint_span){t->bytes + from, t->ends[n] - from};
	spans[t->sentences] = (firstprint_span){t->bytes, t->len};
	*out = (firstprint_page){.url = "", .title = "", .lang = "en", .text = spans[t->sentences], .sentences = spans,
				 .sentences_len = t->sentences, .paragraphs = &spans[t->sentences], .paragraphs_len = 1,
				 .visible = spans[t->sentences]};
	digest_of(t->bytes, t->len, out->digest);
	return true;
}
