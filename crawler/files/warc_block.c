/* warc_block — reads the block of a WARC or ARC record, whose stated length may be wrong. If it reaches into the next record,
 * reading goes on with that record.
 *
 * A record may contain a WARC file. So a record that begins inside the block counts as the next one only if neither a record nor
 * the end of the file follows the stated length; it is then read again. A length above PAGE_BYTES_MOST is not trusted, nor is any
 * length once READ_AGAIN_MOST bytes have been read again: then the first record that begins inside is the next. */
#include <string.h>
#include <strings.h>

#include "crawler/files/arc_line.h"
#include "crawler/files/page_reader.h"

enum {
	PIECE_LEAST = 4096,
	PIECE_MOST = 64 * 1024
}; /* how many bytes are read at a time, if the length of a block is not trusted */

/* ── where a record begins ── */

static bool is_warc_start(const char *line, const char *end)
{
	const char *next = memchr(line, '\n', (size_t)(end - line));

	return next && next - line <= 10 && end - next > 5 && memcmp(line, "WARC/", 5) == 0 &&
	       strncasecmp(next + 1, "WARC-", 5) == 0;
}

static bool is_arc_start(const char *line, const char *end)
{
	const char *next = memchr(line, '\n', (size_t)(end - line));
	arc_line head;

	return next && arc_line_read(line, (size_t)(next - line), &head);
}

/* Returns the first line after line one that begins a record; NULL: none does. */
static const char *find_start(const page_reader *r, const char *at, size_t len)
{
	static const char mark[] = "\nWARC/";
	const char *end = at + len;
	size_t mark_len = r->is_arc ? 1 : sizeof mark - 1;

	while ((at = memmem(at, (size_t)(end - at), mark, mark_len)) != NULL) {
		at++;
		if (r->is_arc ? is_arc_start(at, end) : is_warc_start(at, end))
			return at;
	}
	return NULL;
}

/* Returns where a record may begin in the last bytes, with its first lines cut, as in "WARC/1.0\r\nWA". NULL: nowhere. */
static const char *find_cut_start(const page_reader *r, const char *at, size_t len)
{
	const char *end = at + len, *line = memrchr(at, '\n', len);

	if (r->is_arc)
		return line && line + 1 < end ? line + 1 : NULL;
	for (line = end - (len < 16 ? len : 16); line < end; line++)
		if (line > at && line[-1] == '\n' && memcmp(line, "WARC/", end - line < 5 ? (size_t)(end - line) : 5) == 0)
			return line;
	return NULL;
}

bool warc_starts(page_reader *r)
{
	return r->is_arc ? arc_line_is_next(r->in, 0) : input_starts_with(r->in, "WARC/");
}

/* Does a record end here, or the next begin, or the file end? */
static bool is_between_records(page_reader *r)
{
	const buffer *b = &r->room;
	const char *at;
	size_t len = input_head(r->in, 16, &at), i = 0;
	bool is_line = b->len == 0 || b->bytes[b->len - 1] == '\n';

	while (i < len && (at[i] == '\r' || at[i] == '\n'))
		i++;
	if (i == len || r->is_arc)
		return i == len || ((i || is_line) && arc_line_is_next(r->in, i));
	return len - i >= 5 && memcmp(at + i, "WARC/", 5) == 0;
}

/* ── blocks ── */

static status wrong_length(uint64_t len, size_t own, complaint *why)
{
	return complain(why, ERR_FORMAT, "its length is %llu, but the next record begins after %zu bytes",
			(unsigned long long)len, own);
}

static status cut_off(complaint *why)
{
	return complain(why, ERR_FORMAT, "the file ends in the middle of a record");
}

/* Makes what begins at `next` in r->room the next record. */
static status begin_again(page_reader *r, const char *next, uint64_t len, complaint *why)
{
	size_t own = (size_t)(next - r->room.bytes), rest = r->room.len - own;
	status err = input_unread(r->in, next, rest);

	r->again += rest;
	return err ? err : wrong_length(len, own, why);
}

/* Like begin_again, if a record begins in the last bytes and its first lines continue in the next ones. */
static status begin_at_cut(page_reader *r, uint64_t len, complaint *why)
{
	const char *line = find_cut_start(r, r->room.bytes, r->room.len);
	size_t rest = line ? r->room.len - (size_t)(line - r->room.bytes) : 0;
	status err = line ? input_unread(r->in, line, rest) : OK;

	if (err || !line)
		return err;
	if (warc_starts(r))
		return wrong_length(len, r->room.len - rest, why);
	input_take(r->in, rest);
	return OK;
}

/* Called when a whole block was read: is its length right? */
static status check_end(page_reader *r, uint64_t len, complaint *why)
{
	const buffer *b = &r->room;
	bool may_be_wrong = r->is_arc || find_start(r, b->bytes, b->len) || find_cut_start(r, b->bytes, b->len);
	const char *next;

	if (!may_be_wrong || is_between_records(r)) /* waits for the next bytes only if it may be wrong */
		return OK;
	next = find_start(r, b->bytes, b->len);
	return next ? begin_again(r, next, len, why) : begin_at_cut(r, len, why);
}

static status read_believed(page_reader *r, uint64_t len, complaint *why)
{
	status err = input_bytes(r->in, len, PAGE_BYTES_MOST, &r->room, why);
	const char *next;

	if (!err)
		return check_end(r, len, why);
	if (err != ERR_MISSING || input_stopped(r->in))
		return err;
	next = find_start(r, r->room.bytes, r->room.len);
	return next ? begin_again(r, next, len, why) : cut_off(why);
}

/* Appends some of the next bytes to r->room, at most `most`. */
static status append_piece(page_reader *r, uint64_t most)
{
	const char *at;
	size_t len = input_head(r->in, 1, &at), step = r->room.len < PIECE_LEAST ? PIECE_LEAST : r->room.len;

	step = step < PIECE_MOST ? step : PIECE_MOST;
	len = len < step ? len : step;
	len = len < most ? len : (size_t)most;
	if (!buffer_append(&r->room, at, len))
		return ERR_MEMORY;
	input_take(r->in, len);
	return OK;
}

static status skip(page_reader *r, uint64_t len, complaint *why)
{
	buffer none = {0};
	status err = input_bytes(r->in, len, 0, &none, why);

	buffer_free(&none);
	return err == ERR_MISSING && !input_stopped(r->in) ? cut_off(why) : err;
}

static status read_doubted(page_reader *r, uint64_t len, complaint *why)
{
	const char *next = NULL;
	size_t before = 0, from;
	status err = OK;

	buffer_clear(&r->room);
	do {
		before = r->room.len;
		from = before > PIECE_LEAST ? before - PIECE_LEAST : 0; /* a head may span two pieces */
		err = append_piece(r, (len < PAGE_BYTES_MOST ? len : PAGE_BYTES_MOST) - before);
		next = err || !r->room.len ? NULL : find_start(r, r->room.bytes + from, r->room.len - from);
	} while (!err && !next && r->room.len > before);
	if (err)
		return err;
	return next ? begin_again(r, next, len, why) : skip(r, len - r->room.len, why);
}

status warc_block_read(page_reader *r, uint64_t len, complaint *why)
{
	bool is_believed = len <= PAGE_BYTES_MOST && r->again <= READ_AGAIN_MOST;

	return is_believed ? read_believed(r, len, why) : read_doubted(r, len, why);
}
