#include "cluster/replica.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "base/grow.h"
#include "base/table.h"

enum { OWN = 0 };

typedef struct owner {
	firstprint_span name;
	uint64_t session, request; /* of the entry applied last; 0: it has not joined */
	size_t pages;
} owner;

struct replica {
	filter *filter;
	uint64_t stamp;
	places places;
	arena *names;
	table numbers; /* of owners, by name */
	owner *owners; /* [OWN] is ours */
	size_t owners_len, owners_room;
	uint64_t *withdrawn;
	size_t withdrawn_len, withdrawn_room;
	uint64_t highest;
	const char *own_name;
};

/* ── owners ── */

static status find_owner(replica *r, firstprint_span name, uint32_t *out)
{
	const size_t *known = table_get(&r->numbers, name.at, name.len);
	const char *copy = known ? NULL : arena_text(r->names, name.at, name.len);

	*out = (uint32_t)(known ? *known : r->owners_len);
	if (known)
		return OK;
	if (!copy || grow_add(&r->owners, &r->owners_len, &r->owners_room, &(owner){.name = {copy, name.len}}, sizeof(owner)))
		return ERR_MEMORY;
	return table_put(&r->numbers, copy, name.len, *out) ? OK : ERR_MEMORY;
}

static status begin(replica *r)
{
	uint32_t own;

	r->names = arena_new();
	r->numbers = (table){.memory = r->names};
	r->owners_len = 0;
	return r->names ? find_owner(r, (firstprint_span){r->own_name, strlen(r->own_name)}, &own) : ERR_MEMORY;
}

status replica_open(filter *f, uint64_t stamp, const char *own_name, replica **out)
{
	replica *r = calloc(1, sizeof *r);
	status err = ERR_MEMORY;

	if (r) {
		*r = (replica){.filter = f, .stamp = stamp, .own_name = own_name};
		err = begin(r);
	}
	if (err)
		replica_close(r);
	else
		*out = r;
	return err;
}

/* From the end: then the filter uses the same places again. */
static void forget_all(replica *r)
{
	for (size_t i = r->places.len; i > 1; i--)
		if (places_at(&r->places, i - 1)->id)
			filter_remove(r->filter, i - 1);
	places_free(&r->places);
	arena_free(r->names);
	r->names = NULL;
	r->withdrawn_len = 0;
}

void replica_close(replica *r)
{
	if (!r)
		return;
	places_free(&r->places);
	arena_free(r->names);
	free(r->owners);
	free(r->withdrawn);
	free(r);
}

status replica_reset(replica *r)
{
	forget_all(r);
	return begin(r);
}

uint64_t replica_owner_number(const char *name, size_t len)
{
	return XXH3_64bits(name, len) >> (64 - REPLICA_NUMBER_BITS);
}

bool replica_shares_number(const replica *r)
{
	const firstprint_span own = r->owners[OWN].name;

	for (size_t i = OWN + 1; i < r->owners_len; i++)
		if (r->owners[i].session &&
		    replica_owner_number(r->owners[i].name.at, r->owners[i].name.len) == replica_owner_number(own.at, own.len))
			return true;
	return false;
}

/* ── pages ── */

static status add_withdrawn(replica *r, uint64_t id)
{
	return grow_add(&r->withdrawn, &r->withdrawn_len, &r->withdrawn_room, &id, sizeof id);
}

static status forget_at(replica *r, uint64_t at)
{
	const place *p = places_at(&r->places, at);
	status err = add_withdrawn(r, p->id);

	r->owners[p->owner].pages--;
	places_remove(&r->places, at);
	if (!err)
		err = filter_remove(r->filter, at);
	return err;
}

static status withdraw(replica *r, uint32_t who, uint64_t id)
{
	uint64_t at = places_find(&r->places, id);

	return at && places_at(&r->places, at)->owner == who ? forget_at(r, at) : OK;
}

static status forget_owner(replica *r, firstprint_span name)
{
	const size_t *who = table_get(&r->numbers, name.at, name.len);
	status err = OK;

	for (size_t i = 1; who && i < r->places.len && !err; i++)
		if (places_at(&r->places, i)->id && places_at(&r->places, i)->owner == *who)
			err = forget_at(r, i);
	return err;
}

/* Places become ids. */
static void name_pages(const replica *r, firstprint_verdict *v)
{
	v->of = v->of ? places_at(&r->places, v->of)->id : 0;
	for (size_t i = 0; i < v->shares_len; i++)
		v->shares[i].page = places_at(&r->places, v->shares[i].page)->id;
}

/* *of: the place of the page that it repeats; may be NULL. held: the signature is final. */
static status check(replica *r, const firstprint_signature *sig, bool held, arena *a, replica_verdict *out, uint64_t *of)
{
	status err;

	*out = (replica_verdict){.final = *sig};
	if (held)
		err = filter_check(r->filter, sig, &out->verdict, &out->link);
	else
		err = filter_judge(r->filter, sig, NULL, a, &out->final, &out->verdict, &out->link);
	out->is_bad = err == ERR_FORMAT;
	if (of)
		*of = err ? 0 : out->verdict.of;
	if (!err)
		name_pages(r, &out->verdict);
	return out->is_bad ? OK : err;
}

/* final may be where the filter's next call writes. */
static status add(replica *r, uint32_t who, uint64_t id, const firstprint_signature *final)
{
	uint64_t at = places_add(&r->places, id, who);
	status err = at ? filter_add(r->filter, at, final) : ERR_MEMORY;

	if (at && err)
		places_remove(&r->places, at);
	if (err)
		return err == ERR_FORMAT ? OK : err; /* it is of no use to anybody */
	r->owners[who].pages++;
	return OK;
}

/* A page that its owner has already, unless it repeats another owner's. */
static bool is_refused(const replica *r, const entry_item *x, uint32_t who, const replica_verdict *v, uint64_t of)
{
	if (v->is_bad || (x->flags & ENTRY_KEEP) || !filter_kind_drops(v->verdict.kind))
		return v->is_bad;
	return !(x->flags & ENTRY_HELD) || places_at(&r->places, of)->owner != who;
}

static status apply_page(replica *r, uint32_t who, const entry_item *x, arena *a, replica_verdict *out)
{
	bool held = x->flags & ENTRY_HELD;
	uint64_t of;
	status err;

	if (!x->id || places_find(&r->places, x->id))
		return OK; /* it was sent twice */
	if (x->id > r->highest)
		r->highest = x->id;
	err = check(r, &x->signature, held, a, out, &of);
	if (err)
		return err;
	if (!is_refused(r, x, who, out, of))
		return add(r, who, x->id, &out->final);
	return held && !out->is_bad ? add_withdrawn(r, x->id) : OK;
}

/* ── entries ── */

static status apply_item(replica *r, uint32_t who, const entry_item *x, replica_expected *expected, size_t *pages, arena *a)
{
	size_t i = *pages;
	replica_verdict ignored, *out = expected && i < expected->len ? &expected->verdicts[i] : NULL;

	*pages += x->step == STEP_PAGE || x->step == STEP_LOCAL;
	switch (x->step) {
	case STEP_PAGE:
		return apply_page(r, who, x, a, out ? out : &ignored);
	case STEP_LOCAL: /* our own page that repeats another one, at its place in the log */
		return out ? check(r, &expected->pages[i], false, a, out, NULL) : OK;
	case STEP_WITHDRAW:
		return withdraw(r, who, x->id);
	case STEP_FORGET:
		return forget_owner(r, x->owner);
	default:
		return OK;
	}
}

/* Does the entry count? A session begins with STEP_JOIN; only STEP_FORGET needs none. */
static bool counts(owner *o, const entry *e, const entry_item *first)
{
	if (first->step == STEP_FORGET)
		return true;
	if (first->step == STEP_JOIN && o->session != e->session) {
		o->session = e->session;
		o->request = 0;
	}
	if (o->session != e->session || e->request <= o->request)
		return false;
	o->request = e->request;
	return true;
}

static status apply_items(replica *r, uint32_t who, entry *e, entry_item *x, replica_expected *expected, arena *a)
{
	size_t pages = 0;
	status err = OK;

	while (!err && x->step != STEP_NONE) {
		err = apply_item(r, who, x, expected, &pages, a);
		if (!err)
			err = entry_next(e, a, x);
	}
	return err;
}

status replica_apply(replica *r, firstprint_span bytes, replica_expected *expected, arena *a, complaint *why)
{
	entry_item x;
	uint32_t who;
	entry e;
	bool is_ours;
	status err;

	if (!entry_read(bytes, &e) || e.stamp != r->stamp)
		return OK;
	err = find_owner(r, e.owner, &who);
	if (!err)
		err = entry_next(&e, a, &x);
	if (err || x.step == STEP_NONE || !counts(&r->owners[who], &e, &x))
		return err;
	is_ours = expected && who == OWN && e.session == expected->session && e.request == expected->request;
	err = apply_items(r, who, &e, &x, is_ours ? expected : NULL, a);
	if (is_ours && !err)
		expected->is_applied = true;
	if (err == ERR_FILTER)
		complain(why, err, "%.300s", filter_error(r->filter));
	return err;
}

status replica_check(replica *r, const firstprint_signature *sig, arena *a, replica_verdict *out, complaint *why)
{
	status err = check(r, sig, false, a, out, NULL);

	return err == ERR_FILTER ? complain(why, err, "%.300s", filter_error(r->filter)) : err;
}

/* ── what it knows ── */

bool replica_is_replaced(const replica *r, uint64_t session)
{
	return r->owners[OWN].session && r->owners[OWN].session != session;
}

uint64_t replica_highest(const replica *r)
{
	return r->highest;
}

size_t replica_own_pages(const replica *r)
{
	return r->owners[OWN].pages;
}

status replica_own_ids(const replica *r, arena *a, uint64_t **out, size_t *len)
{
	*len = 0;
	*out = arena_alloc(a, (r->owners[OWN].pages + 1) * sizeof **out);
	for (size_t i = 1; *out && i < r->places.len; i++)
		if (places_at(&r->places, i)->id && places_at(&r->places, i)->owner == OWN)
			(*out)[(*len)++] = places_at(&r->places, i)->id;
	return *out ? OK : ERR_MEMORY;
}

bool replica_has(const replica *r, uint64_t id)
{
	return places_find(&r->places, id) != 0;
}

const uint64_t *replica_withdrawn(const replica *r, size_t *len)
{
	*len = r->withdrawn_len;
	return r->withdrawn;
}
