#include "plugin/text/lines.h"

#include <string.h>

/* Does a line end as a sentence does? */
static bool ends_sentence(firstprint_span text, const tokens *t, const line *l)
{
	const token *last = &t->items[l->end - 1];
	size_t at = last->from + last->len;

	for (; at < text.len && text.at[at] != '\n'; at++)
		if (strchr(".!?", text.at[at]) || strncmp(text.at + at, "。", strlen("。")) == 0 ||
		    strncmp(text.at + at, "！", strlen("！")) == 0)
			return true;
	return false;
}

/* The half words of tokens `from` to `end`. */
static uint32_t weight_of(const tokens *t, size_t from, size_t end)
{
	uint32_t sum = 0;

	for (; from < end; from++)
		sum += token_weight(&t->items[from]);
	return sum;
}

/* ── figures in a line ── */

/* How many of a line's numbers do not belong to a date or a time: "3 May 2024, 10:30" has none, since its others are small. */
static size_t count_figures(const number *n, size_t len)
{
	size_t figures = 0, small = 0;
	bool has_year = false;

	for (size_t i = 0; i < len; i++) {
		bool when = number_is_year(n[i].text) || number_is_time(n[i].text);

		has_year |= when;
		small += !when && strlen(n[i].text) <= 2;
		figures += !when && strlen(n[i].text) > 2;
	}
	return has_year ? figures : figures + small;
}

/* ── furniture ── */

struct sight {
	bool is_running, has_numbers;
	size_t figures;
};

static void look(const passage *p, struct sight *seen)
{
	const tokens *t = &p->tokens;
	const numbers *n = &p->numbers;
	const lines *l = &p->lines;

	for (size_t i = 0, k = 0; i < l->len; i++) {
		uint32_t weight = weight_of(t, l->items[i].first, l->items[i].end);
		size_t from = k;

		for (; k < n->len && n->items[k].first < l->items[i].end; k++)
			weight -= weight_of(t, n->items[k].first, n->items[k].first + n->items[k].tokens);
		seen[i] = (struct sight){.is_running = weight >= (ends_sentence(p->text, t, &l->items[i]) ? LINES_SENTENCE
													  : LINES_RUNNING),
					 .has_numbers = k > from,
					 .figures = count_figures(&n->items[from], k - from)};
	}
}

/* Is it a line of a table: with numbers, or a name between two that have some? */
static bool is_row(const struct sight *seen, size_t first, size_t i, size_t end)
{
	return seen[i].has_numbers || (i > first && i + 1 < end && seen[i + 1].has_numbers);
}

/* Of the lines from `from` to `end`: furniture are all but tables. */
static void mark_margin(lines *l, const struct sight *seen, size_t from, size_t end)
{
	for (size_t i = from; i < end;) {
		size_t next = i, rows = 0;

		for (; next < end && is_row(seen, i, next, end); next++)
			rows += seen[next].figures > 0;
		next += next == i;
		for (; i < next; i++) {
			l->items[i].is_margin = true;
			l->items[i].is_furniture = rows < LINES_TABLE;
		}
	}
}

static void mark_furniture(lines *l, const struct sight *seen)
{
	size_t first = 0, last = l->len;

	while (first < l->len && !seen[first].is_running)
		first++;
	while (last > first && !seen[last - 1].is_running)
		last--;
	if (first == l->len)
		return;
	mark_margin(l, seen, 0, first);
	mark_margin(l, seen, last, l->len);
}

/* ── reading ── */

static status find_lines(passage *p, arena *a)
{
	lines *l = &p->lines;
	size_t room = 0;
	struct sight *seen;

	for (size_t i = 0; i < p->tokens.len; i++) {
		if (l->len && !p->tokens.items[i].begins_line) {
			l->items[l->len - 1].end = (uint32_t)i + 1;
			continue;
		}
		l->items = arena_grow(a, l->items, l->len, &room, sizeof *l->items);
		if (!l->items)
			return ERR_MEMORY;
		l->items[l->len++] = (line){.first = (uint32_t)i, .end = (uint32_t)i + 1};
	}
	seen = arena_alloc(a, l->len * sizeof *seen);
	if (!seen)
		return ERR_MEMORY;
	look(p, seen);
	mark_furniture(l, seen);
	return OK;
}

status passage_begin(firstprint_span text, const char *lang, const feature_key *key, arena *a, passage *out)
{
	status err;

	*out = (passage){.text = text, .key = key};
	err = tokens_of(text, key, a, &out->tokens);
	return err ? err : numbers_of(text, &out->tokens, lang, a, &out->numbers);
}

status passage_of(firstprint_span text, const char *lang, const feature_key *key, arena *a, passage *out)
{
	uint8_t *marks;
	status err = passage_begin(text, lang, key, a, out);

	if (!err)
		err = find_lines(out, a);
	marks = err ? NULL : arena_zeros(a, out->tokens.len + 1, sizeof *marks);
	if (!marks)
		return ERR_MEMORY;
	for (const number *n = out->numbers.items; n < out->numbers.items + out->numbers.len; n++)
		memset(marks + n->first, MARK_NUMBER, n->tokens);
	out->marks = marks;
	return OK;
}

/* ── places ── */

enum { BEFORE = 4, BEHIND = 2 };           /* half words */
enum { AROUND_MOST = 16, LOOK_MOST = 64 }; /* tokens: in the hash, looked at in each direction */

/* What stands around, as it goes into the hash. */
struct around {
	uint64_t items[AROUND_MOST];
	size_t len;
	uint32_t weight;
};

/* Adds unmarked tokens, from token i on in steps of `step`, until so many half words were added or the line ends. Returns
 * how many are missing. */
static uint32_t gather(const passage *p, const line *l, size_t i, int step, uint32_t wanted, struct around *out)
{
	uint32_t sum = 0;

	for (int looked = 0; looked < LOOK_MOST && i >= l->first && i < l->end && sum < wanted && out->len < AROUND_MOST;
	     looked++, i += (size_t)step) {
		if (p->marks[i])
			continue;
		out->items[out->len++] = p->tokens.items[i].hash;
		sum += token_weight(&p->tokens.items[i]);
	}
	out->weight += sum;
	return sum < wanted ? wanted - sum : 0;
}

uint64_t place_of(const passage *p, const line *l, size_t from, size_t end, uint32_t *around)
{
	struct around x = {.len = 1};
	uint32_t missing = gather(p, l, from - 1, -1, BEFORE, &x);

	x.items[0] = x.len;
	missing = gather(p, l, end, 1, BEHIND + missing, &x);
	if (missing) { /* the line ends: more from before */
		x = (struct around){.len = 1};
		gather(p, l, from - 1, -1, BEFORE + missing, &x);
		x.items[0] = x.len;
		gather(p, l, end, 1, BEHIND, &x);
	}
	*around = x.weight;
	return feature_hash(p->key, x.items, x.len * sizeof *x.items);
}
