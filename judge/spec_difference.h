/* spec_difference — in which part two SPECs of filters differ, for a sentence about both. */
#ifndef JUDGE_SPEC_DIFFERENCE_H
#define JUDGE_SPEC_DIFFERENCE_H

enum { SPEC_PART = 160 };

/* The parts, each with "…" in place of what is left out. */
typedef struct spec_difference {
	char one[SPEC_PART], other[SPEC_PART];
} spec_difference;

/* Words behind a SPEC, "SPEC key=…" as in session_stamp, count as options. */
spec_difference spec_differ(const char *one, const char *other);

#endif
