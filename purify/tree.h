/* tree — parses HTML with gumbo, within bounds.
 *
 * gumbo itself never fails and never stops early, so its allocator abandons the parse: when a budget of bytes is spent,
 * a bound of CPU time is exceeded, or a cancel flag is set. The nodes live in the arena and are never destroyed one by one
 * (gumbo_destroy_output is recursive, and slower than the allocations were). */
#ifndef PURIFY_TREE_H
#define PURIFY_TREE_H

#include <gumbo.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "base/arena.h"
#include "base/status.h"
#include "plugin/firstprint.h"

/* Of the CPU, not of the wall clock: what is stored of a page must not depend on what else the machine does. The slowest of 6,691 real
 * pages took 120 ms. */
enum { TREE_CPU_MS = 2000 };

/* *root lives in a. cancel: NULL if nobody cancels. ERR_LIMIT: a bound was exceeded, or cancelled; ERR_MEMORY: the
 * system has no more memory. Either way, what was allocated stays in a until its reset. */
status tree_parse(firstprint_span html, const atomic_bool *cancel, arena *a, GumboNode **root);

static inline bool tree_is_element(const GumboNode *n)
{
	return n->type == GUMBO_NODE_ELEMENT || n->type == GUMBO_NODE_TEMPLATE;
}

/* Of an element, or the document. */
static inline const GumboVector *tree_children(const GumboNode *n)
{
	return n->type == GUMBO_NODE_DOCUMENT ? &n->v.document.children : &n->v.element.children;
}

#endif
