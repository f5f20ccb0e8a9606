#include "judge/pipeline.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

/* How many bytes a worker's arenas keep between pages: as much as most pages need. */
enum { SCRATCH_KEPT = 4 << 20 };
enum { WAITING_SHARE = 8 }; /* an eighth of the memory is for jobs that wait to be read or judged */
/* So many finished jobs a worker are told of at once while others wait: to wake a thread costs as much as a page. */
enum { TOLD_AT = 4 };

struct pipeline {
	pipeline_settings settings;
	atomic_bool cancel;
	pthread_t *threads;
	int threads_len;
	job *free; /* this and the next five: for the opening thread only */
	int made;  /* number of jobs that exist */
	size_t running, held;
	uint64_t submitted;
	int event;

	pthread_mutex_t mutex; /* guards the members after it */
	pthread_cond_t work, done;
	job *waiting, **waiting_end;
	job *finished, **finished_end;
	int finished_len;
	uint64_t taken; /* jobs so far */
	size_t parsing; /* bytes that the pages being parsed may take */
	bool closing;
	bool told; /* the descriptor is readable */
};

void pipeline_work(filter *f, job *j)
{
	j->status = purify(&j->input, j->parsing, j->scratch, &j->result);
	arena_reset(j->parsing); /* before more is made */
	if (!j->status && !j->result.page.visible.at && j->input.form != PURIFY_KEPT)
		j->result.page.visible.at = ""; /* the page has no visible text; NULL would mean that a store did not keep it */
	if (!j->status && f)
		j->status = filter_sign(f, &j->result.page, j->scratch, &j->signature);
}

/* ── the workers ── */

/* Copies what the job keeps of a page from the worker's scratch to the job's arena. */
static status keep_result(job *j)
{
	const firstprint_page *made = &j->result.page;
	firstprint_page kept = {.url = made->url, .sentences_len = made->sentences_len, .kind = made->kind};
	uint8_t *signature = arena_copy(j->arena, j->signature.bytes, j->signature.len);
	const char *dates = j->result.unavailable_after;

	kept.title = arena_text(j->arena, made->title, strlen(made->title));
	kept.lang = arena_text(j->arena, made->lang, strlen(made->lang));
	kept.text = (firstprint_span){arena_text(j->arena, made->text.at, made->text.len), made->text.len};
	if (dates)
		j->result.unavailable_after = arena_text(j->arena, dates, strlen(dates));
	if ((dates && !j->result.unavailable_after) || !signature || !kept.title || !kept.lang || !kept.text.at)
		return ERR_MEMORY;
	memcpy(kept.digest, made->digest, sizeof kept.digest);
	j->signature.bytes = signature;
	j->result.page = kept;
	j->result.links = NULL;
	j->result.base = j->result.canonical = NULL;
	return OK;
}

/* Makes the result from the input. */
static void make_page(pipeline *p, job *j)
{
	pipeline_work(p->settings.filter, j);
	if (!j->status && p->settings.after)
		p->settings.after(j);
	if (!j->status)
		j->status = keep_result(j);
}

/* j has the arenas of its worker. */
static void run_job(pipeline *p, job *j)
{
	if (p->settings.before)
		p->settings.before(j);
	if (!j->status && !j->is_ready)
		make_page(p, j);
	arena_reset(j->scratch);
	j->scratch = j->parsing = NULL;
	if (p->settings.keeps_bodies)
		return;
	buffer_free(&j->body);
	j->input.bytes = NULL;
}

static size_t memory_of(const pipeline *p)
{
	return p->settings.memory ? p->settings.memory : PIPELINE_MEMORY;
}

static size_t need_of(const job *j)
{
	return j->is_ready ? 0 : purify_memory(&j->input);
}

/* Is there a job, and room for it? A job that needs more than all the memory runs alone. */
static bool may_begin(const pipeline *p)
{
	return p->waiting && (!p->parsing || p->parsing + need_of(p->waiting) <= memory_of(p));
}

static arena *scratch_arena(void)
{
	arena *a = arena_new();

	if (a)
		arena_keep(a, SCRATCH_KEPT);
	return a;
}

/* The first finished job without a verdict in advance, if the thread that takes the jobs is behind; NULL: there is none, or it has time
 * to judge them itself. */
static job *next_to_look(pipeline *p)
{
	job *j = p->settings.looks_ahead && p->finished_len >= p->settings.workers ? p->finished : NULL;

	while (j && (j->was_looked || j->status || j->number == p->taken))
		j = j->next;
	return j;
}

/* Removes the job that is next to be read; it has room. */
static job *remove_waiting(pipeline *p)
{
	job *j = p->waiting;

	p->parsing += need_of(j);
	p->waiting = j->next;
	if (!p->waiting)
		p->waiting_end = &p->waiting;
	return j;
}

/* Waits for work: for a job to be read or, while there is none, for a finished one to look ahead for, which stays in its list. NULL:
 * the pipeline is closing. looks: the worker can look ahead. */
static job *next_work(pipeline *p, bool looks)
{
	job *j = NULL;

	pthread_mutex_lock(&p->mutex);
	while (!p->closing && !j) {
		if (may_begin(p))
			j = remove_waiting(p);
		else if (looks && (j = next_to_look(p)) != NULL)
			j->is_looking = j->was_looked = true;
		else
			pthread_cond_wait(&p->work, &p->mutex);
	}
	pthread_mutex_unlock(&p->mutex);
	return j;
}

/* Tells the thread that takes the jobs that one may be taken. */
static void tell(pipeline *p)
{
	static const uint64_t one = 1;

	pthread_cond_signal(&p->done);
	if (!p->told)
		p->told = write(p->event, &one, sizeof one) == sizeof one;
}

static void look_ahead(pipeline *p, job *j, searcher *s)
{
	j->ahead = filter_look_ahead(p->settings.filter, s, &j->signature, j->arena);
	pthread_mutex_lock(&p->mutex);
	j->is_looking = false;
	tell(p);
	pthread_mutex_unlock(&p->mutex);
}

static void hand_over(pipeline *p, job *j, size_t need)
{
	pthread_mutex_lock(&p->mutex);
	p->parsing -= need;
	j->next = NULL;
	*p->finished_end = j;
	p->finished_end = &j->next;
	p->finished_len++;
	if (p->waiting)
		pthread_cond_broadcast(&p->work); /* for workers that wait for room */
	else if (next_to_look(p))
		pthread_cond_signal(&p->work);
	if (!p->waiting || p->finished_len >= TOLD_AT * p->settings.workers)
		tell(p);
	pthread_mutex_unlock(&p->mutex);
}

/* Reads a page in the worker's scratch arenas, which it keeps. */
static void read_page(pipeline *p, job *j, arena **scratch, arena **parsing)
{
	size_t need = need_of(j);

	j->scratch = *scratch = *scratch ? *scratch : scratch_arena();
	j->parsing = *parsing = *parsing ? *parsing : scratch_arena();
	if (!*scratch || !*parsing)
		j->status = ERR_MEMORY; /* a later job may get memory */
	else
		run_job(p, j);
	hand_over(p, j, need);
}

static void *worker(void *ctx)
{
	pipeline *p = ctx;
	searcher *s = p->settings.looks_ahead ? searcher_new() : NULL;
	arena *scratch = NULL, *parsing = NULL;
	job *j;

	while ((j = next_work(p, s != NULL)) != NULL) {
		if (j->is_looking)
			look_ahead(p, j, s);
		else
			read_page(p, j, &scratch, &parsing);
	}
	searcher_free(s);
	arena_free(scratch);
	arena_free(parsing);
	return NULL;
}

/* Starts the workers with all signals blocked but those of a fault: the program's signals are for its own threads, while a fault
 * is for the worker that causes it. A new thread inherits the mask of the thread that creates it. */
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
	if (!p->threads || p->event < 0 || (settings->looks_ahead && filter_watch(settings->filter)))
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
	j->held = j->body.room + arena_bytes(j->arena);
	p->held += j->held;
	p->running++;
	pthread_mutex_lock(&p->mutex);
	*p->waiting_end = j;
	p->waiting_end = &j->next;
	pthread_cond_signal(&p->work);
	pthread_mutex_unlock(&p->mutex);
}

/* Removes from the list a finished job that the caller may take now; NULL: there is none. Call it with the mutex held. */
static job *remove_finished(pipeline *p)
{
	for (job **at = &p->finished; *at; at = &(*at)->next) {
		job *j = *at;

		if (j->is_looking || (p->settings.in_order && j->number != p->taken))
			continue;
		*at = j->next;
		p->finished_len--;
		p->taken++;
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

	pthread_mutex_lock(&p->mutex);
	if (p->told && read(p->event, &count, sizeof count) == sizeof count)
		p->told = false;
	while (!(j = remove_finished(p)) && wait && p->running)
		pthread_cond_wait(&p->done, &p->mutex);
	pthread_mutex_unlock(&p->mutex);
	if (j) {
		p->running--;
		p->held -= j->held;
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

bool pipeline_is_full(const pipeline *p)
{
	return p->running && p->held > memory_of(p) / WAITING_SHARE;
}

int pipeline_fd(const pipeline *p)
{
	return p->event;
}

status pipeline_next_job(pipeline *p, status (*finish)(void *, job *), void *ctx, job **out)
{
	status err = OK;

	*out = NULL;
	while (!err && (pipeline_is_full(p) || !(*out = pipeline_job(p)))) {
		job *done = pipeline_take(p, true);

		err = done ? finish(ctx, done) : ERR_MEMORY;
	}
	return err;
}
