/* spec — parses a SPEC: NAME[@VERSION][:option=value,…], or several of these joined by '+'.
 *
 * NAME is a path if it contains a '/', and has no version then. A path may contain '+' and ':': of all prefixes that end
 * before a '+', before a ':' or at the end of the SPEC, it is the longest that is the path of an existing file. If there
 * is no such file, NAME ends before the first '+' or ':'. */
#ifndef PLUGIN_SPEC_H
#define PLUGIN_SPEC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

enum { SPEC_LINKS_MAX = 16 };

typedef struct spec_link {
	const char *name; /* or the path */
	bool is_path;
	int64_t version;     /* −1: any */
	const char *options; /* "bits=3,sentences=1"; NULL: none */
} spec_link;

/* Cuts text into pieces in place; the links point into it. ERR_USAGE: a name is missing, a version is not a number, or
 * there are more than SPEC_LINKS_MAX links. */
status spec_parse(char *text, spec_link links[SPEC_LINKS_MAX], size_t *len, complaint *why);

#endif
