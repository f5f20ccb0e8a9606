/* shared — the command: what a shared memory holds, and for whom; it makes one, and forgets an owner that will not return. */
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>

#include "cluster/exchange.h"
#include "cluster/memory.h"
#include "crawler/commands/commands.h"
#include "crawler/console/terminal.h"
#include "judge/session.h"
#include "store/shared.h"

enum { LIVE_MS = 30000 }; /* a crawler asks every ten seconds at least */

typedef struct sharing {
	const settings *settings;
	memory *memory;
	exchange_summary *parts; /* [1] to [parts_len] */
	int parts_len;
	arena *arena;
	complaint *why;
} sharing;

/* ── status ── */

static json_t *owner_json(const memory_owner *o)
{
	return json_pack("{s:s, s:I, s:I, s:b, s:b, s:I}", "owner", o->name, "pages", (json_int_t)o->pages, "silent_ms",
			 (json_int_t)o->silent_ms, "compared", o->is_compared, "behind", o->is_behind, "requests",
			 (json_int_t)o->requests);
}

static json_t *part_json(int number, const exchange_summary *p)
{
	return json_pack("{s:i, s:s?, s:s?, s:I}", "part", number, "store", p->store, "state", p->store ? p->state : NULL,
			 "entries", (json_int_t)p->entries);
}

static status print_json(const sharing *x, const memory_facts *f)
{
	json_t *owners = json_array(), *parts = json_array(), *all;
	char *text;

	for (size_t i = 0; i < f->owners_len; i++)
		json_array_append_new(owners, owner_json(&f->owners[i]));
	for (int i = 1; i <= x->parts_len; i++)
		json_array_append_new(parts, part_json(i, &x->parts[i]));
	all = json_pack("{s:s, s:s, s:s, s:I, s:I, s:I, s:I, s:I, s:b, s:o, s:o}", "memory", memory_shown(x->memory), "filter",
			f->spec, "shards", f->role, "pages", (json_int_t)f->pages, "next_id", (json_int_t)f->next_id, "bytes",
			(json_int_t)f->bytes, "bytes_most", (json_int_t)f->bytes_most, "withdrawn", (json_int_t)f->withdrawn,
			"recovering", f->is_recovering, "owners", owners, "parts", parts);
	text = all ? json_dumps(all, JSON_COMPACT | JSON_PRESERVE_ORDER) : NULL;
	if (text)
		puts(text);
	free(text);
	json_decref(all);
	return text ? OK : ERR_MEMORY;
}

static void print_owner(const memory_owner *o)
{
	char name[120];

	terminal_clean(o->name, name, sizeof name);
	printf("  %-24s %12" PRIu64 " pages, asked %" PRId64 " s ago%s%s%s\n", name, o->pages, o->silent_ms / 1000,
	       o->silent_ms >= LIVE_MS ? ", silent" : "", o->is_compared ? "" : ", has not compared its pages",
	       o->is_behind ? ", has not heard of all pages that were withdrawn" : "");
}

/* How long the store has not asked the memory; 0: not for long, or it is not known. */
static int64_t silent_s(const memory_facts *f, const char *store)
{
	for (size_t i = 0; store && i < f->owners_len; i++)
		if (strcmp(f->owners[i].name, store) == 0)
			return f->owners[i].silent_ms >= LIVE_MS ? f->owners[i].silent_ms / 1000 : 0;
	return 0;
}

static void print_part(int number, const exchange_summary *p, const memory_facts *f)
{
	static const char *const words[][2] = {{"busy", "at work"}, {"done", "has nothing to do"}, {"left", "has ended"}};
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
		printf(", has %" PRId64 " entries of links to read", p->entries);
	printf("\n");
}

static void print_text(const sharing *x, const memory_facts *f)
{
	printf("%s\n", memory_shown(x->memory));
	printf("  filter      %s\n", f->spec);
	if (*f->role)
		printf("  shards      %s\n", f->role);
	printf("  pages       %" PRIu64 "\n", f->pages);
	printf("  next id     %" PRIu64 "\n", f->next_id);
	printf("  memory      %.1f MB", (double)f->bytes / 1e6);
	if (f->bytes_most)
		printf(" of %.1f MB", (double)f->bytes_most / 1e6);
	printf("\n");
	if (f->withdrawn)
		printf("  withdrawn   %" PRIu64 " pages; some stores have not heard of it yet\n", f->withdrawn);
	if (f->is_recovering)
		printf("  recovering  waits for stores that have not compared their pages\n");
	printf("stores\n");
	for (size_t i = 0; i < f->owners_len; i++)
		print_owner(&f->owners[i]);
	if (x->parts_len)
		printf("parts\n");
	for (int i = 1; i <= x->parts_len; i++)
		print_part(i, &x->parts[i], f);
}

static status print_status(sharing *x)
{
	memory_facts f;
	status err = memory_info(x->memory, x->arena, &f, x->why);

	if (!err)
		err = exchange_look(x->settings->operands[0], x->arena, &x->parts, &x->parts_len, x->why);
	if (err)
		return err;
	if (x->settings->json)
		return print_json(x, &f);
	print_text(x, &f);
	return OK;
}

/* ── create ── */

/* The filter of the SPEC, and a new key. */
static status create_new(sharing *x)
{
	static const uint8_t zeros[FILTER_KEY_SIZE];
	const char *spec = x->settings->filter ? x->settings->filter : SESSION_FILTER_DEFAULT;
	memory_facts like = {0};
	filter *f = NULL;
	status err = filter_try(spec, NULL, x->why);

	if (!err)
		err = filter_open(spec, zeros, &f, x->why);
	if (!err && getrandom(like.key, sizeof like.key, 0) != sizeof like.key)
		err = complain(x->why, ERR_IO, "%s", status_text(ERR_IO));
	if (!err) {
		like.spec = filter_spec(f);
		like.files = filter_files(f);
		err = memory_create(x->memory, &like, 1, (size_t)x->settings->shards, x->why);
	}
	filter_close(f);
	return err;
}

/* The filter and the key of a store, which teaches its pages when it joins. */
static status create_for(sharing *x, const char *file)
{
	memory_facts like = {0};
	store *st = NULL;
	status err = store_open(file, STORE_READ, &st, x->why);

	if (!err && !store_filter(st))
		err = complain(x->why, ERR_USAGE, "%s: the store has no filter yet", file);
	if (!err && x->settings->filter)
		err = complain(x->why, ERR_USAGE, "--store has a filter: --filter cannot be given, too");
	if (!err) {
		like.spec = store_filter(st);
		like.files = store_filter_files(st);
		store_key(st, like.key);
		like.is_recovering = store_is_shared(st);
		err = memory_create(x->memory, &like, store_next_id(st) + (like.is_recovering ? MEMORY_LOST_GAP : 0),
				    (size_t)x->settings->shards, x->why);
	}
	store_close(st);
	return err;
}

static status create(sharing *x)
{
	return x->settings->store ? create_for(x, x->settings->store) : create_new(x);
}

/* ── forget ── */

static status forget(sharing *x, const char *owner)
{
	int part = 0;
	status err = exchange_forget(x->settings->operands[0], owner, &part, x->why);

	if (!err)
		err = memory_forget(x->memory, owner, x->why);
	if (!err && !x->settings->quiet)
		terminal_say("%s is forgotten; stores that have drops of its pages judge these again at their next run", owner);
	if (!err && part && !x->settings->quiet)
		terminal_say("another store may become part %d", part);
	return err;
}

/* ── the command ── */

static status run(sharing *x)
{
	char **words = x->settings->operands;
	size_t n = x->settings->operands_len;

	if (n == 1 || (n == 2 && strcmp(words[1], "status") == 0))
		return print_status(x);
	if (n == 2 && strcmp(words[1], "create") == 0)
		return create(x);
	if (n == 2 && strcmp(words[1], "add-shard") == 0)
		return memory_add_shard(x->memory, x->why);
	if (n == 3 && strcmp(words[1], "forget") == 0)
		return forget(x, words[2]);
	return complain(x->why, ERR_USAGE, "shared takes a URL, and then status, create, add-shard or forget STORE-NAME");
}

int shared_command(const settings *s)
{
	complaint why = {""};
	sharing x = {.settings = s, .arena = arena_new(), .why = &why};
	status err = !x.arena               ? ERR_MEMORY
		     : s->operands_len == 0 ? complain(&why, ERR_USAGE, "shared needs a URL: redis://HOST[:PORT]/NAME")
					    : memory_open(s->operands[0], &x.memory, &why);

	if (!err)
		err = run(&x);
	if (err)
		terminal_say("%s", *why.text ? why.text : status_text(err));
	memory_close(x.memory);
	arena_free(x.arena);
	return exit_code_of(err);
}
