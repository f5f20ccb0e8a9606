#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cluster/client_inside.h"

enum { HEAD_VERSION = 1 };

/* ── the head of the log ── */

static void put_long_text(wire_writer *w, const char *text)
{
	wire_put_number(w, 4, strlen(text));
	wire_put_bytes(w, text, strlen(text));
}

static const char *get_long_text(wire_reader *r, arena *a)
{
	firstprint_span text = wire_bytes(r, (size_t)wire_number(r, 4));

	return arena_text(a, text.at ? text.at : "", text.len);
}

static void put_head(wire_writer *w, const client_facts *f)
{
	wire_put_number(w, 1, HEAD_VERSION);
	wire_put_number(w, 1, f->is_again);
	wire_put_number(w, 8, f->first_id);
	wire_put_bytes(w, f->key, sizeof f->key);
	put_long_text(w, f->spec);
	put_long_text(w, f->files);
}

static status get_head(firstprint_span head, arena *a, client_facts *out)
{
	wire_reader r = wire_read(head.at, head.len);
	firstprint_span key;

	*out = (client_facts){0};
	r.bad |= wire_number(&r, 1) != HEAD_VERSION;
	out->is_again = wire_number(&r, 1) != 0;
	out->first_id = wire_number(&r, 8);
	key = wire_bytes(&r, sizeof out->key);
	if (key.len == sizeof out->key)
		memcpy(out->key, key.at, sizeof out->key);
	out->spec = get_long_text(&r, a);
	out->files = get_long_text(&r, a);
	if (!out->spec || !out->files)
		return ERR_MEMORY;
	return r.bad ? ERR_FORMAT : OK;
}

status client_head(client *c, arena *a, client_facts *out, complaint *why)
{
	firstprint_span head;
	status err = c->server->log->head(c->server, a, &head, why);

	if (!err)
		err = get_head(head, a, out);
	return err == ERR_FORMAT && !*why->text ? log_error(c->server, err, why) : err;
}

status client_create(client *c, const client_facts *like, complaint *why)
{
	wire_writer w = {0};
	status err = ERR_MEMORY;

	put_head(&w, like);
	if (!w.failed)
		err = c->server->log->create(c->server, (firstprint_span){w.bytes.bytes, w.bytes.len}, why);
	buffer_free(&w.bytes);
	return err;
}

status client_delete(client *c, complaint *why)
{
	return c->server->log->remove(c->server, why);
}

/* ── is it the index that was expected? ── */

static bool names_code(const client_facts *f)
{
	return strchr(f->spec, '/') || f->files[strspn(f->files, "\n")];
}

status client_may_load(const client *c, const client_facts *f, const char *trusted, complaint *why)
{
	if (!names_code(f) || (trusted && !strchr(f->spec, '/') && strcmp(f->files, trusted) == 0))
		return OK;
	return complain(why, ERR_USAGE, "%.250s: its filter is a file, which is code: it is loaded only if --filter names it",
			c->server->shown);
}

const char *client_difference(const client_facts *f, const filter *with, const uint8_t *key)
{
	return memcmp(f->key, key, CLIENT_KEY_SIZE) != 0 ? "key" : strcmp(f->spec, filter_spec(with)) != 0 ? "filter" : NULL;
}

/* ── notes about stores: "PAGES REQUESTS COMPARED LEFT" ── */

void client_report(const client *c, bool has_left, char *out, size_t room)
{
	snprintf(out, room, "%zu %llu %d %d", replica_own_pages(c->replica), (unsigned long long)c->request, c->is_compared,
		 has_left);
}

static client_owner read_report(const log_report *from)
{
	client_owner o = {.name = from->store, .silent_ms = from->age_ms};
	char *at;

	o.pages = strtoull(from->text, &at, 10);
	o.requests = strtoull(at, &at, 10);
	o.is_compared = strtol(at, &at, 10) != 0;
	o.has_left = strtol(at, &at, 10) != 0;
	return o;
}

static status read_owners(client *c, arena *a, client_facts *out, complaint *why)
{
	log_report *reports;
	size_t n = 0;
	status err = c->server->log->reports(c->server, a, &reports, &n, why);

	if (err)
		return err;
	out->owners = arena_zeros(a, n + 1, sizeof *out->owners);
	for (size_t i = 0; out->owners && i < n; i++)
		out->owners[out->owners_len++] = read_report(&reports[i]);
	return out->owners ? OK : ERR_MEMORY;
}

status client_info(client *c, arena *a, client_facts *out, complaint *why)
{
	status err = client_head(c, a, out, why);

	if (!err)
		err = read_owners(c, a, out, why);
	return err ? err : c->server->log->size(c->server, &out->entries, &out->bytes, why);
}
