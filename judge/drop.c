#include "judge/drop.h"

#include "judge/rejudge.h"
#include "plugin/filter.h"
#include "store/ask.h"

static const store_reason freed_reason = {.filter = STORE_DECISION_FILTER, .stage = "original-dropped", .evidence = "{}"};

/* f has page `of` alone. Makes article `id` a page if it does not repeat that. */
static status free_other(store *st, filter *f, uint64_t id, arena *a, size_t *freed)
{
	firstprint_signature sig;
	firstprint_verdict v;
	bool kept;
	status err = store_signature(st, id, a, &sig, &kept);

	if (!err)
		err = filter_check(f, &sig, &v, NULL);
	if (err || filter_kind_drops(v.kind))
		return err;
	++*freed;
	return store_promote_drop(st, id, id, &freed_reason);
}

static status free_others(store *st, const uint64_t *parts, size_t n, uint64_t of, arena *a, size_t *freed, complaint *why)
{
	firstprint_signature sig;
	filter *f = NULL;
	bool kept;
	status err = rejudge_open_filter(st, NULL, &f, why);

	if (!err)
		err = store_signature(st, of, a, &sig, &kept);
	if (!err)
		err = filter_add(f, of, &sig);
	for (size_t i = 0; i < n && !err; i++)
		err = free_other(st, f, parts[i], a, freed);
	if (err && !*why->text && f && *filter_error(f))
		complain(why, err, "%s", filter_error(f));
	filter_close(f);
	return err;
}

status judge_drop(store *st, uint64_t id, uint64_t of, size_t *freed, complaint *why)
{
	arena *a = arena_new();
	uint64_t *parts = NULL, page = 0;
	size_t n = 0, ignored;
	status err = a ? store_find_original(st, of, &page) : ERR_MEMORY;

	freed = freed ? freed : &ignored;
	*freed = 0;
	err = err == ERR_MISSING ? OK : err; /* store_drop says what it is */
	if (!err && page == id && of != id)
		err = store_undo(st, of, why);
	if (!err)
		err = store_parts_of(st, id, a, &parts, &n);
	if (!err)
		err = store_drop(st, id, of, why);
	if (!err)
		err = store_find_original(st, id, &page);
	if (!err && n)
		err = free_others(st, parts, n, page, a, freed, why);
	arena_free(a);
	return err;
}
