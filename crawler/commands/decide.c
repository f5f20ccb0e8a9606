/* decide — the commands undo and drop: a person overrides or adds to the decisions of a filter. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/shell.h"
#include "crawler/commands/commands.h"
#include "crawler/console/terminal.h"
#include "crawler/inspect/found.h"
#include "store/decide.h"
#include "store/shared.h"

typedef struct deciding {
	const settings *settings;
	store *store;
	arena *memory;
	complaint *why;
	FILE *said; /* messages about the changes; printed once these are stored */
} deciding;

static status find(deciding *x, const char *what, store_head *out)
{
	char shown[300];
	status err = found_check_number(x->store, what, x->why);

	*out = (store_head){0};
	if (!err)
		err = found_article(x->store, what, x->memory, out);

	terminal_clean(what, shown, sizeof shown);
	return err == ERR_MISSING ? complain(x->why, err, "%s: no such id or URL in this store", shown) : err;
}

/* Adds a message to print at the end: "#12 http://a/", and what it is now. */
static void say(const deciding *x, const store_head *h, const char *is)
{
	char url[300];

	if (x->settings->quiet)
		return;
	terminal_clean(h->url ? h->url : h->name ? h->name : "", url, sizeof url);
	fprintf(x->said, "#%" PRIu64 " %s %s\n", h->id, url, is);
}

static status undo_one(deciding *x, const char *what)
{
	store_head h;
	status err = find(x, what, &h);

	if (!err)
		err = store_undo(x->store, h.id, x->why);
	if (!err)
		say(x, &h,
		    store_is_shared(x->store) ? "is a page again; the shared memory learns of it at the next run"
					      : "is a page again");
	return err;
}

static status drop_one(deciding *x, const char *what)
{
	store_head h, of;
	char is[60];
	status err = find(x, what, &h);

	if (!err)
		err = find(x, x->settings->of, &of);
	if (!err)
		err = store_drop(x->store, h.id, of.id, x->why);
	if (err)
		return err;
	snprintf(is, sizeof is, "is a drop of #%" PRIu64, of.id);
	say(x, &h, is);
	return OK;
}

/* Forgets a decision; its effect stays until everything is judged again. */
static status forget_one(deciding *x, const char *what)
{
	char *end, file[SHELL_WORD];
	long long id = strtoll(what, &end, 10);
	status err = *end || end == what ? ERR_MISSING : store_remove_decision(x->store, id);

	if (err == ERR_MISSING)
		return complain(x->why, err, "%s: no such decision; 'inspect %s decisions' lists them", what,
				shell_word(x->settings->operands[0], file));
	if (!err && !x->settings->quiet)
		fprintf(x->said, "decision %lld is forgotten; 'firstprint judge %s --apply' judges without it\n", id,
			shell_word(x->settings->operands[0], file));
	return err;
}

typedef status decide_one(deciding *x, const char *what);

/* Handles all operands after the store in one transaction. */
static status decide_all(deciding *x, decide_one *decide)
{
	status err = store_begin(x->store);

	for (size_t i = 1; i < x->settings->operands_len && !err; i++)
		err = decide(x, x->settings->operands[i]);
	if (!err)
		err = store_commit(x->store);
	if (err)
		store_rollback(x->store);
	return err;
}

static int run(const settings *s, decide_one *decide)
{
	complaint why = {""};
	char *said = NULL;
	size_t said_len = 0;
	deciding x = {.settings = s, .memory = arena_new(), .why = &why, .said = open_memstream(&said, &said_len)};
	status err = x.memory && x.said ? store_open_existing(s->operands[0], &x.store, &why) : ERR_MEMORY;

	if (!err)
		err = decide_all(&x, decide);
	if (err)
		store_complain(x.store, s->operands[0], err, &why);
	if (x.said)
		fclose(x.said);
	if (!err)
		fwrite(said, 1, said_len, stdout);
	free(said);
	if (err)
		terminal_say("%s", why.text);
	store_close(x.store);
	arena_free(x.memory);
	return exit_code_of(err);
}

static int say_usage(const char *command, const char *needs)
{
	terminal_say("%s needs %s; see 'firstprint %s --help'", command, needs, command);
	return EXIT_USAGE;
}

int undo_command(const settings *s)
{
	if (s->operands_len < 2)
		return say_usage("undo", "a store, and the ids or URLs of drops");
	return run(s, s->decision ? forget_one : undo_one);
}

int drop_command(const settings *s)
{
	if (s->operands_len < 2)
		return say_usage("drop", "a store, and the ids or URLs of articles");
	if (!s->of)
		return say_usage("drop", "--of, the article that they repeat");
	return run(s, drop_one);
}
