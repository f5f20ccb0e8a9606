/* verdict — evidence and shares of a verdict as JSON, the same in the store and in the output of commands. */
#ifndef JUDGE_VERDICT_H
#define JUDGE_VERDICT_H

#include <stdbool.h>

#include "plugin/firstprint.h"
#include "store/store.h"

/* {"sentences":1,"hamming":2}; yours to free. NULL: out of memory. */
char *verdict_evidence_json(const firstprint_verdict *v);
/* [{"page":3,"share":0.4}]; yours to free. NULL: there are none, or out of memory. */
char *verdict_shares_json(const firstprint_verdict *v);

/* Sets *out to the kind with this name (see filter_kind_text). False: there is none, and *out stays as it is. */
bool verdict_kind(const char *verdict, enum firstprint_kind *out);
/* Converts the verdict to the store's form; free it with verdict_reason_free. filter: the name of the filter that decided, borrowed
 * like the texts of v. ERR_MEMORY. */
status verdict_reason(const firstprint_verdict *v, const char *filter, store_reason *out);
void verdict_reason_free(store_reason *why);

#endif
