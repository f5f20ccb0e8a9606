#include "crawler/files/warc_tail.h"

#include <stdbool.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

enum { BLOCK = 64 * 1024 };

/* State of reading member by member, from the front or from the known end of a record. Searching backwards for a magic number would
 * not do: it may be inside another record. */
typedef struct walk {
	int fd;
	off_t at; /* where in the file the next read begins */
	z_stream z;
	unsigned char block[BLOCK];
	char start[BLOCK]; /* the first bytes of the record, decompressed */
	size_t start_len;
	const warc_listener *listener;
} walk;

enum member_end { MEMBER_WHOLE, MEMBER_CUT, MEMBER_DAMAGED, MEMBER_NONE };

static bool refill(walk *w, status *s)
{
	ssize_t n = pread(w->fd, w->block, sizeof w->block, w->at);

	if (n < 0)
		*s = ERR_IO;
	w->z.next_in = w->block;
	w->z.avail_in = n > 0 ? (uInt)n : 0;
	w->at += n > 0 ? n : 0;
	return n > 0;
}

static int unpack_piece(walk *w)
{
	char piece[BLOCK];
	size_t n, keep;
	int code;

	w->z.next_out = (Bytef *)piece;
	w->z.avail_out = sizeof piece;
	code = inflate(&w->z, Z_NO_FLUSH);
	n = sizeof piece - w->z.avail_out;
	keep = n < sizeof w->start - w->start_len ? n : sizeof w->start - w->start_len;
	memcpy(w->start + w->start_len, piece, keep);
	w->start_len += keep;
	return code;
}

/* Reads past the next member. CUT: the file ends in it. DAMAGED: it is not gzip. NONE: the file ends before it. */
static enum member_end pass_member(walk *w, status *s)
{
	int code = inflateReset(&w->z);

	w->start_len = 0;
	if (w->z.avail_in == 0 && !refill(w, s))
		return MEMBER_NONE;
	while (code == Z_OK && !*s) {
		if (w->z.avail_in == 0 && !refill(w, s))
			return MEMBER_CUT;
		code = unpack_piece(w);
		if (code == Z_BUF_ERROR)
			code = Z_OK; /* it needs more input */
	}
	return code == Z_STREAM_END ? MEMBER_WHOLE : MEMBER_DAMAGED;
}

/* Is there nothing but zeros from here on? A file system may leave them after a power cut. */
static bool is_zeros(walk *w, off_t from, status *s)
{
	w->at = from;
	while (refill(w, s))
		for (uInt i = 0; i < w->z.avail_in; i++)
			if (w->block[i])
				return false;
	return !*s;
}

static bool begins_as_warc(const walk *w)
{
	return memcmp(w->start, "WARC/", w->start_len < 5 ? w->start_len : 5) == 0;
}

static status walk_members(walk *w, off_t *out)
{
	enum member_end end = MEMBER_WHOLE;
	status err = OK;

	*out = w->at;
	while (!err && end == MEMBER_WHOLE && begins_as_warc(w)) {
		off_t from = *out;

		end = pass_member(w, &err);
		if (end != MEMBER_WHOLE || !begins_as_warc(w))
			continue;
		*out = w->at - w->z.avail_in;
		if (w->listener->record)
			w->listener->record(w->listener->of, w->start, w->start_len, (uint64_t)from, (uint64_t)*out);
	}
	if (!err && !begins_as_warc(w))
		return ERR_FORMAT;
	if (!err && end == MEMBER_DAMAGED && !is_zeros(w, *out, &err))
		return err ? err : *out ? ERR_LIMIT : ERR_FORMAT;
	return err;
}

status warc_valid_length(int fd, off_t from, const warc_listener *listener, off_t *out)
{
	walk w = {.fd = fd, .at = from, .listener = listener};
	status err;

	if (inflateInit2(&w.z, 15 + 16) != Z_OK)
		return ERR_MEMORY;
	err = walk_members(&w, out);
	inflateEnd(&w.z);
	return (err == ERR_FORMAT || err == ERR_LIMIT) && from ? warc_valid_length(fd, 0, listener, out)
							       : err; /* perhaps another file: reads all of it */
}
