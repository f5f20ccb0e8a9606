/* With exact=off, a filter is the method of its paper: no stage "text" decides before it. */
#include <stdio.h>

#include "tests/plugin/ask.h"
#include "tests/plugin/text_page.h"

static const char article[] =
	"The harbour of the town is a quiet place in the winter. A ferry crosses the bay twice a day, and the captain knows each of "
	"the passengers by name. In the summer the boats of the visitors fill the basin, the cafés stay open until the morning, and a "
	"band plays on the pier. The fishermen sell the catch of the night from their boats, a habit which is older than the market "
	"hall. The mayor wants to build a second pier. The fishermen are against it.";

static const char little[] = "No news";

static firstprint_verdict judged_twice(const char *spec, const char *text)
{
	filter *f = open_filter(spec);
	arena *a = arena_new();
	firstprint_page page = {.url = "", .title = "", .lang = "en"};
	firstprint_verdict v;

	page_of_text(text, a, &page);
	remember_page(f, 1, page);
	v = check_page(f, page);
	cr_expect_eq(v.of, v.kind == FIRSTPRINT_UNIQUE ? 0u : 1u, "%s", spec);
	filter_close(f);
	arena_free(a);
	return v;
}

Test(exact_option, with_it_off_an_equal_text_is_judged_by_the_method)
{
	static const char *const methods[] = {"cascade", "cascade:confirm=off", "sentence-hash", "spotsigs",
					      "feature-code", "length-variable", "minhash"};

	for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
		const char *first = strchr(methods[i], ':') ? "," : ":";
		char on[64], off[64];
		firstprint_verdict v;

		snprintf(on, sizeof on, "%s%sexact=on", methods[i], first);
		snprintf(off, sizeof off, "%s%sexact=off", methods[i], first);
		v = judged_twice(on, article);
		cr_expect(v.kind == FIRSTPRINT_DUPLICATE && strcmp(v.stage, "text") == 0, "%s: %s", on, v.stage);
		v = judged_twice(off, article);
		cr_expect_eq(v.kind, FIRSTPRINT_NEAR_DUPLICATE, "%s: %s", off, v.stage);
		cr_expect_eq(judged_twice(on, little).kind, FIRSTPRINT_DUPLICATE, "%s", on);
		cr_expect_eq(judged_twice(off, little).kind, FIRSTPRINT_UNIQUE, "%s", off);
	}
}

/* Kumar, Govindarajulu 2013: no exact stage, and no page is too short. */
Test(exact_option, the_papers_own_cascade_is_one_spec)
{
	static const char spec[] = "cascade:confirm=off,exact=off,least=0";
	firstprint_verdict v = judged_twice(spec, little);

	cr_expect_eq(v.kind, FIRSTPRINT_NEAR_DUPLICATE);
	cr_expect_str_eq(v.stage, "simhash");
	cr_expect_eq(v.score, 1);
	cr_expect_eq(judged_twice(spec, "").kind, FIRSTPRINT_NEAR_DUPLICATE, "no text: the fingerprint 0, for better or worse");
}
