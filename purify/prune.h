/* prune — decides which marks of boilerplate to accept.
 *
 * A mark is a guess: a "widget-container" may hold the whole article, and a page of nothing but comments is a forum. So it weighs a
 * mark against the text that the mark would remove. */
#ifndef PURIFY_PRUNE_H
#define PURIFY_PRUNE_H

#include "purify/blocks.h"

/* Sets pruned of every element and block. Takes time linear in both, allocates nothing. */
void prune_boilerplate(blocks *b);

/* Does a script make the page: has it no text besides <noscript> and a few words such as "Loading"? */
bool prune_is_shell(const blocks *b);

#endif
