/* file — the file of a store, as SQLite is to open it to read. Only for store/. */
#ifndef STORE_FILE_H
#define STORE_FILE_H

#include "base/status.h"

/* The URI for SQLite to read the file by: it says whether SQLite may tidy up behind itself, and whether nobody writes to the file. To be
 * opened with SQLITE_OPEN_READWRITE and SQLITE_OPEN_URI, and freed with sqlite3_free. NULL: out of memory. */
char *file_uri(const char *path);

/* ERR_FORMAT; why says why SQLite cannot read the file: a store that was copied halfway begins like one, and knows how long it was. */
status file_explain_unreadable(const char *path, complaint *why);

#endif
