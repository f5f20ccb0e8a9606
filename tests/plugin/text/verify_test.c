/* What is one article: at each of the limits, texts of which it is known how much they share. */
#include <ctype.h>
#include <math.h>
#include <stdio.h>

#include "plugin/text/verify.h"
#include "tests/plugin/text_profile.h"

enum { WORDS = 10 /* of a sentence */, ROOM = 60000 };

/* Appends sentence n: words that no other sentence has. */
static void put_sentence(char *out, int n)
{
	size_t len = strlen(out);

	for (int i = 0; i < WORDS; i++) {
		unsigned x = (unsigned)(n * WORDS + i) * 2654435761u;

		out[len++] = ' ';
		for (int k = 0; k < 5; k++, x /= 26)
			out[len++] = (char)('a' + x % 26);
		out[len++] = (char)('a' + n % 26);
		out[len++] = (char)('a' + n / 26 % 26);
	}
	strcpy(out + len, ".\n");
}

/* What may stand before a range: the same sentences with other figures. */
static const struct {
	char mark;
	const char *sentences;
} with_figures[] = {
	{'a', "On that day 48213 people saw 7391 birds and paid 1620 crowns.\n"},
	{'b', "On that day 48213 people saw 7391 birds and paid 1975 crowns.\n"},
	{'c', "On that day 48213 people saw 7391 birds and paid 1620 crowns. Later 5521 others came by 364 boats and left 8817 bags.\n"},
	{'d', "On that day 48213 people saw 7391 birds and paid 1620 crowns. Later 5521 others came by 364 boats and left 8130 bags.\n"},
	{'e', "Nobody knew of it then.\n"},
	{'f', "The year before 2913 geese were seen by 457 guests with 6104 glasses.\n"},
};

/* "0-9 30-35a": these sentences, figures before the latter; "0-9/": other ones in place of the odd ones. */
static const char *text_of(const char *ranges, char out[ROOM])
{
	int from, to, used;
	bool others;

	*out = '\0';
	for (; sscanf(ranges, "%d-%d%n", &from, &to, &used) == 2; ranges += used) {
		for (size_t i = 0; i < sizeof with_figures / sizeof *with_figures; i++)
			if (ranges[used] == with_figures[i].mark) {
				strcat(out, with_figures[i].sentences);
				used++;
				break;
			}
		others = ranges[used] == '/';
		used += others;
		for (int i = from; i <= to; i++)
			put_sentence(out, others && i % 2 ? i + 1000 : i);
	}
	return out;
}

static const verify_limits limits = {0.5, 0.8, true, true, true};

/* margin: may be NULL. */
static verify_result compared_closely(const char *new, const char *old, double *margin)
{
	static char texts[2][ROOM];
	arena *a = arena_new();
	profile x = text_profile("http://a/1", "en", "", text_of(new, texts[0]), a), y = text_profile("http://b/2", "en", "", text_of(old, texts[1]), a);
	verify_result m = verify_compare(&x, &y, &limits);

	if (margin)
		*margin = verify_margin(&m, &x, &y, &limits);
	arena_free(a);
	return m;
}

static verify_result compared(const char *new, const char *old)
{
	return compared_closely(new, old, NULL);
}

static const struct {
	const char *what, *new, *old;
	enum firstprint_kind kind;
	const char *stage;
} rows[] = {
	{"the same", "0-29", "0-29", FIRSTPRINT_NEAR_DUPLICATE, "resemblance"},
	{"a longer version that has half of the older", "0-45a 100-168", "0-45a 50-104", FIRSTPRINT_SUPERSEDES, "containment"},
	{"a version that is hardly longer", "0-45a 100-158", "0-45a 50-104", FIRSTPRINT_UNIQUE, "own-text"},
	{"a longer version that has less", "0-43a 100-159", "0-43a 200-253", FIRSTPRINT_UNIQUE, "own-text"},
	{"the same without figures", "0-45 100-164", "0-45 50-104", FIRSTPRINT_UNIQUE, "resemblance"},
	{"one that is shorter", "0-45a 50-104", "0-45a 100-164", FIRSTPRINT_UNIQUE, "own-text"},
	{"written twice, with the same figures", "0-59a", "0-59a/", FIRSTPRINT_NEAR_DUPLICATE, "resemblance"},
	{"written twice, without figures", "0-59", "0-59/", FIRSTPRINT_UNIQUE, "resemblance"},
	{"half edited, and the older has more, with the same figures", "0-32a 40-60/", "0-32a 40-60 100-112", FIRSTPRINT_NEAR_DUPLICATE, "resemblance"},
	{"the same without figures", "0-32 40-60/", "0-32 40-60 100-112", FIRSTPRINT_UNIQUE, "own-text"},
	{"50 words in a long text", "0-99", "40-44", FIRSTPRINT_UNIQUE, "resemblance"},
	{"65 words", "0-39 40-45e 46-99", "40-45e", FIRSTPRINT_SUPERSEDES, "containment"},
	{"70 words", "0-99", "40-46", FIRSTPRINT_SUPERSEDES, "containment"},
	{"a long text that has 50 words", "40-44", "0-99", FIRSTPRINT_UNIQUE, "resemblance"},
	{"one that has 70 words", "40-46", "0-99", FIRSTPRINT_CONTAINED, "containment"},
	{"65 words of which the sample has few", "58-63e", "0-57 58-63e 64-299", FIRSTPRINT_UNIQUE, "resemblance"},
	{"each has a paragraph of its own", "0-39 100-109", "0-39 200-209", FIRSTPRINT_UNIQUE, "own-text"},
	{"each has a short one", "0-39 100-103", "0-39 200-203", FIRSTPRINT_NEAR_DUPLICATE, "resemblance"},
	{"each has a longer one", "0-39 100-105", "0-39 200-205", FIRSTPRINT_UNIQUE, "own-text"},
	{"the newcomer has a quarter more", "0-39 100-119", "0-39", FIRSTPRINT_SUPERSEDES, "containment"},
	{"a fifth more, which is a paragraph", "0-39 100-111", "0-39", FIRSTPRINT_SUPERSEDES, "containment"},
	{"a tenth more, which is a paragraph", "0-59 200-206", "0-59", FIRSTPRINT_SUPERSEDES, "containment"},
	{"a fifth more of a short text", "0-15 100-103", "0-15", FIRSTPRINT_NEAR_DUPLICATE, "resemblance"},
	{"a paragraph, and a sentence is lost", "0-39 100-109", "0-39 200-201", FIRSTPRINT_SUPERSEDES, "containment"},
	{"three quarters of the older", "0-29", "0-39", FIRSTPRINT_NEAR_DUPLICATE, "resemblance"},
	{"less of it", "0-28", "0-39", FIRSTPRINT_CONTAINED, "containment"},
	{"a part, but for a sentence", "0-42 100-101", "0-90", FIRSTPRINT_CONTAINED, "containment"},
	{"a part, but for a paragraph", "0-42 100-107", "0-90", FIRSTPRINT_UNIQUE, "resemblance"},
	{"less than that", "0-37 100-112", "0-90", FIRSTPRINT_UNIQUE, "resemblance"},
	{"one figure of three differs", "0-29a", "0-29b", FIRSTPRINT_UNIQUE, "figures"},
	{"one figure of six", "0-29c", "0-29d", FIRSTPRINT_UNIQUE, "figures"},
	{"one figure, and 20 words on each side", "0-39a 100-101", "0-39b 200-201", FIRSTPRINT_UNIQUE, "figures"},
	{"one figure, and 40 words on each side", "0-39a 100-103", "0-39b 200-203", FIRSTPRINT_NEAR_DUPLICATE, "resemblance"},
	{"the older has one more", "0-29a", "0-29c", FIRSTPRINT_NEAR_DUPLICATE, "resemblance"},
	{"the newcomer has as many more", "0-29c", "0-29a", FIRSTPRINT_SUPERSEDES, "containment"},
	{"a third of its figures would be lost", "0-14c 15-29f", "0-14c 15-29", FIRSTPRINT_SUPERSEDES, "containment"},
	{"nothing in common", "0-29", "30-59", FIRSTPRINT_UNIQUE, "resemblance"},
};

Test(verify, texts_at_the_limits)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		verify_result m = compared(rows[i].new, rows[i].old);

		cr_expect_eq(m.kind, rows[i].kind, "%s: %d, resemblance %.3f, contained %.3f, contains %.3f, novelty %.3f, lost %.3f", rows[i].what, m.kind,
			     m.like.resemblance, m.like.contained, m.like.contains, m.novelty, m.lost);
		cr_expect_str_eq(m.stage, rows[i].stage, "%s", rows[i].what);
	}
}

/* Only a threshold that would change the verdict counts, and the nearest of these. */
Test(verify, a_verdict_is_close_if_another_share_would_change_it)
{
	double margin;
	verify_result m = compared_closely("0-39 100-103", "0-39 200-203", &margin); /* if one of them had a paragraph, nothing would change */

	cr_expect(m.novelty > 0.05 && m.lost > 0.05 && margin > 0.1, "%.4f, %.4f and %.4f", margin, m.novelty, m.lost);
	m = compared_closely("0-39 100-105", "0-39 200-205", &margin); /* own-text */
	cr_expect_float_eq(margin, fmin(m.novelty, m.lost) - 0.1, 1e-9, "%.4f, %.4f and %.4f", margin, m.novelty, m.lost);
	m = compared_closely("0-33", "0-40", &margin); /* contains four fifths; with less it would be a drop, too */
	cr_expect(fabs(m.like.contains - 0.8) < 0.05 && margin > 0.05, "%.4f, %.4f", m.like.contains, margin);
	compared_closely("0-29a", "0-29b", &margin); /* a figure decides */
	cr_expect_eq(margin, 1, "%.4f", margin);
}

/* A dozen words of its own make a reply, before or behind what it quotes, and whichever comes first; copies of a reply are copies. */
Test(verify, a_reply_is_no_copy_of_what_it_quotes)
{
	static char letter[ROOM], quoted[ROOM + 2], letters[ROOM], below[ROOM + 100], reply[2 * ROOM], short_reply[ROOM + 40], dozen[ROOM + 100], joined[2 * ROOM], manual[2 * ROOM], prompt[2 * ROOM], own[ROOM], forward[ROOM + 80], excerpt[ROOM];
	static const struct {
		const char *name, *new, *old, *stage;
	} replies[] = {{"a reply", reply, letter, "reply"},
		       {"the letter comes later", letter, reply, "reply"},
		       {"without a mark", quoted + 2, letter, "resemblance"},
		       {"a dozen words", dozen, letter, "reply"},
		       {"a dozen words below a thousand", below, letters, "reply"},
		       {"few words", short_reply, letter, "resemblance"},
		       {"lines that are joined", joined, letter, "reply"},
		       {"a command of a manual", manual, letter, "resemblance"},
		       {"a program's prompt", prompt, letter, "resemblance"},
		       {"a forwarded letter comes later", excerpt, forward, "containment"},
		       {"a forwarded letter", forward, excerpt, "containment"},
		       {"the same reply", reply, reply, "resemblance"}};
	arena *a = arena_new();

	text_of("0-19", letter);
	for (char *c = strchr(letter, '\n'); c && c[1]; c = strchr(c, '\n'))
		*c = ' ';
	strcat(strcpy(quoted, "> "), letter);
	strcat(strcat(strcpy(reply, quoted), "\n"), text_of("40-41", own));
	strcat(strcpy(short_reply, quoted), "\nThat was seen here, too.\n");
	strcat(strcpy(dozen, quoted), "\nThe lamp was never seen here before, but our keeper met it twice.\n");
	text_of("0-99", letters);
	for (char *c = letters; (c = strchr(c, '\n')) != NULL;)
		*c = ' ';
	strcat(strcat(strcpy(below, "> "), letters), "\nThe lamp was never seen here before, but our keeper met it twice.\n");
	strcat(strcat(strcpy(joined, "Ann wrote: "), quoted), own);
	strcat(strcat(strcpy(manual, letter), own), "> make it so\n");
	strcat(strcat(strcpy(prompt, ">>> "), letter), "\nThe lamp was never seen here before, but our keeper met it twice.\n");
	strcat(strcpy(forward, "Seen this?\nAnn from the old lamp house at the harbour wrote to me on that day:\n"), quoted);
	snprintf(excerpt, strlen(letter) / 2, "%s", letter);
	for (size_t i = 0; i < sizeof replies / sizeof *replies; i++) {
		profile new = text_profile("", "en", "", replies[i].new, a), old = text_profile("", "en", "", replies[i].old, a);

		cr_expect_str_eq(verify_compare(&new, &old, &limits).stage, replies[i].stage, "%s", replies[i].name);
	}
	arena_free(a);
}

/* The site names each page, and six hundred words are the same; what is the page's own is a tenth, or one word. */
Test(verify, pages_that_their_site_names_differ_if_they_say_more_than_their_names)
{
	static const struct {
		const char *new, *old;
		enum firstprint_kind kind;
		const char *stage;
	} named[] = {
		{"0-39 100-103", "0-39 200-203", FIRSTPRINT_UNIQUE, "subject"},
		{"0-39 100-100", "0-39", FIRSTPRINT_NEAR_DUPLICATE, "resemblance"},
		{"0-39", "0-39", FIRSTPRINT_NEAR_DUPLICATE, "resemblance"},
	};
	static char texts[2][ROOM];

	for (size_t i = 0; i < sizeof named / sizeof *named; i++) {
		arena *a = arena_new();
		profile x = text_profile("http://h/aldern", "en", "Walk: Aldern", text_of(named[i].new, texts[0]), a);
		profile y = text_profile("http://h/bremby", "en", "Walk: Bremby", text_of(named[i].old, texts[1]), a);
		verify_result m = verify_compare(&x, &y, &limits);

		cr_expect_eq(verify_compare(&x, &y, &(verify_limits){0.5, 0.8, false, true, true}).kind, FIRSTPRINT_NEAR_DUPLICATE, "names are off");
		cr_expect(m.kind == named[i].kind && strcmp(m.stage, named[i].stage) == 0, "row %zu: %s, novelty %.3f, lost %.3f", i, m.stage,
			  m.novelty, m.lost);
		arena_free(a);
	}
}

/* Long texts, which name each other; a part of the other page may have another name. */
Test(verify, pages_whose_titles_differ_in_their_name_differ)
{
	static const struct {
		const char *new, *old;
		enum firstprint_kind kind;
	} rows[] = {
		{"0-59", "0-59", FIRSTPRINT_UNIQUE},
		{"0-59 100-102", "0-59 200-202", FIRSTPRINT_UNIQUE},
		{"0-39", "0-59", FIRSTPRINT_CONTAINED},
	};
	static char texts[2][ROOM], named[2][ROOM + 60];

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		arena *a = arena_new();
		profile x, y;

		snprintf(named[0], sizeof named[0], "Aldern\n%sFrom Aldern one walks to Bremby.", text_of(rows[i].new, texts[0]));
		snprintf(named[1], sizeof named[1], "Bremby\n%sFrom Aldern one walks to Bremby.", text_of(rows[i].old, texts[1]));
		x = text_profile("http://h/aldern", "en", "Aldern", named[0], a);
		y = text_profile("http://h/bremby", "en", "Bremby", named[1], a);
		cr_expect_eq(verify_compare(&x, &y, &limits).kind, rows[i].kind, "row %zu: %s", i, verify_compare(&x, &y, &limits).stage);
		arena_free(a);
	}
}

/* Editions of a page stand in two folders. */
Test(verify, pages_of_one_folder_under_two_names_differ)
{
	static const struct {
		const char *new_url, *old_url, *new, *old;
		enum firstprint_kind kind;
	} rows[] = {
		{"http://h/d/install-rdo", "http://h/d/install-ubuntu", "0-59 100-102", "0-59 200-202", FIRSTPRINT_UNIQUE},
		{"http://h/d/install-rdo", "http://h/d/install", "0-59 100-102", "0-59 200-202", FIRSTPRINT_UNIQUE},
		{"http://h/d/install-rdo", "http://h/d/install-ubuntu", "0-59 100-100", "0-59", FIRSTPRINT_NEAR_DUPLICATE},
		{"http://h/d/install-copy", "http://h/d/install-late", "0-59 100-102", "0-59 200-202", FIRSTPRINT_UNIQUE},
		{"http://h/d/01068.e88191720239062aad11137040d210f4", "http://h/d/01069.26b62bd093bf3b3cc505239ca0728adb", "0-59 100-102", "0-59 200-202", FIRSTPRINT_NEAR_DUPLICATE},
		{"http://h/d/install-copy", "http://h/d/install", "0-59 100-102", "0-59 200-202", FIRSTPRINT_NEAR_DUPLICATE},
		{"http://h/d/install-1", "http://h/d/install-2", "0-59 100-102", "0-59 200-202", FIRSTPRINT_NEAR_DUPLICATE},
		{"http://h/v1/install-rdo", "http://h/v2/install-ubuntu", "0-59 100-102", "0-59 200-202", FIRSTPRINT_NEAR_DUPLICATE},
		{"http://h/d/install-rdo", "http://i/d/install-ubuntu", "0-59 100-102", "0-59 200-202", FIRSTPRINT_NEAR_DUPLICATE},
	};
	static char texts[2][ROOM];

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		arena *a = arena_new();
		profile x = text_profile(rows[i].new_url, "en", "A guide", arena_printf(a, "%sUse RDO.", text_of(rows[i].new, texts[0])), a);
		profile y = text_profile(rows[i].old_url, "en", "A guide", text_of(rows[i].old, texts[1]), a);

		cr_expect_eq(verify_compare(&x, &y, &limits).kind, rows[i].kind, "row %zu: %s", i, verify_compare(&x, &y, &limits).stage);
		arena_free(a);
	}
}

/* In a short text, a figure is what it says. */
Test(verify, a_figure_of_a_long_text_is_corrected)
{
	static const struct {
		const char *text, *one, *other;
		size_t edited; /* one letter in so many bytes; 0: none */
		enum firstprint_kind kind;
	} rows[] = {{"0-79", "It was 71,400 metres.", "It was 83,200 metres.", 0, FIRSTPRINT_NEAR_DUPLICATE},
		    {"0-19", "It was 71,400 metres.", "It was 83,200 metres.", 0, FIRSTPRINT_UNIQUE},
		    {"0-19", "It was 71,400 metres.", "It was some metres.", 0, FIRSTPRINT_UNIQUE},
		    {"0-19", "It was some metres.", "It was 71,400 metres.", 0, FIRSTPRINT_UNIQUE},
		    {"0-19", "It was far away.", "It was 71,400 metres, which nobody had ever walked before in one day, or in two.", 0, FIRSTPRINT_NEAR_DUPLICATE},
		    {"0-79", "It was 71,400 of 82,300 metres.", "It was 83,200 of 99,100 metres.", 0, FIRSTPRINT_UNIQUE},
		    {"0-79", "It was 71,400 metres.", "It was 83,200 metres.", 200, FIRSTPRINT_UNIQUE}};
	static char texts[2][ROOM + 64], all[ROOM];

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		arena *a = arena_new();
		profile x, y;
		verify_result m;

		text_of(rows[i].text, all);
		snprintf(texts[0], sizeof texts[0], "%s %s", rows[i].one, all);
		for (size_t k = rows[i].edited; k && k < strlen(all); k += rows[i].edited)
			all[k] = isalpha((unsigned char)all[k]) ? 'q' : all[k];
		snprintf(texts[1], sizeof texts[1], "%s %s", rows[i].other, all);
		x = text_profile("", "en", "", texts[0], a);
		y = text_profile("", "en", "", texts[1], a);
		m = verify_compare(&x, &y, &limits);
		cr_expect_eq(m.kind, rows[i].kind, "row %zu: %s, %u words, %d differ", i, m.stage, x.sketch.length / 2, m.figures.differ);
		arena_free(a);
	}
}

/* A page of a site or of another, compared with an older one. */
typedef struct walk {
	const char *url, *text;
	enum firstprint_kind kind;
} walk;

static void expect_kinds(const walk *rows, size_t n, const char *old_url, const char *old_text)
{
	static char texts[2][ROOM];

	for (size_t i = 0; i < n; i++) {
		arena *a = arena_new();
		profile x = text_profile(rows[i].url, "en", "Walk", text_of(rows[i].text, texts[0]), a);
		profile y = text_profile(old_url, "en", "Walk", text_of(old_text, texts[1]), a);
		verify_result m = verify_compare(&x, &y, &limits);

		cr_expect_eq(m.kind, rows[i].kind, "row %zu: %s, novelty %.3f, lost %.3f", i, m.stage, m.novelty, m.lost);
		arena_free(a);
	}
}

/* On a site in several languages, a page whose translation was begun. */
Test(verify, what_is_translated_is_not_its_own)
{
	static const walk rows[] = {{"http://h/fr/walk", "0-29 200-209", FIRSTPRINT_NEAR_DUPLICATE},
				    {"http://h/en/run", "0-29 200-209", FIRSTPRINT_UNIQUE},
				    {"http://h/fr/walk", "0-29 200-212", FIRSTPRINT_UNIQUE},
				    {"http://h/fr/walk", "0-29 200-229", FIRSTPRINT_UNIQUE}};
	static const walk more = {"http://h/fr/walk", "0-29 200-209", FIRSTPRINT_SUPERSEDES};

	expect_kinds(rows, sizeof rows / sizeof *rows, "http://h/en/walk", "0-29 100-109");
	expect_kinds(&more, 1, "http://h/en/walk", "0-29 100-101");
}

/* The later version of a manual's page; on another host, what is added may be the frame. */
Test(verify, a_passage_that_is_added_to_a_page_of_the_site_is_stored)
{
	static const walk rows[] = {{"http://h/2/walk", "0-39 100-102", FIRSTPRINT_SUPERSEDES},
				    {"http://h/2/walk", "0-39 100-101", FIRSTPRINT_NEAR_DUPLICATE},
				    {"http://h/2/walk", "0-38 100-104", FIRSTPRINT_SUPERSEDES},
				    {"http://h/2/walk", "0-36 100-102", FIRSTPRINT_NEAR_DUPLICATE},
				    {"http://i/2/walk", "0-39 100-102", FIRSTPRINT_NEAR_DUPLICATE}};

	expect_kinds(rows, sizeof rows / sizeof *rows, "http://h/1/walk", "0-39");
}

/* The crawl meets a home page, with the texts of five articles, before it meets the articles. */
Test(verify, an_article_in_a_list_is_an_article)
{
	static const struct {
		enum firstprint_page_kind new, old;
		bool lists;
		enum firstprint_kind verdict;
		const char *stage;
	} pairs[] = {{FIRSTPRINT_PAGE, FIRSTPRINT_LIST, true, FIRSTPRINT_UNIQUE, "list"},
		     {FIRSTPRINT_PAGE, FIRSTPRINT_LIST, false, FIRSTPRINT_CONTAINED, "containment"},
		     {FIRSTPRINT_LIST, FIRSTPRINT_LIST, true, FIRSTPRINT_CONTAINED, "containment"},
		     {FIRSTPRINT_PAGE, FIRSTPRINT_PAGE, true, FIRSTPRINT_CONTAINED, "containment"}};
	static char texts[2][ROOM];

	text_of("0-15", texts[0]);
	text_of("0-59", texts[1]);
	for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
		const verify_limits limits = {0.5, 0.8, true, true, pairs[i].lists};
		arena *a = arena_new();
		firstprint_page pages[2];
		profile new, old;
		verify_result m;

		pages[0] = text_profile_page("http://h/article", "en", "", texts[0]);
		pages[1] = text_profile_page("http://h/", "en", "", texts[1]);
		pages[0].kind = pairs[i].new;
		pages[1].kind = pairs[i].old;
		new = text_profile_of(&pages[0], a);
		old = text_profile_of(&pages[1], a);
		m = verify_compare(&new, &old, &limits);
		cr_expect(m.kind == pairs[i].verdict && strcmp(m.stage, pairs[i].stage) == 0, "row %zu: %d %s", i, m.kind, m.stage);
		arena_free(a);
	}
}

/* Lists of the members of two classes, whose titles do not name these. Two lists of the same functions are no such lists. */
Test(verify, lists_that_their_urls_name_differ)
{
	static const struct {
		const char *new_url, *old_url, *new, *old;
		enum firstprint_kind kind;
	} rows[] = {
		{"http://h/d/classns_1_1GooModel-members.html", "http://h/d/classns_1_1BarModel-members.html", "Members of ns::GooModel", "Members of BarModel in ns", FIRSTPRINT_UNIQUE},
		{"http://h/d/classns_1_1GooModel-members.html", "http://h/e/classns_1_1BarModel-members.html", "Members of GooModel in ns", "Members of BarModel in ns", FIRSTPRINT_NEAR_DUPLICATE},
		{"http://h/d/classns_1_1GooModel-members.html", "http://h/d/classns_1_1BarModel-members.html", "Members of one", "Members of another", FIRSTPRINT_NEAR_DUPLICATE},
		{"http://h/d/functions_func_b.html", "http://h/d/functions_b.html", "All functions", "All members", FIRSTPRINT_NEAR_DUPLICATE},
	};
	static char texts[2][ROOM];

	text_of("0-59 100-102", texts[0]);
	text_of("0-59 200-202", texts[1]);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		arena *a = arena_new();
		firstprint_page new = text_profile_page(rows[i].new_url, "en", "Member list", arena_printf(a, "%s\n%s", rows[i].new, texts[0]));
		firstprint_page old = text_profile_page(rows[i].old_url, "en", "Member list", arena_printf(a, "%s\n%s", rows[i].old, texts[1]));
		profile x, y;

		new.kind = old.kind = FIRSTPRINT_LIST;
		x = text_profile_of(&new, a);
		y = text_profile_of(&old, a);
		cr_expect_eq(verify_compare(&x, &y, &limits).kind, rows[i].kind, "row %zu: %s", i, verify_compare(&x, &y, &limits).stage);
		arena_free(a);
	}
}

#define REPORT(shr, sales, note) \
	"ALDERN WOOL CO 4TH QTR " shr " 61 cts vs 52 cts Net 1,882,410 vs 1,300,755 " sales " 12,247,000 vs 10,183,000 Avg shrs 3,029,930 vs " \
	"2,764,544 Year " shr " 81 cts vs 1.45 dlrs Net 2,463,118 vs 3,718,226 " sales " 52,471,000 vs 47,562,000 NOTE " note

/* Two people wrote the same story; each has a figure that the other left out. With more than one for each eight that agree, these are two stories. */
Test(verify, a_story_written_twice_may_differ_in_few_figures)
{
	static const struct { const char *note; enum firstprint_kind kind; } notes[] = {
		{"gain 770,000 of 1985", FIRSTPRINT_NEAR_DUPLICATE},
		{"gain 770,000 64,000", FIRSTPRINT_UNIQUE},
		{"gain 770,000 64,000 51,500 of 1985", FIRSTPRINT_UNIQUE},
	};

	for (size_t i = 0; i < sizeof notes / sizeof *notes; i++) {
		arena *a = arena_new();
		char text[1000];
		profile x = text_profile("", "en", "", REPORT("Shr", "Revs", "loss 20 30 45 of 1985"), a), y;
		verify_result m;

		snprintf(text, sizeof text, REPORT("Qtly div", "Sales", "%s"), notes[i].note);
		y = text_profile("", "en", "", text, a);
		m = verify_compare(&x, &y, &limits);
		cr_expect(m.kind == notes[i].kind && m.like.resemblance < 0.5, "%s: %s, %.3f, %d agree, %d differ, novelty %.3f, lost %.3f", notes[i].note,
			  m.stage, m.like.resemblance, m.figures.agree, m.figures.differ, m.novelty, m.lost);
		arena_free(a);
	}
}

/* The same article, in which one site leaves out the joiners of its script. */
Test(verify, joiners_do_not_count)
{
	char with[4000] = "", without[4000] = "";
	arena *a = arena_new();
	profile x, y;

	for (int i = 0; i < 80; i++) {
		char word[3] = {'\xd8', (char)(0xa7 + i % 16), '\0'};

		strcat(strcat(strcat(with, "\u0645\u06cc\u200c"), word), i % 7 ? "\u062e " : "\u0648 ");
		strcat(strcat(strcat(without, "\u0645\u06cc"), word), i % 7 ? "\u062e " : "\u0648 ");
	}
	x = text_profile("http://a/1", "fa", "", with, a);
	y = text_profile("http://b/1", "fa", "", without, a);
	cr_expect_eq(sketch_compare(&x.sketch, &y.sketch).resemblance, 1);
	arena_free(a);
}
