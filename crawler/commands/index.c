/* index — the command: brings the full-text index of a store up to date. */
#include <inttypes.h>
#include <stdio.h>

#include "base/clock.h"
#include "crawler/commands/commands.h"
#include "crawler/console/progress.h"
#include "crawler/console/signals.h"
#include "crawler/console/terminal.h"
#include "crawler/inspect/search.h"

typedef struct indexing {
	const char *file;
	progress progress;
	int signals;
	bool stopped;
	uint64_t first, last; /* ids: of the first article that the index lacked, and of the last one in the store */
} indexing;

static bool tell(void *ctx, uint64_t added)
{
	indexing *x = ctx;
	char what[200];

	snprintf(what, sizeof what, "into %s.index", x->file);
	progress_part(&x->progress, what, (int64_t)added, (double)added / (double)(x->last - x->first + 1));
	x->stopped = signals_received(x->signals);
	return !x->stopped;
}

static status update(indexing *x, store *st, bool quiet, complaint *why)
{
	source from = {.store = st, .file = x->file};
	uint64_t added = 0;
	fulltext *to = NULL;
	char number[64];
	status err = fulltext_open(x->file, st, STORE_WRITE, &to, why);

	if (err)
		return err;
	x->first = fulltext_last(to) + 1;
	x->last = store_next_id(st) - 1;
	err = search_update(&from, to, tell, x, &added);
	progress_clear(&x->progress);
	if (err && fulltext_error(to))
		complain(why, err, "%s.index: %s", x->file, fulltext_error(to));
	if (!err && !quiet)
		printf("%s.index: %s added, up to #%" PRIu64 "%s\n", x->file, terminal_count((int64_t)added, "article", number),
		       fulltext_last(to), x->stopped ? "; the same command goes on from there" : "");
	fulltext_close(to);
	return err;
}

static status index_store(indexing *x, const char *file, bool quiet, complaint *why)
{
	store *st = NULL;
	status err = store_open(file, STORE_READ, &st, why);

	x->file = file;
	if (!err)
		err = update(x, st, quiet, why);
	if (err)
		store_complain(st, file, err, why);
	store_close(st);
	return err;
}

int index_command(const settings *s, complaint *why)
{
	indexing x = {.signals = signals_open()};
	status err = OK;

	progress_start(&x.progress, s->quiet, s->json);
	for (size_t i = 0; i < s->operands_len && !err && !x.stopped; i++)
		err = index_store(&x, s->operands[i], s->quiet, why);
	signals_close(x.signals);
	return err ? (int)err : x.stopped ? EXIT_STOPPED_BY_SIGNAL : EXIT_DONE;
}
