/* entry — an entry of the log of a shared index: what one client did, as a list of steps. All clients apply the steps in the order of the
 * log (replica.h). Whole numbers have their lowest byte first. What cannot be read is no entry: it has no effect. */
#ifndef CLUSTER_ENTRY_H
#define CLUSTER_ENTRY_H

#include "cluster/wire.h"

#define ENTRY_ID_MOST ((uint64_t)1 << 53) /* the largest exact integer in JSON */

enum entry_step {
	STEP_NONE,     /* there is no further one */
	STEP_JOIN,     /* from now on entries of this owner count if they are of this session */
	STEP_PAGE,     /* a page is judged, and remembered if it is kept */
	STEP_LOCAL,    /* a page that its owner has judged, and which repeats another one; it knows which page this is */
	STEP_WITHDRAW, /* a page of the owner is forgotten */
	STEP_COMPARED, /* the owner has sent and withdrawn what was to be */
	STEP_LEAVE,    /* the owner ends */
	STEP_FORGET    /* all pages of another owner are forgotten */
};

enum entry_page_flags {
	ENTRY_KEEP = 1, /* it is remembered, whatever it repeats: a person has decided that */
	ENTRY_HELD =
		2 /* the owner has it as a page, with this finalized signature; it stays one unless it repeats another owner's */
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
	uint64_t stamp;            /* of filter and key: entries with another one do not count */
	uint64_t session, request; /* requests of a session have the numbers 1, 2, 3, …: a lower one was appended twice */
	wire_reader items;
} entry;

void entry_begin(wire_writer *w, const char *owner, uint64_t stamp, uint64_t session, uint64_t request);
void entry_put(wire_writer *w, const entry_item *x);

/* false: these bytes are no entry. It borrows from them. */
bool entry_read(firstprint_span bytes, entry *out);
/* The next item; texts borrow, a signature is in a. STEP_NONE at the end, or where it cannot be read. ERR_MEMORY. */
status entry_next(entry *e, arena *a, entry_item *out);

#endif
