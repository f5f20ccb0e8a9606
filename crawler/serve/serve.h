/* serve — the live report of a store: a web page on loopback that queries the store, tries other filters, and sends decisions.
 *
 *	GET  /                     the page, with the current facts
 *	GET  /state                {"at", "counts"}: has the store grown?
 *	GET  /detail?id=12         a drop: report/detail.h
 *	GET  /diff?a=12&b=15       two articles
 *	GET  /explain?what=URL     {"url", "steps", "id"?, "near"?}
 *	GET  /search?words=…       {"found": […]}
 *	GET  /judge                the progress and the result of the dry run: dry_run.h
 *	POST /judge {"filter"}     starts a dry run
 *	POST /undo {"id"}, /drop {"id", "of"}, /prefer {"id"}, /label {"id", "label"}    {"said"}
 *
 * An error is {"error": "a sentence"}, with a status of 400 and above. It listens on 127.0.0.1 only, and accepts only that address
 * and localhost as Host, which stops DNS rebinding. A POST needs the token. Of too many connections, the one
 * that has asked nothing for the longest time is closed (connections.h). While another process writes to the store, decisions
 * fail with 409. */
#ifndef CRAWLER_SERVE_SERVE_H
#define CRAWLER_SERVE_SERVE_H

#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

typedef struct serve_settings {
	const char *store, *labels; /* files; the first label creates labels */
	int jobs;                   /* threads of a dry run */
	size_t memory;              /* for the pages of a dry run, as in pipeline_settings */
	uint16_t port;              /* 0: any free port */
} serve_settings;

/* Tells where it listens, and the token: 128 random bits in hexadecimal digits. */
typedef void serve_ready(const void *ctx, unsigned port, const char *token);

/* Serves until `end`, a file descriptor, has something to read; requests in flight are answered. ERR_IO: no such store, or the port is
 * taken. */
status serve(const serve_settings *settings, int end, serve_ready *ready, const void *ctx, complaint *why);

#endif
