/* tree — gumbo, held in bounds.
 *
 * gumbo never fails and never ends early by itself, so its allocator does it: a budget of bytes, a deadline and a
 * cancel flag, over which the parse is abandoned. The nodes live in the arena and are never destroyed one by one
 * (gumbo_destroy_output is recursive, and slower than the parse's own allocations). */
#ifndef PURIFY_TREE_H
#define PURIFY_TREE_H

#include <gumbo.h>
#include <stdatomic.h>

#include "base/arena.h"
#include "base/status.h"
#include "plugin/firstprint.h"

enum { TREE_DEADLINE_MS = 2000 }; /* the slowest of 6,691 real pages takes 120 ms */

/* ERR_LIMIT: out of bounds or cancelled; ERR_MEMORY: the system had no more; what was allocated stays in the arena until its reset. */
status tree_parse(firstprint_span html, const atomic_bool *cancel, arena *a, GumboNode **root);

#endif
