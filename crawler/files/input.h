/* input — the bytes of a file, in lines and pieces. gzip is undone on the way, many members in a file too; of a file that
 * breaks off or is damaged, all that comes before comes. (zlib's own gzread loses what it has unpacked in the same call.) */
#ifndef CRAWLER_FILES_INPUT_H
#define CRAWLER_FILES_INPUT_H

#include <stdint.h>

#include "base/buffer.h"
#include "base/status.h"

typedef struct input input;

/* name: a file, or "-" for standard input. stop_fd: when it is readable the file has ended, also while nothing comes; −1:
 * none. ERR_IO names the file. */
status input_open(const char *name, int stop_fd, input **out, complaint *why);
void input_close(input *in); /* accepts NULL */

/* Do the bytes that come next begin with text? Takes none of them. */
bool input_starts_with(input *in, const char *text);

/* Takes text, if the bytes that come next begin with it. */
void input_pass(input *in, const char *text);

/* The next line, without its '\n', in place of what is in out. ERR_MISSING: there is no more; ERR_LIMIT: it is longer
 * than most, and has been read to its end; ERR_IO: the file cannot be read, why names it; ERR_MEMORY. */
status input_line(input *in, size_t most, buffer *out, complaint *why);

/* The next len bytes, but no more than `most` of them into out. ERR_MISSING: the file ends before; ERR_IO, ERR_MEMORY. */
status input_bytes(input *in, uint64_t len, size_t most, buffer *out, complaint *why);

#endif
