#include "crawler/web/expiry.h"

#include <criterion/criterion.h>

/* 25 June 2010, 23:00 UTC: 15:00 of the Pacific standard time. */
enum { THEN = 1277506800, DAY = 1277424000 };

static struct {
	const char *dates;
	int64_t at_s;
} readable[] = {
	{"25 Jun 2010 15:00:00 PST", THEN},
	{"Fri, 25 Jun 2010 23:00:00 GMT", THEN},
	{"Fri, 25 Jun 2010 23:00:00 +0000", THEN},
	{"Sat, 26 Jun 2010 01:00:00 +0200", THEN},
	{"25 Jun 10 23:00 GMT", THEN},
	{"Friday, 25-Jun-10 15:00:00 PST", THEN},
	{"Fri Jun 25 23:00:00 2010", THEN},
	{"2010-06-25T23:00:00Z", THEN},
	{"2010-06-25T23:00Z", THEN},
	{"2010-06-25T23:00:00.500Z", THEN},
	{"2010-06-26T01:00:00+02:00", THEN},
	{"2010-06-25T15:00:00-0800", THEN},
	{"2010-06-25 23:00:00", THEN},
	{"2010-06-25 23:00 +00:00", THEN},
	{"20100625T230000Z", THEN},
	{"2010-06-25", DAY},
	{"25 Jun 2010", DAY},
	{"Jun 25, 2010", DAY},
	{"soon\n2010-06-25\n2100-01-01", DAY},
	{"2100-01-01\n25 Jun 2010", DAY},
};

Test(expiry, comes_with_the_first_date)
{
	for (size_t i = 0; i < sizeof readable / sizeof *readable; i++) {
		cr_expect(!expiry_has_passed(readable[i].dates, readable[i].at_s - 1), "%s", readable[i].dates);
		cr_expect(expiry_has_passed(readable[i].dates, readable[i].at_s), "%s", readable[i].dates);
	}
}

static const char *const unreadable[] = {NULL, "", "\n", "\n\n", "soon", "never", "2010", "15:00:00", "2010-13-45", "2010-06-25T",
	"2010-06-25T23:00:00 nowhere", "25 Foo 2010", "Friday", "-1", "0", "2010-06-25 or later",
	"25 Jun 2010 25 Jun 2010 25 Jun 2010 25 Jun 2010 25 Jun 2010 25 Jun 2010 25 Jun 2010 25 Jun 2010 25 Jun 2010"};

Test(expiry, does_not_come_with_what_is_no_date)
{
	for (size_t i = 0; i < sizeof unreadable / sizeof *unreadable; i++)
		cr_expect(!expiry_has_passed(unreadable[i], INT64_MAX), "%s", unreadable[i]);
}
