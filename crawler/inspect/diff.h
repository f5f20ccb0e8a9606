/* diff — how two articles differ, word by word: `inspect STORE diff A B`. The title counts as the first line. */
#ifndef CRAWLER_INSPECT_DIFF_H
#define CRAWLER_INSPECT_DIFF_H

#include "crawler/console/screen.h"
#include "crawler/inspect/pieces.h"
#include "crawler/inspect/source.h"
#include "crawler/inspect/word_diff.h"

typedef struct diff_side {
	source from; /* path: of the store that holds it */
	store_head head;
	pieces pieces; /* of title and text */
} diff_side;

typedef struct diff {
	diff_side a, b;
	word_changes changes;
	size_t same, removed, added; /* pieces */
} diff;

/* Compares two articles, of one store or two; texts and changes are in memory. */
status diff_of(const source *from_a, const store_head *a, const source *from_b, const store_head *b, arena *memory, diff *out);

/* DIFF_BLIND: side by side, and of each article only its number in the store. */
enum diff_form { DIFF_INLINE, DIFF_SIDE_BY_SIDE, DIFF_BLIND, DIFF_JSON };
status diff_print(const diff *d, enum diff_form form, const screen *to, arena *a);

/* ── for the printers ── */

enum { DIFF_CONTEXT = 12 }; /* pieces shown on either side of a change */

/* Pieces a to a_end of one side and b to b_end of the other, ends excluded. They are equal, or differ if is_change. is_left_out:
 * equal pieces too far from a change to be shown. */
typedef struct diff_step {
	size_t a, a_end, b, b_end;
	bool is_change, is_left_out;
} diff_step;

/* Lists all steps from the first to the last piece, in a. ERR_MEMORY. */
status diff_steps(const diff *d, arena *a, diff_step **out, size_t *len);

#endif
