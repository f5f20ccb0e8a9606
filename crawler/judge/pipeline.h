/* pipeline — workers that turn bytes into pages and signatures: the pure part of the way, on as many threads as there
 * are cores. crawl, filter and eval share it.
 *
 *	job *j = pipeline_job(p);              NULL: as many are under way as may be; take one first
 *	j->input = …; pipeline_submit(p, j);
 *	j = pipeline_take(p, wait);            NULL: none is done
 *	…j->status, j->result, j->signature…; pipeline_release(p, j);
 *
 * Only the thread that opened it calls these. A job's texts live in its arena until it is released. */
#ifndef CRAWLER_JUDGE_PIPELINE_H
#define CRAWLER_JUDGE_PIPELINE_H

#include "base/buffer.h"
#include "plugin/filter.h"
#include "purify/purify.h"

typedef struct job {
	purify_input input; /* bytes: borrowed, often from body */
	buffer body;        /* freed with the job's next use */
	void *ctx;          /* the submitter's */
	arena *arena;
	status status;      /* of purify and sign */
	purified result;
	firstprint_signature signature;
	void *extra;        /* what `after` made */
	/* The pipeline's own: */
	uint64_t number;
	struct job *next;
} job;

typedef struct pipeline pipeline;

typedef struct pipeline_settings {
	int workers;      /* ≥ 1 */
	int most;         /* jobs under way at once */
	bool in_order;    /* take gives them in the order of submission */
	filter *filter;    /* NULL: nothing is signed */
	void (*after)(job *j); /* on the worker, after a good sign; NULL: nothing */
} pipeline_settings;

status pipeline_open(const pipeline_settings *settings, pipeline **out, complaint *why);
void pipeline_close(pipeline *p); /* accepts NULL; what is under way is cancelled */

job *pipeline_job(pipeline *p);
void pipeline_submit(pipeline *p, job *j);
job *pipeline_take(pipeline *p, bool wait);
void pipeline_release(pipeline *p, job *j);
size_t pipeline_running(const pipeline *p); /* submitted and not yet taken */
int pipeline_fd(const pipeline *p); /* readable while a job may be done; pipeline_take clears it */

#endif
