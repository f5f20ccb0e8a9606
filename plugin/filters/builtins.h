/* builtins — the filters compiled into the program. */
#ifndef PLUGIN_FILTERS_BUILTINS_H
#define PLUGIN_FILTERS_BUILTINS_H

#include "plugin/firstprint.h"

/* NULL ends it. The default filter comes first. */
extern const firstprint_filter *const filter_builtins[];

/* The one with this name, of len bytes; NULL: there is none. */
const firstprint_filter *filter_builtin(const char *name, size_t len);

#endif
