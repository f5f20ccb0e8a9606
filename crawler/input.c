#include "crawler/input.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

struct input {
	gzFile file;
	char *name;
	char block[64 * 1024];
	size_t at, len; /* of what is left in the block */
	uint64_t read;  /* bytes before the block */
};

status input_open(const char *name, input **out, complaint *why)
{
	input *in = calloc(1, sizeof *in);
	bool is_stdin = strcmp(name, "-") == 0;

	if (!in)
		return complain(why, ERR_MEMORY, "%s: %s", name, status_text(ERR_MEMORY));
	errno = 0;
	in->file = is_stdin ? gzdopen(0, "r") : gzopen(name, "r");
	in->name = strdup(is_stdin ? "standard input" : name);
	if (!in->file || !in->name) {
		complain(why, ERR_IO, "%s: cannot be read: %s", name, errno ? strerror(errno) : "out of memory");
		input_close(in);
		return ERR_IO;
	}
	gzbuffer(in->file, 256 * 1024);
	*out = in;
	return OK;
}

void input_close(input *in)
{
	if (!in)
		return;
	if (in->file)
		gzclose(in->file);
	free(in->name);
	free(in);
}

static bool refill(input *in)
{
	int n = gzread(in->file, in->block, sizeof in->block);

	in->read += in->len;
	in->at = 0;
	in->len = n > 0 ? (size_t)n : 0;
	return n > 0;
}

/* Nothing more came: because of an error? */
static status read_error(input *in, complaint *why)
{
	int code;
	const char *text = gzerror(in->file, &code);

	if (code == Z_OK || code == Z_STREAM_END)
		return OK;
	if (strncmp(text, in->name, strlen(in->name)) == 0) /* zlib puts the name in front itself */
		text += strlen(in->name) + strspn(text + strlen(in->name), ": ");
	return complain(why, ERR_IO, "%s: behind byte %llu: %s", in->name, (unsigned long long)(in->read + in->len),
			code == Z_ERRNO ? strerror(errno) : text);
}

/* Reads on behind what is left, which moves to the front of the block. */
static void read_ahead(input *in)
{
	size_t left = in->len - in->at;
	int n;

	memmove(in->block, in->block + in->at, left);
	n = gzread(in->file, in->block + left, (unsigned)(sizeof in->block - left));
	in->read += in->at;
	in->at = 0;
	in->len = left + (n > 0 ? (size_t)n : 0);
}

bool input_starts_with(input *in, const char *text)
{
	size_t len = strlen(text);

	if (in->len - in->at < len)
		read_ahead(in);
	return in->len - in->at >= len && memcmp(in->block + in->at, text, len) == 0;
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
	if (!any)
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
