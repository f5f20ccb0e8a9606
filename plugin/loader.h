/* loader — from a filter's name to its table of functions: a built-in, or a shared object that is checked before use. */
#ifndef PLUGIN_LOADER_H
#define PLUGIN_LOADER_H

#include <stdbool.h>

#include "base/status.h"
#include "plugin/firstprint.h"

typedef struct loaded {
	firstprint_filter api; /* as this program knows tables: what the filter's own does not have is zeros */
	void *handle;          /* of dlopen; NULL for a built-in */
	char *path;            /* of the file, absolute; NULL for a built-in */
} loaded;

/* Finds what name stands for: a built-in, a path (with a '/'), or NAME.so in the folder of installed filters.
 * ERR_USAGE names the path and the cause: not there, no firstprint_plugin in it, a later ABI, a table that lacks a
 * function or has a bad name or option. ERR_MEMORY. *out is yours until loader_unload. */
status loader_load(const char *name, loaded *out, complaint *why);
void loader_unload(loaded *l); /* accepts zeros */

/* Is it compiled into the program? */
bool loader_is_builtin(const char *name);

#endif
