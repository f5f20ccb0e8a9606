/* text_archive — WARC files of texts, with an index: PREFIX-00000.warc.gz, PREFIX-00001.warc.gz, … and PREFIX.cdxj. A text is a record
 * of type conversion, as in Common Crawl's WET files. The index has a line for each, sorted (CDXJ, as pywb and others read it):
 *
 *	com,example)/a 20240531120000 {"url":"…","mime":"text/plain","digest":"sha256:…","length":"…","offset":"…","filename":"…"} */
#ifndef CRAWLER_FILES_TEXT_ARCHIVE_H
#define CRAWLER_FILES_TEXT_ARCHIVE_H

#include "base/arena.h"
#include "crawler/files/warc_writer.h"

typedef struct text_archive text_archive;

/* A file is followed by the next one as soon as it has `most` bytes. prefix is borrowed. */
/* Without text_archive_end before, all files that it has made are removed. Accepts NULL. */
void text_archive_close(text_archive *a);
status text_archive_open(const char *prefix, const char *software, uint64_t most, text_archive **out, complaint *why);
/* ERR_IO: also, if the next file exists already; why names it. ERR_MEMORY. */
status text_archive_put(text_archive *a, const warc_text *text, complaint *why);
/* Writes the index; *files: how many WARC files there are. It must be closed all the same. */
status text_archive_end(text_archive *a, unsigned *files, complaint *why);

/* The key of a URL in a CDXJ index: "com,example:8080)/a?b", without "www."; of what is no URL, itself. In a; NULL: out of memory. */
char *text_archive_key(const char *url, arena *a);

#endif
