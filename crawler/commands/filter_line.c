/* filter_line — handles one line for filter: finds an earlier verdict, or judges and stores the page; then prints the verdict. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "crawler/commands/filtering.h"
#include "crawler/crawl/links.h"
#include "crawler/files/input.h"
#include "crawler/files/page_reader.h"
#include "judge/spec_difference.h"
#include "judge/verdict.h"

/* ── which lines are judged ── */

bool filtering_is_foreign(const filtering *f, const line_note *note)
{
	return note->stamp && strcmp(note->stamp, f->stamp) != 0;
}

static status refuse_foreign(filtering *f, const line_note *note)
{
	const spec_difference d = spec_differ(note->stamp, f->stamp);
	const char *cure = strncmp(d.other, "…key=", strlen("…key=")) != 0 ? ""
			   : f->settings->store
				   ? ": sign with this --store, or give a new one --key 0 for what was signed without"
				   : ": give the --store that it was signed with";

	return complain(&f->teller.failure, ERR_USAGE, "%s: line %lu: signed for %s, and not for %s%s", input_shown(note->file),
			note->number, d.one, d.other, cure);
}

bool filtering_is_page(filtering *f, const line_note *note, status *err)
{
	if (!teller_takes(&f->teller, note, err))
		return false;
	if (filtering_is_foreign(f, note))
		*err = refuse_foreign(f, note);
	return !*err;
}

status filtering_bad_signature(filtering *f, const line_note *note)
{
	line_note bad = *note;

	bad.error = "a signature that the filter did not make"; /* judge_distrust */
	return teller_error(&f->teller, &bad);
}

/* Finds an earlier verdict about a page without an id of its own whose file was given by another path: from the root. */
static status find_by_path(filtering *f, const line_note *note, const job *j, store_reason *out)
{
	const bool is_file = note->form == PAGE_FILE;
	char *folder = get_current_dir_name();
	const char *path = folder && *note->file != '/' ? arena_printf(j->arena, "%s/%s", folder, note->file) : NULL, *id,
		   *full;
	unsigned long number = is_file ? 0 : note->number;
	status err = path ? page_reader_place_id(note->file, number, j->arena, &id) : ERR_MISSING;

	free(folder);
	if (!err && strcmp(id, note->id) != 0)
		return ERR_MISSING;
	if (!err)
		err = page_reader_place_id(path, number, j->arena, &full);
	return err ? err : earlier_find(f->earlier, full, is_file ? path : note->url, j->result.page.digest, j->arena, out);
}

/* A page that is dropped before, in the store of --against, might be judged otherwise by the pages that came after it. */
static status find_drop(filtering *f, const line_note *note, const job *j, store_reason *out)
{
	uint64_t id;

	return store_dropped_before(f->session.store, note->id, note->url, j->result.page.digest, j->arena, &id, out);
}

status filtering_find_earlier(filtering *f, const line_note *note, const job *j, store_reason *out)
{
	status err = f->earlier ? earlier_find(f->earlier, note->id, note->url, j->result.page.digest, j->arena, out)
				: ERR_MISSING;

	if (f->settings->against)
		return find_drop(f, note, j, out);
	return f->earlier && err == ERR_MISSING && note->form != PAGE_WARC ? find_by_path(f, note, j, out) : err;
}

/* ── printing ── */

/* Gets the input id of page id, or else its URL, as JSON: "null" for 0. Of another store's page both are unknown: "#12". */
static status name_of(filtering *f, uint64_t id, arena *a, const char **out)
{
	status err = OK;

	*out = "null";
	if (id == 0)
		return OK;
	if (f->session.store)
		err = store_page_name(f->session.store, id, a, out);
	else
		*out = known_name(&f->known, id);
	if (!err && !*out)
		*out = arena_printf(a, "\"#%llu\"", (unsigned long long)id);
	return err ? err : *out ? OK : ERR_MEMORY;
}

bool filtering_is_uncommitted(const filtering *f)
{
	return f->session.store && store_in_transaction(f->session.store);
}

status filtering_commit(filtering *f, bool now)
{
	const output *o = &f->teller.output;
	bool committed;
	status err = session_commit(&f->session, now || o->held.len > OUTPUT_MOST, &committed);

	if (err || filtering_is_uncommitted(f))
		return err;
	return committed || now || output_is_due(o) ? output_write(&f->teller.output, &f->teller.failure) : OK;
}

static status tell(filtering *f, const line_note *note, const job *j, const store_reason *why)
{
	const char *of;
	status err = name_of(f, why->of, j->arena, &of);

	return err ? err : teller_verdict(&f->teller, note, of, why, j->result.page.text.len);
}

status filtering_decided(filtering *f, const line_note *note, const job *j)
{
	store_reason why;
	const char *of;
	status err = decided_next(&f->decided, note->id, j->arena, &why, &of, &f->teller.failure);

	return err ? err : teller_verdict(&f->teller, note, of, &why, j->result.page.text.len);
}

/* Remembers the verdict for revisits of the page, and its id for verdicts that name it, unless the page is in the store then. */
static status note_known(filtering *f, const line_note *note, judgement j)
{
	if (f->settings->against ? note->form != PAGE_WARC : f->session.store != NULL)
		return OK;
	if (f->settings->against)
		j.id = f->known.len + 1;
	return known_add(&f->known, &j, note->id, note->form == PAGE_WARC ? note->url : NULL);
}

status filtering_tell_earlier(filtering *f, const line_note *note, const job *j, const store_reason *why)
{
	judgement was = {.dropped = true, .verdict = {.of = why->of, .score = why->score}};
	status err = verdict_kind(why->verdict, &was.verdict.kind) ? note_known(f, note, was) : OK;

	f->recorded++;
	return err ? err : tell(f, note, j, why);
}

/* ── revisits ── */

static status store_revisit_of(filtering *f, const line_note *note, const store_revisit *r, uint64_t id)
{
	char now[CLOCK_TEXT];
	status err = session_begin(&f->session);

	clock_text(now);
	if (!err)
		err = store_put_revisit(f->session.store, id ? id : store_next_id(f->session.store), note->url, note->id, now,
					r);
	f->session.written++;
	return err;
}

/* Finds the verdict about a WARC record that only names the page it repeats: the verdict of an earlier run, or else that of this
 * page. ERR_MISSING: the page is not known yet. */
static status find_revisit(filtering *f, const line_note *note, const job *j, uint64_t id, store_reason *why)
{
	store_revisit r;
	status err = ERR_MISSING;

	if (!f->session.store || f->settings->against)
		err = known_revisit(&f->known, note->url, note->revisit_of, why);
	if (err != ERR_MISSING || !f->session.store)
		return err;
	err = f->earlier ? earlier_find_revisit(f->earlier, note->url, j->arena, why) : ERR_MISSING;
	if (err != ERR_MISSING)
		return err;
	err = store_find_revisit(f->session.store, note->revisit_of, j->arena, &r);
	*why = r.why;
	return err || f->settings->against ? err : store_revisit_of(f, note, &r, id);
}

status filtering_revisit(filtering *f, const line_note *note, const job *j, uint64_t id)
{
	store_reason why;
	status err = find_revisit(f, note, j, id, &why);

	return err == ERR_MISSING ? teller_unresolved(&f->teller, note) : err ? err : tell(f, note, j, &why);
}

/* ── pages ── */

void filtering_read_canonical(job *j)
{
	const line_note *note = j->ctx;
	const url_parts *u = NULL;

	if (note->url && j->result.canonical)
		j->status = links_canonical(&j->result, note->url, j->scratch, j->arena, &u);
	j->extra = u && strcmp(u->url, note->url) != 0 ? (char *)u->url : NULL;
}

status filtering_page(filtering *f, const line_note *note, const job *j, const told *t)
{
	const bool looks = f->settings->against;
	char now[CLOCK_TEXT];
	store_article x = judge_article_of(j);
	judgement verdict;
	const char *of;
	status err = looks ? OK : session_begin(&f->session);

	clock_text(now);
	x.url = note->url;
	x.name = looks ? NULL : note->id;
	x.fetched_at = now;
	x.canonical = !looks && f->settings->canonical == CANONICAL_OBEY ? j->extra : NULL;
	if (!err && looks)
		err = judge_look(f->session.judge, &x, &verdict);
	else if (!err)
		err = t ? judge_told(f->session.judge, &x, t, &verdict) : judge_article(f->session.judge, &x, &verdict);
	if (!err)
		err = note_known(f, note, verdict);
	if (!err)
		err = name_of(f, verdict.verdict.of, j->arena, &of);
	if (!err)
		err = teller_judgement(&f->teller, note, of, &verdict, j->result.page.text.len);
	f->session.written += !looks;
	return err;
}
