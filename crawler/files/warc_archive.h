/* warc_archive — WARC files with their index: one file, or NAME-00000.warc.gz, NAME-00001.warc.gz, …, and NAME.cdxj
 * (crawler/files/cdxj.h). NAME is the path without ".warc.gz", ".warc" or ".gz". */
#ifndef CRAWLER_FILES_WARC_ARCHIVE_H
#define CRAWLER_FILES_WARC_ARCHIVE_H

#include "crawler/files/cdxj.h"
#include "crawler/files/warc_writer.h"

typedef struct warc_archive warc_archive;

typedef struct warc_plan {
	const char *path;     /* copied */
	const char *software; /* as in warc_open; copied */
	uint64_t most;        /* once a file has so many bytes, the next one begins; 0: there is one file, named path */
	bool appends;         /* add to an existing archive; otherwise an existing file is an error */
} warc_plan;

/* What warc_archive_open found. */
typedef struct warc_found {
	uint64_t cut;     /* how many bytes of an incomplete record were removed at the end of its last file; 0: none */
	const char *file; /* the name of that file; valid until the archive is closed */
	const char *
		old_index; /* where the index of earlier files is now, which are not here any more; as long; NULL: there was none */
} warc_found;

/* Writes the name of the index of an archive with this path: "site.cdxj" of "site.warc.gz". false: it has no room. */
bool warc_archive_index(const char *path, char *out, size_t room);

/* Opens the last file of an archive, or begins the first. Adds index lines for records that have none. A file that is not regular,
 * such as /dev/null, has no index. ERR_IO: also if a file exists and the plan does not append; ERR_FORMAT; ERR_MEMORY: why names
 * the file. */
status warc_archive_open(const warc_plan *plan, warc_archive **out, warc_found *found, complaint *why);
/* Like warc_put and warc_put_text. ERR_IO: also if the file that it appends to was deleted, moved or replaced; so does
 * warc_archive_end. */
status warc_archive_put(warc_archive *a, const warc_exchange *x, complaint *why);
status warc_archive_put_text(warc_archive *a, const warc_text *x, complaint *why);
/* Finds a response that the archive had when it was opened; see cdxj_find. ERR_MISSING: also if it has no index. */
status warc_archive_find(const warc_archive *a, const cdxj_question *q, arena *memory, const char **date);
/* Sorts the index; *files: how many WARC files there are. Call warc_archive_close in any case. */
status warc_archive_end(warc_archive *a, unsigned *files, complaint *why);
/* Frees it. Without warc_archive_end before, it removes the files of a plan that does not append; if the plan appends, the next
 * warc_archive_open completes the index. Accepts NULL. */
void warc_archive_close(warc_archive *a);

#endif
