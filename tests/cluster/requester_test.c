#include "cluster/requester.h"

#include <criterion/criterion.h>
#include <string.h>

/* A server that answers the last of so many tries, and what the caller says meanwhile. */
struct server {
	requester *asks;
	int tries, last;
	complaint trouble;
};

static status answer(void *ctx, complaint *why)
{
	struct server *s = ctx;

	requester_delay(s->asks, &s->trouble);
	return ++s->tries < s->last ? complain(why, ERR_IO, "it is down") : OK;
}

static struct server server_of(int last)
{
	struct server s = {.last = last};
	complaint why = {""};

	cr_assert(requester_open("the server", &s.asks, &why) == OK, "%s", why.text);
	return s;
}

Test(caller, asks_four_times_at_most)
{
	struct server s = server_of(9);
	complaint why = {""};

	cr_expect(requester_retry(s.asks, answer, &s, &why) == ERR_IO);
	cr_expect_leq(s.tries, 4);
	cr_expect_str_eq(why.text, "the server: it is down");
	requester_close(s.asks);
}

/* It has rested for 50, 100, 200 and 400 ms by then. */
Test(caller, says_why_it_takes_so_long_since_the_first_try)
{
	struct server s = server_of(5);
	complaint why = {""};

	requester_retry_until(s.asks, -1);
	cr_expect(requester_retry(s.asks, answer, &s, &why) == OK, "%s", why.text);
	cr_expect_str_eq(s.trouble.text, "the server: it is down");
	requester_close(s.asks);
}
