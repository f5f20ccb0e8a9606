#include "plugin/index/lists.h"

#include <string.h>

#include "base/sorted.h"

enum { UNIT = 16, LARGEST = LIST_CLASSES - 1, NODE_UNITS = 1 << LARGEST }; /* a node of the largest class has 256 bytes */
enum { LEAF_FULL = LIST_RUN_MAX, INNER_FULL = 31, LEAF_JOIN = 46, INNER_JOIN = 23 };

struct node {
	uint16_t len;   /* numbers of a leaf, pairs of a node above */
	uint8_t level;  /* 0: a leaf */
	uint8_t class;  /* its size is UNIT << class */
	uint32_t total; /* of a root: numbers in the list */
	union {
		uint32_t numbers[LEAF_FULL];
		struct pair {
			uint32_t least; /* not above the numbers of the child */
			uint32_t child;
		} pairs[INNER_FULL];
	} of;
};

_Static_assert(sizeof(struct node) == UNIT << LARGEST, "a node of the largest class");

static struct node *node_of(const lists *x, uint32_t at)
{
	return segments_at(&x->units, at, UNIT);
}

static struct node *touch(lists *x, uint32_t at)
{
	x->touched++;
	return node_of(x, at);
}

/* ── memory ── */

static size_t room_of_class(unsigned class)
{
	return (((size_t)UNIT << class) - offsetof(struct node, of)) / sizeof(uint32_t);
}

static void release(lists *x, uint32_t at)
{
	struct node *n = node_of(x, at);
	uint32_t *head = &x->freed[n->class];

	memcpy(n, head, sizeof *head);
	*head = at + 1;
}

/* Cuts a piece as large as the largest node into free nodes of the class. */
static bool cut(lists *x, unsigned class)
{
	uint32_t at = x->len;

	if (at >= LISTS_NUMBER_MAX - NODE_UNITS || !segments_reserve(&x->units, (size_t)at + NODE_UNITS, UNIT))
		return false;
	x->len += NODE_UNITS;
	for (uint32_t end = at + NODE_UNITS; end > at;) {
		end -= (uint32_t)1 << class;
		node_of(x, end)->class = (uint8_t) class;
		release(x, end);
	}
	return true;
}

/* A new empty node. LISTS_NONE: out of memory. */
static uint32_t take(lists *x, unsigned class, unsigned level)
{
	uint32_t at;
	struct node *n;

	if (!x->freed[class] && !cut(x, class))
		return LISTS_NONE;
	at = x->freed[class] - 1;
	n = touch(x, at);
	memcpy(&x->freed[class], n, sizeof x->freed[class]);
	n->len = 0;
	n->level = (uint8_t)level;
	n->class = (uint8_t) class;
	n->total = 0;
	return at;
}

/* Moves a list of one leaf to a node of another class. false: out of memory. */
static bool move_leaf(lists *x, uint32_t *list, unsigned class)
{
	uint32_t to = take(x, class, 0);
	const struct node *old = node_of(x, *list);
	struct node *new;

	if (to == LISTS_NONE)
		return false;
	new = node_of(x, to);
	new->len = old->len;
	new->total = old->total;
	memcpy(new->of.numbers, old->of.numbers, old->len * sizeof *old->of.numbers);
	release(x, *list);
	*list = to;
	return true;
}

/* ── adding ── */

uint32_t lists_new(lists *x, uint32_t a, uint32_t b)
{
	uint32_t list = take(x, 0, 0);
	struct node *n;

	if (list == LISTS_NONE)
		return LISTS_NONE;
	n = node_of(x, list);
	n->of.numbers[0] = a;
	n->of.numbers[1] = b;
	n->len = 2;
	n->total = 2;
	return list;
}

static bool is_full(const struct node *n)
{
	return n->level ? n->len == INNER_FULL : n->len == LEAF_FULL;
}

static void push_pair(struct node *n, uint32_t least, uint32_t child)
{
	n->of.pairs[n->len++] = (struct pair){least, child};
}

/* A new leaf with the number, below as many nodes as bring it to `level`. LISTS_NONE: out of memory. */
static uint32_t new_branch(lists *x, uint32_t number, unsigned level)
{
	uint32_t made[LIST_LEVELS_MAX];

	for (unsigned i = 0; i <= level; i++) {
		made[i] = take(x, LARGEST, i);
		if (made[i] == LISTS_NONE) {
			while (i--)
				release(x, made[i]);
			return LISTS_NONE;
		}
	}
	node_of(x, made[0])->of.numbers[0] = number;
	node_of(x, made[0])->len = 1;
	for (unsigned i = 1; i <= level; i++)
		push_pair(node_of(x, made[i]), number, made[i - 1]);
	return made[level];
}

/* Puts a root above the full one, with the number in a new branch beside it. */
static bool add_root(lists *x, uint32_t *list, uint32_t number)
{
	const struct node *old = node_of(x, *list);
	uint32_t least = old->level ? old->of.pairs[0].least : old->of.numbers[0];
	uint32_t root = take(x, LARGEST, old->level + 1u), branch;

	if (root == LISTS_NONE)
		return false;
	branch = new_branch(x, number, old->level);
	if (branch == LISTS_NONE) {
		release(x, root);
		return false;
	}
	push_pair(node_of(x, root), least, *list);
	push_pair(node_of(x, root), number, branch);
	node_of(x, root)->total = old->total + 1;
	*list = root;
	return true;
}

/* The lowest node of the tree's right edge that has room; LISTS_NONE: all are full. *newest is the list's last number, or 0
 * if the last leaf is empty. */
static uint32_t lowest_with_room(lists *x, uint32_t list, uint32_t *newest)
{
	uint32_t found = LISTS_NONE;

	for (uint32_t at = list;;) {
		const struct node *n = touch(x, at);

		found = is_full(n) ? found : at;
		if (n->level == 0) {
			*newest = n->len ? n->of.numbers[n->len - 1] : 0;
			return found;
		}
		at = n->of.pairs[n->len - 1].child;
	}
}

/* A leaf that is the whole list moves to a larger node when it is full. */
static bool make_leaf_room(lists *x, uint32_t *list)
{
	const struct node *root = touch(x, *list);

	return root->level || root->class == LARGEST || root->len < room_of_class(root->class) ||
	       move_leaf(x, list, root->class + 1u);
}

bool lists_add(lists *x, uint32_t *list, uint32_t number)
{
	uint32_t at, newest;
	struct node *n;

	if (!make_leaf_room(x, list))
		return false;
	at = lowest_with_room(x, *list, &newest);
	if (newest == number)
		return true;
	if (at == LISTS_NONE)
		return add_root(x, list, number);
	n = node_of(x, at);
	if (n->level) {
		uint32_t branch = new_branch(x, number, n->level - 1u);

		if (branch == LISTS_NONE)
			return false;
		push_pair(n, number, branch);
	} else {
		n->of.numbers[n->len++] = number;
	}
	node_of(x, *list)->total++;
	return true;
}

/* ── removing ── */

/* The last pair whose child may have the number. */
static unsigned child_with(const struct node *n, uint32_t number)
{
	unsigned i = n->len - 1u;

	while (i > 0 && n->of.pairs[i].least > number)
		i--;
	return i;
}

static void cut_out(struct node *n, unsigned i)
{
	n->len--;
	if (n->level)
		memmove(&n->of.pairs[i], &n->of.pairs[i + 1], (n->len - i) * sizeof *n->of.pairs);
	else
		memmove(&n->of.numbers[i], &n->of.numbers[i + 1], (n->len - i) * sizeof *n->of.numbers);
}

/* Joins child i + 1 of n to child i if they fit well into one node. */
static void join(lists *x, struct node *n, unsigned i)
{
	uint32_t right_at = n->of.pairs[i + 1].child;
	struct node *left = touch(x, n->of.pairs[i].child), *right = touch(x, right_at);

	if (left->len && right->len && left->len + right->len > (left->level ? INNER_JOIN : LEAF_JOIN))
		return;
	if (left->level)
		memcpy(&left->of.pairs[left->len], right->of.pairs, right->len * sizeof *right->of.pairs);
	else
		memcpy(&left->of.numbers[left->len], right->of.numbers, right->len * sizeof *right->of.numbers);
	left->len = (uint16_t)(left->len + right->len);
	release(x, right_at);
	cut_out(n, i + 1);
}

/* After child i of n has lost something: joins it to a neighbour, or frees it if it is empty and has none. */
static void mend(lists *x, struct node *n, unsigned i)
{
	if (i + 1u < n->len)
		join(x, n, i);
	if (i > 0 && i < n->len)
		join(x, n, i - 1);
	if (n->len == 1 && node_of(x, n->of.pairs[0].child)->len == 0) {
		release(x, n->of.pairs[0].child);
		cut_out(n, 0);
	}
}

static bool remove_below(lists *x, uint32_t at, uint32_t number)
{
	struct node *n = touch(x, at);
	unsigned i;

	if (n->level) {
		i = child_with(n, number);
		if (!remove_below(x, n->of.pairs[i].child, number))
			return false;
		mend(x, n, i);
		return true;
	}
	i = (unsigned)sorted_lower_bound_u32(n->of.numbers, n->len, number);
	if (i == n->len || n->of.numbers[i] != number)
		return false;
	cut_out(n, i);
	return true;
}

/* A root with one child gives way to it; a leaf that is almost empty moves to a smaller node. */
static void shrink(lists *x, uint32_t *list)
{
	struct node *root = node_of(x, *list);

	while (root->level && root->len == 1) {
		uint32_t child = root->of.pairs[0].child;

		touch(x, child)->total = root->total;
		release(x, *list);
		*list = child;
		root = node_of(x, child);
	}
	if (root->level == 0 && root->class > 0 && root->len <= room_of_class(root->class - 1u) / 2)
		move_leaf(x, list, root->class - 1u);
}

bool lists_remove(lists *x, uint32_t *list, uint32_t number)
{
	if (!remove_below(x, *list, number))
		return false;
	node_of(x, *list)->total--;
	shrink(x, list);
	return true;
}

uint32_t lists_drop(lists *x, uint32_t list)
{
	uint32_t number = node_of(x, list)->of.numbers[0];

	release(x, list);
	return number;
}

uint32_t lists_len(const lists *x, uint32_t list)
{
	return node_of(x, list)->total;
}

void lists_prefetch(const lists *x, uint32_t list)
{
	__builtin_prefetch(node_of(x, list));
}

void lists_prefetch_end(const lists *x, uint32_t list)
{
	const struct node *n = node_of(x, list);

	if (n->level)
		__builtin_prefetch(node_of(x, n->of.pairs[n->len - 1].child));
}

size_t lists_memory(const lists *x)
{
	return (size_t)x->len * UNIT;
}

void lists_free(lists *x)
{
	segments_free(&x->units);
	*x = (lists){0};
}

/* ── reading ── */

void lists_walk(const lists *x, uint32_t list, bool newest_first, list_walk *w)
{
	w->x = x;
	w->newest_first = newest_first;
	w->depth = 0;
	w->path[0].node = list;
	w->path[0].done = 0;
}

bool list_walk_next(list_walk *w, const uint32_t **numbers, size_t *n)
{
	while (w->depth >= 0) {
		const struct node *at = node_of(w->x, w->path[w->depth].node);
		uint32_t done = w->path[w->depth].done++;

		if (done == (at->level ? at->len : 1u)) {
			w->depth--;
		} else if (at->level == 0) {
			*numbers = at->of.numbers;
			*n = at->len;
			return true;
		} else {
			w->path[++w->depth].node = at->of.pairs[w->newest_first ? at->len - 1u - done : done].child;
			w->path[w->depth].done = 0;
		}
	}
	return false;
}
