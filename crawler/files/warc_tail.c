#include "crawler/files/warc_tail.h"

#include <stdbool.h>
#include <string.h>
#include <unistd.h>

#include "crawler/files/decoder.h"

enum { BLOCK = 64 * 1024 };

/* State of reading member by member, from the front or from the known end of a record. Searching backwards for a magic number would
 * not do: it may be inside another record. */
typedef struct walk {
	int fd;
	off_t at; /* where in the file the next read begins */
	decoder *gzip;
	decoder_io io;
	uint8_t block[BLOCK];
	char start[BLOCK]; /* the first bytes of the record, decompressed */
	size_t start_len;
	cdxj *index;
} walk;

enum member_end { MEMBER_WHOLE, MEMBER_CUT, MEMBER_DAMAGED, MEMBER_NONE };

static bool refill(walk *w, status *s)
{
	ssize_t n = pread(w->fd, w->block, sizeof w->block, w->at);

	if (n < 0)
		*s = ERR_IO;
	w->io.in = w->block;
	w->io.in_len = n > 0 ? (size_t)n : 0;
	w->at += n > 0 ? n : 0;
	return n > 0;
}

/* Reads past the next member. CUT: the file ends in it. DAMAGED: it is not gzip. NONE: the file ends before it. */
static enum member_end pass_member(walk *w, status *s)
{
	char piece[BLOCK];

	w->start_len = 0;
	if (!decoder_begin(w->gzip))
		*s = ERR_MEMORY;
	if (*s || (w->io.in_len == 0 && !refill(w, s)))
		return MEMBER_NONE;
	do {
		size_t n, room = sizeof w->start - w->start_len;

		if (w->io.in_len == 0 && !refill(w, s))
			return MEMBER_CUT;
		w->io.out = piece;
		w->io.room = sizeof piece;
		decoder_step(w->gzip, &w->io);
		n = sizeof piece - w->io.room < room ? sizeof piece - w->io.room : room;
		memcpy(w->start + w->start_len, piece, n);
		w->start_len += n;
	} while (!w->io.ended && !w->io.error);
	return w->io.ended ? MEMBER_WHOLE : MEMBER_DAMAGED;
}

/* Is there nothing but zeros from here on? A file system may leave them after a power cut. */
static bool is_zeros(walk *w, off_t from, status *s)
{
	w->at = from;
	while (refill(w, s))
		for (size_t i = 0; i < w->io.in_len; i++)
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
		*out = w->at - (off_t)w->io.in_len;
		cdxj_add(w->index, w->start, w->start_len, (uint64_t)from, (uint64_t)*out);
	}
	if (!err && !begins_as_warc(w))
		return ERR_FORMAT;
	if (!err && end == MEMBER_DAMAGED && !is_zeros(w, *out, &err))
		return err ? err : *out ? ERR_LIMIT : ERR_FORMAT;
	return err;
}

static const uint8_t gzip[] = {0x1f, 0x8b, 8};

/* Does the file begin as gzip, as far as it goes? Zeros may be all that a power cut has left. */
static bool begins_as_gzip(int fd)
{
	uint8_t head[sizeof gzip];
	ssize_t n = pread(fd, head, sizeof head, 0);

	return n <= 0 || !head[0] || memcmp(head, gzip, (size_t)n) == 0;
}

status warc_valid_length(int fd, off_t from, cdxj *index, off_t *out)
{
	walk w = {.fd = fd, .at = from, .gzip = decoder_open(gzip, sizeof gzip, 0), .index = index};
	status err = !w.gzip ? ERR_MEMORY : !begins_as_gzip(fd) ? ERR_FORMAT : walk_members(&w, out);

	decoder_close(w.gzip);
	return (err == ERR_FORMAT || err == ERR_LIMIT) && from ? warc_valid_length(fd, 0, index, out)
							       : err; /* perhaps another file: reads all of it */
}
