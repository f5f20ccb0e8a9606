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
	memory_facts memory;
	exchange_summary *parts; /* [1] to [parts_len] */
	int parts_len;
} shown;

/* ── JSON ── */

static json_t *owner_json(const memory_owner *o)
{
	return json_pack("{s:s, s:I, s:I, s:b, s:b, s:b, s:I}", "owner", o->name, "pages", (json_int_t)o->pages, "silent_ms",
			 (json_int_t)o->silent_ms, "compared", o->is_compared, "behind", o->is_behind, "ended", o->has_left,
			 "requests", (json_int_t)o->requests);
}

static json_t *shard_json(const memory_shard *x)
{
	return json_pack("{s:s, s:s, s:I, s:I, s:I, s:b}", "shard", x->key, "server", x->at, "pages", (json_int_t)x->pages,
			 "bytes", (json_int_t)x->bytes, "bytes_most", (json_int_t)x->bytes_most, "lost", x->is_lost);
}

static json_t *part_json(int number, const exchange_summary *p)
{
	return json_pack("{s:i, s:s?, s:s?, s:I}", "part", number, "store", p->store, "state", p->store ? p->state : NULL,
			 "entries", (json_int_t)p->entries);
}

static status print_json(const shown *x)
{
	const memory_facts *f = &x->memory;
	json_t *owners = json_array(), *parts = json_array(), *shards = json_array(), *all;
	char *text;

	for (size_t i = 0; i < f->owners_len; i++)
		json_array_append_new(owners, owner_json(&f->owners[i]));
	for (size_t i = 0; i < f->shards_len; i++)
		json_array_append_new(shards, shard_json(&f->shards[i]));
	for (int i = 1; i <= x->parts_len; i++)
		json_array_append_new(parts, part_json(i, &x->parts[i]));
	all = json_pack("{s:s, s:s, s:I, s:I, s:I, s:I, s:I, s:b, s:I, s:o, s:o, s:o}", "memory", x->url, "filter", f->spec,
			"pages", (json_int_t)f->pages, "next_id", (json_int_t)f->next_id, "bytes", (json_int_t)f->bytes,
			"bytes_most", (json_int_t)f->bytes_most, "withdrawn", (json_int_t)f->withdrawn, "recovering",
			f->is_recovering, "recovering_ms", (json_int_t)f->recovering_ms, "shards", shards, "owners", owners,
			"parts", parts);
	text = all ? json_dumps(all, JSON_COMPACT | JSON_PRESERVE_ORDER) : NULL;
	if (text)
		puts(text);
	free(text);
	json_decref(all);
	return text ? OK : ERR_MEMORY;
}

/* ── text ── */

static void print_bytes(uint64_t bytes, uint64_t most)
{
	printf("%.1f MB", (double)bytes / 1e6);
	if (most)
		printf(" of %.1f MB", (double)most / 1e6);
}

static void print_shard(const memory_shard *x)
{
	char key[240], at[280];

	terminal_clean(x->key, key, sizeof key);
	terminal_clean(x->at, at, sizeof at);
	printf("  %-24s %12" PRIu64 " pages, ", key, x->pages);
	print_bytes(x->bytes, x->bytes_most);
	printf(", on %s%s\n", at, x->is_lost ? ", which has lost it: it is made again when a store is started" : "");
}

static void print_owner(const memory_owner *o)
{
	char name[120];

	terminal_clean(o->name, name, sizeof name);
	printf("  %-24s %12" PRIu64 " pages, asked %" PRId64 " s ago%s%s%s\n", name, o->pages, o->silent_ms / 1000,
	       o->has_left               ? ", has ended"
	       : o->silent_ms >= LIVE_MS ? ", silent"
					 : "",
	       o->is_compared ? "" : ", has not compared its pages",
	       o->is_behind ? ", has not heard of all pages that were withdrawn" : "");
}

/* Returns the seconds since the store's last request; 0: it was recent, or is unknown. */
static int64_t silent_s(const memory_facts *f, const char *store)
{
	for (size_t i = 0; store && i < f->owners_len; i++)
		if (strcmp(f->owners[i].name, store) == 0)
			return f->owners[i].silent_ms >= LIVE_MS ? f->owners[i].silent_ms / 1000 : 0;
	return 0;
}

static void print_part(int number, const exchange_summary *p, const memory_facts *f)
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

static void print_memory(const shown *x)
{
	const memory_facts *f = &x->memory;

	printf("%s\n", x->url);
	printf("  filter      %s\n", f->spec);
	printf("  pages       %" PRIu64 "\n", f->pages);
	printf("  next id     %" PRIu64 "\n", f->next_id);
	printf("  memory      ");
	print_bytes(f->bytes, f->bytes_most);
	printf("\n");
	if (f->withdrawn)
		printf("  withdrawn   %" PRIu64 " pages; some stores have not heard of it yet\n", f->withdrawn);
	if (f->is_recovering)
		printf("  recovering  after a loss: waits for stores that may not have sent their pages yet, %" PRId64
		       " s at most\n",
		       f->recovering_ms / 1000 + (f->recovering_ms % 1000 > 0));
}

static void print_text(const shown *x)
{
	const memory_facts *f = &x->memory;

	print_memory(x);
	if (f->shards_len)
		printf("shards\n");
	for (size_t i = 0; i < f->shards_len; i++)
		print_shard(&f->shards[i]);
	printf("stores\n");
	for (size_t i = 0; i < f->owners_len; i++)
		print_owner(&f->owners[i]);
	if (x->parts_len)
		printf("parts\n");
	for (int i = 1; i <= x->parts_len; i++)
		print_part(i, &x->parts[i], f);
}

status shared_print_status(const settings *s, memory *m, arena *a, complaint *why)
{
	shown x = {.url = memory_shown(m)};
	status err = memory_info(m, a, &x.memory, why);

	if (!err)
		err = exchange_look(s->operands[0], a, &x.parts, &x.parts_len, why);
	if (!err && s->json)
		return print_json(&x);
	if (!err)
		print_text(&x);
	return err;
}
