/* source — a store that is looked into, or several that are looked into together. */
#ifndef CRAWLER_INSPECT_SOURCE_H
#define CRAWLER_INSPECT_SOURCE_H

#include "store/ask.h"

typedef struct source {
	store *store;
	const char *file; /* the store's; of several, all of them: "a.db, b.db" */
	const char *path; /* the same, if it is to be printed with what comes from the store; NULL: it is the only store */
	bool is_together; /* it stands for several: store/together.h */
	const char *const *files; /* of those */
	size_t files_len;
} source;

/* The file to be named with this page, drop or past article: path or, of several stores together, the one that has it. NULL: there is
 * only one, or none has it. In a. */
const char *source_path(const source *from, int64_t id, arena *a);

/* Stores that a command names. */
typedef struct sources {
	const char *const *files;
	source *each; /* by file */
	size_t len;
	source together; /* all of them as one, if they share a memory; else its store is NULL */
} sources;

/* Opens them to read; files are borrowed. Close it after an error, too. */
status sources_open(const char *const *files, size_t n, sources *out, complaint *why);
void sources_close(sources *x);
/* The only one, or all together. NULL: there are several that share no memory; why says so. */
const source *sources_one(const sources *x, complaint *why);
/* The sentence about an error that has none yet, with the store where it was. */
void sources_complain(const sources *x, status err, complaint *why);

#endif
