/* subject — what a page is about: the words of its title, where they stand in its text, and which words the text has.
 *
 * Pages made by one form are about two things if each title has a word that the other has not, and
 *
 * - these words stand in the same places of the two texts (places.h), in most of their places; or
 * - each of the two texts has its word and not the other's; of long texts, for whose words there is no room: it has its word in
 *   shingles that the other has not.
 *
 * That holds on whatever hosts. On one host, joined words such as GFX7, read_json, llvm-strip need not be in the texts. An
 * edited headline, "Print", the name of a section or site and a page number do not do that: the word is in both texts, or in
 * none. The margins of a page (lines.h) count on one host only, since on two the names of the sites differ there; no heading
 * that repeats the title counts.
 *
 * Of a short text, the headline may be the only place where the subject is named: on one host, headlines of one word ("vdst",
 * "vdata") are enough, if the titles begin with them and neither text has them.
 *
 * Or, on one host, the URL says it, too (identity.h): each page is named by a number by which the other is not. A page without a title
 * is named by its first line.
 *
 * Titles in two languages are not compared: a page that is not translated yet has the text of another one under its own title.
 *
 * If all but a few words of a page are its site's own lines, its title is what it has of its own: on one host, a word that the
 * other title lacks is then enough on each side.
 *
 * Bytes, lowest first: words 1 (its uppermost bit: is the title all it has), places 1, size of the filter in units of
 * eight 1, length of the title 1; which words are in the text 3, a bit a word, and the site 1; only if it has a site, which
 * are in the page 3, and the language 1, which are alone in a line 3, how many numbers name it 1, these,
 * 2 each, filled up to 4;
 * the places, 4 each, ascending: 27 bits
 * of the place, 5 of the word's number; the filter; the words, 2 bytes of hash each, ascending; where each is in the title 1,
 * its length 1; the title; filled up to 4.
 *
 * Of a text with too many words for the filter there are witnesses instead, 2 bytes each: shingles of the sketch in which a word of
 * the title stands; 11 bits of the shingle's number, 5 of the word's. The uppermost bit of the filter's size says so. */
#ifndef PLUGIN_TEXT_SUBJECT_H
#define PLUGIN_TEXT_SUBJECT_H

#include "plugin/text/identity.h"
#include "plugin/text/sketch.h"
#include "plugin/text/title.h"

enum {
	SUBJECT_PLACES = 2,       /* of one word: the lowest */
	SUBJECT_FILTER = 1016,    /* bytes of the Bloom filter at most; a text with too many words for it has none */
	SUBJECT_FILTER_CJK = 256, /* the same for a Chinese or Japanese text */
	SUBJECT_WITNESSES = 4     /* of one word */
};

/* Views into a signature's bytes. */
typedef struct subject {
	const uint32_t *places;
	const uint8_t *filter; /* a Bloom filter of the text's words; of len 0: there is none */
	const uint16_t *witnesses;
	const uint16_t *words;  /* hashes, ascending */
	const uint8_t *written; /* two for each word, as title_word's from and len */
	const char *title;
	const uint16_t *numbers; /* as in identity */
	size_t places_len, words_len, filter_len, witnesses_len, numbers_len;
	uint32_t in_text;     /* which words the text has outside of the margins, as bits */
	uint32_t in_page;     /* the same with the margins */
	uint32_t in_headings; /* which words are alone in a line */
	uint8_t lang;         /* 8 bits of the language's hash; 0: not known */
	uint8_t site;         /* 8 bits of the site's hash; 0: none */
	bool is_bare;         /* all but a few words of the page are the site's own lines */
} subject;

/* What a subject is made of. */
typedef struct subject_input {
	const firstprint_page *page;
	const passage *text;
	const numbers *numbers;
	const lines *lines;
	const uint32_t *shingles; /* as sketch_make gives them: the first token of each kept shingle */
	size_t shingles_len;
} subject_input;

/* Bytes in a that subject_read can read. Pure. ERR_MEMORY. */
status subject_make(const subject_input *in, arena *a, firstprint_span *out);
/* Reads a subject from the front of the bytes, which are aligned to 4, and returns how many bytes it takes; 0: they are
 * none. */
size_t subject_read(firstprint_span bytes, subject *out);

/* Notes in the bytes of a subject that it is bare. */
void subject_set_bare(char *bytes);

/* Are two pages known to be in two languages? */
bool subject_is_translated(const subject *a, const subject *b);
/* 0: the pages may be about the same thing. Else, in how many places their own words stand; one more if each text lacks a word
 * of the other. The sketches are those of the same pages. */
int subject_differs(const subject *a, const sketch *a_text, const subject *b, const sketch *b_text);
/* A word that a's title has and b's has not: a joined one, one that a's text has, or any. "": there is none, or it is not kept. */
void subject_word(const subject *a, const subject *b, char *word, size_t size);

#endif
