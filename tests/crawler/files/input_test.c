#include "crawler/files/input.h"

#include <fcntl.h>
#include <stdint.h>
#include <sys/stat.h>
#include <zlib.h>

#include "tests/store/scratch.h"

enum { BLOCK = 64 * 1024 }; /* the most that is read at once */

TestSuite(input, .init = scratch_make, .fini = scratch_remove);

static input *open_file(const char *path, int stop_fd)
{
	complaint why = {""};
	input *in = NULL;

	cr_assert(input_open(path, &(input_wait){.stop_fd = stop_fd}, &in, &why) == OK, "%s", why.text);
	return in;
}

static input *open_bytes(const char *bytes, size_t len)
{
	return open_file(scratch_write("in", bytes, len), -1);
}

static input *open_text(const char *text)
{
	return open_bytes(text, strlen(text));
}

/* A member of a gzip file. */
static size_t gzip_at(int level, const void *bytes, size_t len, char *to, size_t room)
{
	z_stream z = {.next_in = (Bytef *)(uintptr_t)bytes, .avail_in = (uInt)len, .next_out = (Bytef *)to, .avail_out = (uInt)room};

	cr_assert(deflateInit2(&z, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) == Z_OK && deflate(&z, Z_FINISH) == Z_STREAM_END);
	deflateEnd(&z);
	return room - z.avail_out;
}

static size_t gzip(const void *bytes, size_t len, char *to, size_t room)
{
	return gzip_at(6, bytes, len, to, room);
}

/* All lines, each followed by a '|', and how reading ended: "a|b|MISSING". */
static const char *lines_of(input *in, size_t most)
{
	static char text[400];
	buffer line = {0};
	complaint why = {""};
	status s;
	int len = 0;

	while ((s = input_line(in, most, &line, &why)) == OK || s == ERR_LIMIT)
		len += snprintf(text + len, sizeof text - (size_t)len, "%s|", s ? why.text : line.bytes);
	snprintf(text + len, sizeof text - (size_t)len, "%s", s == ERR_MISSING ? "MISSING" : why.text);
	cr_expect(s == ERR_MISSING || s == ERR_IO, "%d", s);
	input_close(in);
	buffer_free(&line);
	return text;
}

static struct {
	const char *name, *bytes, *lines;
} texts[] = {
	{"two", "a\nb\n", "a|b|MISSING"},
	{"the last without a line feed", "a\nb", "a|b|MISSING"},
	{"empty ones", "\n\na\n\n", "||a||MISSING"},
	{"one end", "\n", "|MISSING"},
	{"nothing", "", "MISSING"},
	{"a byte", "x", "x|MISSING"},
	{"CR stays", "a\r\nb\r\n", "a\r|b\r|MISSING"},
	{"half of what gzip begins with", "\x1fx\n", "\x1fx|MISSING"},
	{"as long as may be", "12345\n", "12345|MISSING"},
	{"longer than allowed", "123456\nb\n", "longer than 5 bytes|b|MISSING"},
	{"longer than allowed, the last", "b\n1234567890", "b|longer than 5 bytes|MISSING"},
};

Test(input, lines_come_without_line_feeds)
{
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		cr_expect_str_eq(lines_of(open_text(texts[i].bytes), 5), texts[i].lines, "%s", texts[i].name);
}

Test(input, gzip_is_decompressed)
{
	char packed[200];

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		size_t len = gzip(texts[i].bytes, strlen(texts[i].bytes), packed, sizeof packed);

		cr_expect_str_eq(lines_of(open_bytes(packed, len), 5), texts[i].lines, "%s", texts[i].name);
	}
}

/* Two members, "a\n" and "b\n", and what follows them; after which byte of that there is an error, and which. */
static struct {
	const char *name, *behind;
	size_t len, at;
	const char *error;
} tails[] = {
	{"nothing", "", 0, 0, NULL},
	{"zeros, as on a tape", "\0\0\0\0", 4, 0, NULL},
	{"a zero", "\0", 1, 0, NULL},
	{"bytes that are not gzip", "what", 4, 0, "after the gzip data there are bytes that are not gzip"},
	{"half of a member's head", "\x1f\x8b\x08", 3, 3, "unexpected end of file"},
	{"a head that is none", "\x1f\x8b\xff\xff\xff\xff\xff\xff\xff\xff\xff", 11, 4, "unknown compression method"},
};

/* A message without the folder of the file. */
static const char *without_folder(const char *text)
{
	static char out[400];
	const char *at = strstr(text, scratch_folder);

	snprintf(out, sizeof out, "%.*s%s", at ? (int)(at - text) : 400, text, at ? at + strlen(scratch_folder) + 1 : "");
	return out;
}

Test(input, consecutive_members_are_one_file)
{
	for (size_t i = 0; i < sizeof tails / sizeof *tails; i++) {
		char packed[200], wanted[200] = "a|b|MISSING";
		size_t len = gzip("a\n", 2, packed, sizeof packed);

		len += gzip("b\n", 2, packed + len, sizeof packed - len);
		memcpy(packed + len, tails[i].behind, tails[i].len);
		if (tails[i].error)
			snprintf(wanted, sizeof wanted, "a|b|in: after byte %zu: %s", len + tails[i].at, tails[i].error);
		cr_expect_str_eq(without_folder(lines_of(open_bytes(packed, len + tails[i].len), 9)), wanted, "%s", tails[i].name);
	}
}

/* ── more than a block ── */

enum { LINES = 20000 };
static char many[LINES * 16];
static size_t many_len;

/* "0 12345\n1 12345\n…": at the end of every block there is a line across it. */
static void make_many(void)
{
	many_len = 0;
	for (int i = 0; i < LINES; i++)
		many_len += (size_t)sprintf(many + many_len, "%d %d\n", i, (i * 7919) % 100003);
}

/* How many lines are read as they were written, up to the first that is not; *s: how reading ended. */
static int count_lines(input *in, status *s, complaint *why)
{
	buffer line = {0};
	char expected[40];
	int n = 0, right = 0;

	while ((*s = input_line(in, 100, &line, why)) == OK) {
		snprintf(expected, sizeof expected, "%d %d", n, (n * 7919) % 100003);
		right += right == n++ && strcmp(line.bytes, expected) == 0;
	}
	buffer_free(&line);
	input_close(in);
	return right;
}

Test(input, lines_across_blocks_stay_whole)
{
	static char packed[sizeof many];
	complaint why;
	status s;
	size_t len;

	make_many();
	cr_assert_gt(many_len, 3 * BLOCK);
	cr_expect_eq(count_lines(open_bytes(many, many_len), &s, &why), LINES);
	cr_expect_eq(s, ERR_MISSING);
	len = gzip(many, many_len / 2, packed, sizeof packed);
	len += gzip(many + many_len / 2, many_len - many_len / 2, packed + len, sizeof packed - len);
	cr_assert_gt(len, BLOCK);
	cr_expect_eq(count_lines(open_bytes(packed, len), &s, &why), LINES);
	cr_expect_eq(s, ERR_MISSING);
}

Test(input, a_member_may_begin_where_a_block_ends)
{
	static char packed[4 * BLOCK];
	complaint why;
	status s;

	make_many();
	for (size_t cut = BLOCK - 40; cut < BLOCK; cut++) { /* not compressed, a member is a little longer than its content */
		size_t len = gzip_at(0, many, cut, packed, sizeof packed);

		len += gzip(many + cut, many_len - cut, packed + len, sizeof packed - len);
		cr_expect_eq(count_lines(open_bytes(packed, len), &s, &why), LINES, "cut at %zu: %s", cut, s == ERR_IO ? why.text : "");
	}
}

Test(input, a_line_that_is_too_long_is_not_kept_in_memory)
{
	buffer line = {0};
	complaint why;
	input *in;

	make_many();
	memset(many, 'x', many_len - 2);
	in = open_bytes(many, many_len);
	cr_expect_eq(input_line(in, 9, &line, &why), ERR_LIMIT);
	cr_expect_leq(line.len, BLOCK);
	input_close(in);
	buffer_free(&line);
}

Test(input, a_file_cut_short_delivers_all_that_comes_before)
{
	static char packed[sizeof many];
	char wanted[100];
	complaint why = {""};
	size_t len;
	status s;
	int n;

	make_many();
	len = gzip(many, many_len, packed, sizeof packed);
	n = count_lines(open_bytes(packed, len / 2), &s, &why);
	cr_expect_eq(s, ERR_IO);
	cr_expect(n > LINES / 3 && n < LINES, "%d lines", n);
	snprintf(wanted, sizeof wanted, "in: after byte %zu: unexpected end of file", len / 2);
	cr_expect_str_eq(without_folder(why.text), wanted, "bytes of the file, not of what is in it");
	memset(packed + len / 2, 0x55, len / 8);
	n = count_lines(open_bytes(packed, len), &s, &why);
	cr_expect_eq(s, ERR_IO);
	cr_expect(n > LINES / 3 && n < LINES, "%d lines of one that is damaged", n);
}

/* ── numbers of bytes ── */

Test(input, bytes_are_counted_and_kept_up_to_a_limit)
{
	input *in = open_text("abcdefghij");
	buffer b = {0};
	complaint why;

	cr_expect_eq(input_bytes(in, 3, 10, &b, &why), OK);
	cr_expect_str_eq(b.bytes, "abc");
	cr_expect_eq(input_bytes(in, 4, 2, &b, &why), OK);
	cr_expect_str_eq(b.bytes, "de", "the limit");
	cr_expect_eq(input_bytes(in, 0, 2, &b, &why), OK);
	cr_expect_str_eq(b.bytes, "");
	cr_expect_eq(input_bytes(in, 4, 9, &b, &why), ERR_MISSING);
	cr_expect_eq(input_line(in, 9, &b, &why), ERR_MISSING, "too few bytes are read nevertheless");
	input_close(in);
	buffer_free(&b);
}

Test(input, more_than_a_block_can_be_read)
{
	buffer b = {0};
	complaint why;
	input *in;

	make_many();
	in = open_bytes(many, many_len);
	cr_expect_eq(input_bytes(in, 2 * BLOCK + 5, BLOCK + 1, &b, &why), OK);
	cr_expect(b.len == BLOCK + 1 && memcmp(b.bytes, many, b.len) == 0);
	cr_expect_eq(input_bytes(in, 9, 9, &b, &why), OK);
	cr_expect(memcmp(b.bytes, many + 2 * BLOCK + 5, 9) == 0, "bytes that are not kept are read, too: %s", b.bytes);
	input_close(in);
	buffer_free(&b);
}

Test(input, the_next_bytes_can_be_examined)
{
	input *in;
	buffer b = {0};
	complaint why;

	make_many();
	in = open_bytes(many, many_len);
	cr_expect(input_starts_with(in, "0 0\n1") && input_starts_with(in, "0 0\n1") && !input_starts_with(in, "0 1"));
	cr_expect(!input_starts_with(in, "1"));
	input_take(in, 2);
	cr_expect(input_starts_with(in, "0\n1"));
	cr_expect_eq(input_bytes(in, BLOCK - 5, 0, &b, &why), OK);
	many[BLOCK + 7] = '\0';
	cr_expect(input_starts_with(in, many + BLOCK - 3), "across the end of a block");
	input_close(in);
	in = open_text("ab");
	cr_expect(!input_starts_with(in, "abc") && input_starts_with(in, "ab"));
	input_close(in);
	in = open_text("abcab");
	input_take(in, 3);
	cr_expect(!input_starts_with(in, "abc"), "bytes are not delivered twice");
	input_close(in);
	buffer_free(&b);
}

/* ── waiting ── */

static int idle_calls;

static status count_idle(void *ctx)
{
	idle_calls++;
	return *(const status *)ctx;
}

Test(input, whoever_waits_for_answers_is_told_before_a_read_waits)
{
	complaint why = {""};
	buffer b = {0};
	status fails = ERR_FILTER;
	input *in = NULL;
	const char *fifo = scratch_path("fifo");
	int fd;

	idle_calls = 0;
	cr_assert(mkfifo(fifo, 0600) == 0);
	cr_assert(input_open(fifo, &(input_wait){.stop_fd = -1, .idle = count_idle, .ctx = &fails}, &in, &why) == OK);
	fd = open(fifo, O_WRONLY);
	cr_assert(write(fd, "a\nb\n", 4) == 4);
	cr_expect_eq(input_line(in, 9, &b, &why), OK);
	cr_expect_eq(input_line(in, 9, &b, &why), OK);
	cr_expect_eq(idle_calls, 0, "nobody had to wait");
	cr_expect_eq(input_line(in, 9, &b, &why), ERR_FILTER, "what idle returns ends the input");
	cr_expect_eq(idle_calls, 1);
	close(fd);
	input_close(in);
	buffer_free(&b);
}

/* ── sources ── */

Test(input, a_file_that_cannot_be_read_is_named)
{
	complaint why = {""};
	input *in = NULL;

	cr_expect_eq(input_open(scratch_path("none"), &(input_wait){.stop_fd = -1}, &in, &why), ERR_IO);
	cr_expect(in == NULL && strstr(why.text, "/none: cannot be read: No such file"), "%s", why.text);
	in = open_file(scratch_folder, -1);
	cr_expect(strstr(lines_of(in, 9), ": after byte 0: Is a directory"));
	input_close(NULL);
}

Test(input, a_dash_is_standard_input)
{
	int file = open(scratch_write("in", "a\nb\n", 4), O_RDONLY);

	cr_assert(dup2(file, STDIN_FILENO) == STDIN_FILENO);
	cr_expect_str_eq(lines_of(open_file("-", -1), 9), "a|b|MISSING");
}

/* A FIFO that is open at both ends, and the descriptor that stops its reader. */
typedef struct fifo_input {
	input *in;
	int writer, stop[2];
} fifo_input;

static fifo_input open_fifo(void)
{
	const char *path = scratch_path("fifo");
	fifo_input t;

	cr_assert(mkfifo(path, 0600) == 0 && pipe(t.stop) == 0);
	t.in = open_file(path, t.stop[0]);
	t.writer = open(path, O_WRONLY);
	return t;
}

static void send_bytes(int fd, const char *bytes, size_t len)
{
	cr_assert(write(fd, bytes, len) == (ssize_t)len);
}

Test(input, nothing_is_read_after_a_stop)
{
	fifo_input t = open_fifo();

	send_bytes(t.writer, "a\n", 2);
	send_bytes(t.stop[1], "", 1);
	cr_expect_str_eq(lines_of(t.in, 9), "MISSING");
}

Test(input, a_line_that_a_stop_interrupts_is_not_delivered)
{
	fifo_input t = open_fifo();
	buffer line = {0};
	complaint why;

	send_bytes(t.writer, "a\nbeg", 5);
	cr_expect(input_line(t.in, 9, &line, &why) == OK && strcmp(line.bytes, "a") == 0);
	send_bytes(t.stop[1], "", 1);
	cr_expect_str_eq(lines_of(t.in, 9), "MISSING");
	buffer_free(&line);
}

Test(input, gzip_that_a_stop_interrupts_is_not_an_error)
{
	static char packed[sizeof many];
	fifo_input t = open_fifo();
	buffer line = {0};
	complaint why;

	make_many();
	cr_assert_gt(gzip(many, many_len, packed, sizeof packed), 30000);
	send_bytes(t.writer, packed, 30000); /* a part, which fits into the pipe */
	cr_expect(input_line(t.in, 9, &line, &why) == OK && strcmp(line.bytes, "0 0") == 0);
	send_bytes(t.stop[1], "", 1);
	while (input_line(t.in, 99, &line, &why) == OK)
		;
	cr_expect_eq(input_line(t.in, 99, &line, &why), ERR_MISSING);
	input_close(t.in);
	buffer_free(&line);
}

Test(input, what_is_unread_comes_again)
{
	enum { LEN = 3 * BLOCK + 5 };
	static char bytes[LEN], packed[LEN + 1000];
	buffer got = {0};
	complaint why;

	for (size_t i = 0; i < LEN; i++)
		bytes[i] = (char)('a' + i * i % 23);
	for (int is_packed = 0; is_packed < 2; is_packed++) {
		size_t len = gzip(bytes, LEN, packed, sizeof packed);
		input *in = open_bytes(is_packed ? packed : bytes, is_packed ? len : LEN);

		for (int i = 0; i < 3; i++) {
			cr_assert_eq(input_bytes(in, LEN - 7, LEN, &got, &why), OK);
			cr_expect_arr_eq(got.bytes, bytes, LEN - 7);
			cr_assert_eq(input_unread(in, bytes, LEN - 7), OK);
		}
		cr_assert_eq(input_rest(in, LEN, &got, &why), OK);
		cr_expect_eq(got.len, LEN);
		cr_expect_arr_eq(got.bytes, bytes, LEN);
		input_close(in);
	}
	buffer_free(&got);
}
