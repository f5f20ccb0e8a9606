/* folder — the files in a folder and the folders in it. */
#ifndef CRAWLER_FILES_FOLDER_H
#define CRAWLER_FILES_FOLDER_H

#include <stdbool.h>

#include "base/status.h"

bool folder_is(const char *path);

/* Calls each with the path of every file, in the order of the bytes of their names, until it returns other than OK, which is
 * returned. Paths begin with that of the folder, but for "."; symbolic links are not followed. ERR_IO: a folder cannot be
 * read, and why names it; its other files were passed all the same. ERR_MEMORY. */
status folder_walk(const char *path, status (*each)(void *ctx, const char *file), void *ctx, complaint *why);

#endif
