/* containers — finds the element that holds the article, by scores as in Readability: each paragraph adds to the scores of the
 * elements around it. */
#ifndef PURIFY_CONTAINERS_H
#define PURIFY_CONTAINERS_H

#include "purify/blocks.h"

/* Sets keep of the unpruned blocks of the best element and of its siblings with a good score, except short blocks that are mostly
 * links. Sets the elements' scores. Returns the index of the best element; −1: none has a score. Takes linear time, allocates
 * nothing. */
int32_t containers_keep(blocks *b);

/* Sets keep of what belongs to the article beside its container, which may be a long list or the longest chapter of a manual: the
 * paragraphs above it, and the chapters beside it and beside those around it. top: what containers_keep returned, not −1. Takes
 * linear time, allocates nothing. */
void containers_keep_beside(blocks *b, int32_t top);

#endif
