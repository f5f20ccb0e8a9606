#include "plugin/text/host_title.h"

#include <stdlib.h>
#include <string.h>
#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include "plugin/text/characters.h"

/* The site of a URL: "https://example.com:80/a" → "example.com:80". A path without scheme, such as a file of a mirror or
 * a manual has, gives its first folder: "manual-15/intro.html" → "manual-15". len 0: the URL names no site. */
static firstprint_span host_of(const char *url)
{
	const char *scheme = strstr(url, "://");
	const char *host = scheme ? scheme + 3 : url;
	size_t len = strcspn(host, "/?#");

	return (firstprint_span){host, scheme || host[len] == '/' ? len : 0};
}

static int compare_u16(const void *a, const void *b)
{
	return *(const uint16_t *)a - *(const uint16_t *)b;
}

/* The words of the title found so far, as hashes; there are at most as many as bytes. */
typedef struct title_words {
	const feature_key *key;
	uint16_t *items;
	size_t len;
} title_words;

static void add_word(title_words *w, const char *piece, size_t len)
{
	if (len)
		w->items[w->len++] = (uint16_t)(feature_hash(w->key, piece, len) >> 48);
}

/* Cuts the title into words at white space, so that avl_multiset and multiset are two words. A Chinese or Japanese
 * character is a word. Digits, and punctuation at the edges of a word, are left out, since versions and chapter numbers
 * come and go. */
static void read_words(firstprint_span title, title_words *w)
{
	char piece[128];
	size_t len = 0, kept = 0; /* of piece: its length, and its length up to the last letter */

	for (int32_t i = 0; (size_t)i < title.len;) {
		UChar32 c;

		U8_NEXT((const uint8_t *)title.at, i, (int32_t)title.len, c);
		if (c < 0 || u_isUWhiteSpace(c) || character_is_cjk(c)) {
			add_word(w, piece, kept);
			len = kept = 0;
		}
		if (c < 0 || u_isUWhiteSpace(c) || u_isdigit(c) || (len == 0 && !u_isalpha(c)) ||
		    len + U8_MAX_LENGTH > sizeof piece)
			continue;
		c = u_foldCase(c, U_FOLD_CASE_DEFAULT);
		U8_APPEND_UNSAFE((uint8_t *)piece, len, c);
		kept = u_isalpha(c) ? len : kept;
		if (character_is_cjk(c)) {
			add_word(w, piece, kept);
			len = kept = 0;
		}
	}
	add_word(w, piece, kept);
}

status host_title_of(const firstprint_page *page, const feature_key *key, arena *a, host_title *out)
{
	firstprint_span host = host_of(page->url), title = {page->title, strlen(page->title)};
	host_title h = {.host = host.len ? (uint32_t)(feature_hash(key, host.at, host.len) >> 32) : 0};
	title_words w = {key, arena_alloc(a, (title.len + 1) * sizeof *w.items), 0};

	if (!w.items || title.len >= INT32_MAX)
		return ERR_MEMORY;
	read_words(title, &w);
	if (w.len)
		qsort(w.items, w.len, sizeof *w.items, compare_u16);
	for (size_t i = 0; i < w.len && h.words_len < HOST_TITLE_WORDS; i++)
		if (i == 0 || w.items[i] != w.items[i - 1])
			h.words[h.words_len++] = w.items[i];
	*out = h;
	return OK;
}

/* Does a have a word that b does not have? Only hashes that both titles would have kept count. */
static bool has_own_word(const host_title *a, const host_title *b)
{
	uint16_t bound = b->words_len < HOST_TITLE_WORDS ? UINT16_MAX : b->words[HOST_TITLE_WORDS - 1];

	for (uint32_t i = 0, j = 0; i < a->words_len && a->words[i] <= bound; i++) {
		while (j < b->words_len && b->words[j] < a->words[i])
			j++;
		if (j == b->words_len || b->words[j] != a->words[i])
			return true;
	}
	return false;
}

bool host_title_tells_apart(const host_title *a, const host_title *b)
{
	if (!a->host || a->host != b->host || !a->words_len || !b->words_len)
		return false;
	return has_own_word(a, b) && has_own_word(b, a);
}
