/* near — the table-valued function near(id, most): the articles most similar to one, as `firstprint inspect STORE near` finds
 * them. */
#ifndef LIBRARY_SQLITE_NEAR_H
#define LIBRARY_SQLITE_NEAR_H

#include "library/sqlite/texts.h"

/* Registers it. Adds one user to t. */
int near_register(texts *t);

#endif
