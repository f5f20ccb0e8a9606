/* file — how SQLite opens the file of a store to read it. Only for store/. */
#ifndef STORE_FILE_H
#define STORE_FILE_H

#include "base/status.h"

/* Returns the URI by which SQLite reads the file. It tells SQLite whether it may remove its own files afterwards, and whether
 * nobody writes to the store. Open it with SQLITE_OPEN_READWRITE and SQLITE_OPEN_URI, and free it with sqlite3_free. NULL: out of
 * memory. */
char *file_uri(const char *path);

/* Explains in why why SQLite cannot read the file, and returns ERR_FORMAT. A partial copy of a store begins like a store, and its
 * header has the full length. */
status file_explain_unreadable(const char *path, complaint *why);

#endif
