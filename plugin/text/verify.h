/* verify — the stage that confirms: is the page that another stage proposed really a duplicate?
 *
 * A page's profile is its host title and its sketch. Two profiles are compared, and the verdict of the comparison is:
 *
 *	"resemblance"  half of all shingles are in both pages: a near-duplicate. Also two fifths, where it is much text.
 *	"containment"  four fifths of one page are in the other: contained, or supersedes
 *	"numbers", "names"  …unless the two disagree in most of the numbers, or names, that stand in the same places:
 *	               template twins are different pages
 *	"title"        …or they stand on one host under different titles, and are not all but equal */
#ifndef PLUGIN_TEXT_VERIFY_H
#define PLUGIN_TEXT_VERIFY_H

#include "plugin/text/host_title.h"
#include "plugin/text/sketch.h"

enum { VERIFY_BYTES_MOST = sizeof(host_title) + 4 * (3 + SKETCH_SHINGLES + SKETCH_NUMBERS + SKETCH_NAMES) };

typedef struct verify_profile {
	host_title host_title;
	sketch sketch; /* views into the bytes it was read from */
} verify_profile;

/* Reads a page's host title and, behind it, its sketch. false: the bytes are no profile. They must be aligned to 4. */
bool verify_read(firstprint_span bytes, verify_profile *out);

typedef struct verify_result {
	uint64_t id;               /* of the older page */
	sketch_likeness like;
	slot_agreement numbers, names;
	bool titles_differ;
	enum firstprint_kind kind; /* what it comes to */
	const char *stage;         /* what confirmed it, or spoke against it; static */
} verify_result;

/* Pure. id goes into the result. */
verify_result verify_compare(uint64_t id, const verify_profile *new, const verify_profile *old);

/* Is m the better answer? The higher resemblance, then the older page; anything is better than none (id 0). */
bool verify_is_better(const verify_result *m, const verify_result *than);
/* Likeness in [0, 1] in the sense of its kind. */
double verify_score(const verify_result *m);

#endif
