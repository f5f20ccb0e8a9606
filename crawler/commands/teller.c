#include "crawler/commands/teller.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "crawler/commands/verdict_line.h"
#include "crawler/console/terminal.h"
#include "crawler/files/folder.h"
#include "crawler/files/json_span.h"
#include "judge/verdict.h"

status teller_open(const settings *s, teller *out, complaint *why)
{
	out->several = s->operands_len > 1 || (s->operands_len == 1 && folder_is(s->operands[0]));
	out->with_verdicts = s->with_verdicts;
	if (s->with_verdicts && !s->drops)
		return complain(why, ERR_USAGE, "--with-verdicts adds to the file of --drops, which is not given");
	output_open(&out->output);
	return split_open(s, &out->output, &out->split, why);
}

/* Writes an error in place of what is not held: a line that is too long, or a damaged part of a file. */
static status put_error(teller *t, const line_note *note)
{
	buffer line = {0};
	status err = verdict_line_add_error(&line, note, t->several);

	if (!err)
		err = split_put(&t->split, SPLIT_UNREAD, PAGE_LINE, line.bytes, line.len, &t->failure);
	buffer_free(&line);
	return err;
}

/* Says why there is no page: among the verdicts; where there are none, on standard error, unless a file of --unread gets the line, or it
 * was said before. */
static status say_error(teller *t, const line_note *note, bool is_known)
{
	t->unread++;
	if (!t->split.is_output)
		return verdict_line_add_error(&t->output.held, note, t->several);
	if (!is_known)
		line_note_say(note);
	return OK;
}

/* Is there a file for pages of this form that have no verdict? */
static bool has_unread_file(const teller *t, enum page_form form)
{
	const page_writer *to = t->split.to[SPLIT_UNREAD];

	return to && page_writer_takes(to, form);
}

static status put_unread(teller *t, const line_note *note)
{
	return split_put(&t->split, SPLIT_UNREAD, note->form, note->raw, note->raw_len, &t->failure);
}

status teller_unresolved(teller *t, const line_note *note)
{
	t->unresolved++;
	return note->raw && has_unread_file(t, note->form) ? put_unread(t, note) : OK;
}

status teller_error(teller *t, const line_note *note)
{
	bool has_file = (note->raw || note->form == PAGE_LINE) && has_unread_file(t, note->form);
	bool is_whole = has_file && note->raw; /* the file gets all of it: nothing is lost */
	status err = say_error(t, note, is_whole);

	t->put_aside += is_whole;
	if (err || !has_file)
		return err;
	return note->raw ? put_unread(t, note) : put_error(t, note);
}

bool teller_takes(teller *t, const line_note *note, status *err)
{
	line_note refused = *note;

	*err = OK;
	if (note->error) {
		*err = teller_error(t, note);
		return false;
	}
	*err = split_refuses(&t->split, note->form, &refused.error, &t->failure);
	if (!*err && refused.error) /* it can be read: the file of --unread is not for it */
		*err = say_error(t, &refused, t->has_refused);
	t->has_refused |= refused.error != NULL;
	return !*err && !refused.error;
}

/* Appends the line up to its closing brace, without the verdict of another run. */
static bool append_fields(buffer *to, const char *line, size_t len)
{
	static const char *const name = "firstprint";
	json_span object = {line, len}, verdict = {0};
	json_span_member m;
	bool ok = true;

	json_span_find(object, &name, &verdict, 1);
	if (!verdict.at)
		return buffer_append(to, line, len - 1);
	while (ok && json_span_next(&object, &m))
		if (m.key.len - 2 != strlen(name) || memcmp(m.key.at + 1, name, strlen(name)) != 0)
			ok = buffer_append_text(to, to->len ? "," : "{") &&
			     buffer_append(to, m.key.at, (size_t)(m.value.at + m.value.len - m.key.at));
	return ok;
}

/* Writes the line with its verdict as the last field. */
static status put_with_verdict(teller *t, const line_note *note, const char *of, const store_reason *why)
{
	const char *end = memrchr(note->raw, '}', note->raw_len);
	char *verdict = end ? verdict_line_of(note->id, of, why) : NULL;
	buffer line = {0};
	bool ok = verdict && append_fields(&line, note->raw, (size_t)(end - note->raw) + 1) &&
		  buffer_append_text(&line, ",\"firstprint\":") && buffer_append_text(&line, verdict) &&
		  buffer_append_text(&line, "}\n");
	status err = ok ? split_put(&t->split, SPLIT_DROPS, PAGE_LINE, line.bytes, line.len, &t->failure) : ERR_MEMORY;

	free(verdict);
	buffer_free(&line);
	return err;
}

status teller_verdict(teller *t, const line_note *note, const char *of, const store_reason *why, size_t text_len)
{
	enum firstprint_kind kind = FIRSTPRINT_UNIQUE;
	bool drops = verdict_kind(why->verdict, &kind) && filter_kind_drops(kind);
	status err;

	*(drops ? &t->dropped : &t->kept) += 1;
	t->saved += drops ? (int64_t)text_len : 0;
	if (t->progress)
		progress_verdict(t->progress, !drops ? NULL : why->stage ? why->stage : "-");
	err = t->split.is_output ? OK : verdict_line_add(&t->output.held, note->id, of, why);
	if (!err && drops && t->with_verdicts && note->form == PAGE_LINE && note->raw)
		return put_with_verdict(t, note, of, why);
	return err ? err
		   : split_put(&t->split, drops ? SPLIT_DROPS : SPLIT_KEEP, note->form, note->raw, note->raw_len, &t->failure);
}

status teller_judgement(teller *t, const line_note *note, const char *of, const judgement *j, size_t text_len)
{
	store_reason why;
	status err = verdict_reason(&j->verdict, j->filter, &why);

	t->replaced += j->replaced != 0;
	if (!err)
		err = teller_verdict(t, note, of, &why, text_len);
	verdict_reason_free(&why);
	return err;
}

status teller_close(teller *t, bool whole, complaint *why)
{
	status err = output_write(&t->output, why);
	status last = split_close(&t->split, whole && !err, err ? &(complaint){""} : why);

	buffer_free(&t->output.held);
	return err ? err : last;
}
