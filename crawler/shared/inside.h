/* inside — what the files of a shared session share. Each calls only those below it.
 *
 *	open.c         it begins to share, and ends
 *	shared.c       what it asks the memory for its caller
 *	compare.c      its store and the memory are made to agree
 *	withdrawn.c    pages that are pages no more */
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
	arena *lasting, *answers; /* as long as this, and as the answers to a request */
	store_sharing sharing;
	uint64_t last_id; /* the highest that it ever got */
	int64_t asked_ms;
	bool is_asking;
	wire_page pages[MEMORY_PAGES_MOST]; /* of the request that is under way: */
	/* drops that are judged again; then the questions; then, if there are any, a page that only withdraws others */
	size_t again_len, questions, len;
	id_list gone; /* pages of the store that are to be withdrawn, of which the first were sent */
	size_t gone_sent;
	/* Drops whose originals were withdrawn, up to this number. They are asked for one batch after the other. */
	uint64_t withdrawn, heard; /* seen to, and told by the last answer */
	id_list again;
	size_t again_done;
	uint64_t written_at, read; /* the commit before sharing.withdrawn was written; how far is known to be read for good */
	uint64_t let_in;           /* pages of the store that were withdrawn, since they repeat older ones */
	/* The memory's epoch. The store notes it once it has checked what may have been lost with the one before. */
	uint64_t epoch;
	bool is_compared; /* in this epoch */
	uint64_t checked; /* the epoch in which it was checked */
	unsigned in_vain; /* comparisons since an answer came */
};

/* ── compare.c ── */

/* Makes it with the filter and the key of the session. lost: the shards of one that was lost, "" if it was only one; NULL: it is new.
 * ERR_BUSY: somebody else has just made it. */
status shared_make_memory(const shared *s, const session *x, const char *lost, complaint *why);

/* ── withdrawn.c ── */

/* Is there something to be seen to? */
bool shared_has_withdrawn(const shared *s);
/* The memory has withdrawn pages up to this number: notes the drops of them. All that it has said before must be stored. */
status shared_see_withdrawn(shared *s, uint64_t last, complaint *why);
/* Adds up to `most` drops to the request. */
status shared_add_again(shared *s, size_t most);
/* Stores what was said of drop number i of the request. */
status shared_told_again(shared *s, size_t i, const told *t);
/* When no drop is left, the store notes how far it has read. */
status shared_note_read(shared *s);

#endif
