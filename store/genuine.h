/* genuine — is the schema of an open store ours? A store may come from a stranger. Its triggers and views would run with our
 * statements, so that they, and our tables and indexes, must be those of schema.sql, counts.sql and views.sql, but for comments and
 * white space. Other tables may stay, and so may indexes on columns, if they are not unique and have no condition. Only for store/. */
#ifndef STORE_GENUINE_H
#define STORE_GENUINE_H

#include <sqlite3.h>

#include "base/status.h"

/* Makes a connection safe for a file from a stranger: functions with effects do not run in its schema, its schema cannot be changed
 * by hand, and pages are checked before they are used. */
status genuine_defend(sqlite3 *db);

/* texts: SQL that makes the schema, NULL-terminated; the statements of the last one may be missing. ERR_FORMAT: why names what is
 * not ours, or is missing, without the store's name. ERR_MEMORY, ERR_IO. */
status genuine_check(sqlite3 *db, const char *const *texts, complaint *why);

#endif
