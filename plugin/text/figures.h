/* figures — the numbers that an article states, to tell twins apart: pages with the same sentences but other amounts, results or sizes.
 *
 * If each of two pages has a figure that the other lacks, or has less often, they state two things. A longer version of an article has
 * figures of its own, too, but lacks none.
 *
 * No figures are: dates, times of day and references (roles.h), and what stands alone in a line. What stands in the furniture of a page
 * (lines.h) or numbers a line is mute: no figure of its page, but one of the other page is the same. So a text whose paragraphs were
 * moved has the same figures. There are few of them: many would hide what differs, and take the room of figures.
 * Figures are the same if one is the other rounded, or a thousand times it: "11.9 mln" and "11,908,000", "1.5 billion" and
 * "1,500 million".
 *
 * Bytes, lowest first: their number 4; the values, 4 each. */
#ifndef PLUGIN_TEXT_FIGURES_H
#define PLUGIN_TEXT_FIGURES_H

#include "plugin/text/lines.h"

enum { FIGURES_MOST = 48 }; /* those with the lowest hashes, so that two pages keep the same ones */

/* Views into a signature's bytes. */
typedef struct figures {
	const uint32_t *values; /* by hash, ascending (figures.c) */
	size_t len;
} figures;

/* Bytes in a that figures_read can read. *at, in a: the token of each figure. Pure. ERR_MEMORY. */
status figures_make(const passage *p, arena *a, firstprint_span *out, positions *at);
/* Makes figure i in the bytes mute: it stands in a line of the site. */
void figures_mark_site(char *bytes, size_t i);
/* Reads figures from the front of the bytes, which are aligned to 4, and returns how many bytes they take; 0: they are
 * none. */
size_t figures_read(firstprint_span bytes, figures *out);

/* How many figures have three digits or more, and are no years; each counts once, mute ones, too. */
size_t figures_telling(const figures *f);

typedef struct figure_agreement {
	int agree;  /* figures of the page with fewer that the other has, too */
	int differ; /* figures that the other page lacks, of the page that has fewer such figures */
	int lacked; /* the same, of the page that has more of them */
	int more;   /* how many more figures a has that stand nowhere in b than b that stand nowhere in a; may be negative */
	/* Different figures of three digits or more, but no years, that both pages have; and how many the page with fewer has. */
	int shared, of;
	int amounts_shared, amounts; /* the same for amounts of five digits or more */
} figure_agreement;

figure_agreement figures_compare(const figures *a, const figures *b);
/* Writes the first figure of a that b lacks. "": there is none, or only its hash is kept. */
void figures_word(const figures *a, const figures *b, char *word, size_t size);

#endif
