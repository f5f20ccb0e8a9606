/* serve — HTTP: access control, routing, and responses. */
#include "crawler/serve/serve.h"

#include <arpa/inet.h>
#include <errno.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/buffer.h"
#include "base/digest.h"
#include "crawler/report/report.h"
#include "crawler/serve/answers.h"
#include "crawler/serve/connections.h"

enum {
	BODY_MOST = 64 << 10, /* of a POST */
	TOKEN = 33,           /* with the NUL */
	IDLE_S = 15,
	DETAILS = 20 /* in the page itself; it requests the others */
};

typedef struct server {
	serve_settings settings;
	serving serving;
	struct MHD_Daemon *daemon;
	connections connections;
	uint16_t port;
	char token[TOKEN];
	char hosts[2][32]; /* the names it answers to */
	buffer page;       /* the last page, */
	int64_t mark;      /* made at this change mark of the store */
} server;

/* ── access control ── */

static const char *header_of(struct MHD_Connection *c, const char *name)
{
	return MHD_lookup_connection_value(c, MHD_HEADER_KIND, name);
}

/* Is host our name? Browsers omit port 80. */
static bool is_us(const server *s, const char *host)
{
	for (size_t i = 0; host && i < sizeof s->hosts / sizeof *s->hosts; i++)
		if (strcasecmp(host, s->hosts[i]) == 0 ||
		    (s->port == 80 && strncasecmp(host, s->hosts[i], strlen(host)) == 0 && s->hosts[i][strlen(host)] == ':'))
			return true;
	return false;
}

/* Did one of our pages send the request? Another site's page can make a browser send requests here, but not with our Host, Origin
 * or Sec-Fetch-Site. "none": the user typed the address. */
static bool is_from_us(const server *s, struct MHD_Connection *c)
{
	const char *origin = header_of(c, "Origin"), *site = header_of(c, "Sec-Fetch-Site");

	return is_us(s, header_of(c, "Host")) && (!origin || (strncmp(origin, "http://", 7) == 0 && is_us(s, origin + 7))) &&
	       (!site || strcmp(site, "same-origin") == 0 || strcmp(site, "none") == 0);
}

/* Compares digests, so that the time it takes reveals nothing about the token. */
static bool has_token(const server *s, struct MHD_Connection *c)
{
	const char *given = header_of(c, "X-Firstprint-Token");
	uint8_t theirs[DIGEST_SIZE], ours[DIGEST_SIZE];

	if (!given)
		return false;
	digest_of(given, strlen(given), theirs);
	digest_of(s->token, strlen(s->token), ours);
	return memcmp(theirs, ours, DIGEST_SIZE) == 0;
}

/* ── sending ── */

static enum MHD_Result send_bytes(struct MHD_Connection *c, unsigned code, const char *type, char *bytes, size_t len)
{
	struct MHD_Response *r = MHD_create_response_from_buffer(len, bytes, MHD_RESPMEM_MUST_FREE);
	enum MHD_Result sent;

	if (!r) {
		free(bytes);
		return MHD_NO;
	}
	MHD_add_response_header(r, "Content-Type", type);
	MHD_add_response_header(r, "Cache-Control", "no-store");
	MHD_add_response_header(r, "X-Content-Type-Options", "nosniff");
	MHD_add_response_header(r, "X-Frame-Options", "DENY");
	MHD_add_response_header(r, "Referrer-Policy", "no-referrer");
	MHD_add_response_header(r, "Cross-Origin-Resource-Policy", "same-origin");
	sent = MHD_queue_response(c, code, r);
	MHD_destroy_response(r);
	return sent;
}

/* Sends the object and frees it. NULL: out of memory. */
static enum MHD_Result send_json(struct MHD_Connection *c, unsigned code, json_t *object)
{
	char *text = object ? json_dumps(object, JSON_COMPACT | JSON_REAL_PRECISION(6)) : NULL;

	json_decref(object);
	return text ? send_bytes(c, code, "application/json; charset=utf-8", text, strlen(text)) : MHD_NO;
}

static enum MHD_Result refuse(struct MHD_Connection *c, unsigned code, const char *why)
{
	return send_json(c, code, json_pack("{s:s}", "error", why));
}

static unsigned code_of(status err)
{
	switch (err) {
	case OK:
		return MHD_HTTP_OK;
	case ERR_MISSING:
		return MHD_HTTP_NOT_FOUND;
	case ERR_USAGE:
		return MHD_HTTP_BAD_REQUEST;
	case ERR_BUSY:
		return MHD_HTTP_CONFLICT;
	default:
		return MHD_HTTP_INTERNAL_SERVER_ERROR;
	}
}

/* Makes the page, unless the store is unchanged since the last page. */
static status make_page(server *s)
{
	json_t *facts;
	int64_t mark = 0;
	status err = store_change_mark(s->serving.from.store, &mark);

	if (err || (s->page.len && mark == s->mark))
		return err;
	buffer_clear(&s->page);
	facts = json_object();
	err = facts_of(&s->serving.from, DETAILS, facts);
	if (!err)
		err = report_page(facts, true, &s->page);
	json_decref(facts);
	if (err)
		buffer_clear(&s->page);
	s->mark = mark;
	return err;
}

static enum MHD_Result send_page(server *s, struct MHD_Connection *c)
{
	status err = make_page(s);
	buffer copy = {0};

	if (!err && !buffer_append(&copy, s->page.bytes, s->page.len))
		err = ERR_MEMORY;
	return err ? refuse(c, code_of(err), status_text(err))
		   : send_bytes(c, MHD_HTTP_OK, "text/html; charset=utf-8", copy.bytes, copy.len);
}

/* ── routing ── */

static const struct route {
	const char *path;
	answer *get, *post;
} routes[] = {
	{"/state", answer_state, NULL},
	{"/detail", answer_detail, NULL},
	{"/diff", answer_diff, NULL},
	{"/explain", answer_explain, NULL},
	{"/search", answer_search, NULL},
	{"/judge", answer_judge, act_judge},
	{"/undo", NULL, act_undo},
	{"/drop", NULL, act_drop},
	{"/prefer", NULL, act_prefer},
	{"/label", NULL, act_label},
	{"/decisions", answer_decisions, NULL},
	{"/forget", NULL, act_forget},
};

static const struct route *find_route(const char *path)
{
	for (size_t i = 0; i < sizeof routes / sizeof *routes; i++)
		if (strcmp(path, routes[i].path) == 0)
			return &routes[i];
	return NULL;
}

static const char *parameter(const request *r, const char *name)
{
	return MHD_lookup_connection_value(r->connection, MHD_GET_ARGUMENT_KIND, name);
}

static enum MHD_Result give(server *s, struct MHD_Connection *c, answer *how, const json_t *body)
{
	const request r = {.parameter = parameter, .body = body, .connection = c};
	complaint why = {""};
	json_t *out = json_object();
	status err = how(&s->serving, &r, out, &why);

	arena_reset(s->serving.memory);
	if (!err)
		return send_json(c, MHD_HTTP_OK, out);
	json_decref(out);
	return refuse(c, code_of(err), *why.text ? why.text : status_text(err));
}

static enum MHD_Result get(server *s, struct MHD_Connection *c, const char *path)
{
	const struct route *r = find_route(path);

	if (strcmp(path, "/") == 0)
		return send_page(s, c);
	return r && r->get ? give(s, c, r->get, NULL) : refuse(c, MHD_HTTP_NOT_FOUND, "there is nothing here");
}

/* Is the body JSON? Browsers send this type across sites only after a CORS preflight. */
static bool is_json(struct MHD_Connection *c)
{
	const char *type = header_of(c, "Content-Type");

	return type && strcasecmp(type, "application/json") == 0;
}

static enum MHD_Result post(server *s, struct MHD_Connection *c, const char *path, const buffer *body)
{
	const struct route *r = find_route(path);
	json_t *object;
	enum MHD_Result sent;

	if (!r || !r->post)
		return refuse(c, MHD_HTTP_NOT_FOUND, "there is nothing here");
	if (!has_token(s, c))
		return refuse(c, MHD_HTTP_FORBIDDEN, "this needs the address with the token that firstprint serve printed");
	if (body->len > BODY_MOST)
		return refuse(c, MHD_HTTP_CONTENT_TOO_LARGE, "too much was sent");
	if (!is_json(c))
		return refuse(c, MHD_HTTP_UNSUPPORTED_MEDIA_TYPE, "this takes JSON, sent with Content-Type: application/json");
	object = json_loadb(body->bytes ? body->bytes : "", body->len, 0, NULL);
	sent = json_is_object(object) ? give(s, c, r->post, object)
				      : refuse(c, MHD_HTTP_BAD_REQUEST, "what was sent is no JSON object");
	json_decref(object);
	return sent;
}

/* ── the life of a request ── */

/* *state: the body so far; allocated at the first call, freed at the end. */
static enum MHD_Result handle(void *ctx, struct MHD_Connection *c, const char *path, const char *method, const char *version,
			      const char *bytes, size_t *len, void **state)
{
	server *s = ctx;
	buffer *body = *state;

	(void)version;
	if (!body) {
		connections_use(&s->connections, c);
		*state = calloc(1, sizeof *body);
		return *state ? MHD_YES : MHD_NO;
	}
	if (*len) { /* read and discard the excess, so that the refusal arrives */
		bool whole = body->len > BODY_MOST || buffer_append(body, bytes, *len);

		*len = 0;
		return whole ? MHD_YES : MHD_NO;
	}
	if (!is_from_us(s, c))
		return refuse(c, MHD_HTTP_FORBIDDEN, "only pages of this server may ask");
	if (strcmp(method, "GET") == 0 || strcmp(method, "HEAD") == 0)
		return get(s, c, path);
	if (strcmp(method, "POST") == 0)
		return post(s, c, path, body);
	return refuse(c, MHD_HTTP_METHOD_NOT_ALLOWED, "GET and POST only");
}

static void end_request(void *ctx, struct MHD_Connection *c, void **state, enum MHD_RequestTerminationCode how)
{
	(void)ctx, (void)c, (void)how;
	buffer_free(*state);
	free(*state);
	*state = NULL;
}

/* ── the server ── */

static status draw_token(char out[TOKEN])
{
	uint8_t bytes[(TOKEN - 1) / 2];

	if (getrandom(bytes, sizeof bytes, 0) != sizeof bytes)
		return ERR_IO;
	for (size_t i = 0; i < sizeof bytes; i++)
		snprintf(out + 2 * i, 3, "%02x", bytes[i]);
	return OK;
}

static int listen_at(uint16_t port, uint16_t *got)
{
	struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons(port), .sin_addr = {htonl(INADDR_LOOPBACK)}};
	socklen_t len = sizeof at;
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), one = 1;

	if (fd >= 0 && setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one) == 0 &&
	    bind(fd, (struct sockaddr *)&at, sizeof at) == 0 && listen(fd, SOMAXCONN) == 0 &&
	    getsockname(fd, (struct sockaddr *)&at, &len) == 0) {
		*got = ntohs(at.sin_port);
		return fd;
	}
	if (fd >= 0)
		close(fd);
	return -1;
}

/* Sets our names before the server answers any request. */
static status start(server *s, complaint *why)
{
	int fd = listen_at(s->settings.port, &s->port);

	if (fd < 0)
		return complain(why, ERR_IO, "127.0.0.1:%u: cannot listen: %s", s->settings.port, strerror(errno));
	snprintf(s->hosts[0], sizeof s->hosts[0], "127.0.0.1:%u", s->port);
	snprintf(s->hosts[1], sizeof s->hosts[1], "localhost:%u", s->port);
	s->daemon = MHD_start_daemon(MHD_USE_AUTO_INTERNAL_THREAD, 0, NULL, NULL, handle, s, MHD_OPTION_LISTEN_SOCKET, fd,
				     MHD_OPTION_CONNECTION_LIMIT, (unsigned)CONNECTIONS_ROOM, MHD_OPTION_CONNECTION_TIMEOUT,
				     (unsigned)IDLE_S, MHD_OPTION_NOTIFY_CONNECTION, connections_notice, &s->connections,
				     MHD_OPTION_NOTIFY_COMPLETED, end_request, NULL, MHD_OPTION_END);
	if (!s->daemon)
		close(fd);
	return s->daemon ? OK : ERR_MEMORY;
}

static status open_parts(server *s, complaint *why)
{
	status err = store_open(s->settings.store, STORE_READ, &s->serving.from.store, why);

	if (err)
		return err;
	s->serving.memory = arena_new();
	s->serving.dry_run = dry_run_new(&s->settings);
	err = s->serving.memory && s->serving.dry_run ? draw_token(s->token) : ERR_MEMORY;
	return err ? err : start(s, why);
}

static void close_parts(server *s)
{
	if (s->daemon)
		MHD_stop_daemon(s->daemon);
	dry_run_free(s->serving.dry_run);
	arena_free(s->serving.memory);
	buffer_free(&s->page);
	store_close(s->serving.from.store);
}

status serve(const serve_settings *settings, int end, serve_ready *ready, const void *ctx, complaint *why)
{
	server s = {.settings = *settings, .serving = {.settings = settings, .from = {.file = settings->store}}};
	struct pollfd ended = {.fd = end, .events = POLLIN};
	status err = open_parts(&s, why);

	if (!err)
		ready(ctx, s.port, s.token);
	while (!err && poll(&ended, 1, -1) <= 0)
		continue; /* it was interrupted */
	close_parts(&s);
	return err;
}
