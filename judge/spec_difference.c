#include "judge/spec_difference.h"

#include <stdio.h>
#include <string.h>

/* Returns where two SPECs begin to differ: at the first filter or option that is not the same. */
static size_t difference(const char *a, const char *b)
{
	size_t at = 0;

	for (size_t i = 0; a[i] && a[i] == b[i]; i++)
		if (strchr("+:, ", a[i]))
			at = i + 1;
	return at;
}

/* Returns how many bytes at their ends, from a separator on, two SPECs have in common behind the place where they differ. */
static size_t common_end(const char *a, const char *b)
{
	size_t i = strlen(a), j = strlen(b), end = i;

	while (i > 0 && j > 0 && a[i - 1] == b[j - 1]) {
		i--, j--;
		if (strchr("+, ", a[i]))
			end = i;
	}
	return strlen(a) - end;
}

/* Writes the part of a SPEC from `at` on that another one lacks: its first filter's name, if all is different. */
static void put_part(const char *spec, size_t at, size_t end, char out[SPEC_PART])
{
	enum { MOST = SPEC_PART - 16 };
	size_t len = at ? strlen(spec) - at - end : strcspn(spec, ":+");

	len = len < MOST ? len : MOST;
	snprintf(out, SPEC_PART, "%s%.*s%s", at ? "…" : "", (int)len, spec + at, spec[at + len] ? "…" : "");
}

spec_difference spec_differ(const char *one, const char *other)
{
	size_t at = difference(one, other), end = common_end(one + at, other + at);
	spec_difference d;

	put_part(one, at, end, d.one);
	put_part(other, at, end, d.other);
	return d;
}
