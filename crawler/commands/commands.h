/* commands — the functions behind `firstprint COMMAND`. Each prints its own errors and returns the exit code.
 * crawl_command is declared in crawl/crawl.h. */
#ifndef CRAWLER_COMMANDS_COMMANDS_H
#define CRAWLER_COMMANDS_COMMANDS_H

#include "crawler/console/settings.h"

int filter_command(const settings *s);
/* Prints the versions of the program and of its libraries. */
void version_print(void);

int completion_command(const settings *s);
int sign_command(const settings *s);
int keys_command(const settings *s);
int pairs_command(const settings *s);
int decide_pairs_command(const settings *s);
int purify_command(const settings *s);
int eval_command(const settings *s);
int inspect_command(const settings *s);
/* Is it something that inspect shows, such as "diff"? */
bool inspect_shows(const char *name);
int export_command(const settings *s);
int report_command(const settings *s);
int serve_command(const settings *s);
int shared_command(const settings *s);
int index_command(const settings *s);
int undo_command(const settings *s);
int label_command(const settings *s);
int drop_command(const settings *s);
int judge_command(const settings *s);
int filters_command(const settings *s);

#endif
