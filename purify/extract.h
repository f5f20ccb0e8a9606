/* extract — decides which blocks are the article. docs/articles.md describes the rules.
 *
 * prune.h removes marked boilerplate. Scores of containers, as in Readability, find the element that holds the article. A pass over
 * runs of blocks, as in jusText, adds what that element missed; it looks at length and link density only, so it works in any
 * language. Last come pages without an article: lists of links, and short pages. Lengths are in bytes: a CJK character counts
 * three, since it says about as much as three letters. */
#ifndef PURIFY_EXTRACT_H
#define PURIFY_EXTRACT_H

#include "purify/blocks.h"

/* Sets keep of every block, the elements' scores, and the fields that prune.h sets. Takes time linear in blocks and elements,
 * allocates nothing. */
void extract_article(blocks *b);

#endif
