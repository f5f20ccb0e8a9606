/* inside — what the files of a shard share: changes as bytes, the same changes without a note of them, and what all requests begin with. */
#ifndef CLUSTER_INSIDE_H
#define CLUSTER_INSIDE_H

#include "cluster/request.h"
#include "cluster/shard.h"

/* ── change.c: each begins with a byte that says what it is ── */

enum change {
	CHANGE_PAGE = 'P',
	CHANGE_WITHDRAW = 'W',
	CHANGE_TAKE_BACK = 'T',
	CHANGE_OWNER = 'N',
	CHANGE_OWNER_2 = 'O', /* as version 2 of what is saved had it: it does not say whether the owner has left */
	CHANGE_STATE = 'S',
	CHANGE_TOLD = 'L', /* only what was withdrawn, not that it is forgotten: in what is saved, and of a page on a leaf */
	CHANGE_TURN = 'U'
};

void change_put_page(wire_writer *w, const shard_page *page);
void change_put_owner(wire_writer *w, const shard *s, const shard_owner *owner);
void change_put_state(wire_writer *w, const shard *s);
void change_put_id(wire_writer *w, enum change what, uint64_t id);
void change_put_told(wire_writer *w, uint64_t number, uint64_t id);

/* ── request.c ── */

refusal request_refused(status err);
/* The owner, if this is its session. */
refusal request_owner(request *r, shard_owner **out);
bool request_has_room(const request *r);
/* Are there owners that are waited for, since their pages were not compared? */
bool request_is_recovering(request *r);
/* In the verdict, places become ids. */
void request_name_pages(const shard *s, firstprint_verdict *v);
bool request_is_id(uint64_t id); /* of a page */

/* ── shard.c ── */

bool shard_is_name(const char *name, size_t len);
/* Copies the signature, which may lie anywhere. Errors as of shard_remember. */
status shard_add_page(shard *s, uint32_t owner, uint64_t id, const firstprint_signature *sig);
/* *was: was it remembered? */
status shard_forget(shard *s, uint64_t id, bool *was);
status shard_add_withdrawn(shard *s, uint64_t number, uint64_t id);
/* shard_withdraw. */
status shard_do_withdraw(shard *s, uint64_t id);
/* In another epoch than before, no owner has compared its pages. */
void shard_set_epoch(shard *s, uint64_t epoch);
/* Drops what all owners have read of the list of what was withdrawn. */
void shard_drop_read(shard *s);

#endif
