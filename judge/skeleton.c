#include "judge/skeleton.h"

#include <stdlib.h>
#include <string.h>
#include <unicode/udat.h>
#include <unicode/ustring.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/grow.h"
#include "base/sorted.h"
#include "plugin/text/folded.h"

enum { NAME_SIZE = 64, URL_WORD_LEAST = 3, URL_NUMBERS = 8, NEAR = 10, DRAWN_LEAST = 8, CONSONANTS_MOST = 5, SLACK = 8 };

static uint64_t hash_word(const char *at, size_t len)
{
	return XXH3_64bits(at, len);
}

/* Finds the next word behind *at: letters and digits between spaces. An empty one: there is none. */
static firstprint_span next_word(const char **at)
{
	size_t len;

	*at += strspn(*at, " ");
	len = strcspn(*at, " ");
	*at += len;
	return (firstprint_span){*at - len, len};
}

/* ── names of months and days ── */

void calendar_free(calendar *c)
{
	free(c->names);
	*c = (calendar){0};
}

/* Adds the words of a name in folded case. */
static status add_name(calendar *c, const UChar *name, arena *a)
{
	char text[NAME_SIZE];
	UErrorCode e = U_ZERO_ERROR;
	firstprint_span folded, word;
	const char *at;

	u_strToUTF8(text, sizeof text, NULL, name, -1, &e);
	if (U_FAILURE(e))
		return OK;
	if (folded_text((firstprint_span){text, strlen(text)}, a, &folded) || !(at = arena_text(a, folded.at, folded.len)))
		return ERR_MEMORY;
	while ((word = next_word(&at)).len) {
		uint64_t *names = grow(c->names, c->len, &c->room, sizeof *names);

		if (!names)
			return ERR_MEMORY;
		c->names = names;
		c->names[c->len++] = hash_word(word.at, word.len);
	}
	return OK;
}

static status add_names(calendar *c, const UDateFormat *f, UDateFormatSymbolType kind, arena *a)
{
	status err = OK;

	for (int32_t i = 0; i < udat_countSymbols(f, kind) && !err; i++) {
		UChar name[NAME_SIZE];
		UErrorCode e = U_ZERO_ERROR;

		udat_getSymbols(f, kind, i, name, NAME_SIZE, &e);
		if (U_SUCCESS(e) && e != U_STRING_NOT_TERMINATED_WARNING)
			err = add_name(c, name, a);
	}
	return err;
}

/* Reads the names of the language, unless they were the last ones read. A language that ICU does not know has the default's. */
static status read_calendar(calendar *c, const char *lang, arena *a)
{
	static const UDateFormatSymbolType kinds[] = {UDAT_MONTHS,   UDAT_SHORT_MONTHS,   UDAT_STANDALONE_MONTHS,
						      UDAT_WEEKDAYS, UDAT_SHORT_WEEKDAYS, UDAT_STANDALONE_WEEKDAYS};
	UErrorCode e = U_ZERO_ERROR;
	UDateFormat *f;
	status err = OK;

	if (c->len && strncmp(c->lang, lang, sizeof c->lang - 1) == 0)
		return OK;
	c->len = 0;
	strncpy(c->lang, lang, sizeof c->lang - 1);
	f = udat_open(UDAT_FULL, UDAT_FULL, *lang ? c->lang : "en", u"UTC", -1, NULL, 0, &e);
	if (U_FAILURE(e))
		return ERR_MEMORY;
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds && !err; i++)
		err = add_names(c, f, kinds[i], a);
	udat_close(f);
	c->len = sorted_distinct_u64(c->names, c->len);
	return err;
}

/* ── the words of a page ── */

static int hex_digit(char c)
{
	return c >= '0' && c <= '9' ? c - '0' : (c | 32) >= 'a' && (c | 32) <= 'f' ? (c | 32) - 'a' + 10 : -1;
}

/* Returns the path and the query of a URL, with %C3%A9 decoded. NULL: out of memory. */
static const char *decoded_path(const char *url, arena *a)
{
	const char *scheme = strstr(url, "://"), *at = strchr(scheme ? scheme + 3 : url, '/');
	char *out = arena_text(a, at ? at : "", at ? strlen(at) : 0), *to = out;

	for (const char *c = out; out && *c; c++) {
		if (*c == '%' && hex_digit(c[1]) >= 0 && hex_digit(c[2]) >= 0) {
			*to++ = (char)(hex_digit(c[1]) << 4 | hex_digit(c[2]));
			c += 2;
		} else {
			*to++ = *c;
		}
	}
	if (out)
		*to = '\0';
	return out;
}

/* The words of a URL, and its first numbers. */
typedef struct url_words {
	uint64_t *words; /* hashes, ascending */
	size_t len;
	long numbers[URL_NUMBERS];
	size_t numbers_len;
} url_words;

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Is it a whole number? */
static bool is_number(firstprint_span word)
{
	for (size_t i = 0; i < word.len; i++)
		if (!is_digit(word.at[i]))
			return false;
	return word.len > 0 && word.len < 10;
}

static void add_url_word(url_words *u, firstprint_span word)
{
	if (is_number(word) && u->numbers_len < URL_NUMBERS)
		u->numbers[u->numbers_len++] = strtol(word.at, NULL, 10);
	if (word.len >= URL_WORD_LEAST)
		u->words[u->len++] = hash_word(word.at, word.len);
}

static status read_url(const char *url, arena *a, url_words *out)
{
	const char *path = decoded_path(url, a), *at;
	firstprint_span folded, word;

	if (!path || folded_text((firstprint_span){path, strlen(path)}, a, &folded))
		return ERR_MEMORY;
	at = arena_text(a, folded.at, folded.len);
	*out = (url_words){.words = arena_alloc(a, (folded.len / 2 + 1) * sizeof *out->words)};
	if (!at || !out->words)
		return ERR_MEMORY;
	while ((word = next_word(&at)).len)
		add_url_word(out, word);
	qsort(out->words, out->len, sizeof *out->words, sorted_compare_u64);
	return OK;
}

static bool has_word(const uint64_t *words, size_t len, uint64_t word)
{
	return bsearch(&word, words, len, sizeof word, sorted_compare_u64) != NULL;
}

static bool is_near_url(const url_words *u, firstprint_span word)
{
	long n = is_number(word) ? strtol(word.at, NULL, 10) : 0;

	for (size_t i = 0; i < u->numbers_len; i++)
		if (is_number(word) && labs(n - u->numbers[i]) <= NEAR)
			return true;
	return false;
}

/* Is it a year, a date in digits or a time: 1985, 2024-03-05, 5/3/2024, 10:30? */
static bool is_date(firstprint_span word)
{
	size_t signs = 0, digits = 0, last = 0;

	for (size_t i = 0; i < word.len; i++, last++) {
		digits += is_digit(word.at[i]);
		if (strchr("-/:", word.at[i])) {
			signs++;
			last = (size_t)-1;
		}
	}
	if (is_number(word))
		return word.len == 4 && (memcmp(word.at, "19", 2) == 0 || memcmp(word.at, "20", 2) == 0);
	return digits + signs == word.len && (signs == 2 || (signs == 1 && last == 2 && word.at[word.len - 3] == ':'));
}

/* Has it digits between letters, or too many consonants in a row for a word? */
static bool looks_drawn(firstprint_span word)
{
	size_t consonants = 0, digits = 0, letters = 0;
	bool is_word = true;

	for (size_t i = 0; i < word.len; i++) {
		bool is_letter = word.at[i] >= 'a' && word.at[i] <= 'z';

		letters += is_letter;
		digits += is_digit(word.at[i]);
		consonants = is_letter && !strchr("aeiouy", word.at[i]) ? consonants + 1 : 0;
		is_word &= consonants <= CONSONANTS_MOST || word.len < DRAWN_LEAST;
	}
	return !is_word || (digits && letters);
}

/* Returns the title and the text, folded, without what they repeat of the URL. NULL: out of memory. */
static const char *own_text(const firstprint_page *page, arena *a)
{
	const char *all = arena_printf(a, "%s\n%.*s", page->title, (int)page->text.len, page->text.at);
	firstprint_span folded, own;
	bool repeats;

	if (!all || folded_text((firstprint_span){all, strlen(all)}, a, &folded) ||
	    folded_without_url(folded, page, a, &own, &repeats))
		return NULL;
	return arena_text(a, own.at, own.len);
}

/* Adds the words of text that are neither the URL's nor dates. drawn: those that look drawn, or the others. Returns how many words
 * looked drawn. */
static size_t add_words(const calendar *c, const url_words *url, const char *text, bool drawn, skeleton *out)
{
	firstprint_span word;
	size_t n = 0;

	while ((word = next_word(&text)).len) {
		uint64_t hash = hash_word(word.at, word.len);
		bool is_drawn = looks_drawn(word);

		if (has_word(url->words, url->len, hash) || has_word(c->names, c->len, hash) || is_date(word) ||
		    is_near_url(url, word))
			continue;
		n += is_drawn;
		if (is_drawn == drawn)
			out->words[out->len++] = hash;
	}
	return n;
}

status skeleton_of(calendar *c, const firstprint_page *page, arena *a, skeleton *out)
{
	const char *text = own_text(page, a);
	url_words url;
	size_t drawn;

	if (!text || read_url(page->url, a, &url) || read_calendar(c, page->lang, a))
		return ERR_MEMORY;
	*out = (skeleton){arena_alloc(a, (strlen(text) / 2 + 1 + url.len) * sizeof *out->words), NULL, 0, url.len};
	if (!out->words)
		return ERR_MEMORY;
	drawn = add_words(c, &url, text, false, out);
	if (3 * drawn > out->len)
		add_words(c, &url, text, true, out);
	qsort(out->words, out->len, sizeof *out->words, sorted_compare_u64);
	out->url = memcpy(out->words + out->len, url.words, url.len * sizeof *url.words);
	return OK;
}

uint64_t skeleton_digest(const skeleton *s)
{
	return XXH3_64bits(s->words, s->len * sizeof *s->words);
}

status skeleton_copy(const skeleton *s, skeleton *out)
{
	size_t size = (s->len + s->url_len) * sizeof *s->words;

	*out = *s;
	out->words = malloc(size + 1);
	if (!out->words)
		return ERR_MEMORY;
	memcpy(out->words, s->words, size);
	out->url = out->words + s->len;
	return OK;
}

/* ── comparing ── */

/* Writes the words that are in both to out, which may be NULL. Returns how many. */
static size_t common_words(const skeleton *x, const skeleton *y, uint64_t *out)
{
	size_t n = 0;

	for (size_t i = 0, k = 0; i < x->len && k < y->len;) {
		uint64_t word = x->words[i], other = y->words[k];

		i += word <= other;
		k += other <= word;
		if (word != other)
			continue;
		if (out)
			out[n] = word;
		n++;
	}
	return n;
}

status skeleton_meet(const skeleton *x, const skeleton *y, arena *a, skeleton_answer *out)
{
	size_t longer = x->len > y->len ? x->len : y->len;

	out->both = (skeleton){.words = arena_alloc(a, (longer + 1) * sizeof *out->both.words)};
	if (!out->both.words)
		return ERR_MEMORY;
	out->both.len = common_words(x, y, out->both.words);
	out->more = x->len + y->len - 2 * out->both.len;
	out->is_one = 2 * out->both.len >= longer;
	return OK;
}

/* Returns how many words of the answer are not in s, nor in its URL. */
static size_t missing_words(const skeleton *s, const skeleton *both)
{
	size_t n = 0;

	for (size_t i = 0; i < both->len; i++)
		n += !has_word(s->words, s->len, both->words[i]) && !has_word(s->url, s->url_len, both->words[i]);
	return n;
}

/* Some words that two responses share may be missing, since they share them by chance, or since they name the URL in another way. */
bool skeleton_repeats(const skeleton *s, const skeleton_answer *answer)
{
	size_t slack = answer->both.len / SLACK, common = common_words(s, &answer->both, NULL);
	size_t missing = missing_words(s, &answer->both);

	return answer->is_one && missing <= answer->more + slack && 3 * missing <= answer->both.len &&
	       s->len - common <= 2 * answer->more + slack;
}
