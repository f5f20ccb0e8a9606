#include "crawler/files/cdxj.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <jansson.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/new_file.h"
#include "base/grow.h"
#include "crawler/files/http_message.h"
#include "plugin/firstprint.h"
#include "purify/content.h"

enum {
	LINE_READ_MOST = 64 * 1024, /* bytes of a line that is examined; a longer one is not ours */
	STAMP = 15,                 /* bytes of a date as 14 digits */
	LOOKED_AT_MOST = 1000       /* lines of a key; a site may have any number of URLs with one */
};

struct cdxj {
	char *path, *part_path;
	const char *archive;     /* as in cdxj_files */
	const char *file;        /* that records are in */
	firstprint_span settled; /* the index as it was when cdxj_settle was called */
	FILE *part;
	arena *scratch; /* of one line */
	status failed;  /* by cdxj_add */
};

/* ── the line of a record ── */

/* Returns the value of a field; "": the head has none, or out of memory, as arena_exhausted tells. */
static const char *field_of(firstprint_span head, const char *name, arena *a)
{
	const char *value = http_header(head.at, head.len, name, HEADER_FIRST, a);

	return value ? value : "";
}

/* 2024-05-31T12:00:00Z → 20240531120000. */
static void stamp_of(const char *date, char out[STAMP])
{
	size_t n = 0;

	for (; *date && n < STAMP - 1; date++)
		if (isdigit((unsigned char)*date))
			out[n++] = *date;
	out[n] = '\0';
}

/* Returns the type of the content, without its parameters; "unk" if it has none. In a, NULL: out of memory. */
static const char *mime_of(const char *values, arena *a)
{
	const char *type = content_type_of(values);

	return type ? arena_text(a, type, strcspn(type, "; ,\t")) : "unk";
}

static bool can_be_replayed(const char *type)
{
	return strcmp(type, "response") == 0 || strcmp(type, "revisit") == 0 || strcmp(type, "resource") == 0 ||
	       strcmp(type, "conversion") == 0;
}

/* A record and its place. */
typedef struct record {
	const char *type, *url;
	firstprint_span head, block;
	uint64_t from, to;
} record;

/* Yours to free; NULL: out of memory. */
static char *facts_of(const record *r, const char *file, arena *a)
{
	bool is_revisit = strcmp(r->type, "revisit") == 0, is_http = is_revisit || strcmp(r->type, "response") == 0;
	http_response http = {0};
	complaint none;
	bool is_read = is_http && http_response_read(r->block.at, r->block.len, a, &http, &none) == OK;
	const char *mime = !is_http     ? mime_of(field_of(r->head, "Content-Type", a), a)
			   : !is_read   ? "unk"
			   : is_revisit ? "warc/revisit"
					: mime_of(http.content_type, a);
	const char *digest = field_of(r->head, "WARC-Payload-Digest", a);
	const char *truncated = field_of(r->head, "WARC-Truncated", a);
	const char *code = is_read ? arena_printf(a, "%d", http.status) : NULL;
	json_t *object = NULL;
	char *text;

	if (!*digest)
		digest = field_of(r->head, "WARC-Block-Digest", a);
	if (!arena_exhausted(a))
		object = json_pack("{s:s, s:s*, s:s*, s:s*, s:s*, s:s, s:s, s:s}", "url", r->url, "mime", mime, "status", code,
				   "digest", *digest ? digest : NULL, "truncated", *truncated ? truncated : NULL, "length",
				   arena_printf(a, "%" PRIu64, r->to - r->from), "offset", arena_printf(a, "%" PRIu64, r->from),
				   "filename", file);
	text = object ? json_dumps(object, JSON_COMPACT) : NULL;
	json_decref(object);
	return text;
}

/* Writes the line of a record, of which type and url are still to be read. */
static status write_line(cdxj *x, record *r)
{
	arena *a = x->scratch;
	char stamp[STAMP], *key, *text;
	bool ok;

	r->type = field_of(r->head, "WARC-Type", a);
	r->url = field_of(r->head, "WARC-Target-URI", a);
	if (!can_be_replayed(r->type) || !*r->url)
		return arena_exhausted(a) ? ERR_MEMORY : OK;
	key = cdxj_key(r->url, a);
	stamp_of(field_of(r->head, "WARC-Date", a), stamp);
	text = facts_of(r, x->file, a);
	if (!key || !text || arena_exhausted(a))
		return free(text), ERR_MEMORY;
	ok = fprintf(x->part, "%s %s %s\n", key, stamp, text) > 0;
	free(text);
	return ok ? OK : ERR_IO;
}

void cdxj_set_file(cdxj *x, const char *file)
{
	if (x)
		x->file = file;
}

void cdxj_add(cdxj *x, const char *bytes, size_t len, uint64_t from, uint64_t to)
{
	const char *end = memmem(bytes, len, "\r\n\r\n", 4);
	size_t head = end ? (size_t)(end - bytes) + 4 : 0;

	if (!x || !end || x->failed)
		return;
	arena_reset(x->scratch);
	x->failed = write_line(x,
			       &(record){.head = {bytes, head}, .block = {bytes + head, len - head}, .from = from, .to = to});
}

/* ── sorting ── */

typedef struct lines {
	const char **list; /* each ends with its line feed */
	size_t len, room;
	bool has_left_out; /* lines were left out */
} lines;

static status map(const char *path, firstprint_span *out, complaint *why)
{
	struct stat is;
	void *at = NULL;
	int fd;

	*out = (firstprint_span){0};
	if (stat(path, &is) == 0 && !S_ISREG(is.st_mode))
		return complain(why, ERR_IO, "%s: not a regular file", path);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0 && errno == ENOENT)
		return OK;
	if (fd >= 0 && fstat(fd, &is) == 0 && is.st_size > 0)
		at = mmap(NULL, (size_t)is.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
	if (fd < 0 || at == MAP_FAILED)
		complain(why, ERR_IO, "%s: cannot be read: %s", path, strerror(errno));
	else
		*out = (firstprint_span){at, at ? (size_t)is.st_size : 0};
	if (fd >= 0)
		close(fd);
	return fd < 0 || at == MAP_FAILED ? ERR_IO : OK;
}

static void unmap(firstprint_span m)
{
	if (m.len)
		munmap((void *)m.at, m.len);
}

static int by_name(const void *name, const void *file)
{
	const char *other = ((const cdxj_file *)file)->name;
	size_t len = strlen(name), other_len = strlen(other);

	return len == other_len ? strcmp(name, other) : len < other_len ? -1 : 1;
}

static uint64_t number_in(const json_t *object, const char *name)
{
	const char *text = json_string_value(json_object_get(object, name));

	return text ? strtoull(text, NULL, 10) : 0;
}

/* Does the file belong to the archive, as "NAME-00007.warc.gz"? */
static bool is_own(const char *file, const char *name)
{
	size_t len = strlen(name), digits;

	if (strncmp(file, name, len) != 0 || file[len] != '-')
		return false;
	digits = strspn(file + len + 1, "0123456789");
	return digits >= 5 && strcmp(file + len + 1 + digits, ".warc.gz") == 0;
}

/* Does the file exist, though it is not listed? There may be files after a gap in the numbers. */
static bool is_there(const cdxj_files *f, const char *name)
{
	char path[PATH_MAX];

	snprintf(path, sizeof path, "%.*s%s", (int)f->folder_len, f->folder, name);
	return access(path, F_OK) == 0;
}

/* Is the line's record within the file that it names? Also true for a line that names a file of another archive, or one that exists
 * but is not listed, or that is not an index line. */
static bool leads_somewhere(const char *at, size_t len, cdxj_files *f)
{
	const char *json = len < LINE_READ_MOST ? memchr(at, '{', len) : NULL;
	json_t *object = json ? json_loadb(json, len - (size_t)(json - at), 0, NULL) : NULL;
	const char *name = json_string_value(json_object_get(object, "filename"));
	cdxj_file *file = name && f->len ? bsearch(name, f->list, f->len, sizeof *f->list, by_name) : NULL;
	uint64_t end = number_in(object, "offset") + number_in(object, "length");
	bool leads = file ? end <= file->size : !name || !f->archive || !is_own(name, f->archive) || is_there(f, name);

	if (file && leads && end > file->covered)
		file->covered = end;
	json_decref(object);
	return leads;
}

/* Adds the lines to keep. A last line without a line feed was cut off by a kill. */
static status collect(firstprint_span m, cdxj_files *files, lines *out)
{
	for (const char *at = m.at, *end = at + m.len, *stop; at < end; at = stop + 1) {
		const char **list;

		stop = memchr(at, '\n', (size_t)(end - at));
		if (!stop)
			break;
		if (files && !leads_somewhere(at, (size_t)(stop - at), files)) {
			out->has_left_out = true;
			continue;
		}
		list = grow(out->list, out->len, &out->room, sizeof *list);
		if (!list)
			return ERR_MEMORY;
		out->list = list;
		list[out->len++] = at;
	}
	return OK;
}

/* Lines end in a line feed, which is less than every other byte in them. */
static int by_bytes(const void *a, const void *b)
{
	const char *x = *(const char *const *)a, *y = *(const char *const *)b;

	while (*x == *y && *x != '\n')
		x++, y++;
	return (unsigned char)*x - (unsigned char)*y;
}

static bool write_lines(FILE *f, const lines *l)
{
	bool ok = f != NULL;

	for (size_t i = 0; i < l->len && ok; i++) {
		const char *at = l->list[i], *stop = rawmemchr(at, '\n');

		if (i == 0 || by_bytes(&l->list[i - 1], &l->list[i]) != 0)
			ok = fwrite(at, 1, (size_t)(stop - at) + 1, f) > 0;
	}
	return f && fclose(f) == 0 && ok;
}

static status cannot_write(const char *path, complaint *why)
{
	return complain(why, ERR_IO, "%s: cannot be written: %s", path, strerror(errno));
}

static status write_sorted(cdxj *x, lines *all, complaint *why)
{
	new_file *f = NULL;
	status err;
	int fd;

	if (all->len)
		qsort(all->list, all->len, sizeof *all->list, by_bytes);
	err = new_file_open(x->path, 0, &f, why);
	if (err)
		return err;
	fd = dup(new_file_fd(f));
	if (write_lines(fd >= 0 ? fdopen(fd, "w") : NULL, all))
		return new_file_end(f, why);
	err = cannot_write(x->path, why);
	new_file_drop(f);
	return err;
}

/* Sorts the old and the new lines into a new file, which then becomes the index. If nothing is added or removed, the index stays as
 * it is. */
static status sort(cdxj *x, cdxj_files *files, complaint *why)
{
	firstprint_span old = {0}, part = {0};
	lines all = {0};
	status err = map(x->path, &old, why);

	if (!err)
		err = map(x->part_path, &part, why);
	if (!err)
		err = collect(old, files, &all) || collect(part, files, &all) ? ERR_MEMORY : OK;
	if (!err && (part.len || all.has_left_out || access(x->path, F_OK) != 0))
		err = write_sorted(x, &all, why);
	unmap(old);
	unmap(part);
	free(all.list);
	return err;
}

/* ── finding ── */

/* Returns the first of the sorted lines that is not less than the text, which has no line feed; to: all are less. */
static const char *lower_bound(const char *from, const char *to, const char *text)
{
	size_t len = strlen(text);

	while (from < to) {
		const char *middle = from + (to - from) / 2, *before = memrchr(from, '\n', (size_t)(middle - from));
		const char *line = before ? before + 1 : from;

		if (strncmp(line, text, len) < 0)
			from = (const char *)rawmemchr(middle, '\n') + 1;
		else
			to = line;
	}
	return from;
}

static bool has(const json_t *object, const char *name, const char *value)
{
	const char *text = json_string_value(json_object_get(object, name));

	return text && strcmp(text, value) == 0;
}

/* Is the line that of such a response, with the whole body of a page, in a file of the archive? If it is a revisit of one, *digest becomes
 * that of its body, in a. */
static bool has_body(const cdxj *x, firstprint_span line, const cdxj_question *q, const char **digest, arena *a)
{
	const char *json = line.len < LINE_READ_MOST ? memchr(line.at, '{', line.len) : NULL;
	json_t *object = json ? json_loadb(json, line.len - (size_t)(json - line.at), 0, NULL) : NULL;
	const char *file = json_string_value(json_object_get(object, "filename"));
	const char *is_of = json_string_value(json_object_get(object, "digest"));
	bool is = file && (x->archive ? is_own(file, x->archive) : strcmp(file, x->file) == 0) && has(object, "url", q->url) &&
		  (!q->digest || has(object, "digest", q->digest)) && has(object, "status", "200") &&
		  !json_object_get(object, "truncated");
	bool is_revisit = has(object, "mime", "warc/revisit");

	if (is && is_revisit && is_of)
		*digest = arena_text(a, is_of, strlen(is_of));
	json_decref(object);
	return is && !is_revisit;
}

/* 20240531120000 → 2024-05-31T12:00:00Z. */
static const char *date_of(const char *stamp, arena *a)
{
	return arena_printf(a, "%.4s-%.2s-%.2sT%.2s:%.2s:%.2sZ", stamp, stamp + 4, stamp + 6, stamp + 8, stamp + 10,
			    stamp + 12);
}

status cdxj_find(const cdxj *x, const cdxj_question *q, arena *a, const char **date)
{
	const char *key = cdxj_key(q->url, a), *start = key ? arena_printf(a, "%s ", key) : NULL;
	const char *feed = x->settled.len ? memrchr(x->settled.at, '\n', x->settled.len) : NULL;
	const char *end = feed ? feed + 1 : x->settled.at, *stop;
	char first[STAMP], last[STAMP];
	const char *at = start ? lower_bound(x->settled.at, end, start) : NULL, *digest = NULL;
	size_t len = start ? strlen(start) : 0;

	if (!start)
		return ERR_MEMORY;
	stamp_of(q->from ? q->from : "0000-00-00T00:00:00Z", first);
	stamp_of(q->until ? q->until : "9999-99-99T99:99:99Z", last);
	for (int i = 0; i < LOOKED_AT_MOST && at < end && strncmp(at, start, len) == 0; i++, at = stop + 1) {
		const char *stamp = at + len;

		stop = rawmemchr(at, '\n');
		if (strncmp(stamp, first, STAMP - 1) < 0 || strncmp(stamp, last, STAMP - 1) > 0 ||
		    !has_body(x, (firstprint_span){at, (size_t)(stop - at)}, q, &digest, a))
			continue;
		*date = date_of(stamp, a);
		return *date ? OK : ERR_MEMORY;
	}
	return digest && !q->digest ? cdxj_find(x, &(cdxj_question){.url = q->url, .digest = digest}, a, date) : ERR_MISSING;
}

/* ── one index ── */

static status set_paths(cdxj *x, const char *path)
{
	x->scratch = arena_new();
	x->path = strdup(path);
	if (asprintf(&x->part_path, "%s.part", path) < 0)
		x->part_path = NULL;
	return x->scratch && x->path && x->part_path ? OK : ERR_MEMORY;
}

status cdxj_open(const char *path, cdxj_files *files, cdxj **out, complaint *why)
{
	cdxj *x = calloc(1, sizeof *x);
	status err = x ? set_paths(x, path) : ERR_MEMORY;

	if (x)
		x->archive = files->archive;
	for (size_t i = 0; i < files->len; i++)
		files->list[i].covered = 0;
	if (!err && (access(path, F_OK) == 0 || access(x->part_path, F_OK) == 0))
		err = sort(x, files, why);
	if (!err)
		x->part = fopen(x->part_path, "we");
	if (!err && !x->part)
		err = cannot_write(x->part_path, why);
	if (err)
		cdxj_close(x);
	else
		*out = x;
	return err == ERR_MEMORY ? complain(why, err, "%s: %s", path, status_text(err)) : err;
}

static status sort_in(cdxj *x, complaint *why)
{
	bool written = x->failed != ERR_IO && !ferror(x->part) && fflush(x->part) == 0;
	status err;

	if (!written)
		return cannot_write(x->part_path, why);
	if (x->failed)
		return complain(why, x->failed, "%s: %s", x->path, status_text(x->failed));
	err = sort(x, NULL, why);
	return err == ERR_MEMORY ? complain(why, err, "%s: %s", x->path, status_text(err)) : err;
}

status cdxj_settle(cdxj *x, complaint *why)
{
	status err;

	if (!x)
		return OK;
	err = ftell(x->part) > 0 ? sort_in(x, why) : OK;
	if (err)
		return err;
	rewind(x->part);
	if (ftruncate(fileno(x->part), 0) != 0)
		return cannot_write(x->part_path, why);
	return map(x->path, &x->settled, why);
}

status cdxj_end(cdxj *x, complaint *why)
{
	status err = sort_in(x, why);

	if (!err)
		cdxj_discard(x);
	return err;
}

void cdxj_discard(cdxj *x)
{
	if (x->part)
		fclose(x->part);
	x->part = NULL;
	unlink(x->part_path);
}

void cdxj_close(cdxj *x)
{
	if (!x)
		return;
	if (x->part)
		fclose(x->part);
	unmap(x->settled);
	arena_free(x->scratch);
	free(x->path);
	free(x->part_path);
	free(x);
}
