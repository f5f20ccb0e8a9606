/* unread_files — says which files of an input could not be read, and which files of a folder were left out, since they are no
 * pages. */
#ifndef CRAWLER_BATCH_UNREAD_FILES_H
#define CRAWLER_BATCH_UNREAD_FILES_H

#include <stddef.h>

#include "base/status.h"

/* Files that could not be read, or not to their end. Begin with zeros. */
typedef struct failed_files {
	unsigned long len;
	complaint first;
} failed_files;

/* Counts a file; why names it. If it is not the only one, prints why, of at most 100 files. */
void failed_files_add(failed_files *f, const complaint *why);
/* ERR_IO: there were some; why names the only one, or says how many. */
status failed_files_end(const failed_files *f, complaint *why);

enum { LEFT_OUT_KINDS = 40, LEFT_OUT_NAME = 200 };

/* Files of a folder that were left out, by what they are. Begin with zeros. */
typedef struct left_out {
	unsigned long files;
	size_t len;
	struct left_out_kind {
		char what[100], first[LEFT_OUT_NAME];
		unsigned long files;
	} kinds[LEFT_OUT_KINDS];
} left_out;

/* what: "a PDF: use …", of which the part up to the first ':' or ';' counts. Of more kinds than LEFT_OUT_KINDS only the number of files
 * is kept. */
void left_out_add(left_out *l, const char *what, const char *file);
/* Prints a line if there were some. */
void left_out_say(const left_out *l, const char *folder);

#endif
