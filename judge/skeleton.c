#include "judge/skeleton.h"

#include <stdlib.h>
#include <string.h>
#include <unicode/udat.h>
#include <unicode/ustring.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/grow.h"
#include "base/hex.h"
#include "base/sorted.h"
#include "plugin/text/folded.h"

enum { NAME_SIZE = 64, URL_WORD_LEAST = 3, URL_NUMBERS = 8, NEAR = 10, DRAWN_LEAST = 8, CONSONANTS_MOST = 5 };
enum { SLACK_SHARE = 8, SLACK_MOST = 2 }; /* words by which a page may name its URL in another way */

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

/* Adds the words of the names, in folded case. */
static status add_names(calendar *c, const UDateFormat *f, UDateFormatSymbolType kind, arena *a)
{
	const char *names = "", *at;
	firstprint_span folded, word;

	for (int32_t i = 0; i < udat_countSymbols(f, kind) && names; i++) {
		UChar name[NAME_SIZE];
		char text[3 * NAME_SIZE];
		UErrorCode e = U_ZERO_ERROR;

		udat_getSymbols(f, kind, i, name, NAME_SIZE, &e);
		if (U_FAILURE(e) || e == U_STRING_NOT_TERMINATED_WARNING)
			continue;
		u_strToUTF8(text, sizeof text, NULL, name, -1, &e);
		if (U_SUCCESS(e))
			names = arena_printf(a, "%s %s", names, text);
	}
	if (!names || folded_text((firstprint_span){names, strlen(names)}, a, &folded) ||
	    !(at = arena_text(a, folded.at, folded.len)))
		return ERR_MEMORY;
	while ((word = next_word(&at)).len) {
		uint64_t hash = hash_word(word.at, word.len);

		if (grow_add(&c->names, &c->len, &c->room, &hash, sizeof hash))
			return ERR_MEMORY;
	}
	return OK;
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

/* Returns the path and the query of a URL, with %C3%A9 decoded. NULL: out of memory. */
static const char *decoded_path(const char *url, arena *a)
{
	const char *scheme = strstr(url, "://"), *at = strchr(scheme ? scheme + 3 : url, '/');
	size_t len = at ? strlen(at) : 0;
	char *out = arena_text(a, at ? at : "", len), *to = out;

	if (!out)
		return NULL;
	for (const char *c = out, *end = out + len; c < end;) {
		int byte = hex_escaped(c, end);

		*to++ = byte >= 0 ? (char)byte : *c;
		c += byte >= 0 ? 3 : 1;
	}
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

/* Finds the next part of a word like "2026/05", and moves *word behind it. An empty one: there is none. */
static firstprint_span next_part(firstprint_span *word)
{
	firstprint_span part = {word->at, 0};

	while (part.len < word->len && !strchr("-/:.", part.at[part.len]))
		part.len++;
	*word = part.len < word->len ? (firstprint_span){part.at + part.len + 1, word->len - part.len - 1}
				     : (firstprint_span){part.at + part.len, 0};
	return part;
}

static void add_url_word(url_words *u, firstprint_span word)
{
	firstprint_span rest = word, part;

	while ((part = next_part(&rest)).len && u->numbers_len < URL_NUMBERS)
		if (is_number(part))
			u->numbers[u->numbers_len++] = strtol(part.at, NULL, 10);
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

/* Is it near to the URL's numbers from i on: 7, or "2026/5" of the URL /2026/05? */
static bool is_near_numbers(const url_words *u, size_t i, firstprint_span word)
{
	firstprint_span part;

	for (; word.len && (part = next_part(&word)).len; i++)
		if (i >= u->numbers_len || !is_number(part) || labs(strtol(part.at, NULL, 10) - u->numbers[i]) > NEAR)
			return false;
	return word.len == 0;
}

static bool is_near_url(const url_words *u, firstprint_span word)
{
	bool is_near = false;

	for (size_t i = 0; i < u->numbers_len && !is_near; i++)
		is_near = is_near_numbers(u, i, word);
	return is_near;
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

/* Finds the title and the text, folded: all of it, and without what it repeats of the URL. ERR_MEMORY. */
static status fold_page(const firstprint_page *page, arena *a, const char **all, const char **own)
{
	const char *text = arena_printf(a, "%s\n%.*s", page->title, (int)page->text.len, page->text.at);
	firstprint_span folded, rest;
	bool repeats;

	if (!text || folded_text((firstprint_span){text, strlen(text)}, a, &folded) ||
	    folded_without_url(folded, page, a, &rest, &repeats))
		return ERR_MEMORY;
	*all = arena_text(a, folded.at, folded.len);
	*own = arena_text(a, rest.at, rest.len);
	return *all && *own ? OK : ERR_MEMORY;
}

/* What words are taken from: names of dates, a URL, and whether the words of the URL are taken, too. */
typedef struct source {
	const calendar *names;
	const url_words *url;
	bool with_url;
} source;

static bool is_left_out(const source *from, firstprint_span word, uint64_t hash)
{
	return (!from->with_url && has_word(from->url->words, from->url->len, hash)) ||
	       has_word(from->names->names, from->names->len, hash) || is_date(word) || is_near_url(from->url, word);
}

/* Adds the words of text that are not left out. drawn: those that look drawn, or the others. Returns how many words looked drawn. */
static size_t add_words(const source *from, const char *text, bool drawn, skeleton *out)
{
	firstprint_span word;
	size_t n = 0;

	while ((word = next_word(&text)).len) {
		uint64_t hash = hash_word(word.at, word.len);
		bool is_drawn = looks_drawn(word);

		if (is_left_out(from, word, hash))
			continue;
		n += is_drawn;
		if (is_drawn == drawn)
			out->words[out->len++] = hash;
	}
	return n;
}

/* Lists the words of a text, in a. extra: how many more words there is to be room for. */
static status take_words(const source *from, const char *text, size_t extra, arena *a, skeleton *out)
{
	size_t drawn;

	*out = (skeleton){.words = arena_alloc(a, (strlen(text) / 2 + 1 + extra) * sizeof *out->words)};
	if (!out->words)
		return ERR_MEMORY;
	drawn = add_words(from, text, false, out);
	if (3 * drawn > out->len)
		add_words(from, text, true, out);
	qsort(out->words, out->len, sizeof *out->words, sorted_compare_u64);
	return OK;
}

status skeleton_of(calendar *c, const firstprint_page *page, arena *a, skeleton *out)
{
	const char *all, *own;
	url_words url;
	skeleton whole;
	source from = {.names = c, .url = &url, .with_url = true};

	if (fold_page(page, a, &all, &own) || read_url(page->url, a, &url) || read_calendar(c, page->lang, a) ||
	    take_words(&from, all, 0, a, &whole))
		return ERR_MEMORY;
	from.with_url = false;
	if (take_words(&from, own, url.len, a, out))
		return ERR_MEMORY;
	out->url = memcpy(out->words + out->len, url.words, url.len * sizeof *url.words);
	out->url_len = url.len;
	out->form = skeleton_digest(&whole);
	return OK;
}

uint64_t skeleton_digest(const skeleton *s)
{
	return XXH3_64bits(s->words, s->len * sizeof *s->words);
}

status skeleton_copy(const skeleton *s, arena *a, skeleton *out)
{
	*out = *s;
	out->words = arena_copy(a, s->words, (s->len + s->url_len) * sizeof *s->words);
	if (!out->words)
		return ERR_MEMORY;
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

status skeleton_meet(const skeleton *responses, size_t n, arena *a, skeleton_answer *out)
{
	skeleton all = {.words = arena_alloc(a, (responses->len + 1) * sizeof *all.words), .len = responses->len};
	size_t longest = 0;

	if (!all.words)
		return ERR_MEMORY;
	memcpy(all.words, responses->words, all.len * sizeof *all.words);
	for (size_t i = 1; i < n; i++)
		all.len = common_words(&all, &responses[i], all.words);
	for (size_t i = 0; i < n; i++)
		longest = responses[i].len > longest ? responses[i].len : longest;
	*out = (skeleton_answer){all, longest - all.len, 2 * all.len >= longest};
	return OK;
}

/* Returns how many words of the answer are not in s, nor in its URL. */
static size_t missing_words(const skeleton *s, const skeleton *all)
{
	size_t n = 0;

	for (size_t i = 0; i < all->len; i++)
		n += !has_word(s->words, s->len, all->words[i]) && !has_word(s->url, s->url_len, all->words[i]);
	return n;
}

bool skeleton_repeats(const skeleton *s, const skeleton_answer *answer)
{
	size_t part = answer->all.len / SLACK_SHARE, slack = part < SLACK_MOST ? part : SLACK_MOST;
	size_t own = s->len - common_words(s, &answer->all, NULL);
	size_t most = 2 * answer->more > slack ? 2 * answer->more : slack;

	return answer->is_one && missing_words(s, &answer->all) <= slack && own <= most;
}
