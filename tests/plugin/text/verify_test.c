/* What is one article: at each of the limits, texts of which it is known how much they share. */
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

static verify_result compared(const char *new, const char *old)
{
	static const verify_limits limits = {0.5, 0.8, true};
	static char texts[2][ROOM];
	arena *a = arena_new();
	profile x = text_profile("http://a/1", "en", "", text_of(new, texts[0]), a), y = text_profile("http://b/2", "en", "", text_of(old, texts[1]), a);
	verify_result m = verify_compare(&x, &y, &limits);

	arena_free(a);
	return m;
}

static const struct {
	const char *what, *new, *old;
	enum firstprint_kind kind;
	const char *stage;
} rows[] = {
	{"the same", "0-29", "0-29", FIRSTPRINT_NEAR_DUPLICATE, "resemblance"},
	{"a longer version that has half of the older", "0-45a 100-164", "0-45a 50-104", FIRSTPRINT_SUPERSEDES, "containment"},
	{"a longer version that has less", "0-43a 100-159", "0-43a 200-253", FIRSTPRINT_UNIQUE, "own-text"},
	{"the same without figures", "0-45 100-164", "0-45 50-104", FIRSTPRINT_UNIQUE, "resemblance"},
	{"one that is shorter", "0-45a 50-104", "0-45a 100-164", FIRSTPRINT_UNIQUE, "own-text"},
	{"written twice, with the same figures", "0-59a", "0-59a/", FIRSTPRINT_NEAR_DUPLICATE, "resemblance"},
	{"written twice, without figures", "0-59", "0-59/", FIRSTPRINT_UNIQUE, "resemblance"},
	{"50 words in a long text", "0-99", "40-44", FIRSTPRINT_UNIQUE, "resemblance"},
	{"70 words", "0-99", "40-46", FIRSTPRINT_SUPERSEDES, "containment"},
	{"a long text that has 50 words", "40-44", "0-99", FIRSTPRINT_UNIQUE, "resemblance"},
	{"one that has 70 words", "40-46", "0-99", FIRSTPRINT_CONTAINED, "containment"},
	{"each has a paragraph of its own", "0-39 100-109", "0-39 200-209", FIRSTPRINT_UNIQUE, "own-text"},
	{"each has a short one", "0-39 100-105", "0-39 200-205", FIRSTPRINT_NEAR_DUPLICATE, "resemblance"},
	{"the newcomer has a quarter more", "0-39 100-119", "0-39", FIRSTPRINT_SUPERSEDES, "containment"},
	{"a fifth more", "0-39 100-111", "0-39", FIRSTPRINT_NEAR_DUPLICATE, "resemblance"},
	{"four fifths in the older", "0-42 100-107", "0-90", FIRSTPRINT_CONTAINED, "containment"},
	{"less than that", "0-37 100-112", "0-90", FIRSTPRINT_UNIQUE, "resemblance"},
	{"one figure of three differs", "0-29a", "0-29b", FIRSTPRINT_UNIQUE, "figures"},
	{"one figure of six", "0-29c", "0-29d", FIRSTPRINT_NEAR_DUPLICATE, "resemblance"},
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

/* The site names each page, and six hundred words are the same; what is the page's own is a tenth, or one word. */
Test(verify, pages_that_their_site_names_differ_if_they_say_more_than_their_names)
{
	static const struct {
		const char *new, *old;
		enum firstprint_kind kind;
		const char *stage;
	} named[] = {
		{"0-39 100-103", "0-39 200-203", FIRSTPRINT_UNIQUE, "subject"},
		{"0-39 100-103", "0-39", FIRSTPRINT_NEAR_DUPLICATE, "resemblance"},
		{"0-39", "0-39", FIRSTPRINT_NEAR_DUPLICATE, "resemblance"},
	};
	static const verify_limits limits = {0.5, 0.8, true};
	static char texts[2][ROOM];

	for (size_t i = 0; i < sizeof named / sizeof *named; i++) {
		arena *a = arena_new();
		profile x = text_profile("http://h/aldern", "en", "Walk: Aldern", text_of(named[i].new, texts[0]), a);
		profile y = text_profile("http://h/bremby", "en", "Walk: Bremby", text_of(named[i].old, texts[1]), a);
		verify_result m = verify_compare(&x, &y, &limits);

		cr_expect_eq(verify_compare(&x, &y, &(verify_limits){0.5, 0.8, false}).kind, FIRSTPRINT_NEAR_DUPLICATE, "names are off");
		cr_expect(m.kind == named[i].kind && strcmp(m.stage, named[i].stage) == 0, "row %zu: %s, novelty %.3f, lost %.3f", i, m.stage,
			  m.novelty, m.lost);
		arena_free(a);
	}
}
