/* output — what a command prints on standard output, held until it may be seen. A verdict with a store may be seen once it is
 * stored: a kill must not undo what somebody has read. The C library's own buffer cannot promise that: it is written whenever it is
 * full, and glibc ignores the size that setvbuf asks for. */
#ifndef CRAWLER_FILES_OUTPUT_H
#define CRAWLER_FILES_OUTPUT_H

#include "base/buffer.h"
#include "base/status.h"

enum {
	OUTPUT_BLOCK = 4096,  /* bytes that are worth a write */
	OUTPUT_MOST = 1 << 20 /* bytes that may wait; beyond that, make them ready to be seen */
};

/* Starts as zeros. */
typedef struct output {
	buffer held;   /* append to it what is to be printed */
	bool is_shown; /* on a terminal, where each line is worth a write */
} output;

void output_open(output *o);
static inline bool output_is_due(const output *o)
{
	return o->held.len >= (o->is_shown ? 1 : OUTPUT_BLOCK);
}

/* Writes everything that is held to standard output, and waits for a slow reader. ERR_IO: it cannot be written; why says so, and
 * the rest is discarded. */
status output_write(output *o, complaint *why);

#define OUTPUT_FAILED "standard output: cannot be written"
/* Says so, with the reason that errno has. Returns ERR_IO. */
status output_failed(complaint *why);

#endif
