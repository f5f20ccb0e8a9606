/* The stage of cascade that confirms: edited pages are dropped; template twins and short pages are not. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/digest.h"
#include "plugin/options.h"
#include "tests/plugin/ask.h"
#include "tests/plugin/text_page.h"

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
	{"tail cut", LEAD BODY, FIRSTPRINT_CONTAINED, "containment"},
	{"noise appended", LEAD BODY TAIL NOISE, FIRSTPRINT_NEAR_DUPLICATE, "resemblance"},
	{"another page", NOISE NOISE "Nothing in here has anything to do with light, towers, ships or the sea at all.",
	 FIRSTPRINT_UNIQUE, "no-candidate"},
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

	cr_assert_eq(filter_add(f, id, &sig), OK);
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
	cr_expect_str_eq(v.stage, "figures");
	cr_expect_neq(strlen(v.word), 0u, "it names one of them");
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

/* A page of several paragraphs. Finalizes, as a program does. */
static firstprint_signature sign_whole(filter *f, const char *url, const char *title, const char *text, arena *a)
{
	firstprint_page page = {.url = url, .title = title, .lang = "en", .text = {text, strlen(text)}};
	firstprint_signature sig, final;

	digest_of(text, strlen(text), page.digest);
	cr_assert_eq(filter_sign(f, &page, a, &sig), OK);
	cr_assert_eq(filter_finalize(f, &sig, a, &final), OK);
	return final;
}

static firstprint_verdict verdict_of(filter *f, const char *url, const char *title, const char *text)
{
	arena *a = arena_new();
	firstprint_signature sig = sign_whole(f, url, title, text, a);
	firstprint_verdict v;

	cr_assert_eq(filter_check(f, &sig, &v, NULL), OK);
	arena_free(a);
	return v;
}

static void keep(filter *f, uint64_t id, const char *url, const char *title, const char *text)
{
	arena *a = arena_new();
	firstprint_signature sig = sign_whole(f, url, title, text, a);

	cr_assert_eq(filter_add(f, id, &sig), OK);
	arena_free(a);
}

#define GUIDE(town, river) \
	"A walk through " town " begins at the old gate, where a map shows the way to the market and back again in half a day.\n" \
	"Whoever has time stays in " town " for the evening, when the lamps along the " river " are lit and a band plays by the bridge.\n" \
	"The tower may be climbed on most days, and from its top one sees the whole valley and the hills that lie behind it."

/* What differs between two titles tells two pages apart if it differs in the texts as well, on whatever hosts. */
static struct {
	const char *name, *url, *title, *text;
	enum firstprint_kind kind;
	const char *word;
} titled[] = {
	{"another subject", "http://h/2", "Aldern: a walk", GUIDE("Aldern", "Weir"), FIRSTPRINT_UNIQUE, "Aldern"},
	{"on another host", "http://other/2", "Aldern: a walk", GUIDE("Aldern", "Weir"), FIRSTPRINT_UNIQUE, "Aldern"},
	{"an edited headline", "http://h/2", "From the gate to the tower in half a day", GUIDE("Bremby", "Weir"), FIRSTPRINT_DUPLICATE, ""},
	{"and an edited text", "http://h/2", "From the gate to the tower", GUIDE("Bremby", "Ousel"), FIRSTPRINT_NEAR_DUPLICATE, ""},
	{"a page number", "http://h/2", "Bremby: a walk - Page 2", GUIDE("Bremby", "Ousel"), FIRSTPRINT_NEAR_DUPLICATE, ""},
	{"the name of a site", "http://other/2", "Bremby: a walk | Lantern News", GUIDE("Bremby", "Ousel"), FIRSTPRINT_NEAR_DUPLICATE, ""},
	{"no title", "http://h/2", "", GUIDE("Bremby", "Ousel"), FIRSTPRINT_NEAR_DUPLICATE, ""},
};

Test(cascade_confirm, another_subject_is_another_page)
{
	filter *f = open_filter("cascade");

	keep(f, 1, "http://h/1", "Bremby: a walk - Print version", GUIDE("Bremby", "Weir"));
	for (size_t i = 0; i < sizeof titled / sizeof *titled; i++) {
		firstprint_verdict v = verdict_of(f, titled[i].url, titled[i].title, titled[i].text);

		cr_expect_eq(v.kind, titled[i].kind, "%s: %d %s", titled[i].name, v.kind, v.stage);
		cr_expect_str_eq(v.word, titled[i].word, "%s", titled[i].name);
		if (v.kind == FIRSTPRINT_UNIQUE)
			cr_expect_str_eq(v.stage, "subject", "%s", titled[i].name);
	}
	filter_close(f);
}

/* Counters, dates and versions stand in short lines above or below the article. */
Test(cascade_confirm, the_furniture_of_a_page_does_not_count)
{
	filter *f = open_filter("cascade");

	keep(f, 1, "", "", "Filed 3 May 2019, 10:30\n" GUIDE("Bremby", "Weir") "\nSeen 1,204 times\nMade with Pagework 2.3.1");
	cr_expect_eq(verdict_of(f, "", "", "Filed 9 June 2021, 07:15\n" GUIDE("Bremby", "Weir") "\nSeen 77 times\nMade with Pagework 3.0.2").kind,
		     FIRSTPRINT_NEAR_DUPLICATE);
	filter_close(f);
}

#define NOTICE \
	"Opinions in this forum are those of their writers, and nobody else answers for them in any court of any country.\n" \
	"The forum was founded by four friends in a kitchen, who wanted a place to talk about boats, ropes, sails and the weather.\n" \
	"Whoever finds a mistake writes to the keeper of the forum, who answers within a week or two unless he is at sea again.\n"
#define OWN_1 "Our anchor was lost in the night when the chain broke, and we drifted past the lighthouse until a tug found us at dawn."
#define OWN_2 "Paint the hull with three thin coats, let each dry for a day under cover, and sand it lightly before the next one goes on."
#define OWN_3 "For sale is a mast of spruce with all its fittings, kept dry in a barn since the boat it belonged to was broken up."

Test(cascade_confirm, two_pages_that_each_have_a_paragraph_of_their_own_are_two)
{
	filter *f = open_filter("cascade:resemblance=0.5");
	firstprint_verdict v;

	keep(f, 1, "", "", NOTICE OWN_1);
	v = verdict_of(f, "", "", NOTICE OWN_2);
	cr_expect_eq(v.kind, FIRSTPRINT_UNIQUE);
	cr_expect_str_eq(v.stage, "own-text");
	filter_close(f);
}

/* Sixteen pages of a forum, each with words of its own below the notice. */
static void keep_forum(filter *f)
{
	for (uint64_t id = 1; id <= 16; id++) {
		char url[32], text[2048];
		int len = snprintf(text, sizeof text, "%s", NOTICE);

		snprintf(url, sizeof url, "http://forum/%d", (int)id);
		for (int i = 0; i < 20; i++)
			len += snprintf(text + len, sizeof text - (size_t)len, "%c%c%d ", 'a' + (int)id, 'a' + i, (int)id);
		keep(f, id, url, "", text);
	}
}

/* A page of a host knows which lines are the site's: a reprint of its article is found on another site's page. */
Test(cascade_confirm, lines_of_several_pages_of_a_host_are_the_sites_own)
{
	static const struct { const char *name, *spec; bool learns; } rows[] = {
		{"by default", "cascade:least=16", true},
		{"thirty-two pages are several", "cascade:least=16,site-lines=4", false},
		{"off", "cascade:least=16,site-lines=off", false},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		filter *f = open_filter(rows[i].spec);
		firstprint_verdict v;

		keep_forum(f);
		v = verdict_of(f, "http://forum/17", "", NOTICE OWN_3);
		cr_expect_eq(v.kind, FIRSTPRINT_UNIQUE, "%s", rows[i].name);
		cr_expect_eq(evidence(&v, "site-share") > 0.5, rows[i].learns, "%s", rows[i].name);
		keep(f, 17, "http://forum/17", "", NOTICE OWN_3);
		cr_expect_eq(verdict_of(f, "http://elsewhere/", "", OWN_3).kind != FIRSTPRINT_UNIQUE, rows[i].learns, "%s", rows[i].name);
		cr_assert_eq(filter_remove(f, 1), OK);
		cr_assert_eq(filter_remove(f, 2), OK);
		v = verdict_of(f, "http://forum/18", "", NOTICE OWN_2);
		cr_expect_eq(evidence(&v, "site-share"), -1, "%s: fifteen pages are too few", rows[i].name);
		filter_close(f);
	}
}

/* Its correction, which another figure keeps, does not make the lines of a release the site's. */
Test(cascade_confirm, a_third_copy_is_met_after_a_correction)
{
	filter *f = open_filter("cascade:least=16");
	firstprint_verdict v;

	keep(f, 1, "http://h/1", "", NOTICE OWN_1 "\nThe tug took 58 minutes.");
	keep(f, 2, "http://h/2", "", NOTICE OWN_1 "\nThe tug took 85 minutes.");
	v = verdict_of(f, "http://h/3", "", NOTICE OWN_1);
	cr_expect_eq(v.kind, FIRSTPRINT_NEAR_DUPLICATE, "%s", v.stage);
	filter_close(f);
}

Test(cascade_confirm, a_label_is_the_sites_sooner_than_running_text)
{
	filter *f = open_filter("cascade:least=16");
	firstprint_verdict v;

	keep(f, 1, "http://h/1", "", "Forum of boats\n" NOTICE OWN_1);
	keep(f, 2, "http://h/2", "", "Forum of boats\n" NOTICE OWN_2);
	v = verdict_of(f, "http://h/3", "", "Forum of boats\n" NOTICE OWN_3);
	cr_expect(evidence(&v, "site-share") > 0 && evidence(&v, "site-share") < 0.1);
	filter_close(f);
}

/* Six words are running text; and of a page that is mostly other pages' it needs more pages, however little more than half. */
Test(cascade_confirm, a_page_that_is_mostly_other_pages_may_be_a_version)
{
	static const struct { const char *name, *text; bool learns; } rows[] = {
		{"six words", "The boats are back in harbour\n" NOTICE OWN_3, false},
		{"five words", "The boats are in harbour\n" NOTICE OWN_3, true},
		{"three fifths", NOTICE OWN_3 "\n" OWN_1, false},
		{"two fifths", NOTICE OWN_3 "\n" OWN_1 "\n" LEAD BODY, true},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		filter *f = open_filter("cascade:least=16");
		firstprint_verdict v;

		keep(f, 1, "http://h/1", "", "The boats are back in harbour\nThe boats are in harbour\n" NOTICE "Nobody answered.");
		keep(f, 2, "http://h/2", "", "The boats are back in harbour\nThe boats are in harbour\n" NOTICE OWN_2);
		v = verdict_of(f, "http://h/3", "", rows[i].text);
		cr_expect_eq(evidence(&v, "site-share") > 0, rows[i].learns, "%s: %g", rows[i].name, evidence(&v, "site-share"));
		filter_close(f);
	}
}

Test(cascade_confirm, a_page_without_enough_lines_of_its_own_is_judged_whole)
{
	filter *f = open_filter("cascade:least=16");

	keep(f, 1, "http://forum/1", "", NOTICE OWN_1);
	keep(f, 2, "http://forum/2", "", NOTICE OWN_2);
	cr_expect_eq(verdict_of(f, "http://forum/3", "", NOTICE).kind, FIRSTPRINT_CONTAINED);
	cr_expect_eq(verdict_of(f, "http://forum/4", "", NOTICE OWN_1 " Nobody was hurt.").kind, FIRSTPRINT_NEAR_DUPLICATE);
	filter_close(f);
}

#define REPORT_OF(net) "CAPE LAMPS THIRD QUARTER\nNet " net " vs 788,000\nNine months\nNet 1,674,000 vs 2,455,000\nSales 68.2 mln vs 54.7 mln"
#define LONGER_REPORT(net, orders) REPORT_OF(net) "\nShares 21,254,054 vs 20,167,714\nOrders " orders " mln vs 12.3 mln\nShips 19 and 38"
#define PHOTO(caption) \
	"Home\nAbout the school in the forest\nMission and vision\nOur team and our friends\nProjects\nInterviews\nContact\nBack to all sessions of the autumn\n" \
	"Records of a session with parents and children\n" caption "\nPhotos are free to use under the terms of the school"

static const struct { const char *name, *first_url, *first, *url, *text; enum firstprint_kind kind; const char *stage, *title; } shorts[] = {
	{"no text", "http://h/1", "", "http://h/2", "", FIRSTPRINT_DUPLICATE, "no-content", ""},
	{"no text on another host", "http://h/1", "", "http://i/2", "", FIRSTPRINT_UNIQUE, "too-short", ""},
	{"the URL repeated", "http://h/one.html", "No page one.html here", "http://h/two.html", "No page two.html here", FIRSTPRINT_DUPLICATE, "no-content", "Not found"},
	{"words of several lengths", "http://h/s?q=lamp", "Nothing found for lamp. Try it again.", "http://h/s?q=lighthouse", "Nothing found for lighthouse. Try it again.", FIRSTPRINT_DUPLICATE, "no-content", "Search"},
	{"the same text again", "http://h/one.html", "No page one.html here", "http://h/one.html", "No page one.html here", FIRSTPRINT_DUPLICATE, "text", "Not found"},
	{"the name of the page", "http://h/one.html", "On one.html I say this", "http://h/two.html", "On two.html I say this", FIRSTPRINT_UNIQUE, "too-short", "one.html, two.html"},
	{"on another host", "http://h/one.html", "No page one.html here", "http://i/two.html", "No page two.html here", FIRSTPRINT_UNIQUE, "too-short", "Not found"},
	{"capitals and marks", "http://h/1", "The lamp is out.", "http://i/2", "*** THE LAMP IS OUT ***", FIRSTPRINT_DUPLICATE, "text", ""},
	{"one URL repeated", "http://h/lamp/", "The lamp is out.", "http://h/other/", "The lamp is out.", FIRSTPRINT_DUPLICATE, "text", ""},
	{"the other one", "http://h/other/", "The lamp is out.", "http://h/lamp/", "The lamp is out.", FIRSTPRINT_DUPLICATE, "text", ""},
	{"on two hosts", "http://h/lamp/", "The lamp is out.", "http://i/other/", "The lamp is out!", FIRSTPRINT_DUPLICATE, "text", ""},
	{"a table of figures", "http://h/1", REPORT_OF("397,000"), "http://i/2", REPORT_OF("397,000") "\nNOTE: Figures were not audited.", FIRSTPRINT_NEAR_DUPLICATE, "resemblance", ""},
	{"a table of other figures", "http://h/1", REPORT_OF("397,000"), "http://i/2", REPORT_OF("412,000"), FIRSTPRINT_UNIQUE, "figures", ""},
	{"a report with a correction", "http://h/1", LONGER_REPORT("397,000", "16.8"), "http://i/2", LONGER_REPORT("397,000", "16.6"), FIRSTPRINT_NEAR_DUPLICATE, "resemblance", ""},
	{"a report with another amount", "http://h/1", LONGER_REPORT("397,000", "16.8"), "http://i/2", LONGER_REPORT("412,000", "16.8"), FIRSTPRINT_UNIQUE, "figures", ""},
	{"another caption", "http://h/photos/page/2/", PHOTO("two boys carry a plank"), "http://h/photos/page/3/", PHOTO("the stove is lit for soup"), FIRSTPRINT_UNIQUE, "subject", ""},
	{"on two hosts", "http://h/photos/page/2/", PHOTO("two boys carry a plank"), "http://i/photos/page/3/", PHOTO("the stove is lit for soup"), FIRSTPRINT_NEAR_DUPLICATE, "resemblance", ""},
	{"a caption with a word more", "http://h/photos/page/2/", PHOTO("two boys carry a plank"), "http://h/photos/page/3/", PHOTO("two boys carry a heavy plank"), FIRSTPRINT_NEAR_DUPLICATE, "resemblance", ""},
	{"another amount", "http://h/1", "The lamp is 5 €", "http://i/2", "The lamp is 5 $", FIRSTPRINT_UNIQUE, "too-short", ""},
};

Test(cascade_confirm, short_pages_are_compared_by_what_they_say)
{
	for (size_t i = 0; i < sizeof shorts / sizeof *shorts; i++) {
		filter *f = open_filter("cascade");
		firstprint_verdict v;

		keep(f, 1, shorts[i].first_url, shorts[i].title, shorts[i].first);
		v = verdict_of(f, shorts[i].url, shorts[i].title, shorts[i].text);
		cr_expect_eq(v.kind, shorts[i].kind, "%s", shorts[i].name);
		cr_expect_str_eq(v.stage, shorts[i].stage, "%s", shorts[i].name);
		filter_close(f);
	}
}

static firstprint_page list_of(const char *url, const char *title, const char *text, arena *a)
{
	firstprint_page page = {.url = url, .title = title, .lang = "en", .kind = FIRSTPRINT_LIST};

	page_of_text(text, a, &page);
	return page;
}

#define LISTED "The lamp of the cape\n08-20\nNine librarians count books\n05-05\nBoats of the old harbour\n07-11\n"

/* However short it is, a list of pages is compared with other lists of its site by its entries. */
Test(cascade_confirm, a_list_whose_entries_are_stored_is_dropped)
{
	static const struct { const char *spec, *url, *text; bool list; enum firstprint_kind kind; const char *stage; } lists[] = {
		{"cascade", "http://h/tag/2", "Tag: cape\n" LISTED, true, FIRSTPRINT_NEAR_DUPLICATE, "list"},
		{"cascade", "http://h/tag/2", "Tag: cape\nThe lamp of the cape\n08-20\nBoats of the old harbour\n07-11\n", true, FIRSTPRINT_CONTAINED, "list"},
		{"cascade", "http://h/tag/2", "Tag: cape\nThe lamp of the cape\n08-20\n", true, FIRSTPRINT_UNIQUE, "too-short"},
		{"cascade", "http://h/tag/2", "Tag: cape\n" LISTED "Ten librarians\n", true, FIRSTPRINT_UNIQUE, "too-short"},
		{"cascade", "http://h/tag/2", "Tag: cape\n" LISTED, false, FIRSTPRINT_UNIQUE, "too-short"},
		{"cascade", "http://i/tag/2", "Tag: cape\n" LISTED, true, FIRSTPRINT_UNIQUE, "too-short"},
		{"cascade:lists=off", "http://h/tag/2", "Tag: cape\n" LISTED, true, FIRSTPRINT_UNIQUE, "too-short"},
		{"cascade:confirm=off", "http://h/tag/2", "Tag: cape\n" LISTED, true, FIRSTPRINT_UNIQUE, "too-short"},
		{"cascade:site-lines=off", "http://h/tag/2", "Tag: cape\n" LISTED, true, FIRSTPRINT_UNIQUE, "too-short"},
	};

	for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
		filter *f = open_filter(lists[i].spec);
		arena *a = arena_new();
		firstprint_page new = list_of(lists[i].url, "Tag: cape - The island", lists[i].text, a);
		firstprint_verdict v;

		new.kind = lists[i].list ? FIRSTPRINT_LIST : FIRSTPRINT_PAGE;
		remember_page(f, 1, list_of("http://h/tag/1", "Tag: books - The island", "Tag: books\n" LISTED, a));
		v = check_page(f, new);
		cr_expect(v.kind == lists[i].kind && strcmp(v.stage, lists[i].stage) == 0, "row %zu: %d %s", i, v.kind, v.stage);
		arena_free(a);
		filter_close(f);
	}
}

Test(cascade_confirm, half_of_a_stored_list_is_enough)
{
	filter *f = open_filter("cascade");
	arena *a = arena_new();
	firstprint_verdict v;

	remember_page(f, 1, list_of("http://h/tag/1", "Tag: books - The island", "Tag: books\nThe lamp of the cape\n08-20\nBoats of the old harbour\n07-11\n", a));
	v = check_page(f, list_of("http://h/tag/2", "Tag: cape - The island", "Tag: cape\nThe lamp of the cape\n08-20\n", a));
	cr_expect(v.kind == FIRSTPRINT_CONTAINED && strcmp(v.stage, "list") == 0, "%d %s", v.kind, v.stage);
	arena_free(a);
	filter_close(f);
}

/* Two archives with the same titles in two orders: as texts they are two, since few runs of three words are the same. */
Test(cascade_confirm, long_lists_are_compared_by_their_entries_too)
{
	static const char *const words[] = {"lamp", "cape", "book", "chain", "boat", "tide", "light", "storm", "anchor", "island", "harbour", "keeper"};
	enum { WORDS = sizeof words / sizeof *words };
	char up[2000] = "", down[2000] = "";
	filter *f = open_filter("cascade");
	arena *a = arena_new();
	firstprint_verdict v;

	for (size_t i = 0; i < WORDS * WORDS; i += 7) {
		snprintf(up + strlen(up), sizeof up - strlen(up), "%s of %s\n", words[i / WORDS], words[i % WORDS]);
		snprintf(down + strlen(down), sizeof down - strlen(down), "%s of %s\n", words[(WORDS * WORDS - 4 - i) / WORDS],
			 words[(WORDS * WORDS - 4 - i) % WORDS]);
	}
	remember_page(f, 1, list_of("http://h/up", "Up", up, a));
	v = check_page(f, list_of("http://h/down", "Down", down, a));
	cr_expect(v.kind == FIRSTPRINT_NEAR_DUPLICATE && strcmp(v.stage, "list") == 0 && v.score == 1, "%d %s %g", v.kind, v.stage, v.score);
	strcat(down, "lamp of widows\n");
	v = check_page(f, list_of("http://h/down", "Down", down, a));
	cr_expect(v.kind == FIRSTPRINT_UNIQUE && strcmp(v.stage, "resemblance") == 0, "%d %s", v.kind, v.stage);
	arena_free(a);
	filter_close(f);
}

Test(cascade_confirm, a_stage_that_is_off_proposes_nothing)
{
	static const struct {
		const char *spec, *near, *cut; /* proposed_by of a page that both stages find, and of one that shingles find alone */
	} rows[] = {{"cascade:simhash=off", "shingles", "shingles"}, {"cascade:shingles=off", "simhash", ""}, {"cascade:simhash=off,shingles=off", "", ""}};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		filter *f = open_filter(rows[i].spec);
		firstprint_verdict v;

		keep(f, 1, "", "", GUIDE("Bremby", "Weir"));
		v = verdict_of(f, "", "", GUIDE("Bremby", "Weir") " It is so.");
		cr_expect_str_eq(v.proposed_by ? v.proposed_by : "", rows[i].near, "%s", rows[i].spec);
		v = verdict_of(f, "", "", GUIDE("Bremby", "Weir") NOISE);
		cr_expect_str_eq(v.proposed_by ? v.proposed_by : "", rows[i].cut, "%s", rows[i].spec);
		filter_close(f);
	}
}

Test(cascade_confirm, the_verdict_names_who_proposed)
{
	filter *f = open_filter("cascade");
	firstprint_verdict v;

	keep(f, 1, "", "", GUIDE("Bremby", "Weir"));
	v = verdict_of(f, "", "", GUIDE("Bremby", "Weir") " It is so.");
	cr_expect_str_eq(v.proposed_by, "simhash", "only stop words differ");
	v = verdict_of(f, "", "", GUIDE("Bremby", "Weir") NOISE);
	cr_expect_str_eq(v.proposed_by, "shingles");
	v = verdict_of(f, "", "", NOTICE);
	cr_expect_str_eq(v.stage, "no-candidate");
	cr_expect_null(v.proposed_by);
	filter_close(f);
}

/* With bits=0, SimHash proposes only the first page, which has further stop words; the second one has another last word. */
Test(cascade_confirm, a_proposed_page_that_is_not_all_but_equal_leaves_the_verdict_to_shingles)
{
	filter *f = open_filter("cascade:bits=0");
	firstprint_verdict v;

	keep(f, 1, "", "", GUIDE("Bremby", "Weir") " It is so, and it was so, and you are here as we are.");
	keep(f, 2, "", "", GUIDE("Bremby", "Weir") " Lamps.");
	v = verdict_of(f, "", "", GUIDE("Bremby", "Weir"));
	cr_expect(v.of == 2 && strcmp(v.proposed_by, "shingles") == 0, "%d by %s, %g", (int)v.of, v.proposed_by, v.score);
	filter_close(f);
}

Test(cascade_confirm, a_forgotten_page_is_not_found)
{
	filter *f = open_filter("cascade");
	arena *a = arena_new();

	remember(f, 1, LEAD BODY TAIL, a);
	remember(f, 2, LEAD BODY TAIL NOISE, a);
	cr_expect_eq(check(f, LEAD BODY, a).of, 1);
	cr_assert_eq(filter_remove(f, 1), OK);
	cr_expect_neq(check(f, LEAD BODY, a).of, 1);
	arena_free(a);
	filter_close(f);
}

/* A signature with these bytes, wherever they stand, replaced. */
static firstprint_signature spoiled(filter *f, const char *title, const char *text, const char *from, const char *to, arena *a)
{
	firstprint_page page = {.url = "http://h/page", .title = title, .lang = "en"};
	firstprint_signature sig;
	uint8_t *bytes, *at;

	page_of_text(text, a, &page);
	sig = sign_page(f, page, a);
	bytes = arena_copy(a, sig.bytes, sig.len);
	at = memmem(bytes, sig.len, from, strlen(from));
	cr_assert(at, "%s", from);
	memcpy(at, to, strlen(from));
	return (firstprint_signature){bytes, sig.len};
}

/* Signatures may come from elsewhere (filter --signed). */
Test(cascade_confirm, a_word_that_is_no_text_is_not_told)
{
	filter *f = open_filter("cascade:site-lines=off");
	arena *a = arena_new();
	firstprint_signature one = spoiled(f, "A day in Aldernby", GUIDE("Aldernby", "Gate"), "Aldernby", "Aldernby", a);
	firstprint_signature other = spoiled(f, "A day in Brembyxx", GUIDE("Brembyxx", "Gate"), "Brembyxx", "\xff\xff\xff\xff\xff\xff\xff\xff", a);
	firstprint_verdict v;

	cr_assert_eq(filter_add(f, 1, &one), OK);
	cr_assert_eq(filter_check(f, &other, &v, NULL), OK, "%s", filter_error(f));
	cr_expect_str_eq(v.stage, "subject");
	cr_expect_str_eq(v.word, "");
	arena_free(a);
	filter_close(f);
}

enum { GUARD = 64 }; /* bytes behind what is allocated */

static uint8_t *allocated[16]; /* their ends */
static size_t allocated_len;

static void *alloc_guarded(void *context, firstprint_arena *arena, size_t size)
{
	uint8_t *at = arena_alloc(arena, size + GUARD);

	(void)context;
	memset(at + size, 0xab, GUARD);
	allocated[allocated_len++] = at + size;
	return at;
}

/* Keys are made of as many shingles as there are, whatever the signature says of its own ones. */
Test(cascade_confirm, a_wrong_number_of_own_shingles_does_no_harm)
{
	enum { OWN_LEN = 32 + 14 }; /* behind the fingerprint, in the sketch */
	static const uint8_t guard[GUARD] = {[0 ... GUARD - 1] = 0xab};
	const firstprint_filter *api = filter_builtins[0];
	firstprint_keys keys[FIRSTPRINT_STAGES_MAX] = {0};
	firstprint_host host = {.alloc = alloc_guarded};
	filter *f = open_filter("cascade:site-lines=1000000");
	void *state = calloc(1, api->state_size);
	arena *a = arena_new();
	firstprint_signature sig = spoiled(f, "", GUIDE("Aldern", "Gate"), "", "", a);

	memset((uint8_t *)sig.bytes + OWN_LEN, 0, 2);
	cr_assert(options_parse(api, "", state, NULL) == OK && api->open(state, &host) == FIRSTPRINT_OK);
	cr_assert_eq(api->keys(state, &sig, FIRSTPRINT_STORE, a, keys), FIRSTPRINT_OK);
	cr_assert_gt(allocated_len, 0u);
	for (size_t i = 0; i < allocated_len; i++)
		cr_expect_eq(memcmp(allocated[i], guard, GUARD), 0, "allocation %zu", i);
	free(state);
	arena_free(a);
	filter_close(f);
}
