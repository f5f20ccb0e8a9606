/* shared — the command: shows what a shared index holds, and for which stores (shared_status.h); creates and deletes one, and
 * forgets an owner that will not return. */
#include <string.h>
#include <sys/random.h>

#include "cluster/exchange.h"
#include "cluster/client.h"
#include "crawler/commands/commands.h"
#include "crawler/commands/shared_status.h"
#include "crawler/console/terminal.h"
#include "judge/session.h"
#include "store/shared.h"

typedef struct sharing {
	const settings *settings;
	client *client;
	arena *arena;
	complaint *why;
} sharing;

/* ── create ── */

/* Creates an index with the filter of the SPEC and a new key. */
static status create_new(sharing *x)
{
	static const uint8_t zeros[FILTER_KEY_SIZE];
	const char *spec = x->settings->filter ? x->settings->filter : SESSION_FILTER_DEFAULT;
	client_facts like = {0};
	filter *f = NULL;
	status err = filter_try(spec, NULL, x->why);

	if (!err)
		err = filter_open(spec, zeros, &f, x->why);
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

/* Is the store's filter in a file? */
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
		return shared_print_status(x->settings, x->client, x->arena, x->why);
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
