/* lock — one process at a time writes to a store: it holds a lock on a file beside it, STORE-lock, which is gone when nobody writes.
 *
 * Not on the store itself. SQLite's locks belong to the process, and end as soon as any descriptor of the file is closed: whoever
 * opened and closed the store besides SQLite would take its locks from all other connections of the process. Only for store/. */
#ifndef STORE_LOCK_H
#define STORE_LOCK_H

#include "base/status.h"

typedef struct lock lock;

/* The store must exist. *out is yours until lock_release. ERR_BUSY: somebody has it; ERR_IO: errno says why; ERR_MEMORY. */
status lock_take(const char *store, lock **out);
void lock_release(lock *l); /* accepts NULL */

#endif
