/* spared — what the name of an output must not be, since the old content of that file is lost. */
#ifndef CRAWLER_FILES_SPARED_H
#define CRAWLER_FILES_SPARED_H

#include <stdbool.h>

#include "base/status.h"

/* Is it a regular file? Pipes and terminals may be input and output at once. "-": standard output. */
bool spared_is_regular(const char *name);
/* ERR_USAGE: the file is the store, or one of the files beside it, or another SQLite file; why says so, after "OPTION NAME: ". name
 * "-": standard output; option NULL: "standard output: ". store may be NULL. Neither file need exist. */
status spared_store(const char *option, const char *name, const char *store, complaint *why);
/* ERR_USAGE: the output is this other file, which is `what`: "an input". other "-": standard input; NULL: none. */
status spared_other(const char *option, const char *name, const char *other, const char *what, complaint *why);

#endif
