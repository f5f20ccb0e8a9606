#include "crawler/console/screen.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unicode/utf8.h>
#include <unistd.h>
#include <wchar.h>

#include "crawler/console/terminal.h"

enum { COLUMNS_UNKNOWN = 80, COLUMNS_LEAST = 20 };

screen screen_open(void)
{
	const char *no_colour = getenv("NO_COLOR");
	struct winsize size;
	screen x = {.before = -1};

	if (!terminal_has_codes(STDOUT_FILENO))
		return x;
	x.columns = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col ? size.ws_col : COLUMNS_UNKNOWN;
	if (x.columns < COLUMNS_LEAST)
		x.columns = COLUMNS_LEAST;
	x.has_colours = !no_colour || !*no_colour;
	return x;
}

const char *screen_style(const screen *x, enum screen_style style)
{
	static const char *const codes[] = {"\033[0m", "\033[1m", "\033[2m", "\033[31m", "\033[32m"};

	return x->has_colours ? codes[style] : "";
}

/* ── the pager ── */

static const char *pager_command(void)
{
	const char *own = getenv("FIRSTPRINT_PAGER"), *any = getenv("PAGER");
	const char *command = own ? own : any ? any : "less";

	return *command && strcmp(command, "cat") != 0 ? command : NULL;
}

static _Noreturn void become_pager(const char *command, const int ends[2])
{
	dup2(ends[0], STDIN_FILENO);
	close(ends[0]);
	close(ends[1]);
	setenv("LESS", "FRX", 0); /* F: exit at once if all fits, R: show colours, X: leave the text on the screen */
	execl("/bin/sh", "sh", "-c", command, (char *)NULL);
	_exit(127);
}

void screen_page(screen *x)
{
	const char *command = x->columns ? pager_command() : NULL;
	int ends[2];

	if (!command || pipe(ends) != 0)
		return;
	fflush(stdout);
	x->pager = fork();
	if (x->pager == 0)
		become_pager(command, ends);
	if (x->pager > 0) {
		x->before = dup(STDOUT_FILENO);
		dup2(ends[1], STDOUT_FILENO);
	} else {
		x->pager = 0;
	}
	close(ends[0]);
	close(ends[1]);
}

void screen_close(screen *x)
{
	if (!x->pager)
		return;
	fflush(stdout);
	dup2(x->before, STDOUT_FILENO); /* closes the pipe, so the pager sees the end */
	close(x->before);
	waitpid(x->pager, NULL, 0);
	x->pager = 0;
}

/* ── columns ── */

static int columns_of(UChar32 c)
{
	int columns = c < 0 ? 1 : wcwidth((wchar_t)c);

	return columns < 0 ? 1 : columns;
}

/* Returns how many bytes fit into *columns, of which it leaves those that they do not take. */
static size_t fill(const char *text, size_t len, int *columns)
{
	size_t i = 0;

	while (i < len) {
		int32_t n = 0, left = len - i < 4 ? (int32_t)(len - i) : 4;
		UChar32 c;
		int takes;

		U8_NEXT((const uint8_t *)text + i, n, left, c);
		takes = columns_of(c);
		if (takes > *columns)
			break;
		*columns -= takes;
		i += (size_t)n;
	}
	return i;
}

int screen_columns(const char *text, size_t len)
{
	int left = INT_MAX;

	fill(text, len, &left);
	return INT_MAX - left;
}

size_t screen_bytes(const char *text, size_t len, int columns)
{
	return fill(text, len, &columns);
}

const char *screen_fit(const char *text, int columns, char out[SCREEN_TEXT])
{
	static const char more[] = "…";
	size_t len, fits;

	terminal_clean(text, out, SCREEN_TEXT);
	len = strlen(out);
	if (columns <= 0 || screen_columns(out, len) <= columns)
		return out;
	fits = screen_bytes(out, len, columns - 1);
	while (fits + sizeof more > SCREEN_TEXT || ((unsigned char)out[fits] & 0xc0) == 0x80)
		fits--;
	memcpy(out + fits, more, sizeof more);
	return out;
}
