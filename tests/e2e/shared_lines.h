/* shared_lines — lines for `filter --shared`: new articles, and copies and edits of earlier ones. */
#ifndef TESTS_E2E_SHARED_LINES_H
#define TESTS_E2E_SHARED_LINES_H

#include <sys/types.h>

enum { LINES = 400 };

/* Lines `from` to `to` − 1. Every fourth one repeats an earlier one, half of these with an edit. */
void lines_write(const char *name, int from, int to);
/* One line about a subject. mode: as of fopen. */
void lines_write_one(const char *name, const char *id, const char *subject, const char *mode);

/* Starts `filter --shared` on NAME.jsonl with the store NAME.db; verdicts and complaints go to NAME.told and NAME.said. The first LINES
 * lines come at once, the last LINES after lines_end, those between after lines_go_on: however fast it is, a test meets one that has joined
 * and is busy, and has something to do behind what the test does to it. */
pid_t lines_judge_held(const char *name, const char *environment); /* "": none; with harness_seamed: seams.c */
void lines_go_on(const char *name);
void lines_end(const char *name); /* lines_go_on, too */

/* Such a line is judged with the memory. Returns what was printed. store: NULL: none. */
const char *share_line(const char *store, const char *id, const char *subject);
/* A run without lines: the store is compared with the memory, and hears what was withdrawn. Returns what was printed. */
const char *share_nothing(const char *store);

#endif
