/* pipeline — worker threads that turn bytes into pages and signatures, the part of the work that needs no shared state.
 *
 *	job *j = pipeline_job(p);              NULL: `most` jobs exist, or out of memory; take and release one first
 *	j->input = …; pipeline_submit(p, j);
 *	j = pipeline_take(p, wait);            NULL: none is finished
 *	…j->status, j->result, j->signature…; pipeline_release(p, j);
 *
 * Only the thread that opened the pipeline may call these.
 *
 * Memory. A worker parses a page, extracts its article and signs it in scratch arenas of its own. It then copies the result to the
 * job's arena, and uses the scratch for the next page: a page that waits to be judged takes only as much as its text and signature.
 * `memory` bounds what all pages take together, however many workers there are: a worker begins to parse a page when there is room
 * for it beside the pages being parsed, or when it is the only one. */
#ifndef JUDGE_PIPELINE_H
#define JUDGE_PIPELINE_H

#include "base/buffer.h"
#include "plugin/filter.h"
#include "purify/purify.h"

typedef struct job {
	purify_input input; /* bytes: borrowed, often from body */
	buffer body;        /* for the submitter; freed when the page has been read, unless the pipeline keeps bodies */
	void *ctx;          /* the submitter's */
	arena *arena;       /* of the job, until it is released */
	arena *scratch;     /* of the worker, while it works on the job: for the page and its signature */
	arena *parsing;     /* the same, for data that it needs only until the page is made */
	bool is_ready;      /* result and signature are set already; the worker does nothing more */
	status status;      /* of purify, sign or `after` */
	/* During `after`, all that purify returns. After that, the page has only its text, title, lang, url, digest and kind,
	 * and what its owner asks of crawlers; sentences_len is set without the sentences, links_len without the links. */
	purified result;
	firstprint_signature signature;
	filter_ahead *ahead; /* its verdict in advance; NULL: none */
	void *extra;         /* for `after` */
	/* Used by the pipeline: */
	uint64_t number;
	size_t held;     /* bytes, from its submission until it is taken */
	bool is_looking; /* a worker looks ahead for it: it cannot be taken */
	bool was_looked;
	struct job *next;
} job;

typedef struct pipeline pipeline;

enum { PIPELINE_MEMORY = 256 << 20 };

/* While one worker reads a large page, the others read so many that come after it. */
enum { PIPELINE_JOBS = 32 };

typedef struct pipeline_settings {
	int workers;       /* ≥ 1 */
	int most;          /* jobs that may exist at once: PIPELINE_JOBS for each worker, or more */
	size_t memory;     /* bytes that pages in the pipeline may take; 0: PIPELINE_MEMORY */
	bool keeps_bodies; /* job.body and input.bytes are valid until the job is released */
	bool in_order;     /* pipeline_take returns them in the order of submission */
	filter *filter;    /* borrowed; NULL: workers do not sign */
	bool looks_ahead;  /* workers without a page to read look for verdicts in advance, if finished jobs wait to be taken */
	/* Runs first on the worker. It may write input, or result, signature and is_ready, from what was submitted. If it sets
	 * status, the worker does nothing more. NULL: none. */
	void (*before)(job *j);
	void (*after)(job *j); /* runs on the worker after purify and sign have succeeded; NULL: none */
} pipeline_settings;

/* ERR_MEMORY: no memory, threads or descriptors. */
status pipeline_open(const pipeline_settings *settings, pipeline **out, complaint *why);
void pipeline_close(pipeline *p); /* accepts NULL; running jobs are cancelled */

/* Does a worker's work: purifies and signs; f NULL: does not sign. You can call it without a pipeline, with a job that has only its
 * scratch arenas and an input; result and signature are then in the scratch arena. */
void pipeline_work(filter *f, job *j);

job *pipeline_job(pipeline *p);
/* Sets *out to a free job. While there is none, or the pipeline is full, waits for finished jobs and hands them to finish, which
 * releases them. Returns what finish returned, if that was not OK; ERR_MEMORY. */
status pipeline_next_job(pipeline *p, status (*finish)(void *ctx, job *done), void *ctx, job **out);
void pipeline_submit(pipeline *p, job *j);
job *pipeline_take(pipeline *p, bool wait); /* wait: NULL only if none is running */
void pipeline_release(pipeline *p, job *j);
size_t pipeline_running(const pipeline *p); /* submitted and not yet taken */
/* Are these jobs so large that you should take some before you submit more? An eighth of the memory is for jobs that wait. */
bool pipeline_is_full(const pipeline *p);
int pipeline_fd(const pipeline *p); /* readable when a job may have finished; pipeline_take resets it */

#endif
