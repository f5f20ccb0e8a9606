#include "plugin/filter.h"

#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "plugin/loader.h"
#include "plugin/options.h"

enum { LINKS_MOST = 16 };

typedef struct link {
	loaded from;
	void *state;
} link;

struct filter {
	link links[LINKS_MOST];
	size_t links_len;
	firstprint_host host;
	buffer spec;
};

static void *lend_memory(firstprint_arena *a, size_t size)
{
	return arena_alloc(a, size);
}

/* A filter's error, as ours. */
static status translate(int error)
{
	if (error == FIRSTPRINT_OK)
		return OK;
	return error == FIRSTPRINT_NO_MEMORY ? ERR_MEMORY : ERR_FORMAT;
}

static status print_link(filter *f, const link *l, const char *name)
{
	bool options = l->from.api->options && l->from.api->options->name;

	if ((f->links_len > 0 && !buffer_append_text(&f->spec, "+")) || !buffer_append_text(&f->spec, name) ||
	    (options && !buffer_append_text(&f->spec, ":")))
		return ERR_MEMORY;
	return options_print(l->from.api, l->state, &f->spec);
}

static void close_link(link *l)
{
	if (l->state && l->from.api->close)
		l->from.api->close(l->state);
	free(l->state);
	loader_unload(&l->from);
	*l = (link){0};
}

/* Loads, sets and opens one link; it is closed again on any failure. */
static status open_link(filter *f, const char *name, const char *options, complaint *why)
{
	link *l = &f->links[f->links_len];
	const firstprint_filter *api;
	status s;

	s = loader_load(name, &l->from, why);
	if (s)
		return s;
	api = l->from.api;
	s = ERR_MEMORY;
	l->state = calloc(1, api->state_size ? api->state_size : 1);
	if (!l->state)
		goto fail;
	s = options_parse(api, options, l->state, why);
	if (s)
		goto fail;
	s = print_link(f, l, name);
	if (s)
		goto fail;
	s = api->open ? translate(api->open(l->state, &f->host)) : OK;
	if (s == ERR_FORMAT)
		s = complain(why, ERR_USAGE, "filter %s: refuses these options: %s", name, options ? options : "");
	if (s)
		goto fail;
	f->links_len++;
	return OK;
fail:
	close_link(l);
	return s;
}

/* spec is cut up in place: NAME[:OPTIONS][+NAME[:OPTIONS]]… */
static status open_links(filter *f, char *spec, complaint *why)
{
	for (char *next = spec; next;) {
		char *name = next;
		char *options;
		status s;

		next = strchr(name, '+');
		if (next)
			*next++ = '\0';
		options = strchr(name, ':');
		if (options)
			*options++ = '\0';
		if (!*name)
			return complain(why, ERR_USAGE, "a filter has no name; expected NAME[:option=value,…][+NAME…]");
		if (f->links_len == LINKS_MOST)
			return complain(why, ERR_USAGE, "more than %d filters in one chain", LINKS_MOST);
		s = open_link(f, name, options, why);
		if (s)
			return s;
	}
	return OK;
}

status filter_open(const char *spec, const uint8_t key[FILTER_KEY_SIZE], filter **out, complaint *why)
{
	filter *f = calloc(1, sizeof *f);
	char *copy = strdup(spec);
	status s = ERR_MEMORY;

	if (f && copy) {
		f->host.alloc = lend_memory;
		memcpy(f->host.key, key, FILTER_KEY_SIZE);
		s = open_links(f, copy, why);
	}
	free(copy);
	if (s == ERR_MEMORY)
		complain(why, s, "filter %s: out of memory", spec);
	if (s)
		filter_close(f);
	else
		*out = f;
	return s;
}

void filter_close(filter *f)
{
	if (!f)
		return;
	for (size_t i = 0; i < f->links_len; i++)
		close_link(&f->links[i]);
	buffer_free(&f->spec);
	free(f);
}

const char *filter_spec(const filter *f)
{
	return f->spec.bytes;
}

/* A chain's signature is the links' own, each behind its length as four bytes, lowest first. A lone filter's
 * signature stands as it is. */
enum { LENGTH_SIZE = 4 };

static status join(const firstprint_signature *parts, size_t n, arena *a, firstprint_signature *out)
{
	size_t len = 0;
	uint8_t *at;

	for (size_t i = 0; i < n; i++)
		len += LENGTH_SIZE + parts[i].len;
	at = arena_alloc(a, len);
	if (!at)
		return ERR_MEMORY;
	*out = (firstprint_signature){at, len};
	for (size_t i = 0; i < n; i++) {
		for (int byte = 0; byte < LENGTH_SIZE; byte++)
			*at++ = (uint8_t)(parts[i].len >> 8 * byte);
		if (parts[i].len)
			memcpy(at, parts[i].bytes, parts[i].len);
		at += parts[i].len;
	}
	return OK;
}

/* Cuts the next link's signature off the front of rest. */
static bool cut(firstprint_signature *rest, firstprint_signature *part)
{
	size_t len = 0;

	if (rest->len < LENGTH_SIZE)
		return false;
	for (int byte = 0; byte < LENGTH_SIZE; byte++)
		len |= (size_t)rest->bytes[byte] << 8 * byte;
	if (rest->len - LENGTH_SIZE < len)
		return false;
	*part = (firstprint_signature){rest->bytes + LENGTH_SIZE, len};
	*rest = (firstprint_signature){part->bytes + len, rest->len - LENGTH_SIZE - len};
	return true;
}

static status split(const filter *f, const firstprint_signature *sig, firstprint_signature parts[LINKS_MOST])
{
	firstprint_signature rest = *sig;

	if (f->links_len == 1) {
		parts[0] = *sig;
		return OK;
	}
	for (size_t i = 0; i < f->links_len; i++)
		if (!cut(&rest, &parts[i]))
			return ERR_FORMAT;
	return rest.len ? ERR_FORMAT : OK;
}

status filter_sign(const filter *f, const firstprint_page *page, arena *a, firstprint_signature *out)
{
	firstprint_signature parts[LINKS_MOST] = {0};

	for (size_t i = 0; i < f->links_len; i++) {
		status s = translate(f->links[i].from.api->sign(f->links[i].state, page, a, &parts[i]));

		if (s)
			return s;
	}
	if (f->links_len > 1)
		return join(parts, f->links_len, a, out);
	*out = parts[0];
	return OK;
}

bool filter_copy_signature(const firstprint_signature *from, firstprint_signature *to)
{
	uint8_t *bytes = malloc(from->len ? from->len : 1);

	if (!bytes)
		return false;
	if (from->len)
		memcpy(bytes, from->bytes, from->len);
	*to = (firstprint_signature){bytes, from->len};
	return true;
}

status filter_check(filter *f, const firstprint_signature *sig, firstprint_verdict *verdict, const char **name)
{
	firstprint_signature parts[LINKS_MOST];
	firstprint_verdict best = {0};
	size_t who = f->links_len - 1;
	status s = split(f, sig, parts);

	for (size_t i = 0; i < f->links_len && !s; i++) {
		firstprint_verdict v = {0};

		s = translate(f->links[i].from.api->check(f->links[i].state, &parts[i], &v));
		if (best.kind == FIRSTPRINT_UNIQUE || filter_kind_drops(v.kind)) {
			best = v;
			who = i;
		}
		if (filter_kind_drops(v.kind))
			break;
	}
	if (s)
		return s;
	*verdict = best;
	if (name)
		*name = f->links[who].from.api->name;
	return OK;
}

status filter_remember(filter *f, uint64_t page_id, const firstprint_signature *sig)
{
	firstprint_signature parts[LINKS_MOST];
	status s = split(f, sig, parts);
	size_t done = 0;

	for (; done < f->links_len && !s; done++)
		s = translate(f->links[done].from.api->remember(f->links[done].state, page_id, &parts[done]));
	for (size_t i = 0; s && i + 1 < done; i++) /* all links know a page, or none */
		f->links[i].from.api->forget(f->links[i].state, page_id, &parts[i]);
	return s;
}

status filter_forget(filter *f, uint64_t page_id, const firstprint_signature *sig)
{
	firstprint_signature parts[LINKS_MOST];
	status s = split(f, sig, parts);

	for (size_t i = 0; i < f->links_len && !s; i++)
		s = translate(f->links[i].from.api->forget(f->links[i].state, page_id, &parts[i]));
	return s;
}

size_t filter_memory(const filter *f)
{
	size_t bytes = sizeof *f;

	for (size_t i = 0; i < f->links_len; i++)
		if (f->links[i].from.api->memory)
			bytes += f->links[i].from.api->memory(f->links[i].state);
	return bytes;
}

const char *filter_kind_text(enum firstprint_kind kind)
{
	switch (kind) {
	case FIRSTPRINT_UNIQUE:
		return "unique";
	case FIRSTPRINT_DUPLICATE:
		return "duplicate";
	case FIRSTPRINT_NEAR_DUPLICATE:
		return "near-duplicate";
	case FIRSTPRINT_CONTAINED:
		return "contained";
	case FIRSTPRINT_SUPERSEDES:
		return "supersedes";
	}
	return "unknown";
}

bool filter_kind_drops(enum firstprint_kind kind)
{
	return kind == FIRSTPRINT_DUPLICATE || kind == FIRSTPRINT_NEAR_DUPLICATE || kind == FIRSTPRINT_CONTAINED;
}
