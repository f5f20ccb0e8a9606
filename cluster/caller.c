#include "cluster/caller.h"

#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "base/clock.h"

enum { TRIES = 4, PATIENCE_MS = 4000 /* both before caller_insist */, AGAIN_MS = 50, AGAIN_MOST_MS = 1000, TROUBLE_MS = 500 };

struct caller {
	connection *connection, *aim; /* our own, and the one that is asked */
	bool insists;
	int stop_fd;

	pthread_t thread;
	bool has_thread;
	int event;
	pthread_mutex_t mutex; /* guards the members after it */
	pthread_cond_t changed;
	enum { IDLE, STARTED, ENDED } state;
	bool closing;
	caller_task *task;
	void *ctx;
	status outcome;
	complaint why, trouble;
	int64_t trouble_ms, asked_ms; /* since when; when what is under way was asked, or 0 */
};

/* ── commands ── */

void command_add(command *c, const void *bytes, size_t len)
{
	c->argv[c->argc] = bytes;
	c->lens[c->argc++] = len;
}

void command_add_text(command *c, const char *text)
{
	command_add(c, text, strlen(text));
}

void command_add_number(command *c, uint64_t number, char room[COMMAND_NUMBER])
{
	snprintf(room, COMMAND_NUMBER, "%llu", (unsigned long long)number);
	command_add_text(c, room);
}

command command_begin(const char *name, const char *key)
{
	command c = {.argc = 0};

	command_add_text(&c, name);
	command_add_text(&c, key);
	return c;
}

/* ── opening ── */

status caller_open(const char *url, caller **out, complaint *why)
{
	caller *c = calloc(1, sizeof *c);
	status err = c ? connection_open(url, &c->connection, why) : complain(why, ERR_MEMORY, "%s", status_text(ERR_MEMORY));

	if (!c)
		return err;
	pthread_mutex_init(&c->mutex, NULL);
	pthread_cond_init(&c->changed, NULL);
	c->stop_fd = -1;
	c->event = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
	if (!err && c->event < 0)
		err = complain(why, ERR_IO, "%s", status_text(ERR_IO));
	c->aim = c->connection;
	if (err)
		caller_close(c);
	else
		*out = c;
	return err;
}

void caller_aim(caller *c, connection *to)
{
	c->aim = to ? to : c->connection;
}

void caller_close(caller *c)
{
	if (!c)
		return;
	pthread_mutex_lock(&c->mutex);
	c->closing = true;
	pthread_cond_broadcast(&c->changed);
	pthread_mutex_unlock(&c->mutex);
	if (c->has_thread)
		pthread_join(c->thread, NULL);
	connection_close(c->connection);
	if (c->event >= 0)
		close(c->event);
	pthread_cond_destroy(&c->changed);
	pthread_mutex_destroy(&c->mutex);
	free(c);
}

const char *caller_name(const caller *c)
{
	return connection_name(c->connection);
}

const char *caller_shown(const caller *c)
{
	return connection_shown(c->connection);
}

void caller_insist(caller *c, int stop_fd)
{
	c->insists = true;
	c->stop_fd = stop_fd;
}

/* ── calling ── */

/* What an error of the module means; what it does not know is the user's to mend. */
static status meaning(const caller *c, const char *error, complaint *why)
{
	static const struct {
		const char *word;
		status err;
	} words[] = {{"FPGONE ", ERR_MISSING}, {"FPCOMPARE ", ERR_MISSING}, {"FPSTALE ", ERR_MISSING}, {"FPTAKEN ", ERR_BUSY},
		     {"FPEXISTS ", ERR_BUSY},  {"FPFULL ", ERR_LIMIT},      {"FPFILTER ", ERR_FILTER}, {"FPBAD ", ERR_FORMAT},
		     {"FPSPEC ", ERR_USAGE},   {"FPRECOVERING ", ERR_IO}};

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (strncmp(error, words[i].word, strlen(words[i].word)) == 0)
			return complain(why, words[i].err, "%.250s: %.200s", caller_shown(c), error + strlen(words[i].word));
	if (strncmp(error, "ERR unknown command", 19) == 0)
		return complain(why, ERR_USAGE, "%.250s: this Redis has no firstprint: load firstprint-redis.so",
				caller_shown(c));
	return complain(why, ERR_USAGE, "%.250s: %.200s", caller_shown(c), error);
}

/* An answer is waited for; or not any more. */
static void note_asking(caller *c, bool is_asking)
{
	pthread_mutex_lock(&c->mutex);
	c->asked_ms = is_asking ? clock_ms() : 0;
	pthread_mutex_unlock(&c->mutex);
}

/* One try. ERR_IO: nobody answers now. */
static status try_call(caller *c, const command *x, redisReply **reply, complaint *why)
{
	complaint cause = {""};
	status err;

	note_asking(c, true);
	err = connection_call(c->aim, x->argc, (const char **)x->argv, x->lens, reply, &cause);
	note_asking(c, false);
	if (err)
		return complain(why, err, "%.250s: %.250s", caller_shown(c), cause.text);
	if ((*reply)->type != REDIS_REPLY_ERROR)
		return OK;
	err = meaning(c, (*reply)->str, why);
	freeReplyObject(*reply);
	*reply = NULL;
	return err;
}

/* Notes why nobody answers; NULL: somebody did. */
static void note_trouble(caller *c, const complaint *why)
{
	pthread_mutex_lock(&c->mutex);
	if (why && !*c->trouble.text)
		c->trouble_ms = clock_ms();
	c->trouble = why ? *why : (complaint){""};
	pthread_mutex_unlock(&c->mutex);
}

void caller_trouble(caller *c, complaint *out)
{
	int64_t now = clock_ms();

	*out = (complaint){""};
	pthread_mutex_lock(&c->mutex);
	if (*c->trouble.text && now - c->trouble_ms >= TROUBLE_MS)
		*out = c->trouble;
	else if (c->asked_ms && now - c->asked_ms >= TROUBLE_MS)
		complain(out, OK, "%.250s: has not answered yet", caller_shown(c));
	pthread_mutex_unlock(&c->mutex);
}

bool caller_rest(caller *c, int64_t ms)
{
	struct pollfd stop = {.fd = c->stop_fd, .events = POLLIN};
	bool closing;

	poll(&stop, c->stop_fd >= 0, (int)ms);
	pthread_mutex_lock(&c->mutex);
	closing = c->closing;
	pthread_mutex_unlock(&c->mutex);
	return closing || (c->stop_fd >= 0 && stop.revents);
}

status caller_call(caller *c, const command *x, redisReply **reply, complaint *why)
{
	int64_t ms = AGAIN_MS, began = clock_ms();
	int tries = 1;
	complaint cause = {""};
	status err;

	*reply = NULL;
	while ((err = try_call(c, x, reply, &cause)) == ERR_IO &&
	       (c->insists || (tries++ < TRIES && clock_ms() - began < PATIENCE_MS))) {
		note_trouble(c, &cause);
		if (caller_rest(c, ms))
			break;
		ms = ms * 2 < AGAIN_MOST_MS ? ms * 2 : AGAIN_MOST_MS;
	}
	if (!err)
		note_trouble(c, NULL);
	return err ? complain(why, err, "%s", cause.text) : OK;
}

void caller_once(caller *c, const command *x)
{
	redisReply *reply = NULL;

	if (connection_send(c->aim, x->argc, (const char **)x->argv, x->lens))
		reply = connection_receive(c->aim);
	if (reply)
		freeReplyObject(reply);
}

/* The reply to what was sent, or else that to a call. */
static status receive(caller *c, connection *from, bool was_sent, const command *x, redisReply **reply, complaint *why)
{
	status err = OK;

	*reply = was_sent ? connection_receive(from) : NULL;
	if (!*reply) {
		caller_aim(c, from);
		err = caller_call(c, x, reply, why);
		caller_aim(c, NULL);
	} else if ((*reply)->type == REDIS_REPLY_ERROR) {
		err = meaning(c, (*reply)->str, why);
		freeReplyObject(*reply);
		*reply = NULL;
	}
	return err;
}

status caller_call_all(caller *c, connection *const *to, const command *all, size_t n, redisReply **replies, complaint *why)
{
	bool sent[CALL_ALL_MOST];
	complaint first = {""};
	status err = OK;

	note_asking(c, true);
	for (size_t i = 0; i < n; i++)
		sent[i] = connection_send(to[i], all[i].argc, (const char **)all[i].argv, all[i].lens);
	for (size_t i = 0; i < n; i++) { /* all of them: else the next command would get the reply to this one */
		complaint cause = {""};
		status now;

		note_asking(c, true); /* a call in place of the one before has noted its end */
		now = receive(c, to[i], sent[i], &all[i], &replies[i], &cause);
		if (now && !err)
			first = cause;
		err = err ? err : now;
	}
	note_asking(c, false);
	for (size_t i = 0; i < n && err; i++) {
		if (replies[i])
			freeReplyObject(replies[i]);
		replies[i] = NULL;
	}
	return err ? complain(why, err, "%s", first.text) : OK;
}

status caller_no_answer(const caller *c, complaint *why)
{
	return complain(why, ERR_FORMAT, "%s: what it says is no answer of firstprint", caller_shown(c));
}

status caller_number(caller *c, const command *x, int64_t *out, complaint *why)
{
	redisReply *r;
	status err = caller_call(c, x, &r, why);

	if (err)
		return err;
	*out = r->type == REDIS_REPLY_INTEGER ? r->integer : 0;
	if (r->type != REDIS_REPLY_INTEGER)
		err = caller_no_answer(c, why);
	freeReplyObject(r);
	return err;
}

status caller_nothing(caller *c, const command *x, complaint *why)
{
	redisReply *r;
	status err = caller_call(c, x, &r, why);

	if (!err)
		freeReplyObject(r);
	return err;
}

status caller_delete(caller *c, const char *key, complaint *why)
{
	command x = command_begin("DEL", key);

	return caller_nothing(c, &x, why);
}

/* ── the thread ── */

static void run_task(caller *c)
{
	static const uint64_t one = 1;
	complaint why = {""};
	status err = c->task(c->ctx, &why);

	pthread_mutex_lock(&c->mutex);
	c->outcome = err;
	c->why = why;
	c->state = ENDED;
	while (write(c->event, &one, sizeof one) < 0) /* it is read each time: there is room */
		;
	pthread_cond_broadcast(&c->changed);
	pthread_mutex_unlock(&c->mutex);
}

static void *run(void *ctx)
{
	caller *c = ctx;

	for (;;) {
		bool closing;

		pthread_mutex_lock(&c->mutex);
		while (c->state != STARTED && !c->closing)
			pthread_cond_wait(&c->changed, &c->mutex);
		closing = c->closing;
		pthread_mutex_unlock(&c->mutex);
		if (closing)
			return NULL;
		run_task(c);
	}
}

/* Signals are for the program's own thread. */
static bool start_thread(caller *c)
{
	sigset_t all, before;

	if (c->has_thread)
		return true;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	c->has_thread = pthread_create(&c->thread, NULL, run, c) == 0;
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return c->has_thread;
}

status caller_start(caller *c, caller_task *task, void *ctx)
{
	if (!start_thread(c))
		return ERR_MEMORY;
	pthread_mutex_lock(&c->mutex);
	c->task = task;
	c->ctx = ctx;
	c->state = STARTED;
	pthread_cond_broadcast(&c->changed);
	pthread_mutex_unlock(&c->mutex);
	return OK;
}

int caller_fd(const caller *c)
{
	return c->event;
}

status caller_end(caller *c, bool wait, bool *ended, complaint *why)
{
	uint64_t count;

	pthread_mutex_lock(&c->mutex);
	while (wait && c->state == STARTED)
		pthread_cond_wait(&c->changed, &c->mutex);
	*ended = c->state == ENDED;
	if (*ended)
		c->state = IDLE;
	pthread_mutex_unlock(&c->mutex);
	if (!*ended)
		return OK;
	while (read(c->event, &count, sizeof count) < 0) /* it was written before the state */
		;
	return c->outcome ? complain(why, c->outcome, "%s", c->why.text) : OK;
}
