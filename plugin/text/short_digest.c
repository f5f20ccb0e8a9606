#include "plugin/text/short_digest.h"

#include <string.h>

#include "base/digest.h"
#include "plugin/text/folded.h"
#include "plugin/text/site_lines.h"

enum { MARK_SIZE = 2 };
/* The last bytes of the digest of a page without content, which is that of its host and of what it says besides its URL. */
static const uint8_t NO_CONTENT[MARK_SIZE] = {0xff, 0x00};

status short_digest(const firstprint_page *page, const feature_key *key, arena *a, uint8_t out[SHORT_DIGEST_SIZE],
		    uint64_t *whole)
{
	firstprint_span folded;
	uint8_t digest[DIGEST_SIZE];
	bool repeats, is_empty;
	const char *text;

	if (folded_text(page->text, a, &folded))
		return ERR_MEMORY;
	*whole = folded.len ? feature_hash(key, folded.at, folded.len) : 0;
	if (folded_without_url(folded, page, a, &folded, &repeats))
		return ERR_MEMORY;
	is_empty = !page->text.len || repeats;
	if (!folded.len && !is_empty)
		return OK;
	if (is_empty) {
		text = arena_printf(a, "%llx %.*s", (unsigned long long)site_of(page->url, key), (int)folded.len, folded.at);
		if (!text)
			return ERR_MEMORY;
		folded = (firstprint_span){text, strlen(text)};
	}
	digest_of(folded.at, folded.len, digest);
	if (is_empty)
		memcpy(digest + SHORT_DIGEST_SIZE - MARK_SIZE, NO_CONTENT, MARK_SIZE);
	memcpy(out, digest, SHORT_DIGEST_SIZE);
	return OK;
}

bool short_digest_is_empty(const uint8_t digest[SHORT_DIGEST_SIZE])
{
	return memcmp(digest + SHORT_DIGEST_SIZE - MARK_SIZE, NO_CONTENT, MARK_SIZE) == 0;
}
