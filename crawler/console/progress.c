#include "crawler/console/progress.h"

#include <stdio.h>
#include <unistd.h>

#include "base/clock.h"
#include "crawler/console/terminal.h"

enum { TERMINAL_MS = 200, FILE_MS = 5000 };

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

void progress_tick(progress *p, const progress_counts *c, bool now)
{
	int64_t time = clock_ms(), took = time - p->started_ms;
	char a[32], b[32], d[32], e[32], waits[64] = "";

	if (p->quiet || (!now && time < p->next_ms))
		return;
	p->next_ms = time + (p->is_terminal ? TERMINAL_MS : FILE_MS);
	progress_clear(p);
	if (c->is_down)
		snprintf(waits, sizeof waits, "  the network is down");
	else if (c->resting)
		snprintf(waits, sizeof waits, "  %zu hosts not reached", c->resting);
	fprintf(stderr, "%s fetched  %s unique  %s dropped  %s queued  %.0f pages/s%s%s",
		terminal_number(c->pages + c->drops, a), terminal_number(c->pages, b), terminal_number(c->drops, d),
		terminal_number(c->queued, e), took > 0 ? 1000.0 * (double)(c->pages + c->drops) / (double)took : 0.0, waits,
		p->is_terminal ? "" : "\n");
	p->line_open = p->is_terminal;
	fflush(stderr);
}
