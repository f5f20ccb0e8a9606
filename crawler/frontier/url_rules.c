#include "crawler/frontier/url_rules.h"

#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/grow.h"
#include "crawler/frontier/plain.h"
#include "crawler/frontier/traps.h"

enum { SKIPPED_MOST = 1024 }; /* how many of the URLs skipped for one are searched for samples */

struct url_rules {
	store *store;
	int64_t host_id;
	uint64_t seed; /* secret, so that a site cannot predict which URLs are samples */
	store_rule *items;
	size_t len, room;
};

static status add_rule(void *ctx, const store_rule *rule)
{
	url_rules *r = ctx;
	store_rule new = *rule;

	if (r->len == RULES_MOST)
		return OK;
	new.name = strdup(rule->name);
	if (new.name && !grow_add(&r->items, &r->len, &r->room, &new, sizeof new))
		return OK;
	free((void *)new.name);
	return ERR_MEMORY;
}

status url_rules_open(store *st, int64_t host_id, url_rules **out)
{
	url_rules *r = calloc(1, sizeof *r);
	uint8_t key[STORE_KEY_SIZE];
	status err;

	if (!r)
		return ERR_MEMORY;
	store_key(st, key);
	r->store = st;
	r->host_id = host_id;
	r->seed = XXH3_64bits(key, sizeof key);
	err = store_rules(st, host_id, add_rule, r);
	if (err)
		url_rules_close(r);
	else
		*out = r;
	return err;
}

void url_rules_close(url_rules *r)
{
	for (size_t i = 0; r && i < r->len; i++)
		free((void *)r->items[i].name);
	if (r)
		free(r->items);
	free(r);
}

static url_part part_of(const store_rule *rule)
{
	return (url_part){.is_segment = rule->is_segment, .name = rule->name, .name_len = strlen(rule->name)};
}

static bool has(const char *url, const store_rule *rule)
{
	url_part part = part_of(rule);

	return url_has_part(url, &part);
}

/* NULL: out of memory. */
static const char *without(const char *url, const store_rule *rule, arena *a)
{
	url_part part = part_of(rule);

	return url_without_part(url, &part, a);
}

/* Returns the reason for a skip, in a: "repeats: ?view=". NULL: out of memory. */
static const char *reason_of(const store_rule *rule, arena *a)
{
	return arena_printf(a, rule->is_segment ? "repeats: /%s/" : "repeats: ?%s=", rule->name);
}

static bool is_sample(const url_rules *r, const char *url)
{
	return XXH3_64bits_withSeed(url, strlen(url), r->seed) % RULE_SAMPLE == 0;
}

/* ── skipping ── */

static bool is_likely(const store_rule *rule)
{
	return !rule->is_segment && trap_is_likely(rule->name, strlen(rule->name));
}

/* May the rule be applied at the path of this URL? If not, the URL is fetched, as a sample. */
static bool holds_at(const url_rules *r, const store_rule *rule, const char *url)
{
	bool repeated = false;

	return !is_likely(rule) || (store_has_drop_at(r->store, url, &repeated) == OK && repeated);
}

/* May url be skipped for this plain URL? Not if that has ended without an article or redirects elsewhere. Once it has an article,
 * samples are fetched, to compare them. On an error the answer is no, which does no harm. */
static bool is_skipped_for(const url_rules *r, const char *url, const char *plain, arena *a, plain_url *out)
{
	if (plain_find(r->store, plain, a, out) != OK || !out->may)
		return false;
	return out->end == END_NONE || !is_sample(r, url);
}

bool url_rules_skip(url_rules *r, const char *url, arena *a, const char **reason, const char **plain)
{
	plain_url found;

	for (size_t i = 0; i < r->len; i++) {
		store_rule *rule = &r->items[i];

		if (rule->state != RULE_ACTIVE || !has(url, rule) || !holds_at(r, rule, url))
			continue;
		*reason = reason_of(rule, a);
		*plain = without(url, rule, a);
		if (!*reason || !*plain)
			return false; /* out of memory: the URL is fetched, which does no harm */
		if (!is_skipped_for(r, url, *plain, a, &found))
			continue;
		*plain = found.url;
		rule->skipped++;
		return store_put_rule(r->store, rule) == OK;
	}
	return false;
}

/* ── learning ── */

static store_rule *find(url_rules *r, const url_part *p)
{
	for (size_t i = 0; i < r->len; i++)
		if (r->items[i].is_segment == p->is_segment && strlen(r->items[i].name) == p->name_len &&
		    memcmp(r->items[i].name, p->name, p->name_len) == 0)
			return &r->items[i];
	return NULL;
}

/* If url, which repeats the page at of_url, differs from it in one part, that part is watched from now on. */
static status watch(url_rules *r, const char *url, const char *of_url, arena *a)
{
	store_rule rule = {.host_id = r->host_id};
	url_part p;

	if (!url_difference(url, of_url, a, &p) || find(r, &p))
		return OK;
	rule.is_segment = p.is_segment;
	rule.name = arena_text(a, p.name, p.name_len);
	if (!rule.name)
		return ERR_MEMORY;
	return *rule.name || rule.is_segment ? add_rule(r, &rule) : OK; /* an empty segment: "//" */
}

/* *out: whether the part makes no difference. That is so if url and of_url are the same without it, or if url without it is the
 * page `of` or another duplicate of it. */
static status is_repeat(const url_rules *r, const store_rule *rule, const char *url, uint64_t of, const char *of_url, arena *a,
			bool *out)
{
	const char *plain = without(url, rule, a), *of_plain = without(of_url, rule, a);

	if (!plain || !of_plain)
		return ERR_MEMORY;
	*out = url_same_place(plain, of_plain);
	return *out || strcmp(plain, url) == 0 ? OK : store_is_reprint(r->store, plain, of, out);
}

static void activate_or_withdraw(store_rule *rule)
{
	int64_t repeats = is_likely(rule) ? RULE_LIKELY : RULE_REPEATS, streak = is_likely(rule) ? 1 : RULE_STREAK;
	bool are_most = rule->repeats * 100 >= rule->judged * (is_likely(rule) ? RULE_LIKELY_SHARE : RULE_SHARE);

	if (rule->state == RULE_WATCHED && rule->repeats >= repeats && are_most)
		rule->state = RULE_ACTIVE;
	else if (rule->state == RULE_ACTIVE && (rule->streak >= streak || rule->contrary * 100 > rule->sampled * RULE_CONTRARY))
		rule->state = RULE_WITHDRAWN;
}

static status update_state(url_rules *r, store_rule *rule, int64_t *requeued, arena *a)
{
	enum store_rule_state before = rule->state;
	const char *reason = reason_of(rule, a);
	int64_t count = 0;
	status err = reason ? OK : ERR_MEMORY;

	activate_or_withdraw(rule);
	if (!err && before != rule->state && rule->state == RULE_WITHDRAWN)
		err = store_requeue_skips(r->store, r->host_id, reason, &count);
	rule->skipped -= count;
	*requeued += count;
	return err ? err : store_put_rule(r->store, rule);
}

static void count_sample(store_rule *rule, bool is_contrary)
{
	rule->sampled++;
	rule->contrary += is_contrary;
	rule->streak = is_contrary ? rule->streak + 1 : 0;
}

/* *out: what has become of url without the part; END_SKIP: it was never seen. */
static status end_of_plain(const url_rules *r, const store_rule *rule, const char *url, enum store_end *out, arena *a)
{
	const char *plain = without(url, rule, a);
	status err = plain ? store_end_of(r->store, plain, out) : ERR_MEMORY;

	if (err == ERR_MISSING)
		*out = END_SKIP;
	return err == ERR_MISSING ? OK : err;
}

/* Is an article at such a URL a sample, if this has become of the plain URL? Without an article there, it has nothing to repeat. */
static bool is_counted(const url_rules *r, const url_judged *x, enum store_end plain)
{
	return (plain == END_PAGE || plain == END_DROP) && (x->was_skipped || is_sample(r, x->url));
}

/* Counts an article for one rule, which may change the rule's state. A copy of another host's page that is the first one here says
 * nothing about URLs. */
static status count_article(url_rules *r, store_rule *rule, const url_judged *x, const char *of_url, int64_t *requeued,
			    arena *a)
{
	bool repeats = false, is_of_rule = has(x->url, rule);
	enum store_end plain = END_SKIP;
	status err = of_url ? is_repeat(r, rule, x->url, x->of, of_url, a, &repeats) : OK;

	if (err || (!repeats && !is_of_rule) || (x->of && !of_url))
		return err;
	err = is_of_rule ? end_of_plain(r, rule, x->url, &plain, a) : OK;
	if (err || plain == END_NONE) /* while that is in the queue, url says nothing about the part: it came first by chance */
		return err;
	rule->judged++;
	rule->repeats += repeats;
	if (rule->state == RULE_ACTIVE && is_counted(r, x, plain))
		count_sample(rule, !repeats); /* new, or the page of another URL than the plain one */
	return update_state(r, rule, requeued, a);
}

status url_rules_judged(url_rules *r, const url_judged *x, arena *a, int64_t *requeued)
{
	const char *of_url = x->of_url;
	status err = of_url && r->len < RULES_MOST ? watch(r, x->url, of_url, a) : OK;

	*requeued = 0;
	for (size_t i = 0; i < r->len && !err; i++) {
		store_rule *rule = &r->items[i];

		if (rule->state != RULE_WITHDRAWN && (has(x->url, rule) || (of_url && has(of_url, rule))))
			err = count_article(r, rule, x, of_url, requeued, a);
	}
	return err;
}

/* ── the plain URL has ended ── */

/* URLs that were skipped by a rule for one plain URL. */
struct skipped {
	arena *memory;
	const char **urls;
	size_t len, room;
};

static status keep_url(void *ctx, const char *url)
{
	struct skipped *s = ctx;
	const char *kept = arena_text(s->memory, url, strlen(url));

	return kept ? arena_add(s->memory, &s->urls, &s->len, &s->room, &kept, sizeof kept) : ERR_MEMORY;
}

/* Puts the samples into the queue. If there are many URLs and no sample, puts in the first. */
static status requeue_samples(url_rules *r, store_rule *rule, const struct skipped *s, int64_t *requeued)
{
	int64_t samples = 0;
	bool is_needed;
	status err = OK;

	for (size_t i = s->len; i-- > 0 && !err;) {
		is_needed = i == 0 && !samples && s->len >= RULE_SAMPLE;
		if (!is_needed && !is_sample(r, s->urls[i]))
			continue;
		samples++;
		err = store_requeue_skip(r->store, s->urls[i]);
	}
	*requeued += samples;
	rule->skipped -= samples;
	return err || !samples ? err : store_put_rule(r->store, rule);
}

static status end_for_rule(url_rules *r, store_rule *rule, const char *url, bool has_article, int64_t *requeued, arena *a)
{
	struct skipped s = {.memory = a};
	const char *reason = reason_of(rule, a);
	status err = reason ? store_skips_of(r->store, url, reason, SKIPPED_MOST, keep_url, &s) : ERR_MEMORY;

	if (err || !s.len)
		return err;
	if (has_article)
		return requeue_samples(r, rule, &s, requeued);
	count_sample(rule, true);
	return update_state(r, rule, requeued, a);
}

status url_rules_ended(url_rules *r, const char *url, bool has_article, arena *a, int64_t *requeued)
{
	status err = OK;

	*requeued = 0;
	for (size_t i = 0; i < r->len && !err; i++)
		if (r->items[i].state == RULE_ACTIVE && !has(url, &r->items[i]))
			err = end_for_rule(r, &r->items[i], url, has_article, requeued, a);
	return err;
}
