/* replay — the articles of stores that share a memory, judged once more by one process in the order of their ids. */
#ifndef TESTS_E2E_REPLAY_H
#define TESTS_E2E_REPLAY_H

/* stores: their paths, as words for a shell; with_key: one of them. Fails if an article is judged otherwise, or if fewer than a tenth are
 * drops: then there was nothing to be tested. */
void replay_expect_same(const char *stores, const char *with_key);

#endif
