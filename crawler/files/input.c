#include "crawler/files/input.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "crawler/files/decoder.h"

enum { RAW = 64 * 1024, IDLE_MS = 2, TRIED = 4096, TRIALS_MOST = 10000, NEAR = 16, MEMORY = 256 << 20 };

struct input {
	int fd;
	input_wait wait;
	status idle_err; /* what idle returned */
	char *name;
	bool stopped;                /* by stop_fd: an unfinished line is not delivered */
	bool is_known;               /* the first bytes were examined */
	bool ended;                  /* no more bytes will be read: end of file, stop or error */
	decoder *decoder;            /* NULL: the file is not compressed */
	bool in_frame;               /* between the start and the end of a frame */
	bool skips;                  /* skip a damaged frame if a sound one follows */
	bool has_gap;                /* bytes are missing after the block, and no call has reported it yet */
	uint64_t frame_at, raw_from; /* places in the file: of the frame, and of raw[0] */
	uint64_t frame_len;          /* bytes decoded of the frame */
	uint64_t spoilt;             /* as frame_len, of the damaged frame, if there is an error */
	unsigned trials;             /* places tried after damaged frames that began no sound one */
	unsigned char raw[RAW];
	size_t raw_at, raw_len; /* bytes of the file not yet decoded: from raw_at to raw_len */
	char *block;            /* of RAW bytes, or more after input_unread */
	size_t at, len;         /* decoded bytes not yet delivered: from at to len */
	uint64_t error_at;      /* how many bytes of the file precede the error */
	char error[200];        /* the error that ended the input; "": none */
};

const char *input_shown(const char *name)
{
	return strcmp(name, "-") == 0 ? "standard input" : name;
}

status input_open(const char *name, const input_wait *wait, input **out, complaint *why)
{
	input *in = calloc(1, sizeof *in);
	bool is_stdin = strcmp(name, "-") == 0;

	if (!in)
		return complain(why, ERR_MEMORY, "%s: %s", name, status_text(ERR_MEMORY));
	in->name = strdup(input_shown(name));
	in->block = malloc(RAW);
	in->wait = *wait;
	if (in->wait.memory == 0)
		in->wait.memory = MEMORY;
	in->fd = is_stdin ? dup(STDIN_FILENO)
			  : open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* a FIFO may have no writer yet */
	if (in->fd >= 0 && in->name && in->block) {
		*out = in;
		return OK;
	}
	complain(why, ERR_IO, "%s: cannot be read: %s", name, in->name && in->block ? strerror(errno) : "out of memory");
	input_close(in);
	return ERR_IO;
}

void input_close(input *in)
{
	if (!in)
		return;
	if (in->fd >= 0)
		close(in->fd);
	decoder_close(in->decoder);
	free(in->name);
	free(in->block);
	free(in);
}

static void end_with(input *in, const char *error)
{
	in->ended = true;
	in->error_at = in->raw_from + in->raw_at;
	snprintf(in->error, sizeof in->error, "%s", error);
}

/* Returns how many of the two are readable after ms at most; −1: waits without limit. */
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

	in->raw_from += in->raw_at;
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
	if (n > 0 && in->wait.bytes_read)
		*in->wait.bytes_read += (uint64_t)n;
	return n > 0;
}

/* Returns the format of the frame that the next raw bytes begin; NULL: they begin none. */
static const char *next_format(input *in)
{
	const char *name;
	bool may;

	while (!(name = decoder_of(in->raw + in->raw_at, in->raw_len - in->raw_at, &may)) && may && read_raw(in))
		;
	return name;
}

/* Skips zeros after the last frame, the padding of tapes and of xz. */
static void skip_zeros(input *in)
{
	do
		while (in->raw_at < in->raw_len && in->raw[in->raw_at] == 0)
			in->raw_at++;
	while (in->raw_at == in->raw_len && !in->ended && read_raw(in));
}

/* name: of a format, or NULL. */
static bool is_same_format(const input *in, const char *name)
{
	return name && strcmp(name, decoder_name(in->decoder)) == 0;
}

/* Does another frame of the same kind begin? Zeros may precede it. */
static bool goes_on(input *in)
{
	if (in->raw_at < in->raw_len && in->raw[in->raw_at] == 0)
		skip_zeros(in);
	return is_same_format(in, next_format(in));
}

/* ── damage ── */

/* Can the bytes at `at` be decompressed, as far as they go? Only gzip needs a trial, because its two magic bytes are soon found by
 * chance. */
static bool is_sound(input *in, const unsigned char *at, size_t len)
{
	char out[TRIED];
	decoder_io io = {.in = at, .in_len = len, .out = out, .room = sizeof out};
	decoder *d;
	bool is;

	if (strcmp(decoder_name(in->decoder), "gzip") != 0)
		return true;
	d = in->trials < TRIALS_MOST ? decoder_open(at, len, in->wait.memory) : NULL;
	if (d)
		decoder_step(d, &io);
	decoder_close(d);
	is = d && !io.error && (io.room < sizeof out || io.ended);
	in->trials += !is;
	return is;
}

static bool is_sound_frame(input *in, size_t i)
{
	bool may;

	return is_same_format(in, decoder_of(in->raw + i, in->raw_len - i, &may)) && is_sound(in, in->raw + i, in->raw_len - i);
}

/* Moves to the next sound frame after this place in the file, or after what has been read if the file cannot be read again. */
static bool find_frame(input *in, uint64_t from)
{
	bool more = true;

	if (lseek(in->fd, (off_t)from, SEEK_SET) == (off_t)from) {
		in->raw_from = from;
		in->raw_at = in->raw_len = 0;
	}
	for (;;) {
		while (more && in->raw_len - in->raw_at < TRIED)
			more = read_raw(in);
		if (in->raw_at == in->raw_len || in->stopped)
			return false;
		if (is_sound_frame(in, in->raw_at))
			return true;
		in->raw_at++;
	}
}

/* Continues after a damaged frame with the next sound one. What was decompressed of the damaged one is delivered. */
static void pass_damage(input *in, const char *why)
{
	char cause[100];
	uint64_t from = in->frame_at, at = in->raw_from + in->raw_at;

	snprintf(cause, sizeof cause, "%s", why);
	in->spoilt = in->frame_len;
	in->frame_len = 0;
	if (!in->skips || !find_frame(in, from + 1)) {
		end_with(in, cause);
		in->error_at = at;
		return;
	}
	in->frame_at = in->raw_from + in->raw_at;
	in->has_gap = true;
	in->in_frame = decoder_begin(in->decoder);
	snprintf(in->error, sizeof in->error,
		 "damaged: pages may be missing from the %llu bytes after byte %llu of the file: %s",
		 (unsigned long long)(in->frame_at - from), (unsigned long long)from, cause);
}

/* Does its name say gzip, although its first bytes are neither gzip nor text? */
static bool has_damaged_start(const input *in)
{
	size_t len = strlen(in->name);

	return len > 3 && strcasecmp(in->name + len - 3, ".gz") == 0 &&
	       memchr(in->raw + in->raw_at, '\0', in->raw_len - in->raw_at);
}

/* Called before the first byte: finds out whether the file is compressed. */
static void look(input *in)
{
	static const uint8_t gzip[] = "\x1f\x8b\x08";
	bool starts = next_format(in);

	in->is_known = true;
	if (!starts && !has_damaged_start(in))
		return;
	in->decoder = starts ? decoder_open(in->raw + in->raw_at, in->raw_len - in->raw_at, in->wait.memory)
			     : decoder_open(gzip, sizeof gzip - 1, in->wait.memory);
	in->in_frame = in->decoder && starts;
	if (!in->decoder)
		end_with(in, status_text(ERR_MEMORY));
	else if (!starts)
		pass_damage(in, "no gzip data");
}

/* Begins the next frame, which is of the same kind, or ends the input. */
static void next_frame(input *in)
{
	char error[80];

	in->frame_len = 0;
	if (goes_on(in)) {
		in->frame_at = in->raw_from + in->raw_at;
		in->in_frame = decoder_begin(in->decoder);
		return;
	}
	snprintf(error, sizeof error, "after the %s data there are bytes that are not %s", decoder_name(in->decoder),
		 decoder_name(in->decoder));
	in->frame_at = in->raw_from + in->raw_at;
	if (in->raw_at < in->raw_len && !in->ended)
		pass_damage(in, error);
	else
		in->ended = true;
}

/* Decompresses at most room bytes into to and returns how many, also if there is an error after them. */
static size_t decode_more(input *in, char *to, size_t room)
{
	decoder_io io = {.room = room};

	io.out = to;
	while (io.room == room && in->in_frame && !in->ended && !in->has_gap) {
		if (in->raw_at == in->raw_len && !read_raw(in)) {
			if (!in->ended)
				pass_damage(in, "unexpected end of file");
			break;
		}
		io.in = in->raw + in->raw_at;
		io.in_len = in->raw_len - in->raw_at;
		decoder_step(in->decoder, &io);
		in->raw_at = in->raw_len - io.in_len;
		in->frame_len += room - io.room;
		in->in_frame = !io.ended;
		if (io.error)
			pass_damage(in, io.error);
	}
	return room - io.room;
}

/* Like decode_more, for a file that is not compressed. */
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

/* Moves the remaining bytes to the front of the block and reads more after them. false: there is nothing more. */
static bool refill(input *in)
{
	size_t n = 0;

	memmove(in->block, in->block + in->at, in->len - in->at);
	in->len -= in->at;
	in->at = 0;
	while (n == 0 && in->len < RAW && !in->ended && !in->has_gap) {
		if (!in->is_known)
			look(in);
		else if (in->decoder && !in->in_frame)
			next_frame(in);
		if (in->has_gap)
			break;
		if (in->decoder)
			n = decode_more(in, in->block + in->len, RAW - in->len);
		else if (!in->ended)
			n = copy_more(in, in->block + in->len, RAW - in->len);
	}
	in->len += n;
	return n > 0;
}

status input_error(input *in, complaint *why)
{
	if (in->idle_err || !*in->error)
		return in->idle_err;
	if (in->has_gap) {
		complain(why, ERR_FORMAT, "%s", in->error);
		in->has_gap = false;
		*in->error = '\0';
		return ERR_FORMAT;
	}
	return complain(why, ERR_IO, "%s: after byte %llu: %s", in->name, (unsigned long long)in->error_at, in->error);
}

void input_pass_damage(input *in, bool pass)
{
	in->skips = pass;
	in->ended |= in->has_gap && !pass;
	in->has_gap &= pass;
}

bool input_skip_damage(input *in, complaint *why)
{
	const char *at;

	if (in->decoder)
		input_head(in, RAW, &at);
	if (!in->has_gap)
		return false;
	in->at = in->len;
	return input_error(in, why) == ERR_FORMAT;
}

status input_check(input *in, complaint *why)
{
	while (in->in_frame && !in->has_gap && in->len - in->at < NEAR && refill(in))
		;
	if (!*in->error || in->spoilt <= in->len - in->at)
		return OK;
	in->at = in->len;
	return input_error(in, why);
}

bool input_stopped(const input *in)
{
	return in->stopped;
}

size_t input_head(input *in, size_t len, const char **at)
{
	while (in->len - in->at < len && in->len - in->at < RAW && refill(in))
		;
	*at = in->block + in->at;
	return in->len - in->at;
}

bool input_would_wait(input *in, size_t len)
{
	struct pollfd fds[] = {{.fd = in->fd, .events = POLLIN}, {.fd = in->wait.stop_fd, .events = POLLIN}};

	return in->len - in->at <= len && in->raw_at == in->raw_len && !in->ended && poll_both(fds, 0) == 0;
}

void input_take(input *in, size_t len)
{
	in->at += len;
}

bool input_starts_with(input *in, const char *text)
{
	size_t len = strlen(text), n;

	while ((n = in->len - in->at) < len && memcmp(in->block + in->at, text, n) == 0 && refill(in))
		;
	return in->len - in->at >= len && memcmp(in->block + in->at, text, len) == 0;
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

void input_give_up(input *in)
{
	char error[100];

	snprintf(error, sizeof error, "%d bytes without the end of a line or value: it is not read further", INPUT_PASSED_MOST);
	end_with(in, error);
}

status input_line(input *in, size_t most, buffer *out, complaint *why)
{
	bool any = false, too_long = false, ends = false;
	size_t passed = 0;
	status err = OK;

	buffer_clear(out);
	while (!err && !ends && passed <= INPUT_PASSED_MOST && (in->at < in->len || refill(in))) {
		any = true;
		too_long |= out->len > most;
		passed += too_long ? in->len - in->at : 0;
		err = take_line(in, !too_long, out, &ends);
	}
	if (!err && !ends && passed > INPUT_PASSED_MOST)
		input_give_up(in);
	if (!err && !ends)
		err = input_error(in, why);
	if (err)
		return err;
	if (!any || (!ends && in->stopped))
		return ERR_MISSING;
	if (too_long || out->len > most)
		return complain(why, ERR_LIMIT, "longer than %zu bytes", most);
	return buffer_append(out, "", 0) ? OK : ERR_MEMORY;
}

status input_lines(const char *name, size_t most, status (*each)(void *ctx, const buffer *line, unsigned long n), void *ctx,
		   complaint *why)
{
	const input_wait wait = {.stop_fd = -1};
	unsigned long n = 1;
	buffer line = {0};
	input *in = NULL;
	status err = input_open(name, &wait, &in, why);

	if (!in)
		return err;
	for (; !err; n++) {
		err = input_line(in, most, &line, why);
		if (err == ERR_LIMIT)
			err = complain(why, ERR_FORMAT, "%s:%lu: a line that is too long", name, n);
		else if (!err)
			err = each(ctx, &line, n);
	}
	if (err == ERR_MISSING)
		err = input_error(in, why);
	input_close(in);
	buffer_free(&line);
	return err;
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
	err = len ? input_error(in, why) : OK;
	if (len && !err)
		return ERR_MISSING;
	return err || buffer_append(out, "", 0) ? err : ERR_MEMORY;
}

status input_unread(input *in, const char *bytes, size_t len)
{
	size_t left = in->len - in->at, room = len + left > RAW ? len + left : RAW;
	char *block;

	if (in->at >= len && memcmp(in->block + in->at - len, bytes, len) == 0) { /* they are still in the block */
		in->at -= len;
		return OK;
	}
	block = malloc(room);
	if (!block)
		return ERR_MEMORY;
	memcpy(block, bytes, len);
	memcpy(block + len, in->block + in->at, left);
	free(in->block);
	in->block = block;
	in->at = 0;
	in->len = len + left;
	return OK;
}

status input_rest(input *in, size_t most, buffer *out, complaint *why)
{
	status err = input_bytes(in, (uint64_t)most + 1, most + 1, out, why);

	if (!err)
		err = input_error(in, why);
	if (!err)
		return complain(why, ERR_LIMIT, "longer than %zu bytes", most);
	if (err != ERR_MISSING || in->stopped)
		return err;
	return buffer_append(out, "", 0) ? OK : ERR_MEMORY;
}
