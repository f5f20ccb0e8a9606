/* commands — the functions behind `firstprint COMMAND`: what they return is in arguments.h. crawl_command is declared in
 * crawl/crawl.h. */
#ifndef CRAWLER_COMMANDS_COMMANDS_H
#define CRAWLER_COMMANDS_COMMANDS_H

#include "crawler/console/settings.h"

int filter_command(const settings *s, complaint *why);
/* Prints the versions of the program and of its libraries. */
void version_print(void);

/* It reads the table of commands, which cannot name it. */
int completion_command(const settings *s, complaint *why);
int sign_command(const settings *s, complaint *why);
int keys_command(const settings *s, complaint *why);
int pairs_command(const settings *s, complaint *why);
int decide_pairs_command(const settings *s, complaint *why);
int purify_command(const settings *s, complaint *why);
int eval_command(const settings *s, complaint *why);
int inspect_command(const settings *s, complaint *why);
/* Is it something that inspect shows, such as "diff"? */
bool inspect_shows(const char *name);
int export_command(const settings *s, complaint *why);
int report_command(const settings *s, complaint *why);
int serve_command(const settings *s, complaint *why);
int shared_command(const settings *s, complaint *why);
int index_command(const settings *s, complaint *why);
int undo_command(const settings *s, complaint *why);
int label_command(const settings *s, complaint *why);
int drop_command(const settings *s, complaint *why);
int judge_command(const settings *s, complaint *why);
int filters_command(const settings *s, complaint *why);

#endif
