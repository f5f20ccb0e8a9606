#include "plugin/link.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/digest.h"
#include "plugin/options.h"
#include "plugin/verdict_fault.h"

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

static void lend(filter_link *l, const link_settings *settings)
{
	l->host = (firstprint_host){.abi = FIRSTPRINT_ABI,
				    .size = sizeof l->host,
				    .context = l,
				    .alloc = lend_memory,
				    .hash = lend_hash,
				    .digest = lend_digest,
				    .complain = lend_complaint,
				    .divided = settings->divided};
	memcpy(l->host.key, settings->key, LINK_KEY_SIZE);
	feature_key_init(&l->key, settings->key);
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

/* ── opening ── */

/* Loads the file that the store names, if it exists; else the filter that the name stands for. */
static status load(filter_link *l, const link_settings *settings, complaint *why)
{
	const spec_link *spec = &settings->spec;
	bool has_file = settings->file && *settings->file && !loader_is_builtin(spec->name);
	status err;

	if (has_file && access(settings->file, F_OK) == 0)
		err = loader_load(settings->file, &l->from, why);
	else
		err = loader_load(spec->name, &l->from, why);
	if (err == ERR_USAGE && has_file)
		return complain(why, err, "filter %s: its file %.300s cannot be used; give it with --filter PATH", spec->name,
				settings->file);
	return err;
}

/* Is it the filter and the version that the SPEC asks for? */
static status check_identity(const filter_link *l, const spec_link *spec, complaint *why)
{
	const firstprint_filter *api = &l->from.api;

	if (!spec->is_path && strcmp(spec->name, api->name) != 0)
		return complain(why, ERR_USAGE, "filter %s: the file %.300s contains the filter %s", spec->name, name_of(l),
				api->name);
	if (spec->version >= 0 && spec->version != api->version)
		return complain(
			why, ERR_USAGE,
			"filter %s: version %lld is needed, but this is version %u; 'firstprint judge' signs and judges "
			"a store again",
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

status link_open(filter_link *l, const link_settings *settings, buffer *spec, complaint *why)
{
	size_t size;
	status err = load(l, settings, why);

	if (!err)
		err = check_identity(l, &settings->spec, why);
	if (err)
		goto done;
	lend(l, settings);
	size = l->from.api.state_size;
	l->state = calloc(1, size ? size : 1);
	err = l->state ? options_parse(&l->from.api, settings->spec.options, l->state, why) : ERR_MEMORY;
	if (!err)
		err = print_spec(l, spec);
	if (!err)
		err = open_state(l, settings->spec.options, why);
done:
	if (err)
		link_close(l);
	return err;
}

void link_close(filter_link *l)
{
	if (l->state && l->from.api.close)
		l->from.api.close(l->state);
	free(l->state);
	remembered_free(&l->pages);
	loader_unload(&l->from);
	*l = (filter_link){0};
}

/* ── asking ── */

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
	int error = l->from.api.sign(l->state, page, a, &sig);
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

/* Checks what the function returned: first its error, then the signature in settled. */
static status take_settled(const filter_link *l, const char *function, int error, firstprint_signature *settled, arena *a,
			   firstprint_signature *out, complaint *why)
{
	status err = translate_reader(l, function, error, why);

	if (!err)
		err = take_signature(l, function, settled, a, why);
	if (!err)
		*out = *settled;
	return err;
}

status link_settle(const filter_link *l, const firstprint_signature *sig, arena *a, firstprint_signature *out, complaint *why)
{
	firstprint_signature settled = *sig; /* stays, if settle changes nothing */
	int error;

	*out = *sig;
	if (!l->from.api.settle)
		return OK;
	error = l->from.api.settle(l->state, sig, a, &settled);
	return take_settled(l, "settle", error, &settled, a, out, why);
}

status link_ask_counts(const filter_link *l, const firstprint_signature *sig, arena *a, firstprint_signature *out,
		       complaint *why)
{
	firstprint_signature asked = {0};
	int error;

	*out = asked;
	if (!l->from.api.ask_counts)
		return OK;
	error = l->from.api.ask_counts(l->state, sig, a, &asked);
	return take_settled(l, "ask_counts", error, &asked, a, out, why);
}

status link_count(const filter_link *l, const firstprint_signature *asked, arena *a, uint32_t **counts, size_t *n,
		  complaint *why)
{
	status err = OK;

	*counts = NULL;
	*n = 0;
	if (l->from.api.count && asked->len)
		err = translate_reader(l, "count", l->from.api.count(l->state, asked, a, counts, n), why);
	if (!err && *n > FIRSTPRINT_SIGNATURE_MAX / sizeof **counts)
		err = complain(why, ERR_FILTER, "filter %.300s: its count gave %zu numbers", name_of(l), *n);
	return err;
}

status link_settle_counted(const filter_link *l, const firstprint_signature *sig, const uint32_t *counts, size_t n, arena *a,
			   firstprint_signature *out, complaint *why)
{
	firstprint_signature settled = *sig;
	int error;

	*out = *sig;
	if (!l->from.api.settle_counted)
		return OK;
	error = l->from.api.settle_counted(l->state, sig, counts, n, a, &settled);
	return take_settled(l, "settle_counted", error, &settled, a, out, why);
}

status link_check(const filter_link *l, const firstprint_signature *sig, firstprint_verdict *out, complaint *why)
{
	const firstprint_filter *api = &l->from.api;
	firstprint_verdict v = {0};
	complaint fault = {""};
	int error = api->check(l->state, sig, &v);
	status err = translate_reader(l, "check", error, why);

	if (!err && verdict_fault(&v, &l->pages, &fault))
		err = complain(why, ERR_FILTER, "filter %.200s: %.250s", name_of(l), fault.text);
	if (!err)
		*out = v;
	return err;
}

void link_expect(filter_link *l, uint64_t pages)
{
	if (l->from.api.expect)
		l->from.api.expect(l->state, pages);
}

/* Returns the status for an error of remember. */
static status translate_remember(const filter_link *l, int error, complaint *why)
{
	if (error == FIRSTPRINT_FULL)
		return complain(why, ERR_FILTER,
				"filter %.300s: remembers %zu pages and cannot number more: begin another store", name_of(l),
				l->pages.count);
	return translate_reader(l, "remember", error, why);
}

status link_remember(filter_link *l, uint64_t page_id, const firstprint_signature *sig, bool stays, complaint *why)
{
	firstprint_signature kept;
	int error;

	if (page_id <= remembered_last(&l->pages))
		return complain(why, ERR_FORMAT, "page %llu comes after page %llu: ids must ascend",
				(unsigned long long)page_id, (unsigned long long)remembered_last(&l->pages));
	error = remembered_add(&l->pages, page_id, sig, stays, &kept);
	if (error)
		return translate_remember(l, error, why);
	error = l->from.api.remember(l->state, page_id, &kept);
	if (error) {
		l->is_stale = true;
		remembered_remove(&l->pages, page_id);
	}
	return translate_remember(l, error, why);
}

status link_forget(filter_link *l, uint64_t page_id, complaint *why)
{
	firstprint_signature kept;
	status err;

	if (!remembered_find(&l->pages, page_id, &kept))
		return OK;
	err = translate_reader(l, "forget", l->from.api.forget(l->state, page_id, &kept), why);
	l->is_stale = true;
	remembered_remove(&l->pages, page_id);
	return err;
}

status link_refresh(filter_link *l, complaint *why)
{
	status err = OK;

	if (l->is_stale && l->from.api.refresh)
		err = translate(l, "refresh", l->from.api.refresh(l->state), why);
	if (!err)
		l->is_stale = false;
	return err;
}

size_t link_memory(const filter_link *l)
{
	return remembered_memory(&l->pages) + (l->from.api.memory ? l->from.api.memory(l->state) : 0);
}
