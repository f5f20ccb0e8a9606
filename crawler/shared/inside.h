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
	client *client;
	session *session;
	arena *lasting, *answers; /* lasting as long as this struct, and as the answers to a request */
	store_sharing sharing;
	uint64_t last_id; /* the highest id that it ever got */
	int64_t asked_ms;
	bool is_asking;
	client_page pages[CLIENT_PAGES_MOST]; /* of the request in flight: */
	/* drops to judge again; then the questions; then, if pages are gone, a page that only withdraws these */
	size_t again_len, questions, len;
	id_list gone; /* pages of the store to withdraw; the first gone_sent are in the request in flight */
	size_t gone_sent;
	/* Drops whose originals were withdrawn, which are judged again batch by batch. */
	size_t handled; /* so many withdrawals were handled since joining */
	id_list again;
	size_t again_done;
	uint64_t refused; /* pages of the store that were withdrawn because they repeat those of others */
	/* Drops may repeat pages that were withdrawn while the store did not listen. After a loss, others get time to send their pages
	 * before that is checked. */
	bool is_unchecked, was_compared;
	int64_t check_ms; /* by clock_ms(): not before */
	unsigned in_vain; /* comparisons since the last answer */
};

/* ── compare.c ── */

/* Creates the index with the filter and the key of the session. is_again: it was lost. ERR_BUSY: another client has just created it. */
status shared_make_index(const shared *s, const session *x, bool is_again, complaint *why);

/* ── withdrawn.c ── */

/* Reads the signature of a page or a drop, in a, and whether a person has decided to keep it: the index gets both. */
status shared_read(const shared *s, uint64_t id, arena *a, firstprint_signature *sig, bool *keep);
/* Are there withdrawals to handle? */
bool shared_has_withdrawn(const shared *s);
/* Nothing that was withdrawn so far needs to be handled one by one. */
void shared_skip_withdrawn(shared *s);
/* Lists the drops of all pages that were withdrawn. All earlier answers must be stored. */
status shared_see_withdrawn(shared *s);
/* Adds up to `most` of these drops to the request. */
status shared_add_again(shared *s, size_t most);
/* Stores the verdict about drop number i of the request. */
status shared_told_again(shared *s, size_t i, const told *t);

#endif
