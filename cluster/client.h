/* client — an index that many crawlers share, for one of them: the log of a server (log.h), and what it amounts to (replica.h).
 *
 *	client_open, client_info or client_create      at first; a few tries each
 *	caller_insist                                  from now on what cannot be answered is asked again
 *	client_join, client_ids, client_put, client_compared
 *	client_ask, then client_take when caller_fd is readable: a thread of its own asks and judges
 *
 * All but client_take are called while nothing is asked.
 *
 * Ids end in 20 bits that are the owner's own (of a hash of its name), and the bits before them are higher than those of every id that the
 * owner has seen: so no id is given twice, whatever a server loses, and an owner's ids ascend. Ids below the first one of the index are
 * those of the store with which it was made.
 *
 * Errors of all calls that answer:
 *
 *	ERR_IO       nobody answers now; after caller_insist: waiting was stopped
 *	ERR_MISSING  there is no such index (any more), or it has lost something: join again
 *	ERR_BUSY     another process has joined as this owner; or it is not the index that was expected
 *	ERR_FILTER   the filter has failed
 *	ERR_USAGE    the server refuses it
 *	ERR_FORMAT   what it said was no answer
 *	ERR_MEMORY */
#ifndef CLUSTER_CLIENT_H
#define CLUSTER_CLIENT_H

#include "cluster/caller.h"
#include "plugin/filter.h"

enum {
	CLIENT_KEY_SIZE = 16,
	CLIENT_PAGES_MOST = 64, /* in one client_ask */
	CLIENT_REPLACED_MOST = 65535
};

typedef struct client client;

/* url: see server.h. ERR_USAGE, ERR_MEMORY. */
status client_open(const char *url, client **out, complaint *why);
void client_close(client *c); /* accepts NULL; waits for no answer. The filter of client_join keeps the pages */
/* Its URL without user and password, and the last part of that. */
const char *client_shown(const client *c);
caller *client_caller(const client *c); /* its thread, and its patience */

/* ── what there is ── */

/* A store, as it has last said. */
typedef struct client_owner {
	const char *name;
	uint64_t pages, requests;
	int64_t silent_ms;          /* since then */
	bool is_compared, has_left; /* has it compared its pages; has it ended */
} client_owner;

typedef struct client_facts {
	const char *spec, *files;
	uint8_t key[CLIENT_KEY_SIZE];
	uint64_t first_id;
	bool is_again;           /* it took the place of one that was lost */
	uint64_t entries, bytes; /* of the log; bytes 0: unknown */
	client_owner *owners;
	size_t owners_len;
} client_facts;

/* May the filter of an index be opened here? A filter in a file is code. One in these files, as filter_files gives them, may be loaded, since
 * the user has named them; NULL: none. ERR_USAGE: it is in another file. */
status client_may_load(const client *c, const client_facts *f, const char *trusted, complaint *why);
/* Texts are in a. */
status client_info(client *c, arena *a, client_facts *out, complaint *why);
/* Makes it, with spec, files, key, first_id and is_again of `like`. ERR_BUSY: there is one. */
status client_create(client *c, const client_facts *like, complaint *why);
/* Takes it away: then it is as if it had been lost. Nothing of the stores is. */
status client_delete(client *c, complaint *why);
/* All pages of an owner that will not return are forgotten. ERR_MISSING: there is no such owner. */
status client_forget(client *c, const char *owner, complaint *why);

/* ── an owner ── */

/* Joins as this owner: reads all of the log. f judges; it has the key of the index, has no pages, and is used by nobody else for as long as
 * the client is open, but to sign. highest: of all ids that the owner ever had; 0: none. ERR_BUSY: the index has another filter or key;
 * ERR_USAGE: also, the number of the owner is that of another one. */
status client_join(client *c, filter *f, const uint8_t *key, const char *owner, uint64_t highest, complaint *why);
/* How long ago, in milliseconds, the log was begun; and was it begun again after a loss? Both as of joining. */
int64_t client_age_ms(const client *c, bool *is_again);
/* The ids of the pages that it remembers for the owner, in no order, in a. */
status client_ids(client *c, arena *a, uint64_t **out, size_t *len, complaint *why);
/* Pages of the owner, with their finalized signatures. Those that repeat a page of another owner are refused: they are among what is
 * withdrawn. keeps[i]: this one is remembered in any case. signatures NULL: these pages are withdrawn. */
status client_put(client *c, const uint64_t *ids, const firstprint_signature *signatures, const bool *keeps, size_t n,
		  complaint *why);
/* The owner has sent and withdrawn what was to be. */
status client_compared(client *c, complaint *why);
/* The owner ends; said once, whatever comes of it. No effect after trouble. */
void client_leave(client *c);
/* Is the page remembered? */
bool client_has(const client *c, uint64_t id);
/* The ids of all pages, of any owner, that were withdrawn or refused since joining, in their order. Valid until the next client_ask or
 * client_join. */
const uint64_t *client_withdrawn(const client *c, size_t *len);

/* ── judging ── */

enum client_page_flags {
	CLIENT_KEEP = 1,  /* a person has decided that it is kept, whatever it repeats */
	CLIENT_NUMBER = 2 /* it is not judged: it only gets an id */
};

typedef struct client_page {
	unsigned flags;
	const uint64_t *replaced; /* ids of pages of the same owner that are withdrawn before it is judged */
	size_t replaced_len;      /* ≤ CLIENT_REPLACED_MOST */
	firstprint_signature signature;
} client_page;

typedef struct client_answer {
	uint64_t id;                /* 0: the filter did not make this signature */
	unsigned link;              /* the number of the link that decided */
	firstprint_verdict verdict; /* of and shares are ids */
	firstprint_signature final;
} client_answer;

/* Asks for n ≤ CLIENT_PAGES_MOST pages, which are copied. ERR_MEMORY. */
status client_ask(client *c, const client_page *pages, size_t n);
/* The answers, in the order of the pages, valid until the next client_ask. wait: until there are some. *taken: false: none yet. ERR_MISSING:
 * join again, compare, and then ask again. */
status client_take(client *c, bool wait, bool *taken, const client_answer **out, complaint *why);

#endif
