#include "crawler/inspect/near.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/shell.h"
#include "crawler/console/terminal.h"
#include "crawler/inspect/found.h"
#include "crawler/inspect/likeness.h"
#include "crawler/inspect/search.h"

typedef struct neighbour {
	uint64_t id;
	likeness like;
} neighbour;

typedef struct neighbourhood {
	const source *in;
	feature_key key;
	uint64_t id;  /* that is left out: the article's own; 0: it is of another store */
	bool earlier; /* only articles with lower ids than that */
	runs runs;    /* of the article */
	neighbour *best;
	size_t len, most; /* best has room for one more */
	arena *scratch;   /* for one comparison */
} neighbourhood;

static bool is_nearer(const likeness *a, const likeness *b)
{
	if (a->resemblance != b->resemblance)
		return a->resemblance > b->resemblance;
	return a->contained + a->contains > b->contained + b->contains;
}

/* Puts it among the best, which stay in order; the last one may fall out. */
static void keep(neighbourhood *n, const neighbour *x)
{
	size_t at = n->len;

	while (at > 0 && is_nearer(&x->like, &n->best[at - 1].like))
		at--;
	memmove(&n->best[at + 1], &n->best[at], (n->len - at) * sizeof *n->best);
	n->best[at] = *x;
	n->len += n->len < n->most;
}

static status compare(neighbourhood *n, uint64_t id, firstprint_span text)
{
	neighbour x = {.id = id};
	runs r;
	status err = runs_of(text, &n->key, n->scratch, &r);

	if (err)
		return err;
	x.like = likeness_of(&n->runs, &r);
	if (id != n->id && (!n->earlier || id < n->id) && x.like.resemblance > 0)
		keep(n, &x);
	return OK;
}

/* An article that the index found. */
static status compare_found(void *ctx, uint64_t id)
{
	neighbourhood *n = ctx;
	firstprint_span text;
	status err;

	arena_reset(n->scratch);
	err = store_text(n->in->store, id, n->scratch, &text);
	return err == ERR_MISSING ? OK : err ? err : compare(n, id, text);
}

enum { FOUND_MOST = 300 };

static status compare_by_index(neighbourhood *n, fulltext *x)
{
	char *query = runs_words(&n->runs, " OR ", n->scratch), *copy = query ? strdup(query) : NULL;
	status err = copy ? OK : ERR_MEMORY;

	if (!err && *copy)
		err = fulltext_alike(x, copy, FOUND_MOST, compare_found, n);
	free(copy);
	return err;
}

static status compare_all(neighbourhood *n)
{
	store_kept k = {0};
	status err = OK;

	while (!err) {
		arena_reset(n->scratch);
		err = store_next_kept(n->in->store, k.id, n->scratch, &k);
		if (!err)
			err = compare(n, k.id, k.text);
	}
	return err == ERR_MISSING ? OK : err;
}

/* Compares with what may be near, or with everything. */
static status look_around(neighbourhood *n, complaint *why)
{
	fulltext *x = NULL;
	char file[SHELL_WORD];
	status err = fulltext_open(n->in->file, n->in->store, STORE_READ, &x, why);

	if (err == ERR_MISSING) {
		terminal_say("all texts of %s are read; to make this quick: firstprint index %s", n->in->file,
			     (shell_word(n->in->file, file), file));
		err = compare_all(n);
	} else if (!err) {
		err = compare_by_index(n, x);
		if (err)
			search_complain(n->in, x, err, why);
		else
			search_warn(n->in, x);
	}
	fulltext_close(x);
	return err;
}

/* ── printing ── */

static void print_for_people(const neighbour *x, const store_head *h, const screen *to)
{
	char url[SCREEN_TEXT];

	printf("%6.3f  %s%-4s%s %6" PRIu64 "  %s\n", x->like.resemblance, screen_style(to, SCREEN_FAINT), h->kind,
	       screen_style(to, SCREEN_PLAIN), h->id,
	       screen_fit(h->url ? h->url : h->name, to->columns ? to->columns - 22 : 0, url));
	printf("%8s%.0f %% of the article is in it, and %.0f %% of it in the article\n", "", 100 * x->like.contained,
	       100 * x->like.contains);
}

static status print_for_programs(const source *from, const neighbour *x, const store_head *h)
{
	json_t *row = found_json(from, h);

	json_object_set_new(row, "resemblance", json_real(x->like.resemblance));
	json_object_set_new(row, "contained", json_real(x->like.contained));
	json_object_set_new(row, "contains", json_real(x->like.contains));
	return found_put_json(row);
}

static status print_all(const neighbourhood *n, bool json, const screen *to)
{
	status err = OK;
	store_head h;

	if (n->in->path && !json)
		printf("%s%s%s\n", screen_style(to, SCREEN_STRONG), n->in->path, screen_style(to, SCREEN_PLAIN));
	for (size_t i = 0; i < n->len && !err; i++) {
		err = store_head_of(n->in->store, n->best[i].id, n->scratch, &h);
		if (!err && json)
			err = print_for_programs(n->in, &n->best[i], &h);
		else if (!err)
			print_for_people(&n->best[i], &h, to);
	}
	if (!err && n->len == 0 && !json)
		printf("no article of %s has a run of three words in common with it\n", n->in->file);
	return err;
}

/* Reads the article, and makes room for its neighbours; in a. */
static status prepare(neighbourhood *n, const source *from, uint64_t id, arena *a)
{
	firstprint_span text;
	status err = n->scratch ? store_text(from->store, id, a, &text) : ERR_MEMORY;

	feature_key_init(&n->key, (const uint8_t[STORE_KEY_SIZE]){0});
	if (!err)
		err = runs_of(text, &n->key, a, &n->runs);
	n->best = err ? NULL : arena_zeros(a, n->most + 1, sizeof *n->best);
	return err || n->best ? err : ERR_MEMORY;
}

status near_print(const source *from, const store_head *of, const source *in, int64_t most, bool json, const screen *to,
		  complaint *why)
{
	neighbourhood n = {.in = in, .id = from == in ? of->id : 0, .most = (size_t)most, .scratch = arena_new()};
	arena *a = arena_new();
	status err = a ? prepare(&n, from, of->id, a) : ERR_MEMORY;

	if (!err)
		err = look_around(&n, why);
	if (!err)
		err = print_all(&n, json, to);
	arena_free(n.scratch);
	arena_free(a);
	return err;
}

status near_earlier(const source *from, uint64_t id, uint64_t *out, complaint *why)
{
	neighbourhood n = {.in = from, .id = id, .earlier = true, .most = 1, .scratch = arena_new()};
	arena *a = arena_new();
	fulltext *x = NULL;
	status err = a ? prepare(&n, from, id, a) : ERR_MEMORY;

	if (!err)
		err = fulltext_open(from->file, from->store, STORE_READ, &x, why);
	if (!err)
		err = compare_by_index(&n, x);
	*out = n.best && n.len ? n.best[0].id : 0;
	fulltext_close(x);
	arena_free(n.scratch);
	arena_free(a);
	return err == ERR_MISSING ? OK : err;
}
