/* serve — the report of a store, alive: a web page on loopback that asks the store, tries other filters, and decides.
 *
 *	GET  /                     the page, with the facts of this moment
 *	GET  /state                {"at", "counts"}: has the store grown?
 *	GET  /detail?id=12         of a drop: report/detail.h
 *	GET  /diff?a=12&b=15       two articles
 *	GET  /explain?what=URL     {"url", "steps", "id"?, "near"?}
 *	GET  /search?words=…       {"found": […]}
 *	GET  /judge                how far the dry run is, and what it found: dry_run.h
 *	POST /judge {"filter"}     starts it
 *	POST /undo {"id"}, /drop {"id", "of"}, /prefer {"id"}, /label {"id", "label"}    {"said"}
 *
 * An error is {"error": "a sentence"}, with a status of 400 and above. It listens on 127.0.0.1 only, and answers only to that name
 * (a page elsewhere whose name leads here is refused); what is posted needs the token. Another process may write to the store
 * meanwhile; then it cannot be decided here: 409. */
#ifndef CRAWLER_SERVE_SERVE_H
#define CRAWLER_SERVE_SERVE_H

#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

typedef struct server server;

enum { SERVE_TOKEN = 33 }; /* 128 random bits in hexadecimal digits, with the NUL */

typedef struct serve_settings {
	const char *store, *labels; /* files; labels is made with the first label */
	int jobs;                   /* threads of a dry run */
	size_t memory;              /* for the pages that it reads, as in pipeline_settings */
	uint16_t port;              /* 0: any that is free */
} serve_settings;

/* *out is yours until serve_close; its settings are borrowed. ERR_IO: no such store, or the port is taken. */
status serve_open(const serve_settings *settings, server **out, complaint *why);
void serve_close(server *s); /* accepts NULL; waits for what is being answered */

uint16_t serve_port(const server *s);
const char *serve_token(const server *s);

#endif
