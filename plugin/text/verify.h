/* verify — the stage that confirms: is a stored page that was proposed really the same article as the newcomer?
 *
 * First, how much of each text is in the other (sketch.h):
 *
 *	"resemblance"  half of all shingles are in both, or a quarter and the same figures: near-duplicate
 *	"containment"  four fifths of one text are in the other: contained, if the other has much more, or supersedes
 *
 * Then, whether what differs changes what the article says. If so, the pages are different after all:
 *
 *	"own-text"     the newcomer has a paragraph that the stored page has not, or each page has much that the other has not
 *	"subject"      each title has a word that stands where the other page has its word, or that the other text lacks; or the site
 *	               names the pages by different words, and each says more than its name
 *	"figures"      each page has a figure that the other lacks (figures.h), and the texts differ in little else
 *	"list"         the stored page lists others, and contains the article
 *	"reply"        one text quotes the other ("> …"), and has a dozen words of its own */
#ifndef PLUGIN_TEXT_VERIFY_H
#define PLUGIN_TEXT_VERIFY_H

#include "plugin/text/profile.h"

typedef struct verify_limits {
	double resemblance; /* 0.5: from here on, two texts are one */
	double containment; /* 0.8: from here on, one text is in the other */
	bool names;         /* pages that their site names by different words are two */
	bool figures;       /* pages that differ in figures above all are two */
	bool lists;         /* an article in a list of pages is an article */
} verify_limits;

typedef struct verify_result {
	sketch_likeness like;
	double novelty, lost; /* which share of the newcomer's text is its own, and of the older page's (sketch_novelty) */
	figure_agreement figures;
	int subjects_differ; /* the result of subject_differs, or 1 if only the site's names for them differ (subject_names_differ) */
	bool is_translated;        /* subject_is_translated */
	enum firstprint_kind kind; /* the verdict */
	const char *stage;         /* what confirmed or refused it; static text */
} verify_result;

/* Compares a newcomer with a stored page. Pure. */
verify_result verify_compare(const profile *new, const profile *old, const verify_limits *limits);
/* The score of the verdict, in [0, 1]: the share that m->kind is about. */
double verify_score(const verify_result *m);
/* How far, as a share from 0 to 1, is the nearest threshold on whose other side the newcomer would be kept instead of dropped, or dropped
 * instead of kept? Another sample of the same texts may be there. 1: there is none, or no share decided. */
double verify_margin(const verify_result *m, const profile *new, const profile *old, const verify_limits *limits);
/* The newcomer's word or number that differs, if m's pages are different articles; "": there is none, or it is not kept. */
void verify_word(const verify_result *m, const profile *new, const profile *old, char word[FIRSTPRINT_WORD_SIZE]);

#endif
