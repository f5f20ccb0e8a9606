/* input — reads a file by lines or by numbers of bytes. gzip, zstd and xz are decompressed (decoder.h). If a file is cut short or
 * damaged, everything before the damage is still delivered; zlib's own gzread loses what it decompressed in the same
 * call. */
#ifndef CRAWLER_FILES_INPUT_H
#define CRAWLER_FILES_INPUT_H

#include <stdint.h>

#include "base/buffer.h"
#include "base/status.h"

typedef struct input input;

/* How many bytes may follow those that are kept of a line or value. A device or a pipe may give one that has no end. */
enum { INPUT_PASSED_MOST = 256 << 20 };

/* What to do while a read waits for data. With zeros and stop_fd −1: nothing. */
typedef struct input_wait {
	int stop_fd; /* as soon as it is readable, the input ends; −1: none */
	/* Called before the input waits, so that a client that waits for answers gets them first. If it does not return OK, that
	 * ends the input, which returns the same status. NULL: none. */
	status (*idle)(void *ctx);
	void *ctx;
	size_t memory;        /* bytes that decompression may take; 0: 256 MiB */
	uint64_t *bytes_read; /* grows by the bytes read from the file; NULL: not counted */
} input_wait;

/* Returns the name for people: "standard input" for "-". */
const char *input_shown(const char *name);

/* Opens name, a file, or "-" for standard input. ERR_IO: why names the file. ERR_MEMORY. */
status input_open(const char *name, const input_wait *wait, input **out, complaint *why);
void input_close(input *in); /* accepts NULL */

/* Do the next bytes begin with text? They stay unread. */
bool input_starts_with(input *in, const char *text);

/* Points *at to the bytes that are there, which stay unread, and returns their number. If there are less than len, waits for
 * more: it is at least len, unless the input ends or len is above 64 KiB. They are valid until the next call. */
size_t input_head(input *in, size_t len, const char **at);
/* Are at most len bytes there, so that reading more would wait? */
bool input_would_wait(input *in, size_t len);
/* Moves past len bytes. */
void input_take(input *in, size_t len);

/* Replaces the contents of out by the next line, without its '\n'. ERR_MISSING: there are no more lines; ERR_LIMIT: the
 * line is longer than most bytes, and has been read to its end; ERR_IO: the file cannot be read, or the line has no end after
 * INPUT_PASSED_MOST more bytes, why names it; ERR_MEMORY. */
status input_line(input *in, size_t most, buffer *out, complaint *why);

/* Opens the file, and calls each with every line and its number, from 1, until it returns an error, which is not ERR_MISSING, and
 * returns that. ERR_FORMAT: a line is longer than most bytes; ERR_IO, ERR_MEMORY: as for input_open and input_line; why names the
 * file. */
status input_lines(const char *name, size_t most, status (*each)(void *ctx, const buffer *line, unsigned long n), void *ctx,
		   complaint *why);

/* Ends the input because INPUT_PASSED_MOST bytes were passed; input_error says so. */
void input_give_up(input *in);

/* Reads the next len bytes and replaces the contents of out by the first of them, at most `most`. ERR_MISSING: the file ends
 * earlier; ERR_IO: as for input_line; ERR_MEMORY. */
status input_bytes(input *in, uint64_t len, size_t most, buffer *out, complaint *why);

/* Puts bytes back in front of the unread ones. ERR_MEMORY: nothing has changed. */
status input_unread(input *in, const char *bytes, size_t len);

/* Replaces the contents of out by all remaining bytes. ERR_LIMIT: more than most; ERR_MISSING: stop_fd ended the input before its
 * end; ERR_IO: as for input_line; ERR_MEMORY. */
status input_rest(input *in, size_t most, buffer *out, complaint *why);

/* pass: from now on, the input skips a damaged part of a compressed file if a sound part follows. The function that needs the
 * missing bytes returns ERR_FORMAT, once; why says how many are missing and what was wrong. What it had read of a line or record is
 * lost. Without pass, which is the default, damage ends the input. */
void input_pass_damage(input *in, bool pass);

/* Is what was read last to be trusted? Reads on to the end of its part of a compressed file, which has a checksum there, if that end is
 * within the next few bytes. If the part is damaged, skips the damage and returns what input_error does. */
status input_check(input *in, complaint *why);

/* If there is damage within the next 64 KiB, skips it and what precedes it; why describes it. false: there is none. */
bool input_skip_damage(input *in, complaint *why);

/* Returns what ended the input, when there is no more: OK, if it was the end of the file or stop_fd; ERR_IO, as for input_line. Messages
 * count the bytes of the file, not of what is packed in it. */
status input_error(input *in, complaint *why);
bool input_stopped(const input *in); /* by stop_fd, perhaps in the middle of a line or record */

#endif
