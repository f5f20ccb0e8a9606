#include "purify/language.h"

#include <stdbool.h>
#include <string.h>
#include <unicode/uscript.h>
#include <unicode/utf8.h>

#include "base/mark.h"
#include "purify/ascii.h"
#include "purify/lexicon.h"

enum {
	LOOK_AT = 16 * 1024, /* bytes of text to read; reading more changes nothing */
	TAG_MOST = 35        /* bytes of a language tag; RFC 5646, §4.4.1, asks for this room */
};

/* Scripts, each with its most frequent language. */
static const struct {
	UScriptCode script;
	const char *lang;
	const char *others; /* declared languages that fit it, each followed by a space; NULL: all but English */
} scripts[] = {
	{USCRIPT_HAN, "zh", "zh ja ko yue wuu lzh "},
	{USCRIPT_HIRAGANA, "ja", "ja "},
	{USCRIPT_KATAKANA, "ja", "ja "},
	{USCRIPT_HANGUL, "ko", "ko "},
	{USCRIPT_CYRILLIC, "ru", NULL},
	{USCRIPT_GREEK, "el", "el grc "},
	{USCRIPT_ARABIC, "ar", NULL},
	{USCRIPT_HEBREW, "he", "he iw yi "},
	{USCRIPT_THAI, "th", "th "},
	{USCRIPT_DEVANAGARI, "hi", NULL},
	{USCRIPT_LATIN, "", NULL},
};
enum { SCRIPTS = sizeof scripts / sizeof *scripts, LATIN = SCRIPTS - 1 };

enum latin { EN, DE, FR, ES, IT, PT, NL, SV, DA, PL, LANGUAGES };
static const char *const latin[] = {"en", "de", "fr", "es", "it", "pt", "nl", "sv", "da", "pl"};

/* Their most common words. */
static const lexicon_list common[] = {
	{1 << EN, "the of and to in is that for was with are this from have not you by "},
	{1 << DE, "der die und das den von zu mit ist des nicht ein eine dem für auf sich auch "},
	{1 << FR, "de la le et les des en un une du est que dans pour qui pas sur au "},
	{1 << ES, "de la que el en los del se las por un para con una su no es al "},
	{1 << IT, "di che la il un per in una non sono della con del le da dei gli è "},
	{1 << PT, "de que não do da em um para uma com os no na por mais dos ao é "},
	{1 << NL, "de van het een en in is dat op te zijn voor met niet aan er ook "},
	{1 << SV, "och att det som en på är av för med den till inte om ett har "},
	{1 << DA, "og at det er en til af på for med den der ikke som et de har "},
	{1 << PL, "i w na z do się nie to że jest o jak od po za przez dla są "},
	{0, NULL},
};
static lexicon words = LEXICON(common);

static size_t count_scripts(firstprint_span text, size_t counts[SCRIPTS])
{
	size_t all = 0;
	int32_t i = 0, len = text.len < LOOK_AT ? (int32_t)text.len : LOOK_AT;

	while (i < len) {
		UErrorCode e = U_ZERO_ERROR;
		UScriptCode script;
		UChar32 c;

		U8_NEXT((const uint8_t *)text.at, i, len, c);
		if (c < 0x80) { /* −1: not a character */
			counts[LATIN] += is_ascii_letter((char)c);
			all += is_ascii_letter((char)c);
			continue;
		}
		script = uscript_getScript(c, &e);
		for (size_t k = 0; k < SCRIPTS; k++)
			if (scripts[k].script == script) {
				counts[k]++;
				all++;
			}
	}
	return all;
}

/* Returns the main script of a text. Three Latin letters count as one character of another script. With more than one kana per ten
 * Han characters, both count as Japanese. */
static size_t main_script(size_t counts[SCRIPTS])
{
	size_t best = LATIN, kana = counts[1] + counts[2];

	counts[LATIN] /= 3;
	if (kana * 10 > counts[0])
		counts[1] = kana + counts[0];
	for (size_t k = 0; k < SCRIPTS; k++)
		if (counts[k] > counts[best])
			best = k;
	return best;
}

/* Counts the words of the text that are common in each language. */
static void count_common(firstprint_span text, size_t counts[LANGUAGES])
{
	size_t len = text.len < LOOK_AT ? text.len : LOOK_AT;

	for (size_t from = 0, end; from < len; from = end + 1) {
		unsigned languages;

		for (end = from; end < len && text.at[end] != ' ' && text.at[end] != '\n';)
			end++;
		languages = lexicon_meaning(&words, text.at + from, end - from);
		for (size_t i = 0; languages >> i; i++)
			counts[i] += languages >> i & 1;
	}
}

/* Returns the language whose common words occur most often; "" if fewer than three occur. */
static const char *by_words(firstprint_span text)
{
	size_t counts[LANGUAGES] = {0}, best = 0;

	count_common(text, counts);
	for (size_t i = 0; i < LANGUAGES; i++)
		if (counts[i] > counts[best])
			best = i;
	return counts[best] >= 3 ? latin[best] : "";
}

/* Writes the first tag of a declaration to tag, in lower case with '-': "zh_CN" → "zh-cn". false: it has none. */
static bool first_tag(const char *declared, char tag[TAG_MOST + 1])
{
	size_t len;

	if (!declared)
		return false;
	declared += strspn(declared, " \t\r\n");
	len = strspn(declared, ASCII_LETTERS ASCII_DIGITS "-_");
	while (len && strchr("-_", declared[len - 1]))
		len--;
	if (len < 2 || len > TAG_MOST || !is_ascii_letter(*declared))
		return false;
	for (size_t i = 0; i < len; i++) {
		char c = declared[i];

		tag[i] = c == '_' ? '-' : (char)(c | (c >= 'A' && c <= 'Z' ? 0x20 : 0));
	}
	tag[len] = '\0';
	return true;
}

/* Can text in this script be in the declared language? Templates often say lang="en" around Chinese text. */
static bool fits(const char *lang, size_t script)
{
	size_t len = strcspn(lang, "-");
	const char *others = scripts[script].others;

	if (script == LATIN) {
		for (size_t k = 0; k < LATIN; k++)
			if (scripts[k].others && strlen(scripts[k].lang) == len && memcmp(scripts[k].lang, lang, len) == 0)
				return false;
		return true;
	}
	return others ? mark_is_one((firstprint_span){lang, len}, others) : strcmp(lang, "en") != 0;
}

const char *language_of(firstprint_span text, const char *const *declared, size_t n, arena *a)
{
	size_t counts[SCRIPTS] = {0};
	bool letters = count_scripts(text, counts) >= 20;
	size_t script = letters ? main_script(counts) : LATIN;

	for (size_t i = 0; i < n; i++) {
		char tag[TAG_MOST + 1];

		if (first_tag(declared[i], tag) && (!letters || fits(tag, script)))
			return arena_text(a, tag, strlen(tag));
	}
	if (!letters)
		return "";
	return script == LATIN ? by_words(text) : scripts[script].lang;
}
