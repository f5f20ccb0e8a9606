#include "plugin/index/profiles.h"

#include "base/sorted.h"

/* The hashes by which a page is found. Returns how many. */
static size_t indexed(const sketch *s, uint32_t own[SKETCH_MAX])
{
	size_t n = sketch_own(s, own), low = sorted_lower_bound_u32(own, n, UINT32_MAX / PROFILES_SHARE);

	return low > PROFILES_INDEXED ? low : n < PROFILES_INDEXED ? n : PROFILES_INDEXED;
}

static void remove_shingles(profile_index *x, const profile *p, uint32_t entry)
{
	uint32_t own[SKETCH_MAX];
	size_t n = indexed(&p->sketch, own);

	postings_remove(&x->shingles, own, n, entry);
}

/* Of the shingles a page is found by, a quarter are some other page's, too. */
void profiles_expect(profile_index *x, uint64_t pages)
{
	postings_expect(&x->shingles, pages * PROFILES_INDEXED / 4 * 3);
}

bool profiles_add(profile_index *x, const profile *p, uint32_t entry)
{
	uint32_t own[SKETCH_MAX];
	size_t n = indexed(&p->sketch, own);

	if (!postings_add(&x->shingles, own, n, entry))
		return false;
	if (postings_add(&x->lines, p->lines.keys, p->lines.len, entry))
		return true;
	remove_shingles(x, p, entry);
	return false;
}

void profiles_remove(profile_index *x, const profile *p, uint32_t entry)
{
	remove_shingles(x, p, entry);
	postings_remove(&x->lines, p->lines.keys, p->lines.len, entry);
}

void profiles_hit(const profile_index *x, const profile *p, candidates *c)
{
	static const candidate_limits limits = {.list = PROFILES_READ_MAX, .all = PROFILES_READ_MAX};
	uint32_t own[SKETCH_MAX];
	size_t n = sketch_own(&p->sketch, own);

	candidates_hit_lists(c, &x->shingles, own, n, &limits);
}

void profiles_count(const profile_index *x, const uint32_t *keys, size_t n, uint32_t *counts)
{
	posting_list found[SITE_LINES_MOST];

	postings_find(&x->lines, keys, n, found);
	for (size_t i = 0; i < n; i++)
		counts[i] = found[i] != POSTINGS_EMPTY ? posting_list_len(&x->lines, found[i]) : 0;
}

status profiles_settle(const uint32_t *counts, const profile *p, firstprint_span bytes, uint64_t several, uint32_t least,
		       arena *a, firstprint_span *out)
{
	bool is_site[SITE_LINES_MOST];

	for (size_t i = 0; i < p->lines.len; i++)
		is_site[i] = counts[i] >= several;
	return profile_settle(bytes, is_site, least, a, out);
}

size_t profiles_memory(const profile_index *x)
{
	return postings_memory(&x->shingles) + postings_memory(&x->lines);
}

void profiles_free(profile_index *x)
{
	postings_free(&x->shingles);
	postings_free(&x->lines);
}
