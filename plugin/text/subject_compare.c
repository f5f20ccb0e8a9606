/* subject_compare — tells whether two pages are about two things, by their subjects. */
#include <stdio.h>
#include <string.h>

#include "plugin/text/subject.h"

/* Is word i a frequent identifier of the text that is not in the title? */
static bool is_name(const subject *s, size_t i)
{
	return !s->written[2 * i] && !s->written[2 * i + 1];
}

bool subject_is_one_site(const subject *a, const subject *b)
{
	return a->site && a->site == b->site;
}

/* The words of the URL that the title itself lacks, as bits. */
static uint32_t added_words(const subject *s)
{
	uint32_t added = 0;

	for (size_t i = 0; i < s->words_len; i++)
		added |= (uint32_t)(s->written[2 * i] == TITLE_ADDED) << i;
	return added;
}

/* The joined words, as bits. */
static uint32_t joined_words(const subject *s)
{
	uint32_t joined = 0;

	for (size_t i = 0; i < s->words_len; i++)
		joined |= (uint32_t)(s->words[i] & 1) << i;
	return joined;
}

/* Has the text this word: 1, 0; −1: it has no filter, by which that is known. */
static int text_has(const subject *s, uint16_t word)
{
	return s->filter_len ? title_filter_has(s->filter, s->filter_len, word) : -1;
}

/* Returns the words that only a's title has, as bits; b's text may have them as names. A name of a's text counts only if b's text lacks it.
 * Compares only hashes that both titles would have kept. */
static uint32_t own_words(const subject *a, const subject *b)
{
	uint16_t bound = b->words_len < TITLE_WORDS ? UINT16_MAX : b->words[TITLE_WORDS - 1];
	uint32_t own = 0;

	for (size_t i = 0, j = 0; i < a->words_len && a->words[i] <= bound; i++) {
		while (j < b->words_len && b->words[j] < a->words[i])
			j++;
		if (j < b->words_len && b->words[j] == a->words[i] && (is_name(a, i) || !is_name(b, j)))
			continue;
		if (!is_name(a, i) || text_has(b, a->words[i]) != 1)
			own |= (uint32_t)1 << i;
	}
	return own;
}

/* Does s have one of these words at `place`? *i is the first place of s that is not lower; moves it past `place`. */
static bool stands_at(const subject *s, uint32_t words, uint32_t place, size_t *i)
{
	bool found = false;

	for (; *i < s->places_len && s->places[*i] >> 5 == place; ++*i)
		found |= words >> (s->places[*i] & 31) & 1;
	return found;
}

/* Returns in how many places both pages have words of their own; 0 if these are not most such places of each page. Half is enough for
 * names that are joined words: texts about one of a family name the others, too. */
static int shared_places(const subject *a, uint32_t a_own, const subject *b, uint32_t b_own, bool joined)
{
	int both = 0, of_a = 0, of_b = 0;

	for (size_t i = 0, j = 0; i < a->places_len || j < b->places_len;) {
		uint32_t x = i < a->places_len ? a->places[i] >> 5 : UINT32_MAX;
		uint32_t y = j < b->places_len ? b->places[j] >> 5 : UINT32_MAX;
		bool in_a = stands_at(a, a_own, x < y ? x : y, &i), in_b = stands_at(b, b_own, x < y ? x : y, &j);

		both += in_a && in_b;
		of_a += in_a;
		of_b += in_b;
	}
	return 2 * both + joined > (of_a > of_b ? of_a : of_b) ? both : 0;
}

/* Does b lack all the shingles in which a has the word? Needs witnesses that b's sample could contain. */
static bool stands_elsewhere(const subject *a, const sketch *a_text, size_t word, const sketch *b_text)
{
	size_t asked = 0;

	for (size_t i = 0; i < a->witnesses_len; i++) {
		size_t shingle = a->witnesses[i] >> 5;
		int has;

		if ((a->witnesses[i] & 31u) != word || shingle >= a_text->shingles_len)
			continue;
		has = sketch_has(b_text, a_text->shingles[shingle]);
		if (has == 1)
			return false;
		asked += has == 0;
	}
	return asked >= SUBJECT_WITNESSES - 1;
}

/* Does my text have one of these words that theirs lacks? The margins of a page count on one host only: on two, the names of the sites
 * differ there. */
static bool is_missing(const subject *mine, const sketch *my_text, uint32_t words, const subject *theirs,
		       const sketch *their_text)
{
	words &= subject_is_one_site(mine, theirs) ? mine->in_page : mine->in_text;
	for (size_t i = 0; i < mine->words_len; i++) {
		int has = words >> i & 1 ? text_has(theirs, mine->words[i]) : 1;

		if (has == 0 || (has < 0 && stands_elsewhere(mine, my_text, i, their_text)))
			return true;
	}
	return false;
}

/* Is word i of the title a number or a version? */
static bool is_version(const subject *s, size_t i)
{
	const char *at = s->title + s->written[2 * i];

	return strchr("0123456789", at[(at[0] | 32) == 'v' && s->written[2 * i + 1] > 1]);
}

/* Is one of these words in the title and not a version? joined: it must be a joined word, too. */
static bool has_name(const subject *s, uint32_t words, bool joined)
{
	for (size_t i = 0; i < s->words_len; i++)
		if (words >> i & 1 && s->written[2 * i + 1] && !is_version(s, i) && (!joined || s->words[i] & 1))
			return true;
	return false;
}

/* On one host: are the words that only one title has enough, even if the texts have them in other places? */
static bool have_titles(const subject *a, uint32_t a_own, const subject *b, uint32_t b_own)
{
	bool joined = !a->is_bare && !b->is_bare;

	return has_name(a, a_own, joined) && has_name(b, b_own, joined);
}

bool subject_is_translated(const subject *a, const subject *b)
{
	return a->lang && b->lang && a->lang != b->lang && a->segment == b->segment;
}

int subject_differs(const subject *a, const sketch *a_text, const subject *b, const sketch *b_text)
{
	uint32_t a_own = own_words(a, b) & ~added_words(a), b_own = own_words(b, a) & ~added_words(b);
	bool missing;
	int shared;

	if (subject_is_translated(a, b))
		return 0;
	if (subject_is_one_site(a, b) && identity_differs(a->numbers, a->numbers_len, b->numbers, b->numbers_len))
		return 1;
	if (!a_own || !b_own)
		return 0;
	missing = is_missing(a, a_text, a_own, b, b_text) && is_missing(b, b_text, b_own, a, a_text);
	shared = shared_places(a, a_own, b, b_own, false);
	if (!shared)
		shared = shared_places(a, a_own & joined_words(a), b, b_own & joined_words(b), true);
	return shared + (missing || (subject_is_one_site(a, b) && have_titles(a, a_own, b, b_own)));
}

enum { HEADLINE_LEAST = 2 }; /* words; one may be a name in a list of things that are one */

/* Does the headline, which repeats the title, have words that are not in the other title? */
static bool has_headline(const subject *s, uint32_t own)
{
	return __builtin_popcount(own & s->in_headings) >= HEADLINE_LEAST;
}

bool subject_headlines_differ(const subject *a, const subject *b)
{
	return subject_is_one_site(a, b) && !subject_is_translated(a, b) && has_headline(a, own_words(a, b)) &&
	       has_headline(b, own_words(b, a));
}

static bool have_one_title(const subject *a, const subject *b)
{
	return !(own_words(a, b) & ~added_words(a)) && !(own_words(b, a) & ~added_words(b));
}

bool subject_are_siblings(const subject *a, const subject *b)
{
	if (!subject_is_one_site(a, b) || subject_is_translated(a, b) || a->is_list != b->is_list)
		return false;
	return a->segment != b->segment && (!a->is_list || have_one_title(a, b));
}

bool subject_names_differ(const subject *a, const sketch *a_text, const subject *b, const sketch *b_text)
{
	uint32_t a_own = own_words(a, b), b_own = own_words(b, a), a_added = a_own & added_words(a),
		 b_added = b_own & added_words(b);

	if (!subject_is_one_site(a, b) || a->is_list || b->is_list || subject_is_translated(a, b))
		return false;
	if (has_name(a, a_own & a->named, false) && has_name(b, b_own & b->named, false))
		return true;
	return is_missing(a, a_text, a_added, b, b_text) && is_missing(b, b_text, b_added, a, a_text);
}

/* Is this one word, and a name of the page in its URL and its text? */
static bool is_its_name(const subject *s, uint32_t own)
{
	return __builtin_popcount(own) == 1 && has_name(s, own & s->named & (s->in_page | s->in_headings), false);
}

bool subject_one_word_differs(const subject *a, const subject *b)
{
	if (!subject_is_one_site(a, b) || a->is_list || b->is_list || subject_is_translated(a, b))
		return false;
	return is_its_name(a, own_words(a, b) & ~added_words(a)) && is_its_name(b, own_words(b, a) & ~added_words(b));
}

/* Writes the longest of these words whose letters are kept. false: there is none. */
static bool write_word(const subject *s, uint32_t words, char *word, size_t size)
{
	size_t longest = 0;

	for (size_t i = 0; i < s->words_len; i++) {
		size_t len = s->written[2 * i + 1];

		if (!(words >> i & 1) || len <= longest || len >= size)
			continue;
		longest = len;
		snprintf(word, size, "%.*s", (int)len, s->title + s->written[2 * i]);
	}
	return longest > 0;
}

void subject_word(const subject *a, const subject *b, char *word, size_t size)
{
	uint32_t own = own_words(a, b), lacked = 0;

	*word = '\0';
	for (size_t i = 0; i < a->words_len; i++)
		lacked |= (uint32_t)(text_has(b, a->words[i]) == 0) << i;
	if (!write_word(a, own & lacked & (joined_words(a) | a->in_text), word, size) &&
	    !write_word(a, own & joined_words(a), word, size) && !write_word(a, own & a->in_text, word, size))
		write_word(a, own, word, size);
}

/* Of these words, does the URL name the page by one that its title or text has, too? */
static bool is_named_by(const subject *s, uint32_t words)
{
	return words & (s->named | (added_words(s) & s->in_page));
}

/* Has no other page's text that name? */
static bool is_its_own_name(const subject *s, uint32_t words, const subject *other)
{
	for (size_t i = 0; i < s->words_len; i++)
		if (is_named_by(s, words & (uint32_t)1 << i) && text_has(other, s->words[i]) == 0)
			return true;
	return false;
}

bool subject_are_neighbours(const subject *a, const subject *b)
{
	uint32_t a_own = own_words(a, b), b_own = own_words(b, a);
	bool both = (a_own & (a->named | added_words(a))) && (b_own & (b->named | added_words(b)));

	if (!subject_are_siblings(a, b) || a->folder != b->folder)
		return false;
	if (a->is_list) /* the members of two classes; lists of the same things have other names */
		return is_its_own_name(a, a_own, b) && is_its_own_name(b, b_own, a);
	return both || is_named_by(a, a_own) || is_named_by(b, b_own);
}
