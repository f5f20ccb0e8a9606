/* containers — finds the element that holds the article, by scores as in Readability: each paragraph adds to the scores of the
 * elements around it. */
#ifndef PURIFY_CONTAINERS_H
#define PURIFY_CONTAINERS_H

#include "purify/blocks.h"

/* Sets keep of the unpruned blocks of the best element and of its siblings with a good score, except short blocks that are mostly
 * links. Sets the elements' scores. Takes linear time, allocates nothing. */
void containers_keep(blocks *b);

#endif
