/* hostile — a web server on loopback that does what no web server should, to the byte.
 *
 *	static const hostile_route routes[] = {{"/", hostile_html, "<p>Hello"}, {"/never", hostile_silence, NULL}, {0}};
 *	hostile *h = hostile_start(routes);
 *	… hostile_url(h, "/never") …
 *	hostile_hits(h, "/never"), hostile_at(h, "/never", 0)
 *
 * A thread a connection, in the test's own process: what it noted can be asked at once, and it ends with the test.
 * What is in no route is answered 404, so that without a route for robots.txt all is allowed. */
#ifndef TESTS_E2E_HOSTILE_H
#define TESTS_E2E_HOSTILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct hostile hostile;

typedef struct hostile_call {
	int fd;
	const char *path; /* as asked for, with its query */
	const char *text; /* the route's */
	const char *head; /* of the request, whole */
	int nth;          /* how often the path was asked for before */
} hostile_call;

/* Writes an answer. True: the connection stays open for another request. */
typedef bool hostile_answer(const hostile_call *c);

typedef struct hostile_route {
	const char *path; /* a '*' at the end stands for anything; the first that fits is taken; NULL ends the table */
	hostile_answer *answer;
	const char *text;
} hostile_route;

/* Serves on a free port of 127.0.0.1. The routes are borrowed. */
hostile *hostile_start(const hostile_route *routes);
void hostile_stop(void); /* all of them: nothing is accepted any more */
int hostile_port(const hostile *h);
const char *hostile_url(const hostile *h, const char *path);                    /* valid until the 64th next call */
const char *hostile_named(const hostile *h, const char *name, const char *path); /* the same with another host name */

/* What was asked of it so far; a path as in a route. */
int hostile_hits(hostile *h, const char *path);
int64_t hostile_at(hostile *h, const char *path, int nth); /* by harness_now_ms(); −1: not so often */
int hostile_connections(hostile *h);
int hostile_told(hostile *h, const char *words); /* how many requests had these words in their head */

/* For answers. False: the other side is gone. */
bool hostile_send(int fd, const char *bytes, size_t len);
bool hostile_print(int fd, const char *format, ...) __attribute__((format(printf, 2, 3)));
void hostile_sleep(int64_t ms);

#endif
