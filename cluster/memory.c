#include "cluster/memory.h"

#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/random.h>
#include <unistd.h>

#include "base/clock.h"
#include "cluster/connection.h"
#include "plugin/verdict_fault.h"

enum {
	TRIES = 4 /* before memory_insist */,
	AGAIN_MS = 50,
	AGAIN_MOST_MS = 1000,
	TROUBLE_MS = 500,
	ARGUMENTS_MOST = 6 + MEMORY_PAGES_MOST
};

struct memory {
	connection *connection;
	char owner[256];
	uint64_t session, asked; /* number of the last request that was answered */
	bool insists;
	int stop_fd;

	/* For the thread that asks: */
	pthread_t thread;
	bool has_thread;
	int event;
	pthread_mutex_t mutex; /* guards the members after it */
	pthread_cond_t changed;
	enum { IDLE, ASKED, ANSWERED } state;
	bool closing;
	char read[24];
	wire_writer pages[MEMORY_PAGES_MOST];
	size_t pages_len;
	redisReply *reply;
	status failed;
	complaint failure, trouble;
	int64_t trouble_ms; /* since when */
};

/* ── commands ── */

typedef struct command {
	const char *argv[ARGUMENTS_MOST];
	size_t lens[ARGUMENTS_MOST];
	int argc;
} command;

static void add(command *c, const void *bytes, size_t len)
{
	c->argv[c->argc] = bytes;
	c->lens[c->argc++] = len;
}

static void add_text(command *c, const char *text)
{
	add(c, text, strlen(text));
}

static command command_of(const memory *m, const char *name)
{
	command c = {.argc = 0};

	add_text(&c, name);
	add_text(&c, connection_name(m->connection));
	return c;
}

enum { NUMBER_TEXT = 24 };

static const char *number_text(uint64_t number, char out[NUMBER_TEXT])
{
	snprintf(out, NUMBER_TEXT, "%llu", (unsigned long long)number);
	return out;
}

/* What an error of the module means; what it does not know is the user's to mend. */
static status meaning(const memory *m, const char *error, complaint *why)
{
	static const struct {
		const char *word;
		status err;
	} words[] = {{"FPGONE ", ERR_MISSING}, {"FPCOMPARE ", ERR_MISSING}, {"FPTAKEN ", ERR_BUSY}, {"FPEXISTS ", ERR_BUSY},
		     {"FPFULL ", ERR_LIMIT},   {"FPFILTER ", ERR_FILTER},   {"FPBAD ", ERR_FORMAT}, {"FPSPEC ", ERR_USAGE}};
	const char *shown = connection_shown(m->connection);

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (strncmp(error, words[i].word, strlen(words[i].word)) == 0)
			return complain(why, words[i].err, "%.250s: %.200s", shown, error + strlen(words[i].word));
	if (strncmp(error, "ERR unknown command", 19) == 0)
		return complain(why, ERR_USAGE, "%.250s: this Redis has no firstprint: load firstprint-redis.so", shown);
	return complain(why, ERR_USAGE, "%.250s: %.200s", shown, error);
}

/* One try. ERR_IO: nobody answers now. */
static status try_call(memory *m, const command *c, redisReply **reply, complaint *why)
{
	complaint cause = {""};
	status err = connection_call(m->connection, c->argc, (const char **)c->argv, c->lens, reply, &cause);

	if (err)
		return complain(why, err, "%.250s: %.250s", connection_shown(m->connection), cause.text);
	if ((*reply)->type != REDIS_REPLY_ERROR)
		return OK;
	err = strncmp((*reply)->str, "FPRECOVERING ", 13) == 0
		      ? complain(why, ERR_IO, "%.250s: %.200s", connection_shown(m->connection), (*reply)->str + 13)
		      : meaning(m, (*reply)->str, why);
	freeReplyObject(*reply);
	*reply = NULL;
	return err;
}

/* Notes why nobody answers; NULL: somebody did. */
static void note_trouble(memory *m, const complaint *why)
{
	pthread_mutex_lock(&m->mutex);
	if (why && !*m->trouble.text)
		m->trouble_ms = clock_ms();
	m->trouble = why ? *why : (complaint){""};
	pthread_mutex_unlock(&m->mutex);
}

/* Waits a little. true: that was all. */
static bool rest(memory *m, int64_t ms)
{
	struct pollfd stop = {.fd = m->stop_fd, .events = POLLIN};
	bool closing;

	poll(&stop, m->stop_fd >= 0, (int)ms);
	pthread_mutex_lock(&m->mutex);
	closing = m->closing;
	pthread_mutex_unlock(&m->mutex);
	return closing || (m->stop_fd >= 0 && stop.revents);
}

/* A command, a few times; after memory_insist, until it is answered. */
static status call(memory *m, const command *c, redisReply **reply, complaint *why)
{
	int64_t ms = AGAIN_MS;
	int tries = 1;
	complaint cause = {""};
	status err;

	*reply = NULL;
	while ((err = try_call(m, c, reply, &cause)) == ERR_IO && (m->insists || tries++ < TRIES)) {
		note_trouble(m, &cause);
		if (rest(m, ms))
			break;
		ms = ms * 2 < AGAIN_MOST_MS ? ms * 2 : AGAIN_MOST_MS;
	}
	if (!err)
		note_trouble(m, NULL);
	return err ? complain(why, err, "%s", cause.text) : OK;
}

static status no_answer(const memory *m, complaint *why)
{
	return complain(why, ERR_FORMAT, "%s: what it says is no answer of firstprint", connection_shown(m->connection));
}

/* ── opening ── */

status memory_open(const char *url, memory **out, complaint *why)
{
	memory *m = calloc(1, sizeof *m);
	status err = m ? connection_open(url, &m->connection, why) : complain(why, ERR_MEMORY, "%s", status_text(ERR_MEMORY));

	if (!m)
		return err;
	pthread_mutex_init(&m->mutex, NULL);
	pthread_cond_init(&m->changed, NULL);
	m->stop_fd = -1;
	m->event = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
	if (!err && (m->event < 0 || getrandom(&m->session, sizeof m->session, 0) != sizeof m->session))
		err = complain(why, ERR_IO, "%s", status_text(ERR_IO));
	m->session = m->session >> 1 | 1; /* no sign, never 0 */
	if (err)
		memory_close(m);
	else
		*out = m;
	return err;
}

void memory_close(memory *m)
{
	if (!m)
		return;
	pthread_mutex_lock(&m->mutex);
	m->closing = true;
	pthread_cond_broadcast(&m->changed);
	pthread_mutex_unlock(&m->mutex);
	if (m->has_thread)
		pthread_join(m->thread, NULL);
	connection_close(m->connection);
	if (m->reply)
		freeReplyObject(m->reply);
	for (size_t i = 0; i < MEMORY_PAGES_MOST; i++)
		buffer_free(&m->pages[i].bytes);
	if (m->event >= 0)
		close(m->event);
	pthread_cond_destroy(&m->changed);
	pthread_mutex_destroy(&m->mutex);
	free(m);
}

const char *memory_shown(const memory *m)
{
	return connection_shown(m->connection);
}

void memory_insist(memory *m, int stop_fd)
{
	m->insists = true;
	m->stop_fd = stop_fd;
}

/* ── what there is ── */

static const redisReply *field(const redisReply *r, const char *name)
{
	for (size_t i = 0; i + 1 < r->elements; i += 2)
		if (r->element[i]->type == REDIS_REPLY_STRING && strcmp(r->element[i]->str, name) == 0)
			return r->element[i + 1];
	return NULL;
}

static uint64_t field_number(const redisReply *r, const char *name)
{
	const redisReply *x = field(r, name);

	return x && x->type == REDIS_REPLY_INTEGER ? (uint64_t)x->integer : 0;
}

static const char *field_text(const redisReply *r, const char *name, arena *a)
{
	const redisReply *x = field(r, name);

	return x && x->type == REDIS_REPLY_STRING ? arena_text(a, x->str, (size_t)x->len) : NULL;
}

static bool read_owner(const redisReply *r, arena *a, memory_owner *out)
{
	if (r->type != REDIS_REPLY_ARRAY || r->elements < 6 || r->element[0]->type != REDIS_REPLY_STRING)
		return false;
	*out = (memory_owner){.name = arena_text(a, r->element[0]->str, (size_t)r->element[0]->len),
			      .pages = (uint64_t)r->element[1]->integer,
			      .silent_ms = r->element[2]->integer,
			      .is_compared = r->element[3]->integer != 0,
			      .is_behind = r->element[4]->integer != 0,
			      .requests = (uint64_t)r->element[5]->integer};
	return out->name != NULL;
}

static bool read_facts(const redisReply *r, arena *a, memory_facts *out)
{
	const redisReply *key = field(r, "key"), *owners = field(r, "owners");

	*out = (memory_facts){.spec = field_text(r, "spec", a),
			      .files = field_text(r, "files", a),
			      .pages = field_number(r, "pages"),
			      .next_id = field_number(r, "next-id"),
			      .bytes = field_number(r, "memory"),
			      .bytes_most = field_number(r, "memory-most"),
			      .withdrawn = field_number(r, "withdrawn"),
			      .is_recovering = field_number(r, "recovering") != 0};
	if (!out->spec || !out->files || !key || key->type != REDIS_REPLY_STRING || key->len != MEMORY_KEY_SIZE || !owners ||
	    owners->type != REDIS_REPLY_ARRAY)
		return false;
	memcpy(out->key, key->str, MEMORY_KEY_SIZE);
	out->owners = arena_zeros(a, owners->elements + 1, sizeof *out->owners);
	for (size_t i = 0; out->owners && i < owners->elements; i++)
		if (read_owner(owners->element[i], a, &out->owners[out->owners_len]))
			out->owners_len++;
	return out->owners != NULL;
}

status memory_info(memory *m, arena *a, memory_facts *out, complaint *why)
{
	command c = command_of(m, "FIRSTPRINT.INFO");
	redisReply *r;
	status err = call(m, &c, &r, why);

	if (err)
		return err;
	if (r->type != REDIS_REPLY_ARRAY || !read_facts(r, a, out))
		err = no_answer(m, why);
	freeReplyObject(r);
	return err;
}

static status call_for_nothing(memory *m, const command *c, complaint *why)
{
	redisReply *r;
	status err = call(m, c, &r, why);

	if (!err)
		freeReplyObject(r);
	return err;
}

status memory_create(memory *m, const memory_facts *like, uint64_t first_id, bool again, complaint *why)
{
	command c = command_of(m, "FIRSTPRINT.CREATE");
	char first[NUMBER_TEXT];

	add_text(&c, like->spec);
	add_text(&c, like->files);
	add(&c, like->key, MEMORY_KEY_SIZE);
	add_text(&c, number_text(first_id, first));
	add_text(&c, again ? "1" : "0");
	return call_for_nothing(m, &c, why);
}

/* ── an owner ── */

static command command_of_owner(const memory *m, const char *name, char session[NUMBER_TEXT])
{
	command c = command_of(m, name);

	add_text(&c, m->owner);
	add_text(&c, number_text(m->session, session));
	return c;
}

static status call_for_number(memory *m, const command *c, uint64_t *out, complaint *why)
{
	redisReply *r;
	status err = call(m, c, &r, why);

	if (err)
		return err;
	*out = r->type == REDIS_REPLY_INTEGER ? (uint64_t)r->integer : 0;
	if (r->type != REDIS_REPLY_INTEGER)
		err = no_answer(m, why);
	freeReplyObject(r);
	return err;
}

status memory_forget(memory *m, const char *owner, uint64_t *left, complaint *why)
{
	command c = command_of(m, "FIRSTPRINT.FORGET");

	add_text(&c, owner);
	return call_for_number(m, &c, left, why);
}

static bool read_joined(const redisReply *r, memory *m, memory_joined *out)
{
	if (r->type != REDIS_REPLY_ARRAY || r->elements != 4 || r->element[1]->type != REDIS_REPLY_STRING)
		return false;
	m->asked = (uint64_t)r->element[0]->integer;
	out->epoch = strtoull(r->element[1]->str, NULL, 10);
	out->withdrawn_first = (uint64_t)r->element[2]->integer;
	out->withdrawn_last = (uint64_t)r->element[3]->integer;
	return true;
}

status memory_join(memory *m, const char *owner, memory_joined *out, complaint *why)
{
	char session[NUMBER_TEXT];
	redisReply *r;
	command c;
	status err;

	snprintf(m->owner, sizeof m->owner, "%s", owner);
	c = command_of_owner(m, "FIRSTPRINT.JOIN", session);
	err = call(m, &c, &r, why);
	if (err)
		return err;
	if (!read_joined(r, m, out))
		err = no_answer(m, why);
	freeReplyObject(r);
	return err;
}

/* Numbers of 8 bytes, appended to the array in a. */
static status add_numbers(const memory *m, wire_reader in, arena *a, uint64_t **all, size_t *len, complaint *why)
{
	size_t n = wire_left(&in) / 8;
	uint64_t *longer = arena_alloc(a, (*len + n + 1) * sizeof **all);

	if (wire_left(&in) % 8)
		return no_answer(m, why);
	if (!longer)
		return complain(why, ERR_MEMORY, "%s", status_text(ERR_MEMORY));
	if (*len)
		memcpy(longer, *all, *len * sizeof **all);
	for (size_t i = 0; i < n; i++)
		longer[(*len)++] = wire_number(&in, 8);
	*all = longer;
	return OK;
}

/* One piece of the list. *after: where it goes on; 0: that was all. */
static status add_ids(memory *m, uint64_t *after, arena *a, uint64_t **out, size_t *len, complaint *why)
{
	char session[NUMBER_TEXT], from[NUMBER_TEXT];
	command c = command_of_owner(m, "FIRSTPRINT.IDS", session);
	redisReply *r;
	wire_reader in;
	status err;

	add_text(&c, number_text(*after, from));
	err = call(m, &c, &r, why);
	if (err)
		return err;
	in = wire_read(r->str, r->type == REDIS_REPLY_STRING ? (size_t)r->len : 0);
	*after = wire_number(&in, 8);
	err = in.bad ? no_answer(m, why) : add_numbers(m, in, a, out, len, why);
	freeReplyObject(r);
	return err;
}

status memory_ids(memory *m, arena *a, uint64_t **out, size_t *len, complaint *why)
{
	uint64_t after = 0;
	status err;

	*out = NULL;
	*len = 0;
	do
		err = add_ids(m, &after, a, out, len, why);
	while (!err && after);
	return err;
}

status memory_remember(memory *m, const uint64_t *ids, const firstprint_signature *signatures, size_t n, complaint *why)
{
	wire_writer pages[MEMORY_PAGES_MOST] = {{{0}, false}};
	char session[NUMBER_TEXT];
	command c = command_of_owner(m, "FIRSTPRINT.REMEMBER", session);
	status err = OK;

	for (size_t i = 0; i < n; i++) {
		wire_put_number(&pages[i], 8, ids[i]);
		wire_put_bytes(&pages[i], signatures[i].bytes, signatures[i].len);
		err = pages[i].failed ? ERR_MEMORY : err;
		add(&c, pages[i].bytes.bytes, pages[i].bytes.len);
	}
	err = err ? complain(why, err, "%s", status_text(err)) : call_for_nothing(m, &c, why);
	for (size_t i = 0; i < n; i++)
		buffer_free(&pages[i].bytes);
	return err;
}

status memory_withdraw(memory *m, const uint64_t *ids, size_t n, complaint *why)
{
	wire_writer list = {0};
	char session[NUMBER_TEXT];
	command c = command_of_owner(m, "FIRSTPRINT.WITHDRAW", session);
	status err;

	for (size_t i = 0; i < n; i++)
		wire_put_number(&list, 8, ids[i]);
	for (size_t i = 0; i < n && !list.failed; i++)
		add(&c, list.bytes.bytes + i * 8, 8);
	err = list.failed ? complain(why, ERR_MEMORY, "%s", status_text(ERR_MEMORY)) : call_for_nothing(m, &c, why);
	buffer_free(&list.bytes);
	return err;
}

status memory_compared(memory *m, uint64_t highest, complaint *why)
{
	char session[NUMBER_TEXT], number[NUMBER_TEXT];
	command c = command_of_owner(m, "FIRSTPRINT.COMPARED", session);

	add_text(&c, number_text(highest, number));
	return call_for_nothing(m, &c, why);
}

static status call_for_numbers(memory *m, const command *c, arena *a, uint64_t **out, size_t *len, complaint *why)
{
	redisReply *r;
	status err = call(m, c, &r, why);

	*out = NULL;
	*len = 0;
	if (err)
		return err;
	err = r->type != REDIS_REPLY_STRING ? no_answer(m, why)
					    : add_numbers(m, wire_read(r->str, (size_t)r->len), a, out, len, why);
	freeReplyObject(r);
	return err;
}

status memory_absent(memory *m, const uint64_t *ids, size_t n, arena *a, uint64_t **out, size_t *len, complaint *why)
{
	command c = command_of(m, "FIRSTPRINT.ABSENT");
	wire_writer list = {0};
	status err;

	for (size_t i = 0; i < n; i++)
		wire_put_number(&list, 8, ids[i]);
	add(&c, n ? list.bytes.bytes : "", list.bytes.len);
	err = list.failed ? complain(why, ERR_MEMORY, "%s", status_text(ERR_MEMORY))
			  : call_for_numbers(m, &c, a, out, len, why);
	buffer_free(&list.bytes);
	return err;
}

status memory_withdrawn(memory *m, uint64_t read, arena *a, uint64_t **out, size_t *len, complaint *why)
{
	command c = command_of(m, "FIRSTPRINT.WITHDRAWN");
	char number[NUMBER_TEXT];

	add_text(&c, number_text(read, number));
	return call_for_numbers(m, &c, a, out, len, why);
}

/* ── judging ── */

/* On the thread. The request stays as it is until it is answered. */
static void ask_now(memory *m)
{
	static const uint64_t one = 1;
	char session[NUMBER_TEXT], number[NUMBER_TEXT];
	command c = command_of_owner(m, "FIRSTPRINT.JUDGE", session);
	complaint why = {""};
	redisReply *r;
	status err;

	add_text(&c, number_text(m->asked + 1, number));
	add_text(&c, m->read);
	for (size_t i = 0; i < m->pages_len; i++)
		add(&c, m->pages[i].bytes.bytes, m->pages[i].bytes.len);
	err = call(m, &c, &r, &why);
	pthread_mutex_lock(&m->mutex);
	m->reply = r;
	m->failed = err;
	m->failure = why;
	m->state = ANSWERED;
	while (write(m->event, &one, sizeof one) < 0) /* it is read each time: there is room */
		;
	pthread_cond_broadcast(&m->changed);
	pthread_mutex_unlock(&m->mutex);
}

static void *asker(void *ctx)
{
	memory *m = ctx;

	for (;;) {
		bool closing;

		pthread_mutex_lock(&m->mutex);
		while (m->state != ASKED && !m->closing)
			pthread_cond_wait(&m->changed, &m->mutex);
		closing = m->closing;
		pthread_mutex_unlock(&m->mutex);
		if (closing)
			return NULL;
		ask_now(m);
	}
}

/* Signals are for the program's own thread. */
static bool start_thread(memory *m)
{
	sigset_t all, before;

	if (m->has_thread)
		return true;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	m->has_thread = pthread_create(&m->thread, NULL, asker, m) == 0;
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return m->has_thread;
}

status memory_ask(memory *m, uint64_t read, const wire_page *pages, size_t n)
{
	bool failed = !start_thread(m);

	for (size_t i = 0; i < n; i++) {
		buffer_clear(&m->pages[i].bytes);
		m->pages[i].failed = false;
		wire_put_page(&m->pages[i], &pages[i]);
		failed |= m->pages[i].failed;
	}
	if (failed)
		return ERR_MEMORY;
	number_text(read, m->read);
	m->pages_len = n;
	if (m->reply)
		freeReplyObject(m->reply);
	m->reply = NULL;
	pthread_mutex_lock(&m->mutex);
	m->state = ASKED;
	pthread_cond_broadcast(&m->changed);
	pthread_mutex_unlock(&m->mutex);
	return OK;
}

int memory_fd(const memory *m)
{
	return m->event;
}

static status read_answers(memory *m, arena *a, wire_answer **out, uint64_t *withdrawn, complaint *why)
{
	wire_reader in = wire_read(m->reply->str, m->reply->type == REDIS_REPLY_STRING ? (size_t)m->reply->len : 0);
	complaint fault = {""};
	status err;

	*withdrawn = wire_number(&in, 8);
	err = wire_get_answers(&in, m->pages_len, a, out);
	for (size_t i = 0; i < m->pages_len && !err; i++)
		if (!(*out)[i].is_bad && verdict_fault(&(*out)[i].verdict, NULL, &fault))
			return complain(why, ERR_FORMAT, "%.250s: %.200s", connection_shown(m->connection), fault.text);
	return err == ERR_FORMAT ? no_answer(m, why) : err ? complain(why, err, "%s", status_text(err)) : OK;
}

status memory_take(memory *m, bool wait, arena *a, bool *taken, wire_answer **out, uint64_t *withdrawn, complaint *why)
{
	uint64_t count;

	pthread_mutex_lock(&m->mutex);
	while (wait && m->state == ASKED)
		pthread_cond_wait(&m->changed, &m->mutex);
	*taken = m->state == ANSWERED;
	if (*taken)
		m->state = IDLE;
	pthread_mutex_unlock(&m->mutex);
	if (!*taken)
		return OK;
	while (read(m->event, &count, sizeof count) < 0) /* it was written before the state */
		;
	if (m->failed)
		return complain(why, m->failed, "%s", m->failure.text);
	m->asked++;
	return read_answers(m, a, out, withdrawn, why);
}

void memory_trouble(memory *m, complaint *out)
{
	pthread_mutex_lock(&m->mutex);
	*out = *m->trouble.text && clock_ms() - m->trouble_ms >= TROUBLE_MS ? m->trouble : (complaint){""};
	pthread_mutex_unlock(&m->mutex);
}
