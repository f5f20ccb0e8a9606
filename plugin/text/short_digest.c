#include "plugin/text/short_digest.h"

#include <string.h>

#include "base/digest.h"
#include "plugin/text/folded.h"

/* The last bytes of the digest of a page without content: that of its host, and of what it says besides its URL. */
static const uint8_t NO_CONTENT[2] = {0xff, 0x00};

status short_digest(const firstprint_page *page, uint64_t site, const feature_key *key, arena *a,
		    uint8_t out[SHORT_DIGEST_SIZE], uint64_t *whole)
{
	uint8_t digest[DIGEST_SIZE];
	firstprint_span folded;
	const char *text;
	bool repeats;

	if (folded_text(page->text, a, &folded))
		return ERR_MEMORY;
	*whole = folded.len ? feature_hash(key, folded.at, folded.len) : 0;
	if (folded_without_url(folded, page, a, &folded, &repeats))
		return ERR_MEMORY;
	if (page->text.len && !folded.len && !repeats)
		return OK;
	if (!page->text.len || repeats) {
		text = arena_printf(a, "%llx %s", (unsigned long long)site, folded.at);
		if (!text)
			return ERR_MEMORY;
		folded = (firstprint_span){text, strlen(text)};
	}
	digest_of(folded.at, folded.len, digest);
	if (!page->text.len || repeats)
		memcpy(digest + SHORT_DIGEST_SIZE - sizeof NO_CONTENT, NO_CONTENT, sizeof NO_CONTENT);
	memcpy(out, digest, SHORT_DIGEST_SIZE);
	return OK;
}

bool short_digest_is_empty(const uint8_t digest[SHORT_DIGEST_SIZE])
{
	return memcmp(digest + SHORT_DIGEST_SIZE - sizeof NO_CONTENT, NO_CONTENT, sizeof NO_CONTENT) == 0;
}
