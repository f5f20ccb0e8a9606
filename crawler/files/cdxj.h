/* cdxj — the index of WARC files that replay tools read (CDXJ, as in pywb and others). It has a line for each record that can be
 * replayed, sorted by bytes.
 *
 *	com,example)/a 20240531120000 {"url":"…","mime":"text/html","status":"200","digest":"sha256:…","length":"…","offset":"…","filename":"…"}
 *
 * While an index is written, its new lines are in PATH.part; cdxj_end sorts all lines into PATH. After a kill, the next cdxj_open
 * does that. Both files are mapped, not loaded: sorting takes 8 bytes of memory for each line. */
#ifndef CRAWLER_FILES_CDXJ_H
#define CRAWLER_FILES_CDXJ_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/status.h"

typedef struct cdxj cdxj;

/* A WARC file that the index is about. */
typedef struct cdxj_file {
	const char *name; /* without folders, in the form of utf8_path (base/utf8.h) */
	uint64_t size;    /* in bytes; lines that point beyond it are removed */
	uint64_t covered; /* set by cdxj_open: the end of the last record that has a line; 0: no record has one */
} cdxj_file;

/* The files of the archive up to the first gap. Lines about "ARCHIVE-00007.warc.gz" are removed if it is not among them and does
 * not exist. */
typedef struct cdxj_files {
	const char *archive; /* in the form of the names; NULL: it has one file */
	cdxj_file *list;     /* sorted by the length of the names, then by their bytes, so file 100000 comes after file 99999 */
	size_t len;
	const char *folder; /* of the archive, with the slash at its end */
	size_t folder_len;
} cdxj_files;

/* Opens the index at path, or begins it. files is borrowed until this returns, and files->archive until cdxj_close. Lines of an
 * existing index about other archives stay. ERR_IO: why names the file; ERR_MEMORY. */
status cdxj_open(const char *path, cdxj_files *files, cdxj **out, complaint *why);

/* Names the WARC file that the next records are in, without folders; borrowed. x may be NULL, here and in cdxj_add and cdxj_settle. */
void cdxj_set_file(cdxj *x, const char *file);
/* Adds the line of a record. Only responses, revisits, resources and conversions that have a URL get one. bytes: the record's
 * header and, of a response, the HTTP head, or as much of it as is known. from, to: the record's place in its file, compressed.
 * cdxj_end returns its errors. */
void cdxj_add(cdxj *x, const char *bytes, size_t len, uint64_t from, uint64_t to);

/* Sorts the lines added so far into the index, for cdxj_find. ERR_IO: why names the file; ERR_MEMORY. */
status cdxj_settle(cdxj *x, complaint *why);
/* What is looked for in an index. */
typedef struct cdxj_question {
	const char *url;
	const char *from, *until; /* dates, such as 2024-05-31T12:00:00Z; NULL: any */
	const char *digest;       /* "sha256:…", of the body; NULL: any */
} cdxj_question;

/* Finds the first such response among the lines that were there when cdxj_settle was called: with status 200 and a whole body, in a file
 * of the archive. A revisit, as is written after a kill, stands for the response of the same URL with its body. *date, in a: its date. ERR_MISSING: there is none, or it stands behind a thousand other lines with the key of the URL;
 * ERR_MEMORY. */
status cdxj_find(const cdxj *x, const cdxj_question *q, arena *a, const char **date);

/* Sorts the lines into the index. ERR_IO: why names the file; ERR_MEMORY. Call cdxj_close in any case. */
status cdxj_end(cdxj *x, complaint *why);
/* Removes the lines added since cdxj_open. */
void cdxj_discard(cdxj *x);
/* Frees it. Without cdxj_end, the new lines stay in PATH.part. Accepts NULL. */
void cdxj_close(cdxj *x);

/* Returns the key of a URL: "com,example:8080)/a?b", in lower case, with sorted parameters, without "www.", "www7." and a slash at
 * the end. A text that is not a URL is its own key. In a; NULL: out of memory. */
char *cdxj_key(const char *url, arena *a);

#endif
