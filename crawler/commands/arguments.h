/* arguments — one table of options drives parsing, range checks and --help of every command. */
#ifndef CRAWLER_COMMANDS_ARGUMENTS_H
#define CRAWLER_COMMANDS_ARGUMENTS_H

#include "base/status.h"
#include "crawler/console/settings.h"

typedef struct command {
	const char *name;
	const char *operands; /* "SEED...", for --help */
	const char *summary;  /* one line */
	const char *story;    /* a paragraph for its --help; may be NULL */
	const char *options;  /* letters of the groups it takes; see arguments.c */
	int (*run)(const settings *s); /* returns the exit code */
} command;

/* argv[0] is the command's name. Presets first, then what argv says. ERR_USAGE: names the option and its range. */
status arguments_parse(const command *c, int argc, char **argv, settings *out, complaint *why);

/* Prints the command's --help. */
void arguments_help(const command *c);

#endif
