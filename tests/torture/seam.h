/* seam — places where calls can be made to fail. tests/torture/firstprint is the program with these in it.
 *
 *	TORTURE=memory:17 tests/torture/firstprint crawl …     the 17th of our own allocations fails
 *	TORTURE=disk:17+ tests/torture/firstprint crawl …      the 17th write and all behind it: the disk stays full
 *	TORTURE_CALLS=FILE tests/torture/firstprint crawl …    counts: "memory 204", a line a seam, when it ends
 *
 * Calls are counted over all threads, so a count may differ a little from run to run. */
#ifndef TESTS_TORTURE_SEAM_H
#define TESTS_TORTURE_SEAM_H

#include <stdbool.h>

enum seam {
	SEAM_MEMORY, /* malloc and its like, getline, fopen, gzopen: called by our own objects */
	SEAM_FILES,  /* SQLite's opens, reads, writes, syncs, locks: an I/O error */
	SEAM_DISK,   /* SQLite's writes: the disk is full */
	SEAM_SQLITE, /* SQLite's allocations */
	SEAM_CURL,
	SEAM_JSON,
	SEAM_XML,
	SEAMS
};

/* Counts a call; true: it shall fail. Safe on any thread. */
bool seam_fails(enum seam s);

/* Each puts its seam in, before main. */
void seam_files_install(void);
void seam_libraries_install(void);

#endif
