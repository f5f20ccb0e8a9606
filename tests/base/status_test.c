#include "base/status.h"

#include <criterion/criterion.h>
#include <string.h>

Test(status, has_a_phrase_of_its_own_for_every_value)
{
	static const status all[] = {OK, ERR_MEMORY, ERR_IO, ERR_FORMAT, ERR_USAGE, ERR_BUSY, ERR_LIMIT, ERR_MISSING, ERR_FILTER};
	enum { N = sizeof all / sizeof *all };

	for (int i = 0; i < N; i++)
		for (int k = i + 1; k < N; k++)
			cr_expect_str_neq(status_text(all[i]), status_text(all[k]), "%d and %d", all[i], all[k]);
	cr_expect_str_eq(status_text(ERR_MEMORY), "out of memory");
}

Test(status, has_a_phrase_for_a_value_nobody_defined)
{
	cr_expect_str_eq(status_text((status)-1000), "unknown status");
}

/* A sentence with half a character in it would be no UTF-8, and JSON would not take it. */
Test(status, a_sentence_that_is_too_long_is_cut_behind_a_character)
{
	static const char *const characters[] = {"x", "é", "的", "𝄞"};
	char text[2 * sizeof(complaint)];
	complaint why;

	for (size_t i = 0; i < sizeof characters / sizeof *characters; i++)
		for (size_t before = 0; before < 4; before++) {
			size_t len = strlen(characters[i]), at = before;

			memset(text, '-', before);
			for (; at + len < sizeof text; at += len)
				memcpy(text + at, characters[i], len);
			text[at] = '\0';
			complain(&why, ERR_USAGE, "%s", text);
			cr_expect_eq((strlen(why.text) - before) % len, 0u, "%s after %zu", characters[i], before);
			cr_expect_geq(strlen(why.text), sizeof why.text - 4);
		}
}

Test(status, complain_writes_the_sentence_and_passes_the_status_on)
{
	complaint why = {"old"};

	cr_expect_eq(complain(&why, ERR_USAGE, "no filter '%s', %d tried", "x", 3), ERR_USAGE);
	cr_expect_str_eq(why.text, "no filter 'x', 3 tried");
	cr_expect_eq(complain(NULL, ERR_IO, "nobody wants %s", "this"), ERR_IO);
}

Test(status, complain_cuts_a_sentence_that_is_too_long)
{
	complaint why;

	complain(&why, ERR_USAGE, "%02000d", 0);
	cr_expect_eq(strlen(why.text), sizeof why.text - 1);
}
