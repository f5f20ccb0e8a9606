#include "crawler/inspect/explain.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "crawler/console/rows.h"
#include "crawler/console/terminal.h"
#include "crawler/inspect/found.h"
#include "crawler/inspect/sentences.h"
#include "crawler/inspect/threshold.h"

/* One explanation. */
typedef struct explaining {
	const source *from;
	arena *memory;
	json_t *steps; /* [{"about": "robots", "text": "…"}] */
	const char *url;
	const char *path; /* of the store, to be printed */
	bool knows_way;   /* the row of ASK_WAY_BY_URL was there */
	int found;        /* number of rows about it */
} explaining;

static void say(explaining *x, const char *about, const char *format, ...) __attribute__((format(printf, 3, 4)));
static void say(explaining *x, const char *about, const char *format, ...)
{
	char text[3000];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	json_array_append_new(x->steps, json_pack("{s:s, s:s}", "about", about, "text", text));
}

static long long number_of(const json_t *row, const char *name)
{
	return json_integer_value(json_object_get(row, name));
}

/* ── how the crawl found it ── */

static void say_seen(explaining *x, const json_t *row)
{
	long long depth = number_of(row, "depth");

	if (depth == 0 && number_of(row, "is_seed"))
		say(x, "seen", "It is a seed, or what a seed redirects to.");
	else if (*sentences_text(row, "via"))
		say(x, "seen", "It was first seen on %s, %lld link%s from a seed.", sentences_text(row, "via"), depth,
		    depth == 1 ? "" : "s");
	else
		say(x, "seen", "It was seen %lld link%s from a seed.", depth, depth == 1 ? "" : "s");
}

static bool is_robots(const char *reason)
{
	return strncmp(reason, "robots.txt", 10) == 0;
}

static void say_robots(explaining *x, const json_t *row)
{
	const char *host = sentences_text(row, "host"), *state = sentences_text(row, "state");
	long long answer = number_of(row, "robots_status");
	bool fetched = strcmp(state, "skip") != 0 && strcmp(state, "queued") != 0;

	if (!*sentences_text(row, "robots_at"))
		say(x, "robots", "The robots.txt of %s has not been read.", host);
	else if (answer / 100 == 2 && !is_robots(sentences_text(row, "reason")))
		say(x, "robots", "The robots.txt of %s was read, on %s%s.", host, sentences_text(row, "robots_at"),
		    fetched ? "; it allows it" : "");
	else if (answer / 100 == 2)
		say(x, "robots", "The robots.txt of %s was read, on %s; it forbids it.", host,
		    sentences_text(row, "robots_at"));
	else if (answer / 100 == 4)
		say(x, "robots", "%s has no robots.txt (status %lld), which allows all.", host, answer);
	else
		say(x, "robots", "The robots.txt of %s could not be had (status %lld), which forbids all until it can.", host,
		    answer);
}

static void say_way(explaining *x, const json_t *row)
{
	x->knows_way = true;
	say_seen(x, row);
	say_robots(x, row);
	if (strcmp(sentences_text(row, "state"), "queued") == 0)
		say(x, "fetch", "It has not been fetched yet: it is in the queue, after %lld failed tr%s.",
		    number_of(row, "tries"), number_of(row, "tries") == 1 ? "y" : "ies");
	else if (number_of(row, "due"))
		say(x, "fetch", "It is in the queue, to be fetched again.");
	if (*sentences_text(row, "change"))
		say(x, "refresh", "The last refresh found: %s.", sentences_text(row, "change"));
}

static void say_skip(explaining *x, const json_t *row)
{
	static const struct {
		const char *reason, *sentence; /* reason: a prefix */
	} sentences[] = {
		{"out of scope", "It was not fetched: it is out of the crawl's scope (--scope)."},
		{"excluded", "It was not fetched: --exclude matches it."},
		{"not included", "It was not fetched: --include does not match it."},
		{"too deep", "It was not fetched: it is too many links away from a seed (--depth)."},
		{"another part", "It was not fetched here: its host belongs to another part of the crawl (--part)."},
		{"nofollow", "It was not fetched: the link to it, or the page with the link, says nofollow."},
		{"robots.txt", "It was not fetched: robots.txt forbids it, or could not be had."},
		{"noindex", "It was fetched and not stored: it says noindex."},
		{"type ", "It was fetched and not stored: by its Content-Type it is no page."},
		{"content is", "It was fetched and not stored: by its content it is no page."},
		{"soft 404",
		 "It was fetched and not stored: it is a short page, and was compared with what its host said to URLs that cannot exist, which "
		 "the crawl asked for. But for words of the URL, numbers and dates it says the same."},
		{"canonical", "It was fetched and not stored: it names another URL as its canonical one."},
		{"repeats",
		 "It was not fetched: a rule learned from duplicates says that it repeats another page (inspect STORE rules)."},
		{"session id", "It was not fetched: without its session id it is another URL."},
		{"media", "It was not fetched: by its name it is no page, but an image, an archive or the like."},
		{"sitemap", "It is a sitemap: its links were read, and it is not stored."},
		{"--per-host-pages", "It was not fetched: the host has as many pages as --per-host-pages allows."},
	};
	const char *reason = sentences_text(row, "reason"), *of = sentences_text(row, "of_url");
	const char *sentence = "It was not stored.";

	if (strcmp(sentences_text(row, "kind_of_skip"), "part") == 0)
		sentence = "Some links on it were left out.";
	for (size_t i = 0; i < sizeof sentences / sizeof *sentences; i++)
		if (strncmp(reason, sentences[i].reason, strlen(sentences[i].reason)) == 0)
			sentence = sentences[i].sentence;
	say(x, "skip", "%s The reason in the store: %s%s%s.", sentence, reason, *of ? "; instead: " : "", of);
}

/* ── what became of its article ── */

static void say_fetch(explaining *x, const json_t *row)
{
	const char *charset = sentences_text(row, "charset"),
		   *from = *sentences_text(row, "name") ? "" : sentences_text(row, "charset_from"),
		   *degraded = sentences_text(row, "degraded"), *by = strcmp(from, "http") == 0 ? "its Content-Type" : from;
	char bytes[32];

	if (by != from && !x->knows_way) /* a program has said it */
		from = by = "";
	say(x, "fetch", "It was %s on %s: %s%s%s%s%s.", x->knows_way ? "fetched" : "read", sentences_text(row, "fetched_at"),
	    terminal_bytes(number_of(row, "bytes"), bytes), *charset ? ", " : "", charset, *from ? " by " : "", by);
	if (*sentences_text(row, "truncated"))
		say(x, "fetch", "Not all of it: its %s was over a limit.", sentences_text(row, "truncated"));
	if (*degraded)
		say(x, "article", "The article could not be found in it (%s): its text is all that stands between the tags.",
		    degraded);
}

static void say_article(explaining *x, const json_t *row)
{
	const char *title = sentences_text(row, "title"), *lang = sentences_text(row, "lang");
	char bytes[32], sentences[64];

	say(x, "article", "%s #%lld, %s%s%s: %s, %s of text%s%s.", sentences_text(row, "kind"), number_of(row, "article"),
	    *title ? "\"" : "no title", title, *title ? "\"" : "",
	    terminal_count(number_of(row, "sentences"), "sentence", sentences),
	    terminal_bytes(number_of(row, "text_bytes"), bytes), *lang ? ", language " : "", lang);
}

/* Says what is at the canonical URL that it names. The program obeys that only if both are one article. */
static status say_canonical(explaining *x, const json_t *row)
{
	const char *canonical = sentences_text(row, "canonical"), *reason;
	uint64_t id, page, own = (uint64_t)number_of(row, json_object_get(row, "of") ? "of" : "id");
	store *st = x->from->store;
	status err = *canonical ? store_find_url(st, canonical, &id) : OK;

	if (!*canonical)
		return OK;
	if (!err)
		err = store_find_original(st, id, &page);
	if (!err)
		say(x, "canonical", "It names %s as its canonical URL, and that is #%" PRIu64 "%s.", canonical, id,
		    page == own ? "" : ", another article: so it was judged like any other");
	if (err != ERR_MISSING)
		return err;
	err = found_no_article(st, canonical, x->memory, &reason);
	say(x, "canonical", "It names %s as its canonical URL, which has no article: %s.", canonical,
	    reason ? reason : "the store has never seen it");
	return err;
}

static void say_sentence(void *ctx, const char *sentence, bool is_otherwise)
{
	say(ctx, is_otherwise ? "otherwise" : "verdict", "%s", sentence);
}

/* Adds the numbers, as they are in the store. */
static void say_numbers(explaining *x, const json_t *row)
{
	json_t *all = json_object_get(row, "evidence");
	char *text = json_object_size(all) ? json_dumps(all, JSON_REAL_PRECISION(4)) : NULL;

	if (text)
		say(x, "numbers", "%s", text);
	free(text);
}

static void say_conclusion(explaining *x, const json_t *row, bool dropped)
{
	bool is_elsewhere = number_of(row, "elsewhere") == 2,
	     is_decided = strcmp(sentences_text(row, "filter"), "decision") == 0;
	char score[40];

	if (!dropped) {
		say(x, "verdict", "So it was kept.");
		return;
	}
	snprintf(score, sizeof score, ", with score %.3g,", json_number_value(json_object_get(row, "score")));
	say(x, "verdict", "So it is %s%s #%lld%s%s%s and was dropped.",
	    strcmp(sentences_text(row, "verdict"), "contained") == 0 ? "" : "a ",
	    sentences_relation(sentences_text(row, "verdict")), number_of(row, "of"),
	    *sentences_text(row, "of_url") ? " "
	    : is_elsewhere                 ? ", a page of another store"
					   : "",
	    sentences_text(row, "of_url"), is_decided ? "," : score);
}

#define CLOSE 0.05     /* to a threshold */
#define ROUNDED 0.0001 /* numbers have four digits */

/* Returns the number that is so far from its threshold. */
static const char *close_number(const explaining *x, const json_t *row, double distance)
{
	const json_t *evidence = json_object_get(row, "evidence");
	const char *spec = store_filter(x->from->store);
	threshold lines[THRESHOLDS_MOST];
	size_t n = spec ? thresholds_of(spec, x->memory, lines) : 0;

	for (size_t i = 0; i < n; i++) {
		const json_t *number = json_object_get(evidence, lines[i].number);

		if (number && fabs(fabs(json_number_value(number) - lines[i].at) - distance) < ROUNDED)
			return lines[i].number;
	}
	return "one of the numbers below";
}

static void say_remarks(explaining *x, const json_t *row)
{
	const json_t *near_line = json_object_get(json_object_get(row, "evidence"), "near-line");

	if (*sentences_text(row, "notable"))
		say(x, "verdict", "It is worth a look; what differs: %s (inspect STORE diff '#%lld').",
		    sentences_text(row, "notable"), number_of(row, "id"));
	if (near_line && json_number_value(near_line) < CLOSE && strcmp(sentences_text(row, "filter"), "decision") != 0)
		say(x, "verdict", "It was close: %s is only %.2g from a threshold.",
		    close_number(x, row, json_number_value(near_line)), json_number_value(near_line));
	say_numbers(x, row);
}

static status say_nearest(explaining *x, const json_t *row)
{
	uint64_t id = (uint64_t)number_of(row, "nearest");
	const char *called;
	store_head head;
	status err = id ? found_now(x->from->store, id, x->memory, &head) : OK;

	if (err || !id)
		return err;
	called = !head.kind || strcmp(head.kind, "past") == 0 ? NULL
		 : head.url                                   ? head.url
							      : terminal_name(head.name, x->memory);
	say(x, "verdict", "The page that it was compared with is #%" PRIu64 "%s%s.", head.id,
	    called ? " " : ", which is not in this store now", called ? called : "");
	return OK;
}

static status say_verdict(explaining *x, json_t *row, bool dropped)
{
	const char *spec = store_filter(x->from->store);
	sentence_facts facts = {.row = row, .spec = spec ? spec : "", .dropped = dropped, .memory = x->memory};
	long long original = number_of(row, "of");
	const char *original_url = arena_text(x->memory, sentences_text(row, "of_url"), strlen(sentences_text(row, "of_url")));
	bool moved = false;
	status err;

	if (!dropped && !json_object_get(row, "filter")) {
		say(x, "verdict", "It was kept; an early version of this program did not store why.");
		return OK;
	}
	err = say_nearest(x, row);
	if (!err)
		err = found_compared(x->from, row, &moved);
	json_object_del(json_object_get(row, "evidence"), STORE_COMPARED_WITH); /* it is said in a sentence */
	if (!err)
		err = sentences_of(&facts, say_sentence, x);
	say_conclusion(x, row, dropped);
	if (moved)
		say(x, "verdict", "By a decision #%lld became a drop of #%lld%s%s, and its drops with it.",
		    number_of(row, "of"), original, original_url ? " " : "", original_url ? original_url : "");
	say_remarks(x, row);
	return err;
}

/* Says why there are two, as far as the two URLs and texts tell. */
static void say_cause(explaining *x, const json_t *row)
{
	const char *cause = sentences_text(row, "cause");

	if (*cause)
		say(x, "cause", "%s: %s%s (inspect STORE causes).", cause, sentences_text(row, "means"),
		    strcmp(sentences_text(row, "cause_beside"), "copy") == 0 ? "; the other URL is that of another copy" : "");
}

static void say_others(explaining *x, const json_t *row)
{
	long long reprints = number_of(row, "reprints");

	if (reprints)
		say(x, "reprints", "%lld article%s dropped as %s of it: inspect STORE drops --where 'of = %lld'.", reprints,
		    reprints == 1 ? " is" : "s are", reprints == 1 ? "a duplicate" : "duplicates", number_of(row, "article"));
}

/* ── rows ── */

static status explain_row(void *ctx, const store_value *columns, size_t n)
{
	explaining *x = ctx;
	const char *kind = columns[0].text;
	json_t *row;
	status err = OK;

	if (strcmp(kind, "queued") == 0) /* "way" tells it */
		return OK;
	row = row_json(&(table_row){columns, n});
	if (!row)
		return ERR_MEMORY;
	json_object_set_new(row, "article", json_integer(columns[1].integer));
	if (columns[1].integer || !x->path)
		x->path = source_path(x->from, columns[1].integer, x->memory);
	x->found++;
	if (strcmp(kind, "way") == 0) {
		say_way(x, row);
	} else if (strcmp(kind, "page") == 0 || strcmp(kind, "drop") == 0) {
		say_fetch(x, row);
		say_article(x, row);
		err = say_canonical(x, row);
		if (!err)
			err = say_verdict(x, row, strcmp(kind, "drop") == 0);
		say_cause(x, row);
		say_others(x, row);
	} else if (strcmp(kind, "redirect") == 0) {
		say(x, "fetch", "It redirects to %s (status %lld).", sentences_text(row, "to_url"), number_of(row, "status"));
	} else if (strcmp(kind, "failure") == 0) {
		say(x, "fetch", "It could not be fetched: %s, after %lld tr%s, the last on %s.", sentences_text(row, "reason"),
		    number_of(row, "tries"), number_of(row, "tries") == 1 ? "y" : "ies", sentences_text(row, "at"));
	} else if (strcmp(kind, "skip") == 0) {
		say_skip(x, row);
	} else if (strcmp(kind, "past") == 0) {
		say(x, "before", "Until %s an article was here, #%lld: %s (inspect STORE show '#%lld').",
		    sentences_text(row, "at"), number_of(row, "was"), sentences_text(row, "why"), number_of(row, "was"));
	}
	json_decref(row);
	return err;
}

static status note_url(void *ctx, const store_value *columns, size_t n)
{
	explaining *x = ctx;

	for (size_t i = 0; i < n; i++)
		if (strcmp(columns[i].name, "url") == 0 && columns[i].text)
			x->url = arena_text(x->memory, columns[i].text, strlen(columns[i].text));
	return OK;
}

/* Explains an article by its id or name: first its URL, which tells how the crawl found it. */
static status explain_article(explaining *x, const found_meaning *m)
{
	status err = found_rows(x->from->store, m, note_url, x);

	if (!err && x->url)
		err = store_ask_text(x->from->store, ASK_WAY_BY_URL, x->url, explain_row, x);
	return err ? err : found_rows(x->from->store, m, explain_row, x);
}

static status explain_all(explaining *x, const char *what)
{
	const found_meaning *meanings;
	size_t len = 0;
	status err = found_meanings(x->from->store, what, x->memory, &meanings, &len);

	for (size_t i = 0; i < len && !err && !x->found; i++) {
		bool is_url = meanings[i].kind == FOUND_URL;

		err = is_url ? found_rows(x->from->store, &meanings[i], explain_row, x) : explain_article(x, &meanings[i]);
		if (is_url && x->found)
			x->url = meanings[i].text;
	}
	return err || x->found ? err : ERR_MISSING;
}

/* ── printing ── */

enum { INDENT = 12, WIDTH_MOST = 110 };

/* Prints the text in lines of at most `width` columns, broken at spaces. */
static void print_wrapped(const char *text, int width)
{
	size_t len = strlen(text);

	while (len > 0) {
		size_t fits = screen_bytes(text, len, width), line = fits;

		while (line > 0 && line < len && text[line] != ' ')
			line--;
		if (line == 0)
			line = fits ? fits : len;
		printf("%.*s\n", (int)line, text);
		while (line < len && text[line] == ' ')
			line++;
		text += line;
		len -= line;
		if (len > 0)
			printf("%*s", INDENT, "");
	}
}

static void print_for_people(const json_t *explanation, const screen *to)
{
	int width = to->columns && to->columns < WIDTH_MOST ? to->columns : WIDTH_MOST;
	const char *store = sentences_text(explanation, "store");
	char clean[SCREEN_TEXT];
	json_t *step;
	size_t i;

	printf("%s%s%s%s%s\n", screen_style(to, SCREEN_STRONG), store, *store ? ": " : "",
	       screen_fit(sentences_text(explanation, "url"), 0, clean), screen_style(to, SCREEN_PLAIN));
	json_array_foreach(json_object_get(explanation, "steps"), i, step)
	{
		printf("  %-*s", INDENT - 2, sentences_text(step, "about"));
		terminal_clean(sentences_text(step, "text"), clean, sizeof clean);
		print_wrapped(clean, width - INDENT > 20 ? width - INDENT : 20);
	}
}

status explain_read(const source *from, const char *what, json_t *out)
{
	explaining x = {.from = from, .memory = arena_new(), .steps = json_array()};
	status err = x.memory && x.steps ? explain_all(&x, what) : ERR_MEMORY;

	json_object_update_new(out, json_pack("{s:s, s:o*, s:o}", "url", x.url ? x.url : what, "store",
					      terminal_path_json(x.path), "steps", x.steps));
	arena_free(x.memory);
	return err;
}

status explain(const source *from, const char *what, bool json, const screen *to)
{
	json_t *explanation = json_object();
	status err = explain_read(from, what, explanation);

	if (!err && json)
		return terminal_put_row(explanation);
	if (!err)
		print_for_people(explanation, to);
	json_decref(explanation);
	return err;
}
