/* new_file — a file that has another name until it is whole: NAME.XXXXXX.part in the same folder, where the X are random. Until
 * then NAME does not exist, or is the file that it was; a kill leaves at most the other one. What is not a regular file, such as a
 * pipe or a device, is written to directly. */
#ifndef BASE_NEW_FILE_H
#define BASE_NEW_FILE_H

#include <sys/types.h>

#include "base/status.h"

typedef struct new_file new_file;

/* Opens it for reading, and for writing at its end. name: copied; if it is a link, the file that it leads to is meant. mode: 0: as
 * of the file that it replaces or, if there is none, as of any new file. ERR_IO: also if another process holds a lock (flock) on the
 * file, as one that writes to it does; why names the file; ERR_MEMORY. */
status new_file_open(const char *name, mode_t mode, new_file **out, complaint *why);
/* Refuses a name that is a link to a file that is not there: to write it would put the file in the link's place. ERR_IO: why names it. */
status new_file_check(const char *name, complaint *why);
/* Of the open file; it stays open until new_file_end or new_file_drop. */
int new_file_fd(const new_file *f);
/* Gives the file, which is whole, its name, and frees f. ERR_IO: it is not on the disk, and is removed; why names it. */
status new_file_end(new_file *f, complaint *why);
/* Removes the file, and frees f. Accepts NULL. */
void new_file_drop(new_file *f);

/* Makes a whole file of len bytes. */
status new_file_write(const char *name, mode_t mode, const void *bytes, size_t len, complaint *why);

#endif
