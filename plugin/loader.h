/* loader — from a filter's name to its table of functions: a built-in, or a shared object that is checked before use. */
#ifndef PLUGIN_LOADER_H
#define PLUGIN_LOADER_H

#include "base/status.h"
#include "plugin/firstprint.h"

typedef struct loaded {
	const firstprint_filter *api; /* never NULL after OK */
	void *handle;                 /* of dlopen; NULL for a built-in */
} loaded;

/* Finds what name stands for: a built-in, a path (with a '/'), or NAME.so in the folder of installed filters.
 * ERR_USAGE names the path and the cause: not there, no firstprint_plugin in it, another ABI, a missing function. */
status loader_load(const char *name, loaded *out, complaint *why);
void loader_unload(loaded *l);

#endif
