#include "judge/pipeline.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

struct pipeline {
	pipeline_settings settings;
	atomic_bool cancel;
	pthread_t *threads;
	int threads_len;
	job *free; /* this and the next four: for the opening thread only */
	int made;  /* number of jobs that exist */
	size_t running;
	uint64_t submitted, taken;
	int event;

	pthread_mutex_t mutex; /* guards the members after it */
	pthread_cond_t work, done;
	job *waiting, **waiting_end;
	job *finished, **finished_end;
	bool closing;
};

void pipeline_work(filter *f, job *j)
{
	j->status = purify(&j->input, j->arena, &j->result);
	if (!j->status && !j->result.page.visible.at && j->input.form != PURIFY_KEPT)
		j->result.page.visible.at = ""; /* the page has no visible text; NULL would mean that it was not kept */
	if (!j->status && f)
		j->status = filter_sign(f, &j->result.page, j->arena, &j->signature);
}

static void run_job(pipeline *p, job *j)
{
	if (j->is_ready)
		return;
	pipeline_work(p->settings.filter, j);
	if (!j->status && p->settings.after)
		p->settings.after(j);
}

/* Waits for a job; NULL: the pipeline is closing. */
static job *next_waiting(pipeline *p)
{
	job *j;

	pthread_mutex_lock(&p->mutex);
	while (!p->waiting && !p->closing)
		pthread_cond_wait(&p->work, &p->mutex);
	j = p->closing ? NULL : p->waiting;
	if (j) {
		p->waiting = j->next;
		if (!p->waiting)
			p->waiting_end = &p->waiting;
	}
	pthread_mutex_unlock(&p->mutex);
	return j;
}

static void *worker(void *ctx)
{
	static const uint64_t one = 1;
	pipeline *p = ctx;
	job *j;

	while ((j = next_waiting(p)) != NULL) {
		run_job(p, j);
		pthread_mutex_lock(&p->mutex);
		j->next = NULL;
		*p->finished_end = j;
		p->finished_end = &j->next;
		pthread_cond_signal(&p->done);
		pthread_mutex_unlock(&p->mutex);
		if (write(p->event, &one, sizeof one) < 0)
			continue; /* cannot happen: the counter has room for 2^64 − 2 jobs */
	}
	return NULL;
}

/* The program's signals are for its own threads; a thread begins with those blocked that its maker has blocked. A fault in a worker is
 * its own. */
static void start_threads(pipeline *p)
{
	static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
	sigset_t all, before;

	sigfillset(&all);
	for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
		sigdelset(&all, faults[i]);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	while (p->threads_len < p->settings.workers && pthread_create(&p->threads[p->threads_len], NULL, worker, p) == 0)
		p->threads_len++;
	pthread_sigmask(SIG_SETMASK, &before, NULL);
}

status pipeline_open(const pipeline_settings *settings, pipeline **out, complaint *why)
{
	pipeline *p = calloc(1, sizeof *p);
	status err = ERR_MEMORY;

	if (!p)
		return complain(why, err, "pipeline: %s", status_text(err));
	p->settings = *settings;
	p->waiting_end = &p->waiting;
	p->finished_end = &p->finished;
	pthread_mutex_init(&p->mutex, NULL);
	pthread_cond_init(&p->work, NULL);
	pthread_cond_init(&p->done, NULL);
	p->event = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
	p->threads = calloc((size_t)settings->workers, sizeof *p->threads);
	if (!p->threads || p->event < 0)
		goto fail;
	start_threads(p);
	if (p->threads_len < settings->workers)
		goto fail;
	*out = p;
	return OK;
fail:
	pipeline_close(p);
	return complain(why, err, "pipeline: %s", status_text(err));
}

static void free_jobs(job *j)
{
	while (j) {
		job *next = j->next;

		buffer_free(&j->body);
		arena_free(j->arena);
		free(j);
		j = next;
	}
}

void pipeline_close(pipeline *p)
{
	if (!p)
		return;
	atomic_store(&p->cancel, true);
	pthread_mutex_lock(&p->mutex);
	p->closing = true;
	pthread_cond_broadcast(&p->work);
	pthread_mutex_unlock(&p->mutex);
	for (int i = 0; i < p->threads_len; i++)
		pthread_join(p->threads[i], NULL);
	free_jobs(p->waiting);
	free_jobs(p->finished);
	free_jobs(p->free);
	free(p->threads);
	if (p->event >= 0)
		close(p->event);
	pthread_cond_destroy(&p->work);
	pthread_cond_destroy(&p->done);
	pthread_mutex_destroy(&p->mutex);
	free(p);
}

static job *make_job(pipeline *p)
{
	job *j = p->made < p->settings.most ? calloc(1, sizeof *j) : NULL;

	if (!j)
		return NULL;
	j->arena = arena_new();
	if (!j->arena) {
		free(j);
		return NULL;
	}
	p->made++;
	return j;
}

job *pipeline_job(pipeline *p)
{
	job *j = p->free;

	if (!j)
		return make_job(p);
	p->free = j->next;
	arena_reset(j->arena);
	buffer_free(&j->body);
	*j = (job){.arena = j->arena};
	return j;
}

void pipeline_submit(pipeline *p, job *j)
{
	j->input.cancel = &p->cancel;
	j->number = p->submitted++;
	j->next = NULL;
	p->running++;
	pthread_mutex_lock(&p->mutex);
	*p->waiting_end = j;
	p->waiting_end = &j->next;
	pthread_cond_signal(&p->work);
	pthread_mutex_unlock(&p->mutex);
}

/* Removes the finished job that may be taken now from its list; NULL: there is none. Call it with the mutex held. */
static job *remove_finished(pipeline *p)
{
	for (job **at = &p->finished; *at; at = &(*at)->next) {
		job *j = *at;

		if (p->settings.in_order && j->number != p->taken)
			continue;
		*at = j->next;
		if (p->finished_end == &j->next)
			p->finished_end = at;
		return j;
	}
	return NULL;
}

job *pipeline_take(pipeline *p, bool wait)
{
	uint64_t count;
	job *j;

	if (read(p->event, &count, sizeof count) != sizeof count)
		count = 0; /* nothing new since the last call, but there may be finished jobs */
	pthread_mutex_lock(&p->mutex);
	while (!(j = remove_finished(p)) && wait && p->running)
		pthread_cond_wait(&p->done, &p->mutex);
	pthread_mutex_unlock(&p->mutex);
	if (j) {
		p->running--;
		p->taken++;
	}
	return j;
}

void pipeline_release(pipeline *p, job *j)
{
	j->next = p->free;
	p->free = j;
}

size_t pipeline_running(const pipeline *p)
{
	return p->running;
}

int pipeline_fd(const pipeline *p)
{
	return p->event;
}

status pipeline_next_job(pipeline *p, status (*finish)(void *, job *), void *ctx, job **out)
{
	status err = OK;

	while (!err && !(*out = pipeline_job(p))) {
		job *done = pipeline_take(p, true);

		err = done ? finish(ctx, done) : ERR_MEMORY;
	}
	return err;
}
