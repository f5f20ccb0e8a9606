/* decide_pairs — the command: from signatures and sorted pairs, the verdicts about all pages, in the order of their ids. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/sorted.h"
#include "crawler/batch/signature_file.h"
#include "crawler/commands/commands.h"
#include "crawler/commands/sorted_lines.h"
#include "crawler/commands/verdict_line.h"
#include "crawler/console/terminal.h"
#include "crawler/files/output.h"
#include "judge/session.h"
#include "judge/verdict.h"

typedef struct deciding {
	session session;
	signature_reader *parts; /* in the order of their numbers */
	size_t parts_len;
	char *line;
	size_t line_room;
	sorted_pair next;    /* later 0: there is none */
	sorted_total told;   /* by `pairs` */
	uint64_t pairs;      /* that were read */
	filter_found *found; /* of the page in question */
	size_t found_len, found_room;
	struct held *held; /* the pages that are kept, by id */
	size_t held_len, held_room;
	struct dropped *dropped; /* the others, by id */
	size_t dropped_len, dropped_room;
	complaint *why;
} deciding;

/* A page that is kept: its id in the sort, and the one that verdicts say. */
typedef struct held {
	uint64_t id; /* first: it is searched for by sorted_compare_u64 */
	firstprint_span name;
} held;

typedef struct dropped {
	uint64_t id; /* first, too */
	uint64_t of;
} dropped;

/* ── pairs ── */

static status end_pairs(deciding *x)
{
	if (ferror(stdin))
		return complain(x->why, ERR_IO, "standard input cannot be read");
	if (x->pairs != x->told.pairs)
		return complain(x->why, ERR_FORMAT,
				"standard input: %" PRIu64 " of the %" PRIu64 " pairs that 'firstprint pairs' has printed",
				x->pairs, x->told.pairs);
	return OK;
}

static status read_pair(deciding *x)
{
	uint64_t before = x->next.later;
	ssize_t len = getline(&x->line, &x->line_room, stdin);

	x->next.later = 0;
	if (len <= 0)
		return end_pairs(x);
	x->pairs++;
	if (!sorted_read_pair(x->line, (size_t)len - (x->line[len - 1] == '\n'), &x->next))
		return complain(x->why, ERR_FORMAT, "standard input: '%.*s' is no line of 'firstprint pairs'",
				(int)strcspn(x->line, "\n"), x->line);
	return x->next.later >= before
		       ? OK
		       : complain(x->why, ERR_FORMAT, "standard input: its lines are not sorted: use LC_ALL=C sort");
}

/* Do pairs and pages belong together? Nothing is printed where a key is missing: its pages would be kept in silence. */
static status check_totals(deciding *x)
{
	key_lines all = {0};

	for (size_t i = 0; i < x->parts_len; i++)
		all = key_lines_both(all, x->parts[i].keys);
	if (x->told.keys.len != all.len)
		return complain(x->why, ERR_USAGE,
				"'firstprint pairs' has read %" PRIu64 " keys, but the pages of these parts have %" PRIu64
				": give it all of them, once",
				x->told.keys.len, all.len);
	return x->told.keys.sum == all.sum
		       ? OK
		       : complain(x->why, ERR_USAGE,
				  "the keys that 'firstprint pairs' has read are not those of these parts, or damaged");
}

/* The totals come first. */
static status read_totals(deciding *x)
{
	sorted_total one;
	bool any = false;
	int c;

	while ((c = getc(stdin)) == '!') {
		ssize_t len = ungetc(c, stdin) == c ? getline(&x->line, &x->line_room, stdin) : -1;

		if (len <= 0 || !sorted_read_total(x->line, (size_t)len - (x->line[len - 1] == '\n'), &one))
			return complain(x->why, ERR_FORMAT, "standard input: a total of 'firstprint pairs' is damaged");
		any = true;
		x->told.keys = key_lines_both(x->told.keys, one.keys);
		x->told.pairs += one.pairs;
	}
	if (c != EOF)
		ungetc(c, stdin);
	if (!any)
		return complain(x->why, ERR_FORMAT,
				"standard input: it does not begin with a total of 'firstprint pairs': is it whole, and sorted "
				"with LC_ALL=C?");
	return check_totals(x);
}

static status add_found(deciding *x)
{
	filter_found *last = x->found_len ? &x->found[x->found_len - 1] : NULL, *found;

	if (last && last->stage == x->next.stage && last->page == x->next.earlier) {
		last->hits++;
		return OK;
	}
	found = grow(x->found, x->found_len, &x->found_room, sizeof *found);
	if (!found)
		return ERR_MEMORY;
	x->found = found;
	found[x->found_len++] = (filter_found){x->next.stage, x->next.earlier, 1};
	return OK;
}

static int by_stage(const void *a, const void *b)
{
	const filter_found *x = a, *y = b;

	if (x->stage != y->stage)
		return x->stage < y->stage ? -1 : 1;
	return (x->page > y->page) - (x->page < y->page);
}

/* A page was found by the copies of an article, of which only the newest are met: what they repeat is compared. It counts once, with the
 * most hits. */
static void follow_drops(deciding *x)
{
	size_t n = 0;

	for (size_t i = 0; i < x->found_len; i++) {
		filter_found *f = &x->found[i];
		const dropped *d = x->dropped_len ? bsearch(&f->page, x->dropped, x->dropped_len, sizeof *d, sorted_compare_u64)
						  : NULL;

		f->page = d ? d->of : f->page;
	}
	qsort(x->found, x->found_len, sizeof *x->found, by_stage);
	for (size_t i = 0; i < x->found_len; i++) {
		const filter_found *f = &x->found[i];

		if (!n || by_stage(&x->found[n - 1], f) != 0)
			x->found[n++] = *f;
		else if (x->found[n - 1].hits < f->hits)
			x->found[n - 1].hits = f->hits;
	}
	x->found_len = n;
}

static status collect(deciding *x, uint64_t id)
{
	status err = OK;

	x->found_len = 0;
	if (x->next.later && x->next.later < id)
		return complain(x->why, ERR_USAGE, "a pair is about page %" PRIx64 ", whose signatures are not given",
				x->next.later);
	while (!err && x->next.later == id) {
		err = add_found(x);
		if (!err)
			err = read_pair(x);
	}
	if (x->found_len)
		follow_drops(x);
	return err;
}

/* ── verdicts ── */

static status print_verdict(deciding *x, const signature_page *p, const firstprint_verdict *v, unsigned link)
{
	const held *of = v->of ? bsearch(&v->of, x->held, x->held_len, sizeof *x->held, sorted_compare_u64) : NULL;
	char *name = strndup(p->name.at, p->name.len), *other = of ? strndup(of->name.at, of->name.len) : strdup("null");
	store_reason why;
	char *line = NULL;
	status err = verdict_reason(v, filter_link_name(x->session.filter, link), &why);

	if (!err)
		line = name && other ? verdict_line_of(name, other, &why) : NULL;
	if (!err && (!line || puts(line) < 0))
		err = line ? output_failed(x->why) : ERR_MEMORY;
	if (line)
		verdict_reason_free(&why);
	free(line);
	free(name);
	free(other);
	return err;
}

static status keep(deciding *x, const signature_page *p)
{
	held *all = grow(x->held, x->held_len, &x->held_room, sizeof *all);

	if (!all)
		return ERR_MEMORY;
	x->held = all;
	all[x->held_len++] = (held){p->id, p->name};
	return filter_hold(x->session.filter, p->id, &p->signature);
}

static status decide_page(deciding *x, const signature_page *p)
{
	firstprint_verdict v;
	unsigned link;
	status err = collect(x, p->id);

	if (!err)
		err = filter_judge_found(x->session.filter, &p->signature, x->found, x->found_len, &v, &link);
	if (!err)
		err = print_verdict(x, p, &v, link);
	if (err || !filter_kind_drops(v.kind))
		return err ? err : keep(x, p);
	return grow_add(&x->dropped, &x->dropped_len, &x->dropped_room, &(dropped){p->id, v.of}, sizeof *x->dropped);
}

static status decide_all(deciding *x)
{
	status err = read_totals(x);

	if (!err)
		err = read_pair(x);
	for (size_t i = 0; i < x->parts_len && !err; i++) {
		signature_page p;

		while (!err && (err = signature_read(&x->parts[i], &p, x->why)) == OK)
			err = decide_page(x, &p);
		if (err == ERR_FILTER)
			complain(x->why, err, "%s: %s", x->parts[i].path, filter_error(x->session.filter));
		err = err == ERR_MISSING ? OK : err;
	}
	return err ? err : collect(x, UINT64_MAX);
}

/* ── the command ── */

static int by_part(const void *a, const void *b)
{
	uint64_t x = ((const signature_reader *)a)->part, y = ((const signature_reader *)b)->part;

	return (x > y) - (x < y);
}

/* A part that nobody gave, with its keys, would be missed by nothing else. */
static void say_gaps(const deciding *x)
{
	for (size_t i = 1; i < x->parts_len; i++) {
		uint64_t before = x->parts[i - 1].part, part = x->parts[i].part;

		if (part != before + 1)
			terminal_say("between parts %" PRIu64 " and %" PRIu64 " none is given", before, part);
	}
}

static status open_parts(deciding *x, const settings *s, const char *stamp)
{
	status err = OK;

	x->parts = calloc(s->operands_len + 1, sizeof *x->parts);
	if (!x->parts)
		return ERR_MEMORY;
	while (x->parts_len < s->operands_len && !err) {
		err = signature_reader_open(s->operands[x->parts_len], stamp, &x->parts[x->parts_len], x->why);
		x->parts_len++;
	}
	if (err)
		return err;
	qsort(x->parts, x->parts_len, sizeof *x->parts, by_part);
	for (size_t i = 1; i < x->parts_len; i++)
		if (by_part(&x->parts[i - 1], &x->parts[i]) == 0)
			return complain(x->why, ERR_USAGE, "two files are part %" PRIu64, x->parts[i].part);
	say_gaps(x);
	return OK;
}

static status count_decision(void *count, const store_decision *d)
{
	(void)d;
	++*(size_t *)count;
	return OK;
}

/* The parts have no URLs, by which decisions know an article. */
static status say_decisions(const deciding *x, const settings *s)
{
	size_t n = 0;
	status err = x->session.store ? store_decisions(x->session.store, count_decision, &n) : OK;

	if (n && !s->quiet)
		terminal_say(
			"%s: what was decided there (undo, drop, --prefer, --never-drop) does not count here, but for 'filter --signed'",
			s->store);
	return err;
}

static status run(deciding *x, const settings *s)
{
	arena *a = arena_new();
	const char *stamp;
	status err = session_open_signing(s->filter, s->store, &x->session, x->why);

	if (!err)
		err = filter_can_sort(x->session.filter, x->why);
	if (!err)
		err = say_decisions(x, s);
	stamp = !err && a ? session_stamp(&x->session, a) : NULL;
	if (!err)
		err = stamp ? open_parts(x, s, stamp) : ERR_MEMORY;
	if (!err)
		err = decide_all(x);
	if (!err && fflush(stdout) != 0)
		err = output_failed(x->why);
	if (err && !*x->why->text)
		complain(x->why, err, "%s", session_error(&x->session, err));
	arena_free(a);
	return err;
}

int decide_pairs_command(const settings *s, complaint *why)
{
	deciding x = {.why = why};
	status err = run(&x, s);

	session_close(&x.session);
	for (size_t i = 0; i < x.parts_len; i++)
		signature_reader_close(&x.parts[i]);
	free(x.parts);
	free(x.line);
	free(x.found);
	free(x.held);
	free(x.dropped);
	return err;
}
