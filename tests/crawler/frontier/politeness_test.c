#include "crawler/frontier/politeness.h"

#include <criterion/criterion.h>
#include <stdlib.h>

#include "base/clock.h"

enum { HOSTS = 40 };

static politeness t;
static turn hosts[HOSTS];

static void drop(void)
{
	politeness_free(&t);
}

TestSuite(politeness, .fini = drop);

static int number_of(const turn *x)
{
	return x ? (int)(x - hosts) : -1;
}

/* Hosts that all are at one address, which each was asked at once to know. */
static void make(int n, int open_most)
{
	t = (politeness){.open_most = open_most};
	for (int i = 0; i < n; i++) {
		politeness_join(&t, &hosts[i]);
		cr_assert(politeness_set(&t, &hosts[i], true) == OK);
		cr_assert(politeness_begin(&t, &hosts[i], 0, 0) == OK);
		cr_assert(politeness_end(&t, &hosts[i], "192.0.2.1", 0, 0) == OK);
	}
}

static turn *next(void)
{
	int64_t soonest;
	turn *x = NULL;

	cr_assert(politeness_next(&t, clock_ms() + 1, &x, &soonest) == OK);
	if (x)
		cr_assert(politeness_begin(&t, x, clock_ms(), 0) == OK);
	return x;
}

static void end(turn *x)
{
	cr_assert(politeness_end(&t, x, "192.0.2.1", 0, 0) == OK);
}

Test(politeness, hosts_at_one_address_come_in_turn)
{
	make(4, 1);
	for (int round = 0; round < 3; round++)
		for (int i = 0; i < 4; i++) {
			turn *x = next();

			cr_expect_eq(number_of(x), i, "round %d", round);
			cr_expect_null(next(), "the address is busy");
			end(x);
		}
}

Test(politeness, an_address_has_so_many_open)
{
	turn *a, *b;

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

Test(politeness, one_that_wants_quiet_holds_nobody_up)
{
	turn *a;

	make(3, 1);
	a = next();
	cr_expect_null(next(), "the others wait for the address");
	cr_assert(politeness_rest(&t, a, clock_ms() + 100000) == OK);
	end(a);
	cr_expect_eq(number_of(a = next()), 1);
	cr_assert(politeness_rest(&t, a, clock_ms() + 100000) == OK);
	end(a);
	cr_expect_eq(number_of(next()), 2);
}

Test(politeness, one_that_was_woken_and_has_nothing_to_ask_wakes_the_next)
{
	turn *a;

	make(3, 1);
	a = next();
	cr_expect_null(next(), "the others wait for the address");
	end(a);
	cr_assert(politeness_set(&t, &hosts[0], false) == OK);
	cr_assert(politeness_set(&t, &hosts[1], false) == OK);
	cr_expect_eq(number_of(next()), 2);
}

Test(politeness, so_does_one_that_must_rest)
{
	turn *a;

	make(3, 1);
	a = next();
	cr_expect_null(next());
	end(a);
	cr_assert(politeness_set(&t, &hosts[0], false) == OK);
	cr_assert(politeness_rest(&t, &hosts[1], clock_ms() + 100000) == OK);
	cr_expect_eq(number_of(next()), 2);
}

Test(politeness, one_that_moves_to_another_address_frees_its_old_one)
{
	turn *a;

	make(3, 1);
	a = next();
	cr_expect_null(next());
	cr_assert(politeness_end(&t, a, "192.0.2.2", 0, 0) == OK);
	cr_expect_eq(number_of(next()), 1);
	cr_expect_eq(number_of(next()), 0, "at its new address it is alone");
	cr_expect_null(next());
}

/* Whatever happens in whatever order: no address has too many open, and while somebody could be asked, somebody is. */
Test(politeness, nobody_is_forgotten)
{
	static const char *const places[] = {"192.0.2.1", "192.0.2.2", "192.0.2.3"};
	int open = 0, served = 0;
	turn *under_way[HOSTS];

	make(HOSTS, 2);
	srand(3);
	for (int step = 0; step < 20000; step++) {
		turn *x = rand() % 3 ? next() : NULL;

		if (x) {
			cr_assert(!x->address || x->address->open <= 2);
			under_way[open++] = x;
			served++;
		} else if (open) {
			int which = rand() % open;

			x = under_way[which];
			under_way[which] = under_way[--open];
			cr_assert(politeness_end(&t, x, places[rand() % 20 ? 0 : rand() % 3], 0, 0) == OK);
		}
		if (rand() % 5 == 0) {
			x = &hosts[rand() % HOSTS];
			cr_assert(politeness_set(&t, x, !x->willing) == OK);
		}
	}
	while (open)
		end(under_way[--open]);
	for (int i = 0; i < HOSTS; i++)
		cr_assert(politeness_set(&t, &hosts[i], true) == OK);
	for (int i = 0; i < HOSTS; i++) {
		turn *x = next();

		cr_assert(x, "%d of %d, after %d", i, HOSTS, served);
		politeness_set(&t, x, false);
		end(x);
	}
	cr_expect_null(next());
}
