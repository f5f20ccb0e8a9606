/* subject — what a page is about: the words of its title, the places of these words in its text, and all words of the text.
 *
 * Two pages made from one template have different subjects if each title has a word that the other title lacks, and
 *
 * - most of the places of these words are the same in the two texts (lines.h: place_of); or
 * - each text has the word of its own title, and not the word of the other; for a text whose words are too many for the filter: it
 *   has its word in shingles that the other text lacks.
 *
 * This applies to pages of any hosts. On one host, joined words such as GFX7, read_json, llvm-strip need not be in the texts. An edited
 * headline, "Print", the name of a section or site, and a page number do not make a difference, since both texts have such a word, or
 * neither has it. Words in the margins of a page (lines.h) count on one host only, since on two hosts the names of the sites differ
 * there; words in a heading that repeats the title never count.
 *
 * On one host, numbers in the URL and the title are enough, too (identity.h). The first line of a page without a title is its title; of
 * a text without a URL only if it is a headline, short and no sentence.
 *
 * Titles in two languages are not compared: a page that is not translated yet has the text of another page under its own title.
 *
 * If all but a few words of a page belong to lines that its site repeats, only its title tells it apart: on one host, it is then enough
 * that each title has a word that the other title lacks.
 *
 * The bytes of a subject, lowest first:
 *
 *	1  number of words; the uppermost bit: is_bare; the next: quotes
 *	1  number of places; the uppermost bit: is_list
 *	1  size of the filter in units of 8 bytes; the uppermost bit: these are witnesses
 *	1  length of the title
 *	3  in_text
 *	1  site
 *	      the following seven only if there is a site:
 *	3  in_page
 *	1  language
 *	3  in_headings
 *	1  number of numbers
 *	3  named
 *	1  segment
 *	2  folder
 *	   the numbers, 2 each, padded with the folder to a multiple of 4
 *	   the places, 4 each, ascending: 27 bits of the place, 5 of the index of the word
 *	   the filter, or the witnesses
 *	   the words, 2 bytes of hash each, ascending
 *	   for each word, where it begins in the title, 1, and its length, 1
 *	   the title, padded to a multiple of 4
 *
 * A text with too many words for the filter has witnesses instead, 2 bytes each: shingles of the sketch that contain a word of the
 * title; 11 bits are the index of the shingle, 5 that of the word. */
#ifndef PLUGIN_TEXT_SUBJECT_H
#define PLUGIN_TEXT_SUBJECT_H

#include "plugin/text/identity.h"
#include "plugin/text/sketch.h"
#include "plugin/text/title.h"

enum {
	SUBJECT_REPLY_LEAST = 12, /* words of its own that a reply has, however much it quotes */
	SUBJECT_PLACES = 2,       /* most places of a word; the lowest are kept */
	SUBJECT_FILTER = 1016,    /* most bytes of the filter; a text with too many words for it has none */
	SUBJECT_FILTER_CJK = 256, /* the same for a Chinese or Japanese text */
	SUBJECT_WITNESSES = 4     /* most witnesses of a word */
};

/* Views into a signature's bytes. */
typedef struct subject {
	const uint32_t *places;
	const uint8_t *filter; /* of the text's words (title_filter_make); filter_len is 0 if there is none */
	const uint16_t *witnesses;
	const uint16_t *words;  /* hashes, ascending */
	const uint8_t *written; /* two for each word, as title_word's from and len */
	const char *title;
	const uint16_t *numbers; /* as in identity */
	size_t places_len, words_len, filter_len, witnesses_len, numbers_len;
	uint32_t in_text;     /* which words of the title the text has outside the margins; a bit for each word */
	uint32_t in_page;     /* which of them it has anywhere */
	uint32_t in_headings; /* which of them stand in a line that has nothing else */
	uint32_t named;       /* which of them the URL's last segment has, too (identity.h) */
	uint8_t lang;         /* 8 bits of the language's hash; 0: unknown */
	uint8_t site;         /* 8 bits of the site's hash; 0: none */
	uint8_t segment;      /* as in identity */
	uint16_t folder;      /* as in identity */
	bool is_list;         /* FIRSTPRINT_LIST, or not known to be none */
	bool quotes;          /* paragraphs are quotations, "> …", and SUBJECT_REPLY_LEAST words are in none */
	bool is_bare;         /* all but a few words of the page belong to lines that its site repeats */
} subject;

/* Makes the bytes of a page's subject, in a. p: its text; shingles: from sketch_make. Pure. Errors: ERR_MEMORY. */
status subject_make(const firstprint_page *page, const passage *p, const positions *shingles, arena *a, firstprint_span *out);
/* Reads the subject at the start of the bytes, which are aligned to 4; *out has views into them. Returns how many bytes it has; 0:
 * there is no valid subject. */
size_t subject_read(firstprint_span bytes, subject *out);

/* Marks the bytes of a subject as bare: see is_bare. */
void subject_set_bare(char *bytes);

/* Do the URLs of both name one host? */
bool subject_is_one_site(const subject *a, const subject *b);
/* Are two pages known to be in two languages? */
bool subject_is_translated(const subject *a, const subject *b);
/* Returns 0 if the pages may have the same subject. Otherwise counts the evidence: the places where both texts have a word that only
 * their own title has, and one more if each text lacks such a word of the other. The sketches are of the same pages. */
int subject_differs(const subject *a, const sketch *a_text, const subject *b, const sketch *b_text);
/* On one host: does the URL of each page name it, by a word that its title has and the other title lacks, or by one that its text has and
 * the other text lacks? Not if one of them is a list: a list is named by what it lists. */
bool subject_names_differ(const subject *a, const sketch *a_text, const subject *b, const sketch *b_text);
/* On one host: do the titles differ in one word each, which names the page in its URL and its text, too: "imtest" and "smtptest"? Two
 * headlines of one article differ in more. Not if one of them is a list. */
bool subject_one_word_differs(const subject *a, const subject *b);
/* On one host: does the headline of each page have two words that the title of the other lacks? */
bool subject_headlines_differ(const subject *a, const subject *b);
/* Are they two pages of one host, in one language, at URLs with different last segments; two lists only if they have one title, since
 * a list is named by it? */
bool subject_are_siblings(const subject *a, const subject *b);
/* Are they siblings in one folder, each named in its URL by a word that does not name the other, or one of them by such a word that its title
 * or text has, too? Not if they are lists. */
bool subject_are_neighbours(const subject *a, const subject *b);
/* Writes a word of a's title that b's title lacks, and rather one that b's text lacks, too: a joined one, or else one that a's text has, or
 * else any. "": there is none, or the subject does not keep its letters. */
void subject_word(const subject *a, const subject *b, char *word, size_t size);

#endif
