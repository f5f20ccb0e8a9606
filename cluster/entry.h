/* entry — an entry of the log of a shared index: the steps of one client. All clients apply the steps in the order of the log (replica.h).
 * Integers are little-endian. Bytes that are no valid entry have no effect. */
#ifndef CLUSTER_ENTRY_H
#define CLUSTER_ENTRY_H

#include "cluster/wire.h"

#define ENTRY_ID_MOST ((uint64_t)1 << 53) /* the largest exact integer in JSON */

enum entry_step {
	STEP_NONE, /* the end of the entry */
	STEP_JOIN, /* from now on only entries of this session of the owner are valid */
	STEP_PAGE, /* judge a page, and add it if it is kept */
	STEP_LOCAL, /* a page that the owner has judged as a repetition; only the owner has its signature, and judges it again here */
	STEP_WITHDRAW, /* remove a page of the owner */
	STEP_COMPARED, /* the owner's pages in the index are now those of its store */
	STEP_LEAVE,    /* the owner ends */
	STEP_FORGET    /* remove all pages of another owner */
};

enum entry_page_flags {
	ENTRY_KEEP = 1, /* add it, whatever it repeats: a person has decided that */
	ENTRY_HELD =
		2 /* the owner has stored it, with this finalized signature; refuse it only if it repeats another owner's page */
};

typedef struct entry_item {
	enum entry_step step;
	uint64_t id;                    /* PAGE, WITHDRAW: at most ENTRY_ID_MOST */
	unsigned flags;                 /* PAGE */
	firstprint_signature signature; /* PAGE: aligned to 8 */
	firstprint_span owner;          /* FORGET */
} entry_item;

typedef struct entry {
	firstprint_span owner;
	uint64_t stamp; /* of filter and key: entries with another stamp are ignored */
	uint64_t session,
		request; /* the requests of a session are numbered 1, 2, 3, …; a number that does not rise marks a repetition */
	wire_reader items;
} entry;

void entry_begin(wire_writer *w, const char *owner, uint64_t stamp, uint64_t session, uint64_t request);
void entry_put(wire_writer *w, const entry_item *x);

/* Reads the head of an entry, which borrows the bytes. false: these bytes are no entry. */
bool entry_read(firstprint_span bytes, entry *out);
/* Reads the next item; texts borrow the bytes, a signature is in a. STEP_NONE: the end, or an item that cannot be read. ERR_MEMORY. */
status entry_next(entry *e, arena *a, entry_item *out);

#endif
