/* replay — the articles of stores that share an index, judged once more by one process: all pages, and then all drops. */
#ifndef TESTS_E2E_REPLAY_H
#define TESTS_E2E_REPLAY_H

/* stores: their paths, as words for a shell; with_key: one of them. Fails if a page is dropped or a drop is kept, or if fewer than a tenth are
 * drops: then there was nothing to be tested. */
void replay_expect_same(const char *stores, const char *with_key);

#endif
