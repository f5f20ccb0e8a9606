/* pipeline — worker threads that turn bytes into pages and signatures, the part of the work that needs no shared state.
 *
 *	job *j = pipeline_job(p);              NULL: `most` jobs exist, or out of memory; take and release one first
 *	j->input = …; pipeline_submit(p, j);
 *	j = pipeline_take(p, wait);            NULL: none is finished
 *	…j->status, j->result, j->signature…; pipeline_release(p, j);
 *
 * Only the thread that opened the pipeline may call these. The results of a job are in its arena until it is released. */
#ifndef JUDGE_PIPELINE_H
#define JUDGE_PIPELINE_H

#include "base/buffer.h"
#include "plugin/filter.h"
#include "purify/purify.h"

typedef struct job {
	purify_input input; /* bytes: borrowed, often from body */
	buffer body;        /* for the submitter; freed before the job is used again */
	void *ctx;          /* the submitter's */
	arena *arena;
	bool is_ready; /* result and signature are there already: nothing is done */
	status status; /* of purify, sign or `after` */
	purified result;
	firstprint_signature signature;
	void *extra; /* for `after` */
	/* Used by the pipeline: */
	uint64_t number;
	struct job *next;
} job;

typedef struct pipeline pipeline;

typedef struct pipeline_settings {
	int workers;           /* ≥ 1 */
	int most;              /* jobs that may exist at once */
	bool in_order;         /* pipeline_take returns them in the order of submission */
	filter *filter;        /* borrowed; NULL: nothing is signed */
	void (*after)(job *j); /* runs on the worker after purify and sign have succeeded; NULL: none */
} pipeline_settings;

/* ERR_MEMORY: no memory, threads or descriptors. */
status pipeline_open(const pipeline_settings *settings, pipeline **out, complaint *why);
void pipeline_close(pipeline *p); /* accepts NULL; running jobs are cancelled */

/* What a worker does: purify and sign; f NULL: nothing is signed. With a job that has only an arena and an input it may be done
 * without a pipeline, too. */
void pipeline_work(filter *f, job *j);

job *pipeline_job(pipeline *p);
/* A free job. While there is none, waits for finished jobs and hands them to finish, which releases them. Returns what
 * finish returned, if that was not OK; ERR_MEMORY. */
status pipeline_next_job(pipeline *p, status (*finish)(void *ctx, job *done), void *ctx, job **out);
void pipeline_submit(pipeline *p, job *j);
job *pipeline_take(pipeline *p, bool wait); /* wait: NULL only if none is running */
void pipeline_release(pipeline *p, job *j);
size_t pipeline_running(const pipeline *p); /* submitted and not yet taken */
int pipeline_fd(const pipeline *p);         /* readable when a job may have finished; pipeline_take resets it */

#endif
