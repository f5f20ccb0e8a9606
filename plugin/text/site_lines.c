#include "plugin/text/site_lines.h"

#include <string.h>

#include "base/sorted.h"

enum {
	TITLE_LEAST = 6, /* half words besides numbers */
	NAMES_MOST = 64  /* words of a page's title that are looked for */
};

uint64_t site_of(const char *url, const feature_key *key)
{
	const char *scheme = strstr(url, "://");
	const char *host = scheme ? scheme + 3 : url + strspn(url, "/");
	size_t len = strcspn(host, "/?#");

	if (!scheme && *host && host[len] != '/')
		return feature_hash(key, ".", 1);
	return len ? feature_hash(key, host, len) : 0;
}

/* ── making ── */

static bool has_token(const tokens *t, uint64_t hash)
{
	for (size_t i = 0; i < t->len && i < NAMES_MOST; i++)
		if (t->items[i].hash == hash)
			return true;
	return false;
}

/* What a line says; *named: a line before has named the page. */
static enum line_says says(const passage *p, const line *l, const tokens *title, bool *named)
{
	uint32_t words = 0, of_title = 0;

	for (uint32_t i = l->first; i < l->end; i++) {
		uint32_t weight = p->marks[i] == MARK_NUMBER ? 0 : token_weight(&p->tokens.items[i]);

		words += weight;
		of_title += !*named && weight && has_token(title, p->tokens.items[i].hash) ? weight : 0;
	}
	if (of_title && 2 * of_title >= words) {
		*named = true;
		return SAYS_NAME;
	}
	return words < TITLE_LEAST ? SAYS_LABEL : SAYS_TITLE;
}

static uint32_t hash_of(const passage *p, const line *l, uint64_t site)
{
	uint64_t hash = site;

	for (uint32_t i = l->first; i < l->end; i++) {
		uint64_t both[2] = {hash, p->tokens.items[i].hash};

		hash = feature_hash(p->key, both, sizeof both);
	}
	return (uint32_t)(hash >> 32) & ~3u;
}

/* Fills keys with the key of each line, and `kept` with the keys to keep, ascending. Returns how many. */
static size_t choose(const passage *p, const lines *l, uint64_t site, const tokens *title, uint32_t *keys, uint32_t *kept)
{
	bool named = false;
	size_t n;

	for (size_t i = 0; i < l->len; i++)
		keys[i] = kept[i] = hash_of(p, &l->items[i], site) | says(p, &l->items[i], title, &named);
	n = sorted_distinct_u32(kept, l->len);
	return n < SITE_LINES_MOST ? n : SITE_LINES_MOST;
}

/* For each token its line among the kept ones. A line that comes twice is one; its length is that of both. */
static void number_tokens(const passage *p, const lines *l, const uint32_t *keys, const uint32_t *kept, size_t n,
			  uint16_t *line_of, uint32_t *lengths)
{
	for (size_t i = 0; i < l->len; i++) {
		size_t at = sorted_lower_bound_u32(kept, n, keys[i]);
		bool found = at < n && kept[at] == keys[i];

		for (uint32_t k = l->items[i].first; k < l->items[i].end; k++) {
			line_of[k] = found ? (uint16_t)at : SITE_LINES_NONE;
			if (found)
				lengths[at] += token_weight(&p->tokens.items[k]);
		}
	}
}

static size_t bytes_of(size_t lines, size_t shingles, size_t figures)
{
	return 4 + 8 * lines + (2 * (2 * shingles + figures) + 3) / 4 * 4;
}

static void write_positions(const passage *p, const positions *shingles, const positions *figures, const uint16_t *line_of,
			    uint16_t *to)
{
	for (size_t i = 0; i < shingles->len; i++) {
		size_t last = shingles->at[i] + shingle_tokens(&p->tokens, shingles->at[i], SKETCH_WORDS) - 1;

		*to++ = line_of[shingles->at[i]];
		*to++ = line_of[last < p->tokens.len ? last : p->tokens.len - 1];
	}
	for (size_t i = 0; i < figures->len; i++)
		*to++ = line_of[figures->at[i]];
}

status site_lines_make(const passage *p, const char *title, uint64_t site, const positions *shingles, const positions *figures,
		       arena *a, firstprint_span *out)
{
	static const uint32_t none;
	const lines *l = &p->lines;
	uint32_t *keys = arena_alloc(a, (l->len + 1) * sizeof *keys), *kept = arena_alloc(a, (l->len + 1) * sizeof *kept),
		 *bytes;
	uint16_t *line_of = arena_alloc(a, (p->tokens.len + 1) * sizeof *line_of);
	tokens words;
	size_t n;

	if (!keys || !kept || !line_of)
		return ERR_MEMORY;
	*out = (firstprint_span){(const char *)&none, sizeof none};
	if (!site || !l->len)
		return OK;
	if (tokens_of((firstprint_span){title, strlen(title)}, p->key, a, &words))
		return ERR_MEMORY;
	n = choose(p, l, site, &words, keys, kept);
	bytes = arena_zeros(a, bytes_of(n, shingles->len, figures->len), 1);
	if (!bytes)
		return ERR_MEMORY;
	bytes[0] = (uint32_t)n;
	memcpy(bytes + 1, kept, n * sizeof *kept);
	number_tokens(p, l, keys, kept, n, line_of, bytes + 1 + n);
	write_positions(p, shingles, figures, line_of, (uint16_t *)(void *)(bytes + 1 + 2 * n));
	*out = (firstprint_span){(const char *)bytes, bytes_of(n, shingles->len, figures->len)};
	return OK;
}

size_t site_lines_copy(const site_lines *x, char *to)
{
	uint32_t len = (uint32_t)x->len;

	memcpy(mempcpy(to, &len, sizeof len), x->keys, x->len * sizeof *x->keys);
	return sizeof len + x->len * sizeof *x->keys;
}

bool site_lines_read(firstprint_span bytes, size_t shingles, size_t figures, site_lines *out)
{
	const uint32_t *at = (const uint32_t *)(const void *)bytes.at;

	if (bytes.len < 4 || *at > SITE_LINES_MOST)
		return false;
	*out = (site_lines){.keys = at + 1, .len = *at};
	if (bytes.len == 4 + 4 * out->len)
		return true;
	if (!out->len || bytes.len != bytes_of(out->len, shingles, figures))
		return false;
	out->lengths = out->keys + out->len;
	out->shingles = (const uint16_t *)(const void *)(out->lengths + out->len);
	out->figures = out->shingles + 2 * shingles;
	return true;
}
