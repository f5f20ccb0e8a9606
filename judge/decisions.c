#include "judge/decisions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/pattern.h"
#include "base/table.h"
#include "store/ask.h"

typedef struct preference {
	bool prefers; /* else: never drops */
	pattern *expression;
} preference;

/* About one article. */
typedef struct decision {
	bool keeps;
	uint64_t kept;                /* the last article that it kept, when stored articles are judged again; 0: none */
	const char *url, *name;       /* of the article */
	const char *of_url, *of_name; /* of the one that it repeats or, if it is kept, does not repeat */
	struct decision *next;        /* another one about the same other article */
} decision;

struct decisions {
	store *store;
	arena *memory;
	arena *scratch;  /* for the key of the article in question */
	table articles;  /* by article_key: the address of a decision */
	table others;    /* by article_key of the other article: the address of the last decision */
	table aliases;   /* by id: the page that it stands for; 0: it is no alias any more */
	uint64_t *fresh; /* aliases added since the last commit */
	size_t fresh_len, fresh_room;
	preference patterns[DECISION_PATTERNS_MOST];
	size_t patterns_len, stored_len; /* the first stored_len are the store's */
};

/* ── reading ── */

static const char *copy(arena *a, const char *text)
{
	return text ? arena_text(a, text, strlen(text)) : NULL;
}

/* Returns what names an article, in a: its URL and the id of its line, which several articles may have alone. NULL: it has neither, and
 * cannot be found again; or out of memory. */
static const char *article_key(arena *a, const char *url, const char *name)
{
	return url || name ? arena_printf(a, "%s\n%s", url ? url : "", name ? name : "") : NULL;
}

/* Puts x into the table in the place of what is there, and makes that x->next, or NULL. ERR_MEMORY. */
static status put_decision(table *t, const char *key, decision *x)
{
	size_t *at = key ? table_put(t, key, strlen(key), 0) : NULL;

	if (!at)
		return key || arena_exhausted(t->memory) ? ERR_MEMORY : OK;
	x->next = (decision *)*at;
	*at = (size_t)x;
	return OK;
}

static status add_article(decisions *d, const store_decision *from)
{
	decision *x = arena_zeros(d->memory, 1, sizeof *x);
	const char *key = article_key(d->memory, from->url, from->name),
		   *other = article_key(d->memory, from->of_url, from->of_name);
	status err = x ? put_decision(&d->articles, key, x) : ERR_MEMORY;

	if (err)
		return err;
	if (key && other && strcmp(key, other) == 0) /* another visit to the same URL */
		other = NULL;
	x->keeps = strcmp(from->what, "keep") == 0;
	x->url = copy(d->memory, from->url);
	x->name = copy(d->memory, from->name);
	x->of_url = copy(d->memory, from->of_url);
	x->of_name = copy(d->memory, from->of_name);
	err = put_decision(&d->others, other, x);
	return arena_exhausted(d->memory) ? ERR_MEMORY : err;
}

static status add_pattern(decisions *d, const char *what, const char *text, complaint *why)
{
	preference *p = &d->patterns[d->patterns_len];
	char option[32];
	status err;

	if (d->patterns_len == DECISION_PATTERNS_MOST)
		return complain(why, ERR_LIMIT, "more than %d patterns were decided", DECISION_PATTERNS_MOST);
	snprintf(option, sizeof option, "--%s", what);
	err = pattern_open(option, text, &p->expression, why);
	if (err)
		return err;
	p->prefers = strcmp(what, "prefer") == 0;
	d->patterns_len++;
	return OK;
}

status decisions_add_patterns(decisions *d, const decision_patterns *p, complaint *why)
{
	status err = OK;

	for (size_t i = 0; i < p->prefer_len && !err; i++)
		err = add_pattern(d, "prefer", p->prefer[i], why);
	for (size_t i = 0; i < p->never_drop_len && !err; i++)
		err = add_pattern(d, "never-drop", p->never_drop[i], why);
	return err;
}

/* Stores all of them, or none. */
status decisions_store(store *st, const decision_patterns *p)
{
	status err = p->prefer_len + p->never_drop_len ? store_begin(st) : OK;

	for (size_t i = 0; i < p->prefer_len && !err; i++)
		err = store_put_pattern(st, "prefer", p->prefer[i]);
	for (size_t i = 0; i < p->never_drop_len && !err; i++)
		err = store_put_pattern(st, "never-drop", p->never_drop[i]);
	if (!err && store_in_transaction(st))
		err = store_commit(st);
	if (err)
		store_rollback(st);
	return err;
}

typedef struct reading {
	decisions *decisions;
	complaint *why;
} reading;

static status read_one(void *ctx, const store_decision *from)
{
	reading *r = ctx;

	return from->pattern ? add_pattern(r->decisions, from->what, from->pattern, r->why) : add_article(r->decisions, from);
}

static status read_alias(void *ctx, uint64_t id, uint64_t of)
{
	return decisions_add_alias(ctx, id, of);
}

status decisions_open(store *st, bool anew, decisions **out, complaint *why)
{
	decisions *d = calloc(1, sizeof *d);
	reading r = {d, why};
	status err;

	*out = d;
	if (!d)
		return ERR_MEMORY;
	d->store = st;
	d->memory = d->articles.memory = d->others.memory = d->aliases.memory = arena_new();
	d->scratch = arena_new();
	err = d->memory && d->scratch ? OK : ERR_MEMORY;
	if (!err && st)
		err = store_decisions(st, read_one, &r);
	d->stored_len = d->patterns_len;
	if (!err && st && !anew)
		err = store_aliases(st, read_alias, d);
	decisions_committed(d);
	return err;
}

void decisions_close(decisions *d)
{
	if (!d)
		return;
	for (size_t i = 0; i < d->patterns_len; i++)
		pattern_close(d->patterns[i].expression);
	arena_free(d->memory);
	arena_free(d->scratch);
	free(d);
}

status decisions_check_patterns(const decision_patterns *patterns, complaint *why)
{
	decisions *d;
	status err = decisions_open(NULL, true, &d, why);

	if (!err)
		err = decisions_add_patterns(d, patterns, why);
	decisions_close(d);
	if (err && !*why->text)
		complain(why, err, "%s", status_text(err));
	return err;
}

/* ── aliases ── */

status decisions_add_alias(decisions *d, uint64_t id, uint64_t of)
{
	const uint64_t *key = arena_copy(d->memory, &id, sizeof id);
	uint64_t *fresh = arena_grow(d->memory, d->fresh, d->fresh_len, &d->fresh_room, sizeof *fresh);
	size_t *at = key && fresh ? table_put(&d->aliases, key, sizeof *key, of) : NULL;

	if (fresh)
		d->fresh = fresh;
	if (!at)
		return ERR_MEMORY;
	*at = of;
	d->fresh[d->fresh_len++] = id;
	return OK;
}

void decisions_committed(decisions *d)
{
	d->fresh_len = 0;
}

void decisions_rolled_back(decisions *d)
{
	while (d->fresh_len > 0)
		decisions_end_alias(d, d->fresh[--d->fresh_len]);
}

bool decisions_is_alias(const decisions *d, uint64_t id)
{
	const size_t *at = table_get(&d->aliases, &id, sizeof id);

	return at && *at != 0;
}

void decisions_end_alias(decisions *d, uint64_t id)
{
	*table_put(&d->aliases, &id, sizeof id, 0) = 0; /* it is in the table */
}

/* It may be an alias of an alias. */
uint64_t decisions_page(const decisions *d, uint64_t id)
{
	const size_t *at;

	while ((at = table_get(&d->aliases, &id, sizeof id)) != NULL && *at != 0)
		id = *at;
	return id;
}

/* ── what was decided ── */

static void keep(firstprint_verdict *v, const char *stage, const char **filter)
{
	v->kind = FIRSTPRINT_UNIQUE;
	v->of = 0;
	v->score = 0;
	v->proposed_by = v->stage;
	v->stage = stage;
	*filter = STORE_DECISION_FILTER;
}

static void follow_aliases(const decisions *d, const decided *x, firstprint_verdict *v)
{
	uint64_t found = v->of;

	if (found)
		v->of = decisions_page(d, found);
	if (v->of != found)
		firstprint_add_evidence(v, STORE_COMPARED_WITH, (double)found);
	if (v->of && v->of == x->id) { /* it repeats a drop of itself */
		v->kind = FIRSTPRINT_UNIQUE;
		v->of = 0;
		v->score = 0;
	}
	for (size_t i = 0; i < v->shares_len; i++)
		v->shares[i].page = decisions_page(d, v->shares[i].page);
}

status decisions_check_page(const decisions *d, filter *f, const firstprint_signature *sig, unsigned link,
			    firstprint_verdict *v)
{
	bool is_part = v->kind == FIRSTPRINT_CONTAINED || (v->kind == FIRSTPRINT_NEAR_DUPLICATE && v->score < STORE_COPY_SCORE);
	uint64_t page = is_part ? decisions_page(d, v->of) : v->of;

	return page == v->of ? OK : filter_compare(f, sig, link, page, v);
}

/* NULL: there is no decision about x. */
static decision *find_in(const table *t, const decisions *d, const decided *x)
{
	const size_t *at = NULL;
	const char *key;

	if (!t->len)
		return NULL;
	arena_reset(d->scratch);
	key = article_key(d->scratch, x->url, x->name);
	if (key)
		at = table_get(t, key, strlen(key));
	return at ? (decision *)*at : NULL;
}

status decisions_drops_of(const decisions *d, const decided *x, status (*handle)(void *, uint64_t), void *ctx)
{
	status err = OK;

	for (const decision *drop = find_in(&d->others, d, x); drop && !err; drop = drop->next) {
		uint64_t id;

		if (drop->keeps)
			continue;
		err = store_find_article(d->store, drop->url, drop->name, &id);
		err = err == ERR_MISSING ? OK : err ? err : handle(ctx, id);
	}
	return err;
}

/* Finds the page that x repeats by a decision; 0: there is no such decision, or the store does not have the page, or it is x. */
static status find_original(const decisions *d, const decision *what, const decided *x, uint64_t *out)
{
	uint64_t id = 0, of;
	bool drops = what && !what->keeps && d->store && (what->of_url || what->of_name);
	status err = drops ? store_find_article(d->store, what->of_url, what->of_name, &id) : ERR_MISSING;

	if (!err && !x->again) {
		err = store_find_original(d->store, id, &of);
		id = of;
	}
	id = err || id == x->gone ? 0 : decisions_page(d, id);
	*out = id == x->id ? 0 : id;
	return err == ERR_MISSING ? OK : err;
}

static bool matches(const decisions *d, bool prefers, const char *url)
{
	for (size_t i = 0; url && i < d->patterns_len; i++)
		if (d->patterns[i].prefers == prefers && pattern_matches(d->patterns[i].expression, url))
			return true;
	return false;
}

void decisions_tell_unused(const decisions *d, void (*tell)(const char *pattern))
{
	for (size_t i = d->stored_len; i < d->patterns_len; i++)
		if (!pattern_is_used(d->patterns[i].expression))
			tell(pattern_shown(d->patterns[i].expression));
}

void decisions_note_use(decisions *d, const char *url)
{
	for (size_t i = d->stored_len; url && i < d->patterns_len; i++)
		if (!pattern_is_used(d->patterns[i].expression))
			pattern_matches(d->patterns[i].expression, url);
}

static void drop(firstprint_verdict *v, uint64_t of, const char **filter)
{
	bool is_copy = v->kind == FIRSTPRINT_DUPLICATE && v->of == of;

	*v = (firstprint_verdict){.kind = is_copy ? FIRSTPRINT_DUPLICATE : FIRSTPRINT_NEAR_DUPLICATE,
				  .of = of,
				  .stage = "drop",
				  .score = 1};
	*filter = STORE_DECISION_FILTER;
}

bool decisions_keep(const decisions *d, const decided *x)
{
	const decision *what = find_in(&d->articles, d, x);

	return what ? what->keeps : matches(d, false, x->url);
}

/* Finds the article of the same URL and name that has the text of x already; 0: there is none. It is one that the decision has kept before
 * x, if stored articles are judged again; else the newest in the store, if x repeats the page v->of letter for letter, but not the one that
 * x replaces. */
static status find_kept(decisions *d, const decision *what, const decided *x, const firstprint_verdict *v, uint64_t *out)
{
	uint64_t stored = what->kept, other = x->id;
	status err = OK;
	bool is = false;

	*out = 0;
	if (!x->again) {
		if (x->id || !d->store || v->kind != FIRSTPRINT_DUPLICATE)
			return OK;
		err = store_find_article(d->store, x->url, x->name, &stored);
		other = v->of;
	}
	if (err || stored == 0 || (!x->again && stored == x->gone))
		return err == ERR_MISSING ? OK : err;
	err = store_texts_are_equal(d->store, stored, other, &is);
	*out = is ? stored : 0;
	return err;
}

/* Was page `of` kept because it does not repeat x? Then x does not repeat it either. */
static status is_denied(const decisions *d, const decided *x, uint64_t of, bool *is)
{
	status err = OK;

	*is = false;
	for (const decision *k = find_in(&d->others, d, x); k && !err && !*is; k = k->next) {
		uint64_t id = 0;

		err = k->keeps ? store_find_article(d->store, k->url, k->name, &id) : OK;
		*is = !err && id == of;
		err = err == ERR_MISSING ? OK : err;
	}
	return err;
}

/* Keeps x, which repeats v->of, if the decision about x or a pattern says so, or one about v->of. */
static status keep_decided(decisions *d, const decided *x, decision *what, firstprint_verdict *v, const char **filter)
{
	uint64_t kept = 0;
	bool denied;
	status err = is_denied(d, x, v->of, &denied);

	if (!err && denied) {
		keep(v, "keep", filter);
		return OK;
	}
	if (err || !decisions_keep(d, x))
		return err;
	if (what)
		err = find_kept(d, what, x, v, &kept);
	if (what && x->again && !kept)
		what->kept = x->id;
	if (!err && !kept)
		keep(v, what ? "keep" : "never-drop", filter);
	else if (!err)
		*v = (firstprint_verdict){.kind = FIRSTPRINT_DUPLICATE, .of = kept, .stage = v->stage, .score = 1};
	return err;
}

status decisions_apply(decisions *d, const decided *x, firstprint_verdict *v, const char **filter, bool *becomes_alias)
{
	decision *what = find_in(&d->articles, d, x);
	uint64_t of = 0;
	status err = find_original(d, what, x, &of);

	*becomes_alias = of != 0;
	decisions_note_use(d, x->url); /* also where it changes no verdict */
	if (err)
		return err;
	follow_aliases(d, x, v);
	if (of) {
		drop(v, of, filter);
		return OK;
	}
	return filter_kind_drops(v->kind) ? keep_decided(d, x, what, v, filter) : OK;
}

status decisions_apply_again(decisions *d, const decided *x, firstprint_verdict *v, const char **filter, bool *still)
{
	uint64_t of = 0;
	status err = find_original(d, find_in(&d->articles, d, x), x, &of);

	*still = of != 0;
	if (*still)
		drop(v, of, filter);
	return err;
}

/* ── which of two copies ── */

static bool is_copy(const firstprint_verdict *v)
{
	return v->kind == FIRSTPRINT_DUPLICATE || v->kind == FIRSTPRINT_NEAR_DUPLICATE;
}

/* Returns the stage, "prefer" or "canonical", by which x takes the place of v->of; NULL: it does not. head is that page's.
 * "canonical": the page names x as its canonical URL, and x does not name the page. A page that a pattern or a person prefers
 * stays. */
static const char *stage_of(decisions *d, const decided *x, const firstprint_verdict *v, const store_head *head)
{
	bool is_named = head->canonical && strcmp(head->canonical, x->url) == 0 &&
			!(x->canonical && head->url && strcmp(x->canonical, head->url) == 0);

	if (matches(d, true, head->url) || decisions_keep(d, &(decided){.url = head->url, .name = head->name}))
		return NULL;
	if (is_copy(v) && matches(d, true, x->url))
		return "prefer";
	return is_named ? "canonical" : NULL;
}

status decisions_prefer(decisions *d, const decided *x, firstprint_verdict *v, const char **filter, uint64_t *loser,
			store_reason *why)
{
	store_head head = {0};
	const char *stage;
	arena *a;
	status err;

	*loser = 0;
	if (!d->store || !x->url || !v->of || v->kind == FIRSTPRINT_CONTAINED || strcmp(*filter, STORE_DECISION_FILTER) == 0)
		return OK;
	a = arena_new();
	err = a ? store_head_of(d->store, v->of, a, &head) : ERR_MEMORY;
	stage = err ? NULL : stage_of(d, x, v, &head);
	if (stage) {
		*loser = v->of;
		*why = (store_reason){.verdict = filter_kind_text(is_copy(v) ? v->kind : FIRSTPRINT_CONTAINED),
				      .filter = STORE_DECISION_FILTER,
				      .stage = stage,
				      .score = v->score,
				      .evidence = "{}"};
		keep(v, stage, filter);
	}
	arena_free(a);
	return err;
}
