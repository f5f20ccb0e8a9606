/* label — the command: asks a person about the pairs that a filter was least sure of, and records the answers. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "base/digest.h"
#include "base/grow.h"
#include "base/table.h"
#include "crawler/commands/commands.h"
#include "crawler/console/screen.h"
#include "crawler/console/terminal.h"
#include "crawler/inspect/diff.h"
#include "crawler/inspect/labels.h"

typedef struct call {
	uint64_t id, of;            /* of a kept page: the page that came nearest */
	char verdict[32];           /* or "kept" */
	double score, margin;       /* margin below 0: no threshold was near */
	uint8_t place[DIGEST_SIZE]; /* in an order that says nothing of the verdicts */
} call;

typedef struct labelling {
	source from;
	screen screen;
	labels *labels;
	const char *file; /* of the labels */
	call *calls;
	size_t len, room;
	table texts; /* the texts of the pairs so far, as digests → the number of the first pair with them */
	complaint *why;
	bool blind, asked;
	size_t answered;
} labelling;

/* ── the pairs ── */

/* Row: id, of, verdict, score, margin. */
static status add_call(void *ctx, const store_value *row, size_t n)
{
	labelling *x = ctx;
	call *all = grow(x->calls, x->len, &x->room, sizeof *all);

	(void)n;
	if (!all)
		return ERR_MEMORY;
	x->calls = all;
	all[x->len] = (call){.id = (uint64_t)row[0].integer,
			     .of = (uint64_t)row[1].integer,
			     .score = row[3].real,
			     .margin = row[4].type == STORE_REAL      ? row[4].real
				       : row[4].type == STORE_INTEGER ? (double)row[4].integer
								      : -1};
	snprintf(all[x->len].verdict, sizeof all->verdict, "%s", row[2].text);
	digest_of((uint64_t[]){all[x->len].id, all[x->len].of}, 2 * sizeof(uint64_t), all[x->len].place);
	x->len++;
	return OK;
}

static int by_place(const void *a, const void *b)
{
	return memcmp(((const call *)a)->place, ((const call *)b)->place, DIGEST_SIZE);
}

/* Has an earlier pair the same two texts? Then its answer is that of this one. */
static status is_repeated(labelling *x, size_t i, const diff *d, bool *out)
{
	arena *memory = x->texts.memory;
	uint8_t(*two)[DIGEST_SIZE] = arena_alloc(memory, 2 * DIGEST_SIZE);
	const size_t *first;

	if (!two)
		return ERR_MEMORY;
	digest_of(d->a.pieces.text.at, d->a.pieces.text.len, two[0]);
	digest_of(d->b.pieces.text.at, d->b.pieces.text.len, two[1]);
	first = table_put(&x->texts, two, 2 * DIGEST_SIZE, i);
	*out = first && *first != i;
	return first ? OK : ERR_MEMORY;
}

/* Reads both articles of pair i. *asks: whether to ask about it. The page that came nearest may be gone, or in another store. */
static status read_pair(labelling *x, size_t i, arena *a, diff *out, const char *ids[2], bool *asks)
{
	const call *c = &x->calls[i];
	bool is_known, repeats = false;
	store_head heads[2];
	status err = store_head_of(x->from.store, c->of, a, &heads[0]);

	*asks = false;
	if (err)
		return err == ERR_MISSING ? OK : err;
	err = store_head_of(x->from.store, c->id, a, &heads[1]);
	if (err)
		return err;
	ids[0] = labels_id(&heads[0], a);
	ids[1] = labels_id(&heads[1], a);
	if (!ids[0] || !ids[1] || strcmp(ids[0], ids[1]) == 0) /* TRUTH could not name the two */
		return OK;
	is_known = labels_has(x->labels, ids[0], ids[1]);
	err = diff_of(&x->from, &heads[0], &x->from, &heads[1], a, out);
	if (!err)
		err = is_repeated(x, i, out, &repeats);
	*asks = !err && !repeats && !is_known;
	return err;
}

/* ── question and answer ── */

/* Reads one key: on a terminal, as soon as it is pressed; on a pipe, the next letter. EOF: end of input. */
static int read_key(void)
{
	struct termios before, raw;
	bool is_terminal = tcgetattr(STDIN_FILENO, &before) == 0;
	unsigned char c;
	ssize_t n;

	if (is_terminal) {
		raw = before;
		raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
		tcsetattr(STDIN_FILENO, TCSANOW, &raw);
	}
	do
		n = read(STDIN_FILENO, &c, 1);
	while (n == 1 && (c == '\n' || c == ' ' || c == '\r'));
	if (is_terminal)
		tcsetattr(STDIN_FILENO, TCSANOW, &before);
	return n == 1 ? c : EOF;
}

/* What the filter said, before the question. */
static void print_verdict(const call *c)
{
	printf("%s", c->verdict);
	if (strcmp(c->verdict, "kept") != 0)
		printf(", score %.3f", c->score);
	if (c->margin >= 0)
		printf(", %.3f from a threshold", c->margin);
	printf(". ");
}

static void print_question(const labelling *x, const call *c)
{
	printf("\n%s", screen_style(&x->screen, SCREEN_STRONG));
	if (!x->blind)
		print_verdict(c);
	printf("One article? y yes, n no, i neither way, u back, q quit %s", screen_style(&x->screen, SCREEN_PLAIN));
	fflush(stdout);
}

/* Returns the label for a key; NULL: the key sets none. */
static const char *label_of(int key)
{
	return key == 'y' ? "dup" : key == 'n' ? "neg" : key == 'i' ? "ignore" : NULL;
}

static int ask(const labelling *x, const diff *d, const call *c, arena *a, status *err)
{
	int key;

	*err = diff_print(d, x->blind ? DIFF_BLIND : DIFF_SIDE_BY_SIDE, &x->screen, a);
	print_question(x, c);
	do
		key = read_key();
	while (key != EOF && !strchr("yniuq", key));
	printf("%c\n\n", key == EOF ? 'q' : key);
	return key;
}

/* Handles a key. *next: the pair to ask about next; *last: the pair whose answer can be undone, plus 1; 0: none. */
static status take_key(labelling *x, int key, const char *const ids[2], size_t *last, size_t *next)
{
	status err;

	if (label_of(key)) {
		err = labels_put(x->labels, ids[0], ids[1], label_of(key), x->why);
		x->answered += !err;
		*last = ++*next;
		return err;
	}
	if (*last == 0)
		return OK;
	*next = *last - 1;
	*last = 0;
	x->answered--;
	return labels_take_back(x->labels, x->why);
}

static status ask_all(labelling *x)
{
	size_t last = 0;
	arena *a = arena_new();
	status err = a && x->texts.memory ? OK : ERR_MEMORY;
	int key = 0;

	for (size_t i = 0; i < x->len && !err && key != EOF && key != 'q';) {
		const char *ids[2] = {NULL, NULL};
		diff d;
		bool asks;

		arena_reset(a);
		err = read_pair(x, i, a, &d, ids, &asks);
		if (err || !asks) {
			i++;
			continue;
		}
		x->asked = true;
		key = ask(x, &d, &x->calls[i], a, &err);
		if (!err && key != EOF && key != 'q')
			err = take_key(x, key, ids, &last, &i);
	}
	arena_free(a);
	return err;
}

/* ── the command ── */

static status run(labelling *x)
{
	char number[64];
	status err = store_open(x->from.file, STORE_READ, &x->from.store, x->why);

	if (!err)
		err = labels_open(x->file, &x->labels, x->why);
	if (!err)
		err = store_ask(x->from.store, ASK_CLOSE_CALLS, add_call, x);
	if (!err && x->blind && x->len)
		qsort(x->calls, x->len, sizeof *x->calls, by_place);
	if (!err)
		err = ask_all(x);
	if (!err && !x->asked)
		printf("no pair is left to ask about: none was dropped or nearly dropped, or all are answered in %s\n",
		       x->file);
	else if (!err && !x->answered)
		printf("no answer\n");
	else if (!err)
		printf("%s, in %s\n", terminal_count((int64_t)x->answered, "answer", number), x->file);
	return err;
}

int label_command(const settings *s, complaint *why)
{
	labelling x = {
		.screen = screen_open(), .from.file = s->operands[0], .file = s->operands[1], .why = why, .blind = s->blind};
	status err;

	x.texts.memory = arena_new();
	err = run(&x);

	if (err)
		store_complain(x.from.store, x.from.file, err, why);
	labels_close(x.labels);
	store_close(x.from.store);
	free(x.calls);
	arena_free(x.texts.memory);
	return err;
}
