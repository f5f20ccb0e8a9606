/* reason — reads a verdict from a row. Only for store/. */
#ifndef STORE_REASON_H
#define STORE_REASON_H

#include "store/statement.h"

#define REASON_COLUMNS "id, verdict, of, score, filter, stage, proposed_by, word, evidence, shares, notable"

/* Reads REASON_COLUMNS of the first row. The texts are in a. ERR_MISSING: there is none. */
status reason_read(sqlite3_stmt *s, arena *a, uint64_t *id, store_reason *out);

#endif
