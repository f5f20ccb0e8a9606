#include "plugin/verdict_fault.h"

#include <math.h>
#include <string.h>

#include "base/utf8.h"

bool verdict_name_is_sound(const char *text)
{
	size_t len = text ? strnlen(text, FIRSTPRINT_NAME_MAX + 1) : 0;

	return len > 0 && len <= FIRSTPRINT_NAME_MAX && utf8_is_valid(text, len);
}

static bool is_share(double x)
{
	return isfinite(x) && x >= 0 && x <= 1;
}

static bool is_known(const page_table *known, uint64_t page)
{
	return !known || pages_find(known, page) != PAGES_NONE;
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

	if ((v->stage || met) && !verdict_name_is_sound(v->stage))
		return complain(why, ERR_FILTER, "its verdict's stage is not text of 1 to %d bytes", FIRSTPRINT_NAME_MAX);
	if (v->proposed_by && !verdict_name_is_sound(v->proposed_by))
		return complain(why, ERR_FILTER, "its verdict's proposed_by is not text of 1 to %d bytes", FIRSTPRINT_NAME_MAX);
	if (!memchr(v->word, '\0', sizeof v->word) || (*v->word && !verdict_name_is_sound(v->word)))
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
		if (!verdict_name_is_sound(v->evidence[i].name) || !isfinite(v->evidence[i].value))
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
