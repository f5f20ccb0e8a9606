/* verdict_fault — checks a verdict against the contract: the host trusts no filter. */
#ifndef PLUGIN_VERDICT_FAULT_H
#define PLUGIN_VERDICT_FAULT_H

#include "base/status.h"
#include "plugin/remembered.h"

/* OK, or ERR_FILTER: why says what is wrong, as text to follow "filter NAME: ": "its verdict names page 9, which is not
 * remembered". known: the pages that the filter was told to remember; NULL: unknown, so the verdict may name any page. */
status verdict_fault(const firstprint_verdict *v, const remembered *known, complaint *why);

#endif
