#include "crawler/commands/shared_status.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cluster/exchange.h"
#include "crawler/console/terminal.h"

enum { LIVE_MS = 30000 }; /* a crawler asks every ten seconds at least */

/* The state to show. */
typedef struct shown {
	const char *url; /* without secrets */
	client_facts index;
	exchange_summary *parts; /* [1] to [parts_len] */
	int parts_len;
} shown;

/* ── JSON ── */

static json_t *owner_json(const client_owner *o)
{
	return json_pack("{s:s, s:I, s:I, s:b, s:b, s:I}", "store", o->name, "pages", (json_int_t)o->pages, "silent_ms",
			 (json_int_t)o->silent_ms, "compared", o->is_compared, "ended", o->has_left, "requests",
			 (json_int_t)o->requests);
}

static json_t *part_json(int number, const exchange_summary *p)
{
	return json_pack("{s:i, s:s?, s:s?, s:I}", "part", number, "store", p->store, "state", p->store ? p->state : NULL,
			 "entries", (json_int_t)p->entries);
}

static uint64_t pages_of(const client_facts *f)
{
	uint64_t n = 0;

	for (size_t i = 0; i < f->owners_len; i++)
		n += f->owners[i].pages;
	return n;
}

static status print_json(const shown *x)
{
	const client_facts *f = &x->index;
	json_t *owners = json_array(), *parts = json_array(), *all;
	char *text;

	for (size_t i = 0; i < f->owners_len; i++)
		json_array_append_new(owners, owner_json(&f->owners[i]));
	for (int i = 1; i <= x->parts_len; i++)
		json_array_append_new(parts, part_json(i, &x->parts[i]));
	all = json_pack("{s:s, s:s, s:I, s:I, s:I, s:b, s:o, s:o}", "index", x->url, "filter", f->spec, "pages",
			(json_int_t)pages_of(f), "entries", (json_int_t)f->entries, "bytes", (json_int_t)f->bytes, "again",
			f->is_again, "stores", owners, "parts", parts);
	text = all ? json_dumps(all, JSON_COMPACT | JSON_PRESERVE_ORDER) : NULL;
	if (text)
		puts(text);
	free(text);
	json_decref(all);
	return text ? OK : ERR_MEMORY;
}

/* ── text ── */

static void print_owner(const client_owner *o)
{
	char name[120];

	terminal_clean(o->name, name, sizeof name);
	printf("  %-24s %12" PRIu64 " pages, asked %" PRId64 " s ago%s%s\n", name, o->pages, o->silent_ms / 1000,
	       o->has_left               ? ", has ended"
	       : o->silent_ms >= LIVE_MS ? ", silent"
					 : "",
	       o->is_compared ? "" : ", has not compared its pages");
}

/* Returns the seconds since the store's last request; 0: it was recent, or is unknown. */
static int64_t silent_s(const client_facts *f, const char *store)
{
	for (size_t i = 0; store && i < f->owners_len; i++)
		if (strcmp(f->owners[i].name, store) == 0)
			return f->owners[i].silent_ms >= LIVE_MS ? f->owners[i].silent_ms / 1000 : 0;
	return 0;
}

static void print_part(int number, const exchange_summary *p, const client_facts *f)
{
	static const char *const words[][2] = {{"busy", "at work, or waits for others"},
					       {"done", "has nothing to do"},
					       {"left", "has ended"}};
	int64_t silent = strcmp(p->store ? p->state : "", "left") != 0 ? silent_s(f, p->store) : 0;
	const char *does = "has not begun";
	char name[120];

	for (size_t i = 0; p->store && i < sizeof words / sizeof *words; i++)
		if (strcmp(p->state, words[i][0]) == 0)
			does = words[i][1];
	terminal_clean(p->store ? p->store : "", name, sizeof name);
	printf("  %-4d %-24s %s", number, name, does);
	if (silent)
		printf(", but has been silent for %" PRId64 " s", silent);
	if (p->entries)
		printf(", has %" PRId64 " entr%s of links to read", p->entries, p->entries == 1 ? "y" : "ies");
	printf("\n");
}

static void print_index(const shown *x)
{
	const client_facts *f = &x->index;

	printf("%s\n", x->url);
	printf("  filter      %s\n", f->spec);
	printf("  pages       %" PRIu64 "\n", pages_of(f));
	printf("  log         %" PRIu64 " entries", f->entries);
	if (f->bytes)
		printf(", %.1f MB", (double)f->bytes / 1e6);
	printf("%s\n", f->is_again ? "; it was made again after a loss" : "");
}

static void print_text(const shown *x)
{
	const client_facts *f = &x->index;

	print_index(x);
	printf("stores\n");
	for (size_t i = 0; i < f->owners_len; i++)
		print_owner(&f->owners[i]);
	if (x->parts_len)
		printf("parts\n");
	for (int i = 1; i <= x->parts_len; i++)
		print_part(i, &x->parts[i], f);
}

status shared_print_status(const settings *s, client *c, arena *a, complaint *why)
{
	shown x = {.url = client_shown(c)};
	status err = client_info(c, a, &x.index, why);

	if (!err)
		err = exchange_look(s->operands[0], a, &x.parts, &x.parts_len, why);
	if (!err && s->json)
		return print_json(&x);
	if (!err)
		print_text(&x);
	return err;
}
