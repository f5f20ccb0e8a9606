#include "cluster/connection.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/hex.h"

enum {
	HOST_MAX = 255,
	SECRET_MAX = 255,
	ADDRESSES_MAX = 64,
	MOVES_MOST = 5, /* a command is sent on so often */
	CONNECT_S = 2,
	ANSWER_S = 5, /* so long nothing may come of an answer */
	ANSWER_WHOLE_MS = 60000,
	ANSWER_MOST = 64 << 20,  /* bytes */
	ELEMENTS_MOST = 1 << 20, /* of the arrays of an answer */
	PORT = 6379
};

typedef struct address {
	char host[HOST_MAX + 1];
	int port;
} address;

struct connection {
	address addresses[ADDRESSES_MAX]; /* the first is that of the URL */
	size_t len, now;                  /* the one that is asked */
	char user[SECRET_MAX + 1], password[SECRET_MAX + 1], name[CONNECTION_NAME_MAX + 1];
	char shown[3 * (HOST_MAX + CONNECTION_NAME_MAX) + 32]; /* as it was given */
	redisContext *redis;                                   /* NULL: none */
	const char *cause;                          /* why there was no answer, if it is not libhiredis that says so */
	redisReplyObjectFunctions made_by, bounded; /* libhiredis' functions that make replies, and ours before them */
	size_t elements;                            /* of the answer so far */
};

/* ── the URL ── */

/* Copies len bytes and decodes %XX. false: too long, or not so encoded. */
static bool decode(const char *at, size_t len, char *out, size_t room)
{
	size_t n = 0;

	for (size_t i = 0; i < len; i++) {
		char c = at[i];

		if (c == '%') {
			int byte = hex_escaped(at + i, at + len);

			if (byte < 0)
				return false;
			c = (char)byte;
			i += 2;
		}
		if (n + 1 >= room || c == '\0')
			return false;
		out[n++] = c;
	}
	out[n] = '\0';
	return true;
}

/* USER:PASSWORD or :PASSWORD. */
static bool read_secrets(connection *c, const char *at, size_t len)
{
	const char *colon = memchr(at, ':', len);

	return colon && decode(at, (size_t)(colon - at), c->user, sizeof c->user) &&
	       decode(colon + 1, len - (size_t)(colon + 1 - at), c->password, sizeof c->password);
}

/* HOST, HOST:PORT or [IPv6]:PORT. */
static bool read_address(const char *at, size_t len, address *out)
{
	const char *end = at + len, *close = len && *at == '[' ? memchr(at, ']', len) : NULL;
	const char *colon = memchr(close ? close : at, ':', (size_t)(end - (close ? close : at)));
	const char *host_end = colon ? colon : end;
	char port[8];

	out->port = PORT;
	if (close) {
		at++;
		host_end = close;
	}
	if (colon) {
		if ((size_t)(end - colon - 1) >= sizeof port || colon + 1 == end)
			return false;
		memcpy(port, colon + 1, (size_t)(end - colon - 1));
		port[end - colon - 1] = '\0';
		out->port = port[strspn(port, "0123456789")] ? 0 : atoi(port);
	}
	return decode(at, (size_t)(host_end - at), out->host, sizeof out->host) && *out->host && out->port > 0 &&
	       out->port <= UINT16_MAX;
}

static bool read_url(connection *c, const char *url)
{
	static const char scheme[] = "redis://";
	const char *at = url + strlen(scheme), *slash, *secrets_end;

	if (strncmp(url, scheme, strlen(scheme)) != 0)
		return false;
	slash = strchr(at, '/');
	if (!slash || strpbrk(slash, "?#"))
		return false;
	secrets_end = memrchr(at, '@', (size_t)(slash - at));
	if (secrets_end && !read_secrets(c, at, (size_t)(secrets_end - at)))
		return false;
	at = secrets_end ? secrets_end + 1 : at;
	snprintf(c->shown, sizeof c->shown, "%s%s", scheme, at);
	c->len = 1;
	return read_address(at, (size_t)(slash - at), &c->addresses[0]) &&
	       decode(slash + 1, strlen(slash + 1), c->name, sizeof c->name) && *c->name;
}

status connection_open(const char *url, connection **out, complaint *why)
{
	connection *c = calloc(1, sizeof *c);

	if (!c)
		return complain(why, ERR_MEMORY, "%s", status_text(ERR_MEMORY));
	if (!read_url(c, url)) {
		connection_close(c);
		return complain(why, ERR_USAGE, "a shared memory is named redis://[USER:PASSWORD@]HOST[:PORT]/NAME");
	}
	*out = c;
	return OK;
}

status connection_open_key(const char *url, const char *key, connection **out, complaint *why)
{
	status err = strlen(key) > CONNECTION_NAME_MAX ? complain(why, ERR_USAGE, "%s: too long a name", key)
						       : connection_open(url, out, why);

	if (!err)
		memcpy((*out)->name, key, strlen(key) + 1);
	return err;
}

void connection_close(connection *c)
{
	if (!c)
		return;
	redisFree(c->redis);
	free(c);
}

const char *connection_name(const connection *c)
{
	return c->name;
}

const char *connection_shown(const connection *c)
{
	return c->shown;
}

void connection_at(const connection *c, char out[CONNECTION_AT_MAX])
{
	const address *a = &c->addresses[c->now];

	snprintf(out, CONNECTION_AT_MAX, "%s:%d", a->host, a->port);
}

/* ── sending and receiving ── */

static bool send_all(connection *c, int argc, const char **argv, const size_t *lens)
{
	int done = 0;

	if (redisAppendCommandArgv(c->redis, argc, argv, lens) != REDIS_OK)
		return false;
	while (!done)
		if (redisBufferWrite(c->redis, &done) != REDIS_OK)
			return false;
	return true;
}

#if HIREDIS_MAJOR >= 1
typedef size_t element_count;
#else
typedef int element_count;
#endif

/* The length of an array is said before its elements, and memory is taken for as many as are said. */
static void *make_array(const redisReadTask *task, element_count n)
{
	connection *c = task->privdata;

	if ((size_t)n > ELEMENTS_MOST - c->elements) {
		c->cause = "its answer is too long";
		return NULL;
	}
	c->elements += (size_t)n;
	return c->made_by.createArray(task, n);
}

static void bound_answers(connection *c)
{
	redisReader *r = c->redis->reader;

	c->made_by = c->bounded = *r->fn;
	c->bounded.createArray = make_array;
	r->fn = &c->bounded;
	r->privdata = c;
}

/* An answer, whose bytes and time are bounded, whoever it is that answers. NULL: why_none says why. */
static redisReply *receive(connection *c)
{
	int64_t until = clock_ms() + ANSWER_WHOLE_MS;
	size_t bytes = 0;
	void *reply = NULL;

	c->cause = NULL;
	c->elements = 0;
	errno = 0;
	while (redisGetReplyFromReader(c->redis, &reply) == REDIS_OK && !reply && !c->cause) {
		size_t before = c->redis->reader->len;

		if (redisBufferRead(c->redis) != REDIS_OK)
			break;
		bytes += c->redis->reader->len - before;
		if (bytes > ANSWER_MOST)
			c->cause = "its answer is too long";
		else if (clock_ms() > until)
			c->cause = "its answer takes too long";
	}
	return reply;
}

static redisReply *ask(connection *c, int argc, const char **argv, const size_t *lens)
{
	c->cause = NULL;
	errno = 0;
	return send_all(c, argc, argv, lens) ? receive(c) : NULL;
}

/* Why there is no answer. */
static const char *why_none(const connection *c)
{
	if (c->cause)
		return c->cause;
	if (errno == EAGAIN)
		return "does not answer";
	return c->redis->err ? c->redis->errstr : "out of memory";
}

/* ── connecting ── */

static void disconnect(connection *c)
{
	redisFree(c->redis);
	c->redis = NULL;
}

/* The next time, another address is tried. */
static status give_up_on(connection *c, const char *cause, complaint *why)
{
	const address *a = &c->addresses[c->now];

	complain(why, ERR_IO, "%.255s:%d: %.200s", a->host, a->port, cause);
	disconnect(c);
	c->now = (c->now + 1) % c->len;
	return ERR_IO;
}

static void add_address(connection *c, const char *host, long long port)
{
	address a = {.port = (int)port};

	if (!*host || strlen(host) > HOST_MAX || port <= 0 || port > UINT16_MAX || c->len == ADDRESSES_MAX)
		return;
	memcpy(a.host, host, strlen(host) + 1);
	for (size_t i = 0; i < c->len; i++)
		if (c->addresses[i].port == a.port && strcmp(c->addresses[i].host, a.host) == 0)
			return;
	c->addresses[c->len++] = a;
}

/* A slot: first and last, then its servers: host, port, … */
static void add_slot(connection *c, const redisReply *slot)
{
	for (size_t i = 2; slot->type == REDIS_REPLY_ARRAY && i < slot->elements; i++) {
		const redisReply *server = slot->element[i];

		if (server->type == REDIS_REPLY_ARRAY && server->elements >= 2 &&
		    server->element[0]->type == REDIS_REPLY_STRING && server->element[1]->type == REDIS_REPLY_INTEGER)
			add_address(c, server->element[0]->str, server->element[1]->integer);
	}
}

/* Notes all servers of the cluster, to ask them when this one is gone. Without a cluster the answer is an error, and there are none. */
static status note_servers(connection *c, complaint *why)
{
	const char *argv[] = {"CLUSTER", "SLOTS"};
	redisReply *reply = ask(c, 2, argv, NULL);
	status err = OK;

	if (!reply)
		return give_up_on(c, why_none(c), why);
	if (reply->type == REDIS_REPLY_ERROR && strncmp(reply->str, "DENIED ", 7) == 0) /* and then it closes the connection */
		err = complain(why, ERR_USAGE, "%.300s", reply->str);
	for (size_t i = 0; reply->type == REDIS_REPLY_ARRAY && i < reply->elements; i++)
		add_slot(c, reply->element[i]);
	freeReplyObject(reply);
	if (err)
		disconnect(c);
	return err;
}

static status log_in(connection *c, complaint *why)
{
	const char *argv[] = {"AUTH", *c->user ? c->user : c->password, c->password};
	redisReply *reply;
	status err = OK;

	if (!*c->password)
		return OK;
	reply = ask(c, *c->user ? 3 : 2, argv, NULL);
	if (!reply)
		return give_up_on(c, why_none(c), why);
	if (reply->type == REDIS_REPLY_ERROR)
		err = complain(why, ERR_USAGE, "%.300s", reply->str);
	freeReplyObject(reply);
	if (err)
		disconnect(c);
	return err;
}

static status connect_now(connection *c, complaint *why)
{
	const address *a = &c->addresses[c->now];
	status err;

	c->redis = redisConnectWithTimeout(a->host, a->port, (struct timeval){.tv_sec = CONNECT_S});
	if (!c->redis)
		return complain(why, ERR_IO, "%s", status_text(ERR_MEMORY));
	if (c->redis->err)
		return give_up_on(c, c->redis->errstr, why);
	bound_answers(c);
	redisSetTimeout(c->redis, (struct timeval){.tv_sec = ANSWER_S});
	err = log_in(c, why);
	return err ? err : note_servers(c, why);
}

/* ── asking ── */

/* "MOVED 3999 127.0.0.1:6381": the server that has the key; without a host, the same one. */
static bool follow(connection *c, const char *error)
{
	const char *at = strrchr(error, ' '), *colon = at ? strrchr(at, ':') : NULL;
	char host[HOST_MAX + 1];
	size_t len;

	if (!colon)
		return false;
	len = (size_t)(colon - at - 1);
	if (len > HOST_MAX)
		return false;
	memcpy(host, at + 1, len);
	host[len] = '\0';
	if (!len)
		memcpy(host, c->addresses[c->now].host, sizeof host);
	add_address(c, host, atoi(colon + 1));
	disconnect(c);
	for (size_t i = 0; i < c->len; i++)
		if (strcmp(c->addresses[i].host, host) == 0 && c->addresses[i].port == atoi(colon + 1))
			c->now = i;
	return true;
}

/* Does the server say that it cannot answer now? */
static bool is_for_now(const char *error)
{
	static const char *const words[] = {"LOADING ",  "CLUSTERDOWN ", "MASTERDOWN ", "READONLY ",
					    "TRYAGAIN ", "ASK ",         "NOREPLICAS ", "BUSY "};

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (strncmp(error, words[i], strlen(words[i])) == 0)
			return true;
	return false;
}

status connection_call(connection *c, int argc, const char **argv, const size_t *lens, redisReply **reply, complaint *why)
{
	for (int moves = 0;; moves++) {
		status err = c->redis ? OK : connect_now(c, why);
		char error[200];

		if (err)
			return err;
		*reply = ask(c, argc, argv, lens);
		if (!*reply)
			return give_up_on(c, why_none(c), why);
		if ((*reply)->type != REDIS_REPLY_ERROR)
			return OK;
		snprintf(error, sizeof error, "%s", (*reply)->str);
		if (strncmp(error, "MOVED ", 6) != 0 && !is_for_now(error))
			return OK;
		freeReplyObject(*reply);
		*reply = NULL;
		if (moves == MOVES_MOST || strncmp(error, "MOVED ", 6) != 0 || !follow(c, error))
			return give_up_on(c, error, why);
	}
}

bool connection_send(connection *c, int argc, const char **argv, const size_t *lens)
{
	if (c->redis && send_all(c, argc, argv, lens))
		return true;
	disconnect(c);
	return false;
}

redisReply *connection_receive(connection *c)
{
	redisReply *reply = receive(c);

	if (!reply)
		disconnect(c);
	if (reply && reply->type == REDIS_REPLY_ERROR && (strncmp(reply->str, "MOVED ", 6) == 0 || is_for_now(reply->str))) {
		freeReplyObject(reply);
		reply = NULL;
	}
	return reply;
}
