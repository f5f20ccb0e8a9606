#include "plugin/link.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/digest.h"
#include "base/shell.h"
#include "plugin/contract.h"
#include "plugin/filter_call.h"
#include "plugin/options.h"

_Static_assert((int)DIGEST_SIZE == 32, "host.digest gives 32 bytes");

/* ── what the host lends to the filter; the context is the link ── */

static void *lend_memory(void *context, firstprint_arena *a, size_t size)
{
	(void)context;
	return arena_alloc(a, size);
}

static uint64_t lend_hash(void *context, const void *bytes, size_t len)
{
	return feature_hash(&((filter_link *)context)->key, bytes, len);
}

static void lend_digest(void *context, const void *bytes, size_t len, uint8_t out[32])
{
	(void)context;
	digest_of(bytes, len, out);
}

static void lend_complaint(void *context, const char *sentence)
{
	complain(&((filter_link *)context)->refusal, OK, "%s", sentence ? sentence : "");
}

static void lend(filter_link *l, const uint8_t key[FILTER_KEY_SIZE])
{
	l->host = (firstprint_host){.abi = FIRSTPRINT_ABI,
				    .size = sizeof l->host,
				    .context = l,
				    .alloc = lend_memory,
				    .hash = lend_hash,
				    .digest = lend_digest,
				    .complain = lend_complaint};
	memcpy(l->host.key, key, FILTER_KEY_SIZE);
	feature_key_init(&l->key, key);
}

/* ── errors ── */

static const char *name_of(const filter_link *l)
{
	return l->from.path ? l->from.path : l->from.api.name;
}

/* Returns the status for an error that the filter's function returned. */
static status translate(const filter_link *l, const char *function, int error, complaint *why)
{
	if (error == FIRSTPRINT_OK)
		return OK;
	if (error == FIRSTPRINT_NO_MEMORY)
		return complain(why, ERR_MEMORY, "filter %.300s: %s: out of memory", name_of(l), function);
	return complain(why, ERR_FILTER, "filter %.300s: its %s returned %d, which is not an error it may return", name_of(l),
			function, error);
}

/* The same for a function that is given a signature. */
static status translate_reader(const filter_link *l, const char *function, int error, complaint *why)
{
	if (error == FIRSTPRINT_BAD_SIGNATURE)
		return complain(why, ERR_FORMAT, "filter %.300s: %s: the signature was not made by this filter", name_of(l),
				function);
	return translate(l, function, error, why);
}

/* Names the filter in the message about a fault that contract.h has found. */
static status blame(const filter_link *l, status err, const complaint *fault, complaint *why)
{
	return err ? complain(why, err, "filter %.200s: %.250s", name_of(l), fault->text) : OK;
}

/* ── opening ── */

/* Says which file a store names, and how the user can name it. */
static status refuse_file(const spec_link *spec, const char *file, complaint *why)
{
	char option[SHELL_WORD], whole[SHELL_WORD];

	snprintf(whole, sizeof whole, "%.380s%s%.200s", file, spec->options ? ":" : "", spec->options ? spec->options : "");
	return complain(why, ERR_USAGE,
			"filter %.60s: only a store names its file, %.150s; if you trust it, give --filter %.200s", spec->name,
			file, shell_word(whole, option));
}

/* Loads the file that the user has named, if it exists; else the filter that the name stands for. */
static status load(filter_link *l, const spec_link *spec, const char *file, const filter_settings *settings, complaint *why)
{
	bool is_stored = settings->files != NULL, has_file = *file && !filter_builtin(spec->name, strlen(spec->name));
	complaint cause = {""};
	status err;

	if (is_stored && spec->is_path)
		return refuse_file(spec, spec->name, why);
	if (settings->trusts_files && has_file && access(file, F_OK) == 0)
		return loader_load(file, &l->from, why);
	err = loader_load(spec->name, &l->from, &cause);
	if (err == ERR_USAGE && is_stored && has_file)
		return refuse_file(spec, file, why);
	return err ? complain(why, err, "%s", cause.text) : OK;
}

/* Is it the filter and the version that the SPEC asks for? */
static status check_identity(const filter_link *l, const spec_link *spec, complaint *why)
{
	const firstprint_filter *api = &l->from.api;

	if (!spec->is_path && strcmp(spec->name, api->name) != 0)
		return complain(why, ERR_USAGE, "filter %s: the file %.300s contains the filter %s", spec->name, name_of(l),
				api->name);
	if (spec->version >= 0 && spec->version != api->version)
		return complain(why, ERR_USAGE,
				"filter %s: version %lld is needed, but this is version %u; 'firstprint judge STORE --apply' "
				"signs and judges a store again",
				api->name, (long long)spec->version, (unsigned)api->version);
	return OK;
}

/* Appends "name@1:option=value,…", after a '+' if spec is not empty. */
static status print_spec(const filter_link *l, buffer *spec)
{
	const firstprint_filter *api = &l->from.api;
	bool options = api->options && api->options->name;
	char version[16];

	snprintf(version, sizeof version, "@%u%s", (unsigned)api->version, options ? ":" : "");
	if ((spec->len && !buffer_append_text(spec, "+")) || !buffer_append_text(spec, api->name) ||
	    !buffer_append_text(spec, version))
		return ERR_MEMORY;
	return options_print(api, l->state, spec);
}

static status open_state(filter_link *l, const char *options, complaint *why)
{
	const firstprint_filter *api = &l->from.api;
	int error = FIRSTPRINT_OK;

	if (api->open)
		error = api->open(l->state, &l->host);
	if (error && error != FIRSTPRINT_BAD_OPTION)
		return translate(l, "open", error, why);
	if (error && *l->refusal.text)
		return complain(why, ERR_USAGE, "filter %.200s: %.250s", name_of(l), l->refusal.text);
	if (error)
		return complain(why, ERR_USAGE, "filter %.300s: refuses these options: %s", name_of(l),
				options ? options : "none");
	return OK;
}

/* Asks for the filter's stages and opens the index for them. */
static status open_index(filter_link *l, complaint *why)
{
	firstprint_stage stages[FIRSTPRINT_STAGES_MAX + 1] = {0};
	const firstprint_filter *api = &l->from.api;
	size_t n = api->stages ? api->stages(l->state, stages) : 0;
	complaint fault = {""};

	if (blame(l, stages_fault(api, stages, n, &fault), &fault, why))
		return ERR_FILTER;
	page_index_open(&l->index, stages, n);
	l->scratch = arena_new();
	return l->scratch ? OK : ERR_MEMORY;
}

status link_open(filter_link *l, const spec_link *link, const char *file, const filter_settings *settings, buffer *spec,
		 complaint *why)
{
	size_t size;
	status err = load(l, link, file, settings, why);

	if (!err)
		err = check_identity(l, link, why);
	if (err)
		goto done;
	lend(l, settings->key);
	size = l->from.api.state_size;
	l->state = calloc(1, size ? size : 1);
	err = l->state ? options_parse(&l->from.api, link->options, l->state, why) : ERR_MEMORY;
	if (!err)
		err = print_spec(l, spec);
	if (!err)
		err = open_state(l, link->options, why);
	if (!err)
		err = open_index(l, why);
	if (!err && l->from.path)
		filter_call_opened();
done:
	if (err)
		link_close(l);
	return err;
}

void link_close(filter_link *l)
{
	page_index_free(&l->index);
	arena_free(l->scratch);
	if (l->state && l->from.api.close)
		l->from.api.close(l->state);
	free(l->state);
	loader_unload(&l->from);
	*l = (filter_link){0};
}

/* ── the filter's functions ── */

/* Calls a function of the filter, and returns what it returns. */
#define CALL(l, function, ...) \
	(filter_call_begin((l)->from.path, #function), filter_call_end((l)->from.api.function((l)->state, __VA_ARGS__)))

/* Checks the size of a signature that the filter made, and copies it if its address is not aligned. */
static status take_signature(const filter_link *l, const char *function, firstprint_signature *sig, arena *a, complaint *why)
{
	uint8_t *copy;

	if (sig->len > FIRSTPRINT_SIGNATURE_MAX || (sig->len && !sig->bytes))
		return complain(why, ERR_FILTER,
				"filter %.300s: its %s gave a signature of %zu bytes%s; at most %d are allowed", name_of(l),
				function, sig->len, sig->bytes ? "" : " at address NULL", FIRSTPRINT_SIGNATURE_MAX);
	if ((uintptr_t)sig->bytes % 8 == 0)
		return OK;
	copy = arena_alloc(a, sig->len);
	if (!copy)
		return ERR_MEMORY;
	sig->bytes = memcpy(copy, sig->bytes, sig->len);
	return OK;
}

status link_sign(const filter_link *l, const firstprint_page *page, arena *a, firstprint_signature *out, complaint *why)
{
	firstprint_signature sig = {0};
	int error = CALL(l, sign, page, a, &sig);
	status err;

	if (error == FIRSTPRINT_NEEDS_VISIBLE)
		return complain(why, ERR_MISSING,
				"filter %.300s: needs all visible text of a page, which a store does not keep", name_of(l));
	err = translate(l, "sign", error, why);
	if (!err)
		err = take_signature(l, "sign", &sig, a, why);
	if (!err)
		*out = sig;
	return err;
}

status link_finalize(const filter_link *l, const firstprint_signature *sig, const uint32_t *counts, size_t n, arena *a,
		     firstprint_signature *out, complaint *why)
{
	firstprint_signature final = *sig; /* stays, if finalize changes nothing */
	status err = translate_reader(l, "finalize", CALL(l, finalize, sig, counts, n, a, &final), why);

	if (!err)
		err = take_signature(l, "finalize", &final, a, why);
	if (!err)
		*out = final;
	return err;
}

status link_keys(const filter_link *l, const firstprint_signature *sig, enum firstprint_use use, arena *a,
		 firstprint_keys keys[FIRSTPRINT_STAGES_MAX], complaint *why)
{
	complaint fault = {""};
	status err;

	memset(keys, 0, FIRSTPRINT_STAGES_MAX * sizeof *keys);
	if (!l->from.api.keys)
		return OK;
	err = translate_reader(l, "keys", CALL(l, keys, sig, use, a, keys), why);
	for (size_t i = 0; i < l->index.len && !err; i++)
		err = blame(l, keys_fault(&l->index.stages[i].is, &keys[i], &fault), &fault, why);
	return err;
}

status link_compare(const filter_link *l, const firstprint_signature *sig, uint32_t entry, firstprint_match *out,
		    complaint *why)
{
	const firstprint_signature stored = pages_signature(&l->index.pages, entry);
	complaint fault = {""};
	status err;

	*out = (firstprint_match){0};
	err = translate_reader(l, "compare", CALL(l, compare, sig, &stored, out), why);
	return err ? err : blame(l, match_fault(out, &fault), &fault, why);
}

/* Checks a verdict after the filter has written it. */
static status check_verdict(const filter_link *l, const firstprint_verdict *v, complaint *why)
{
	complaint fault = {""};

	return blame(l, verdict_fault(v, &l->index.pages, &fault), &fault, why);
}

status link_explain(const filter_link *l, const firstprint_signature *sig, uint32_t stored, firstprint_verdict *v,
		    complaint *why)
{
	firstprint_verdict explained = *v;
	firstprint_signature old = {0};
	status err = OK;

	if (stored != PAGES_NONE)
		old = pages_signature(&l->index.pages, stored);
	if (l->from.api.explain)
		err = translate_reader(l, "explain", CALL(l, explain, sig, stored != PAGES_NONE ? &old : NULL, &explained),
				       why);
	if (!err && (explained.kind != v->kind || explained.of != v->of))
		err = complain(why, ERR_FILTER, "filter %.300s: its explain changed the verdict's kind or page", name_of(l));
	if (!err)
		err = check_verdict(l, &explained, why);
	if (!err)
		*v = explained;
	return err;
}

status link_weigh(const filter_link *l, const firstprint_signature *sig, const firstprint_view *view, arena *a,
		  firstprint_verdict *v, complaint *why)
{
	status err;

	*v = (firstprint_verdict){0};
	err = translate_reader(l, "weigh", CALL(l, weigh, sig, view, a, v), why);
	return err ? err : check_verdict(l, v, why);
}

/* ── stored pages ── */

status link_add(filter_link *l, uint64_t page_id, const firstprint_signature *sig, bool stays, complaint *why)
{
	firstprint_keys keys[FIRSTPRINT_STAGES_MAX];
	uint64_t last = pages_last(&l->index.pages);
	status err;

	if (page_id <= last)
		return complain(why, ERR_FORMAT, "page %llu comes after page %llu: ids must ascend",
				(unsigned long long)page_id, (unsigned long long)last);
	arena_reset(l->scratch);
	err = link_keys(l, sig, FIRSTPRINT_STORE, l->scratch, keys, why);
	if (!err)
		err = page_index_add(&l->index, page_id, sig, stays, keys);
	if (err == ERR_LIMIT)
		return complain(why, ERR_FILTER,
				"filter %.300s: %u pages are stored and no more can be numbered: begin another store",
				name_of(l), (unsigned)l->index.pages.count);
	return err;
}

status link_remove(filter_link *l, uint64_t page_id, complaint *why)
{
	uint32_t entry = pages_find(&l->index.pages, page_id);
	firstprint_keys keys[FIRSTPRINT_STAGES_MAX];
	firstprint_signature sig;
	status err;

	if (entry == PAGES_NONE)
		return OK;
	sig = pages_signature(&l->index.pages, entry);
	arena_reset(l->scratch);
	err = link_keys(l, &sig, FIRSTPRINT_STORE, l->scratch, keys, why);
	page_index_remove(&l->index, entry, err ? NULL : keys);
	return err;
}

status link_refresh(filter_link *l, complaint *why)
{
	return kmodes_refresh(&l->index.clusters) ? OK : complain(why, ERR_MEMORY, "filter %.300s: out of memory", name_of(l));
}
