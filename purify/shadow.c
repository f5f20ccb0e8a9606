#include "purify/shadow.h"

#include <stdbool.h>
#include <string.h>
#include <strings.h>

#include "purify/ascii.h"
#include "purify/kinds.h"
#include "purify/roles.h"
#include "purify/tree.h"

enum { SLOTS_MOST = 64 }; /* of one root; further ones keep their contents */

/* Returns the name of an element that gumbo does not know, with the text after it: "slot name=a>". */
static const char *unknown_name(const GumboElement *e)
{
	return e->tag == GUMBO_TAG_UNKNOWN && e->original_tag.length > 1 ? e->original_tag.data + 1 : "";
}

static bool is_slot(const GumboNode *n)
{
	const char *name = tree_is_element(n) ? unknown_name(&n->v.element) : "";

	return strncasecmp(name, "slot", 4) == 0 && strchr(HTML_SPACE "/>", name[4]);
}

/* May it have a shadow root? */
static bool is_host(const GumboElement *e)
{
	const char *name = unknown_name(e);

	if (kinds_of(e->tag) & KIND_HOST)
		return true;
	return memchr(name, '-', strcspn(name, HTML_SPACE "/>")) != NULL; /* a custom element */
}

static bool is_shadow_root(const GumboNode *n)
{
	const char *mode = tree_is_element(n) && n->v.element.tag == GUMBO_TAG_TEMPLATE
				   ? role_attribute(&n->v.element, "shadowrootmode")
				   : NULL;

	return mode && (strcasecmp(mode, "open") == 0 || strcasecmp(mode, "closed") == 0);
}

/* Returns the next node of the tree below root, in document order; skip: leaves out the nodes below n. NULL: there are no more. */
static GumboNode *next_node(GumboNode *n, const GumboNode *root, bool skip)
{
	if (!skip && (tree_is_element(n) || n->type == GUMBO_NODE_DOCUMENT) && tree_children(n)->length)
		return tree_children(n)->data[0];
	while (n != root && n->index_within_parent + 1 >= tree_children(n->parent)->length)
		n = n->parent;
	return n == root ? NULL : tree_children(n->parent)->data[n->index_within_parent + 1];
}

static void adopt(GumboNode *parent, GumboVector children)
{
	parent->v.element.children = children;
	for (unsigned i = 0; i < children.length; i++) {
		GumboNode *child = children.data[i];

		child->parent = parent;
		child->index_within_parent = i;
	}
}

typedef struct slot {
	GumboNode *node;
	const char *name;
	GumboVector assigned;
	size_t room;
} slot;

static const char *text_or_empty(const char *text)
{
	return text ? text : "";
}

/* Finds the slots of a shadow root, except those in shadow roots inside it. */
static size_t find_slots(GumboNode *shadow, slot *out)
{
	size_t n = 0;

	for (GumboNode *at = next_node(shadow, shadow, false); at && n < SLOTS_MOST;
	     at = next_node(at, shadow, tree_is_element(at) && at->v.element.tag == GUMBO_TAG_TEMPLATE))
		if (is_slot(at))
			out[n++] = (slot){.node = at, .name = text_or_empty(role_attribute(&at->v.element, "name"))};
	return n;
}

static void append(slot *s, GumboNode *node, arena *a)
{
	void **data = arena_grow(a, s->assigned.data, s->assigned.length, &s->room, sizeof *data);

	if (!data)
		return;
	s->assigned.data = data;
	data[s->assigned.length++] = node;
}

/* Assigns the children of an element to the slots of their names; browsers do not show a child without a slot. */
static void assign(const GumboVector *children, slot *slots, size_t n, arena *a)
{
	for (unsigned i = 0; i < children->length; i++) {
		GumboNode *child = children->data[i];
		const char *name = tree_is_element(child) ? text_or_empty(role_attribute(&child->v.element, "slot")) : "";
		size_t k = 0;

		while (k < n && strcmp(slots[k].name, name) != 0)
			k++;
		if (k < n && !is_shadow_root(child))
			append(&slots[k], child, a);
	}
}

static void compose(GumboNode *host, GumboNode *shadow, arena *a)
{
	slot slots[SLOTS_MOST];
	size_t n = find_slots(shadow, slots);

	assign(tree_children(host), slots, n, a);
	for (size_t i = 0; i < n; i++)
		if (slots[i].assigned.length)
			adopt(slots[i].node, slots[i].assigned);
	adopt(host, *tree_children(shadow));
}

static GumboNode *shadow_root_of(GumboNode *n)
{
	const GumboVector *children = tree_is_element(n) && is_host(&n->v.element) ? tree_children(n) : NULL;

	for (unsigned i = 0; children && i < children->length; i++)
		if (is_shadow_root(children->data[i]))
			return children->data[i];
	return NULL;
}

void shadow_compose(GumboNode *root, arena *a)
{
	for (GumboNode *n = root; n; n = next_node(n, root, n->type == GUMBO_NODE_TEMPLATE)) {
		GumboNode *shadow = shadow_root_of(n);

		if (shadow)
			compose(n, shadow, a);
	}
}
