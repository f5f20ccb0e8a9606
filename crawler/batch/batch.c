#include "crawler/batch/batch.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/grow.h"

static const char *copy_text(const batch *b, const char *text)
{
	return text ? arena_text(b->memory, text, strlen(text)) : NULL;
}

static status take_page(void *ctx, const line_note *note, const job *j)
{
	batch *b = ctx;
	const char *last = b->len ? b->pages[b->len - 1].note.file : NULL;
	batch_page *pages;
	batch_page p = {.note = {.error = copy_text(b, note->error),
				 .id = copy_text(b, note->id),
				 .number = note->number,
				 .form = note->form,
				 .fields = note->fields,
				 .raw_len = note->raw_len}};

	if (note->revisit_of) /* the page that it repeats is counted on its own */
		return OK;
	pages = grow(b->pages, b->len, &b->room, sizeof *pages);
	if (!pages)
		return ERR_MEMORY;
	b->pages = pages;
	p.note.file = last && strcmp(last, note->file) == 0 ? last : copy_text(b, note->file);
	if (!note->error)
		p.signature = (firstprint_signature){arena_copy(b->memory, j->signature.bytes, j->signature.len),
						     j->signature.len};
	if (note->raw)
		p.note.raw = arena_copy(b->memory, note->raw, note->raw_len);
	p.text_len = note->error ? 0 : j->result.page.text.len;
	b->signature_bytes += p.signature.len;
	b->pages[b->len++] = p;
	return arena_exhausted(b->memory) ? ERR_MEMORY : OK;
}

/* Sorts the longest text first, and equal ones in the order of the input. */
static int by_length(const void *a, const void *b, void *ctx)
{
	const batch *sorted = ctx;
	size_t x = *(const size_t *)a, y = *(const size_t *)b;
	size_t m = sorted->pages[x].text_len, n = sorted->pages[y].text_len;

	return m != n ? (m < n) - (m > n) : (x > y) - (x < y);
}

static status make_order(batch *b, enum batch_order order)
{
	b->order = malloc((b->len + 1) * sizeof *b->order);
	if (!b->order)
		return ERR_MEMORY;
	for (size_t i = 0; i < b->len; i++)
		b->order[i] = i;
	if (order == ORDER_LONGEST_FIRST && b->len)
		qsort_r(b->order, b->len, sizeof *b->order, by_length, b);
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
		if (!b->pages[b->order[i]].note.error)
			err = judge_page(b, f, i, a);
		if (s->stream.progress && i % TELL_EVERY == 0)
			progress_part(s->stream.progress, "judged", (int64_t)i + 1, (double)(i + 1) / (double)b->len);
	}
	arena_free(a);
	return err;
}

status batch_run(filter *f, const batch_settings *s, batch *out, complaint *why)
{
	page_stream stream = s->stream;
	int64_t began = clock_ms();
	status err;

	stream.take = take_page;
	stream.ctx = out;
	stream.filter = f;
	stream.done = "read";
	*out = (batch){.memory = arena_new()};
	err = out->memory ? page_stream_run(&stream, s->files, s->files_len, why) : ERR_MEMORY;
	out->stopped = stream.stopped;
	out->left_out = stream.left_out;
	page_stream_close(&stream);
	if (!err)
		err = make_order(out, s->order);
	if (!err)
		err = judge_pages(out, f, s);
	out->held = filter_memory(f);
	out->ms = clock_ms() - began;
	if (err && !*why->text)
		complain(why, err, "%s", *filter_error(f) ? filter_error(f) : status_text(err));
	return err;
}

void batch_free(batch *b)
{
	free(b->pages);
	arena_free(b->memory);
	free(b->order);
	*b = (batch){0};
}
