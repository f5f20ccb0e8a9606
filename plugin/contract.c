#include "plugin/contract.h"

#include <math.h>
#include <string.h>

#include "base/utf8.h"

enum { HITS_MOST = 255, READ_MOST = 1 << 16, COMPARED_MOST = 1024, BITS_MOST = 64, CLUSTERS_MOST = 1024 };

/* ── stages ── */

/* Is it valid UTF-8 of 1 to FIRSTPRINT_NAME_MAX bytes that ends in a NUL? */
static bool is_name(const char *text)
{
	size_t len = text ? strnlen(text, FIRSTPRINT_NAME_MAX + 1) : 0;

	return len > 0 && len <= FIRSTPRINT_NAME_MAX && utf8_is_valid(text, len);
}

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

	if (!is_name(s->name))
		return complain(why, ERR_FILTER, "its stage %zu has no name of 1 to %d bytes", number, FIRSTPRINT_NAME_MAX);
	if ((unsigned)s->how > FIRSTPRINT_WEIGHED)
		return complain(why, ERR_FILTER, "its stage %s is of kind %d, which does not exist", s->name, (int)s->how);
	what = missing(api, s->how);
	if (what)
		return complain(why, ERR_FILTER, "its stage %s needs the function %s, which is missing", s->name, what);
	what = out_of_range(s);
	return what ? complain(why, ERR_FILTER, "its stage %s has a number out of range: %s", s->name, what) : OK;
}

status stages_fault(const firstprint_filter *api, const firstprint_stage *stages, size_t n, complaint *why)
{
	size_t kinds[FIRSTPRINT_WEIGHED + 1] = {0}; /* how many stages are of each */

	if (n > FIRSTPRINT_STAGES_MAX)
		return complain(why, ERR_FILTER, "it has %zu stages; at most %d are allowed", n, FIRSTPRINT_STAGES_MAX);
	for (size_t i = 0; i < n; i++) {
		status err = fault_of_stage(api, &stages[i], i + 1, why);

		if (err)
			return err;
		kinds[stages[i].how]++;
	}
	if (kinds[FIRSTPRINT_COUNTED] > 1 || kinds[FIRSTPRINT_CLUSTERS] > 1)
		return complain(why, ERR_FILTER, "it has two stages that count, or two that divide into clusters");
	if (kinds[FIRSTPRINT_CLUSTERS] && kinds[FIRSTPRINT_WEIGHED])
		return complain(why, ERR_FILTER, "it has a stage that divides into clusters and one that weighs");
	return OK;
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

/* ── verdicts ── */

static bool is_share(double x)
{
	return isfinite(x) && x >= 0 && x <= 1;
}

static bool is_known(const page_table *known, uint64_t page)
{
	return pages_find(known, page) != PAGES_NONE;
}

static status fault_of_page(const firstprint_verdict *v, const page_table *known, complaint *why)
{
	bool met = v->kind != FIRSTPRINT_UNIQUE;

	if ((unsigned)v->kind > FIRSTPRINT_SUPERSEDES)
		return complain(why, ERR_FILTER, "its verdict has the kind %d, which does not exist", (int)v->kind);
	if (!met && v->of)
		return complain(why, ERR_FILTER, "its verdict is unique and names page %llu", (unsigned long long)v->of);
	if (!met && v->score != 0)
		return complain(why, ERR_FILTER, "its verdict is unique and has the score %g, not 0", v->score);
	if (met && !is_known(known, v->of))
		return complain(why, ERR_FILTER, "its verdict names page %llu, which is not stored", (unsigned long long)v->of);
	if (!is_share(v->score))
		return complain(why, ERR_FILTER, "its verdict has the score %g; a score is from 0 to 1", v->score);
	return OK;
}

static status fault_of_names(const firstprint_verdict *v, complaint *why)
{
	bool met = v->kind != FIRSTPRINT_UNIQUE;

	if ((v->stage || met) && !is_name(v->stage))
		return complain(why, ERR_FILTER, "its verdict's stage is not text of 1 to %d bytes", FIRSTPRINT_NAME_MAX);
	if (v->proposed_by && !is_name(v->proposed_by))
		return complain(why, ERR_FILTER, "its verdict's proposed_by is not text of 1 to %d bytes", FIRSTPRINT_NAME_MAX);
	if (!memchr(v->word, '\0', sizeof v->word) || (*v->word && !is_name(v->word)))
		return complain(why, ERR_FILTER, "its verdict's word is not text of at most %d bytes",
				FIRSTPRINT_WORD_SIZE - 1);
	return OK;
}

static status fault_of_lists(const firstprint_verdict *v, const page_table *known, complaint *why)
{
	if (v->evidence_len > FIRSTPRINT_EVIDENCE_MAX)
		return complain(why, ERR_FILTER, "its verdict has %zu lines of evidence; there is room for %d", v->evidence_len,
				FIRSTPRINT_EVIDENCE_MAX);
	for (size_t i = 0; i < v->evidence_len; i++)
		if (!is_name(v->evidence[i].name) || !isfinite(v->evidence[i].value))
			return complain(why, ERR_FILTER, "its verdict's evidence %zu has no name or no finite value", i + 1);
	if (v->shares_len > FIRSTPRINT_SHARES_MAX)
		return complain(why, ERR_FILTER, "its verdict has %zu shares; there is room for %d", v->shares_len,
				FIRSTPRINT_SHARES_MAX);
	for (size_t i = 0; i < v->shares_len; i++)
		if (!is_known(known, v->shares[i].page) || !is_share(v->shares[i].share))
			return complain(why, ERR_FILTER, "its verdict's share %zu is of no stored page, or not from 0 to 1",
					i + 1);
	return OK;
}

status verdict_fault(const firstprint_verdict *v, const page_table *known, complaint *why)
{
	status err = fault_of_page(v, known, why);

	if (!err)
		err = fault_of_names(v, why);
	return err ? err : fault_of_lists(v, known, why);
}
