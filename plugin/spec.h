/* spec — a SPEC taken apart: NAME[@VERSION][:option=value,…], several joined by '+'.
 *
 * NAME is a built-in, NAME.so in the folder of installed filters, or a path with a '/' in it. A path may have '+' and ':'
 * in it: of the places where it could end, the last one counts before which there is a file. */
#ifndef PLUGIN_SPEC_H
#define PLUGIN_SPEC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

enum { SPEC_LINKS_MAX = 16 };

typedef struct spec_link {
	const char *name;    /* or path */
	bool is_path;
	int64_t version;     /* −1: none is asked for */
	const char *options; /* "bits=3,sentences=1"; NULL: none */
} spec_link;

/* Cuts text up in place; the links point into it. ERR_USAGE: a name is missing, a version is no number, or there are
 * more than SPEC_LINKS_MAX links. */
status spec_parse(char *text, spec_link links[SPEC_LINKS_MAX], size_t *len, complaint *why);

#endif
