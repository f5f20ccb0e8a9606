#include "crawler/warc_tail.h"

#include <stdbool.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

enum { BLOCK = 64 * 1024 };

/* What a gzip member at `at` is. */
typedef struct member {
	bool is_record; /* it begins as a WARC record does */
	bool is_whole;
	off_t end;      /* behind it, when it is whole */
} member;

/* Unpacks from z's input into nothing, but for the first bytes. */
static int unpack_piece(z_stream *z, char *start, size_t *start_len)
{
	char piece[BLOCK];
	size_t n, keep;
	int code;

	z->next_out = (Bytef *)piece;
	z->avail_out = sizeof piece;
	code = inflate(z, Z_NO_FLUSH);
	n = sizeof piece - z->avail_out;
	keep = n < 5 - *start_len ? n : 5 - *start_len;
	memcpy(start + *start_len, piece, keep);
	*start_len += keep;
	return code;
}

static status read_member(int fd, off_t at, member *out)
{
	unsigned char block[BLOCK];
	z_stream z = {0};
	char start[5];
	size_t start_len = 0;
	ssize_t n = 1;
	int code = Z_OK;

	*out = (member){0};
	if (inflateInit2(&z, 15 + 16) != Z_OK)
		return ERR_MEMORY;
	while (code == Z_OK && (n = pread(fd, block, sizeof block, at)) > 0) {
		z.next_in = block;
		z.avail_in = (uInt)n;
		while (code == Z_OK && z.avail_in && (start_len < 5 || memcmp(start, "WARC/", 5) == 0))
			code = unpack_piece(&z, start, &start_len);
		at += n - (ssize_t)z.avail_in;
		if (start_len == 5 && memcmp(start, "WARC/", 5) != 0)
			break;
	}
	inflateEnd(&z);
	out->is_record = start_len == 5 && memcmp(start, "WARC/", 5) == 0;
	out->is_whole = code == Z_STREAM_END;
	out->end = at;
	return n < 0 ? ERR_IO : OK;
}

/* The last place before `before` where a member may begin; −1: there is none. */
static off_t find_magic(int fd, off_t before)
{
	unsigned char block[BLOCK + 2];

	while (before > 0) {
		off_t from = before > BLOCK ? before - BLOCK : 0;
		ssize_t n = pread(fd, block, (size_t)(before - from) + 2, from);

		for (ssize_t i = before - from - 1; i >= 0; i--)
			if (i + 2 < n && memcmp(block + i, "\x1f\x8b\x08", 3) == 0)
				return from + i;
		before = from;
	}
	return -1;
}

status warc_whole(int fd, off_t size, off_t *out)
{
	member last = {0};
	off_t at = size;
	status s = OK;

	while (!s && !last.is_record && (at = find_magic(fd, at)) >= 0)
		s = read_member(fd, at, &last);
	if (s || !last.is_record)
		return s ? s : ERR_FORMAT;
	*out = last.is_whole ? last.end : at;
	return OK;
}
