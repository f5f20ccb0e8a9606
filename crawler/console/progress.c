#include "crawler/console/progress.h"

#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/clock.h"
#include "crawler/console/screen.h"
#include "crawler/console/terminal.h"

enum { TERMINAL_MS = 200, FILE_MS = 5000, LINE_SIZE = 500, CAUSES_SHOWN = 3 };

void progress_start(progress *p, bool quiet, bool json)
{
	*p = (progress){.quiet = quiet,
			.is_json = json,
			.is_terminal = !json && terminal_has_codes(STDERR_FILENO),
			.started_ms = clock_ms()};
	p->next_ms = p->started_ms + (p->is_terminal ? TERMINAL_MS : FILE_MS);
}

void progress_clear(progress *p)
{
	if (p->line_open)
		fputs("\r\033[K", stderr);
	p->line_open = false;
}

/* ── verdicts ── */

/* Returns the place of a cause; when all places are taken, the last one. */
static size_t place_of(progress *p, const char *name)
{
	size_t i = 0;

	while (i < p->causes_len && strncmp(p->causes[i].name, name, PROGRESS_NAME - 1) != 0)
		i++;
	if (i < p->causes_len)
		return i;
	if (p->causes_len == PROGRESS_CAUSES)
		return PROGRESS_CAUSES - 1;
	snprintf(p->causes[i].name, PROGRESS_NAME, "%s", i == PROGRESS_CAUSES - 1 ? "others" : name);
	p->causes_len++;
	return i;
}

void progress_verdict(progress *p, const char *dropped_by)
{
	if (!dropped_by) {
		p->kept++;
		return;
	}
	p->dropped++;
	p->causes[place_of(p, dropped_by)].count++;
}

/* ── the line ── */

/* A line under construction. */
typedef struct line {
	char text[LINE_SIZE];
	size_t len;
} line;

__attribute__((format(printf, 2, 3))) static void add(line *l, const char *format, ...)
{
	va_list args;
	int n;

	va_start(args, format);
	n = vsnprintf(l->text + l->len, LINE_SIZE - l->len, format, args);
	va_end(args);
	if (n > 0)
		l->len = l->len + (size_t)n < LINE_SIZE ? l->len + (size_t)n : LINE_SIZE - 1;
}

static void add_number(line *l, const char *before, int64_t n, const char *behind)
{
	char number[32];

	add(l, "%s%s%s", before, terminal_number(n, number), behind);
}

/* Adds the n most frequent causes: " (text 150, resemblance 40, others 10)". */
static void add_causes(line *l, const progress *p, int most)
{
	bool shown[PROGRESS_CAUSES] = {false};
	int64_t others = p->dropped;

	for (int n = 0; n < most; n++) {
		size_t best = PROGRESS_CAUSES;
		char name[PROGRESS_NAME + 4];

		for (size_t i = 0; i < p->causes_len; i++)
			if (!shown[i] && (best == PROGRESS_CAUSES || p->causes[i].count > p->causes[best].count))
				best = i;
		if (best == PROGRESS_CAUSES)
			break;
		shown[best] = true;
		others -= p->causes[best].count;
		terminal_clean(p->causes[best].name, name, sizeof name);
		add(l, "%s%s ", n ? ", " : " (", name);
		add_number(l, "", p->causes[best].count, "");
	}
	if (others)
		add_number(l, ", others ", others, "");
	add(l, "%s", p->causes_len ? ")" : "");
}

static void add_trouble(line *l, const progress_counts *c)
{
	char reason[60] = "";

	if (c->trouble)
		add(l, "  waits: %s", c->trouble);
	if (c->is_down)
		add(l, "  the network is down");
	else if (c->resting)
		add(l, c->resting == 1 ? "  %zu host not reached" : "  %zu hosts not reached", c->resting);
	if (c->waiting && !c->is_down)
		add(l, c->waiting == 1 ? "  %zu host waits" : "  %zu hosts wait", c->waiting);
	terminal_clean(c->last_failure, reason, sizeof reason);
	if (c->failed) {
		add_number(l, "  ", c->failed, " failed, the last: ");
		add(l, "%s", reason);
	}
}

/* Adds the time that is left, if it is known: 75 → "1:15 left", 3675 → "1:01:15 left". */
static void add_left(line *l, const char *before, int64_t seconds)
{
	if (seconds >= 3600)
		add(l, "%s%lld:%02lld:%02lld left", before, (long long)(seconds / 3600), (long long)(seconds / 60 % 60),
		    (long long)(seconds % 60));
	else if (seconds >= 0)
		add(l, "%s%lld:%02lld left", before, (long long)(seconds / 60), (long long)(seconds % 60));
}

/* Returns how many bytes of the line fit on one line of the terminal. */
static size_t room_of(const line *l)
{
	struct winsize size;

	if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) || size.ws_col < 2)
		return l->len;
	return screen_bytes(l->text, l->len, size.ws_col - 1);
}

static void show(progress *p, const line *l)
{
	progress_clear(p);
	fprintf(stderr, "%.*s%s", (int)(p->is_terminal ? room_of(l) : l->len), l->text, p->is_terminal ? "" : "\n");
	p->line_open = p->is_terminal;
	fflush(stderr);
}

static bool is_due(progress *p, bool now)
{
	int64_t time = clock_ms();

	if (p->quiet || (!now && time < p->next_ms))
		return false;
	p->next_ms = time + (p->is_terminal ? TERMINAL_MS : FILE_MS);
	return true;
}

/* ── JSON ── */

static json_t *causes_of(const progress *p)
{
	json_t *by = json_object();

	for (size_t i = 0; i < p->causes_len; i++)
		json_object_set_new(by, p->causes[i].name, json_integer(p->causes[i].count));
	return by;
}

/* Returns an event with the common fields; the caller adds its own and calls show_event. */
static json_t *event_of(const progress *p, const char *what, int64_t done, double rate)
{
	return json_pack("{s:s, s:s, s:I, s:I, s:I, s:o, s:f}", "event", "progress", "what", what, "done", (json_int_t)done,
			 "kept", (json_int_t)p->kept, "dropped", (json_int_t)p->dropped, "by", causes_of(p), "per_second",
			 rate);
}

/* Prints it, with the time that is left, if that is known, and frees it. */
static void show_event(json_t *event, int64_t left)
{
	char *text;

	if (left >= 0)
		json_object_set_new(event, "seconds_left", json_integer(left));
	text = json_dumps(event, JSON_COMPACT | JSON_REAL_PRECISION(4));
	if (text)
		fprintf(stderr, "%s\n", text);
	free(text);
	json_decref(event);
}

/* ── crawls ── */

/* Returns a lower bound of the seconds left; below 0: unknown. took: ms. URLs that fail leave the queue, too. */
static int64_t least_left(const progress_counts *c, int64_t took)
{
	double rate = took > 0 ? 1000.0 * (double)(c->done + c->failed) / (double)took : 0;

	return c->queued && rate > 0.1 && !c->is_down ? (int64_t)((double)c->queued / rate) : -1;
}

static void show_crawl_event(const progress *p, const progress_counts *c, double rate, int64_t left)
{
	json_t *event = event_of(p, "crawled", c->pages + c->drops, rate);

	json_object_set_new(event, "queued", json_integer(c->queued));
	json_object_set_new(event, "failed", json_integer(c->failed));
	json_object_set_new(event, "waiting", json_integer((json_int_t)c->waiting));
	json_object_set_new(event, "resting", json_integer((json_int_t)c->resting));
	json_object_set_new(event, "down", json_boolean(c->is_down));
	if (c->trouble)
		json_object_set_new(event, "waits", json_string(c->trouble));
	show_event(event, left);
}

void progress_tick(progress *p, const progress_counts *c, bool now)
{
	int64_t took = clock_ms() - p->started_ms;
	double rate = took > 0 ? 1000.0 * (double)c->done / (double)took : 0;
	line l = {.len = 0};

	if (!is_due(p, now))
		return;
	if (p->is_json) {
		show_crawl_event(p, c, rate, least_left(c, took));
		return;
	}
	add_number(&l, "", c->pages + c->drops, " fetched  ");
	add_number(&l, "", c->pages, " unique  ");
	add_number(&l, "", c->drops, " dropped");
	if (p->dropped >= c->drops) /* no run before has dropped others */
		add_causes(&l, p, CAUSES_SHOWN);
	add_number(&l, "  ", c->queued, " queued");
	add(&l, "  %.0f pages/s", rate);
	add_left(&l, "  at least ", least_left(c, took));
	add_trouble(&l, c);
	show(p, &l);
}

/* ── other work ── */

void progress_part(progress *p, const char *what, int64_t done, double share)
{
	double took, rate;
	int64_t left;
	line l = {.len = 0};

	if (!is_due(p, false))
		return;
	took = (double)(clock_ms() - p->started_ms) / 1000;
	rate = took > 0 ? (double)done / took : 0;
	share = share > 1 ? 1 : share;
	left = share > 0 ? (int64_t)(took * (1 - share) / share) : -1;
	if (p->is_json) {
		json_t *event = event_of(p, what, done, rate);

		if (share >= 0)
			json_object_set_new(event, "share", json_real(share));
		show_event(event, left);
		return;
	}
	add_number(&l, "", done, " ");
	add(&l, "%s", what);
	if (p->kept + p->dropped) {
		add_number(&l, "  ", p->kept, " kept");
		add_number(&l, "  ", p->dropped, " dropped");
		add_causes(&l, p, CAUSES_SHOWN);
	}
	add(&l, "  %.0f/s", rate);
	if (share >= 0)
		add(&l, "  %.0f %%", 100 * share);
	add_left(&l, "  ", left);
	show(p, &l);
}

/* ── the end ── */

void progress_end(progress *p, int64_t unread, int64_t left_out, int64_t saved)
{
	int64_t read = p->kept + p->dropped + unread;
	line l = {.len = 0};
	char bytes[32];

	if (p->is_json) {
		show_event(json_pack("{s:s, s:I, s:I, s:I, s:I, s:I, s:o, s:I}", "event", "end", "read", (json_int_t)read,
				     "kept", (json_int_t)p->kept, "dropped", (json_int_t)p->dropped, "unread",
				     (json_int_t)unread, "left_out", (json_int_t)left_out, "by", causes_of(p), "saved_bytes",
				     (json_int_t)saved),
			   -1);
		return;
	}
	if (p->quiet)
		return;
	add_number(&l, "", read, " read: ");
	add_number(&l, "", p->kept, " kept, ");
	add_number(&l, "", p->dropped, " dropped");
	add_causes(&l, p, PROGRESS_CAUSES);
	add_number(&l, ", ", unread, " unread");
	if (left_out)
		add_number(&l, "; ", left_out, " of an archive left out: redirects, errors, other media");
	if (saved)
		add(&l, "; %s of text dropped", terminal_bytes(saved, bytes));
	terminal_say("%s", l.text);
}
