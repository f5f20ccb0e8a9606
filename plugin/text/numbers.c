#include "plugin/text/numbers.h"

#include <stdio.h>
#include <string.h>
#include <unicode/uchar.h>

#include "plugin/text/characters.h"
#include "plugin/text/number_words.h"

enum { GROUP = 3 }; /* digits between separators of thousands */

static firstprint_span span_of(firstprint_span text, const token *from, const token *last)
{
	return (firstprint_span){text.at + from->from, last->from + last->len - from->from};
}

/* ── digits ── */

/* The digits and separators as ASCII. */
static size_t to_ascii(firstprint_span piece, char out[NUMBER_SIZE])
{
	size_t n = 0;

	for (int32_t i = 0; (size_t)i < piece.len && n + 1 < NUMBER_SIZE;) {
		UChar32 c = character_next(piece, &i);
		int32_t digit = u_charDigitValue(c);

		out[n++] = digit >= 0 ? (char)('0' + digit) : (char)c;
	}
	out[n] = '\0';
	return n;
}

static bool are_groups(const char *at, char separator)
{
	for (; *at == separator; at += GROUP + 1)
		if (strspn(at + 1, "0123456789") != GROUP)
			return false;
	return true;
}

/* The separator between whole part and fraction: the last one, if it is not one of thousands. NULL: there is no fraction. */
static char *fraction_of(char *text)
{
	char *first = strpbrk(text, ".,"), *last = first;

	for (char *at = first; at; at = strpbrk(at + 1, ".,"))
		last = at;
	if (!first)
		return NULL;
	if (*first != *last)
		return last;
	return first - text <= GROUP && *text != '0' && are_groups(first, *first) ? NULL : last;
}

static void remove_all(char *text, const char *which)
{
	char *to = text;

	for (; *text; text++)
		if (!strchr(which, *text))
			*to++ = *text;
	*to = '\0';
}

/* "01,250.50" → "1250.5". What is no decimal number, such as a date, stays. */
static void make_plain(char text[NUMBER_SIZE])
{
	char copy[NUMBER_SIZE], *whole = copy, *point;
	const char *fraction = "";
	size_t len = 0;

	memcpy(copy, text, sizeof copy);
	point = fraction_of(copy);
	if (strpbrk(copy, ":/-") || (point && memchr(copy, *point, (size_t)(point - copy))))
		return;
	if (point) {
		*point = '\0';
		fraction = point + 1;
		for (len = strlen(fraction); len && fraction[len - 1] == '0';)
			len--;
	}
	remove_all(copy, ".,");
	while (whole[0] == '0' && whole[1])
		whole++;
	text = stpcpy(text, whole);
	if (len) {
		*text++ = '.';
		text = mempcpy(text, fraction, len);
	}
	*text = '\0';
}

/* ── words ── */

static size_t fold(firstprint_span word, char *out, size_t room)
{
	size_t n = 0;

	for (int32_t i = 0; (size_t)i < word.len;)
		if (!character_append(out, room, &n, character_next(word, &i)))
			return 0;
	return n;
}

/* Is it written as Roman numerals are? A single "I", "C" or "X" is a letter: "X Consortium"; and two letters with L or C are a size or an
 * abbreviation: "XL", "CV". */
static bool looks_roman(firstprint_span word)
{
	const char *letters = word.len > 2 ? "IVXLC" : "IVX";

	for (size_t i = 0; i < word.len; i++)
		if (!strchr(letters, word.at[i]))
			return false;
	return word.len > 1;
}

/* Looks up a word token. */
static bool find_word(firstprint_span text, const token *t, const number_words *words, number_word *out)
{
	firstprint_span word = span_of(text, t, t);
	char folded[NUMBER_SIZE];
	size_t len = t->kind == TOKEN_WORD ? fold(word, folded, sizeof folded) : 0;

	if (len && number_words_find(words, (firstprint_span){folded, len}, out))
		return true;
	return t->kind == TOKEN_WORD && looks_roman(word) && number_words_find(words, word, out);
}

/* A number while its words are read: "nine thousand four hundred twenty-one". */
struct sum {
	int64_t whole, part; /* part: what stands behind the last thousand, million, … */
};

/* Adds the next word. false: it belongs to another number, as in "five, six". */
static bool add_word(struct sum *s, const number_word *w)
{
	int64_t room = 10;

	while (room <= w->value)
		room *= 10;
	if (s->whole > INT64_MAX / 4 || s->part > INT32_MAX || (!w->is_scale && s->part % room != 0))
		return false;
	if (!w->is_scale) {
		s->part += w->value;
	} else if (w->value < 1000) {
		s->part = (s->part ? s->part : 1) * w->value;
	} else {
		s->whole += (s->part ? s->part : 1) * w->value;
		s->part = 0;
	}
	return true;
}

/* Does nothing but a blank or a hyphen stand between two tokens? */
static bool follows(firstprint_span text, const token *x, const token *next)
{
	uint32_t end = x->from + x->len;

	return next->from == end + 1 && (text.at[end] == ' ' || text.at[end] == '-');
}

/* Reads the number that words from token i on spell. 1 alone is none: "one" and its like are articles or pronouns. Nor is a scale:
 * "hundreds". Returns how many tokens were read. */
static uint32_t read_words(firstprint_span text, const tokens *t, size_t i, const number_words *words, char out[NUMBER_SIZE])
{
	struct sum s = {0, 0};
	bool found = false;
	uint32_t n = 0;
	number_word w;

	*out = '\0';
	for (; i + n < t->len && find_word(text, &t->items[i + n], words, &w); n++) {
		if ((n && !follows(text, &t->items[i + n - 1], &t->items[i + n])) || !add_word(&s, &w))
			break;
		found |= n > 0 || (!w.is_scale && w.value != 1);
	}
	if (found)
		snprintf(out, NUMBER_SIZE, "%lld", (long long)(s.whole + s.part));
	return n;
}

static uint32_t character_of(firstprint_span text, const token *t)
{
	int32_t i = (int32_t)t->from;

	return (uint32_t)character_next(text, &i);
}

/* How many characters that numbers are spelled with follow each other from token i on. */
static size_t numerals_at(firstprint_span text, const tokens *t, size_t i, const number_words *words)
{
	size_t end = i;

	while (end < t->len && t->items[end].kind == TOKEN_CHARACTER &&
	       (end == i || t->items[end].from == t->items[end - 1].from + t->items[end - 1].len) &&
	       number_words_has(words, character_of(text, &t->items[end])))
		end++;
	return end - i;
}

/* Does 第, which makes an ordinal of a number, stand before token i? */
static bool is_ordinal(firstprint_span text, const tokens *t, size_t i)
{
	enum { ORDINAL = 0x7b2c };

	return i && t->items[i - 1].from + t->items[i - 1].len == t->items[i].from &&
	       character_of(text, &t->items[i - 1]) == ORDINAL;
}

/* A run of numerals. One alone must be a number by itself: 六, but not 千; and 一 is one in an ordinal only. */
static bool read_numerals(firstprint_span run, size_t numerals, bool ordinal, const number_words *words, char out[NUMBER_SIZE])
{
	number_word w;
	bool known = number_words_find(words, run, &w) && !w.is_scale;

	if (numerals < 2 && (!known || (w.value == 1 && !ordinal)))
		return false;
	if (known)
		snprintf(out, NUMBER_SIZE, "%lld", (long long)w.value);
	else
		snprintf(out, NUMBER_SIZE, "%.*s", (int)(run.len < NUMBER_SIZE ? run.len : NUMBER_SIZE - 1), run.at);
	return true;
}

/* The number at token i. false: there is none; out->tokens is then how many to skip. */
static bool number_at(firstprint_span text, const tokens *t, size_t i, const number_words *words, number *out)
{
	const token *x = &t->items[i];
	size_t numerals;

	*out = (number){.first = (uint32_t)i, .tokens = 1};
	if (x->kind == TOKEN_NUMBER) {
		to_ascii(span_of(text, x, x), out->text);
		make_plain(out->text);
		return true;
	}
	if (x->kind == TOKEN_WORD) {
		out->tokens = read_words(text, t, i, words, out->text);
		out->tokens += !out->tokens;
		return *out->text;
	}
	numerals = numerals_at(text, t, i, words);
	if (!numerals)
		return false;
	out->tokens = (uint32_t)numerals;
	return read_numerals(span_of(text, x, &t->items[i + numerals - 1]), numerals, is_ordinal(text, t, i), words, out->text);
}

status numbers_of(firstprint_span text, const tokens *t, const char *lang, arena *a, numbers *out)
{
	const number_words *words = number_words_of(*lang ? lang : tokens_are_characters(t) ? "zh" : "en");
	numbers found = {0};
	size_t room = 0;
	number n;

	found.items = arena_grow(a, NULL, 0, &room, sizeof *found.items);
	if (!words || !found.items)
		return ERR_MEMORY;
	for (size_t i = 0; i < t->len; i += n.tokens) {
		if (!number_at(text, t, i, words, &n))
			continue;
		found.items = arena_grow(a, found.items, found.len, &room, sizeof *found.items);
		if (!found.items)
			return ERR_MEMORY;
		found.items[found.len++] = n;
	}
	*out = found;
	return OK;
}

/* ── dates and times ── */

bool number_is_year(const char *text)
{
	return strlen(text) == 4 && (memcmp(text, "19", 2) == 0 || (memcmp(text, "20", 2) == 0 && text[2] < '5'));
}

static bool are_digits(const char *at, const char *end)
{
	for (; at < end; at++)
		if (*at < '0' || *at > '9')
			return false;
	return true;
}

/* Is it "8:15" or "08:15:30"? */
static bool is_clock(const char *text)
{
	const char *colon = strchr(text, ':');

	return colon && colon - text <= 2 && strlen(colon) >= 3 && are_digits(text, colon) && are_digits(colon + 1, colon + 3);
}

/* Is it "3.2.2021", "2021/02/03" or "7/4/87"? */
static bool is_date(const char *text)
{
	const char marks[] = {text[strcspn(text, "./-")], '\0'}; /* the same twice: "6-3/16" is a fraction */
	size_t parts[3], n = 0;

	for (; *text; text += parts[n] + (text[parts[n]] != '\0'), n++) {
		if (n == 3)
			return false;
		parts[n] = strcspn(text, marks);
		if (!are_digits(text, text + parts[n]) || parts[n] == 3 || parts[n] > 4)
			return false;
	}
	if (n != 3 || parts[1] > 2)
		return false;
	if (parts[0] == 4)
		return parts[2] <= 2;
	return parts[0] <= 2 && (parts[2] == 4 || (parts[2] == 2 && (*marks == '/' || parts[0] + parts[1] == 4)));
}

bool number_is_time(const char *text)
{
	return is_clock(text) || is_date(text);
}
