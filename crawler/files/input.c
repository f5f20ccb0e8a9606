#include "crawler/files/input.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

enum { RAW = 64 * 1024 };

struct input {
	int fd, stop_fd;
	char *name;
	bool stopped;           /* by stop_fd: what was begun is not a line */
	bool is_gzip, is_known; /* known: the first bytes were looked at */
	bool ended;             /* of the file, or by an error */
	z_stream z;
	bool in_member; /* of a gzip file: between a member's head and its end */
	unsigned char raw[RAW];
	size_t raw_at, raw_len; /* of what is left of the file's bytes */
	char block[RAW];
	size_t at, len;   /* of what is left in the block */
	uint64_t read;    /* bytes before the block */
	char error[200];  /* what ended it; "": nothing did */
};

status input_open(const char *name, int stop_fd, input **out, complaint *why)
{
	input *in = calloc(1, sizeof *in);
	bool is_stdin = strcmp(name, "-") == 0;

	if (!in)
		return complain(why, ERR_MEMORY, "%s: %s", name, status_text(ERR_MEMORY));
	in->name = strdup(is_stdin ? "standard input" : name);
	in->stop_fd = stop_fd;
	in->fd = is_stdin ? dup(STDIN_FILENO) : open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* a FIFO may have no writer yet */
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

/* Until there is something to read. false: the reading is to stop. */
static bool wait_for_bytes(input *in)
{
	struct pollfd fds[] = {{.fd = in->fd, .events = POLLIN}, {.fd = in->stop_fd, .events = POLLIN}};

	while (poll(fds, in->stop_fd < 0 ? 1 : 2, -1) < 0 && errno == EINTR)
		;
	in->stopped = in->stop_fd >= 0 && fds[1].revents;
	in->ended |= in->stopped;
	return !in->stopped;
}

/* More of the file behind what is left of it. false: there is no more. */
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

static bool starts_member(input *in)
{
	while (in->raw_len - in->raw_at < 2 && read_raw(in))
		;
	return in->raw_len - in->raw_at >= 2 && in->raw[in->raw_at] == 0x1f && in->raw[in->raw_at + 1] == 0x8b;
}

/* What a tape may have been filled up with. */
static void skip_zeros(input *in)
{
	do
		while (in->raw_at < in->raw_len && in->raw[in->raw_at] == 0)
			in->raw_at++;
	while (in->raw_at == in->raw_len && !in->ended && read_raw(in));
}

/* Before the first byte, and behind each member of a gzip file: does one begin? */
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
			end_with(in, "bytes behind the gzip data that are none");
		in->ended = true;
	}
}

/* Unpacks into the block behind what is left there. What comes before an error comes. */
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

/* Reads on behind what is left, which moves to the front of the block. false: nothing came. */
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

/* Nothing more came: because of an error? */
static status read_error(input *in, complaint *why)
{
	if (!*in->error)
		return OK;
	return complain(why, ERR_IO, "%s: behind byte %llu: %s", in->name, (unsigned long long)(in->read + in->len), in->error);
}

bool input_starts_with(input *in, const char *text)
{
	size_t len = strlen(text);

	while (in->len - in->at < len && refill(in))
		;
	return in->len - in->at >= len && memcmp(in->block + in->at, text, len) == 0;
}

void input_pass(input *in, const char *text)
{
	if (input_starts_with(in, text))
		in->at += strlen(text);
}

/* The bytes up to a line's end or the block's, into out. *ends: the line's end was among them. */
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
	status s = OK;

	buffer_clear(out);
	while (!s && !ends && (in->at < in->len || refill(in))) {
		any = true;
		too_long |= out->len > most;
		s = take_line(in, !too_long, out, &ends);
	}
	if (!s && !ends)
		s = read_error(in, why);
	if (s)
		return s;
	if (!any || (!ends && in->stopped))
		return ERR_MISSING;
	if (too_long || out->len > most)
		return complain(why, ERR_LIMIT, "longer than %zu bytes", most);
	return buffer_append(out, "", 0) ? OK : ERR_MEMORY;
}

status input_bytes(input *in, uint64_t len, size_t most, buffer *out, complaint *why)
{
	status s;

	buffer_clear(out);
	while (len && (in->at < in->len || refill(in))) {
		size_t n = in->len - in->at < len ? in->len - in->at : (size_t)len;
		size_t keep = out->len + n <= most ? n : most - out->len;

		if (!buffer_append(out, in->block + in->at, keep))
			return ERR_MEMORY;
		in->at += n;
		len -= n;
	}
	s = len ? read_error(in, why) : OK;
	if (len && !s)
		return ERR_MISSING;
	return s || buffer_append(out, "", 0) ? s : ERR_MEMORY;
}
