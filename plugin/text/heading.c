#include "plugin/text/heading.h"

#include <stdlib.h>
#include <string.h>

/* "https://Example.com:80/a" → "Example.com:80"; len 0: no host in it. URLs come normalised, hosts in lower case. */
static firstprint_span host_of(const char *url)
{
	const char *host = strstr(url, "://");

	if (!host)
		return (firstprint_span){0};
	host += 3;
	return (firstprint_span){host, strcspn(host, "/?#")};
}

static int compare_u16(const void *a, const void *b)
{
	return *(const uint16_t *)a - *(const uint16_t *)b;
}

status heading_of(const firstprint_page *page, const feature_key *key, arena *a, heading *out)
{
	firstprint_span host = host_of(page->url), title = {page->title, strlen(page->title)};
	heading h = {.host = host.len ? (uint32_t)(feature_hash(key, host.at, host.len) >> 32) : 0};
	uint16_t *words;
	size_t n = 0;
	tokens t;
	status s = tokens_of(title, key, a, &t);

	words = s ? NULL : arena_alloc(a, (t.len + 1) * sizeof *words);
	if (!words)
		return ERR_MEMORY;
	for (size_t i = 0; i < t.len; i++)
		if (t.items[i].kind != TOKEN_NUMBER)
			words[n++] = (uint16_t)(t.items[i].hash >> 48);
	if (n)
		qsort(words, n, sizeof *words, compare_u16);
	for (size_t i = 0; i < n && h.words_len < HEADING_WORDS; i++)
		if (i == 0 || words[i] != words[i - 1])
			h.words[h.words_len++] = words[i];
	*out = h;
	return OK;
}

/* Has a some word, within what both kept, that b has not? */
static bool has_own_word(const heading *a, const heading *b)
{
	uint16_t bound = b->words_len < HEADING_WORDS ? UINT16_MAX : b->words[HEADING_WORDS - 1];

	for (uint32_t i = 0, j = 0; i < a->words_len && a->words[i] <= bound; i++) {
		while (j < b->words_len && b->words[j] < a->words[i])
			j++;
		if (j == b->words_len || b->words[j] != a->words[i])
			return true;
	}
	return false;
}

bool heading_tells_apart(const heading *a, const heading *b)
{
	if (!a->host || a->host != b->host || !a->words_len || !b->words_len)
		return false;
	return has_own_word(a, b) && has_own_word(b, a);
}
