/* config_file — options in a file, one per line: "delay = 2" or "quiet"; # begins a comment. */
#ifndef CRAWLER_COMMANDS_CONFIG_FILE_H
#define CRAWLER_COMMANDS_CONFIG_FILE_H

#include "base/status.h"

enum { CONFIG_BYTES_MOST = 1 << 20 };

/* Calls each with the name and value of every line, without the blanks around them; value NULL: there is no "=". where is the file
 * and the line, for messages: "crawl.conf:3". *text holds the names and values; free it after their last use, also after an error.
 * ERR_IO: the file cannot be read; ERR_LIMIT: it is too long; ERR_FORMAT: a line has another form; why names the file. ERR_MEMORY,
 * and errors of each. */
status config_file_read(const char *file,
			status (*each)(void *ctx, const char *where, const char *name, const char *value, complaint *why),
			void *ctx, char **text, complaint *why);

#endif
