/* figures — the numbers of an article by their places, to tell twins apart: pages with the same sentences but other
 * amounts, results or sizes.
 *
 * The furniture of a page (lines.h) has none. Where two pages have the same place, their figures agree or differ.
 *
 * Bytes, lowest first: their number 4; the places, 4 each, ascending; the values, 4 each. */
#ifndef PLUGIN_TEXT_FIGURES_H
#define PLUGIN_TEXT_FIGURES_H

#include "plugin/text/places.h"

enum {
	FIGURES_MOST = 48,     /* those with the lowest places, so that two pages keep the same ones */
	FIGURES_SAME_PLACE = 4 /* of one place */
};

/* Views into a signature's bytes. */
typedef struct figures {
	const uint32_t *places; /* ascending */
	const uint32_t *values; /* of one place: ascending; a decimal number of up to eight digits, else a hash (figures.c) */
	size_t len;
} figures;

/* Bytes in a that figures_read can read. *at becomes an array in a: the number of each figure's token. Pure. ERR_MEMORY. */
status figures_make(const passage *p, const numbers *n, const lines *l, arena *a, firstprint_span *out, const uint32_t **at);
/* Writes the figures for which leave_out is false to `to`, which has room for as many bytes as x takes. Returns how many
 * bytes were written. */
size_t figures_copy(const figures *x, const bool *leave_out, char *to);
/* Reads figures from the front of the bytes, which are aligned to 4, and returns how many bytes they take; 0: they are
 * none. */
size_t figures_read(firstprint_span bytes, figures *out);

typedef struct figure_agreement {
	/* In places that both pages have. Of several values, those of the page with fewer are looked for. A figure that the other
	 * page has elsewhere does not differ. */
	int agree, differ;
	/* Figures of three digits or more, but no years, that both pages have anywhere; and how many the page with fewer has. */
	int shared, of;
} figure_agreement;

figure_agreement figures_compare(const figures *a, const figures *b);
/* A figure of a that differs from b's in the same place. "": there is none, or only its hash is kept. */
void figures_word(const figures *a, const figures *b, char *word, size_t size);

#endif
