/* buckets — a hash table from 32-bit keys to 32-bit values that grows one bucket at a time (linear hashing: Litwin, VLDB
 * 1980). No addition and no removal touches more than a few buckets: the table is never hashed again as a whole.
 *
 * A bucket is a line of the processor's cache. If it is full, it goes on in another line:
 *
 *	┌─────────────────────┬────────────────────┬───────────────┬──────┬─────┬────────┐
 *	│ high: 8 × 2 bytes   │ middle: 8 × 1 byte │ 8 values      │ next │ len │ beyond │   64 bytes
 *	└─────────────────────┴────────────────────┴───────────────┴──────┴─────┴────────┘
 *	  of the keys' hashes                                          │          a Bloom filter of the keys in the lines
 *	                                                               │          that follow
 *	                                                               └──► another such line
 *
 * No two keys have the same hash. Its lowest byte is that of the bucket's number, since there are 256 buckets or more, so three
 * bytes of it tell one key from all others.
 *
 * 7.2 of 8 slots are used on average, so that a key takes 12 bytes. One bucket in three goes on in another line; but
 * `beyond` says of nearly all keys that are not in the table that they are not there either. So to look for a key takes
 * one access to memory; buckets_find_all looks for many at once, and so does not wait for each. */
#ifndef PLUGIN_INDEX_BUCKETS_H
#define PLUGIN_INDEX_BUCKETS_H

#include <stdbool.h>

#include "base/segments.h"

typedef struct buckets {
	segments lines, overflow;
	uint32_t len;          /* how many buckets there are: from 2^level to 2^(level + 1) − 1 */
	uint32_t overflow_len; /* lines of overflow used so far */
	uint32_t freed;        /* the first free one of them, plus 1; it knows the next one */
	unsigned level;
	uint64_t keys;    /* how many are in the table */
	uint64_t touched; /* lines that changes have read or written, to test that it is few */
} buckets;                /* all zeros: empty */

/* Where there are several keys, their lower 32 bits count. */

/* The value of a key, until the next change. NULL: it is not in the table. */
uint32_t *buckets_find(const buckets *x, uint32_t key);
/* Where the key's bucket is, in the order in which buckets lie in memory: below `len`. */
uint32_t buckets_place(const buckets *x, uint32_t key);
/* Begins to load the buckets of some keys, so that finding them soon does not wait for memory. */
void buckets_prefetch(const buckets *x, const uint64_t *keys, size_t n);
/* The same for what follows buckets that are loaded by now: where a key that is not in the table is added. */
void buckets_prefetch_ends(const buckets *x, const uint64_t *keys, size_t n);
/* out[i] becomes the value of keys[i], or `absent`. */
void buckets_find_all(const buckets *x, const uint64_t *keys, size_t n, uint32_t absent, uint32_t *out);
/* An empty table becomes as large as it will be with so many keys: a fifth of the time of adding them goes into growth. No effect on
 * another table, without memory for it, or if there cannot be so many. */
void buckets_expect(buckets *x, uint64_t keys);
/* Adds a key that is not in the table. false: out of memory, nothing changed. */
bool buckets_add(buckets *x, uint32_t key, uint32_t value);
void buckets_remove(buckets *x, uint32_t key); /* no effect if it is not in the table */
size_t buckets_memory(const buckets *x);       /* in bytes */
void buckets_free(buckets *x);

#endif
