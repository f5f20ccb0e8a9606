#include "cluster/entry.h"

#include <string.h>

enum { FORMAT = 1 };

void entry_begin(wire_writer *w, const char *owner, uint64_t stamp, uint64_t session, uint64_t request)
{
	wire_put_number(w, 1, FORMAT);
	wire_put_text(w, owner, strlen(owner));
	wire_put_number(w, 8, stamp);
	wire_put_number(w, 8, session);
	wire_put_number(w, 8, request);
}

static void put_page(wire_writer *w, const entry_item *x)
{
	wire_put_number(w, 1, x->flags);
	wire_put_number(w, 8, x->id);
	wire_put_number(w, 4, x->signature.len);
	wire_put_bytes(w, x->signature.bytes, x->signature.len);
}

void entry_put(wire_writer *w, const entry_item *x)
{
	wire_put_number(w, 1, x->step);
	if (x->step == STEP_PAGE)
		put_page(w, x);
	if (x->step == STEP_WITHDRAW)
		wire_put_number(w, 8, x->id);
	if (x->step == STEP_FORGET)
		wire_put_text(w, x->owner.at, x->owner.len);
}

bool entry_read(firstprint_span bytes, entry *out)
{
	wire_reader r = wire_read(bytes.at, bytes.len);

	if (wire_number(&r, 1) != FORMAT)
		return false;
	out->owner = wire_text(&r);
	out->stamp = wire_number(&r, 8);
	out->session = wire_number(&r, 8);
	out->request = wire_number(&r, 8);
	out->items = r;
	return !r.bad && out->owner.len > 0;
}

static status get_page(wire_reader *r, arena *a, entry_item *out)
{
	firstprint_span sig;
	void *copy;

	out->flags = (unsigned)wire_number(r, 1);
	out->id = wire_number(r, 8);
	sig = wire_bytes(r, (size_t)wire_number(r, 4));
	r->bad |= sig.len > FIRSTPRINT_SIGNATURE_MAX;
	if (r->bad)
		return OK;
	copy = arena_alloc(a, sig.len + 1); /* aligned */
	if (!copy)
		return ERR_MEMORY;
	if (sig.len)
		memcpy(copy, sig.at, sig.len);
	out->signature = (firstprint_signature){copy, sig.len};
	return OK;
}

status entry_next(entry *e, arena *a, entry_item *out)
{
	wire_reader *r = &e->items;
	status err = OK;

	*out = (entry_item){.step = STEP_NONE};
	if (!wire_left(r))
		return OK;
	out->step = (enum entry_step)wire_number(r, 1);
	if (out->step == STEP_PAGE)
		err = get_page(r, a, out);
	if (out->step == STEP_WITHDRAW)
		out->id = wire_number(r, 8);
	if (out->step == STEP_FORGET)
		out->owner = wire_text(r);
	if (r->bad || out->id > ENTRY_ID_MOST || out->step > STEP_FORGET) {
		*out = (entry_item){.step = STEP_NONE};
		r->at = r->end;
	}
	return err;
}
