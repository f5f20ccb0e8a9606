/* arguments — the command line. One table of options drives parsing, range checks and --help of every command. */
#ifndef CRAWLER_COMMANDS_ARGUMENTS_H
#define CRAWLER_COMMANDS_ARGUMENTS_H

#include "base/status.h"
#include "crawler/batch/page_stream.h"
#include "crawler/console/settings.h"

/* Returns the exit code, or an error, which is a status below 0; with an error, or a code but EXIT_DONE, why may have a sentence to
 * be printed. */
typedef int command_run(const settings *s, complaint *why);

typedef struct command {
	const char *name;
	const char *operands;   /* their names in --help: "SEED..." */
	const char *summary;    /* one line, without a full stop */
	const char *details;    /* a paragraph for its --help; NULL: none */
	const char *options;    /* letters of the option groups it takes; see options.h */
	command_run *run;       /* NULL: completion, which reads this table */
	size_t least, most;     /* operands; most 0: no limit */
	const char *few, *many; /* the message for too few operands, "needs a store", and for too many; many NULL: few */
} command;

/* All commands; the name of the last is NULL. */
extern const command commands[];
const command *command_find(const char *name); /* NULL: no such command */

/* Fills *out with the defaults, then with the options and operands in argv, whose first entry is the command's name.
 * --jobs 0 becomes the number of cores. Strings in *out point into argv, or are freed by arguments_free. ERR_USAGE: why names the
 * option and its range, or the line of --config; then there is nothing to free. */
status arguments_parse(const command *c, int argc, char **argv, settings *out, complaint *why);

/* Frees the memory of the settings, and with it their texts. */
void arguments_free(settings *s);

/* Prints the command's --help on standard output. */
void arguments_help(const command *c);

/* Returns how pages are to be read: jobs, memory, stop_fd and fields. */
page_stream arguments_stream(const settings *s, int stop_fd);

#endif
