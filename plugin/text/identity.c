#include "plugin/text/identity.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>
#include <unicode/uloc.h>

#include "base/hex.h"
#include "base/sorted.h"

enum { SEGMENT_MOST = 300, NUMBER_MOST = 16, EXTENSION_MOST = 6 }; /* bytes; the point of an extension counts */

/* ── the last segment ── */

/* Is it a tag such as "de", "pt-br", "zh_TW", "sr@latin" or "fr_FR.UTF-8"? */
static bool is_language(const char *at, size_t len)
{
	char code[3] = "";
	size_t end = 3;

	if (len < 2 || !isalpha((unsigned char)at[0]) || !isalpha((unsigned char)at[1]))
		return false;
	for (size_t i = 0; i < 2; i++)
		code[i] = (char)tolower((unsigned char)at[i]);
	if (len > 2 && at[2] != '@') {
		while (end < len && isalnum((unsigned char)at[end]))
			end++;
		if (!strchr("-_", at[2]) || end < 5 || end > 7 || (end < len && at[end] != '.'))
			return false;
	}
	return *uloc_getISO3Language(code);
}

/* Is the segment empty, a language, or a name such as index.html, which many pages of a site have? */
static bool is_generic(const char *at, size_t len)
{
	static const char *const names[] = {"index", "default", "feed", "rss", "amp", "print", NULL};
	size_t stem = len;
	const char *point = memchr(at, '.', len);

	if (point)
		stem = (size_t)(point - at);
	for (const char *const *name = names; *name; name++)
		if (strlen(*name) == stem && strncasecmp(at, *name, stem) == 0)
			return true;
	return len == 0 || is_language(at, len);
}

/* Returns the path of a URL, from its first '/' on; "": there is none. */
static const char *path_of(const char *url)
{
	const char *host = strstr(url, "://"), *path = strchr(host ? host + 3 : url, '/');

	return path ? path : "";
}

/* Returns the length of a name without its extension. */
static size_t stem_length(const char *name, size_t len)
{
	const char *point = memrchr(name, '.', len);

	return point && (size_t)(name + len - point) <= EXTENSION_MOST ? (size_t)(point - name) : len;
}

/* Returns the last segment of the path that is not generic; "": there is none. */
static firstprint_span last_segment(const char *url)
{
	const char *path = path_of(url), *end = path + strcspn(path, "?#"), *from;

	for (; end > path; end = from) {
		for (from = end; from[-1] != '/';)
			from--;
		if (!is_generic(from, (size_t)(end - from)))
			return (firstprint_span){from, (size_t)(end - from)};
		from--; /* the slash */
	}
	return (firstprint_span){"", 0};
}

/* ── the language ── */

/* Returns the last part of a name that stands behind a point or '_', but for its extension, if that is a language: "de" of "x.de.html".
 * len 0: there is none. */
static firstprint_span language_of_name(firstprint_span name)
{
	size_t stem = stem_length(name.at, name.len), from = stem;

	while (from > 0 && (isalnum((unsigned char)name.at[from - 1]) || name.at[from - 1] == '@'))
		from--;
	if (from > 3 && name.at[from - 1] == '_' && strchr("._", name.at[from - 4]) &&
	    is_language(name.at + from - 3, stem - from + 3))
		from -= 3;
	if (from < 2 || !strchr("._", name.at[from - 1]) || !is_language(name.at + from, stem - from))
		return (firstprint_span){"", 0};
	return (firstprint_span){name.at + from, stem - from};
}

firstprint_span identity_language(const char *url)
{
	firstprint_span segment = {path_of(url), 0};

	while (segment.at[segment.len] == '/') {
		segment.at += segment.len + 1;
		segment.len = strcspn(segment.at, "/?#");
		if (segment.at[segment.len] == '/' && is_language(segment.at, segment.len))
			return segment;
	}
	return language_of_name(segment);
}

/* Writes the segment without escapes, ASCII letters in lower case. Returns its length. */
static size_t decode(firstprint_span segment, char out[SEGMENT_MOST])
{
	const char *end = segment.at + segment.len;
	size_t n = 0;

	for (const char *at = segment.at; at < end && n < SEGMENT_MOST; at++) {
		int byte = hex_escaped(at, end);

		out[n++] = (char)tolower(byte >= 0 ? byte : (unsigned char)*at);
		at += byte >= 0 ? 2 : 0;
	}
	return n;
}

/* ── numbers ── */

static bool is_letter(const char *at, const char *end)
{
	return at < end && (isalnum((unsigned char)*at) || (signed char)*at < 0);
}

/* Copies the number at *at without its leading zeros, but with a single letter at its end, and moves *at past it. Returns its length. */
static size_t take_number(const char **at, const char *end, char out[NUMBER_MOST])
{
	size_t n = 0;

	while (*at + 1 < end && **at == '0' && isdigit((unsigned char)(*at)[1]))
		++*at;
	while (*at < end && isdigit((unsigned char)**at)) {
		out[n] = **at;
		n += n < NUMBER_MOST - 1;
		++*at;
	}
	if (*at < end && isalpha((unsigned char)**at) && !is_letter(*at + 1, end)) {
		out[n++] = (char)tolower((unsigned char)**at);
		++*at;
	}
	return n;
}

/* Adds the hashes of a text's numbers: even ones, or in a title the odd ones behind them. Returns how many there are now. */
static size_t add_numbers(const char *at, size_t len, bool is_title, const feature_key *key, uint32_t *items, size_t n)
{
	char text[NUMBER_MOST];

	for (const char *end = at + len; at < end;)
		if (isdigit((unsigned char)*at))
			items[n++] = (uint32_t)(feature_hash(key, text, take_number(&at, end, text)) >> 48 & 0xfffe) | is_title;
		else
			at++;
	return n;
}

/* A number that is in both has its even and its odd hash side by side. */
static void find_numbers(firstprint_span segment, firstprint_span title, const feature_key *key, identity *out)
{
	uint32_t items[(SEGMENT_MOST + TITLE_KEPT) / 2 + 2]; /* what is no digit stands between two of them */
	size_t n = add_numbers(segment.at, segment.len, false, key, items, 0), distinct = 0;

	n = sorted_distinct_u32(items, add_numbers(title.at, title.len, true, key, items, n));
	for (size_t i = 0; i < n; i++, distinct++) {
		bool names = i + 1 < n && items[i + 1] == (items[i] | 1);

		if (distinct < IDENTITY_NUMBERS)
			out->numbers[distinct] = (uint16_t)((items[i] & 0xfffe) | names);
		i += names;
	}
	out->len = distinct > IDENTITY_NUMBERS ? 0 : distinct;
}

/* What the numbers that name a page are in another page. */
typedef struct naming {
	bool absent;  /* the other page does not have one of them */
	bool unnamed; /* one of them does not name the other page */
} naming;

static naming naming_of(const uint16_t *mine, size_t mine_len, const uint16_t *theirs, size_t theirs_len)
{
	naming n = {false, false};

	for (size_t i = 0, j = 0; i < mine_len; i++) {
		bool found;

		while (j < theirs_len && (theirs[j] | 1) < (mine[i] | 1))
			j++;
		found = j < theirs_len && (theirs[j] | 1) == (mine[i] | 1);
		n.absent |= (mine[i] & 1) && !found;
		n.unnamed |= (mine[i] & 1) && !(found && (theirs[j] & 1));
	}
	return n;
}

bool identity_differs(const uint16_t *x, size_t x_len, const uint16_t *y, size_t y_len)
{
	const naming of_x = naming_of(x, x_len, y, y_len), of_y = naming_of(y, y_len, x, x_len);

	return (of_x.absent && of_y.unnamed) || (of_y.absent && of_x.unnamed);
}

/* ── words ── */

/* Has the title this letter as a word of its own, in any case: "Vitamin C"? */
static bool has_letter(const char *title, char letter)
{
	const char *end = title + strlen(title);

	for (const char *at = title; at < end; at++)
		if (tolower((unsigned char)*at) == letter && !is_letter(at + 1, end) &&
		    (at == title || !is_letter(at - 1, end)))
			return true;
	return false;
}

/* Is token i of the segment a name? No number is, and no code that was drawn at random: a word with digits (tokens.h). A single letter, of
 * which "a" is in most texts, is one if it ends the segment and the title has it, too: "size-m", "vitamin-c". */
static bool may_name(const char *segment, const tokens *all, size_t i, const char *title)
{
	const token *t = &all->items[i];
	bool has_digit = false;

	for (size_t k = 0; k < t->len; k++)
		has_digit |= isdigit((unsigned char)segment[t->from + k]) != 0;
	if (t->kind == TOKEN_NUMBER || has_digit)
		return false;
	return t->len > 1 || (i > 0 && i + 1 == all->len && has_letter(title, segment[t->from]));
}

/* Adds the words of the segment that may be names. */
static status add_words(firstprint_span segment, const firstprint_page *page, const feature_key *key, arena *a, identity *out)
{
	passage p;
	uint32_t *words = title_words_in(segment, page->lang, key, a, &p);

	for (size_t i = 0; words && i < p.tokens.len && out->words_len < IDENTITY_WORDS; i++)
		if (words[i] && may_name(segment.at, &p.tokens, i, page->title))
			out->words[out->words_len++] = title_word_hash(words[i]);
	return words ? OK : ERR_MEMORY;
}

/* Cuts off the extension, and puts a blank in place of each of these characters. Returns the new length. */
static size_t separate(char *segment, size_t len, const char *separators)
{
	len = stem_length(segment, len);
	for (size_t i = 0; i < len; i++)
		if (strchr(separators, segment[i]))
			segment[i] = ' ';
	return len;
}

/* Writes the name of which Doxygen has made the segment: "ns::tixml_x-members" for "classns_1_1tixml__x-members" and, where capitals are
 * written so, "classns_1_1_ti_xml__x-members". Returns its length; 0: it is none. */
static size_t demangle(const char *segment, size_t len, char out[SEGMENT_MOST])
{
	static const char *const kinds[] = {"class", "struct", "union", "interface", "namespace", NULL};
	const char *at = segment, *end = segment + len;
	size_t n = 0;

	for (const char *const *kind = kinds; *kind && at == segment; kind++)
		if (len > strlen(*kind) && memcmp(segment, *kind, strlen(*kind)) == 0)
			at += strlen(*kind);
	if (at == segment)
		return 0;
	for (; at < end; at++) {
		bool is_escape = *at == '_' && at + 1 < end;

		if (!is_escape)
			out[n++] = *at;
		else if (isdigit((unsigned char)at[1]) || at[1] == '_')
			out[n++] = *++at == '_' ? '_' : *at == '1' ? ':' : ' ';
	}
	return n;
}

/* A '_' stands for a blank, as in wikis, or belongs to a name: read_json. The names come first. */
static status find_words(const firstprint_page *page, const char *segment, size_t len, const feature_key *key, arena *a,
			 identity *out)
{
	static const char *const separators[] = {"-+,&=;()", "-+.,&=:;()_"};
	bool has_names = memchr(segment, '_', len) || memchr(segment, '.', len);
	status err = OK;

	for (size_t i = has_names ? 0 : 1; i < 2 && !err; i++) {
		char *copy = arena_text(a, segment, len);

		if (!copy)
			return ERR_MEMORY;
		err = add_words((firstprint_span){copy, separate(copy, len, separators[i])}, page, key, a, out);
		if (i == 0)
			out->names_len = out->words_len;
	}
	return err;
}

static status find_mangled(const firstprint_page *page, const char *segment, size_t len, const feature_key *key, arena *a,
			   identity *out)
{
	char name[SEGMENT_MOST];
	size_t n = separate(name, demangle(segment, len, name), "-.");
	status err = n ? add_words((firstprint_span){name, n}, page, key, a, out) : OK; /* a text has "ns::X", or "X" alone */

	return n && !err ? add_words((firstprint_span){name, separate(name, n, ":")}, page, key, a, out) : err;
}

/* Hashes what stands between separators, in any order: "Chaplin,_Charlie.html" is "Charlie_Chaplin.html". A language at the end is left
 * out. */
static uint8_t segment_hash(const char *segment, size_t len, const feature_key *key)
{
	firstprint_span language = language_of_name((firstprint_span){segment, len});
	const char *at = segment, *end = language.len ? language.at : segment + stem_length(segment, len);
	uint64_t sum = 0;

	while (at < end) {
		const char *from = at;

		while (is_letter(at, end))
			at++;
		if (at > from)
			sum += feature_hash(key, from, (size_t)(at - from));
		at += at == from;
	}
	return sum ? (uint8_t)(sum >> 56) | 1 : 0;
}

/* ── making ── */

status identity_of(const firstprint_page *page, const feature_key *key, arena *a, identity *out)
{
	const firstprint_span last = last_segment(page->url);
	char *segment = arena_alloc(a, SEGMENT_MOST);
	status err;
	size_t len;

	*out = (identity){0};
	if (!segment)
		return ERR_MEMORY;
	len = decode(last, segment);
	if (last.len)
		out->folder = (uint16_t)(feature_hash(key, path_of(page->url), (size_t)(last.at - path_of(page->url))) >> 48);
	find_numbers((firstprint_span){segment, len}, (firstprint_span){page->title, strnlen(page->title, TITLE_KEPT)}, key,
		     out);
	out->segment = segment_hash(segment, len, key);
	err = len ? find_words(page, segment, len, key, a, out) : OK;
	return err ? err : find_mangled(page, segment, len, key, a, out);
}
