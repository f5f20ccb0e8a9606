#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plugin/filter_inside.h"

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
		err = link_open(&f->links[i], &links[i], next_file(&files), settings, &f->spec, why);
		if (!err) {
			f->links_len++; /* from here on filter_close closes it */
			err = note_file(f, &f->links[i]);
		}
	}
	return err;
}

/* The judging thread goes first: it does the work that cannot be divided. */
static void init_locks(filter *f)
{
	pthread_rwlockattr_t writer_first;

	pthread_rwlockattr_init(&writer_first);
	pthread_rwlockattr_setkind_np(&writer_first, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
	pthread_rwlock_init(&f->pages, &writer_first);
	pthread_rwlockattr_destroy(&writer_first);
	pthread_mutex_init(&f->lock, NULL);
}

status filter_open_here(const filter_settings *settings, filter **out, complaint *why)
{
	filter *f = calloc(1, sizeof *f);
	char *spec = strdup(settings->spec), *files = settings->files ? strdup(settings->files) : NULL;
	status err = ERR_MEMORY;

	if (f) {
		init_locks(f);
		f->searcher = searcher_new();
	}
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

void filter_close(filter *f)
{
	if (!f)
		return;
	for (size_t i = 0; i < f->links_len; i++)
		link_close(&f->links[i]);
	searcher_free(f->searcher);
	buffer_free(&f->spec);
	buffer_free(&f->files);
	pthread_mutex_destroy(&f->lock);
	pthread_rwlock_destroy(&f->pages);
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

char *filter_with_option(const char *spec, const char *option, const char *value)
{
	char *copy = strdup(spec), *with = NULL;
	spec_link links[SPEC_LINKS_MAX];
	size_t len;
	bool is_spec = copy && spec_parse(copy, links, &len, NULL) == OK; /* filter_open complains if it is none */

	if (copy && asprintf(&with, "%s%c%s=%s", spec, is_spec && links[len - 1].options ? ',' : ':', option, value) < 0)
		with = NULL;
	free(copy);
	return with;
}

/* ── errors ── */

status filter_note(filter *f, status err, const complaint *why)
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

/* ── the signature of a chain: those of its links, each behind its length, 4 bytes, lowest first; of one filter, its own ── */

enum { LENGTH_SIZE = 4, ALIGNMENT = 8 };

/* Joins n parts. The result is in a; if n is 1, it is parts[0] itself. ERR_MEMORY. */
static status join_parts(const firstprint_signature *parts, size_t n, arena *a, firstprint_signature *out)
{
	size_t len = 0;
	uint8_t *at;

	if (n == 1) {
		*out = parts[0];
		return OK;
	}
	for (size_t i = 0; i < n; i++)
		len += LENGTH_SIZE + parts[i].len;
	at = arena_alloc(a, len);
	if (!at)
		return ERR_MEMORY;
	*out = (firstprint_signature){at, len};
	for (size_t i = 0; i < n; i++) {
		for (int byte = 0; byte < LENGTH_SIZE; byte++)
			*at++ = (uint8_t)(parts[i].len >> 8 * byte);
		if (parts[i].len)
			memcpy(at, parts[i].bytes, parts[i].len);
		at += parts[i].len;
	}
	return OK;
}

/* Moves the first part from rest to part. false: there is no whole part left. */
static bool cut_part(firstprint_signature *rest, firstprint_signature *part)
{
	size_t len = 0;

	if (rest->len < LENGTH_SIZE)
		return false;
	for (int byte = 0; byte < LENGTH_SIZE; byte++)
		len |= (size_t)rest->bytes[byte] << 8 * byte;
	if (rest->len - LENGTH_SIZE < len)
		return false;
	*part = (firstprint_signature){rest->bytes + LENGTH_SIZE, len};
	*rest = (firstprint_signature){part->bytes + len, rest->len - LENGTH_SIZE - len};
	return true;
}

static bool is_aligned(const firstprint_signature *sig)
{
	return (uintptr_t)sig->bytes % ALIGNMENT == 0;
}

/* Copies the parts that are not aligned into room, whose bytes are aligned because they come from malloc. */
static status align_parts(firstprint_signature *parts, size_t n, buffer *room)
{
	static const char padding[ALIGNMENT];
	size_t at[SPEC_LINKS_MAX];

	buffer_clear(room);
	for (size_t i = 0; i < n; i++) {
		at[i] = room->len;
		if (!is_aligned(&parts[i]) && (!buffer_append(room, parts[i].bytes, parts[i].len) ||
					       !buffer_append(room, padding, -room->len % ALIGNMENT)))
			return ERR_MEMORY;
	}
	for (size_t i = 0; i < n; i++)
		if (!is_aligned(&parts[i]))
			parts[i].bytes = (const uint8_t *)room->bytes + at[i];
	return OK;
}

/* Splits whole into n parts. They are aligned to 8 bytes: slices of whole where that is aligned, else copies in room, which is
 * overwritten. ERR_FORMAT: whole does not have n parts; ERR_MEMORY. */
static status split_parts(const firstprint_signature *whole, size_t n, firstprint_signature *parts, buffer *room)
{
	firstprint_signature rest = *whole;

	parts[0] = *whole;
	for (size_t i = 0; i < n && n > 1; i++)
		if (!cut_part(&rest, &parts[i]))
			return ERR_FORMAT;
	return n > 1 && rest.len ? ERR_FORMAT : align_parts(parts, n, room);
}

/* ── asking ── */

status filter_split(const filter *f, searcher *s, const firstprint_signature *sig, firstprint_signature parts[SPEC_LINKS_MAX],
		    complaint *why)
{
	status err = split_parts(sig, f->links_len, parts, &s->room);

	return err == ERR_FORMAT ? complain(why, err, "filter %s: the signature was not made by this filter", filter_spec(f))
				 : err;
}

static status refresh(filter *f, complaint *why)
{
	status err = OK;

	pthread_rwlock_wrlock(&f->pages);
	for (size_t i = 0; i < f->links_len && !err; i++)
		err = link_refresh(&f->links[i], why);
	f->is_stale = err != OK;
	pthread_rwlock_unlock(&f->pages);
	return err;
}

status filter_prepare(filter *f, const firstprint_signature *sig, firstprint_signature parts[SPEC_LINKS_MAX], complaint *why)
{
	status err = filter_split(f, f->searcher, sig, parts, why);

	return err || !f->is_stale ? err : refresh(f, why);
}

status filter_sign(filter *f, const firstprint_page *page, arena *a, firstprint_signature *out)
{
	firstprint_signature parts[SPEC_LINKS_MAX];
	complaint why = {""};
	status err = OK;

	for (size_t i = 0; i < f->links_len && !err; i++)
		err = link_sign(&f->links[i], page, a, &parts[i], &why);
	if (!err)
		err = join_parts(parts, f->links_len, a, out);
	return filter_note(f, err, &why);
}

status filter_finalize_parts(const filter *f, searcher *s, const firstprint_signature parts[SPEC_LINKS_MAX], arena *a,
			     firstprint_signature *out, complaint *why)
{
	firstprint_signature final[SPEC_LINKS_MAX];
	status err = OK;

	for (unsigned i = 0; i < f->links_len && !err; i++) {
		s->link = i;
		err = search_finalize(&f->links[i], s, &parts[i], a, &final[i], why);
	}
	return err ? err : join_parts(final, f->links_len, a, out);
}

status filter_finalize(filter *f, const firstprint_signature *sig, arena *a, firstprint_signature *out)
{
	firstprint_signature parts[SPEC_LINKS_MAX];
	complaint why = {""};
	status err = filter_prepare(f, sig, parts, &why);

	if (!err)
		err = filter_finalize_parts(f, f->searcher, parts, a, out, &why);
	return filter_note(f, err, &why);
}

/* Does the verdict of a later link replace that of an earlier one? */
static bool stands_over(const firstprint_verdict *later, const firstprint_verdict *earlier)
{
	return earlier->kind == FIRSTPRINT_UNIQUE || filter_kind_drops(later->kind);
}

status filter_check_parts(const filter *f, searcher *s, const firstprint_signature parts[SPEC_LINKS_MAX],
			  firstprint_verdict *verdict, unsigned *link, complaint *why)
{
	firstprint_verdict best = {0}, v;
	status err = OK;

	*link = 0;
	for (unsigned i = 0; i < f->links_len && !err && !filter_kind_drops(best.kind); i++) {
		s->link = i;
		err = search_run(&f->links[i], s, &parts[i], &v, why);
		if (!err && stands_over(&v, &best)) {
			best = v;
			*link = i;
		}
	}
	if (!err)
		*verdict = best;
	return err;
}

status filter_check(filter *f, const firstprint_signature *sig, firstprint_verdict *verdict, unsigned *link)
{
	firstprint_signature parts[SPEC_LINKS_MAX];
	complaint why = {""};
	unsigned who;
	status err = filter_prepare(f, sig, parts, &why);

	if (!err)
		err = filter_check_parts(f, f->searcher, parts, verdict, link ? link : &who, &why);
	return filter_note(f, err, &why);
}

status filter_compare(filter *f, const firstprint_signature *sig, unsigned link, uint64_t page_id, firstprint_verdict *verdict)
{
	uint32_t entry = pages_find(&f->links[link].index.pages, page_id);
	firstprint_signature parts[SPEC_LINKS_MAX];
	complaint why = {""};
	status err = filter_prepare(f, sig, parts, &why);

	*verdict = (firstprint_verdict){0};
	if (!err && entry != PAGES_NONE)
		err = search_compare(&f->links[link], &parts[link], entry, verdict, &why);
	return filter_note(f, err, &why);
}

size_t filter_links_len(const filter *f)
{
	return f->links_len;
}

const char *filter_link_name(const filter *f, unsigned link)
{
	return f->links[link].from.api.name;
}

const firstprint_filter *filter_link_table(const filter *f, unsigned link)
{
	return &f->links[link].from.api;
}

/* All links store the page, or none does. */
static status add_to_links(filter *f, uint64_t page_id, const firstprint_signature *parts, bool stays, complaint *why)
{
	size_t done = 0;
	status err = OK;

	for (; done < f->links_len && !err; done++)
		err = link_add(&f->links[done], page_id, &parts[done], stays, why);
	for (size_t i = 0; err && i + 1 < done; i++)
		link_remove(&f->links[i], page_id, NULL);
	f->is_stale |= err != OK;
	return err;
}

/* stays: sig does not move. The parts of a chain's signature may, since they may be copies. */
static status add(filter *f, uint64_t page_id, const firstprint_signature *sig, bool stays)
{
	firstprint_signature parts[SPEC_LINKS_MAX];
	complaint why = {""};
	status err = filter_prepare(f, sig, parts, &why);

	if (err)
		return filter_note(f, err, &why);
	pthread_rwlock_wrlock(&f->pages);
	err = add_to_links(f, page_id, parts, stays && f->links_len == 1, &why);
	pthread_rwlock_unlock(&f->pages);
	return filter_note(f, err, &why);
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

	pthread_rwlock_wrlock(&f->pages);
	for (size_t i = 0; i < f->links_len; i++) {
		status one = link_remove(&f->links[i], page_id, &why);

		err = err ? err : one;
	}
	f->is_stale = true;
	pthread_rwlock_unlock(&f->pages);
	return filter_note(f, err, &why);
}

void filter_begin_load(filter *f, uint64_t pages)
{
	for (size_t i = 0; i < f->links_len; i++)
		page_index_begin_load(&f->links[i].index, pages);
}

status filter_end_load(filter *f)
{
	bool added = true;

	for (size_t i = 0; i < f->links_len; i++)
		added &= page_index_end_load(&f->links[i].index);
	return added ? OK : ERR_MEMORY;
}

size_t filter_memory(const filter *f)
{
	size_t bytes = sizeof *f;

	for (size_t i = 0; i < f->links_len; i++)
		bytes += f->links[i].from.api.state_size + page_index_memory(&f->links[i].index);
	return bytes;
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
