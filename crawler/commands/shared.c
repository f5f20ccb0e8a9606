/* shared — the command: shows what a shared index holds, and for which stores ; creates and deletes one, and
 * forgets an owner that will not return. */
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>

#include "cluster/exchange.h"
#include "cluster/client.h"
#include "crawler/commands/commands.h"
#include "crawler/console/terminal.h"
#include "judge/session.h"
#include "store/shared.h"

/* ── status ── */

enum { LIVE_MS = 30000 }; /* a crawler asks every ten seconds at least */

typedef struct sharing {
	const settings *settings;
	client *client;
	arena *arena;
	complaint *why;
	/* The state to show: */
	client_facts index;
	exchange_summary *parts; /* [1] to [parts_len] */
	int parts_len;
} sharing;

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

static status print_json(const sharing *x)
{
	const client_facts *f = &x->index;
	json_t *owners = json_array(), *parts = json_array(), *all;

	for (size_t i = 0; i < f->owners_len; i++)
		json_array_append_new(owners, owner_json(&f->owners[i]));
	for (int i = 1; i <= x->parts_len; i++)
		json_array_append_new(parts, part_json(i, &x->parts[i]));
	all = json_pack("{s:s, s:s, s:I, s:I, s:I, s:b, s:o, s:o}", "index", client_shown(x->client), "filter", f->spec,
			"pages", (json_int_t)pages_of(f), "entries", (json_int_t)f->entries, "bytes", (json_int_t)f->bytes,
			"again", f->is_again, "stores", owners, "parts", parts);
	return terminal_put_row(all);
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

static void print_text(const sharing *x)
{
	const client_facts *f = &x->index;

	printf("%s\n", client_shown(x->client));
	printf("  filter      %s\n", f->spec);
	printf("  pages       %" PRIu64 "\n", pages_of(f));
	printf("  log         %" PRIu64 " entries", f->entries);
	if (f->bytes)
		printf(", %.1f MB", (double)f->bytes / 1e6);
	printf("%s\n", f->is_again ? "; it was made again after a loss" : "");
	printf("stores\n");
	for (size_t i = 0; i < f->owners_len; i++)
		print_owner(&f->owners[i]);
	if (x->parts_len)
		printf("parts\n");
	for (int i = 1; i <= x->parts_len; i++)
		print_part(i, &x->parts[i], f);
}

/* Prints the state of a shared index, its stores, and the parts of a crawl: as text, or as JSON. */
static status print_status(sharing *x)
{
	status err = client_info(x->client, x->arena, &x->index, x->why);

	if (!err)
		err = exchange_status(x->settings->operands[0], x->arena, &x->parts, &x->parts_len, x->why);
	if (!err && x->settings->json)
		return print_json(x);
	if (!err)
		print_text(x);
	return err;
}

/* ── create ── */

/* Creates an index with the filter of the SPEC and a new key. */
static status create_new(sharing *x)
{
	static const uint8_t zeros[FILTER_KEY_SIZE];
	const char *spec = x->settings->filter ? x->settings->filter : SESSION_FILTER_DEFAULT;
	client_facts like = {0};
	filter *f = NULL;
	status err = filter_open(spec, zeros, &f, x->why);

	if (!err && getrandom(like.key, sizeof like.key, 0) != sizeof like.key)
		err = complain(x->why, ERR_IO, "%s", status_text(ERR_IO));
	if (!err) {
		like.spec = filter_spec(f);
		like.files = filter_files(f);
		like.first_id = 1;
		err = client_create(x->client, &like, x->why);
	}
	filter_close(f);
	return err;
}

static bool names_file(const store *st)
{
	const char *files = store_filter_files(st);

	return files[strspn(files, "\n")] || strchr(store_filter(st), '/');
}

/* Creates an index with the filter and the key of a store, which uploads its pages when it joins. */
static status create_for(sharing *x, const char *file)
{
	client_facts like = {0};
	store *st = NULL;
	status err = store_open(file, STORE_READ, &st, x->why);

	if (!err && !store_filter(st))
		err = complain(x->why, ERR_USAGE, "%s: the store has no filter yet", file);
	if (!err && x->settings->filter)
		err = complain(x->why, ERR_USAGE, "--store has a filter: --filter cannot be given, too");
	if (!err && names_file(st))
		err = complain(x->why, ERR_USAGE,
			       "%.200s: only the store names the file of its filter, which is code: name it with --filter",
			       file);
	if (!err) {
		like.spec = store_filter(st);
		like.files = store_filter_files(st);
		store_key(st, like.key);
		like.is_again = store_is_shared(st);
		like.first_id = store_next_id(st);
		err = client_create(x->client, &like, x->why);
	}
	store_close(st);
	return err;
}

static status create(sharing *x)
{
	status err = x->settings->store ? create_for(x, x->settings->store) : create_new(x);

	if (!err && !x->settings->quiet)
		terminal_say("%s is made", client_shown(x->client));
	return err;
}

/* ── delete ── */

enum { AT_WORK_MS = 15000 }; /* a crawler asks every ten seconds at least */

/* Returns how many stores are at work, as far as is known. */
static size_t count_at_work(const sharing *x)
{
	complaint none = {""};
	client_facts f;
	size_t n = 0;

	if (client_info(x->client, x->arena, &f, &none))
		return 0;
	for (size_t i = 0; i < f.owners_len; i++)
		n += !f.owners[i].has_left && f.owners[i].silent_ms < AT_WORK_MS;
	return n;
}

static status take_away(sharing *x)
{
	size_t at_work = count_at_work(x);
	status err = exchange_delete(x->settings->operands[0], x->why);

	if (!err)
		err = client_delete(x->client, x->why);
	if (err || x->settings->quiet)
		return err;
	terminal_say("%s is gone; stores that have shared it keep all they have, and make it again when one of them is started",
		     client_shown(x->client));
	if (at_work)
		terminal_say("%zu store%s at work: it is made again at once", at_work, at_work == 1 ? " is" : "s are");
	return OK;
}

/* ── forget ── */

static status forget(sharing *x, const char *owner)
{
	int part = 0;
	status err = exchange_forget(x->settings->operands[0], owner, &part, x->why);

	if (!err)
		err = client_forget(x->client, owner, x->why);
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
	if (n == 2 && strcmp(words[1], "delete") == 0)
		return take_away(x);
	if (n == 3 && strcmp(words[1], "forget") == 0)
		return forget(x, words[2]);
	return complain(x->why, ERR_USAGE, "shared takes a URL, and then status, create, delete or forget STORE-NAME");
}

int shared_command(const settings *s, complaint *why)
{
	sharing x = {.settings = s, .arena = arena_new(), .why = why};
	status err = x.arena ? client_open(s->operands[0], &x.client, why) : ERR_MEMORY;

	if (!err)
		err = run(&x);
	client_close(x.client);
	arena_free(x.arena);
	return err;
}
