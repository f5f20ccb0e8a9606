/* split — the files of --keep, --drops and --unread: the kept pages, the dropped pages, and the lines that could not be read, all
 * unchanged. */
#ifndef CRAWLER_COMMANDS_SPLIT_H
#define CRAWLER_COMMANDS_SPLIT_H

#include <stdbool.h>

#include "crawler/console/settings.h"
#include "crawler/files/page_writer.h"

enum split_file { SPLIT_KEEP, SPLIT_DROPS, SPLIT_UNREAD, SPLIT_FILES };

typedef struct split {
	page_writer *to[SPLIT_FILES]; /* NULL: the option was not given */
	bool is_output;               /* one of them is standard output, so no verdicts are printed there */
	bool has_form;                /* a page was read, or a folder has JSON Lines */
	enum page_form form;          /* of the first page, or PAGE_LINE; --keep and --drops have no other */
} split;

/* Opens the files. Each keeps its old content until split_close. ERR_USAGE: two are the same file, or one is standard
 * output, an input, in an input folder, or a store; why says so. standard: what is printed there; borrowed until split_close. ERR_IO,
 * ERR_MEMORY. */
status split_open(const settings *s, output *standard, split *out, complaint *why);
/* May a page of this form be kept or dropped? JSON Lines in a folder decide, else the first page. NULL: yes; else why not. */
const char *split_refuses(split *s, enum page_form form);
status split_put(split *s, enum split_file to, enum page_form form, const char *raw, size_t len, complaint *why);
status split_flush(split *s, complaint *why);
/* Closes the files. whole: all pages were written, and become the files. ERR_IO: those of one cannot be written. */
status split_close(split *s, bool whole, complaint *why);

#endif
