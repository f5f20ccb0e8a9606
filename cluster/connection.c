#include "cluster/connection.h"

#include <curl/curl.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/hex.h"
#include "base/mark.h"

enum {
	HOST_MAX = 255,
	INDEX_NAME_MAX = 200,
	SECRET_MAX = 255,
	ADDRESSES_MAX = 64,
	MOVES_MOST = 5, /* a command is sent on so often */
	PATH_ROOM = 512,
	PIECE = 65536, /* bytes that are read at once */
	CONNECT_MS = 2000,
	ANSWER_MS = 5000, /* so long nothing may come of an answer */
	ANSWER_WHOLE_MS = 60000,
	ANSWER_MOST = 64 << 20,  /* bytes */
	ELEMENTS_MOST = 1 << 20, /* of the arrays of an answer */
	PORT = 6379
};

static const char too_long[] = "its answer is too long";

typedef struct address {
	char host[HOST_MAX + 1];
	int port;
} address;

struct connection {
	address addresses[ADDRESSES_MAX]; /* the first is that of the URL */
	size_t len, now;                  /* the one that is asked */
	bool is_encrypted;
	char socket[PATH_ROOM], authorities[PATH_ROOM]; /* files; "": TCP, and the system's */
	char user[SECRET_MAX + 1], password[SECRET_MAX + 1], name[INDEX_NAME_MAX + 1];
	char shown[PATH_ROOM + 3 * (HOST_MAX + INDEX_NAME_MAX) + 32]; /* as it was given */
	CURL *wire;                                                   /* bytes over TCP, TLS or a socket; NULL: not connected */
	redisReader *reader;                                          /* replies from bytes */
	const char *cause;                                            /* why there was no answer */
	redisReplyObjectFunctions made_by, bounded; /* libhiredis' functions that make replies, and ours before them */
	size_t elements;                            /* of the answer so far */
};

/* ── the URL ── */

/* Decodes %XX. false: too long, or not so encoded. */
static bool decode(const char *text, char *out, size_t room)
{
	const char *end = text + strlen(text);
	size_t n = 0;

	for (; text < end; text += *text == '%' ? 3 : 1) {
		int byte = *text == '%' ? hex_escaped(text, end) : (unsigned char)*text;

		if (byte <= 0 || n + 1 >= room)
			return false;
		out[n++] = (char)byte;
	}
	out[n] = '\0';
	return true;
}

/* "?ca=FILE" at the end of a URL, which is cut off. false: another question. */
static bool read_authorities(connection *c, char *url)
{
	char *at = strchr(url, '?');

	if (!at)
		return true;
	*at = '\0';
	return c->is_encrypted && strncmp(at + 1, "ca=", 3) == 0 && decode(at + 4, c->authorities, sizeof c->authorities) &&
	       *c->authorities;
}

/* [[USER]:PASSWORD@] before the rest, which *at becomes. The rest has a slash. */
static bool read_secrets(connection *c, char **at)
{
	char *slash = strchr(*at, '/'), *end = slash ? memrchr(*at, '@', (size_t)(slash - *at)) : NULL, *colon;
	const char *user = *at;

	if (!end)
		return slash != NULL;
	*end = '\0';
	colon = strchr(*at, ':');
	if (!colon)
		return false;
	*colon = '\0';
	*at = end + 1;
	return decode(user, c->user, sizeof c->user) && decode(colon + 1, c->password, sizeof c->password);
}

/* HOST, HOST:PORT or [IPv6]:PORT. */
static bool read_address(char *at, address *out)
{
	char *close = *at == '[' ? strchr(at, ']') : NULL, *colon = strchr(close ? close : at, ':');
	size_t digits = colon ? strspn(colon + 1, "0123456789") : 0;

	out->port = PORT;
	if (colon) {
		out->port = digits && digits < 8 && !colon[1 + digits] ? atoi(colon + 1) : 0;
		*colon = '\0';
	}
	if (close)
		*close = '\0';
	return decode(close ? at + 1 : at, out->host, sizeof out->host) && *out->host && out->port > 0 &&
	       out->port <= UINT16_MAX;
}

/* /FOLDER/SOCKET; the host is for messages. */
static bool read_socket(connection *c, const char *at)
{
	c->addresses[0] = (address){"localhost", PORT};
	return *at == '/' && decode(at, c->socket, sizeof c->socket);
}

static bool read_url(connection *c, const char *url)
{
	static const char *const schemes[] = {"unix:", "redis://", "rediss://"};
	char copy[PATH_ROOM + 3 * (HOST_MAX + INDEX_NAME_MAX)], *at = copy, *slash;
	size_t i = 0;

	if (snprintf(copy, sizeof copy, "%s", url) >= (int)sizeof copy || strchr(copy, '#'))
		return false;
	while (i < 3 && strncmp(copy, schemes[i], strlen(schemes[i])) != 0)
		i++;
	if (i == 3)
		return false;
	c->is_encrypted = i == 2;
	at += strlen(schemes[i]);
	if (!read_authorities(c, at) || !read_secrets(c, &at))
		return false;
	snprintf(c->shown, sizeof c->shown, "%s%s", schemes[i], at);
	slash = i == 0 ? strrchr(at, '/') : strchr(at, '/');
	*slash = '\0';
	c->len = 1;
	return decode(slash + 1, c->name, sizeof c->name) && *c->name &&
	       (i == 0 ? read_socket(c, at) : read_address(at, &c->addresses[0]));
}

static void disconnect(connection *c)
{
	curl_easy_cleanup(c->wire);
	if (c->reader)
		redisReaderFree(c->reader);
	c->wire = NULL;
	c->reader = NULL;
}

static void close_connection(server *s)
{
	disconnect(s->connection);
	free(s->connection);
}

status connection_open(const char *url, server *s, complaint *why)
{
	connection *c = calloc(1, sizeof *c);

	if (!c)
		return complain(why, ERR_MEMORY, "%s", status_text(ERR_MEMORY));
	s->connection = c;
	s->close = close_connection;
	s->name = c->name;
	s->shown = c->shown;
	return read_url(c, url) ? OK
				: complain(why, ERR_USAGE,
					   "a shared index is named redis://[USER:PASSWORD@]HOST[:PORT]/NAME, rediss://… or "
					   "unix:/SOCKET/NAME");
}

/* ── sending and receiving ── */

redis_request redis_put(redis_request x, const char *format, ...)
{
	char *bytes = NULL;
	va_list args;
	int len;

	va_start(args, format);
	len = redisvFormatCommand(&bytes, format, args);
	va_end(args);
	x.failed |= len < 0 || !buffer_append(&x.bytes, bytes, (size_t)len);
	x.n++;
	redisFreeCommand(bytes);
	return x;
}

/* Waits until the socket can be read or written. false: it cannot; c->cause says why. */
static bool wait_for(connection *c, short events, int64_t until_ms)
{
	curl_socket_t fd = CURL_SOCKET_BAD;
	struct pollfd p;
	int64_t left = until_ms - clock_ms();

	curl_easy_getinfo(c->wire, CURLINFO_ACTIVESOCKET, &fd);
	p = (struct pollfd){.fd = fd, .events = events};
	if (left > ANSWER_MS)
		left = ANSWER_MS;
	if (left <= 0 || poll(&p, 1, (int)left) <= 0) {
		c->cause = "does not answer";
		return false;
	}
	return true;
}

static bool send_bytes(connection *c, const char *bytes, size_t len)
{
	int64_t until = clock_ms() + ANSWER_WHOLE_MS;

	while (len > 0) {
		size_t n = 0;
		CURLcode code = curl_easy_send(c->wire, bytes, len, &n);

		if (code == CURLE_AGAIN && wait_for(c, POLLOUT, until))
			continue;
		if (code != CURLE_OK) {
			c->cause = c->cause ? c->cause : curl_easy_strerror(code);
			return false;
		}
		bytes += n;
		len -= n;
	}
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
		c->cause = too_long;
		return NULL;
	}
	c->elements += (size_t)n;
	return c->made_by.createArray(task, n);
}

static bool make_reader(connection *c)
{
	c->reader = redisReaderCreate();
	if (!c->reader)
		return false;
	c->made_by = c->bounded = *c->reader->fn;
	c->bounded.createArray = make_array;
	c->reader->fn = &c->bounded;
	c->reader->privdata = c;
	return true;
}

/* Reads some bytes. false: there are none; c->cause says why. */
static bool receive_bytes(connection *c, int64_t until, size_t *bytes)
{
	char piece[PIECE];
	size_t n = 0;
	CURLcode code = curl_easy_recv(c->wire, piece, sizeof piece, &n);

	if (code == CURLE_AGAIN)
		return wait_for(c, POLLIN, until);
	if (code != CURLE_OK || !n) {
		c->cause = n || code != CURLE_OK ? curl_easy_strerror(code) : "closed the connection";
		return false;
	}
	*bytes += n;
	if (*bytes > ANSWER_MOST)
		c->cause = too_long;
	else if (redisReaderFeed(c->reader, piece, n) != REDIS_OK)
		c->cause = c->reader->errstr;
	return !c->cause;
}

/* An answer, whose bytes and time are bounded, whoever it is that answers. NULL: c->cause says why. */
static redisReply *receive(connection *c)
{
	int64_t until = clock_ms() + ANSWER_WHOLE_MS;
	size_t bytes = 0;
	void *reply = NULL;

	c->cause = NULL;
	c->elements = 0;
	while (!reply && !c->cause) {
		if (redisReaderGetReply(c->reader, &reply) != REDIS_OK && !c->cause)
			c->cause = c->reader->errstr;
		if (!reply && !c->cause)
			receive_bytes(c, until, &bytes);
	}
	return c->cause ? NULL : reply;
}

/* The reply to the last command. NULL: c->cause says why there is none. An error of one of the others stands for it. */
static redisReply *ask_all(connection *c, const redis_request *x)
{
	redisReply *last = NULL, *error = NULL;

	c->cause = x->failed ? "out of memory" : NULL;
	if (x->failed || !send_bytes(c, x->bytes.bytes, x->bytes.len))
		return NULL;
	for (size_t i = 0; i < x->n; i++) {
		redisReply *r = receive(c);

		if (!r) {
			if (error)
				freeReplyObject(error);
			return NULL;
		}
		if (!error && r->type == REDIS_REPLY_ERROR)
			error = r;
		else if (i + 1 == x->n)
			last = r;
		else
			freeReplyObject(r);
	}
	if (error && last)
		freeReplyObject(last);
	return error ? error : last;
}

/* The same for a request that is freed. */
static redisReply *ask(connection *c, redis_request x)
{
	redisReply *reply = ask_all(c, &x);

	buffer_free(&x.bytes);
	return reply;
}

/* ── connecting ── */

/* The next time, another address is tried. */
static status give_up_on(connection *c, const char *cause, complaint *why)
{
	const address *a = &c->addresses[c->now];

	complain(why, ERR_IO, "%.255s:%d: %.200s", a->host, a->port, cause);
	disconnect(c);
	c->now = (c->now + 1) % c->len;
	return ERR_IO;
}

/* Its number among the addresses, of which it is one from now on; the one that is asked if it cannot be one. */
static size_t add_address(connection *c, const char *host, long long port)
{
	address a = {.port = (int)port};

	if (!*host || strlen(host) > HOST_MAX || port <= 0 || port > UINT16_MAX)
		return c->now;
	memcpy(a.host, host, strlen(host) + 1);
	for (size_t i = 0; i < c->len; i++)
		if (c->addresses[i].port == a.port && strcmp(c->addresses[i].host, a.host) == 0)
			return i;
	if (c->len == ADDRESSES_MAX)
		return c->now;
	c->addresses[c->len] = a;
	return c->len++;
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

/* What was replied while connecting. ERR_USAGE: it is an error that begins so; then the reply is freed. */
static status expect(connection *c, redisReply *reply, const char *refusal, complaint *why)
{
	if (!reply)
		return give_up_on(c, c->cause, why);
	if (reply->type != REDIS_REPLY_ERROR || strncmp(reply->str, refusal, strlen(refusal)) != 0)
		return OK;
	complain(why, ERR_USAGE, "%.300s", reply->str);
	freeReplyObject(reply);
	disconnect(c);
	return ERR_USAGE;
}

/* Notes all servers of the cluster, to ask them when this one is gone. Without a cluster the answer is an error, and there are none. */
static status note_servers(connection *c, complaint *why)
{
	redisReply *reply = ask(c, redis_command("CLUSTER SLOTS"));
	status err = expect(c, reply, "DENIED ", why); /* and then it closes the connection */

	if (err)
		return err;
	for (size_t i = 0; reply->type == REDIS_REPLY_ARRAY && i < reply->elements; i++)
		add_slot(c, reply->element[i]);
	freeReplyObject(reply);
	return OK;
}

static status log_in(connection *c, complaint *why)
{
	redisReply *reply;
	status err;

	if (!*c->password)
		return OK;
	reply = ask(c, *c->user ? redis_command("AUTH %s %s", c->user, c->password) : redis_command("AUTH %s", c->password));
	err = expect(c, reply, "", why);
	if (!err)
		freeReplyObject(reply);
	return err;
}

static CURLcode open_wire(connection *c)
{
	const address *a = &c->addresses[c->now];
	bool is_six = strchr(a->host, ':') != NULL;
	char url[HOST_MAX + 40];

	c->wire = curl_easy_init();
	if (!c->wire || !make_reader(c))
		return CURLE_OUT_OF_MEMORY;
	snprintf(url, sizeof url, "%s://%s%s%s:%d", c->is_encrypted ? "https" : "http", is_six ? "[" : "", a->host,
		 is_six ? "]" : "", a->port);
	curl_easy_setopt(c->wire, CURLOPT_URL, url);
	curl_easy_setopt(c->wire, CURLOPT_CONNECT_ONLY, 1L);
	curl_easy_setopt(c->wire, CURLOPT_CONNECTTIMEOUT_MS, (long)CONNECT_MS);
	curl_easy_setopt(c->wire, CURLOPT_NOSIGNAL, 1L);
	curl_easy_setopt(c->wire, CURLOPT_PROXY, "");
	curl_easy_setopt(c->wire, CURLOPT_SSL_ENABLE_ALPN, 0L);
	curl_easy_setopt(c->wire, CURLOPT_TCP_NODELAY, 1L);
	if (*c->socket)
		curl_easy_setopt(c->wire, CURLOPT_UNIX_SOCKET_PATH, c->socket);
	if (*c->authorities)
		curl_easy_setopt(c->wire, CURLOPT_CAINFO, c->authorities);
	return curl_easy_perform(c->wire);
}

static status connect_now(connection *c, complaint *why)
{
	CURLcode code = open_wire(c);
	status err;

	if (code == CURLE_OUT_OF_MEMORY) {
		disconnect(c);
		return complain(why, ERR_MEMORY, "%s", status_text(ERR_MEMORY));
	}
	if (code == CURLE_PEER_FAILED_VERIFICATION || code == CURLE_SSL_CACERT_BADFILE) {
		disconnect(c);
		return complain(why, ERR_USAGE, "%s", curl_easy_strerror(code));
	}
	if (code != CURLE_OK)
		return give_up_on(c, curl_easy_strerror(code), why);
	err = log_in(c, why);
	return err ? err : note_servers(c, why);
}

/* ── asking ── */

/* "MOVED 3999 127.0.0.1:6381": the server that has the key; without a host, the same one. */
static bool follow(connection *c, const char *error)
{
	const char *at = strrchr(error, ' '), *colon = at ? strrchr(at, ':') : NULL;
	char host[HOST_MAX + 1];

	if (!colon || colon - at - 1 > HOST_MAX)
		return false;
	snprintf(host, sizeof host, "%.*s", (int)(colon - at - 1), at + 1);
	c->now = add_address(c, *host ? host : c->addresses[c->now].host, atoi(colon + 1));
	disconnect(c);
	return true;
}

/* Does the server say that it cannot answer now? */
static bool is_for_now(const char *error)
{
	return strncmp(error, "ERR max number of clients", 25) == 0 ||
	       mark_is_one((firstprint_span){error, strcspn(error, " ")},
			   "LOADING CLUSTERDOWN MASTERDOWN READONLY TRYAGAIN ASK NOREPLICAS BUSY MISCONF OOM");
}

status connection_call(connection *c, const redis_request *x, redisReply **reply, complaint *why)
{
	for (int moves = 0;; moves++) {
		status err = c->wire ? OK : connect_now(c, why);
		char error[200];

		if (err)
			return err;
		*reply = ask_all(c, x);
		if (!*reply) {
			bool is_long = c->cause == too_long;

			err = give_up_on(c, c->cause, why);
			return is_long ? ERR_LIMIT : err;
		}
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
