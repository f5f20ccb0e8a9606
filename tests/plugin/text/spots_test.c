#include "plugin/text/spots.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "tests/cpu_limit.h"

static marked_words cut(const char *text, arena *a)
{
	marked_words p;

	cr_assert_eq(marked_words_of((firstprint_span){text, strlen(text)}, a, &p), OK);
	return p;
}

static const uint8_t zeros[16], other[16] = {1};

static spots spots_in(const char *text, enum spots_kind kind, const spots_rule *rule, const uint8_t store_key[16], arena *a)
{
	marked_words words = cut(text, a);
	feature_key key;
	spots s;

	feature_key_init(&key, store_key);
	cr_assert_eq(spots_of(&words, kind, rule, &key, a, &s), OK);
	return s;
}

static spots features(const char *text, enum spots_kind kind, const uint8_t store_key[16], arena *a)
{
	static const spots_rule rule = {1, 2, "en", NULL};

	return spots_in(text, kind, &rule, store_key, a);
}

/* Reads the next spot of *list, "a:street:milton the:city's:inner-west". Its feature is that of a text that has only this
 * spot: "a street milton". */
static uint32_t next_spot(const char **list, enum spots_kind kind, const spots_rule *rule, arena *a)
{
	size_t len = strcspn(*list, " ");
	char *text = arena_text(a, *list, len), *colon;
	spots_rule plain = {1, rule->chain, rule->lang, rule->antecedents};
	spots s;

	while ((colon = strchr(text, ':')) != NULL)
		*colon = ' ';
	s = spots_in(text, kind, &plain, zeros, a);
	cr_assert_eq(s.len, (size_t)1, "%s", text);
	*list += len + strspn(*list + len, " ");
	return s.items[0];
}

/* The text has exactly the spots of the list, in its order. */
static void expect_spots(const char *name, const char *text, enum spots_kind kind, const spots_rule *rule, const char *list)
{
	arena *a = arena_new();
	spots s = spots_in(text, kind, rule, zeros, a);
	size_t n = 0;

	for (; *list; n++) {
		uint32_t spot = next_spot(&list, kind, rule, a);

		cr_expect(n < s.len && s.items[n] == spot, "%s: spot %zu", name, n + 1);
	}
	cr_expect_eq(s.len, n, "%s: %zu", name, s.len);
	arena_free(a);
}

static const char milton[] = "On a street in Milton, in the city's inner-west, one woman wept as she toured her waterlogged "
			     "home.";
static const char rally[] = "At a rally to kick off a weeklong campaign for the South Carolina primary, Obama tried to set "
			    "the record straight from an attack circulating widely on the Internet that is designed to play "
			    "into prejudices against Muslims and fears of terrorism.";

/* The examples of SizeSpotSigs, §2, and of SpotSigs. */
Test(spots, finds_the_spots_of_the_papers_examples)
{
	static const struct { const char *name, *text, *lang; size_t distance, chain; enum spots_kind kind; const char *spots; } rows[] = {
		{ "SizeSpotSigs §2", milton, "en", 1, 2, SPOTS_WORDS, "a:street:milton the:city's:inner-west" },
		{ "SpotSigs", rally, "en", 1, 2, SPOTS_WORDS,
		  "a:rally:kick a:weeklong:campaign the:south:carolina the:record:straight an:attack:circulating "
		  "the:internet:designed is:designed:play" },
		{ "chains of one", milton, "en", 1, 1, SPOTS_WORDS, "a:street the:city's" },
		{ "chains of three", milton, "en", 1, 3, SPOTS_WORDS, "a:street:milton:city's the:city's:inner-west:one" },
		{ "two words on", "the red big old cat sat", "en", 2, 2, SPOTS_WORDS, "the:big:cat" },
		{ "language unknown", milton, "", 1, 2, SPOTS_WORDS, "a:street:milton the:city's:inner-west" },
		{ "the text ends first", "Look at the sea", "en", 1, 2, SPOTS_WORDS, "" },
		{ "no antecedent", "Rain fell on Milton today", "en", 1, 2, SPOTS_WORDS, "" },
		{ "Chinese, long pages", "美丽的花园是公共财产", "zh", 1, 2, SPOTS_WORDS, "的:花园:公共 是:公共:财产" },
		{ "Chinese, short pages", "美丽的花园是公共财产", "zh", 1, 2, SPOTS_ALL, "的:花园:公共" },
		{ "a mark, short pages", "，学生回家", "zh", 1, 2, SPOTS_ALL, ",:学生:回家" },
		{ "no marks for long pages", "下雨，学生回家", "zh", 1, 2, SPOTS_WORDS, "" },
		{ "的 inside a word", "目的地址管理", "zh", 1, 2, SPOTS_WORDS, "" },
		{ "English in Chinese", "使用 the Linux Kernel 编译", "zh", 1, 2, SPOTS_WORDS, "the:linux:kernel" },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		spots_rule rule = {rows[i].distance, rows[i].chain, rows[i].lang, NULL};

		expect_spots(rows[i].name, rows[i].text, rows[i].kind, &rule, rows[i].spots);
	}
}

/* SizeSpotSigs, §5.2 and Fig. 3: which antecedents are best? */
Test(spots, follow_the_antecedents_of_a_list)
{
	static const struct { const char *name, *text, *lang, *antecedents; enum spots_kind kind; const char *spots; } rows[] = {
		{ "another word", milton, "en", "in", SPOTS_WORDS, "in:milton:city's in:city's:inner-west" },
		{ "two words", milton, "en", "a/she", SPOTS_WORDS, "a:street:milton she:toured:waterlogged" },
		{ "Chinese, Shi alone", "美丽的花园是公共财产", "zh", "是", SPOTS_WORDS, "是:公共:财产" },
		{ "Chinese, Shi for short pages", "美丽的花园是公共财产", "zh", "是", SPOTS_ALL, "是:公共:财产" },
		{ "empty words", milton, "en", "//a//", SPOTS_WORDS, "a:street:milton" },
		{ "capitals are no words", milton, "en", "A/THE", SPOTS_WORDS, "" },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		spots_rule rule = {1, 2, rows[i].lang, rows[i].antecedents};

		expect_spots(rows[i].name, rows[i].text, rows[i].kind, &rule, rows[i].spots);
	}
}

/* A sentence of n words is one feature, and its runs of 1 … n − 1 words are n (n + 1) / 2 − 1. */
Test(spots, short_pages_have_sentences_and_their_runs_of_words)
{
	static const struct { const char *name, *text; size_t features; } rows[] = {
		{ "one word: no run",          "rain.",                         1 },
		{ "two words",                 "rain fell.",                    1 + 2 },
		{ "four words",                "rain fell on milton.",          1 + 4 + 3 + 2 },
		{ "two sentences, one spot",   "rain fell. snow melts.",        2 * 3 + 1 },
		{ "no mark: a menu line",      "home news contact",             0 },
		{ "a line that goes on",       "home\nrain fell.",              1 + 2 },
		{ "20 words: runs up to 12",   "b c d e f g h i j k l m n o p q r s t u.", 1 + 20 * 12 - 66 },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		arena *a = arena_new();
		spots s = features(rows[i].text, SPOTS_ALL, zeros, a);

		cr_expect_eq(s.len, rows[i].features, "%s: %zu", rows[i].name, s.len);
		arena_free(a);
	}
}

/* Each antecedent looks for the end of its chain: without a limit, the time would grow with the square of the length. */
Test(spots, a_text_of_stop_words_alone_has_no_spots_and_takes_no_time)
{
	enum { TIMES = 100000 };
	char *text = malloc(TIMES * 4 + 20);
	arena *a = arena_new();

	cpu_limit_s(10);
	for (size_t i = 0; i < TIMES; i++)
		memcpy(text + i * 4, "the ", 5);
	strcpy(text + (size_t)TIMES * 4, "rain fell");
	cr_expect_eq(features(text, SPOTS_WORDS, zeros, a).len, (size_t)SPOTS_REACH, "those near enough to the end");
	arena_free(a);
	free(text);
}

static bool has(const spots *s, uint32_t feature)
{
	for (size_t i = 0; i < s->len; i++)
		if (s->items[i] == feature)
			return true;
	return false;
}

static size_t shared(const spots *a, const spots *b)
{
	size_t n = 0;

	for (size_t i = 0; i < a->len; i++)
		n += has(b, a->items[i]);
	return n;
}

Test(spots, a_feature_is_its_words_and_its_key_and_nothing_else)
{
	arena *a = arena_new();
	spots one = features(milton, SPOTS_WORDS, zeros, a), again = features(milton, SPOTS_WORDS, zeros, a);
	spots capitals = features("ON A STREET IN MILTON, IN THE CITY'S INNER-WEST", SPOTS_WORDS, zeros, a);
	spots keyed = features(milton, SPOTS_WORDS, other, a), an = features("an street milton", SPOTS_WORDS, zeros, a);

	cr_expect_eq(one.len, 2u);
	cr_expect_eq(shared(&one, &again), 2u);
	cr_expect_eq(shared(&one, &capitals), 2u);
	cr_expect_eq(shared(&one, &keyed), 0u);
	cr_expect_eq(shared(&one, &an), 0u, "another antecedent");
	arena_free(a);
}

/* A sentence, a run and a spot of the same words are three different features. */
Test(spots, different_kinds_of_features_differ)
{
	arena *a = arena_new();
	spots whole = features("rain fell.", SPOTS_ALL, zeros, a), longer = features("rain fell hard.", SPOTS_ALL, zeros, a);

	cr_expect_eq(whole.len, 3u);
	cr_expect_eq(shared(&whole, &longer), 2u, "both words, not the sentence as a run");
	arena_free(a);
}
