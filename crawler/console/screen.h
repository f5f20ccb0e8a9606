/* screen — the terminal on standard output: its width, its colours, and a pager for long output. On a pipe or a file, lines are not
 * cut, and there are neither colours nor a pager. */
#ifndef CRAWLER_CONSOLE_SCREEN_H
#define CRAWLER_CONSOLE_SCREEN_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

typedef struct screen {
	int columns; /* 0: not a terminal */
	bool has_colours;
	pid_t pager; /* 0: none */
	int before;  /* with a pager: the original standard output */
} screen;

enum screen_style { SCREEN_PLAIN, SCREEN_STRONG, SCREEN_FAINT, SCREEN_REMOVED, SCREEN_ADDED };
enum { SCREEN_TEXT = 4000 }; /* bytes; room for one cleaned text */

/* Colours are off if the environment has NO_COLOR. */
screen screen_open(void);
/* Sends standard output to the program in $FIRSTPRINT_PAGER or $PAGER, or to less, which exits at once if all fits on one screen.
 * No effect if standard output is not a terminal, or the variable is empty or "cat". */
void screen_page(screen *x);
/* Waits until the person leaves the pager. */
void screen_close(screen *x);

/* Returns the sequence that switches a style on or, for SCREEN_PLAIN, off; "" without colours. */
const char *screen_style(const screen *x, enum screen_style style);

/* Cleans text like terminal_clean and cuts it to this many columns, with "…" at the end if it was cut; columns 0: not cut. Returns
 * out. text may be NULL. */
const char *screen_fit(const char *text, int columns, char out[SCREEN_TEXT]);
/* Returns the columns that len bytes of cleaned UTF-8 take: 2 for each Chinese or Japanese character, 0 for a combining mark. */
int screen_columns(const char *text, size_t len);
/* Returns how many bytes of it fit into this many columns. */
size_t screen_bytes(const char *text, size_t len, int columns);

#endif
