#include "crawler/files/input.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

enum { RAW = 64 * 1024, IDLE_MS = 2 };

struct input {
	int fd;
	input_wait wait;
	status idle_err; /* what idle returned */
	char *name;
	bool stopped;           /* by stop_fd: an unfinished line is not delivered */
	bool is_gzip, is_known; /* is_known: the first bytes have been examined */
	bool ended;             /* no more bytes will be read: end of file, stop or error */
	z_stream z;
	bool in_member; /* of a gzip file: between the start and the end of a member */
	unsigned char raw[RAW];
	size_t raw_at, raw_len; /* bytes of the file not yet decoded: from raw_at to raw_len */
	char block[RAW];
	size_t at, len;  /* decoded bytes not yet delivered: from at to len */
	uint64_t read;   /* bytes before the block */
	char error[200]; /* the error that ended the input; "": none */
};

status input_open(const char *name, const input_wait *wait, input **out, complaint *why)
{
	input *in = calloc(1, sizeof *in);
	bool is_stdin = strcmp(name, "-") == 0;

	if (!in)
		return complain(why, ERR_MEMORY, "%s: %s", name, status_text(ERR_MEMORY));
	in->name = strdup(is_stdin ? "standard input" : name);
	in->wait = *wait;
	in->fd = is_stdin ? dup(STDIN_FILENO)
			  : open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* a FIFO may have no writer yet */
	if (in->fd >= 0 && in->name) {
		*out = in;
		return OK;
	}
	complain(why, ERR_IO, "%s: cannot be read: %s", name, in->name ? strerror(errno) : "out of memory");
	input_close(in);
	return ERR_IO;
}

void input_close(input *in)
{
	if (!in)
		return;
	if (in->fd >= 0)
		close(in->fd);
	if (in->is_gzip)
		inflateEnd(&in->z);
	free(in->name);
	free(in);
}

static void end_with(input *in, const char *error)
{
	in->ended = true;
	snprintf(in->error, sizeof in->error, "%s", error);
}

/* How many of the two can be read after ms at most; −1: for ever. */
static int poll_both(struct pollfd fds[2], int ms)
{
	int n;

	while ((n = poll(fds, 2, ms)) < 0 && errno == EINTR)
		;
	return n;
}

/* Waits until there is something to read. false: stop_fd is readable, or idle failed; the input ends. */
static bool wait_for_bytes(input *in)
{
	struct pollfd fds[] = {{.fd = in->fd, .events = POLLIN}, {.fd = in->wait.stop_fd, .events = POLLIN}};

	if (in->wait.idle && poll_both(fds, IDLE_MS) == 0)
		in->idle_err = in->wait.idle(in->wait.ctx);
	if (!in->idle_err)
		poll_both(fds, -1);
	in->stopped = in->idle_err || (in->wait.stop_fd >= 0 && fds[1].revents);
	in->ended |= in->stopped;
	return !in->stopped;
}

/* Reads more of the file after the raw bytes that are left. false: nothing more can be read. */
static bool read_raw(input *in)
{
	ssize_t n = -1;

	memmove(in->raw, in->raw + in->raw_at, in->raw_len - in->raw_at);
	in->raw_len -= in->raw_at;
	in->raw_at = 0;
	while (n < 0 && wait_for_bytes(in)) {
		n = read(in->fd, in->raw + in->raw_len, RAW - in->raw_len);
		if (n < 0 && errno != EINTR && errno != EAGAIN)
			break;
	}
	if (in->stopped)
		return false;
	if (n < 0)
		end_with(in, strerror(errno));
	in->raw_len += n > 0 ? (size_t)n : 0;
	return n > 0;
}

/* Do the next raw bytes begin a gzip member? */
static bool starts_member(input *in)
{
	while (in->raw_len - in->raw_at < 2 && read_raw(in))
		;
	return in->raw_len - in->raw_at >= 2 && in->raw[in->raw_at] == 0x1f && in->raw[in->raw_at + 1] == 0x8b;
}

/* Skips zeros after the last member, the padding of tapes. */
static void skip_zeros(input *in)
{
	do
		while (in->raw_at < in->raw_len && in->raw[in->raw_at] == 0)
			in->raw_at++;
	while (in->raw_at == in->raw_len && !in->ended && read_raw(in));
}

/* Called before the first byte, and after each member of a gzip file: finds out whether a member begins. */
static void begin_member(input *in)
{
	bool starts = starts_member(in);

	if (!in->is_known) {
		in->is_known = true;
		in->is_gzip = starts && inflateInit2(&in->z, 15 + 16) == Z_OK;
		in->in_member = in->is_gzip;
	} else if (starts) {
		in->in_member = inflateReset(&in->z) == Z_OK;
	} else {
		skip_zeros(in);
		if (in->raw_at < in->raw_len && !in->ended)
			end_with(in, "after the gzip data there are bytes that are not gzip");
		in->ended = true;
	}
}

/* Decompresses at most room bytes into to and returns how many, also if there is an error after them. */
static size_t inflate_more(input *in, char *to, size_t room)
{
	int code;

	in->z.next_out = (Bytef *)to;
	in->z.avail_out = (uInt)room;
	while (in->z.avail_out == room && in->in_member && !in->ended) {
		if (in->raw_at == in->raw_len && !read_raw(in)) {
			if (!in->ended)
				end_with(in, "unexpected end of file");
			break;
		}
		in->z.next_in = in->raw + in->raw_at;
		in->z.avail_in = (uInt)(in->raw_len - in->raw_at);
		code = inflate(&in->z, Z_NO_FLUSH);
		in->raw_at = in->raw_len - in->z.avail_in;
		in->in_member = code != Z_STREAM_END;
		if (code != Z_OK && code != Z_STREAM_END)
			end_with(in, in->z.msg ? in->z.msg : code == Z_MEM_ERROR ? "out of memory" : "not gzip");
	}
	return room - in->z.avail_out;
}

/* The same for a file that is not compressed. */
static size_t copy_more(input *in, char *to, size_t room)
{
	size_t n;

	if (in->raw_at == in->raw_len && !read_raw(in)) {
		in->ended = true;
		return 0;
	}
	n = in->raw_len - in->raw_at < room ? in->raw_len - in->raw_at : room;
	memcpy(to, in->raw + in->raw_at, n);
	in->raw_at += n;
	return n;
}

/* Moves the bytes that are left to the front of the block and reads more after them. false: there is nothing more. */
static bool refill(input *in)
{
	size_t n = 0;

	memmove(in->block, in->block + in->at, in->len - in->at);
	in->read += in->at;
	in->len -= in->at;
	in->at = 0;
	while (n == 0 && !in->ended) {
		if (!in->is_known || (in->is_gzip && !in->in_member))
			begin_member(in);
		if (in->is_gzip)
			n = inflate_more(in, in->block + in->len, RAW - in->len);
		else if (!in->ended)
			n = copy_more(in, in->block + in->len, RAW - in->len);
	}
	in->len += n;
	return n > 0;
}

/* The error that ended the input; OK: there was none. */
static status read_error(input *in, complaint *why)
{
	if (in->idle_err || !*in->error)
		return in->idle_err;
	return complain(why, ERR_IO, "%s: after byte %llu: %s", in->name, (unsigned long long)(in->read + in->len), in->error);
}

bool input_starts_with(input *in, const char *text)
{
	size_t len = strlen(text), n;

	while ((n = in->len - in->at) < len && memcmp(in->block + in->at, text, n) == 0 && refill(in))
		;
	return in->len - in->at >= len && memcmp(in->block + in->at, text, len) == 0;
}

void input_skip(input *in, const char *text)
{
	if (input_starts_with(in, text))
		in->at += strlen(text);
}

/* Takes the bytes up to the end of the line or block; keep: appends them to out. *ends: the line has ended. */
static status take_line(input *in, bool keep, buffer *out, bool *ends)
{
	const char *at = in->block + in->at, *end = memchr(at, '\n', in->len - in->at);
	size_t len = end ? (size_t)(end - at) : in->len - in->at;

	*ends = end != NULL;
	in->at += len + *ends;
	return !keep || buffer_append(out, at, len) ? OK : ERR_MEMORY;
}

status input_line(input *in, size_t most, buffer *out, complaint *why)
{
	bool any = false, too_long = false, ends = false;
	status err = OK;

	buffer_clear(out);
	while (!err && !ends && (in->at < in->len || refill(in))) {
		any = true;
		too_long |= out->len > most;
		err = take_line(in, !too_long, out, &ends);
	}
	if (!err && !ends)
		err = read_error(in, why);
	if (err)
		return err;
	if (!any || (!ends && in->stopped))
		return ERR_MISSING;
	if (too_long || out->len > most)
		return complain(why, ERR_LIMIT, "longer than %zu bytes", most);
	return buffer_append(out, "", 0) ? OK : ERR_MEMORY;
}

status input_bytes(input *in, uint64_t len, size_t most, buffer *out, complaint *why)
{
	status err;

	buffer_clear(out);
	while (len && (in->at < in->len || refill(in))) {
		size_t n = in->len - in->at < len ? in->len - in->at : (size_t)len;
		size_t keep = out->len + n <= most ? n : most - out->len;

		if (!buffer_append(out, in->block + in->at, keep))
			return ERR_MEMORY;
		in->at += n;
		len -= n;
	}
	err = len ? read_error(in, why) : OK;
	if (len && !err)
		return ERR_MISSING;
	return err || buffer_append(out, "", 0) ? err : ERR_MEMORY;
}
