/* Replacements for functions of the C library, for what a real machine cannot offer to tests: names, addresses and a
 * clock.
 *
 *	*.invalid       no such name                    busy.test      a temporary failure of the name server
 *	hang.test       a lookup that does not return
 *	public.test     PUBLIC_ADDRESS; connections to it go to loopback
 *	*.test          127.0.0.1; with SPREAD=N one of 127.0.0.1 to 127.0.0.N, as its letters say
 *
 * DOWN_FILE: while this file exists, no connection can be made; to a port only, if its name is in the file.
 * DIES_BEFORE_COMMIT, DIES_AFTER_COMMIT: 3: the program is killed before or after the third commit to a store.
 * DIES_AT_WRITE: 3: it is killed in the middle of the third write to standard output or to a file at an offset, as SQLite writes.
 * LOSES_ANSWER: XADD:3: the connection ends instead of the answer to the third one, which was carried out.
 * CLOCK: a file of eight bytes, the time in ns on the monotonic clock, which stands still while the program works. A wait without
 * an open connection or a lookup ends at once: the clock jumps to its end, or by CLOCK_STEP_S seconds if that is more. Otherwise
 * the clock runs ten times as fast as the machine's while nothing comes, so that only what never comes is late, however slow the
 * machine is.
 * CLOCK_JUMP_S: how many seconds the wall clock jumps, CLOCK_JUMP_AFTER_MS after the program first reads it. */
#include <arpa/inet.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define PUBLIC_ADDRESS "93.184.216.34"
#define EXPORT __attribute__((visibility("default")))

typedef int getaddrinfo_call(const char *, const char *, const struct addrinfo *, struct addrinfo **);
typedef int step_call(sqlite3_stmt *);
typedef int clock_call(clockid_t, struct timespec *);

static int ends_with(const char *text, const char *end)
{
	size_t len = strlen(text), n = strlen(end);

	return len >= n && strcmp(text + len - n, end) == 0;
}

static const char *spread(const char *name, char out[32])
{
	const char *addresses = getenv("SPREAD");
	unsigned hash = 5381;

	for (const char *c = name; *c; c++)
		hash = hash * 33 + (unsigned char)*c;
	snprintf(out, 32, "127.0.0.%u", 1 + (addresses ? hash % (unsigned)atoi(addresses) : 0));
	return out;
}

static atomic_int lookups; /* under way */

EXPORT int getaddrinfo(const char *node, const char *service, const struct addrinfo *hints, struct addrinfo **out)
{
	getaddrinfo_call *real = (getaddrinfo_call *)dlsym(RTLD_NEXT, "getaddrinfo");
	char loopback[32];
	int code;

	lookups++;
	if (node && strcmp(node, "hang.test") == 0)
		dprintf(STDERR_FILENO, "seams: a lookup hangs\n");
	while (node && strcmp(node, "hang.test") == 0)
		sleep(3600);
	if (node && strcmp(node, "public.test") == 0)
		node = PUBLIC_ADDRESS;
	if (node && ends_with(node, ".invalid"))
		code = EAI_NONAME;
	else if (node && strcmp(node, "busy.test") == 0)
		code = EAI_AGAIN;
	else
		code = real(node && ends_with(node, ".test") ? spread(node, loopback) : node, service, hints, out);
	lookups--;
	return code;
}

/* Is the network to this port down? */
static int is_down(unsigned port)
{
	const char *name = getenv("DOWN_FILE");
	FILE *f = name ? fopen(name, "r") : NULL;
	unsigned only = 0;

	if (!f)
		return 0;
	if (fscanf(f, "%u", &only) != 1)
		only = 0;
	fclose(f);
	return !only || only == port;
}

EXPORT int connect(int fd, const struct sockaddr *address, socklen_t len)
{
	struct sockaddr_in a;

	if (address->sa_family == AF_INET && len >= sizeof a && is_down(ntohs(((const struct sockaddr_in *)address)->sin_port))) {
		errno = ECONNREFUSED;
		return -1;
	}
	if (address->sa_family == AF_INET && len >= sizeof a) {
		memcpy(&a, address, sizeof a);
		if (a.sin_addr.s_addr == inet_addr(PUBLIC_ADDRESS))
			a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
		return (int)syscall(SYS_connect, fd, &a, sizeof a);
	}
	return (int)syscall(SYS_connect, fd, address, len);
}

static int is_commit(sqlite3_stmt *s)
{
	const char *sql = sqlite3_sql(s);

	return sql && strcmp(sql, "COMMIT") == 0;
}

static void die_at(const char *variable, int commit)
{
	const char *number = getenv(variable);

	if (number && atoi(number) == commit)
		kill(getpid(), SIGKILL);
}

EXPORT int sqlite3_step(sqlite3_stmt *s)
{
	static step_call *real;
	static int commits;
	int commit = is_commit(s) ? ++commits : 0, code;

	if (!real)
		real = (step_call *)dlsym(RTLD_NEXT, "sqlite3_step");
	die_at("DIES_BEFORE_COMMIT", commit ? commit : -1);
	code = real(s);
	die_at("DIES_AFTER_COMMIT", commit ? commit : -1);
	return code;
}

/* Is this the command that the variable is about? Counted as often as it is sent. */
static int is_time(const char *variable, const char *bytes, size_t len, int *count)
{
	const char *asked = getenv(variable), *colon = asked ? strchr(asked, ':') : NULL;

	return colon && memmem(bytes, len < 64 ? len : 64, asked, (size_t)(colon - asked)) && ++*count == atoi(colon + 1);
}

static int losing_fd = -1; /* whose next answer is lost */

/* Is this write the one that the program dies in? Then half of it is done. */
static size_t length_at_death(size_t len)
{
	static atomic_int writes;
	const char *number = getenv("DIES_AT_WRITE");

	return number && ++writes == atoi(number) ? len / 2 : SIZE_MAX;
}

EXPORT ssize_t pwrite64(int fd, const void *bytes, size_t len, off64_t at)
{
	size_t half = length_at_death(len);

	if (half == SIZE_MAX)
		return syscall(SYS_pwrite64, fd, bytes, len, at);
	syscall(SYS_pwrite64, fd, bytes, half, at);
	return kill(getpid(), SIGKILL);
}

EXPORT ssize_t write(int fd, const void *bytes, size_t len)
{
	size_t half = fd == STDOUT_FILENO ? length_at_death(len) : SIZE_MAX;

	if (half != SIZE_MAX) {
		syscall(SYS_write, fd, bytes, half);
		return kill(getpid(), SIGKILL);
	}
	return syscall(SYS_write, fd, bytes, len);
}

EXPORT ssize_t send(int fd, const void *bytes, size_t len, int flags)
{
	static int losses;

	if (is_time("LOSES_ANSWER", bytes, len, &losses))
		losing_fd = fd;
	return syscall(SYS_sendto, fd, bytes, len, flags, NULL, 0);
}

EXPORT ssize_t recv(int fd, void *bytes, size_t len, int flags)
{
	ssize_t n = syscall(SYS_recvfrom, fd, bytes, len, flags, NULL, NULL);

	if (n <= 0 || fd != losing_fd)
		return n;
	losing_fd = -1;
	dprintf(STDERR_FILENO, "seams: an answer is lost\n");
	shutdown(fd, SHUT_RDWR);
	return 0;
}

/* ── clocks ── */

enum { CREEP_MS = 10, MS_NS = 1000000 };
#define SECOND_NS 1000000000LL

static _Atomic long long *pretended; /* the file that CLOCK names; NULL: the clock is the machine's */
static long long step_ns;

__attribute__((constructor)) static void map_clock(void)
{
	const char *path = getenv("CLOCK"), *step = getenv("CLOCK_STEP_S");
	int fd = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
	void *at = fd >= 0 ? mmap(NULL, sizeof *pretended, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0) : MAP_FAILED;

	if (at != MAP_FAILED)
		pretended = at;
	step_ns = step ? atoll(step) * SECOND_NS : 0;
	if (fd >= 0)
		close(fd);
}

static long long monotonic_ns(void)
{
	struct timespec t;

	if (pretended)
		return *pretended;
	syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &t);
	return t.tv_sec * SECOND_NS + t.tv_nsec;
}

/* Does one of them lead to another machine? */
static int is_connected(const struct pollfd *fds, nfds_t n)
{
	struct sockaddr_storage a;

	for (nfds_t i = 0; i < n; i++) {
		socklen_t len = sizeof a;

		if (getsockname(fds[i].fd, (struct sockaddr *)&a, &len) == 0 && (a.ss_family == AF_INET || a.ss_family == AF_INET6))
			return 1;
	}
	return 0;
}

/* How far the clock moves when nothing has come. */
static long long passing_ns(int waits, long long left_ns)
{
	if (waits)
		return 10LL * CREEP_MS * MS_NS;
	if (left_ns > step_ns)
		return left_ns < 60 * SECOND_NS ? left_ns : 60 * SECOND_NS;
	return step_ns;
}

EXPORT int poll(struct pollfd *fds, nfds_t n, int timeout_ms)
{
	long long end_ns = timeout_ms < 0 ? INT64_MAX : monotonic_ns() + (long long)timeout_ms * MS_NS;

	if (!pretended || timeout_ms == 0)
		return (int)syscall(SYS_poll, fds, n, timeout_ms);
	for (;;) {
		int waits = lookups > 0 || is_connected(fds, n);
		int ready = (int)syscall(SYS_poll, fds, n, waits ? CREEP_MS : 1);

		if (ready != 0)
			return ready;
		if (gettid() == getpid() && *pretended < end_ns) /* one thread makes the time */
			*pretended += passing_ns(waits, end_ns - *pretended);
		if (*pretended >= end_ns)
			return 0;
	}
}

/* By how many seconds the wall clock is wrong now. */
static time_t jump(void)
{
	static long long first_ns;
	const char *seconds = getenv("CLOCK_JUMP_S"), *after = getenv("CLOCK_JUMP_AFTER_MS");

	if (!seconds || !after)
		return 0;
	if (!first_ns)
		first_ns = monotonic_ns();
	return monotonic_ns() - first_ns >= atoll(after) * MS_NS ? (time_t)atoll(seconds) : 0;
}

EXPORT int clock_gettime(clockid_t clock, struct timespec *t)
{
	static clock_call *real; /* not a system call, so that benches are not slowed down */
	int code;

	if (!real)
		real = (clock_call *)dlsym(RTLD_NEXT, "clock_gettime");
	code = real(clock, t);
	if (code == 0 && clock == CLOCK_MONOTONIC && pretended)
		*t = (struct timespec){.tv_sec = *pretended / SECOND_NS, .tv_nsec = *pretended % SECOND_NS};
	if (code == 0 && clock == CLOCK_REALTIME)
		t->tv_sec += jump();
	return code;
}

EXPORT time_t time(time_t *out)
{
	struct timespec t;

	clock_gettime(CLOCK_REALTIME, &t);
	if (out)
		*out = t.tv_sec;
	return t.tv_sec;
}

EXPORT int gettimeofday(struct timeval *restrict t, void *restrict zone)
{
	struct timespec now;

	(void)zone;
	clock_gettime(CLOCK_REALTIME, &now);
	*t = (struct timeval){.tv_sec = now.tv_sec, .tv_usec = now.tv_nsec / 1000};
	return 0;
}
