/* answers — the requests over HTTP and their answers; only for this folder. HTTP itself is in serve.c. */
#ifndef CRAWLER_SERVE_ANSWERS_H
#define CRAWLER_SERVE_ANSWERS_H

#include <jansson.h>

#include "crawler/inspect/source.h"
#include "crawler/serve/dry_run.h"
#include "crawler/serve/serve.h"

/* The state that all answers share; one thread makes them. */
typedef struct serving {
	const serve_settings *settings;
	source from; /* open for reading */
	dry_run *dry_run;
	arena *memory; /* for one answer */
} serving;

typedef struct request {
	const char *(*parameter)(const struct request *r, const char *name); /* NULL: there is none */
	const json_t *body;                                                  /* for POST: an object; else NULL */
	void *connection;
} request;

/* Adds the fields of the answer to out, an object. ERR_MISSING, ERR_USAGE, ERR_BUSY: why says what is wrong. */
typedef status answer(serving *s, const request *r, json_t *out, complaint *why);

/* Checks that the open store is still the file at its path, where changes would go. ERR_BUSY: it is not; why says so. */
status serving_check(const serving *s, complaint *why);

answer answer_state, answer_detail, answer_diff, answer_explain, answer_search, answer_judge, answer_decisions;
answer act_judge, act_undo, act_drop, act_prefer, act_label, act_forget;

#endif
