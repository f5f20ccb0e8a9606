/* options — the table of all options. It drives parsing, --help, the shells' completion, --config and the man page. */
#ifndef CRAWLER_COMMANDS_OPTIONS_H
#define CRAWLER_COMMANDS_OPTIONS_H

#include "crawler/commands/arguments.h"

enum option_kind { TEXT, TEXTS, WHOLE, REAL, SIZE, TIME, FLAG, CHOICE };

typedef struct option_row {
	char group; /* commands take groups: s store, f filter, j jobs, r order, k keep, U unread lines, i input, S a part for a sort, e eval, o output format, q
	                           * progress, u fetching, c crawl, C canonical URLs, x forms of pages, l lists, y choice of rows, a apply, d decisions, m of, M shared, K key of a new store, n decision, w
	                           * output, W output of a report, V serving, b labels, h help, which every command takes */
	char letter;              /* 0: none */
	const char *name, *value; /* value: its placeholder in --help; NULL: it takes no value */
	enum option_kind kind;
	size_t offset;                  /* of its field in settings */
	double default_value, min, max; /* default_value < min: none was given */
	const char *words;              /* CHOICE: "host|domain"; the values 0, 1, … */
	/* TEXT: ERR_USAGE: why says what the value must be; NULL: it may be any text */
	status (*check)(const char *name, const char *value, complaint *why);
	const char *help;
} option_row;

extern const option_row options[]; /* the name of the last is NULL */

/* Does the command take this option? */
bool option_is_of(const option_row *r, const command *c);
/* Writes its choices and default in parentheses: " (default 2)"; "" if it has none. Returns out. */
enum { OPTION_RANGE = 96 };
const char *option_range(const option_row *r, char out[OPTION_RANGE]);

#endif
