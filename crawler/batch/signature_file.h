/* signature_file — the signatures of a part of a corpus, and the ids of its pages, for `decide-pairs`. It is mapped into memory, and its
 * signatures are judged where they lie.
 *
 *	a header of 64 bytes: "firstprint sig 2", the number of the part, and a hash of what it was signed for
 *	for each page: the length of its signature and of its id, 32 bits each; both, each padded to 8 bytes
 *	at the end, 64 bits each: all ones, how many keys these pages have, the sum of their hashes, and a hash of all before
 *
 * Whole numbers are as the machine has them. What cannot be read ends the file with an error that names the page. */
#ifndef CRAWLER_BATCH_SIGNATURE_FILE_H
#define CRAWLER_BATCH_SIGNATURE_FILE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/status.h"
#include "plugin/firstprint.h"

enum { SIGNATURE_PARTS_MOST = 1 << 20 };

/* The id of page n (from 1) of a part, in one order with those of all parts. */
static inline uint64_t signature_id(uint64_t part, uint64_t n)
{
	return part << 40 | n;
}

/* Lines of keys: how many there are, and the sum of their hashes, by which it is known whether all of them were read, and no others. */
typedef struct key_lines {
	uint64_t len, sum; /* of 60 bits, as many as 15 digits hold */
} key_lines;

static inline key_lines key_lines_both(key_lines a, key_lines b)
{
	return (key_lines){a.len + b.len, (a.sum + b.sum) & ((UINT64_C(1) << 60) - 1)};
}

/* Begins as zeros; only signature_file.c uses the fields. */
typedef struct signature_writer {
	struct new_file *file;
	FILE *to;
	const char *path;
	key_lines keys;
	struct XXH3_state_s *hash;
} signature_writer;

/* The file gets its name when it is whole. stamp: session_stamp. ERR_IO: why names the file; ERR_MEMORY. Call
 * signature_writer_close in any case. */
status signature_writer_open(const char *path, uint64_t part, const char *stamp, signature_writer *out, complaint *why);
/* name: the id of the page, as JSON. keys: what was printed for it. */
status signature_write(signature_writer *w, const char *name, const firstprint_signature *sig, key_lines keys, complaint *why);
/* whole: it gets its name; else it is removed. */
status signature_writer_close(signature_writer *w, bool whole, complaint *why);

typedef struct signature_reader {
	const char *path;
	uint64_t part;
	key_lines keys; /* of all its pages */
	/* Used by signature_file.c: */
	const char *bytes;
	size_t mapped, len, at;
	uint64_t pages;
	struct XXH3_state_s *hash; /* of the bytes before at */
	uint64_t whole_hash;       /* what it is at the end */
} signature_reader;

/* ERR_USAGE: it was signed for another filter or key; ERR_FORMAT: it is no such file; ERR_IO. why names it. Call
 * signature_reader_close in any case. */
status signature_reader_open(const char *path, const char *stamp, signature_reader *out, complaint *why);
void signature_reader_close(signature_reader *r); /* what it has read is gone */

typedef struct signature_page {
	uint64_t id;
	firstprint_span name;
	firstprint_signature signature; /* aligned to 8 */
} signature_page;

/* The next page. ERR_MISSING: there is none; ERR_FORMAT: it is damaged, or at the end, some page before was. */
status signature_read(signature_reader *r, signature_page *out, complaint *why);

#endif
