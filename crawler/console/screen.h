/* screen — what a person reads standard output on: its width, its colours, and a pager for what is longer. If it is no terminal
 * but a pipe or a file, lines are as long as they are, and there are neither colours nor a pager. */
#ifndef CRAWLER_CONSOLE_SCREEN_H
#define CRAWLER_CONSOLE_SCREEN_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

typedef struct screen {
	int columns; /* 0: it is no terminal */
	bool has_colours;
	pid_t pager; /* 0: none */
	int before;  /* with a pager: standard output as it was */
} screen;

enum screen_style { SCREEN_PLAIN, SCREEN_STRONG, SCREEN_FAINT, SCREEN_REMOVED, SCREEN_ADDED };
enum { SCREEN_TEXT = 4000 }; /* bytes; room for one cleaned text */

/* Colours are off if the environment has NO_COLOR. */
screen screen_open(void);
/* Standard output goes to the program in $FIRSTPRINT_PAGER or $PAGER, or to less, which ends at once if all fits on one screen. No
 * effect if it is no terminal, or the variable is empty or "cat". */
void screen_page(screen *x);
/* Waits until the person leaves the pager. */
void screen_close(screen *x);

/* What switches a style on and, for SCREEN_PLAIN, off; "" without colours. */
const char *screen_style(const screen *x, enum screen_style style);

/* text, cleaned as by terminal_clean, in at most so many columns, which ends in "…" if it was cut; columns 0: not cut. Returns
 * out. text may be NULL. */
const char *screen_fit(const char *text, int columns, char out[SCREEN_TEXT]);
/* The columns that cleaned UTF-8 of len bytes takes: 2 for each Chinese or Japanese character, 0 for a combining mark. */
int screen_columns(const char *text, size_t len);
/* How many bytes of it fit into so many columns. */
size_t screen_bytes(const char *text, size_t len, int columns);

#endif
