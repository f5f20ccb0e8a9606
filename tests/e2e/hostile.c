#include "tests/e2e/hostile.h"

#include <arpa/inet.h>
#include <criterion/criterion.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "tests/e2e/harness.h"

enum { SERVERS = 32, NOTES = 8192, PATH = 512, REQUEST = 16 * 1024, SLOTS = 64, LINE = 4096 };

typedef struct note {
	char path[PATH];
	char *head;
	int64_t ms;
} note;

struct hostile {
	const hostile_route *routes;
	int fd, port;
	pthread_t thread;
	pthread_mutex_t lock; /* guards the members after it */
	note notes[NOTES];
	int notes_len, connections;
};

typedef struct connection {
	hostile *server;
	int fd;
} connection;

static hostile *servers[SERVERS];
static int servers_len, stopped_len;

/* ── answers ── */

bool hostile_send(int fd, const char *bytes, size_t len)
{
	while (len) {
		ssize_t n = send(fd, bytes, len, MSG_NOSIGNAL);

		if (n <= 0)
			return false;
		bytes += n;
		len -= (size_t)n;
	}
	return true;
}

bool hostile_print(int fd, const char *format, ...)
{
	char line[LINE];
	va_list args;
	int len;

	va_start(args, format);
	len = vsnprintf(line, sizeof line, format, args);
	va_end(args);
	return hostile_send(fd, line, (size_t)len < sizeof line ? (size_t)len : sizeof line - 1);
}

void hostile_sleep(int64_t ms)
{
	nanosleep(&(struct timespec){.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000}, NULL);
}

/* ── requests ── */

static bool fits(const char *route, const char *path)
{
	size_t len = strlen(route);

	if (len && route[len - 1] == '*')
		return strncmp(route, path, len - 1) == 0;
	return strcmp(route, path) == 0;
}

/* Notes a request; returns how often its path was requested before. */
static int take_note(hostile *h, const char *path, const char *head)
{
	int before = 0;

	pthread_mutex_lock(&h->lock);
	for (int i = 0; i < h->notes_len; i++)
		before += strcmp(h->notes[i].path, path) == 0;
	if (h->notes_len < NOTES) {
		snprintf(h->notes[h->notes_len].path, PATH, "%s", path);
		h->notes[h->notes_len].head = strdup(head);
		h->notes[h->notes_len++].ms = harness_now_ms();
	}
	pthread_mutex_unlock(&h->lock);
	return before;
}

/* Reads a request up to its empty line; false: the client is gone. */
static bool read_request(int fd, char *request)
{
	size_t len = 0;

	for (;;) {
		ssize_t n = recv(fd, request + len, REQUEST - 1 - len, 0);

		if (n <= 0)
			return false;
		len += (size_t)n;
		request[len] = '\0';
		if (strstr(request, "\r\n\r\n"))
			return true;
	}
}

static bool answer(hostile *h, int fd, const char *path, const char *head)
{
	hostile_call c = {.fd = fd, .path = path, .head = head, .nth = take_note(h, path, head)};

	for (const hostile_route *r = h->routes; r->path; r++)
		if (fits(r->path, path)) {
			c.text = r->text;
			return r->answer(&c);
		}
	return hostile_print(fd, "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n");
}

static void *serve(void *ctx)
{
	connection c = *(connection *)ctx;
	char request[REQUEST], path[PATH];

	free(ctx);
	while (read_request(c.fd, request) && sscanf(request, "GET %511s", path) == 1 && answer(c.server, c.fd, path, request))
		;
	close(c.fd);
	return NULL;
}

static void *accept_all(void *ctx)
{
	hostile *h = ctx;
	int fd;

	while ((fd = accept4(h->fd, NULL, NULL, SOCK_CLOEXEC)) >= 0) {
		connection *c = malloc(sizeof *c);
		pthread_t thread;

		setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int)); /* head and body are sent separately */
		pthread_mutex_lock(&h->lock);
		h->connections++;
		pthread_mutex_unlock(&h->lock);
		*c = (connection){h, fd};
		cr_assert(pthread_create(&thread, NULL, serve, c) == 0);
		pthread_detach(thread);
	}
	return NULL;
}

/* ── for tests ── */

hostile *hostile_start(const hostile_route *routes)
{
	struct sockaddr_in a = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	socklen_t len = sizeof a;
	hostile *h = calloc(1, sizeof *h);

	cr_assert(h && servers_len < SERVERS);
	servers[servers_len++] = h; /* never freed: a connection may still use it */
	h->routes = routes;
	h->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	cr_assert(bind(h->fd, (struct sockaddr *)&a, len) == 0);
	cr_assert(getsockname(h->fd, (struct sockaddr *)&a, &len) == 0);
	cr_assert(listen(h->fd, SOMAXCONN) == 0);
	h->port = ntohs(a.sin_port);
	pthread_mutex_init(&h->lock, NULL);
	cr_assert(pthread_create(&h->thread, NULL, accept_all, h) == 0);
	return h;
}

void hostile_stop(void)
{
	while (stopped_len < servers_len) {
		hostile *h = servers[stopped_len++];

		shutdown(h->fd, SHUT_RDWR); /* wakes accept */
		pthread_join(h->thread, NULL);
		close(h->fd);
	}
}

int hostile_port(const hostile *h)
{
	return h->port;
}

const char *hostile_named(const hostile *h, const char *name, const char *path)
{
	static char slots[SLOTS][LINE];
	static unsigned next;
	char *slot = slots[next++ % SLOTS];

	snprintf(slot, LINE, "http://%s:%d%s", name, h->port, path);
	return slot;
}

const char *hostile_url(const hostile *h, const char *path)
{
	return hostile_named(h, "127.0.0.1", path);
}

int hostile_hits(hostile *h, const char *path)
{
	int hits = 0;

	while (hostile_at(h, path, hits) >= 0)
		hits++;
	return hits;
}

int hostile_told(hostile *h, const char *words)
{
	int told = 0;

	pthread_mutex_lock(&h->lock);
	for (int i = 0; i < h->notes_len; i++)
		told += strstr(h->notes[i].head, words) != NULL;
	pthread_mutex_unlock(&h->lock);
	return told;
}

int64_t hostile_at(hostile *h, const char *path, int nth)
{
	int64_t ms = -1;

	pthread_mutex_lock(&h->lock);
	for (int i = 0; i < h->notes_len && ms < 0; i++)
		if (fits(path, h->notes[i].path) && nth-- == 0)
			ms = h->notes[i].ms;
	pthread_mutex_unlock(&h->lock);
	return ms;
}

int hostile_connections(hostile *h)
{
	int n;

	pthread_mutex_lock(&h->lock);
	n = h->connections;
	pthread_mutex_unlock(&h->lock);
	return n;
}
