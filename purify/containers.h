/* containers — finds the element that holds the article, by scores as in Readability: each paragraph gives points to the
 * elements around it. */
#ifndef PURIFY_CONTAINERS_H
#define PURIFY_CONTAINERS_H

#include "purify/blocks.h"

/* Sets keep of the unpruned blocks of the best element and of its siblings with a good score, except short ones that are
 * mostly links, and the elements' scores. Linear, allocates nothing. */
void containers_keep(blocks *b);

#endif
