/* inside — what the files of the frontier share: its state, and what its files do for each other.
 *
 *	frontier.c        which task is next
 *	ended.c           records that a request has ended
 *	hosts.c           all hosts
 *	refusal.c         URLs that are not fetched
 *	unreachable.c     hosts that cannot be reached, and networks that are down */
#ifndef CRAWLER_FRONTIER_INSIDE_H
#define CRAWLER_FRONTIER_INSIDE_H

#include "crawler/frontier/frontier.h"

struct frontier {
	frontier_settings settings;
	store *store;
	frontier_host **hosts; /* sorted by id */
	size_t hosts_len, hosts_room, hosts_active;
	size_t working, resting; /* of them: those that have something to request; those that rest */
	size_t open;             /* requests running */
	politeness politeness;
	outage outage;
	frontier_host *known; /* the last host that has answered in this run; NULL: none has */
	bool given_up;
	enum store_which
		which;  /* SUSPECTS_ONLY: nothing else is left, and what ended an earlier process is fetched, one by one */
	arena *arena;   /* texts of the last task */
	int64_t *taken; /* ids of the URLs handed out: still queued in the store, but not to be handed out again */
	size_t taken_len, taken_room;
	int depth_now; /* URLs of this depth or less may be fetched now; INT_MAX without a depth limit */
};

/* ── hosts.c ── */

/* Finds the host with this id, and adds it if need be. ERR_IO, ERR_MEMORY. */
status frontier_find_host(frontier *f, int64_t id, frontier_host **out);
void host_close(frontier_host *h); /* accepts NULL */
/* Sets whether the host may have queued URLs. */
void frontier_set_active(frontier *f, frontier_host *h, bool active);
/* Call it when something about the host has changed. It tells politeness whether there is something to request from the host. */
status frontier_update_schedule(frontier *f, frontier_host *h);
/* Adds a host from its row in the store. ctx is the frontier. */
status frontier_add_host(void *ctx, const store_host *kept);
/* Turns to the suspects (store.h), if there are any, and makes their hosts active. */
status frontier_turn_to_suspects(frontier *f);
/* Call it when there is something new to request from the host. */
status frontier_serve_again(frontier *f, frontier_host *h);
/* Skips all queued URLs of a host that is given up. */
status frontier_skip_queue(frontier *f, frontier_host *h, const char *reason);
/* Returns the time from the start of a request to the start of the next. */
int64_t frontier_delay_ms(const frontier *f, const frontier_host *h);

/* ── refusal.c ── */

/* Must the URL not be fetched? Then *out is the task that says so. */
bool frontier_refuses(const frontier *f, frontier_host *h, const store_url *url, frontier_task *out);

/* ── unreachable.c ── */

/* While the network is down, one request is made at a time. *until_ms: when the next one may start; INT64_MAX: when the one in
 * flight has ended. */
bool frontier_waits_for_network(const frontier *f, int64_t now_ms, int64_t *until_ms);
/* Finds a host that has answered before, to find out whether the network is down. *out is NULL if none is needed, or there is
 * none. */
status frontier_host_to_check(frontier *f, int64_t now_ms, frontier_host **out);
/* Call it when nothing can be requested now. Has that lasted too long? */
bool frontier_gives_up(frontier *f, int64_t now_ms);

#endif
