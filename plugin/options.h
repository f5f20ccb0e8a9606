/* options — "name=value,name=value" into the fields of a filter's state, by the filter's own option table. */
#ifndef PLUGIN_OPTIONS_H
#define PLUGIN_OPTIONS_H

#include <stdbool.h>

#include "base/buffer.h"
#include "base/status.h"
#include "plugin/firstprint.h"

/* Writes every default into state, then what text sets. text may be NULL or "": defaults only.
 * ERR_USAGE, with the filter, the option and the range in why, for a name that is not in the table, a value that
 * does not parse, or one out of range. */
status options_parse(const firstprint_filter *filter, const char *text, void *state, complaint *why);

/* Appends "name=value,…" for every option of the table as it stands in state: parsing it again gives the same state.
 * ERR_MEMORY. */
status options_print(const firstprint_filter *filter, const void *state, buffer *out);

/* May a filter or an option be called so? 1 to FIRSTPRINT_NAME_MAX lower case letters, digits and '-'. */
bool options_name_is_sound(const char *name);
/* OK; ERR_USAGE with what is wrong with the filter's own table in why: "its option step lies outside of the state". */
status options_fault(const firstprint_filter *filter, complaint *why);

/* One value as options_print writes it. */
void options_value(const firstprint_option *option, double value, char out[64]);

#endif
