/* change — what has become another in a shard, as bytes. copy.c reads them. */
#include <string.h>

#include "cluster/inside.h"

void change_put_page(wire_writer *w, const shard_page *page)
{
	wire_put_number(w, 1, CHANGE_PAGE);
	wire_put_number(w, 8, page->id);
	wire_put_number(w, 4, page->owner);
	wire_put_number(w, 4, page->len);
	wire_put_bytes(w, page->bytes, page->len);
}

void change_put_owner(wire_writer *w, const shard *s, const shard_owner *o)
{
	wire_put_number(w, 1, CHANGE_OWNER);
	wire_put_number(w, 4, (uint64_t)(o - s->owners));
	wire_put_text(w, o->name, strlen(o->name));
	wire_put_number(w, 8, o->session);
	wire_put_number(w, 8, o->asked);
	wire_put_number(w, 8, o->read);
	wire_put_number(w, 8, o->epoch);
	wire_put_number(w, 1, o->is_compared);
	wire_put_number(w, 1, o->has_left);
	wire_put_number(w, 8, (uint64_t)o->seen_ms);
	wire_put_number(w, 4, o->answer.len);
	wire_put_bytes(w, o->answer.bytes, o->answer.len);
}

void change_put_state(wire_writer *w, const shard *s)
{
	wire_put_number(w, 1, CHANGE_STATE);
	wire_put_number(w, 8, s->next_id);
	wire_put_number(w, 8, s->next_withdrawn);
	wire_put_number(w, 8, s->epoch);
	wire_put_number(w, 8, s->epoch_first);
}

void change_put_id(wire_writer *w, enum change what, uint64_t id)
{
	wire_put_number(w, 1, (uint64_t)what);
	wire_put_number(w, 8, id);
}

void change_put_told(wire_writer *w, uint64_t number, uint64_t id)
{
	change_put_id(w, CHANGE_TOLD, number);
	wire_put_number(w, 8, id);
}
