/* pairs — pairs of pages, by classes: what a site does to a reprint, and what makes two pages of one form. The labels are made
 * by rule, that is by the way in which a pair is made. */
#ifndef TESTS_BENCH_PAIRS_PAIRS_H
#define TESTS_BENCH_PAIRS_PAIRS_H

#include "tests/bench/pairs/articles.h"

typedef struct page {
	const char *url, *html;
} page;

/* What a class makes its pairs of. */
typedef struct maker {
	article text;
	const struct language *l;
	chance *c;
	arena *a;
	unsigned number; /* of the pair */
} maker;

typedef struct sheet {
	const char *url, *title, *above, *below; /* lines above and below the text; NULL: none */
	article text;
} sheet;

/* A sheet on a host of its own, with the text's title. */
sheet sheet_of(maker *m, const article *text);
page page_of(maker *m, const sheet *s);
/* One of the patterns, filled in. */
const char *fill(maker *m, const char *const *list);

enum wanted {
	MET,    /* the second page is called anything but unique */
	KEPT,   /* it is not dropped */
	NO_LOSS /* it is not dropped after the shorter one */
};

typedef struct class {
	const char *name;
	enum wanted wanted;
	void (*make)(maker *m, page out[2]);
	unsigned figures; /* of eight sentences of a made article */
	double floor;     /* percent that are judged rightly, at least: a test */
} class;

/* Each ends in a class without a name. */
extern const class harmless_classes[], part_classes[], twin_classes[];

#endif
