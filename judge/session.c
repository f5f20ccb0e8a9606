#include "judge/session.h"

#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/digest.h"
#include "base/shell.h"
#include "judge/spec_difference.h"
#include "judge/told.h"
#include "purify/purify.h"
#include "store/shared.h"

/* Pages share a transaction: 64 in one cost a quarter of 64 transactions. After a kill, the pages that were lost are fetched
 * again. */
enum { COMMIT_MS = 100, COMMIT_AFTER = 64 };

/* Opens the filter that the user names, else the one the store was made with, else the default. Its key is that of the store; without
 * one, `chosen`, or zeros. */
static status open_filter(const char *spec, const uint8_t *chosen, session *x, complaint *why)
{
	uint8_t key[STORE_KEY_SIZE] = {0};
	filter_settings settings = {.spec = spec, .key = key};

	if (chosen)
		memcpy(key, chosen, sizeof key);
	if (x->store)
		store_key(x->store, key);
	if (!spec && x->store && store_filter(x->store)) {
		settings.spec = store_filter(x->store);
		settings.files = store_filter_files(x->store);
	}
	if (!settings.spec)
		settings.spec = SESSION_FILTER_DEFAULT;
	memcpy(x->key, key, sizeof x->key);
	return filter_open_with(&settings, &x->filter, why);
}

/* Tries a SPEC before the store is touched: if it cannot be opened, no new store must be left behind. */
static status try_filter(const char *spec, complaint *why)
{
	static const uint8_t zeros[STORE_KEY_SIZE];
	filter *f = NULL;
	status err = spec ? filter_open(spec, zeros, &f, why) : OK;

	filter_close(f);
	return err;
}

/* Does the store's SPEC, opened today, give the filter of x? An option that the filter got since then has its default. Its files are
 * those of x, which the user has named. */
static bool is_same_filter(const session *x)
{
	static const uint8_t zeros[STORE_KEY_SIZE];
	filter_settings settings = {.spec = store_filter(x->store),
				    .files = filter_files(x->filter),
				    .trusts_files = true,
				    .key = zeros};
	filter *kept = NULL;
	bool same = filter_open_with(&settings, &kept, NULL) == OK && strcmp(filter_spec(kept), filter_spec(x->filter)) == 0;

	filter_close(kept);
	return same;
}

/* Was the store made with the filter of x? */
static bool is_its_filter(const session *x)
{
	return strcmp(store_filter(x->store), filter_spec(x->filter)) == 0 || is_same_filter(x);
}

static status complain_other(const session *x, const char *path, complaint *why)
{
	const spec_difference d = spec_differ(store_filter(x->store), filter_spec(x->filter));
	char word[SHELL_WORD];

	return complain(
		why, ERR_USAGE,
		"the store was made with --filter %s, not %s; \"firstprint judge %.80s --filter SPEC\" shows what another one "
		"would change",
		d.one, d.other, shell_word(path, word));
}

/* Checks that the store was made with the filter; stores the filter in a new store. */
static status bind_filter(session *x, const char *path, complaint *why)
{
	const char *stored = store_filter(x->store), *spec = filter_spec(x->filter), *files = filter_files(x->filter);

	if (stored && !is_its_filter(x))
		return complain_other(x, path, why);
	if (stored && strcmp(stored, spec) == 0 && strcmp(store_filter_files(x->store), files) == 0)
		return OK;
	return store_set_filter(x->store, spec, files);
}

/* Checks that the store was made with the filter, and that it was made with any. */
static status match_filter(const session *x, const char *path, complaint *why)
{
	if (!store_filter(x->store))
		return complain(why, ERR_USAGE, "nothing was judged for it yet");
	return is_its_filter(x) ? OK : complain_other(x, path, why);
}

/* Binds the store to the filter, which then remembers its pages, unless a shared index judges. Errors name the store. */
static status open_judge(session *x, const char *path, complaint *why)
{
	complaint cause = {""};
	status err = !x->store ? OK : x->writes ? bind_filter(x, path, &cause) : match_filter(x, path, &cause);

	if (!err)
		err = x->is_told ? judge_open_told(x->filter, x->store, &x->judge, &cause)
				 : judge_open(x->filter, x->store, &x->judge, &cause);
	if (err && !*cause.text)
		complain(&cause, err, "%s", session_error(x, err));
	return err ? complain(why, err, "%s%s%.400s", path ? path : "", path ? ": " : "", cause.text) : OK;
}

/* Two versions of the extraction give different texts, so duplicates across them may be missed. Warns the user of that. */
static status note_extraction(session *x, const char *path, complaint *why)
{
	const char *versions = store_extraction(x->store);
	char ours[16], all[200], padded[220], word[20];
	status err = OK;

	snprintf(ours, sizeof ours, "%d", PURIFY_VERSION);
	if (strcmp(versions, ours) == 0)
		return OK;
	if (*versions)
		complain(&x->notice, OK,
			 "%.200s: its texts come from version %.100s of the extraction, and new ones from version %s: "
			 "duplicates of its pages may be missed",
			 path, versions, ours);
	snprintf(all, sizeof all, "%.150s%s%s", versions, *versions ? " " : "", ours);
	snprintf(padded, sizeof padded, " %.200s ", versions);
	snprintf(word, sizeof word, " %s ", ours);
	if (!strstr(padded, word) && x->writes)
		err = store_set_extraction(x->store, all);
	return err ? complain(why, err, "%.300s: %.150s", path, session_error(x, err)) : OK;
}

/* Refuses a store with a shared index: without the index, the store would give ids that other stores have given. */
static status refuse_shared(const store *st, const char *path, complaint *why)
{
	char word[SHELL_WORD];

	return store_is_shared(st)
		       ? complain(why, ERR_USAGE, "%.200s: it shares an index with other stores: give --shared %.200s", path,
				  shell_word(store_sharing_of(st)->memory, word))
		       : OK;
}

/* Gives a new store this key. */
static status choose_key(session *x, const char *path, const uint8_t *key, complaint *why)
{
	status err = store_begin(x->store);

	if (!err)
		err = store_adopt_key(x->store, key);
	if (err == ERR_USAGE)
		complain(why, err, "%.300s: its articles were signed with another key; a key is for a new store", path);
	if (!err)
		err = store_commit(x->store);
	else
		store_rollback(x->store);
	return err;
}

/* ── for a store with a shared index ── */

static status adopt_key(session *x, const char *path, const uint8_t *key, complaint *why)
{
	status err = x->store && key ? store_adopt_key(x->store, key) : OK;

	if (err != ERR_USAGE)
		return err;
	if (store_is_shared(x->store))
		return complain(why, err,
				"%.300s: the index has another key than the one that the store has shared: see \"An index "
				"that was lost\" in docs/cluster.md",
				path);
	return complain(why, err,
			"%.300s: its articles were signed with a key of its own, and cannot be compared with those of "
			"the index: begin with a new store",
			path);
}

/* Opens the filter with the SPEC of the shared index, if there is one; else that of the user, of the store, or the default. */
static status open_told_filter(const char *spec, const session_index *index, session *x, complaint *why)
{
	/* the client of the index has compared its files with those that the user has named */
	filter_settings settings = {.spec = index->spec, .files = index->files, .trusts_files = true, .key = index->key};

	if (!index->key || (!index->spec && x->store))
		return open_filter(spec, NULL, x, why);
	memcpy(x->key, index->key, sizeof x->key);
	if (!settings.spec)
		settings.spec = spec ? spec : SESSION_FILTER_DEFAULT;
	return filter_open_with(&settings, &x->filter, why);
}

/* Checks that the user's SPEC names the filter of the shared index. */
static status match_spec(const session *x, const char *spec, complaint *why)
{
	static const uint8_t zeros[STORE_KEY_SIZE];
	filter *f = NULL;
	status err = spec ? filter_open(spec, zeros, &f, why) : OK;

	if (!err && f && strcmp(filter_spec(f), filter_spec(x->filter)) != 0) {
		const spec_difference d = spec_differ(filter_spec(x->filter), filter_spec(f));

		err = complain(why, ERR_USAGE, "the index was made with --filter %s, not %s", d.one, d.other);
	}
	filter_close(f);
	return err;
}

/* ── opening ── */

/* The key of a new store, and the filter. Without a shared index, index is NULL. */
static status open_filter_of(session *x, const char *spec, const char *path, const uint8_t *key, const session_index *index,
			     complaint *why)
{
	status err = OK;

	if (index) {
		err = adopt_key(x, path, index->key, why);
		err = err ? err : open_told_filter(spec, index, x, why);
		return err ? err : match_spec(x, spec, why);
	}
	if (x->store && x->writes)
		err = refuse_shared(x->store, path, why);
	if (!err && x->store && key)
		err = choose_key(x, path, key, why);
	return err ? err : open_filter(spec, key, x, why);
}

static status open_session(session x, const char *spec, const char *path, const uint8_t *key, const session_index *index,
			   session *out, complaint *why)
{
	status err = try_filter(spec, why);

	if (!err && path)
		err = store_open(path, x.writes ? STORE_WRITE : STORE_READ, &x.store, why);
	if (!err)
		err = open_filter_of(&x, spec, path, key, index, why);
	if (!err && x.store)
		err = note_extraction(&x, path, why);
	if (!err)
		err = open_judge(&x, path, why);
	if (err) {
		store_unmake(x.is_told ? NULL : x.store); /* an index knows of it */
		session_close(&x);
	} else {
		*out = x;
	}
	return err;
}

status session_open(const char *spec, const char *path, const uint8_t *key, session *out, complaint *why)
{
	return open_session((session){.writes = true}, spec, path, key, NULL, out, why);
}

status session_open_told(const char *spec, const char *path, const session_index *index, session *out, complaint *why)
{
	return open_session((session){.writes = true, .is_told = true}, spec, path, NULL, index, out, why);
}

status session_open_against(const char *spec, const char *path, session *out, complaint *why)
{
	return open_session((session){0}, spec, path, NULL, NULL, out, why);
}

status session_decide(session *x, const decision_patterns *patterns, complaint *why)
{
	status err = judge_decide(x->judge, patterns, why);

	if (!err && x->store && x->writes)
		err = decisions_store(x->store, patterns);
	if (err && !*why->text)
		complain(why, err, "%.300s", session_error(x, err));
	return err;
}

status session_open_signing(const char *spec, const char *path, session *out, complaint *why)
{
	session x = {0};
	complaint cause = {""};
	status err = path ? store_open(path, STORE_READ, &x.store, why) : OK;

	if (!err)
		err = open_filter(spec, NULL, &x, why);
	if (!err && x.store) {
		err = match_filter(&x, path, &cause);
		if (err)
			complain(why, err, "%.200s: %.400s", path, cause.text);
	}
	if (err)
		session_close(&x);
	else
		*out = x;
	return err;
}

const char *session_stamp(const session *x, arena *a)
{
	uint8_t digest[DIGEST_SIZE];
	char text[DIGEST_TEXT];

	digest_of(x->key, sizeof x->key, digest);
	digest_text(digest, text);
	return arena_printf(a, "%s key=%.16s extraction=%d", filter_spec(x->filter), text, PURIFY_VERSION);
}

void session_close(session *x)
{
	if (x->store)
		store_rollback(x->store);
	judge_close(x->judge);
	filter_close(x->filter);
	store_close(x->store);
	*x = (session){0};
}

const char *session_error(const session *x, status err)
{
	bool may_be_filter = err == ERR_FILTER || err == ERR_FORMAT || err == ERR_MEMORY;
	const char *text = may_be_filter && x->filter && *filter_error(x->filter) ? filter_error(x->filter) : NULL;

	if (!text && x->store && err != ERR_MEMORY)
		text = store_error(x->store);
	return text ? text : status_text(err);
}

void session_salvage(session *x, status err)
{
	if ((err == ERR_FILTER || (err && x->is_told)) && !x->torn)
		session_commit(x, true, NULL);
}

status session_begin(session *x)
{
	if (!x->store || store_in_transaction(x->store))
		return OK;
	x->began_ms = clock_ms();
	x->written = 0;
	x->torn = false;
	return store_begin(x->store);
}

status session_commit(session *x, bool now, bool *committed)
{
	status err;

	if (committed)
		*committed = false;
	if (!x->store)
		judge_committed(x->judge);
	if (!x->store || !store_in_transaction(x->store))
		return OK;
	if (!now && x->written < COMMIT_AFTER && clock_ms() - x->began_ms < COMMIT_MS)
		return OK;
	err = store_commit(x->store);
	if (err) {
		store_rollback(x->store);
		judge_rolled_back(x->judge);
		x->torn = true;
		return err;
	}
	judge_committed(x->judge);
	x->commits++;
	if (committed)
		*committed = true;
	return OK;
}
