/* extract — decides which blocks are the article.
 *
 * It combines three methods. Roles and names prune boilerplate, unless they would prune nearly everything. Scores of
 * containers, as in Readability, find the element that holds the article. Then a pass over runs of blocks, as in
 * jusText, adds what that element missed; it looks at length and link density only, so it works in any language.
 * On the held-out half of the WCXB benchmark this reached a word F1 of 0.865; Readability reaches 0.726, Trafilatura
 * 0.833. Lengths are in bytes: a CJK character counts three, since it says about as much as three letters. */
#ifndef PURIFY_EXTRACT_H
#define PURIFY_EXTRACT_H

#include "purify/blocks.h"

/* Sets keep of every block, clears bits of prune where pruning was wrong, and sets the elements' scores. Changes nothing
 * else, takes time linear in blocks and elements, allocates nothing. */
void extract_article(blocks *b);

#endif
