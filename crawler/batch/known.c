#include "crawler/batch/known.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/sorted.h"

struct known_article {
	uint64_t id; /* first: it is searched for by sorted_compare_u64 */
	const char *name;
	uint64_t of; /* 0: it is a page */
	const char *verdict;
	double score;
};

void known_close(known *k)
{
	free(k->articles);
	arena_free(k->memory);
	*k = (known){0};
}

static status add_place(known *k, const char *url, uint64_t id)
{
	const char *copy = table_get(&k->places, url, strlen(url)) ? url : arena_text(k->memory, url, strlen(url));
	size_t *place = copy ? table_put(&k->places, copy, strlen(copy), id) : NULL;

	if (!place)
		return ERR_MEMORY;
	*place = id;
	return OK;
}

status known_add(known *k, const judgement *j, const char *name, const char *url)
{
	struct known_article *all;

	if (!k->memory)
		k->memory = k->places.memory = arena_new();
	all = k->memory ? grow(k->articles, k->len, &k->room, sizeof *all) : NULL;
	if (!all)
		return ERR_MEMORY;
	k->articles = all;
	all[k->len] = (struct known_article){.id = j->id,
					     .name = arena_text(k->memory, name, strlen(name)),
					     .of = j->dropped ? j->verdict.of : 0,
					     .verdict = filter_kind_text(j->verdict.kind),
					     .score = j->verdict.score};
	if (!all[k->len].name)
		return ERR_MEMORY;
	k->len++;
	return url ? add_place(k, url, j->id) : OK;
}

/* NULL: it is unknown. */
static const struct known_article *find(const known *k, uint64_t id)
{
	return k->len ? bsearch(&id, k->articles, k->len, sizeof *k->articles, sorted_compare_u64) : NULL;
}

const char *known_name(const known *k, uint64_t id)
{
	const struct known_article *x = find(k, id);

	return x ? x->name : NULL;
}

status known_revisit(known *k, const char *url, const char *of, store_reason *out)
{
	const size_t *place = k->memory ? table_get(&k->places, of, strlen(of)) : NULL;
	const struct known_article *original;
	bool has_verdict;
	size_t id;

	if (!place)
		return ERR_MISSING;
	id = *place;
	original = find(k, id);
	has_verdict = original->of || k->is_apart;
	*out = (store_reason){.of = has_verdict ? original->of : id,
			      .verdict = has_verdict ? original->verdict : filter_kind_text(FIRSTPRINT_DUPLICATE),
			      .filter = STORE_REVISIT_FILTER,
			      .stage = STORE_REVISIT_STAGE,
			      .score = has_verdict ? original->score : 1,
			      .evidence = "{}"};
	return add_place(k, url, id);
}
