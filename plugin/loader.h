/* loader — finds a filter by its name and returns its table of functions: that of a built-in filter, or of a shared object,
 * which it checks before use. */
#ifndef PLUGIN_LOADER_H
#define PLUGIN_LOADER_H

#include "base/status.h"
#include "plugin/firstprint.h"

typedef struct loaded {
	firstprint_filter api; /* a copy of the filter's table; fields beyond its size are zeros */
	void *handle;          /* of dlopen; NULL for a built-in */
	char *path;            /* of the file, absolute; NULL for a built-in */
} loaded;

/* name is that of a built-in filter, a path that contains a '/', or stands for NAME.so in the folder of installed filters.
 * *out is yours until loader_unload. ERR_USAGE: why names the path and the cause (no such file, no firstprint_plugin in
 * it, another ABI, a table without a required function or with a bad name or option); ERR_MEMORY. */
status loader_load(const char *name, loaded *out, complaint *why);
void loader_unload(loaded *l); /* accepts zeros */

#endif
