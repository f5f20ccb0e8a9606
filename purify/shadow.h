/* shadow — declarative shadow roots: a browser shows <template shadowrootmode=open> in an element in place of the element's
 * children, and shows the children where the template has a <slot> for them. It does not show other templates. */
#ifndef PURIFY_SHADOW_H
#define PURIFY_SHADOW_H

#include <gumbo.h>

#include "base/arena.h"

/* Changes the tree to what a browser shows. Out of memory, some children are missing, and arena_exhausted tells. */
void shadow_compose(GumboNode *root, arena *a);

#endif
