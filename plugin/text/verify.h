/* portrait — heading and sketch of a page, and what comparing two of them comes to: the stage that confirms.
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

enum { PORTRAIT_BYTES_MOST = sizeof(heading) + 4 * (3 + SKETCH_SHINGLES + SKETCH_NUMBERS + SKETCH_NAMES) };

typedef struct portrait {
	heading heading;
	sketch sketch; /* views into the bytes it was read from */
} portrait;

/* The bytes of a page's heading and, behind it, sketch. false: they are not; they must be aligned to 4. */
bool portrait_read(firstprint_span bytes, portrait *out);

typedef struct comparison {
	uint64_t id;               /* of the older page */
	sketch_likeness like;
	slot_agreement numbers, names;
	bool titles_differ;
	enum firstprint_kind kind; /* what it comes to */
	const char *stage;         /* what confirmed it, or spoke against it; static */
} comparison;

/* Pure. id goes into the result. */
comparison portrait_compare(uint64_t id, const portrait *new, const portrait *old);

/* Is m the better answer? The higher resemblance, then the older page; anything is better than none (id 0). */
bool comparison_is_better(const comparison *m, const comparison *than);
/* Likeness in [0, 1] in the sense of its kind. */
double comparison_score(const comparison *m);

#endif
