#include "crawler/files/warc_writer.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "base/buffer.h"
#include "base/clock.h"
#include "base/digest.h"
#include "base/write_all.h"
#include "crawler/files/input.h"
#include "crawler/files/warc_tail.h"

enum { ID_TEXT = 64 };

struct warc_writer {
	int fd;
	char *path;
	char *software;
	char info[ID_TEXT];      /* id of the warcinfo record; "": none is written yet */
	buffer head, block, out; /* of the current record; compressed records of the exchange */
	uint64_t len;            /* of the file */
	cdxj *index;             /* NULL: none */
	bool failed;             /* out of memory while making the records */
};

/* ── making records ── */

__attribute__((format(printf, 3, 4))) static void add(warc_writer *w, buffer *to, const char *format, ...)
{
	va_list args;
	char *text = NULL;

	va_start(args, format);
	if (vasprintf(&text, format, args) < 0)
		text = NULL;
	va_end(args);
	w->failed |= !text || !buffer_append_text(to, text);
	free(text);
}

/* Adds a field, if it has a value. Leaves out a value with a line break, which would begin another field. */
static void field(warc_writer *w, buffer *to, const char *name, const char *value)
{
	if (value && *value && !strpbrk(value, "\r\n"))
		add(w, to, "%s: %s\r\n", name, value);
}

static void draw_id(char out[ID_TEXT])
{
	uint8_t b[16] = {0};

	if (getrandom(b, sizeof b, 0) != sizeof b)
		memset(b, 0, sizeof b);
	b[6] = (uint8_t)((b[6] & 0x0f) | 0x40);
	b[8] = (uint8_t)((b[8] & 0x3f) | 0x80);
	snprintf(out, ID_TEXT, "<urn:uuid:%02x%02x%02x%02x-%02x%02x-%02x%02x-%02x%02x-%02x%02x%02x%02x%02x%02x>", b[0], b[1],
		 b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9], b[10], b[11], b[12], b[13], b[14], b[15]);
}

/* id NULL: one is drawn. */
static void begin_record(warc_writer *w, const char *type, const char *id, const char *date, const char *url,
			 const char *content_type)
{
	char drawn[ID_TEXT];

	buffer_clear(&w->head);
	buffer_clear(&w->block);
	if (!id)
		draw_id(drawn);
	add(w, &w->head, "WARC/1.1\r\nWARC-Type: %s\r\nWARC-Record-ID: %s\r\n", type, id ? id : drawn);
	field(w, &w->head, "WARC-Date", date);
	field(w, &w->head, "WARC-Target-URI", url);
	field(w, &w->head, "Content-Type", content_type);
	if (*w->info && strcmp(type, "warcinfo") != 0)
		field(w, &w->head, "WARC-Warcinfo-ID", w->info);
}

/* Compresses head, block and the two empty lines after them into one gzip member and appends it to w->out. */
static void end_record(warc_writer *w)
{
	z_stream z = {0};
	size_t bound, from = w->out.len;
	char *packed;

	add(w, &w->head, "Content-Length: %zu\r\n\r\n", w->block.len);
	w->failed |= !buffer_append(&w->head, w->block.bytes ? w->block.bytes : "", w->block.len) ||
		     !buffer_append(&w->head, "\r\n\r\n", 4);
	if (w->failed || deflateInit2(&z, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK) {
		w->failed = true;
		return;
	}
	bound = deflateBound(&z, (uLong)w->head.len);
	packed = malloc(bound);
	z.next_in = (Bytef *)w->head.bytes;
	z.avail_in = (uInt)w->head.len;
	z.next_out = (Bytef *)packed;
	z.avail_out = (uInt)bound;
	w->failed |= !packed || deflate(&z, Z_FINISH) != Z_STREAM_END || !buffer_append(&w->out, packed, bound - z.avail_out);
	deflateEnd(&z);
	free(packed);
	if (!w->failed)
		cdxj_add(w->index, w->head.bytes, w->head.len, w->len + from, w->len + w->out.len);
}

/* Writes all compressed records. If the disk is full, removes what was written of them. */
static status flush(warc_writer *w, complaint *why)
{
	off_t at = lseek(w->fd, 0, SEEK_END);

	if (w->failed)
		return complain(why, ERR_MEMORY, "%s: %s", w->path, status_text(ERR_MEMORY));
	if (write_all(w->fd, w->out.bytes, w->out.len)) {
		w->len += w->out.len;
		buffer_clear(&w->out);
		return OK;
	}
	complain(why, ERR_IO, "%s: cannot be written: %s", w->path, strerror(errno));
	if (at >= 0 && ftruncate(w->fd, at) != 0)
		complain(why, ERR_IO, "%s: cannot be written, and ends in the middle of a record: %s", w->path,
			 strerror(errno));
	return ERR_IO;
}

/* ── the file ── */

static const char own_mark[] = "firstprint"; /* in the record about the writer */
enum { INFO_MOST = 4096 };                   /* bytes of that record */

/* Is the word there, with the end of a line behind it? */
static bool has_line(const char *bytes, size_t len, const char *word)
{
	const char *at = memmem(bytes, len, word, strlen(word));

	return at && memchr(at, '\n', len - (size_t)(at - bytes));
}

/* Does the file begin with a record of another program? Ours begins with one about us, of which a crash may have left a part. */
static bool is_of_others(const char *path)
{
	const input_wait wait = {.stop_fd = -1};
	const char *head = "";
	input *in = NULL;
	size_t len = input_open(path, &wait, &in, &(complaint){""}) ? 0 : input_head(in, INFO_MOST, &head);
	bool is;

	len = len < INFO_MOST ? len : INFO_MOST;
	is = has_line(head, len, "\r\n\r\n") && !has_line(head, len, own_mark) &&
	     (!has_line(head, len, "WARC-Type: warcinfo") || has_line(head, len, "software:"));
	input_close(in);
	return is;
}

/* Prepares the file for appending: removes an incomplete record at its end. known: how much of it the index has. */
static status repair(warc_writer *w, off_t size, off_t known, uint64_t *cut, complaint *why)
{
	off_t whole = 0;
	status err = OK;

	if (!known && is_of_others(w->path))
		return complain(why, ERR_USAGE, "%s: an archive of another program; write to a file of another name", w->path);
	err = warc_valid_length(w->fd, known <= size ? known : 0, w->index, &whole);
	if (err == ERR_FORMAT)
		return complain(why, err, "%s: exists and is not a gzipped WARC file", w->path);
	if (err == ERR_LIMIT)
		return complain(why, ERR_FORMAT, "%s: is damaged after byte %lld; nothing is appended to it", w->path,
				(long long)whole);
	*cut = err ? 0 : (uint64_t)(size - whole);
	if (err || (*cut && ftruncate(w->fd, whole) != 0))
		return complain(why, ERR_IO, "%s: cannot be read or repaired: %s", w->path, strerror(errno));
	w->len = (uint64_t)whole;
	return OK;
}

/* fd: of the file; −1: it is to be opened. */
static status open_file(warc_writer *w, int fd, uint64_t known, uint64_t *cut, complaint *why)
{
	off_t size;

	*cut = 0;
	w->fd = fd >= 0 ? dup(fd) : open(w->path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
	size = w->fd < 0 ? -1 : lseek(w->fd, 0, SEEK_END);
	if (size < 0)
		return complain(why, ERR_IO, "%s: cannot be opened for writing: %s", w->path, strerror(errno));
	return size ? repair(w, size, (off_t)known, cut, why) : OK;
}

/* Begins what is written at once, the first time with a record about the writer: a run that writes nothing leaves the file as it is. */
static void begin_records(warc_writer *w)
{
	char now[CLOCK_TEXT];

	w->failed = false;
	buffer_clear(&w->out);
	if (*w->info)
		return;
	clock_text(now);
	draw_id(w->info);
	begin_record(w, "warcinfo", w->info, now, NULL, "application/warc-fields");
	field(w, &w->head, "WARC-Filename", basename(w->path));
	add(w, &w->block,
	    "software: %s%s\r\nformat: WARC File Format 1.1\r\nconformsTo: "
	    "http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/\r\n",
	    w->software, strstr(w->software, own_mark) ? "" : ", firstprint/" PACKAGE_VERSION);
	end_record(w);
}

status warc_open(const char *path, int fd, const char *software, uint64_t known, cdxj *index, warc_writer **out, uint64_t *cut,
		 complaint *why)
{
	warc_writer *w = calloc(1, sizeof *w);
	status err = ERR_MEMORY;

	if (w) {
		w->fd = -1;
		w->index = index;
		w->path = strdup(path);
		w->software = strdup(software);
		err = w->path && w->software ? open_file(w, fd, known, cut, why) : ERR_MEMORY;
	}
	if (err)
		warc_close(w);
	else
		*out = w;
	return err == ERR_MEMORY ? complain(why, err, "%s: %s", path, status_text(err)) : err;
}

void warc_close(warc_writer *w)
{
	if (!w)
		return;
	if (w->fd >= 0)
		close(w->fd);
	buffer_free(&w->head);
	buffer_free(&w->block);
	buffer_free(&w->out);
	free(w->path);
	free(w->software);
	free(w);
}

uint64_t warc_length(const warc_writer *w)
{
	return w->len;
}

bool warc_is_there(const warc_writer *w)
{
	struct stat written, named;

	return fstat(w->fd, &written) == 0 && stat(w->path, &named) == 0 && written.st_dev == named.st_dev &&
	       written.st_ino == named.st_ino;
}

/* ── exchanges ── */

static bool starts(const char *line, size_t len, const char *name)
{
	size_t n = strlen(name);

	return len > n && strncasecmp(line, name, n) == 0 && line[n] == ':';
}

/* Adds one line of the head of a response, changed as the file requires. */
static void add_head_line(warc_writer *w, const char *line, size_t len)
{
	const char *space = memchr(line, ' ', len);

	if (starts(line, len, "content-length") || starts(line, len, "transfer-encoding"))
		return; /* chunks are joined */
	if (strncmp(line, "HTTP/", 5) == 0 && space)
		add(w, &w->block, "HTTP/1.1%.*s", (int)(len - (size_t)(space - line)), space);
	else
		add(w, &w->block, "%.*s", (int)len, line);
}

static void add_response_head(warc_writer *w, const char *head, size_t body_len)
{
	while (*head && *head != '\r' && *head != '\n') {
		size_t len = strcspn(head, "\n");

		len += head[len] == '\n';
		add_head_line(w, head, len);
		head += len;
	}
	add(w, &w->block, "Content-Length: %zu\r\n\r\n", body_len);
}

/* Adds the digest of the bytes. known NULL: it is computed here. */
static void add_digest(warc_writer *w, const char *name, const uint8_t *known, const char *bytes, size_t len)
{
	uint8_t digest[DIGEST_SIZE];
	char text[DIGEST_TEXT];

	if (!known)
		digest_of(len ? bytes : "", len, digest);
	digest_text(known ? known : digest, text);
	add(w, &w->head, "%s: sha256:%s\r\n", name, text);
}

/* Adds the request line as it would be sent to the server itself, without a proxy. */
static void add_request_line(warc_writer *w, const char *line, size_t len)
{
	const char *method = memchr(line, ' ', len), *target = method ? method + 1 : line;
	const char *version = memrchr(line, ' ', len), *host;

	if (!method || version == method) {
		add(w, &w->block, "%.*s", (int)len, line);
		return;
	}
	host = strncmp(target, "http", 4) == 0 ? strstr(target, "://") : NULL;
	if (host && host < version)
		target = host + 3 + strcspn(host + 3, "/? ");
	add(w, &w->block, "%.*s %s%.*s HTTP/1.1\r\n", (int)(method - line), line, *target == '/' ? "" : "/",
	    (int)(version - target), target);
}

static void add_request_head(warc_writer *w, const char *head)
{
	size_t len = strcspn(head, "\n") + 1;

	add_request_line(w, head, len);
	for (head += len; head[-1] && *head; head += len) {
		len = strcspn(head, "\n");
		len += head[len] == '\n';
		if (strncasecmp(head, "proxy-", 6) != 0)
			add(w, &w->block, "%.*s", (int)len, head);
	}
}

static void put_request(warc_writer *w, const warc_exchange *x, const char *response_id)
{
	begin_record(w, "request", NULL, x->date, x->url, "application/http;msgtype=request");
	field(w, &w->head, "WARC-Concurrent-To", response_id);
	add_request_head(w, x->request_head);
	end_record(w);
}

static void put_response(warc_writer *w, const warc_exchange *x, const char *id)
{
	bool revisit = x->same_url != NULL;

	begin_record(w, revisit ? "revisit" : "response", id, x->date, x->url, "application/http;msgtype=response");
	field(w, &w->head, "WARC-IP-Address", x->address);
	if (revisit) {
		field(w, &w->head, "WARC-Profile",
		      x->not_modified ? "http://netpreserve.org/warc/1.1/revisit/server-not-modified"
				      : "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest");
		field(w, &w->head, "WARC-Refers-To-Target-URI", x->same_url);
		field(w, &w->head, "WARC-Refers-To-Date", x->same_date);
	}
	if (!x->not_modified)
		add_digest(w, "WARC-Payload-Digest", x->digest, x->body, x->body_len);
	field(w, &w->head, "WARC-Truncated", x->truncated);
	add_response_head(w, x->response_head, x->body_len);
	if (!revisit && x->body_len)
		w->failed |= !buffer_append(&w->block, x->body, x->body_len);
	end_record(w);
}

static void put_metadata(warc_writer *w, const warc_exchange *x, const char *response_id)
{
	begin_record(w, "metadata", NULL, x->date, x->url, "application/warc-fields");
	field(w, &w->head, "WARC-Concurrent-To", response_id);
	field(w, &w->block, "via", x->via);
	add(w, &w->block, "fetchTimeMs: %lld\r\n", (long long)x->elapsed_ms);
	field(w, &w->block, "firstprint", x->verdict);
	end_record(w);
}

status warc_put(warc_writer *w, const warc_exchange *x, complaint *why)
{
	char id[ID_TEXT];

	begin_records(w);
	draw_id(id);
	if (x->request_head)
		put_request(w, x, id);
	put_response(w, x, id);
	put_metadata(w, x, id);
	return flush(w, why);
}

status warc_put_text(warc_writer *w, const warc_text *x, complaint *why)
{
	begin_records(w);
	begin_record(w, "conversion", NULL, x->date, x->url, "text/plain; charset=utf-8");
	add_digest(w, "WARC-Block-Digest", NULL, x->text, x->len);
	field(w, &w->head, "Content-Language", x->lang);
	w->failed |= !buffer_append(&w->block, x->text, x->len);
	end_record(w);
	return flush(w, why);
}
