/* filter_divided — a filter with only part of the pages, beside others with the rest. */
#include "plugin/chain_signature.h"
#include "plugin/filter_inside.h"

static bool link_is_divisible(const filter_link *l)
{
	for (size_t i = 0; i < l->index.len; i++)
		if (l->index.stages[i].is.how == FIRSTPRINT_CLUSTERS || l->index.stages[i].is.how == FIRSTPRINT_WEIGHED)
			return false;
	return true;
}

bool filter_is_divisible(const filter *f)
{
	for (size_t i = 0; i < f->links_len; i++)
		if (!link_is_divisible(&f->links[i]))
			return false;
	return true;
}

/* The link's counted keys, as bytes. */
static status ask_counts(const filter_link *l, const firstprint_signature *sig, arena *a, firstprint_signature *asked,
			 complaint *why)
{
	firstprint_keys keys[FIRSTPRINT_STAGES_MAX];
	size_t stage = search_counted(l);
	status err = link_keys(l, sig, FIRSTPRINT_COUNT, a, keys, why);

	*asked = (firstprint_signature){0};
	if (!err && stage < l->index.len)
		*asked = (firstprint_signature){(const uint8_t *)keys[stage].items, keys[stage].asked * sizeof(uint64_t)};
	return err;
}

status filter_ask_counts(filter *f, const firstprint_signature *sig, arena *a, firstprint_signature *asked)
{
	firstprint_signature parts[SPEC_LINKS_MAX], questions[SPEC_LINKS_MAX];
	complaint why = {""};
	bool any = false;
	status err = filter_prepare(f, sig, parts, &why);

	for (size_t i = 0; i < f->links_len && !err; i++) {
		err = ask_counts(&f->links[i], &parts[i], a, &questions[i], &why);
		any |= !err && questions[i].len > 0;
	}
	*asked = (firstprint_signature){0};
	if (!err && any)
		err = chain_signature_join(questions, f->links_len, a, asked);
	return filter_note(f, err, &why);
}

/* Appends how many pages of the link have each of the keys. */
static status count_link(const filter_link *l, const firstprint_signature *asked, arena *a, uint32_t *counts, size_t *n)
{
	const uint64_t *keys = (const uint64_t *)(const void *)asked->bytes;
	size_t len = asked->len / sizeof *keys, stage = search_counted(l);

	if (!len)
		return OK;
	if (asked->len % sizeof *keys || stage == l->index.len)
		return ERR_FORMAT;
	if (!page_index_count(&l->index, stage, keys, len, l->index.stages[stage].is.list, a, counts + *n))
		return ERR_MEMORY;
	*n += len;
	return OK;
}

status filter_count(filter *f, const firstprint_signature *asked, arena *a, uint32_t **counts, size_t *n)
{
	firstprint_signature parts[SPEC_LINKS_MAX];
	complaint why = {""};
	status err = OK;

	*n = 0;
	*counts = arena_alloc(a, asked->len + sizeof **counts);
	if (!*counts)
		return ERR_MEMORY;
	if (asked->len)
		err = filter_split(f, f->searcher, asked, parts, &why);
	for (size_t i = 0; asked->len && i < f->links_len && !err; i++)
		err = count_link(&f->links[i], &parts[i], a, *counts, n);
	if (err == ERR_FORMAT)
		err = complain(&why, err, "filter %s: does not count these keys", filter_spec(f));
	return filter_note(f, err, &why);
}

/* Finalizes the link's part of a signature with its counts, which are the first of the n; cuts them off. */
static status finalize_link(const filter_link *l, const firstprint_signature *sig, const uint32_t **counts, size_t *n, arena *a,
			    firstprint_signature *out, complaint *why)
{
	firstprint_signature asked;
	size_t len;
	status err = ask_counts(l, sig, a, &asked, why);

	len = err ? 0 : asked.len / sizeof(uint64_t);
	if (!err && len > *n)
		return complain(why, ERR_FORMAT, "filter %s: %zu counts are too few", l->from.api.name, *n);
	if (!err)
		err = link_finalize(l, sig, *counts, len, a, out, why);
	*counts += len;
	*n -= len;
	return err;
}

status filter_finalize_counted(filter *f, const firstprint_signature *sig, const uint32_t *counts, size_t n, arena *a,
			       firstprint_signature *out)
{
	firstprint_signature parts[SPEC_LINKS_MAX], final[SPEC_LINKS_MAX];
	complaint why = {""};
	status err = filter_prepare(f, sig, parts, &why);

	for (size_t i = 0; i < f->links_len && !err; i++)
		err = finalize_link(&f->links[i], &parts[i], &counts, &n, a, &final[i], &why);
	if (!err && n)
		err = complain(&why, ERR_FORMAT, "%zu counts are too many", n);
	if (!err)
		err = chain_signature_join(final, f->links_len, a, out);
	return filter_note(f, err, &why);
}

size_t filter_links_len(const filter *f)
{
	return f->links_len;
}

status filter_ask(filter *f, const firstprint_signature *sig, firstprint_verdict *answers)
{
	firstprint_signature parts[SPEC_LINKS_MAX];
	complaint why = {""};
	status err = filter_prepare(f, sig, parts, &why);

	for (size_t i = 0; i < f->links_len && !err; i++)
		err = search_run(&f->links[i], f->searcher, &parts[i], &answers[i], &why);
	return filter_note(f, err, &why);
}

void filter_merge(const filter *f, firstprint_verdict *into, const firstprint_verdict *from)
{
	for (size_t i = 0; i < f->links_len; i++)
		if (search_is_better(&from[i], &into[i]))
			into[i] = from[i];
}
