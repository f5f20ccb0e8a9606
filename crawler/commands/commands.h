/* commands — the functions behind `firstprint COMMAND`: what they return is in arguments.h. crawl_command is declared in
 * crawl/crawl.h. */
#ifndef CRAWLER_COMMANDS_COMMANDS_H
#define CRAWLER_COMMANDS_COMMANDS_H

#include "crawler/commands/arguments.h"

command_run filter_command, sign_command, keys_command, pairs_command, decide_pairs_command, purify_command, eval_command,
	inspect_command, export_command, report_command, serve_command, shared_command, index_command, undo_command,
	label_command, drop_command, judge_command, filters_command;
/* It reads the table of commands, which cannot name it. */
command_run completion_command;

/* Prints the versions of the program and of its libraries. */
void version_print(void);
/* Is it something that inspect shows, such as "diff"? */
bool inspect_shows(const char *name);

#endif
