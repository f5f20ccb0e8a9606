#include "crawler/console/progress.h"

#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/clock.h"
#include "crawler/console/terminal.h"

enum { TERMINAL_MS = 200, FILE_MS = 5000, LINE_SIZE = 500 };

void progress_start(progress *p, bool quiet)
{
	*p = (progress){.quiet = quiet, .is_terminal = isatty(STDERR_FILENO) == 1, .started_ms = clock_ms()};
	p->next_ms = p->started_ms + (p->is_terminal ? TERMINAL_MS : FILE_MS);
}

void progress_clear(progress *p)
{
	if (p->line_open)
		fputs("\r\033[K", stderr);
	p->line_open = false;
}

/* What is in the way: hosts, the network, failures. */
static void describe_trouble(const progress_counts *c, char out[LINE_SIZE / 2])
{
	char number[32], reason[60] = "";
	int len = 0;

	*out = '\0';
	if (c->is_down)
		len = snprintf(out, LINE_SIZE / 2, "  the network is down");
	else if (c->resting)
		len = snprintf(out, LINE_SIZE / 2, "  %zu hosts not reached", c->resting);
	if (c->waiting && !c->is_down)
		len += snprintf(out + len, LINE_SIZE / 2 - (size_t)len, "  %zu hosts wait", c->waiting);
	terminal_clean(c->last_failure, reason, sizeof reason);
	if (c->failed)
		snprintf(out + len, LINE_SIZE / 2 - (size_t)len, "  %s failed, the last: %s",
			 terminal_number(c->failed, number), reason);
}

/* How many bytes of the line the terminal shows without beginning another one; at most a byte a column. */
static int room_of(const char *line)
{
	struct winsize size;
	size_t len = strlen(line);

	if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) || size.ws_col < 2 || len < size.ws_col)
		return (int)len;
	len = size.ws_col - 1u;
	while (len > 0 && ((unsigned char)line[len] & 0xc0) == 0x80)
		len--;
	return (int)len;
}

bool progress_is_due(const progress *p)
{
	return !p->quiet && clock_ms() >= p->next_ms;
}

static void show(progress *p, const char *line)
{
	p->next_ms = clock_ms() + (p->is_terminal ? TERMINAL_MS : FILE_MS);
	progress_clear(p);
	fprintf(stderr, "%.*s%s", p->is_terminal ? room_of(line) : (int)strlen(line), line, p->is_terminal ? "" : "\n");
	p->line_open = p->is_terminal;
	fflush(stderr);
}

/* 75 → "1:15", 3675 → "1:01:15". */
static const char *time_left(int64_t seconds, char out[32])
{
	int64_t hours = seconds / 3600;

	if (hours)
		snprintf(out, 32, "%lld:%02lld:%02lld", (long long)hours, (long long)(seconds / 60 % 60),
			 (long long)(seconds % 60));
	else
		snprintf(out, 32, "%lld:%02lld", (long long)(seconds / 60), (long long)(seconds % 60));
	return out;
}

void progress_part(progress *p, const char *what, int64_t done, int64_t of)
{
	double rate = (double)done / (0.001 + (double)(clock_ms() - p->started_ms) / 1000);
	char a[32], b[32], left[32], line[LINE_SIZE];
	int len = snprintf(line, sizeof line, "%s: %s", what, terminal_number(done, a));

	if (of)
		len += snprintf(line + len, sizeof line - (size_t)len, " of %s", terminal_number(of, b));
	len += snprintf(line + len, sizeof line - (size_t)len, ", %.0f/s", rate);
	if (of > done && rate > 0)
		snprintf(line + len, sizeof line - (size_t)len, ", %s left",
			 time_left((int64_t)((double)(of - done) / rate), left));
	show(p, line);
}

void progress_tick(progress *p, const progress_counts *c, bool now)
{
	int64_t took = clock_ms() - p->started_ms;
	char a[32], b[32], d[32], e[32], trouble[LINE_SIZE / 2], line[LINE_SIZE];

	if (p->quiet || (!now && !progress_is_due(p)))
		return;
	describe_trouble(c, trouble);
	snprintf(line, sizeof line, "%s fetched  %s unique  %s dropped  %s queued  %.0f pages/s%s",
		 terminal_number(c->pages + c->drops, a), terminal_number(c->pages, b), terminal_number(c->drops, d),
		 terminal_number(c->queued, e), took > 0 ? 1000.0 * (double)(c->pages + c->drops) / (double)took : 0.0,
		 trouble);
	show(p, line);
}
