/* client_inside — what the files of a client share.
 *
 *	client.c           opens, joins, and adds and withdraws an owner's pages
 *	client_judge.c     appends and applies entries, and judges pages
 *	client_facts.c     reads the head of the log, and the reports of stores */
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
	/* The request in flight: */
	arena *arena;
	client_page *pages;
	client_answer *answers;
	size_t len;
	int64_t read_ms; /* when the log was last read */
};

/* ── client_facts.c ── */

/* Reads the head of the log. */
status client_head(client *c, arena *a, client_facts *out, complaint *why);
/* Names what differs from this filter and key: "filter" or "key"; NULL: nothing. */
const char *client_difference(const client_facts *f, const filter *with, const uint8_t *key);
/* Writes the owner's report. */
void client_report(const client *c, bool has_left, char *out, size_t room);

/* ── client_judge.c ── */

/* Starts an entry of the owner, with the next request number. */
void client_begin_entry(client *c, wire_writer *w);
/* Appends the entry, and applies all entries up to it. expected: receives the verdicts on its pages; may be NULL. Frees w. */
status client_append(client *c, wire_writer *w, replica_expected *expected, complaint *why);
/* Reads and applies all entries of the log. */
status client_read(client *c, complaint *why);

/* Judges c->pages; runs on the requester's thread. */
status client_judge(void *ctx, complaint *why);

#endif
