#include "judge/likeness.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/sorted.h"
#include "plugin/text/shingles.h"

enum { RUN = 3 };

status runs_of(firstprint_span text, const feature_key *key, arena *a, runs *out)
{
	shingles s = {0};
	tokens t;
	status err = tokens_of(text, key, a, &t);

	if (!err)
		err = shingles_of(&t, t.len < RUN ? 1 : RUN, key, a, &s);
	*out = (runs){s.items, err ? 0 : sorted_distinct_u64(s.items, s.len)};
	return err;
}

char *runs_words(const runs *r, const char *between, arena *a)
{
	enum { WORD = 20 };
	size_t n = r->len < LIKENESS_RUNS ? r->len : LIKENESS_RUNS, room = n * (WORD + strlen(between)) + 1, len = 0;
	char *words = arena_alloc(a, room);

	if (!words)
		return NULL;
	*words = '\0';
	for (size_t i = 0; i < n; i++)
		len += (size_t)snprintf(words + len, room - len, "%s%016" PRIx64, i ? between : "", r->items[i]);
	return words;
}

static double share(size_t part, size_t of)
{
	return of ? (double)part / (double)of : 0;
}

likeness likeness_of(const runs *a, const runs *b)
{
	size_t shared = sorted_shared_u64(a->items, a->len, b->items, b->len);

	return (likeness){share(shared, a->len + b->len - shared), share(shared, a->len), share(shared, b->len)};
}

/* Of two that are as near, the older one, in whichever order they are found. */
static bool is_nearer(const near_article *x, const near_article *y)
{
	double one = x->like.contained + x->like.contains, other = y->like.contained + y->like.contains;

	if (x->like.resemblance != y->like.resemblance)
		return x->like.resemblance > y->like.resemblance;
	return one != other ? one > other : x->id < y->id;
}

void nearest_add(nearest *n, const near_article *x)
{
	size_t at = n->len;

	if (!(x->like.resemblance > 0))
		return;
	while (at > 0 && is_nearer(x, &n->items[at - 1]))
		at--;
	memmove(&n->items[at + 1], &n->items[at], (n->len - at) * sizeof *n->items);
	n->items[at] = *x;
	n->len += n->len < n->most;
}
