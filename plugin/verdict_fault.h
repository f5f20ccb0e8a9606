/* verdict_fault — what is wrong with a verdict: the host believes none before it has looked. */
#ifndef PLUGIN_VERDICT_FAULT_H
#define PLUGIN_VERDICT_FAULT_H

#include "base/status.h"
#include "plugin/remembered.h"

/* OK; ERR_FILTER with half a sentence in why, to stand behind "filter NAME: ": "its verdict names page 9, which is not
 * remembered". known: the pages the filter was told to remember. */
status verdict_fault(const firstprint_verdict *v, const remembered *known, complaint *why);

#endif
