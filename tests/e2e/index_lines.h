/* index_lines — holds a CDXJ index against the WARC files that it is about. */
#ifndef TESTS_E2E_INDEX_LINES_H
#define TESTS_E2E_INDEX_LINES_H

/* Each line of the index, a file of the test's folder, is in its place and leads to a record of its URL that begins as a WARC record of
 * one of the types, "response|revisit". Returns how many lines there are. */
int check_index_lines(const char *name, const char *types);

#endif
