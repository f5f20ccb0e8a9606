/* reason — reads a verdict from a row. Only for store/. */
#ifndef STORE_REASON_H
#define STORE_REASON_H

#include "store/statement.h"

#define REASON_COLUMNS "verdict, of, score, filter, stage, proposed_by, word, evidence, shares, notable"

/* Reads REASON_COLUMNS of the row, of which `column` is the first. The texts are in a. ERR_MEMORY. */
status reason_read(sqlite3_stmt *s, int column, arena *a, store_reason *out);

#endif
