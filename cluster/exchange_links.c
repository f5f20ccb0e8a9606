#include <stdlib.h>
#include <string.h>

#include "cluster/exchange_inside.h"

static status send_parcel(exchange *x, const char *key, const exchange_parcel *p, complaint *why)
{
	command c = command_begin("XADD", key);
	wire_writer w = {0};
	status err;

	wire_put_links(&w, &p->links);
	command_add_text(&c, "*");
	command_add_text(&c, "from");
	command_add_text(&c, x->store);
	command_add_text(&c, "links");
	command_add(&c, w.bytes.bytes, w.bytes.len);
	err = w.failed ? ERR_MEMORY : caller_nothing(x->caller, &c, why);
	buffer_free(&w.bytes);
	return err;
}

/* What the part has stored of ours. */
static status look_at_heard(exchange *x, exchange_part *p, complaint *why)
{
	char key[KEY_MAX], *end;
	const char *mark;
	status err;

	exchange_key(x->caller, "heard:", p->store, key);
	err = exchange_field(x, key, x->store, &mark, why);
	if (err)
		return err;
	p->heard_run = strtoull(mark, &end, 10);
	p->heard = strtoull(end, NULL, 10);
	return OK;
}

/* Does it lack something that these follow? In another run it begins at their base, at most. */
static bool lacks(const exchange_part *p, const wire_links *next)
{
	uint64_t heard = p->heard_run != next->run && p->heard > next->base ? next->base : p->heard;

	return heard + 1 < next->first;
}

/* Sends what there is for the part, unless its stream is full, or something that was sent is lost: then the sender has to begin again. */
static status talk_to(exchange *x, int part, complaint *why)
{
	exchange_part *p = &x->found[part];
	char key[KEY_MAX];
	command c;
	int64_t entries;
	status err;

	exchange_links_key(x->caller, part, key);
	c = command_begin("XLEN", key);
	err = caller_number(x->caller, &c, &entries, why);
	if (!err)
		err = look_at_heard(x, p, why);
	p->is_empty = !err && entries == 0;
	for (size_t i = 0; i < x->said->parcels_len && !err; i++) {
		const exchange_parcel *parcel = &x->said->parcels[i];

		if (parcel->part != part || entries >= EXCHANGE_ENTRIES_MOST ||
		    (p->is_empty && !p->sent && lacks(p, &parcel->links)))
			continue;
		err = send_parcel(x, key, parcel, why);
		p->sent = parcel->links.first + parcel->links.len - 1;
		entries++;
	}
	return err;
}

status exchange_talk_to_all(exchange *x, complaint *why)
{
	status err = OK;

	for (int part = 1; part <= x->parts && !err; part++)
		if (part != x->part && x->found[part].store)
			err = talk_to(x, part, why);
	return err;
}

/* [id, [field, value, …]] */
static status read_entry(exchange *x, const redisReply *r, exchange_entry *out, complaint *why)
{
	const redisReply *fields = r->type == REDIS_REPLY_ARRAY && r->elements == 2 ? r->element[1] : NULL;
	status err;

	if (!fields || r->element[0]->type != REDIS_REPLY_STRING)
		return caller_no_answer(x->caller, why);
	*out = (exchange_entry){.id = arena_text(x->arena, r->element[0]->str, (size_t)r->element[0]->len), .sender = ""};
	if (!out->id)
		return ERR_MEMORY;
	if (fields->type != REDIS_REPLY_ARRAY || fields->elements != 4 || fields->element[1]->type != REDIS_REPLY_STRING ||
	    fields->element[3]->type != REDIS_REPLY_STRING || fields->element[1]->len >= (int)sizeof x->store)
		return OK;
	out->sender = arena_text(x->arena, fields->element[1]->str, (size_t)fields->element[1]->len);
	err = !out->sender ? ERR_MEMORY
			   : wire_get_links((firstprint_span){fields->element[3]->str, (size_t)fields->element[3]->len},
					    x->arena, &out->links);
	if (err)
		out->links.len = 0;
	return err == ERR_FORMAT ? OK : err;
}

status exchange_read_entries(exchange *x, complaint *why)
{
	command c = command_begin("XRANGE", x->links_key);
	char count[COMMAND_NUMBER];
	redisReply *r;
	status err;

	command_add_text(&c, "-");
	command_add_text(&c, "+");
	command_add_text(&c, "COUNT");
	command_add_number(&c, EXCHANGE_READ_MOST, count);
	err = caller_call(x->caller, &c, &r, why);
	if (err)
		return err;
	if (r->type != REDIS_REPLY_ARRAY || r->elements > EXCHANGE_READ_MOST)
		err = caller_no_answer(x->caller, why);
	for (size_t i = 0; !err && i < r->elements; i++) {
		err = read_entry(x, r->element[i], &x->entries[i], why);
		x->entries_len = i + 1;
	}
	freeReplyObject(r);
	return err;
}
