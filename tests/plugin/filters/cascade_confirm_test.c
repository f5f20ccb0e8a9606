/* The stage of cascade that confirms: edited pages are dropped; template twins and short pages are not. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "base/digest.h"
#include "tests/plugin/ask.h"

#define LEAD \
	"The old lighthouse on the northern cape was switched on again last night after eleven years of darkness. " \
	"Fishermen from three villages around the bay had collected the money for a new lamp and its wiring. "
#define BODY \
	"The county council paid for painting the tower and for repairing the spiral stairs inside of it. " \
	"The keeper, who had never left the island, said that he slept badly whenever the coast was dark. "
#define TAIL \
	"He will climb the tower every evening from now on to look after the machinery and the great lens. " \
	"Ships passing the cape greeted the light with their horns until long after midnight, neighbours report. "
#define NOISE \
	"Subscribe to our letter and never miss a story again. Follow us wherever you like to read. " \
	"Comments are closed for this article. Opinions expressed are those of readers and nobody else here. "

static struct {
	const char *name, *text;
	enum firstprint_kind kind;
	const char *stage;
} edits[] = {
	{"the same", LEAD BODY TAIL, FIRSTPRINT_DUPLICATE, "text"},
	{"a word changed", LEAD BODY "He might climb the tower every evening from now on to look after the machinery and the great"
	 " lens. Ships passing the cape greeted the light with their horns until long after midnight, neighbours report. ",
	 FIRSTPRINT_NEAR_DUPLICATE, "resemblance"},
	{"paragraphs moved", TAIL LEAD BODY, FIRSTPRINT_NEAR_DUPLICATE, "resemblance"},
	{"tail cut", LEAD BODY, FIRSTPRINT_NEAR_DUPLICATE, "resemblance"},
	{"noise appended", LEAD BODY TAIL NOISE, FIRSTPRINT_NEAR_DUPLICATE, "resemblance"},
	{"another page", NOISE NOISE "Nothing in here has anything to do with light, towers, ships or the sea at all.",
	 FIRSTPRINT_UNIQUE, "simhash"},
	{"too short", "The old lighthouse on the northern cape was switched on again.", FIRSTPRINT_UNIQUE, "too-short"},
};

static firstprint_signature sign(filter *f, const char *text, arena *a)
{
	firstprint_page page = {.url = "", .title = "", .lang = "en", .text = {text, strlen(text)}};
	firstprint_signature sig;

	digest_of(text, strlen(text), page.digest);
	cr_assert_eq(filter_sign(f, &page, a, &sig), OK);
	return sig;
}

static firstprint_verdict check(filter *f, const char *text, arena *a)
{
	firstprint_signature sig = sign(f, text, a);
	firstprint_verdict v = {0};

	cr_assert_eq(filter_check(f, &sig, &v, NULL), OK);
	return v;
}

static void remember(filter *f, uint64_t id, const char *text, arena *a)
{
	firstprint_signature sig = sign(f, text, a);

	cr_assert_eq(filter_remember(f, id, &sig), OK);
}

Test(cascade_confirm, edited_pages_are_dropped_and_other_pages_are_not)
{
	filter *f = open_filter("cascade");
	arena *a = arena_new();

	remember(f, 7, LEAD BODY TAIL, a);
	for (size_t i = 0; i < sizeof edits / sizeof *edits; i++) {
		firstprint_verdict v = check(f, edits[i].text, a);

		cr_expect_eq(v.kind, edits[i].kind, "%s: %d", edits[i].name, v.kind);
		cr_expect_str_eq(v.stage, edits[i].stage, "%s", edits[i].name);
		cr_expect_eq(v.of, edits[i].kind ? 7 : 0, "%s", edits[i].name);
	}
	arena_free(a);
	filter_close(f);
}

#define RATES(town, a, b, c, day) \
	"The central bank of " town " left its key rate at " a " percent and its deposit rate at " b " percent after the regular" \
	" meeting of its board. Inflation stood at " c " percent in the last month, the governor told reporters in the capital." \
	" Analysts had expected the decision. The board meets again on the " day " of next month to look at prices and wages."

Test(cascade_confirm, template_twins_are_different_pages)
{
	filter *f = open_filter("cascade");
	arena *a = arena_new();
	firstprint_verdict v;

	remember(f, 1, RATES("Norway", "4.25", "3.25", "2.9", "16th"), a);
	v = check(f, RATES("Norway", "5.75", "4.50", "6.1", "21st"), a);
	cr_expect_eq(v.kind, FIRSTPRINT_UNIQUE);
	cr_expect_str_eq(v.stage, "numbers");
	v = check(f, RATES("Sweden", "4.25", "3.25", "2.9", "16th"), a);
	cr_expect_eq(v.kind, FIRSTPRINT_NEAR_DUPLICATE, "one name alone may be a spelling");
	arena_free(a);
	filter_close(f);
}

Test(cascade_confirm, contained_and_containing_pages_are_told_apart)
{
	static const char part[] = LEAD BODY TAIL;
	filter *f = open_filter("cascade"), *g = open_filter("cascade");
	arena *a = arena_new();
	const char *whole = arena_printf(a, "%s%s%s%s%s", part, NOISE,
					 RATES("Norway", "4.25", "3.25", "2.9", "16th") RATES("Peru", "6.5", "5.1", "3.4", "19th"),
					 "Meanwhile a committee of librarians counted every book in the city for the first time since a"
					 " flood took forty thousand volumes from their shelves, atlases and cookbooks among them. Readers"
					 " who bring back what was lost before summer pay no fee and receive a small printed map. Engineers"
					 " drilled through a glacier in order to learn how quickly the ice slides over the rock beneath it.",
					 "Tourists may visit the entrance in August but only in groups and with helmets because stones fall.");

	remember(f, 1, whole, a);
	cr_expect_eq(check(f, part, a).kind, FIRSTPRINT_CONTAINED);
	remember(g, 1, part, a);
	cr_expect_eq(check(g, whole, a).kind, FIRSTPRINT_SUPERSEDES);
	arena_free(a);
	filter_close(f);
	filter_close(g);
}

static firstprint_verdict check_titled(filter *f, const char *url, const char *title, const char *text, uint64_t remember_as)
{
	arena *a = arena_new();
	firstprint_page page = {.url = url, .title = title, .lang = "en", .text = {text, strlen(text)}};
	firstprint_signature sig;
	firstprint_verdict v = {0};

	cr_assert_eq(filter_sign(f, &page, a, &sig), OK);
	cr_assert_eq(filter_check(f, &sig, &v, NULL), OK);
	if (remember_as)
		cr_assert_eq(filter_remember(f, remember_as, &sig), OK);
	arena_free(a);
	return v;
}

/* Pages of one host with other titles, such as chapters, are kept even if their texts are similar. The same article on
 * another host, or with the same words in its title, is dropped. */
static struct {
	const char *name, *url, *title, *text;
	enum firstprint_kind kind;
} titled[] = {
	{"next chapter", "http://h/2", "The lens - The island", LEAD BODY TAIL NOISE, FIRSTPRINT_UNIQUE},
	{"elsewhere", "http://other/2", "The lens - The island", LEAD BODY TAIL NOISE, FIRSTPRINT_NEAR_DUPLICATE},
	{"a longer title", "http://h/2", "The lighthouse shines - The island", LEAD BODY TAIL NOISE, FIRSTPRINT_NEAR_DUPLICATE},
	{"another number", "http://h/2", "The lighthouse - The island 2", LEAD BODY TAIL NOISE, FIRSTPRINT_NEAR_DUPLICATE},
	{"the same text", "http://h/2", "The lens - The island", LEAD BODY TAIL, FIRSTPRINT_DUPLICATE},
	{"no title", "http://h/2", "", LEAD BODY TAIL NOISE, FIRSTPRINT_NEAR_DUPLICATE},
};

Test(cascade_confirm, another_title_on_one_host_is_another_page)
{
	filter *f = open_filter("cascade");

	check_titled(f, "http://h/1", "The lighthouse - The island", LEAD BODY TAIL, 1);
	for (size_t i = 0; i < sizeof titled / sizeof *titled; i++) {
		firstprint_verdict v = check_titled(f, titled[i].url, titled[i].title, titled[i].text, 0);

		cr_expect_eq(v.kind, titled[i].kind, "%s: %d %s", titled[i].name, v.kind, v.stage);
	}
	filter_close(f);
}

Test(cascade_confirm, a_forgotten_page_is_not_found)
{
	filter *f = open_filter("cascade");
	arena *a = arena_new();

	remember(f, 1, LEAD BODY TAIL, a);
	remember(f, 2, LEAD BODY TAIL NOISE, a);
	cr_expect_eq(check(f, LEAD BODY, a).of, 1);
	cr_assert_eq(filter_forget(f, 1), OK);
	cr_expect_neq(check(f, LEAD BODY, a).of, 1);
	arena_free(a);
	filter_close(f);
}
