/* client — one crawler's access to an index that many crawlers share: the log on a server (log.h), and its result in memory (replica.h).
 *
 *	client_open, client_info or client_create      at first; a few tries each
 *	requester_retry_until                          from now on requests are repeated until the server answers
 *	client_join, client_ids, client_put, client_compared
 *	client_ask, then client_take when requester_fd is readable: a thread of its own sends the request and judges
 *
 * Only client_take may be called while a request is in flight.
 *
 * An owner is a store that takes part. The lowest 20 bits of an id are a hash of its owner's name, and the bits above them exceed those of
 * every id that the owner has seen. So no id is given twice, whatever a server loses, and an owner's ids ascend. Ids below the first id of
 * the index belong to the store with which it was created.
 *
 * Errors of all functions that return a status:
 *
 *	ERR_IO       the server does not answer now; after requester_retry_until: waiting was interrupted
 *	ERR_MISSING  there is no such index (any more), or it has lost entries: join again
 *	ERR_BUSY     another process has joined as this owner; or the index has another filter or key than expected
 *	ERR_FILTER   the filter has failed
 *	ERR_USAGE    the server refuses the request
 *	ERR_FORMAT   its answer cannot be read
 *	ERR_MEMORY */
#ifndef CLUSTER_CLIENT_H
#define CLUSTER_CLIENT_H

#include "cluster/requester.h"
#include "plugin/filter.h"

enum {
	CLIENT_KEY_SIZE = 16,
	CLIENT_PAGES_MOST = 64, /* in one client_ask */
	CLIENT_REPLACED_MOST = 65535
};

typedef struct client client;

/* url: see server.h. ERR_USAGE, ERR_MEMORY. */
status client_open(const char *url, client **out, complaint *why);
void client_close(
	client *c); /* accepts NULL; does not wait for a request in flight. The filter of client_join keeps its pages */
/* Its URL without user and password, and the last part of that. */
const char *client_shown(const client *c);
requester *client_requester(const client *c); /* its thread and its retries */

/* ── the state of an index ── */

/* A store, by its last report. */
typedef struct client_owner {
	const char *name;
	uint64_t pages, requests;
	int64_t silent_ms;          /* since its last report */
	bool is_compared, has_left; /* it has compared its pages; it has ended */
} client_owner;

typedef struct client_facts {
	const char *spec, *files;
	uint8_t key[CLIENT_KEY_SIZE];
	uint64_t first_id;
	bool is_again;           /* the index replaces one that was lost */
	uint64_t entries, bytes; /* of the log; bytes 0: unknown */
	client_owner *owners;
	size_t owners_len;
} client_facts;

/* May the filter of an index be opened here? A filter in a file is code, so it may be loaded only from the files that the user has named.
 * trusted: these files, as filter_files returns them; NULL: none. ERR_USAGE: the filter is in another file. */
status client_may_load(const client *c, const client_facts *f, const char *trusted, complaint *why);
/* Reads the state of the index; texts are in a. */
status client_info(client *c, arena *a, client_facts *out, complaint *why);
/* Creates the index, with spec, files, key, first_id and is_again of `like`. ERR_BUSY: it exists. */
status client_create(client *c, const client_facts *like, complaint *why);
/* Deletes the index, as if the server had lost it. The stores keep all they have. */
status client_delete(client *c, complaint *why);
/* Withdraws all pages of an owner that will not return. ERR_MISSING: there is no such owner. */
status client_forget(client *c, const char *owner, complaint *why);

/* ── an owner ── */

/* Joins as this owner, and reads all of the log. f: judges; it has the key of the index and no pages; as long as the client is open, others
 * may only sign with it. highest: the highest id that the owner ever had; 0: none. ERR_BUSY: the index has another filter or key;
 * ERR_USAGE: also, another owner has the same number. */
status client_join(client *c, filter *f, const uint8_t *key, const char *owner, uint64_t highest, complaint *why);
/* How many milliseconds ago the log was created. *is_again: it was created again after a loss. Both as of joining. */
int64_t client_age_ms(const client *c, bool *is_again);
/* Lists the ids of the owner's pages in the index, in no order, in a. */
status client_ids(client *c, arena *a, uint64_t **out, size_t *len, complaint *why);
/* Adds pages of the owner, with their finalized signatures. Pages that repeat one of another owner are refused, and listed by
 * client_withdrawn. keeps[i]: add this page in any case. signatures NULL: withdraws these pages instead. */
status client_put(client *c, const uint64_t *ids, const firstprint_signature *signatures, const bool *keeps, size_t n,
		  complaint *why);
/* Reports that the owner's pages in the index are now those of its store. */
status client_compared(client *c, complaint *why);
/* Reports that the owner ends; not repeated, and not sent if the server did not answer before. */
void client_leave(client *c);
/* Is the page in the index? */
bool client_has(const client *c, uint64_t id);
/* The ids of all pages, of any owner, that were withdrawn or refused since joining, in their order. Valid until the next client_ask or
 * client_join. */
const uint64_t *client_withdrawn(const client *c, size_t *len);

/* ── judging ── */

enum client_page_flags {
	CLIENT_KEEP = 1,  /* a person has decided to keep it, whatever it repeats */
	CLIENT_NUMBER = 2 /* do not judge it; give it an id */
};

typedef struct client_page {
	unsigned flags;
	const uint64_t *replaced; /* ids of the owner's pages to withdraw before it is judged */
	size_t replaced_len;      /* ≤ CLIENT_REPLACED_MOST */
	firstprint_signature signature;
} client_page;

typedef struct client_answer {
	uint64_t id;                /* 0: the filter did not make this signature */
	unsigned link;              /* the number of the filter in the SPEC that decided */
	firstprint_verdict verdict; /* of and shares are ids */
	firstprint_signature final;
} client_answer;

/* Requests verdicts on n ≤ CLIENT_PAGES_MOST pages, which are copied. ERR_MEMORY. */
status client_ask(client *c, const client_page *pages, size_t n);
/* Returns the answers, in the order of the pages, valid until the next client_ask. wait: waits for them. *taken false: there are none yet.
 * ERR_MISSING: join again, compare, and then repeat the request. */
status client_take(client *c, bool wait, bool *taken, const client_answer **out, complaint *why);

#endif
