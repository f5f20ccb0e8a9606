/* answers — what is asked over HTTP, and what is said; only for this folder. HTTP itself stands in serve.c. */
#ifndef CRAWLER_SERVE_ANSWERS_H
#define CRAWLER_SERVE_ANSWERS_H

#include <jansson.h>

#include "crawler/inspect/source.h"
#include "crawler/serve/dry_run.h"
#include "crawler/serve/serve.h"

/* What all answers share; one thread gives them. */
typedef struct serving {
	const serve_settings *settings;
	source from; /* open to be read */
	dry_run *dry_run;
} serving;

typedef struct request {
	const char *(*parameter)(const struct request *r, const char *name); /* NULL: there is none */
	const json_t *body;                                                  /* of POST: an object; else NULL */
	void *connection;
} request;

/* *out is the caller's to free. ERR_MISSING, ERR_USAGE, ERR_BUSY: why says what is wrong. */
typedef status answer(serving *s, const request *r, json_t **out, complaint *why);

/* Is the store that is read still the one that would be written to? ERR_BUSY: it is not; why says so. */
status serving_check(const serving *s, complaint *why);

answer answer_state, answer_detail, answer_diff, answer_explain, answer_search, answer_judge;
answer act_judge, act_undo, act_drop, act_prefer, act_label;

#endif
