/* source — a store that is open for reading, or several that are read as one. */
#ifndef CRAWLER_INSPECT_SOURCE_H
#define CRAWLER_INSPECT_SOURCE_H

#include "store/ask.h"

typedef struct source {
	store *store;
	const char *file;         /* of the store; of several, all: "a.db, b.db" */
	const char *path;         /* the same, to be printed with the store's rows; NULL: it is the only store */
	bool is_together;         /* it is several stores as one: store/together.h */
	const char *const *files; /* of these stores */
	size_t files_len;
} source;

/* Returns the file to print with this page, drop or past article: path or, of several stores together, the file that has it. NULL:
 * there is only one store, or none has it. In a. */
const char *source_path(const source *from, int64_t id, arena *a);

/* The stores on a command line. */
typedef struct sources {
	const char *const *files;
	source *each; /* by file */
	size_t len;
	source together; /* all of them as one, if they have the same shared index; else its store is NULL */
} sources;

/* Opens the stores for reading; files are borrowed. Call sources_close after an error, too. */
status sources_open(const char *const *files, size_t n, sources *out, complaint *why);
void sources_close(sources *x);
/* Returns the only store, or all together. NULL: there are several without a common shared index; why says so. */
const source *sources_one(const sources *x, complaint *why);
/* Fills an empty why with a message about err and the store where it occurred. */
void sources_complain(const sources *x, status err, complaint *why);

#endif
