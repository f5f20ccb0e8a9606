#include "crawler/batch/batch.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/grow.h"
#include "crawler/batch/page_stream.h"

/* Yours to free; NULL: out of memory. */
static void *memdup(const void *bytes, size_t len)
{
	void *copy = malloc(len ? len : 1);

	if (copy && len)
		memcpy(copy, bytes, len);
	return copy;
}

static bool copy_signature(const firstprint_signature *from, firstprint_signature *to)
{
	*to = (firstprint_signature){memdup(from->bytes, from->len), from->len};
	return to->bytes != NULL;
}

/* Returns a copy of the file's name, shared by all pages of the file. NULL: out of memory. */
static const char *file_of(batch *b, const char *file)
{
	const char *last = b->len ? b->pages[b->len - 1].file : NULL;

	return last && strcmp(last, file) == 0 ? last : arena_text(b->names, file, strlen(file));
}

static status take_page(void *ctx, const line_note *note, const job *j)
{
	batch *b = ctx;
	batch_page *pages;
	batch_page p = {.line = note->number, .file = file_of(b, note->file)};

	if (note->revisit_of) /* the page that it repeats is counted on its own */
		return OK;
	pages = grow(b->pages, b->len, &b->room, sizeof *pages);
	if (!pages)
		return ERR_MEMORY;
	b->pages = pages;
	if (note->error)
		p.error = strdup(note->error);
	else if (copy_signature(&j->signature, &p.signature))
		p.id = strdup(note->id);
	if (note->raw)
		p.raw = memdup(note->raw, note->raw_len);
	p.raw_len = note->raw_len;
	p.form = note->form;
	p.text_len = note->error ? 0 : j->result.page.text.len;
	b->signature_bytes += p.signature.len;
	b->pages[b->len++] = p;
	return p.file && (p.error || p.id) && (!note->raw || p.raw) ? OK : ERR_MEMORY;
}

/* State while the files are read. */
typedef struct reading {
	batch *batch;
	const batch_settings *settings;
	page_stream stream;
	uint64_t size;
} reading;

static status take_and_tell(void *ctx, const line_note *note, const job *j)
{
	reading *r = ctx;
	const batch_settings *s = r->settings;
	status err = take_page(r->batch, note, j);

	if (s->tell)
		s->tell(s->ctx, "read", r->batch->len, r->size ? (double)r->stream.bytes_read / (double)r->size : -1);
	return err;
}

static const batch *sorted; /* for by_length, since qsort passes no context; only one thread sorts */

/* Sorts the longest signature first, and equal ones in the order of the input. */
static int by_length(const void *a, const void *b)
{
	size_t x = *(const size_t *)a, y = *(const size_t *)b;
	size_t m = sorted->pages[x].signature.len, n = sorted->pages[y].signature.len;

	return m != n ? (m < n) - (m > n) : (x > y) - (x < y);
}

static status make_order(batch *b, enum batch_order order)
{
	b->order = malloc((b->len + 1) * sizeof *b->order);
	if (!b->order)
		return ERR_MEMORY;
	for (size_t i = 0; i < b->len; i++)
		b->order[i] = i;
	sorted = b;
	if (order == ORDER_LONGEST_FIRST && b->len)
		qsort(b->order, b->len, sizeof *b->order, by_length);
	return OK;
}

/* Filters require ids that ascend in the order of remembering, so a page's id is its position in that order, plus 1. In the
 * verdict, indexes of pages, plus 1, replace them. */
static status judge_page(batch *b, filter *f, size_t position, arena *a)
{
	batch_page *p = &b->pages[b->order[position]];
	firstprint_signature final;
	unsigned link;
	status err;

	arena_reset(a);
	err = filter_judge(f, &p->signature, NULL, a, &final, &p->verdict, &link);
	if (err)
		return err;
	p->filter = filter_link_name(f, link);
	if (!filter_kind_drops(p->verdict.kind)) {
		err = filter_add(f, position + 1, &final);
		b->kept++;
	}
	if (p->verdict.of)
		p->verdict.of = b->order[p->verdict.of - 1] + 1;
	for (size_t i = 0; i < p->verdict.shares_len; i++)
		p->verdict.shares[i].page = b->order[p->verdict.shares[i].page - 1] + 1;
	return err;
}

enum { TELL_EVERY = 256 };

static status judge_pages(batch *b, filter *f, const batch_settings *s)
{
	arena *a = arena_new();
	status err = a ? OK : ERR_MEMORY;

	for (size_t i = 0; i < b->len && !err; i++) {
		if (!b->pages[b->order[i]].error)
			err = judge_page(b, f, i, a);
		if (s->tell && i % TELL_EVERY == 0)
			s->tell(s->ctx, "judged", i + 1, (double)(i + 1) / (double)b->len);
	}
	arena_free(a);
	return err;
}

status batch_run(filter *f, const batch_settings *s, batch *out, complaint *why)
{
	reading r = {.batch = out,
		     .settings = s,
		     .stream = {.take = take_and_tell,
				.ctx = &r,
				.jobs = s->jobs,
				.memory = s->memory,
				.filter = f,
				.stop_fd = s->stop_fd,
				.fields = s->fields,
				.wants_raw = s->wants_raw},
		     .size = s->tell ? page_stream_size(s->files, s->files_len) : 0};
	int64_t began = clock_ms();
	status err;

	*out = (batch){.names = arena_new()};
	err = out->names ? page_stream_run(&r.stream, s->files, s->files_len, why) : ERR_MEMORY;
	out->stopped = r.stream.stopped;
	page_stream_close(&r.stream);
	if (!err)
		err = make_order(out, s->order);
	if (!err)
		err = judge_pages(out, f, s);
	out->memory = filter_memory(f);
	out->ms = clock_ms() - began;
	if (err && !*why->text)
		complain(why, err, "%s", *filter_error(f) ? filter_error(f) : status_text(err));
	return err;
}

void batch_free(batch *b)
{
	for (size_t i = 0; i < b->len; i++) {
		free(b->pages[i].id);
		free(b->pages[i].error);
		free(b->pages[i].raw);
		free((void *)b->pages[i].signature.bytes);
	}
	free(b->pages);
	arena_free(b->names);
	free(b->order);
	*b = (batch){0};
}
