/* made_pages — pages made from random words, as many as a bench wants: the same ones in every run.
 *
 * A kind is one way in which the pages of a crawl resemble each other. `mixed` is a crawl of many sites; the others are
 * sites that make a near-duplicate filter slow: every page proposes many others. */
#ifndef TESTS_BENCH_MADE_PAGES_H
#define TESTS_BENCH_MADE_PAGES_H

#include "base/arena.h"
#include "plugin/firstprint.h"

enum made_kind {
	MADE_MIXED,     /* articles, edited and equal reprints of them, pages of 1,000 forms, notices of 2,000 sites */
	MADE_FORM,      /* one form of 150 words with eight numbers in it */
	MADE_SHUFFLED,  /* the same 200 words in another order on each page: equal fingerprints */
	MADE_POOL_200,  /* 18 of 20 sentences come from a pool of so many */
	MADE_POOL_2000,
	MADE_SHARED,    /* nine tenths of a page are the same on all of them */
	MADE_KINDS
};

/* "mixed", "form", …; NULL: there is no such kind. */
const char *made_kind_name(enum made_kind kind);

/* Page number i of this kind. Its text is in a. Pure. false: out of memory. */
bool made_page(enum made_kind kind, uint64_t i, arena *a, firstprint_page *out);

#endif
