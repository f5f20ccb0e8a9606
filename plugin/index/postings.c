#include "plugin/index/postings.h"

#include <stdlib.h>

#include "base/sorted.h"
#include "plugin/index/grow32.h"

static bool make_room(postings *x, size_t more)
{
	uint32_t *entries = grow32(x->entries, x->chains.len + more, &x->room, sizeof *entries);

	if (entries)
		x->entries = entries;
	return entries != NULL;
}

/* Removes the last n postings; their numbers are used again. */
static void take_back(postings *x, size_t n)
{
	for (uint32_t last = x->chains.len; n--;)
		chains_remove(&x->chains, --last);
	chains_trim(&x->chains);
}

bool postings_add(postings *x, const uint32_t *keys, size_t n, uint32_t entry)
{
	if (!make_room(x, n))
		return false;
	for (size_t i = 0; i < n; i++) {
		x->entries[x->chains.len] = entry;
		if (!chains_push(&x->chains, keys[i])) {
			take_back(x, i);
			return false;
		}
	}
	return true;
}

void postings_remove(postings *x, uint32_t entry)
{
	uint32_t first = (uint32_t)sorted_lower_bound_u32(x->entries, x->chains.len, entry);

	for (uint32_t p = first; p < x->chains.len && x->entries[p] == entry; p++)
		chains_remove(&x->chains, p);
	chains_trim(&x->chains); /* the number of the last entry may be used again; then none of its old postings may be left */
}

bool postings_add_page(postings *x, page_table *pages, uint64_t id, const void *bytes, size_t len, const uint32_t *keys,
		       size_t n)
{
	if (!pages_add(pages, id, bytes, len))
		return false;
	if (postings_add(x, keys, n, pages->len - 1))
		return true;
	pages_pop(pages);
	return false;
}

bool postings_remove_page(postings *x, page_table *pages, uint64_t id)
{
	uint32_t entry = pages_find(pages, id);

	if (entry == PAGES_NONE)
		return false;
	postings_remove(x, entry);
	pages_remove(pages, entry);
	return true;
}

size_t postings_memory(const postings *x)
{
	return chains_memory(&x->chains) + x->room * sizeof *x->entries;
}

void postings_free(postings *x)
{
	chains_free(&x->chains);
	free(x->entries);
	*x = (postings){0};
}
