/* What may answer in place of Redis: nothing of it is taken for an answer, or waited for without end. */
#include "cluster/connection.h"

#include <criterion/criterion.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* A server on loopback, which says the same to everybody. */
typedef struct fake {
	int fd;
	const char *says;
	size_t times; /* so often; 0: it says nothing, and hangs */
	pthread_t thread;
	char url[64];
} fake;

static void say(const fake *f, int to)
{
	char asked[4096];

	if (read(to, asked, sizeof asked) <= 0)
		return;
	for (size_t i = 0; i < f->times; i++)
		if (send(to, f->says, strlen(f->says), MSG_NOSIGNAL) < 0)
			return;
	if (!f->times)
		while (read(to, asked, sizeof asked) > 0)
			;
}

static void *serve(void *ctx)
{
	fake *f = ctx;
	int to;

	while ((to = accept(f->fd, NULL, NULL)) >= 0) {
		say(f, to);
		close(to);
	}
	return NULL;
}

static void start(fake *f)
{
	struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	socklen_t len = sizeof at;

	f->fd = socket(AF_INET, SOCK_STREAM, 0);
	cr_assert(bind(f->fd, (struct sockaddr *)&at, len) == 0 && listen(f->fd, 8) == 0);
	cr_assert(getsockname(f->fd, (struct sockaddr *)&at, &len) == 0);
	snprintf(f->url, sizeof f->url, "redis://127.0.0.1:%d/m", ntohs(at.sin_port));
	cr_assert(pthread_create(&f->thread, NULL, serve, f) == 0);
}

static void stop(fake *f)
{
	shutdown(f->fd, SHUT_RDWR);
	pthread_join(f->thread, NULL);
	close(f->fd);
}

static status ask(const char *url, complaint *why)
{
	redis_request x = redis_command("GET m");
	redisReply *reply = NULL;
	server s = {0};
	status err = connection_open(url, &s, why);

	cr_assert(err == OK && !x.failed);
	err = connection_call(s.connection, &x, &reply, why);
	buffer_free(&x.bytes);
	if (reply)
		freeReplyObject(reply);
	s.close(&s);
	return err;
}

Test(connection, what_is_no_answer_is_an_error_that_says_so)
{
	static const struct {
		const char *name, *says;
		size_t times;
		const char *why;
	} rows[] = {
		{"another protocol", "HTTP/1.1 400 Bad Request\r\n\r\n", 1, "Protocol error"},
		{"a negative length", "$-5\r\nabc\r\n", 1, ""},
		{"lists in lists without end", "*1\r\n", 100000, ""},
		{"a length without end", "$99999999999999999999\r\n", 1, ""},
		{"an array of very many", "*2147483647\r\n", 1, "its answer is too long"},
		{"many arrays", "*400000\r\n*400000\r\n*400000\r\n", 1, "its answer is too long"},
		{"half an answer", "$100\r\nabc", 1, "closed the connection"},
		{"nothing", "", 1, "closed the connection"},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		fake f = {.says = rows[i].says, .times = rows[i].times};
		complaint why = {""};

		start(&f);
		cr_expect_eq(ask(f.url, &why), ERR_IO, "%s: %s", rows[i].name, why.text);
		cr_expect(strstr(why.text, rows[i].why) && strstr(why.text, "127.0.0.1:"), "%s: %s", rows[i].name, why.text);
		stop(&f);
	}
}

Test(connection, who_refuses_all_connections_is_quoted)
{
	fake f = {.says = "-DENIED Redis is running in protected mode\r\n", .times = 1};
	complaint why = {""};

	start(&f);
	cr_expect_eq(ask(f.url, &why), ERR_USAGE);
	cr_expect(strstr(why.text, "protected mode"), "%s", why.text);
	stop(&f);
}

Test(connection, an_answer_that_does_not_end_is_cut)
{
	enum { PIECE = 1 << 20 };
	char *piece = malloc(PIECE + 1);
	fake f = {.says = piece, .times = 300};
	complaint why = {""};

	memset(piece, 'x', PIECE);
	memcpy(piece, "$999999999\r\n", 12);
	piece[PIECE] = '\0';
	start(&f);
	cr_expect_eq(ask(f.url, &why), ERR_IO);
	cr_expect(strstr(why.text, "its answer is too long"), "%s", why.text);
	stop(&f);
	free(piece);
}

Test(connection, who_says_nothing_is_waited_for_seconds_only)
{
	fake f = {.says = ""};
	complaint why = {""};

	start(&f);
	cr_expect_eq(ask(f.url, &why), ERR_IO);
	cr_expect(strstr(why.text, "does not answer"), "%s", why.text);
	stop(&f);
}
