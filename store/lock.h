/* lock — lets one process at a time write to a store. It holds a lock on a file beside the store, STORE-lock, and removes the file
 * at the end.
 *
 * The lock is not on the store itself: SQLite's locks belong to the process, and end as soon as it closes any descriptor of the
 * file. Code that opened and closed the store beside SQLite would release the locks of all other connections of the process. Only
 * for store/. */
#ifndef STORE_LOCK_H
#define STORE_LOCK_H

#include <stddef.h>

#include "base/status.h"

typedef struct lock lock;

/* The store must exist. *out is yours until lock_release. ERR_BUSY: another holder has it; ERR_IO: errno says why; ERR_MEMORY. */
status lock_take(const char *store, lock **out);
void lock_release(lock *l); /* accepts NULL */

/* A text in the lock file, which stays there if the holder is killed, for the next one. Writing it costs a system call. It
 * reports no error, since the text is only a hint. lock_read returns how many bytes it has read, at most room. */
void lock_write(const lock *l, const char *text, size_t len);
size_t lock_read(const lock *l, char *text, size_t room);
/* lock_release will leave the file there, as if the holder had been killed. */
void lock_keep(lock *l);

#endif
