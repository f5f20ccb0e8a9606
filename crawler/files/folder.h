/* folder — the files in a folder and its subfolders. */
#ifndef CRAWLER_FILES_FOLDER_H
#define CRAWLER_FILES_FOLDER_H

#include <stdbool.h>

#include "base/status.h"

bool folder_is(const char *path);

/* Calls each with the path of every file, in the byte order of their names, until it returns something other than OK, and returns
 * that. Paths begin with the path of the folder, unless that is "."; symbolic links, pipes and devices count as files, and
 * so do links to nothing, which cannot be opened, and to folders, which are not followed. ERR_IO: a folder cannot be read, and why names it; the other files were still passed. ERR_MEMORY. */
status folder_walk(const char *path, status (*each)(void *ctx, const char *file), void *ctx, complaint *why);

#endif
