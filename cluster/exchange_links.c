#include <stdlib.h>
#include <string.h>

#include "cluster/exchange_inside.h"

static status send_parcel(exchange *x, const char *queue, const exchange_parcel *p, complaint *why)
{
	wire_writer w = {0};
	status err = ERR_MEMORY;

	wire_put_links(&w, &p->links);
	if (!w.failed)
		err = x->server->board->push(x->server, queue, x->store, (firstprint_span){w.bytes.bytes, w.bytes.len}, why);
	buffer_free(&w.bytes);
	return err;
}

/* What the part has stored of ours. */
static status look_at_heard(exchange *x, exchange_part *p, complaint *why)
{
	char heard[EXCHANGE_NAME], *end;
	const char *mark;
	status err;

	exchange_heard_of(p->store, heard);
	err = x->server->board->get(x->server, heard, x->store, x->arena, &mark, why);
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

/* Sends what there is for the part, unless its queue is full, or something that was sent is lost: then the sender has to begin again. */
static status talk_to(exchange *x, int part, complaint *why)
{
	exchange_part *p = &x->found[part];
	char queue[EXCHANGE_FIELD];
	int64_t entries;
	status err;

	exchange_links_of(part, queue);
	err = x->server->board->count(x->server, queue, &entries, why);
	if (!err)
		err = look_at_heard(x, p, why);
	p->is_empty = !err && entries == 0;
	for (size_t i = 0; i < x->said->parcels_len && !err; i++) {
		const exchange_parcel *parcel = &x->said->parcels[i];

		if (parcel->part != part || entries >= EXCHANGE_ENTRIES_MOST ||
		    (p->is_empty && !p->sent && lacks(p, &parcel->links)))
			continue;
		err = send_parcel(x, queue, parcel, why);
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

/* len 0: it cannot be read. */
static status read_entry(exchange *x, const board_item *item, exchange_entry *out)
{
	status err;

	*out = (exchange_entry){.id = item->id, .sender = item->sender};
	err = wire_get_links(item->bytes, x->arena, &out->links);
	if (err || strlen(item->sender) >= sizeof x->store)
		out->links.len = 0;
	return err == ERR_FORMAT ? OK : err;
}

status exchange_read_entries(exchange *x, complaint *why)
{
	board_item *items;
	size_t n = 0;
	status err = x->server->board->first(x->server, x->links, x->arena, &items, &n, why);

	for (size_t i = 0; i < n && !err; i++) {
		err = read_entry(x, &items[i], &x->entries[i]);
		x->entries_len = i + 1;
	}
	return err;
}
