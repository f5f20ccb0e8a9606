#include "crawler/commands/teller.h"

#include <stdio.h>

#include "crawler/commands/verdict_line.h"
#include "crawler/files/folder.h"
#include "judge/verdict.h"

status teller_open(const settings *s, teller *out, complaint *why)
{
	out->several = s->operands_len > 1 || (s->operands_len == 1 && folder_is(s->operands[0]));
	return split_open(s, &out->split, why);
}

status teller_error(teller *t, const line_note *note)
{
	t->any = t->bad_lines = true;
	if (!t->split.is_output)
		return verdict_line_error(note->number, t->several ? note->file : NULL, note->error);
	verdict_line_say(note->number, note->file, note->error);
	return OK;
}

status teller_verdict(teller *t, const line_note *note, const char *of, const store_reason *why)
{
	bool drops = verdict_drops(why->verdict);
	status err;

	t->any = true;
	if (t->progress)
		progress_verdict(t->progress, !drops ? NULL : why->stage ? why->stage : "-");
	err = t->split.is_output ? OK : verdict_line_print(note->id, of, why);

	return err ? err : split_put(&t->split, drops, note->form, note->raw, note->raw_len, &t->failure);
}

status teller_judgement(teller *t, const line_note *note, const char *of, const judgement *j)
{
	store_reason why;
	status err = verdict_reason(&j->verdict, j->filter, &why);

	if (!err)
		err = teller_verdict(t, note, of, &why);
	verdict_reason_free(&why);
	return err;
}

status teller_flush(teller *t)
{
	fflush(stdout);
	return split_flush(&t->split, &t->failure);
}

status teller_close(teller *t, bool ended, complaint *why)
{
	return split_close(&t->split, ended || t->any, why);
}
