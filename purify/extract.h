/* extract — decides which blocks are the article. docs/articles.md tells it rule by rule.
 *
 * prune.h takes away what is marked as boilerplate. Scores of containers, as in Readability, find the element that holds
 * the article. A pass over runs of blocks, as in jusText, adds what that element missed; it looks at length and link
 * density only, so it works in any language. Then come pages that are no article: lists of links, and short pages.
 * Lengths are in bytes: a CJK character counts three, since it says about as much as three letters. */
#ifndef PURIFY_EXTRACT_H
#define PURIFY_EXTRACT_H

#include "purify/blocks.h"

/* Sets keep of every block, what prune.h sets, and the elements' scores. Changes nothing else, takes time linear in blocks
 * and elements, allocates nothing. */
void extract_article(blocks *b);

#endif
