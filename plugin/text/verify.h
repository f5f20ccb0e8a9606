/* verify — the stage that confirms: is a stored page that was proposed really a near-duplicate of the newcomer?
 *
 * A page's profile is its host title and its sketch. Two profiles are compared. Two stages confirm:
 *
 *	"resemblance"  half of all shingles are in both pages, or two fifths of them in long texts: near-duplicate
 *	"containment"  four fifths of one page are in the other: contained, or supersedes
 *
 * and then three can refuse, so that the pages are different after all:
 *
 *	"numbers"      half or more of the numbers that stand in the same places differ: template twins
 *	"names"        so do two or more of the names, and more than two fifths
 *	"title"        the pages are on one host, their titles tell them apart, and their texts are not almost equal */
#ifndef PLUGIN_TEXT_VERIFY_H
#define PLUGIN_TEXT_VERIFY_H

#include "plugin/text/host_title.h"
#include "plugin/text/sketch.h"

enum { VERIFY_BYTES_MOST = sizeof(host_title) + 4 * (3 + SKETCH_SHINGLES + SKETCH_NUMBERS + SKETCH_NAMES) };

typedef struct verify_profile {
	host_title host_title;
	sketch sketch; /* views into the bytes it was read from */
} verify_profile;

/* Reads a profile: the bytes of a host title and, behind it, of a sketch. false: they are none. They must be aligned to
 * 4. */
bool verify_read(firstprint_span bytes, verify_profile *out);

typedef struct verify_result {
	uint64_t id; /* of the older page */
	sketch_likeness like;
	slot_agreement numbers, names;
	bool titles_differ;
	enum firstprint_kind kind; /* the verdict */
	const char *stage;         /* what confirmed or refused it; static text */
} verify_result;

/* Compares a newcomer with the stored page of this id, which goes into the result. Pure. */
verify_result verify_compare(uint64_t id, const verify_profile *new, const verify_profile *old);

/* Is m the better result? That is the one with the higher resemblance, then that of the older page. Any result is better
 * than none (id 0). */
bool verify_is_better(const verify_result *m, const verify_result *than);
/* The score of the verdict, in [0, 1]: the share that m->kind is about. */
double verify_score(const verify_result *m);

#endif
