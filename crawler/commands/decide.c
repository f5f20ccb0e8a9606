/* decide — the commands undo and drop: a person overrides or adds to the decisions of a filter. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/shell.h"
#include "crawler/commands/commands.h"
#include "crawler/console/terminal.h"
#include "crawler/inspect/found.h"
#include "judge/drop.h"
#include "store/ask.h"
#include "store/decide.h"
#include "store/shared.h"

typedef struct deciding {
	const settings *settings;
	store *store;
	arena *memory;
	complaint *why;
	FILE *said; /* messages about the changes; printed once these are stored */
} deciding;

/* Finds the articles of a kind, "page" or "drop", that `what` means. *len of them, the last is *out; if there are none, *out is any article
 * that is meant. */
static status find_kind(deciding *x, const char *what, const char *kind, store_head *out, size_t *len)
{
	uint64_t *ids;
	size_t n = 0;
	status err = found_all(x->store, what, x->memory, &ids, &n);

	*len = 0;
	for (size_t i = 0; i < n && !err; i++) {
		store_head h;

		err = store_head_of(x->store, ids[i], x->memory, &h);
		if (!err && strcmp(h.kind, kind) == 0) {
			*out = h;
			++*len;
		}
	}
	return err || *len ? err : found_article(x->store, what, x->memory, out);
}

static status complain_missing(const deciding *x, const char *what, const char *shown)
{
	const char *reason;
	status err = found_no_article(x->store, what, x->memory, &reason);

	if (err)
		return err;
	return reason ? complain(x->why, ERR_MISSING, "%s has no article: %s", shown, reason)
		      : complain(x->why, ERR_MISSING, "%s: no such id or URL in this store%s", shown, found_hint(what));
}

/* Finds the article that a person means, of this kind if several are meant. If these are drops, they must say which. */
static status find(deciding *x, const char *what, const char *kind, store_head *out)
{
	char shown[300], file[SHELL_WORD];
	size_t n = 0;
	status err = found_check_number(x->store, what, x->why);

	if (!err)
		err = find_kind(x, what, kind, out, &n);
	terminal_clean(what, shown, sizeof shown);
	if (!err && n > 1 && strcmp(kind, "drop") == 0)
		return complain(x->why, ERR_USAGE,
				"%s: %zu drops are meant, the last is #%" PRIu64
				": name one by its number; 'firstprint inspect %s drops' lists them",
				shown, n, out->id, shell_word(x->settings->operands[0], file));
	return err == ERR_MISSING ? complain_missing(x, what, shown) : err;
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

/* Says that h is a page again, and of page `of` that it keeps its other drops, of which some may repeat h. */
static status say_undone(const deciding *x, const store_head *h, uint64_t of)
{
	char is[300], file[SHELL_WORD];
	int64_t others = 0;
	status err = store_count_drops(x->store, of, INT64_MAX, &others);

	snprintf(is, sizeof is, "is a page again%s",
		 store_is_shared(x->store) ? "; the shared index learns of it at the next run" : "");
	if (!store_is_shared(x->store) && others > 0)
		snprintf(is + strlen(is), sizeof is - strlen(is),
			 "; #%" PRIu64 " keeps its other drops: 'firstprint judge %.100s --apply' gives #%" PRIu64
			 " the later ones that repeat it",
			 of, shell_word(x->settings->operands[0], file), h->id);
	say(x, h, is);
	return err;
}

static status undo_one(deciding *x, const char *what)
{
	store_head h = {0};
	uint64_t of = 0;
	status err = find(x, what, "drop", &h);

	if (!err)
		err = store_find_original(x->store, h.id, &of);
	if (!err || (err == ERR_MISSING && h.kind)) /* store_undo says what is no drop */
		err = store_undo(x->store, h.id, x->why);
	return err ? err : say_undone(x, &h, of);
}

static status drop_one(deciding *x, const char *what)
{
	store_head h = {0}, of = {0};
	char is[160];
	size_t freed = 0;
	uint64_t page = 0;
	status err = find(x, what, "page", &h);

	if (!err)
		err = find(x, x->settings->of, "page", &of);
	if (!err)
		err = judge_drop(x->store, h.id, of.id, &freed, x->why);
	if (!err)
		err = store_find_original(x->store, h.id, &page);
	if (err)
		return err;
	snprintf(is, sizeof is, "is a drop of #%" PRIu64, page);
	if (freed)
		snprintf(is + strlen(is), sizeof is - strlen(is),
			 "; %zu of its drops are not in that page, and are pages again", freed);
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

static status run(const settings *s, decide_one *decide, complaint *why)
{
	char *said = NULL;
	size_t said_len = 0;
	deciding x = {.settings = s, .memory = arena_new(), .why = why, .said = open_memstream(&said, &said_len)};
	status err = x.memory && x.said ? store_open_existing(s->operands[0], &x.store, why) : ERR_MEMORY;

	if (!err)
		err = decide_all(&x, decide);
	if (err)
		store_complain(x.store, s->operands[0], err, why);
	if (x.said)
		fclose(x.said);
	if (!err)
		fwrite(said, 1, said_len, stdout);
	free(said);
	store_close(x.store);
	arena_free(x.memory);
	return err;
}

int undo_command(const settings *s, complaint *why)
{
	return run(s, s->decision ? forget_one : undo_one, why);
}

int drop_command(const settings *s, complaint *why)
{
	if (!s->of)
		return complain(why, ERR_USAGE, "drop needs --of, the article that they repeat; see 'firstprint drop --help'");
	return run(s, drop_one, why);
}
