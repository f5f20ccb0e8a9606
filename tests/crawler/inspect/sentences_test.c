/* A verdict in words: with its numbers, the lines they are compared with, and what would have to be different. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "base/buffer.h"
#include "crawler/inspect/sentences.h"

static void note(void *ctx, const char *sentence, bool is_otherwise)
{
	buffer *all = ctx;

	cr_assert(buffer_append_text(all, is_otherwise ? "else: " : "- ") && buffer_append_text(all, sentence) && buffer_append_text(all, "\n"));
}

static char *said(const char *row, const char *spec, bool dropped)
{
	static char text[4000];
	json_t *object = json_loads(row, 0, NULL);
	sentence_facts facts = {.row = object, .spec = spec, .dropped = dropped, .memory = arena_new()};
	buffer all = {0};

	cr_assert(object, "%s", row);
	cr_assert_eq(sentences_of(&facts, note, &all), OK);
	snprintf(text, sizeof text, "%s", all.bytes ? all.bytes : "");
	buffer_free(&all);
	arena_free(facts.memory);
	json_decref(object);
	return text;
}

#define CASCADE "exact@1+cascade@16:sentences=1,bits=3,confirm=on,least=32,clusters=0,resemblance=0.5,containment=0.8"

Test(sentences, numbers_and_lines_are_in_them)
{
	const char *text = said("{\"filter\":\"cascade\",\"stage\":\"resemblance\",\"proposed_by\":\"simhash\",\"of\":3,\"of_url\":\"http://a/\",\"score\":0.75,"
				"\"evidence\":{\"resemblance\":0.75,\"contained\":0.9,\"contains\":0.8,\"novelty\":0.01,\"lost\":0,\"figures-agree\":5,\"figures-differ\":1,\"figures-shared\":2}}",
				CASCADE, true);

	cr_expect(strstr(text, "fingerprint differs in at most 3 of 64 bits, and whose number of sentences by at most 1."), "%s", text);
	cr_expect(!strstr(text, "rare runs"), "%s", text);
	cr_expect(strstr(text, "75 % are in both, and 50 % make the same article (option resemblance). 90 % of its text is in that page, and 80 %"), "%s", text);
	cr_expect(strstr(text, "each page has some that the other lacks (1), on both: 5;"), "%s", text);
	cr_expect(strstr(text, "all but some 1 % of its text, as the samples tell, is in #3 http://a/, too"), "%s", text);
	cr_expect(strstr(text, "else: It would be kept if less than 50 % were in both"), "%s", text);
}

/* A page that shares nothing but lines of its site is not like a page without a candidate. */
Test(sentences, lines_of_the_site_are_told_wherever_they_do_not_count)
{
	const char *text = said("{\"filter\":\"cascade\",\"stage\":\"no-candidate\",\"evidence\":{\"site-share\":0.6471}}", CASCADE, false);

	cr_expect(strstr(text, "Site: 64.7 % of its text"), "%s", text);
	text = said("{\"filter\":\"cascade\",\"stage\":\"no-candidate\",\"evidence\":{}}", CASCADE, false);
	cr_expect(!strstr(text, "Site: "), "%s", text);
}

/* Which of its numbers reached a line is what decided. */
Test(sentences, likeness_is_told_by_the_number_that_was_enough)
{
	static const struct {
		const char *numbers, *says;
	} rows[] = {
		{"\"resemblance\":0.36,\"contained\":0.85,\"contains\":0.4", "85 % of its text is in that page, and 80 % make it a part of one"},
		{"\"resemblance\":0.36,\"contained\":0.4,\"contains\":0.85", "85 % of that page is in it, and 80 % make that one a part of it"},
		{"\"resemblance\":0.36,\"contained\":0.78,\"contains\":0.4,\"figures-shared\":4", "36 % are in both, less than 50 % (option resemblance); but 4 telling figures"},
	};
	char row[400];

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const char *text;

		snprintf(row, sizeof row, "{\"filter\":\"cascade\",\"stage\":\"resemblance\",\"proposed_by\":\"shingles\",\"of\":3,\"score\":0.36,\"evidence\":{%s}}",
			 rows[i].numbers);
		text = said(row, CASCADE, true);
		cr_expect(strstr(text, rows[i].says), "%s", text);
		cr_expect(!strstr(strstr(text, "Likeness") + 1, "Likeness"), "once: %s", text);
		cr_expect(!strstr(text, "if less than 50 %"), "%s", text);
	}
}

#define KEPT "{\"filter\":\"cascade\",\"stage\":\"%s\",\"evidence\":{\"resemblance\":%s,\"figures-shared\":0}}"

/* A value that a reader types after it changes the verdict, as far as the numbers tell; what speaks against that is named. */
Test(sentences, an_option_that_they_name_changes_something)
{
	static const struct {
		const char *stage, *numbers, *says, *says_not;
	} rows[] = {
		{"resemblance", "0.485714,\"novelty\":0,\"lost\":0,\"figures-differ\":0,\"subjects-differ\":0", "resemblance=0.485 it would pass this check, and what each", "dropped"},
		{"resemblance", "0.485,\"novelty\":0.2,\"lost\":0,\"figures-differ\":0,\"subjects-differ\":0", "resemblance=0.485 it would pass this check; but 20 % of its text", "dropped"},
		{"resemblance", "0.4,\"novelty\":0,\"lost\":0,\"figures-differ\":2,\"subjects-differ\":0", "resemblance=0.4 it would pass this check; but each page has figures that the other lacks (2)", "next"},
		{"resemblance", "0.4,\"novelty\":0,\"lost\":0,\"figures-differ\":2,\"subjects-differ\":1", "would not drop it: the titles", "--filter"},
		{"resemblance", "0.04,\"novelty\":0,\"lost\":0,\"figures-differ\":0,\"subjects-differ\":0", "less than any limit", "--filter"},
		{"containment", "0.3577,\"contained\":0.3793,\"contains\":0.8627", "containment above 0.863 that page would not", "0.379 "},
		{"containment", "0.3577,\"contained\":0.9871,\"contains\":0.4444", "containment above 0.988 it would not", "0.444"},
		{"containment", "0.45,\"contained\":0.81,\"contains\":0.82", "containment above 0.81 and 0.82 neither", "0.811"},
		{"containment", "0.3577,\"contained\":1,\"contains\":0.4444", "", "else:"},
	};
	char row[400];

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const char *text;

		snprintf(row, sizeof row, KEPT, rows[i].stage, rows[i].numbers);
		text = said(row, CASCADE ",figures=on", false);
		cr_expect(strstr(text, rows[i].says) && !strstr(text, rows[i].says_not), "%zu: %s", i, text);
	}
}

/* What was never asked is not told. */
Test(sentences, end_where_the_verdict_fell)
{
	const char *text = said("{\"filter\":\"cascade\",\"stage\":\"too-short\",\"evidence\":{\"words\":4}}", CASCADE ",exact=on", false);

	cr_expect(strstr(text, "Too short: 4 words; with fewer than 32"), "%s", text);
	cr_expect(!strstr(text, "Candidates") && !strstr(text, "keywords"), "%s", text);
	cr_expect(strstr(text, "no stored page had exactly this text"), "%s", text);
	text = said("{\"filter\":\"cascade\",\"stage\":\"too-short\",\"evidence\":{\"words\":4}}", CASCADE ",exact=off", false);
	cr_expect(!strstr(text, "exactly this text"), "not asked with exact=off: %s", text);
	text = said("{\"filter\":\"cascade\",\"stage\":\"figures\",\"proposed_by\":\"shingles\",\"word\":\"4,2\",\"evidence\":{\"resemblance\":0.9,\"contained\":1,"
		    "\"contains\":1,\"figures-agree\":1,\"figures-differ\":2}}",
		    CASCADE, false);
	cr_expect(strstr(text, "each page has figures that the other lacks (2), such as its \"4,2\""), "%s", text);
	cr_expect(!strstr(text, "Own text") && !strstr(strstr(text, "Figures: but") + 1, "Figures: but"), "once: %s", text);
}

/* With the same figures a lower resemblance is enough, so that the option would change nothing. */
Test(sentences, of_an_equal_text_are_said_once)
{
	const char *text = said("{\"filter\":\"cascade\",\"stage\":\"text\",\"of\":3,\"score\":1,\"evidence\":{}}", CASCADE, true);
	const char *first = strstr(text, "- Text: it is exactly the text of #3");

	cr_expect(first && !strstr(first + 1, "- Text:") && strstr(first, "else: With one word more"), "%s", text);
	cr_expect(strstr(said("{\"filter\":\"spotsigs\",\"stage\":\"text\",\"of\":3,\"score\":1,\"evidence\":{}}", "spotsigs@1", true), "exactly the text of #3"));
}

Test(sentences, an_option_is_named_only_where_it_decides)
{
	const char *text = said("{\"filter\":\"cascade\",\"stage\":\"resemblance\",\"of\":3,\"evidence\":{\"resemblance\":0.51,\"contained\":0.6,\"contains\":0.6,"
				"\"novelty\":0.01,\"lost\":0,\"figures-agree\":9,\"figures-differ\":0,\"figures-shared\":7}}", CASCADE, true);

	cr_expect(strstr(text, "25 % in both are enough") && !strstr(text, "It would be kept if less than"), "%s", text);
}

/* Every stage of every built-in filter has its sentence; of a foreign filter, filter and stage are told. */
Test(sentences, a_filter_that_is_not_known_is_named)
{
	const char *text = said("{\"filter\":\"mine\",\"stage\":\"gut\",\"of\":1,\"evidence\":{}}", "mine@1", true);

	cr_expect_str_eq(text, "- The filter mine, stage gut, decided.\n");
	cr_expect(strstr(said("{\"filter\":\"exact\",\"stage\":\"text\",\"of\":1,\"evidence\":{}}", CASCADE, true), "exactly the text of #1"));
	cr_expect(strstr(said("{\"filter\":\"exact\",\"stage\":\"text\",\"evidence\":{}}", CASCADE, false), "no stored page has exactly"));
}
