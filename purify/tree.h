/* tree — parses HTML with gumbo, within bounds.
 *
 * gumbo itself never fails and never stops early, so its allocator abandons the parse when a budget of bytes is spent, a bound on
 * CPU time is exceeded, or a cancel flag is set. The nodes live in the arena and are never destroyed one by one, since
 * gumbo_destroy_output is recursive, and slower than the allocations were. */
#ifndef PURIFY_TREE_H
#define PURIFY_TREE_H

#include <gumbo.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "base/arena.h"
#include "base/status.h"
#include "plugin/firstprint.h"

/* A bound on CPU time, not on the wall clock: the load of the machine must not change what is stored of a page. The slowest of
 * 6,691 real pages took 120 ms. */
enum { TREE_CPU_MS = 2000 };

/* Parses html. *root lives in a. cancel: NULL if nobody cancels. ERR_LIMIT: a bound was exceeded, or the parse was cancelled;
 * ERR_MEMORY: the system has no more memory. After an error, the memory stays allocated in a until its reset. */
status tree_parse(firstprint_span html, const atomic_bool *cancel, arena *a, GumboNode **root);

static inline bool tree_is_element(const GumboNode *n)
{
	return n->type == GUMBO_NODE_ELEMENT || n->type == GUMBO_NODE_TEMPLATE;
}

/* Returns the children of an element or the document. */
static inline const GumboVector *tree_children(const GumboNode *n)
{
	return n->type == GUMBO_NODE_DOCUMENT ? &n->v.document.children : &n->v.element.children;
}

#endif
