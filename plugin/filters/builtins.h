/* builtins — the filters compiled into the program. */
#ifndef PLUGIN_FILTERS_BUILTINS_H
#define PLUGIN_FILTERS_BUILTINS_H

#include "plugin/firstprint.h"

/* Ended by NULL; the default first. */
extern const firstprint_filter *const filter_builtins[];

#endif
