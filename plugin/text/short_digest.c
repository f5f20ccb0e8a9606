#include "plugin/text/short_digest.h"

#include <string.h>

#include "base/digest.h"
#include "plugin/text/folded.h"
#include "plugin/text/site.h"
#include "plugin/text/tokens.h"

enum { MARK_SIZE = 2 };
/* The last bytes of some digests: of a page without content, which is that of its host and of what it says besides its URL; and of a
 * list. */
static const uint8_t NO_CONTENT[MARK_SIZE] = {0xff, 0x00}, LIST[MARK_SIZE] = {0xff, 0x01};

static void mark(uint8_t *digest, const uint8_t *how)
{
	memcpy(digest + SHORT_DIGEST_SIZE - MARK_SIZE, how, MARK_SIZE);
}

static bool is_marked(const uint8_t *digest, const uint8_t *how)
{
	return memcmp(digest + SHORT_DIGEST_SIZE - MARK_SIZE, how, MARK_SIZE) == 0;
}

/* ── the name of a list ── */

static bool has_token(const tokens *t, uint64_t hash)
{
	for (size_t i = 0; i < t->len; i++)
		if (t->items[i].hash == hash)
			return true;
	return false;
}

/* The end of the line that token i begins. */
static size_t line_end(const tokens *t, size_t i)
{
	for (i++; i < t->len && !t->items[i].begins_line;)
		i++;
	return i;
}

static bool are_all_in(const tokens *t, size_t i, size_t end, const tokens *title)
{
	while (i < end && has_token(title, t->items[i].hash))
		i++;
	return i == end;
}

/* The text without the lines that have only words of the title: they say how a list was found, not what it lists. */
static status without_name(const firstprint_page *page, const feature_key *key, arena *a, firstprint_span *out)
{
	firstprint_span title_text = {page->title, strlen(page->title)};
	char *copy = arena_alloc(a, page->text.len + 1), *to = copy;
	tokens text, title;

	if (!copy || tokens_of(page->text, key, a, &text) || tokens_of(title_text, key, a, &title))
		return ERR_MEMORY;
	for (size_t i = 0, end; i < text.len; i = end) {
		size_t from = text.items[i].from, next;

		end = line_end(&text, i);
		next = end < text.len ? text.items[end].from : page->text.len;
		if (!are_all_in(&text, i, end, &title))
			to = mempcpy(to, page->text.at + from, next - from);
	}
	*out = to > copy ? (firstprint_span){copy, (size_t)(to - copy)} : page->text;
	return OK;
}

/* ── the digest ── */

status short_digest(const firstprint_page *page, bool list, const feature_key *key, arena *a, uint8_t out[SHORT_DIGEST_SIZE],
		    uint64_t *whole)
{
	firstprint_span says = page->text, folded;
	uint8_t digest[DIGEST_SIZE];
	bool repeats, is_empty;
	const char *text;

	if ((list && without_name(page, key, a, &says)) || folded_text(says, a, &folded))
		return ERR_MEMORY;
	*whole = folded.len ? feature_hash(key, folded.at, folded.len) : 0;
	if (folded_without_url(folded, page, a, &folded, &repeats))
		return ERR_MEMORY;
	is_empty = !page->text.len || repeats;
	if (!folded.len && !is_empty)
		return OK;
	if (is_empty) {
		text = arena_printf(a, "%llx %s", (unsigned long long)site_of(page->url, key), folded.at);
		if (!text)
			return ERR_MEMORY;
		folded = (firstprint_span){text, strlen(text)};
	}
	digest_of(folded.at, folded.len, digest);
	if (is_empty)
		mark(digest, NO_CONTENT);
	else if (list)
		mark(digest, LIST);
	memcpy(out, digest, SHORT_DIGEST_SIZE);
	return OK;
}

bool short_digest_is_empty(const uint8_t digest[SHORT_DIGEST_SIZE])
{
	return is_marked(digest, NO_CONTENT);
}

bool short_digest_is_list(const uint8_t digest[SHORT_DIGEST_SIZE])
{
	return is_marked(digest, LIST);
}
