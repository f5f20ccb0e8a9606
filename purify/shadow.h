/* shadow — declarative shadow roots: <template shadowrootmode=open> in an element is what a browser shows in place of the element's
 * children, and shows these where the template has a <slot> for them. Other templates are not shown. */
#ifndef PURIFY_SHADOW_H
#define PURIFY_SHADOW_H

#include <gumbo.h>

#include "base/arena.h"
#include "base/status.h"

/* Rebuilds the tree so that it is what a browser shows. ERR_MEMORY. */
status shadow_compose(GumboNode *root, arena *a);

#endif
