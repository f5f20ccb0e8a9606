/* input — reads a file by lines or by numbers of bytes. gzip, zstd and xz are decompressed (decoder.h). If a file is cut short or
 * damaged, everything before the damage is still delivered; zlib's own gzread loses what it decompressed in the same
 * call. */
#ifndef CRAWLER_FILES_INPUT_H
#define CRAWLER_FILES_INPUT_H

#include <stdint.h>

#include "base/buffer.h"
#include "base/status.h"

typedef struct input input;

/* What happens while a read waits for data. Zeros but for stop_fd: nothing. */
typedef struct input_wait {
	int stop_fd; /* as soon as it is readable, the input ends; −1: none */
	/* Called before it waits, so that whoever waits for answers gets them first. What it returns other than OK ends the input,
	 * which returns it. NULL: none. */
	status (*idle)(void *ctx);
	void *ctx;
	size_t memory;        /* bytes that decompression may take; 0: 256 MiB */
	uint64_t *bytes_read; /* grows by the bytes that are read from the file; NULL: nobody counts */
} input_wait;

/* The name for people: "standard input" for "-". */
const char *input_shown(const char *name);

/* name: a file, or "-" for standard input. ERR_IO: why names the file. ERR_MEMORY. */
status input_open(const char *name, const input_wait *wait, input **out, complaint *why);
void input_close(input *in); /* accepts NULL */

/* Do the next bytes begin with text? They stay unread. */
bool input_starts_with(input *in, const char *text);

/* Reads past text if the next bytes begin with it, else does nothing. */
void input_skip(input *in, const char *text);

/* The bytes that can be looked at without waiting, at least one; 0: there are no more. They are valid until the next call. */
size_t input_ready(input *in, const char **at);
/* The next bytes, which stay unread: at least len of them, unless there are fewer or len is above 64 KiB. It waits for them. They are
 * valid until the next call. */
size_t input_head(input *in, size_t len, const char **at);
/* Are only so many bytes there, or fewer, and more would have to be waited for? */
bool input_would_wait(input *in, size_t len);
/* Goes past so many of them. */
void input_take(input *in, size_t len);

/* Replaces the contents of out by the next line, without its '\n'. ERR_MISSING: there are no more lines; ERR_LIMIT: the
 * line is longer than most bytes, and has been read to its end; ERR_IO: the file cannot be read, why names it;
 * ERR_MEMORY. */
status input_line(input *in, size_t most, buffer *out, complaint *why);

/* Reads the next len bytes and replaces the contents of out by the first of them, at most `most`. ERR_MISSING: the file
 * ends before; ERR_IO: as for input_line; ERR_MEMORY. */
status input_bytes(input *in, uint64_t len, size_t most, buffer *out, complaint *why);

/* The next bytes are these, and then those that would have been. ERR_MEMORY: nothing has changed. */
status input_unread(input *in, const char *bytes, size_t len);

/* Replaces the contents of out by all bytes that are left. ERR_LIMIT: more than most; ERR_MISSING: stop_fd ended the input
 * before its end; ERR_IO: as for input_line; ERR_MEMORY. */
status input_rest(input *in, size_t most, buffer *out, complaint *why);

/* pass: from now on, what is damaged of a compressed file is passed over, if a sound part follows. Where bytes are missing, the function
 * that needs them returns ERR_FORMAT, once; why says how many, and what was wrong. What it had read of a line or record is lost.
 * Else, and at first, damage ends the input. */
void input_pass_damage(input *in, bool pass);

/* If there is damage within the next 64 KiB, goes past it and what comes before it; why says so. false: there is none. */
bool input_skip_damage(input *in, complaint *why);

/* What ended the input, when there is no more: OK, if it was the end of the file or stop_fd; ERR_IO, as for input_line. */
status input_error(input *in, complaint *why);
bool input_stopped(const input *in); /* by stop_fd, maybe in the middle of something */

#endif
