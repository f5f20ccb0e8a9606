/* verdict_fault — checks a verdict against the contract: the host trusts no filter. */
#ifndef PLUGIN_VERDICT_FAULT_H
#define PLUGIN_VERDICT_FAULT_H

#include <stdbool.h>

#include "base/status.h"
#include "plugin/index/pages.h"

/* OK, or ERR_FILTER: why says what is wrong, as text to follow "filter NAME: ": "its verdict names page 9, which is not
 * stored". known: the stored pages; NULL: unknown, so the verdict may name any page. */
status verdict_fault(const firstprint_verdict *v, const page_table *known, complaint *why);

/* Is it valid UTF-8 of 1 to FIRSTPRINT_NAME_MAX bytes that ends in a NUL? */
bool verdict_name_is_sound(const char *text);

#endif
