/* verdict_fault — checks a verdict against the contract: the host trusts no filter. */
#ifndef PLUGIN_VERDICT_FAULT_H
#define PLUGIN_VERDICT_FAULT_H

#include "base/status.h"
#include "plugin/remembered.h"

/* OK, or ERR_FILTER: why says what is wrong, to be read after "filter NAME: ": "its verdict names page 9, which is not
 * remembered". known: the pages that the filter was told to remember; NULL: that is not
 * known, and any page may be named. */
status verdict_fault(const firstprint_verdict *v, const remembered *known, complaint *why);

#endif
