#include "plugin/stage_fault.h"

#include <math.h>
#include <stdbool.h>

#include "plugin/index/page_index.h"
#include "plugin/verdict_fault.h"

enum { HITS_MOST = 255, READ_MOST = 1 << 16, COMPARED_MOST = 1024, BITS_MOST = 64, CLUSTERS_MOST = 1024 };

/* ── stages ── */

/* Does the filter have the function that decides in this stage? Returns its name if it does not. */
static const char *missing(const firstprint_filter *api, enum firstprint_how how)
{
	if (!api->keys)
		return "keys";
	if ((how == FIRSTPRINT_SHARED || how == FIRSTPRINT_NEAR) && !api->compare)
		return "compare";
	if (how == FIRSTPRINT_WEIGHED && !api->weigh)
		return "weigh";
	return how == FIRSTPRINT_COUNTED && !api->finalize ? "finalize" : NULL;
}

/* Which number of the stage is out of range? NULL: none. */
static const char *out_of_range(const firstprint_stage *s)
{
	if (s->how == FIRSTPRINT_SHARED && s->list > READ_MOST)
		return "list";
	if (s->read > READ_MOST)
		return "read";
	if (s->compared > COMPARED_MOST)
		return "compared";
	if (s->bits > BITS_MOST)
		return "bits";
	if (s->how == FIRSTPRINT_CLUSTERS && (s->clusters < 1 || s->clusters > CLUSTERS_MOST))
		return "clusters";
	if (s->how == FIRSTPRINT_CLUSTERS && (s->width < 1 || s->width > KMODES_WIDTH_MAX))
		return "width";
	if (!isfinite(s->enough))
		return "enough";
	return isfinite(s->fresh) && s->fresh >= 0 ? NULL : "fresh";
}

static status fault_of_stage(const firstprint_filter *api, const firstprint_stage *s, size_t number, complaint *why)
{
	const char *what;

	if (!verdict_name_is_sound(s->name))
		return complain(why, ERR_FILTER, "its stage %zu has no name of 1 to %d bytes", number, FIRSTPRINT_NAME_MAX);
	if ((unsigned)s->how > FIRSTPRINT_WEIGHED)
		return complain(why, ERR_FILTER, "its stage %s is of kind %d, which does not exist", s->name, (int)s->how);
	what = missing(api, s->how);
	if (what)
		return complain(why, ERR_FILTER, "its stage %s needs the function %s, which is missing", s->name, what);
	what = out_of_range(s);
	return what ? complain(why, ERR_FILTER, "its stage %s has a number out of range: %s", s->name, what) : OK;
}

static size_t stages_of(const firstprint_stage *stages, size_t n, enum firstprint_how how)
{
	size_t found = 0;

	for (size_t i = 0; i < n; i++)
		found += stages[i].how == how;
	return found;
}

status stages_fault(const firstprint_filter *api, const firstprint_stage *stages, size_t n, complaint *why)
{
	status err = OK;

	if (n > FIRSTPRINT_STAGES_MAX)
		return complain(why, ERR_FILTER, "it has %zu stages; at most %d are allowed", n, FIRSTPRINT_STAGES_MAX);
	for (size_t i = 0; i < n && !err; i++)
		err = fault_of_stage(api, &stages[i], i + 1, why);
	if (!err && (stages_of(stages, n, FIRSTPRINT_COUNTED) > 1 || stages_of(stages, n, FIRSTPRINT_CLUSTERS) > 1))
		return complain(why, ERR_FILTER, "it has two stages that count, or two that divide into clusters");
	if (!err && stages_of(stages, n, FIRSTPRINT_CLUSTERS) && stages_of(stages, n, FIRSTPRINT_WEIGHED))
		return complain(why, ERR_FILTER, "it has a stage that divides into clusters and one that weighs");
	return err;
}

/* ── keys and matches ── */

static uint32_t keys_most(const firstprint_stage *s)
{
	return s->how == FIRSTPRINT_NEAR ? 1 : s->how == FIRSTPRINT_CLUSTERS ? s->width : FIRSTPRINT_KEYS_MAX;
}

status keys_fault(const firstprint_stage *stage, const firstprint_keys *keys, complaint *why)
{
	uint32_t n = keys->stored > keys->asked ? keys->stored : keys->asked;

	if (n > keys_most(stage))
		return complain(why, ERR_FILTER, "its keys for the stage %s are %u; at most %u are allowed", stage->name, n,
				keys_most(stage));
	if (keys->hits > HITS_MOST)
		return complain(why, ERR_FILTER, "its keys for the stage %s need %u hits; at most %d are allowed", stage->name,
				keys->hits, HITS_MOST);
	if (n && !keys->items)
		return complain(why, ERR_FILTER, "its %u keys for the stage %s are at address NULL", n, stage->name);
	return OK;
}

status match_fault(const firstprint_match *match, complaint *why)
{
	if ((unsigned)match->kind > FIRSTPRINT_SUPERSEDES)
		return complain(why, ERR_FILTER, "its match has the kind %d, which does not exist", (int)match->kind);
	if (!isfinite(match->likeness))
		return complain(why, ERR_FILTER, "its match has a likeness that is not finite");
	return OK;
}
