/* near — the table-valued function near(id, most): the articles that are most like one, as `firstprint inspect STORE near` finds them. */
#ifndef LIBRARY_SQLITE_NEAR_H
#define LIBRARY_SQLITE_NEAR_H

#include "library/sqlite/texts.h"

/* t gets one user more. */
int near_register(texts *t);

#endif
