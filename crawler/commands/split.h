/* split — the files of --keep, --drops and --unread: the input's pages as they came, those that are kept, those that are dropped, and
 * what could not be read. */
#ifndef CRAWLER_COMMANDS_SPLIT_H
#define CRAWLER_COMMANDS_SPLIT_H

#include <stdbool.h>

#include "crawler/console/settings.h"
#include "crawler/files/page_writer.h"

enum split_file { SPLIT_KEEP, SPLIT_DROPS, SPLIT_UNREAD, SPLIT_FILES };

typedef struct split {
	page_writer *to[SPLIT_FILES]; /* NULL: not asked for */
	bool is_output;               /* one of them is standard output, where no verdicts can be printed then */
} split;

/* What the files have stays until the first page is written. ERR_USAGE: one is the other, standard output, an input or in one, or a
 * store; why says so. ERR_IO, ERR_MEMORY. */
status split_open(const settings *s, split *out, complaint *why);
status split_put(split *s, enum split_file to, enum page_form form, const char *raw, size_t len, complaint *why);
status split_flush(split *s, complaint *why);
/* Closes them. ended: all pages were read; one without a page becomes empty then. ERR_IO: one is not whole. */
status split_close(split *s, bool ended, complaint *why);

/* May a file of this name be written, or is it the store, one of the files beside it, or some SQLite file? It need not be there yet.
 * ERR_USAGE: it may not; why names the option. */
status split_spares_store(const char *option, const char *name, const char *store, complaint *why);

/* Is the file that is open as fd, under this name, no file of a store, and no SQLite file? ERR_USAGE: it is one; why names the
 * option. */
status split_spares_stores(const char *option, const char *name, int fd, const char *store, complaint *why);

#endif
