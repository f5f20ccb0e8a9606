#include "plugin/index/sketches.h"

bool sketches_add(sketch_index *x, uint64_t id, const sketch *s, const void *bytes, size_t len)
{
	size_t n = s->shingles_len < SKETCHES_INDEXED ? s->shingles_len : SKETCHES_INDEXED;

	return postings_add_page(&x->shingles, &x->pages, id, bytes, len, s->shingles, n);
}

void sketches_remove(sketch_index *x, uint64_t id)
{
	postings_remove_page(&x->shingles, &x->pages, id);
}

const struct page_entry *sketches_get(const sketch_index *x, uint64_t id)
{
	uint32_t entry = pages_find(&x->pages, id);

	return entry == PAGES_NONE ? NULL : &x->pages.entries[entry];
}

static void hit_all(const sketch_index *x, uint32_t key)
{
	uint32_t p = postings_first(&x->shingles, key);

	for (unsigned n = 0; p != CHAINS_END && n < SKETCHES_CHAIN_MAX; p = postings_next(&x->shingles, p), n++)
		pages_hit(&x->pages, postings_entry(&x->shingles, p), 1);
}

void sketches_each_near(const sketch_index *x, const sketch *s, void (*visit)(void *, const struct page_entry *, uint32_t),
			void *ctx)
{
	for (size_t i = 0; i < s->shingles_len; i++)
		hit_all(x, s->shingles[i]);
	pages_each_hit(&x->pages, SKETCHES_HITS_MIN, visit, ctx);
}

size_t sketches_memory(const sketch_index *x)
{
	return pages_memory(&x->pages) + postings_memory(&x->shingles);
}

void sketches_free(sketch_index *x)
{
	pages_free(&x->pages);
	postings_free(&x->shingles);
}
