#include "plugin/text/number_words.h"

#include <pthread.h>
#include <string.h>
#include <unicode/uchar.h>
#include <unicode/uloc.h>
#include <unicode/unum.h>
#include <unicode/ustring.h>
#include <unicode/utf8.h>

#include "base/table.h"
#include "plugin/text/characters.h"

enum { LANG_SIZE = 4, SPELLED_MOST = 999, ROMAN_MOST = 399, NUMERALS_MOST = 64, SPELLED_SIZE = 256 };

/* In tables a number is its value, or SCALE and the number of its zeros. */
enum { SCALE = 1 << 16 };

struct number_words {
	char lang[LANG_SIZE];
	table values;          /* word → value */
	uint64_t begins[16];   /* a bit for what words begin with: most words begin otherwise */
	const char *thousands; /* what follows a number in a word that is so many thousands, "tausend"; "": nothing does */
	uint32_t numerals[NUMERALS_MOST];
	size_t numerals_len;
	number_words *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static arena *memory;
static number_words *known;

/* Writes a number as f does, as UTF-8, without the soft hyphens that ICU puts into words. 0: ICU cannot. */
static size_t spell(const UNumberFormat *f, int64_t n, char out[SPELLED_SIZE])
{
	UErrorCode e = U_ZERO_ERROR;
	UChar wide[SPELLED_SIZE / 3];
	int32_t spelled = unum_formatInt64(f, n, wide, SPELLED_SIZE / 3 - 1, NULL, &e), len = 0, bytes = 0;

	for (int32_t i = 0; i < spelled && U_SUCCESS(e); i++)
		if (wide[i] != 0xad)
			wide[len++] = wide[i];

	u_strToUTF8(out, SPELLED_SIZE - 1, &bytes, wide, len, &e);
	out[U_FAILURE(e) ? 0 : bytes] = '\0';
	return U_FAILURE(e) ? 0 : (size_t)bytes;
}

/* ── making the table ── */

/* The bit for what a word begins with. */
static unsigned beginning(const char *word, size_t len)
{
	return ((uint8_t)word[0] * 37u + (len > 1 ? (uint8_t)word[1] : 0)) % 1024;
}

static bool put(number_words *w, const char *word, size_t len, size_t value)
{
	if (len)
		w->begins[beginning(word, len) / 64] |= UINT64_C(1) << beginning(word, len) % 64;
	return table_put(&w->values, arena_text(memory, word, len), len, value) != NULL;
}

static void note_numeral(number_words *w, UChar32 c)
{
	if (character_is_cjk(c) && u_isalpha(c) && !number_words_has(w, (uint32_t)c) && w->numerals_len < NUMERALS_MOST)
		w->numerals[w->numerals_len++] = (uint32_t)c;
}

/* Adds the words of a spelled number: one word has its value; of several, those that are not known yet are scales, if zeros
 * is not 0. */
static bool add_spelled(number_words *w, const char *text, size_t len, size_t value, size_t zeros)
{
	bool ok = true, alone = true;

	for (int32_t i = 0, from = 0; ok && (size_t)from < len; from = i) {
		int32_t end = i;
		UChar32 c = 0;

		for (; (size_t)i < len; end = i) {
			U8_NEXT((const uint8_t *)text, i, (int32_t)len, c);
			note_numeral(w, c);
			if (!u_isalpha(c))
				break;
		}
		alone &= (size_t)end == len;
		if (alone)
			ok = put(w, text, len, value);
		else if (end > from && zeros)
			ok = put(w, text + from, (size_t)(end - from), SCALE | zeros);
	}
	return ok;
}

static bool add_all(number_words *w, const char *locale, UNumberFormatStyle style, int most)
{
	UErrorCode e = U_ZERO_ERROR;
	UNumberFormat *f = unum_open(style, NULL, 0, locale, NULL, &e);
	char text[SPELLED_SIZE];
	bool ok = true;

	for (int n = 0; n <= most && ok && U_SUCCESS(e); n++)
		ok = add_spelled(w, text, spell(f, n, text), (size_t)n, 0);
	unum_close(f);
	return ok && U_SUCCESS(e);
}

/* Hundreds, thousands, millions and milliards, which have other endings behind other numbers. */
static bool add_scales(number_words *w)
{
	static const struct {
		int64_t scale;
		size_t zeros;
	} scales[] = {{100, 2}, {1000, 3}, {1000000, 6}, {1000000000, 9}};
	static const int before[] = {1, 2, 5};
	UErrorCode e = U_ZERO_ERROR;
	UNumberFormat *f = unum_open(UNUM_SPELLOUT, NULL, 0, w->lang, NULL, &e);
	char text[SPELLED_SIZE], two[SPELLED_SIZE];
	bool ok = true;

	w->thousands = "";
	for (size_t i = 0; i < 12 && ok && U_SUCCESS(e); i++) {
		size_t len = spell(f, scales[i / 3].scale * before[i % 3], text);

		ok = add_spelled(w, text, len, (size_t)scales[i / 3].scale * (size_t)before[i % 3], scales[i / 3].zeros);
	}
	if (ok && U_SUCCESS(e) && spell(f, 2, two) && spell(f, 2000, text) > strlen(two) &&
	    strncmp(text, two, strlen(two)) == 0)
		w->thousands = arena_text(memory, text + strlen(two), strlen(text) - strlen(two));
	if (w->thousands && strpbrk(w->thousands, " -"))
		w->thousands = ""; /* "two thousand" are two words */
	note_numeral(w, 0x70b9);   /* 点 stands between whole part and fraction */
	unum_close(f);
	return ok && w->thousands && U_SUCCESS(e);
}

static number_words *make(const char lang[LANG_SIZE])
{
	number_words *w = arena_zeros(memory, 1, sizeof *w);

	if (!w)
		return NULL;
	memcpy(w->lang, lang, LANG_SIZE);
	w->values.memory = memory;
	if (!add_all(w, lang, UNUM_SPELLOUT, SPELLED_MOST) || !add_all(w, "en@numbers=roman", UNUM_DECIMAL, ROMAN_MOST) ||
	    !add_scales(w))
		return NULL;
	w->next = known;
	known = w;
	return w;
}

/* Pages that declare nonsense fill no memory with tables. */
static bool is_language(const char code[LANG_SIZE])
{
	for (int32_t i = unum_countAvailable(); i > 0; i--)
		if (strcmp(unum_getAvailable(i - 1), code) == 0)
			return true;
	return false;
}

static number_words *find_known(const char *code)
{
	number_words *w = known;

	while (w && strcmp(w->lang, code) != 0)
		w = w->next;
	return w;
}

const number_words *number_words_of(const char *lang)
{
	UErrorCode e = U_ZERO_ERROR;
	char code[LANG_SIZE];
	bool named = uloc_getLanguage(lang, code, LANG_SIZE, &e) && U_SUCCESS(e) && e != U_STRING_NOT_TERMINATED_WARNING;
	number_words *w;

	pthread_mutex_lock(&lock);
	if (!memory)
		memory = arena_new();
	w = named ? find_known(code) : NULL;
	if (!w && !(named && is_language(code)))
		w = find_known(memcpy(code, "en", sizeof "en"));
	if (!w && memory)
		w = make(code);
	pthread_mutex_unlock(&lock);
	return w;
}

/* ── looking up ── */

/* The value of a word; −1: it is none, or a scale. */
static int64_t value_of(const number_words *w, const char *at, size_t len)
{
	const size_t *value = len ? table_get(&w->values, at, len) : NULL;

	return value && !(*value & SCALE) ? (int64_t)*value : -1;
}

/* "zwölf" "tausend" "dreihundert". One thousand may lack its first part. */
static bool find_thousands(const number_words *w, firstprint_span word, int64_t *out)
{
	const char *at = *w->thousands ? memmem(word.at, word.len, w->thousands, strlen(w->thousands)) : NULL;
	size_t before = at ? (size_t)(at - word.at) : 0, behind = at ? word.len - before - strlen(w->thousands) : 0;
	int64_t thousands = before ? value_of(w, word.at, before) : 1;
	int64_t rest = behind ? value_of(w, word.at + word.len - behind, behind) : 0;

	*out = thousands * 1000 + rest;
	return at && before + behind > 0 && thousands >= 0 && rest >= 0;
}

bool number_words_find(const number_words *w, firstprint_span word, number_word *out)
{
	unsigned bit = word.len ? beginning(word.at, word.len) : 0;
	const size_t *value = w->begins[bit / 64] >> bit % 64 & 1 ? table_get(&w->values, word.at, word.len) : NULL;
	int64_t scale = 1;

	*out = (number_word){0};
	if (!value)
		return find_thousands(w, word, &out->value);
	out->is_scale = *value & SCALE;
	for (size_t i = *value & ~(size_t)SCALE; out->is_scale && i > 0; i--)
		scale *= 10;
	out->value = out->is_scale ? scale : (int64_t)*value;
	return true;
}

bool number_words_has(const number_words *w, uint32_t character)
{
	for (size_t i = 0; i < w->numerals_len; i++)
		if (w->numerals[i] == character)
			return true;
	return false;
}
