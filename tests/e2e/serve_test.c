/* `firstprint serve`: connections that ask nothing shut nobody out. What the pages do is tested in tests/browser. */
#include <arpa/inet.h>
#include <criterion/criterion.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tests/e2e/harness.h"

TestSuite(serve, .init = harness_open, .fini = harness_stop);

enum { IDLE = 300, ROUNDS_MOST = 3000, ROUND_MS = 20 };

static unsigned port; /* of the server */

/* Has it said where it listens, in the file "said"? */
static bool listens(void)
{
	const char *at;

	harness_shell("cat '%s'", harness_file("said"));
	at = strstr(harness_output(), "\"token\"") ? strstr(harness_output(), "http://127.0.0.1:") : NULL;
	port = at ? (unsigned)atoi(at + strlen("http://127.0.0.1:")) : 0;
	return port != 0;
}

static pid_t serve(const char *store)
{
	char command[1000];
	pid_t pid;

	harness_shell("touch '%s'", harness_file("said"));
	snprintf(command, sizeof command, "exec ./firstprint serve --json '%s' >'%s' 2>&1", store, harness_file("said"));
	pid = harness_spawn_shell(command);
	harness_until(listens() || !harness_runs(pid));
	if (port == 0 && strstr(harness_output(), "--without-serve"))
		cr_skip_test("there is no serve");
	return pid;
}

/* Does not wait until the server has accepted it. */
static int connect_to_it(void)
{
	struct sockaddr_in a = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK), .sin_port = htons((uint16_t)port)};
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);

	cr_assert(fd >= 0);
	connect(fd, (struct sockaddr *)&a, sizeof a);
	return fd;
}

static void say(int fd, const char *text)
{
	send(fd, text, strlen(text), MSG_NOSIGNAL);
}

/* Lets each idle connection send one more byte of a request without an end, so that no limit on their time ends them. */
static void keep_busy(const int *idle)
{
	for (int i = 0; i < IDLE; i++)
		say(idle[i], "x");
}

static bool is_answered(int fd, const int *idle)
{
	struct pollfd end = {.fd = fd, .events = POLLIN};
	char answer[16] = "";

	for (int i = 0; i < ROUNDS_MOST && poll(&end, 1, ROUND_MS) == 0; i++)
		keep_busy(idle);
	return recv(fd, answer, sizeof answer - 1, MSG_DONTWAIT) > 0 && strncmp(answer, "HTTP/1.1 200", 12) == 0;
}

Test(serve, connections_that_ask_nothing_shut_nobody_out)
{
	const char *store = harness_file("s.db");
	int idle[IDLE], fd;
	char request[200];
	pid_t pid;

	harness_shell("echo '{\"text\":\"a page\"}' | ./firstprint filter -q -o '%s'", store);
	pid = serve(store);
	for (int i = 0; i < IDLE; i++) {
		idle[i] = connect_to_it();
		say(idle[i], "GET / HTTP/1.1\r\nx");
	}
	fd = connect_to_it();
	cr_assert(poll(&(struct pollfd){.fd = fd, .events = POLLOUT}, 1, -1) == 1);
	snprintf(request, sizeof request, "GET /state HTTP/1.1\r\nHost: 127.0.0.1:%u\r\n\r\n", port);
	say(fd, request);
	cr_expect(is_answered(fd, idle), "the request is answered");
	kill(pid, SIGTERM);
	cr_expect_eq(harness_wait(pid), 0, "%s", harness_output());
}
