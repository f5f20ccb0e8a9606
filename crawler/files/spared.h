/* spared — what the name of an output must not be, since the old content of that file is lost. */
#ifndef CRAWLER_FILES_SPARED_H
#define CRAWLER_FILES_SPARED_H

#include "base/status.h"

/* ERR_USAGE: the file is the store, or one of the files beside it, or another SQLite file; why says so, after "OPTION NAME: ". store may
 * be NULL. Neither file need exist. */
status spared_store(const char *option, const char *name, const char *store, complaint *why);
/* The same for an output that is open as fd. */
status spared_open_file(const char *option, const char *name, int fd, const char *store, complaint *why);
/* ERR_USAGE: the output is this other file, which is `what`: "an input". other may be NULL. */
status spared_other(const char *option, const char *name, const char *other, const char *what, complaint *why);

#endif
