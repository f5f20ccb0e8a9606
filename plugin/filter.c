#include "plugin/filter.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "plugin/chain_signature.h"
#include "plugin/search.h"

_Static_assert((int)SPEC_LINKS_MAX == (int)CHAIN_LINKS_MAX, "a SPEC and a signature have room for as many links");
_Static_assert((int)FILTER_KEY_SIZE == (int)LINK_KEY_SIZE, "one key for all links");

struct filter {
	filter_link links[SPEC_LINKS_MAX];
	size_t links_len;
	buffer spec, files;
	buffer room;          /* for parts of a signature, on the judging thread */
	searcher *searcher;   /* of the judging thread */
	pthread_mutex_t lock; /* for error: any thread may call filter_sign */
	complaint error;
};

/* ── opening ── */

/* Cuts the first line off *files; "": there is none. */
static const char *next_file(char **files)
{
	char *line = *files, *end = line ? strchr(line, '\n') : NULL;

	if (end)
		*end = '\0';
	*files = end ? end + 1 : NULL;
	return line ? line : "";
}

static status note_file(filter *f, const filter_link *l)
{
	bool noted = (l == f->links || buffer_append_text(&f->files, "\n")) &&
		     buffer_append_text(&f->files, l->from.path ? l->from.path : "");

	return noted ? OK : ERR_MEMORY;
}

/* Cuts spec and files into pieces in place. */
static status open_links(filter *f, char *spec, char *files, const filter_settings *settings, complaint *why)
{
	spec_link links[SPEC_LINKS_MAX];
	size_t n;
	status err = spec_parse(spec, links, &n, why);

	for (size_t i = 0; i < n && !err; i++) {
		link_settings one = {links[i], next_file(&files), settings->key};

		err = link_open(&f->links[i], &one, &f->spec, why);
		if (!err) {
			f->links_len++; /* from here on filter_close closes it */
			err = note_file(f, &f->links[i]);
		}
	}
	return err;
}

status filter_open_with(const filter_settings *settings, filter **out, complaint *why)
{
	filter *f = calloc(1, sizeof *f);
	char *spec = strdup(settings->spec), *files = settings->files ? strdup(settings->files) : NULL;
	status err = ERR_MEMORY;

	if (f)
		pthread_mutex_init(&f->lock, NULL);
	if (f)
		f->searcher = searcher_new();
	if (f && f->searcher && spec && (files || !settings->files))
		err = open_links(f, spec, files, settings, why);
	free(spec);
	free(files);
	if (err == ERR_MEMORY)
		complain(why, err, "filter %s: out of memory", settings->spec);
	if (err)
		filter_close(f);
	else
		*out = f;
	return err;
}

status filter_open(const char *spec, const uint8_t key[FILTER_KEY_SIZE], filter **out, complaint *why)
{
	return filter_open_with(&(filter_settings){.spec = spec, .key = key}, out, why);
}

void filter_close(filter *f)
{
	if (!f)
		return;
	for (size_t i = 0; i < f->links_len; i++)
		link_close(&f->links[i]);
	searcher_free(f->searcher);
	buffer_free(&f->spec);
	buffer_free(&f->files);
	buffer_free(&f->room);
	pthread_mutex_destroy(&f->lock);
	free(f);
}

const char *filter_spec(const filter *f)
{
	return f->spec.bytes;
}

const char *filter_files(const filter *f)
{
	return f->files.bytes ? f->files.bytes : "";
}

const char *filter_any_version(const char *spec, arena *a)
{
	char *copy = arena_text(a, spec, strlen(spec)), *to = copy;

	bool in_name = true; /* an option may contain a '@' */

	for (const char *at = spec; copy && *at;) {
		in_name = *at == '+' || (in_name && *at != ':');
		if (in_name && *at == '@')
			at += 1 + strspn(at + 1, "0123456789");
		else
			*to++ = *at++;
	}
	if (copy)
		*to = '\0';
	return copy;
}

/* ── errors ── */

/* Keeps the message about err, if that is an error. Returns err. */
static status note(filter *f, status err, const complaint *why)
{
	if (!err)
		return err;
	pthread_mutex_lock(&f->lock);
	f->error = *why;
	pthread_mutex_unlock(&f->lock);
	return err;
}

const char *filter_error(const filter *f)
{
	return f->error.text;
}

/* ── asking ── */

static status split(filter *f, const firstprint_signature *sig, firstprint_signature parts[SPEC_LINKS_MAX], complaint *why)
{
	status err = chain_signature_split(sig, f->links_len, parts, &f->room);

	return err == ERR_FORMAT ? complain(why, err, "filter %s: the signature was not made by this filter", filter_spec(f))
				 : err;
}

/* Call it before calling the links with a page: splits its signature, and refreshes the links if pages were removed. */
static status prepare(filter *f, const firstprint_signature *sig, firstprint_signature parts[SPEC_LINKS_MAX], complaint *why)
{
	status err = split(f, sig, parts, why);

	for (size_t i = 0; i < f->links_len && !err; i++)
		err = link_refresh(&f->links[i], why);
	return err;
}

status filter_sign(filter *f, const firstprint_page *page, arena *a, firstprint_signature *out)
{
	firstprint_signature parts[SPEC_LINKS_MAX];
	complaint why = {""};
	status err = OK;

	for (size_t i = 0; i < f->links_len && !err; i++)
		err = link_sign(&f->links[i], page, a, &parts[i], &why);
	if (!err)
		err = chain_signature_join(parts, f->links_len, a, out);
	return note(f, err, &why);
}

status filter_finalize(filter *f, const firstprint_signature *sig, arena *a, firstprint_signature *out)
{
	firstprint_signature parts[SPEC_LINKS_MAX], final[SPEC_LINKS_MAX];
	complaint why = {""};
	status err = prepare(f, sig, parts, &why);

	for (size_t i = 0; i < f->links_len && !err; i++)
		err = search_finalize(&f->links[i], f->searcher, &parts[i], a, &final[i], &why);
	if (!err)
		err = chain_signature_join(final, f->links_len, a, out);
	return note(f, err, &why);
}

/* Does the verdict of a later link replace that of an earlier one? Yes if the earlier one is unique or the later one drops
 * the page. */
static bool stands_over(const firstprint_verdict *later, const firstprint_verdict *earlier)
{
	return earlier->kind == FIRSTPRINT_UNIQUE || filter_kind_drops(later->kind);
}

status filter_check(filter *f, const firstprint_signature *sig, firstprint_verdict *verdict, unsigned *link)
{
	firstprint_signature parts[SPEC_LINKS_MAX];
	firstprint_verdict best = {0}, v;
	complaint why = {""};
	unsigned who = 0;
	status err = prepare(f, sig, parts, &why);

	for (unsigned i = 0; i < f->links_len && !err && !filter_kind_drops(best.kind); i++) {
		err = search_run(&f->links[i], f->searcher, &parts[i], &v, &why);
		if (!err && stands_over(&v, &best)) {
			best = v;
			who = i;
		}
	}
	if (err)
		return note(f, err, &why);
	*verdict = best;
	if (link)
		*link = who;
	return OK;
}

const char *filter_link_name(const filter *f, unsigned link)
{
	return f->links[link].from.api.name;
}

const firstprint_filter *filter_link_table(const filter *f, unsigned link)
{
	return &f->links[link].from.api;
}

/* stays: sig does not move. The parts of a chain's signature may, since they may be copies. */
static status add(filter *f, uint64_t page_id, const firstprint_signature *sig, bool stays)
{
	firstprint_signature parts[SPEC_LINKS_MAX];
	complaint why = {""};
	status err = prepare(f, sig, parts, &why);
	size_t done = 0;

	for (; done < f->links_len && !err; done++)
		err = link_add(&f->links[done], page_id, &parts[done], stays && f->links_len == 1, &why);
	for (size_t i = 0; err && i + 1 < done; i++) /* all links store a page, or none does */
		link_remove(&f->links[i], page_id, NULL);
	return note(f, err, &why);
}

status filter_add(filter *f, uint64_t page_id, const firstprint_signature *sig)
{
	return add(f, page_id, sig, false);
}

status filter_add_in_place(filter *f, uint64_t page_id, const firstprint_signature *sig)
{
	return add(f, page_id, sig, true);
}

status filter_remove(filter *f, uint64_t page_id)
{
	complaint why = {""};
	status err = OK;

	for (size_t i = 0; i < f->links_len; i++) {
		status one = link_remove(&f->links[i], page_id, &why);

		err = err ? err : one;
	}
	return note(f, err, &why);
}

void filter_expect(filter *f, uint64_t pages)
{
	for (size_t i = 0; i < f->links_len; i++)
		link_expect(&f->links[i], pages);
}

size_t filter_memory(const filter *f)
{
	size_t bytes = sizeof *f;

	for (size_t i = 0; i < f->links_len; i++)
		bytes += link_memory(&f->links[i]);
	return bytes;
}

/* ── pages divided among several states ── */

static bool link_is_divisible(const filter_link *l)
{
	for (size_t i = 0; i < l->index.len; i++)
		if (l->index.stages[i].is.how == FIRSTPRINT_CLUSTERS || l->index.stages[i].is.how == FIRSTPRINT_WEIGHED)
			return false;
	return true;
}

bool filter_is_divisible(const filter *f)
{
	for (size_t i = 0; i < f->links_len; i++)
		if (!link_is_divisible(&f->links[i]))
			return false;
	return true;
}

/* The link's counted keys, as bytes. */
static status ask_counts(const filter_link *l, const firstprint_signature *sig, arena *a, firstprint_signature *asked,
			 complaint *why)
{
	firstprint_keys keys[FIRSTPRINT_STAGES_MAX];
	const firstprint_keys *counted;
	size_t stage;
	status err = link_keys(l, sig, a, keys, why);

	*asked = (firstprint_signature){0};
	counted = err ? NULL : search_counted(l, keys, &stage);
	if (counted)
		*asked = (firstprint_signature){(const uint8_t *)counted->items, counted->asked * sizeof *counted->items};
	return err;
}

status filter_ask_counts(filter *f, const firstprint_signature *sig, arena *a, firstprint_signature *asked)
{
	firstprint_signature parts[SPEC_LINKS_MAX], questions[SPEC_LINKS_MAX];
	complaint why = {""};
	bool any = false;
	status err = prepare(f, sig, parts, &why);

	for (size_t i = 0; i < f->links_len && !err; i++) {
		err = ask_counts(&f->links[i], &parts[i], a, &questions[i], &why);
		any |= !err && questions[i].len > 0;
	}
	*asked = (firstprint_signature){0};
	if (!err && any)
		err = chain_signature_join(questions, f->links_len, a, asked);
	return note(f, err, &why);
}

/* Appends how many pages of the link have each of the keys. */
static status count_link(const filter_link *l, const firstprint_signature *asked, arena *a, uint32_t *counts, size_t *n)
{
	const uint64_t *keys = (const uint64_t *)(const void *)asked->bytes;
	size_t len = asked->len / sizeof *keys, stage;
	posting_list *lists = arena_alloc(a, len * sizeof *lists);

	if (!len)
		return OK;
	if (asked->len % sizeof *keys || !search_counted(l, (firstprint_keys[FIRSTPRINT_STAGES_MAX]){0}, &stage))
		return ERR_FORMAT;
	if (!lists)
		return ERR_MEMORY;
	page_index_count(&l->index, stage, keys, len, l->index.stages[stage].is.list, lists, counts + *n);
	*n += len;
	return OK;
}

status filter_count(filter *f, const firstprint_signature *asked, arena *a, uint32_t **counts, size_t *n)
{
	firstprint_signature parts[SPEC_LINKS_MAX];
	complaint why = {""};
	status err = OK;

	*n = 0;
	*counts = arena_alloc(a, asked->len + sizeof **counts);
	if (!*counts)
		return ERR_MEMORY;
	if (asked->len)
		err = split(f, asked, parts, &why);
	for (size_t i = 0; asked->len && i < f->links_len && !err; i++)
		err = count_link(&f->links[i], &parts[i], a, *counts, n);
	if (err == ERR_FORMAT)
		err = complain(&why, err, "filter %s: does not count these keys", filter_spec(f));
	return note(f, err, &why);
}

/* Finalizes the link's part of a signature with its counts, which are the first of the n; cuts them off. */
static status finalize_link(const filter_link *l, const firstprint_signature *sig, const uint32_t **counts, size_t *n, arena *a,
			    firstprint_signature *out, complaint *why)
{
	firstprint_signature asked;
	size_t len;
	status err = ask_counts(l, sig, a, &asked, why);

	len = err ? 0 : asked.len / sizeof(uint64_t);
	if (!err && len > *n)
		return complain(why, ERR_FORMAT, "filter %s: %zu counts are too few", l->from.api.name, *n);
	if (!err)
		err = link_finalize(l, sig, *counts, len, a, out, why);
	*counts += len;
	*n -= len;
	return err;
}

status filter_finalize_counted(filter *f, const firstprint_signature *sig, const uint32_t *counts, size_t n, arena *a,
			       firstprint_signature *out)
{
	firstprint_signature parts[SPEC_LINKS_MAX], final[SPEC_LINKS_MAX];
	complaint why = {""};
	status err = prepare(f, sig, parts, &why);

	for (size_t i = 0; i < f->links_len && !err; i++)
		err = finalize_link(&f->links[i], &parts[i], &counts, &n, a, &final[i], &why);
	if (!err && n)
		err = complain(&why, ERR_FORMAT, "%zu counts are too many", n);
	if (!err)
		err = chain_signature_join(final, f->links_len, a, out);
	return note(f, err, &why);
}

size_t filter_links_len(const filter *f)
{
	return f->links_len;
}

status filter_ask(filter *f, const firstprint_signature *sig, firstprint_verdict *answers)
{
	firstprint_signature parts[SPEC_LINKS_MAX];
	complaint why = {""};
	status err = prepare(f, sig, parts, &why);

	for (size_t i = 0; i < f->links_len && !err; i++)
		err = search_run(&f->links[i], f->searcher, &parts[i], &answers[i], &why);
	return note(f, err, &why);
}

void filter_merge(const filter *f, firstprint_verdict *into, const firstprint_verdict *from)
{
	for (size_t i = 0; i < f->links_len; i++)
		if (search_is_better(&from[i], &into[i]))
			into[i] = from[i];
}

unsigned filter_decide(const filter *f, const firstprint_verdict *answers)
{
	unsigned who = 0;

	for (unsigned i = 0; i < f->links_len && !filter_kind_drops(answers[who].kind); i++)
		if (stands_over(&answers[i], &answers[who]))
			who = i;
	return who;
}

/* ── kinds ── */

const char *filter_kind_text(enum firstprint_kind kind)
{
	static const char *const words[] = {
		[FIRSTPRINT_UNIQUE] = "unique",
		[FIRSTPRINT_DUPLICATE] = "duplicate",
		[FIRSTPRINT_NEAR_DUPLICATE] = "near-duplicate",
		[FIRSTPRINT_CONTAINED] = "contained",
		[FIRSTPRINT_SUPERSEDES] = "supersedes",
	};

	return (unsigned)kind < sizeof words / sizeof *words ? words[kind] : "unknown";
}

bool filter_kind_drops(enum firstprint_kind kind)
{
	return kind == FIRSTPRINT_DUPLICATE || kind == FIRSTPRINT_NEAR_DUPLICATE || kind == FIRSTPRINT_CONTAINED;
}
