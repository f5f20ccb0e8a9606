#include "crawler/frontier/politeness.h"

#include <criterion/criterion.h>
#include <stdlib.h>

#include "base/clock.h"

enum { HOSTS = 40 };

static politeness p;
static host_schedule hosts[HOSTS];

static void drop(void)
{
	politeness_free(&p);
}

TestSuite(politeness, .fini = drop);

static int number_of(const host_schedule *x)
{
	return x ? (int)(x - hosts) : -1;
}

/* n hosts at one address; each has had a request, after which the address is known. */
static void make(int n, int open_most)
{
	p = (politeness){.open_most = open_most};
	for (int i = 0; i < n; i++) {
		politeness_add(&p, &hosts[i]);
		cr_assert(politeness_set_work(&p, &hosts[i], true) == OK);
		cr_assert(politeness_begin(&p, &hosts[i], 0, 0) == OK);
		cr_assert(politeness_end(&p, &hosts[i], "192.0.2.1", 0, 0) == OK);
	}
}

static host_schedule *next(void)
{
	int64_t soonest;
	host_schedule *x = politeness_next(&p, clock_ms() + 1, &soonest);

	if (x)
		cr_assert(politeness_begin(&p, x, clock_ms(), 0) == OK);
	return x;
}

static void end(host_schedule *x)
{
	cr_assert(politeness_end(&p, x, "192.0.2.1", 0, 0) == OK);
}

Test(politeness, hosts_at_one_address_take_turns)
{
	make(4, 1);
	for (int round = 0; round < 3; round++)
		for (int i = 0; i < 4; i++) {
			host_schedule *x = next();

			cr_expect_eq(number_of(x), i, "round %d", round);
			cr_expect_null(next(), "the address is busy");
			end(x);
		}
}

/* While hosts that were asked are ready, every second request goes to one that was never asked, and the other way round. */
Test(politeness, hosts_that_were_asked_and_others_take_turns)
{
	int fresh = 0;

	p = (politeness){.open_most = 1};
	for (int i = 0; i < HOSTS; i++) {
		char address[20];

		snprintf(address, sizeof address, "192.0.2.%d", i);
		politeness_add(&p, &hosts[i]);
		cr_assert(politeness_set_work(&p, &hosts[i], true) == OK);
		if (i < HOSTS / 2) {
			cr_assert(politeness_begin(&p, &hosts[i], 0, 0) == OK);
			cr_assert(politeness_end(&p, &hosts[i], address, 0, 0) == OK);
		}
	}
	for (int i = 0; i < 10; i++) {
		host_schedule *x = politeness_next(&p, 1000 * 1000, &(int64_t){0});

		cr_assert(x);
		fresh += number_of(x) >= HOSTS / 2;
		cr_assert(politeness_begin(&p, x, 1000 * 1000, 0) == OK);
	}
	cr_expect_eq(fresh, 5);
}

Test(politeness, an_address_has_a_limit_on_open_requests)
{
	host_schedule *a, *b;

	make(4, 2);
	a = next();
	b = next();
	cr_assert(a && b);
	cr_expect_null(next());
	end(a);
	cr_expect_not_null(next());
	cr_expect_null(next());
	end(b);
	cr_expect_not_null(next());
}

Test(politeness, a_host_that_rests_does_not_block_the_others)
{
	host_schedule *a;

	make(3, 1);
	a = next();
	cr_expect_null(next(), "the others wait for the address");
	cr_assert(politeness_rest(&p, a, clock_ms() + 100000) == OK);
	end(a);
	cr_expect_eq(number_of(a = next()), 1);
	cr_assert(politeness_rest(&p, a, clock_ms() + 100000) == OK);
	end(a);
	cr_expect_eq(number_of(next()), 2);
}

Test(politeness, a_host_whose_turn_it_is_without_work_is_passed_over)
{
	host_schedule *a;

	make(3, 1);
	a = next();
	cr_expect_null(next(), "the others wait for the address");
	end(a);
	cr_assert(politeness_set_work(&p, &hosts[0], false) == OK);
	cr_assert(politeness_set_work(&p, &hosts[1], false) == OK);
	cr_expect_eq(number_of(next()), 2);
}

Test(politeness, a_host_whose_turn_it_is_but_must_rest_is_passed_over)
{
	host_schedule *a;

	make(3, 1);
	a = next();
	cr_expect_null(next());
	end(a);
	cr_assert(politeness_set_work(&p, &hosts[0], false) == OK);
	cr_assert(politeness_rest(&p, &hosts[1], clock_ms() + 100000) == OK);
	cr_expect_eq(number_of(next()), 2);
}

Test(politeness, a_host_that_moves_releases_its_old_address)
{
	host_schedule *a;

	make(3, 1);
	a = next();
	cr_expect_null(next());
	cr_assert(politeness_end(&p, a, "192.0.2.2", 0, 0) == OK);
	cr_expect_eq(number_of(next()), 1);
	cr_expect_eq(number_of(next()), 0, "at its new address it is alone");
	cr_expect_null(next());
}

/* Events in random order: no address ever has too many open requests, and while a host may be asked, one is. */
Test(politeness, no_host_is_forgotten)
{
	static const char *const places[] = {"192.0.2.1", "192.0.2.2", "192.0.2.3"};
	int open = 0, served = 0;
	host_schedule *under_way[HOSTS];

	make(HOSTS, 2);
	srand(3);
	for (int step = 0; step < 20000; step++) {
		host_schedule *x = rand() % 3 ? next() : NULL;

		if (x) {
			cr_assert(!x->address || x->address->open <= 2);
			under_way[open++] = x;
			served++;
		} else if (open) {
			int which = rand() % open;

			x = under_way[which];
			under_way[which] = under_way[--open];
			cr_assert(politeness_end(&p, x, places[rand() % 20 ? 0 : rand() % 3], 0, 0) == OK);
		}
		if (rand() % 5 == 0) {
			x = &hosts[rand() % HOSTS];
			cr_assert(politeness_set_work(&p, x, !x->has_work) == OK);
		}
	}
	while (open)
		end(under_way[--open]);
	for (int i = 0; i < HOSTS; i++)
		cr_assert(politeness_set_work(&p, &hosts[i], true) == OK);
	for (int i = 0; i < HOSTS; i++) {
		host_schedule *x = next();

		cr_assert(x, "%d of %d, after %d", i, HOSTS, served);
		politeness_set_work(&p, x, false);
		end(x);
	}
	cr_expect_null(next());
}
