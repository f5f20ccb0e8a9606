/* write_all — writes all of some bytes to a file, pipe or terminal, in as many calls as it takes. */
#ifndef BASE_WRITE_ALL_H
#define BASE_WRITE_ALL_H

#include <stdbool.h>
#include <stddef.h>

/* Waits for a slow reader. false: they cannot be written, and some of them may have been; errno has the cause. */
bool write_all(int fd, const char *bytes, size_t len);

#endif
