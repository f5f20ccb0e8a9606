/* inside — the interface between the files of a shared session. Each calls only those below it.
 *
 *	open.c         opens and closes a shared session
 *	shared.c       sends the caller's questions to the shared index
 *	compare.c      makes the store and the shared index agree
 *	withdrawn.c    handles pages that were withdrawn */
#ifndef CRAWLER_SHARED_INSIDE_H
#define CRAWLER_SHARED_INSIDE_H

#include "crawler/shared/shared.h"
#include "store/shared.h"

typedef struct id_list {
	uint64_t *ids;
	size_t len, room;
} id_list; /* all zeros: empty */

struct shared {
	memory *memory;
	session *session;
	arena *lasting, *answers; /* lasting as long as this struct, and as the answers to a request */
	store_sharing sharing;
	uint64_t last_id; /* the highest id that it ever got */
	int64_t asked_ms;
	bool is_asking;
	wire_page pages[MEMORY_PAGES_MOST]; /* of the request in flight: */
	/* drops to judge again; then the questions; then, if pages are gone, a page that only withdraws these */
	size_t again_len, questions, len;
	id_list gone; /* pages of the store to withdraw; the first gone_sent are in the request in flight */
	size_t gone_sent;
	/* Drops whose originals were withdrawn, which are judged again batch by batch. Numbers count withdrawals. */
	uint64_t withdrawn, heard; /* handled, and reported by the last answer */
	id_list again;
	size_t again_done;
	uint64_t written_at, read; /* the commit before sharing.withdrawn was written; the last withdrawal handled for good */
	uint64_t let_in;           /* pages of the store that were withdrawn because they repeat older ones */
	/* The index's epoch. The store records it after it has checked what may have been lost with the epoch before. */
	uint64_t epoch;
	bool is_compared; /* in this epoch */
	uint64_t checked; /* the epoch for which the store has checked this */
	unsigned in_vain; /* comparisons since the last answer */
};

/* ── compare.c ── */

/* Creates the index with the filter and the key of the session. lost: the shards of an index that was lost, "" if it had only one;
 * NULL: the index is new. ERR_BUSY: another client has just created it. */
status shared_make_memory(const shared *s, const session *x, const char *lost, complaint *why);

/* ── withdrawn.c ── */

/* Are there withdrawals to handle? */
bool shared_has_withdrawn(const shared *s);
/* Lists the drops of all pages that were withdrawn up to this number. All earlier answers must be stored. */
status shared_see_withdrawn(shared *s, uint64_t last, complaint *why);
/* Adds up to `most` of these drops to the request. */
status shared_add_again(shared *s, size_t most);
/* Stores the verdict about drop number i of the request. */
status shared_told_again(shared *s, size_t i, const told *t);
/* If no drop is left, records in the store how far withdrawals are handled. */
status shared_note_read(shared *s);

#endif
