/* options — writes "name=value,name=value" into the fields of a filter's state, by the filter's table of options. */
#ifndef PLUGIN_OPTIONS_H
#define PLUGIN_OPTIONS_H

#include <stdbool.h>

#include "base/buffer.h"
#include "base/status.h"
#include "plugin/firstprint.h"

/* Writes all defaults into state, then the values in text. text may be NULL or "": defaults only. ERR_USAGE: a name is
 * not in the table, or a value cannot be parsed or is out of range; why names the filter, the option and the range. */
status options_parse(const firstprint_filter *filter, const char *text, void *state, complaint *why);

/* Appends "name=value,…" for all options of the table, with the values in state. Parsing this text gives the same state
 * again. ERR_MEMORY. */
status options_print(const firstprint_filter *filter, const void *state, buffer *out);

/* Is it a valid name for a filter or an option: 1 to FIRSTPRINT_NAME_MAX lower-case letters, digits and '-'? */
bool options_name_is_sound(const char *name);
/* Checks the filter's table of options. OK, or ERR_USAGE: why says what is wrong, without the filter's name: "its option
 * step has an unknown kind". */
status options_fault(const firstprint_filter *filter, complaint *why);

enum { OPTIONS_VALUE_SIZE = 64 };

/* Writes the option's default as options_print does. */
void options_default(const firstprint_option *option, char out[OPTIONS_VALUE_SIZE]);

#endif
