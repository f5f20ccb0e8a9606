#include "plugin/text/verify.h"

#include <math.h>
#include <string.h>

#include "base/utf8.h"

/* Shares: of the shingles in both texts (resemblance), or of one text. */
static const double ALIKE = 0.25;       /* resemblance that makes one story, written twice, if the figures are the same */
static const double SAME_FIGURES = 0.8; /* of the telling figures that both could have: from here on, they are the same */
static const double OWN_TEXT = 0.10;    /* of each page that the other lacks: from here on, each has a paragraph of its own */
static const double SAME_TEXT = 0.9;    /* resemblance of texts that are all but the same */
static const double EDITED = 0.6;       /* resemblance below which more than edits may differ */
static const double LONGER = 0.5;       /* of the older page that stands in a longer version of its story */
static const double LOSS = 0.25;        /* of the newcomer that the older page lacks: with so much it is not dropped */
static const double NAMED = 0.03;       /* of a page that the other lacks, and that is more than its name */
static const double REPLACED = 1.5;     /* times as much of its own that one page has, if words were replaced and none added */
static const double UNSURE = 0.1;       /* by which a share that is enough may be smaller in truth than in a small sample */
/* Words; sketch.h counts half words. */
enum { WORDS_A_FIGURE = 24 };      /* of its own that a page may have for each figure of its own that counts */
enum { WORDS_FOR_A_FIGURE = 3 };   /* of its own that a page may have for each figure of the other that it lacks */
enum { WORDS_A_CORRECTION = 500 }; /* of a page for each figure in it that may have been corrected */
enum { CONTAINED_LEAST = 64 };     /* a shorter text, such as a headline, may stand in another page as a whole */
enum { TEMPLATE_MOST = 150 };      /* a template may outweigh what a shorter page says of its own */
enum { PARAGRAPH = 60 };           /* of its own with which a page says something new, however long it is */
enum { ADDED = 20 };               /* the same for a page that has all of another one of its site */
/* Figures, and shingles. */
enum { AGREE_A_FIGURE = 8 };     /* that agree for each that may differ */
enum { SAME_FIGURES_LEAST = 3 }; /* telling ones */
enum { AMOUNTS_LEAST = 3 };      /* that are all the same in one report and its correction */
enum { SAMPLED_LEAST = 8 };      /* shingles seen in both samples: four fifths of fewer may be chance */

/* ── how much is in both ── */

/* A translation has the same figures, too. */
static bool has_same_figures(const verify_result *m)
{
	const figure_agreement *f = &m->figures;

	return !m->is_translated && f->shared >= SAME_FIGURES_LEAST && f->shared >= SAME_FIGURES * f->of;
}

static bool is_near(const verify_result *m, const verify_limits *limits)
{
	return m->like.resemblance >= limits->resemblance || (m->like.resemblance >= ALIKE && has_same_figures(m));
}

/* How many words of a text are its own, if this share of it is. */
static double own_words(const profile *p, double share)
{
	return share * p->sketch.own_length / 2;
}

/* How many words has the shorter of two texts? */
static double words_of_shorter(const profile *new, const profile *old)
{
	return fmin(own_words(new, 1), own_words(old, 1));
}

/* Are both texts long enough, and seen well enough, to say that one is in the other? */
static bool are_long(const verify_result *m, const profile *new, const profile *old)
{
	return words_of_shorter(new, old) >= CONTAINED_LEAST && m->like.sampled >= SAMPLED_LEAST;
}

/* Are they one page in two languages, of which little is translated, so that what each has of its own is the same? */
static bool own_is_translated(const verify_result *m)
{
	double most = fmax(m->novelty, m->lost);

	return m->is_translated && most < LOSS && 2 * fmin(m->novelty, m->lost) >= most;
}

/* Has each page a paragraph that the other has not? Of pages that share little, one is enough: then it is no edit, all over a text. */
static bool have_own_text(const verify_result *m)
{
	if (own_is_translated(m))
		return false;
	return (m->novelty >= OWN_TEXT && m->lost >= OWN_TEXT) ||
	       (m->like.resemblance < EDITED && !has_same_figures(m) && fmax(m->novelty, m->lost) >= OWN_TEXT);
}

/* Has the newcomer figures that would be lost with it, such as a table's new columns? */
static bool loses_figures(const verify_result *m)
{
	const figure_agreement *f = &m->figures;

	return f->more >= SAME_FIGURES_LEAST && f->more >= LOSS * (f->agree + f->more);
}

/* Has the newcomer a paragraph that would be lost with it? In a long text so many words may be edits, all over it. */
static bool loses_paragraph(const verify_result *m, const profile *new)
{
	if (own_is_translated(m))
		return false;
	return m->novelty >= LOSS || (m->novelty >= NAMED && own_words(new, m->novelty) >= PARAGRAPH);
}

/* Is it a page of the same site with something added? In another site's page that may be its frame. */
static bool adds(const verify_result *m, const profile *new, const profile *old)
{
	return subject_is_one_site(&new->subject, &old->subject) && m->lost < NAMED && m->novelty >= 2 * m->lost &&
	       m->novelty >= NAMED / 2 && own_words(new, m->novelty) >= ADDED;
}

/* Would something be lost with the newcomer, if it were dropped? */
static bool loses(const verify_result *m, const profile *new, const profile *old)
{
	return loses_paragraph(m, new) || loses_figures(m) || adds(m, new, old);
}

/* Is this share of a text, which is `least` in most samples, enough to say that it is in the other? */
static bool is_enough(double share, double least, const verify_limits *limits)
{
	return share >= limits->containment && least >= limits->containment - UNSURE;
}

static bool is_contained(const verify_result *m, bool comparable, bool loss, const verify_limits *limits)
{
	return comparable && is_enough(m->like.contained, m->like.contained_least, limits) && m->novelty < OWN_TEXT / 2 &&
	       !loss;
}

/* Is it a part of the older page, which has much more? */
static bool is_part(const verify_result *m, bool loss, const verify_limits *limits)
{
	return is_contained(m, true, loss, limits) && m->like.contains < 1 - LOSS;
}

/* Has the newcomer a tenth more words? */
static bool is_longer(const profile *new, const profile *old)
{
	return own_words(old, 1) <= SAME_TEXT * own_words(new, 1);
}

/* The newcomer contains the older page; or it is a longer version of the same story. */
static bool supersedes(const verify_result *m, bool comparable, bool longer, bool loss, const verify_limits *limits)
{
	if (comparable && is_enough(m->like.contains, m->like.contains_least, limits) && m->lost < OWN_TEXT)
		return true;
	return longer && has_same_figures(m) && loss && m->like.contains >= LONGER;
}

/* Is the text a reply to the other one that says something of its own? novelty: the share of it that is its own; has: the share of the other
 * that is in it. Of a reply that quotes all of the other, the lengths tell how much it adds. */
static bool is_reply(const profile *p, double novelty, const profile *other, double has)
{
	double own = own_words(p, novelty), added = own_words(p, 1) - own_words(other, 1);

	return p->subject.quotes && (own >= SUBJECT_REPLY_LEAST || (has >= 1 - NAMED && added >= SUBJECT_REPLY_LEAST));
}

/* Is the newcomer an article in a list? That changes, and a reader looks for the article. */
static bool is_listed(const profile *new, const profile *old, const verify_limits *limits)
{
	return limits->lists && old->subject.is_list && !new->subject.is_list;
}

static void decide(verify_result *m, const profile *new, const profile *old, const verify_limits *limits)
{
	bool near = is_near(m, limits), comparable = near || are_long(m, new, old), loss = loses(m, new, old);

	m->stage = "containment";
	if (is_reply(new, m->novelty, old, m->like.contains) || is_reply(old, m->lost, new, m->like.contained)) {
		m->stage = "reply";
	} else if (near && !loss && !have_own_text(m) && !is_part(m, loss, limits)) {
		m->kind = FIRSTPRINT_NEAR_DUPLICATE;
		m->stage = "resemblance";
	} else if (is_contained(m, comparable, loss, limits) && is_listed(new, old, limits)) {
		m->stage = "list";
	} else if (is_contained(m, comparable, loss, limits)) {
		m->kind = FIRSTPRINT_CONTAINED;
	} else if (supersedes(m, comparable, near && is_longer(new, old), loss, limits)) {
		m->kind = FIRSTPRINT_SUPERSEDES;
	} else {
		m->stage = near ? "own-text" : "resemblance";
	}
}

/* ── what differs ── */

/* Are they one long text, in which so few figures differ that they were corrected? */
static bool are_corrected(const verify_result *m, int differ, const profile *new, const profile *old)
{
	return m->like.resemblance >= SAME_TEXT && words_of_shorter(new, old) >= WORDS_A_CORRECTION * differ;
}

/* Do the texts differ in their figures above all, if these shares of them are their own? A few may differ if two people wrote the same
 * story. */
static bool figures_differ(const verify_result *m, const profile *new, double of_new, const profile *old, double of_old)
{
	double words = fmin(own_words(new, of_new), own_words(old, of_old));

	return words <= WORDS_A_FIGURE * m->figures.differ;
}

/* Are the amounts of both pages the same? Then one of them is the other, corrected or rounded. */
static bool is_one_report(const figure_agreement *f)
{
	return f->amounts >= AMOUNTS_LEAST && f->amounts_shared == f->amounts;
}

static bool have_other_figures(const verify_result *m, const profile *new, const profile *old, const verify_limits *limits)
{
	const figure_agreement *f = &m->figures;
	bool may_some = m->like.resemblance < limits->resemblance || is_one_report(f);

	return limits->figures && f->differ > (may_some ? f->agree / AGREE_A_FIGURE : 0) &&
	       !are_corrected(m, f->differ, new, old);
}

/* Has one page figures where the other has a word, such as a rate that is now "unchanged"? Then each has little of its own, and nearly as much
 * as the other. */
static bool words_replace_figures(const verify_result *m, const profile *new, const profile *old, const verify_limits *limits)
{
	double most = fmax(m->novelty, m->lost), least = fmin(m->novelty, m->lost);
	double words = fmin(own_words(new, m->novelty), own_words(old, m->lost));

	return limits->figures && !m->figures.differ && least > 0 && most <= REPLACED * least &&
	       words <= WORDS_FOR_A_FIGURE * m->figures.lacked && !are_corrected(m, m->figures.lacked, new, old);
}

/* Has it so many words that no template outweighs them? */
static bool is_long(const profile *p)
{
	return p->sketch.length >= 2 * TEMPLATE_MOST;
}

/* Does each page say more than its name? */
static bool say_more(const verify_result *m)
{
	return m->novelty >= NAMED && m->lost >= NAMED;
}

/* Has each of two short pages of one template words of its own, or a headline? In long texts these may be edits. */
static bool have_own_words(const verify_result *m, const profile *new, const profile *old)
{
	return say_more(m) &&
	       (subject_are_siblings(&new->subject, &old->subject) || subject_headlines_differ(&new->subject, &old->subject));
}

/* Has each page nearly all of the other, so that neither is a part? */
static bool is_whole(const verify_result *m)
{
	return fmin(m->like.contained, m->like.contains) >= 1 - LOSS;
}

/* Do they stand in one folder, named by different words, and does each say something of its own? Editions of a page stand in two folders. */
static bool are_neighbours(const verify_result *m, const profile *new, const profile *old)
{
	return fmin(m->novelty, m->lost) >= NAMED / 3 && subject_are_neighbours(&new->subject, &old->subject);
}

/* Does their site name the pages by different words? Long texts must say more than that, since one article may have two names. */
static bool names_differ(const verify_result *m, const profile *new, const profile *old, const verify_limits *limits)
{
	bool are_short = !is_long(new) && !is_long(old);

	if (!limits->names)
		return false;
	return (are_short && have_own_words(m, new, old)) || are_neighbours(m, new, old) ||
	       (is_whole(m) && subject_one_word_differs(&new->subject, &old->subject)) ||
	       ((are_short || say_more(m)) && subject_names_differ(&new->subject, &new->sketch, &old->subject, &old->sketch));
}

/* The stage that refuses two pages that share so much; NULL: none does. */
static const char *objection(verify_result *m, const profile *new, const profile *old, const verify_limits *limits)
{
	bool figures = have_other_figures(m, new, old, limits);

	if (m->subjects_differ)
		return "subject";
	/* an own word spoils several shingles, so no more of a text is its own than of its shingles; what follows takes longer */
	if (figures && figures_differ(m, new, 1 - m->like.contained, old, 1 - m->like.contains))
		return "figures";
	m->novelty = sketch_novelty(&new->sketch, &old->sketch);
	m->lost = sketch_novelty(&old->sketch, &new->sketch);
	if ((figures && figures_differ(m, new, m->novelty, old, m->lost)) || words_replace_figures(m, new, old, limits))
		return "figures";
	if (names_differ(m, new, old, limits)) {
		m->subjects_differ = 1;
		return "subject";
	}
	return NULL;
}

/* May one text be the other, or in it? */
static bool is_alike(const verify_result *m, const verify_limits *limits)
{
	return is_near(m, limits) || m->like.contained >= limits->containment || m->like.contains >= limits->containment;
}

/* Compares pages that have so much of each other. */
static verify_result compare_alike(const sketch_likeness *like, const profile *new, const profile *old,
				   const verify_limits *limits)
{
	verify_result m = {.like = *like, .stage = "resemblance"};
	const char *against;

	if (m.like.resemblance >= ALIKE || is_alike(&m, limits)) {
		m.figures = figures_compare(&new->figures, &old->figures);
		m.is_translated = subject_is_translated(&new->subject, &old->subject);
		m.subjects_differ = subject_differs(&new->subject, &new->sketch, &old->subject, &old->sketch);
	}
	if (!is_alike(&m, limits))
		return m;
	against = objection(&m, new, old, limits);
	if (against)
		m.stage = against;
	else
		decide(&m, new, old, limits);
	return m;
}

verify_result verify_compare(const profile *new, const profile *old, const verify_limits *limits)
{
	sketch_likeness like = sketch_compare(&new->sketch, &old->sketch);

	return compare_alike(&like, new, old, limits);
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

/* Did the shares decide, and no word or figure? */
static bool is_by_shares(const verify_result *m)
{
	static const char *const stages[] = {"resemblance", "containment", "own-text"};

	for (size_t i = 0; i < sizeof stages / sizeof *stages; i++)
		if (strcmp(m->stage, stages[i]) == 0)
			return true;
	return false;
}

static bool is_drop(const verify_result *m)
{
	return m->kind == FIRSTPRINT_NEAR_DUPLICATE || m->kind == FIRSTPRINT_CONTAINED;
}

/* With these shares, of shingles or of own text, is a drop kept, or dropped what was kept? */
static bool turns(const verify_result *m, verify_result moved, bool of_shingles, const profile *new, const profile *old,
		  const verify_limits *limits)
{
	moved.kind = FIRSTPRINT_UNIQUE;
	if (of_shingles)
		moved = compare_alike(&moved.like, new, old, limits);
	else
		decide(&moved, new, old, limits);
	return is_drop(&moved) != is_drop(m);
}

double verify_margin(const verify_result *m, const profile *new, const profile *old, const verify_limits *limits)
{
	verify_result moved = *m;
	const struct {
		double *share, threshold;
		bool of_shingles;
	} lines[] = {{&moved.like.resemblance, limits->resemblance, true},
		     {&moved.like.resemblance, ALIKE, true},
		     {&moved.like.resemblance, EDITED, true},
		     {&moved.like.contained, limits->containment, true},
		     {&moved.like.contains, limits->containment, true},
		     {&moved.novelty, OWN_TEXT, false},
		     {&moved.novelty, LOSS, false},
		     {&moved.lost, OWN_TEXT, false}};
	double least = 1;

	for (size_t i = 0; is_by_shares(m) && i < sizeof lines / sizeof *lines; i++) {
		double share = *lines[i].share, threshold = lines[i].threshold;

		*lines[i].share = share >= threshold ? nextafter(threshold, 0) : threshold;
		if (fabs(share - threshold) < least && turns(m, moved, lines[i].of_shingles, new, old, limits))
			least = fabs(share - threshold);
		*lines[i].share = share;
	}
	return least;
}

void verify_word(const verify_result *m, const profile *new, const profile *old, char word[FIRSTPRINT_WORD_SIZE])
{
	*word = '\0';
	if (m->kind != FIRSTPRINT_UNIQUE)
		return;
	if (m->subjects_differ)
		subject_word(&new->subject, &old->subject, word, FIRSTPRINT_WORD_SIZE);
	else if (m->figures.differ || strcmp(m->stage, "figures") == 0)
		figures_word(&new->figures, &old->figures, word, FIRSTPRINT_WORD_SIZE);
	if (!utf8_is_valid(word, strlen(word))) /* its letters come from a signature, which may have been made elsewhere */
		*word = '\0';
}
