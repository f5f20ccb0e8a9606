#include "plugin/text/verify.h"

#include <string.h>

/* The thresholds. None is critical: if one is changed by a tenth, F1 changes by no more than half a point on any labelled
 * set. */
static const double RESEMBLANCE = 0.5;
static const double RESEMBLANCE_LONG = 0.4, SHARED_LONG = 100; /* so many are not shared by chance */
static const double CONTAINMENT = 0.8;
enum { CONTAINED_LEAST = 64 };            /* words: a shorter text, such as a headline, may stand in another page as a whole */
enum { SAMPLED_LEAST = 24 };              /* shingles seen in both samples: four fifths of only a few may be chance */
static const double ALL_BUT_EQUAL = 0.99; /* an article in two sections of a site, whose names are in the titles */
static const double NAMES_AGREE = 0.6;
enum { NAMES_DIFFER = 2 }; /* one alone may be some other word with a capital */

bool verify_read(firstprint_span bytes, verify_profile *out)
{
	if (bytes.len < sizeof out->host_title)
		return false;
	memcpy(&out->host_title, bytes.at, sizeof out->host_title);
	return out->host_title.words_len <= HOST_TITLE_WORDS &&
	       sketch_read((firstprint_span){bytes.at + sizeof out->host_title, bytes.len - sizeof out->host_title},
			   &out->sketch);
}

static bool numbers_disagree(slot_agreement s)
{
	return s.differ > 0 && s.agree <= s.differ;
}

static bool names_disagree(slot_agreement s)
{
	return s.differ >= NAMES_DIFFER && s.agree < NAMES_AGREE * (s.agree + s.differ);
}

/* The verdict by shingles alone. */
static void judge_likeness(verify_result *m, const sketch *new, const sketch *old)
{
	uint32_t shorter = new->length < old->length ? new->length : old->length;
	const sketch_likeness *l = &m->like;

	m->stage = "resemblance";
	if (l->resemblance >= RESEMBLANCE || (l->resemblance >= RESEMBLANCE_LONG && l->shared >= SHARED_LONG)) {
		m->kind = FIRSTPRINT_NEAR_DUPLICATE;
	} else if (shorter >= 2 * CONTAINED_LEAST && l->sampled >= SAMPLED_LEAST &&
		   (l->contained >= CONTAINMENT || l->contains >= CONTAINMENT)) {
		m->kind = l->contained >= CONTAINMENT ? FIRSTPRINT_CONTAINED : FIRSTPRINT_SUPERSEDES;
		m->stage = "containment";
	}
}

/* The stage that refuses two pages that share so much; NULL: none does. */
static const char *objection(const verify_result *m)
{
	if (numbers_disagree(m->numbers))
		return "numbers";
	if (names_disagree(m->names))
		return "names";
	return m->titles_differ && m->like.resemblance < ALL_BUT_EQUAL ? "title" : NULL;
}

verify_result verify_compare(uint64_t id, const verify_profile *new, const verify_profile *old)
{
	verify_result m = {.id = id, .like = sketch_compare(&new->sketch, &old->sketch)};
	const char *against;

	judge_likeness(&m, &new->sketch, &old->sketch);
	if (m.kind == FIRSTPRINT_UNIQUE)
		return m;
	m.numbers = sketch_numbers(&new->sketch, &old->sketch);
	m.names = sketch_names(&new->sketch, &old->sketch);
	m.titles_differ = host_title_tells_apart(&new->host_title, &old->host_title);
	against = objection(&m);
	if (against) {
		m.kind = FIRSTPRINT_UNIQUE;
		m.stage = against;
	}
	return m;
}

bool verify_is_better(const verify_result *m, const verify_result *than)
{
	if (!than->id || m->like.resemblance != than->like.resemblance)
		return !than->id || m->like.resemblance > than->like.resemblance;
	return m->id < than->id;
}

double verify_score(const verify_result *m)
{
	double s = m->like.resemblance;

	if (m->kind == FIRSTPRINT_CONTAINED)
		s = m->like.contained;
	if (m->kind == FIRSTPRINT_SUPERSEDES)
		s = m->like.contains;
	return s;
}
