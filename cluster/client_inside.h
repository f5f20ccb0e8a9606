/* client_inside — what the files of a client share.
 *
 *	client.c           opening, joining, and what an owner says of its pages
 *	client_judge.c     entries are appended and applied; how pages are judged
 *	client_facts.c     what there is: the head of the log, and the notes about stores */
#ifndef CLUSTER_CLIENT_INSIDE_H
#define CLUSTER_CLIENT_INSIDE_H

#include "cluster/client.h"
#include "cluster/replica.h"
#include "cluster/server.h"

struct client {
	server *server;
	/* Since joining: */
	replica *replica;
	filter *filter;
	log_position at;
	char owner[256];
	uint64_t stamp, session, request, last_id;
	int64_t age_ms;
	bool has_joined, is_again, is_compared;
	/* The request that is under way: */
	arena *arena;
	client_page *pages;
	client_answer *answers;
	size_t len;
	int64_t read_ms; /* when the log was last read */
};

/* ── client_facts.c ── */

/* What the log's head says. */
status client_head(client *c, arena *a, client_facts *out, complaint *why);
/* What of it is another one than the filter and the key; NULL: nothing. */
const char *client_difference(const client_facts *f, const filter *with, const uint8_t *key);
/* The note about the owner. */
void client_note(const client *c, bool has_left, char *out, size_t room);

/* ── client_judge.c ── */

/* Begins an entry of the owner, with the next number. */
void client_begin_entry(client *c, wire_writer *w);
/* Appends it, and applies all entries up to it. expected: what comes of its pages; may be NULL. Frees w. */
status client_append(client *c, wire_writer *w, replica_expected *expected, complaint *why);
/* Reads and applies all entries that there are. */
status client_read(client *c, complaint *why);

/* On the caller's thread: judges c->pages. */
status client_judge(void *ctx, complaint *why);

#endif
