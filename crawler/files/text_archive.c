#include "crawler/files/text_archive.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/digest.h"
#include "base/grow.h"
#include "crawler/web/url.h"

struct text_archive {
	const char *prefix, *software;
	uint64_t most;
	warc_writer *file;
	unsigned files;
	bool ended;    /* the index is written */
	arena *memory; /* of the lines of the index, and names */
	char *name;    /* of the file that is being written */
	char **lines;
	size_t len, room;
};

status text_archive_open(const char *prefix, const char *software, uint64_t most, text_archive **out, complaint *why)
{
	text_archive *a = calloc(1, sizeof *a);

	*out = a;
	if (!a)
		return complain(why, ERR_MEMORY, "out of memory");
	*a = (text_archive){.prefix = prefix, .software = software, .most = most, .memory = arena_new()};
	return a->memory ? OK : complain(why, ERR_MEMORY, "out of memory");
}

static char *name_of(text_archive *a, unsigned i)
{
	return arena_printf(a->memory, "%s-%05u.warc.gz", a->prefix, i);
}

void text_archive_close(text_archive *a)
{
	if (!a)
		return;
	warc_close(a->file);
	for (unsigned i = 0; i < a->files && !a->ended; i++) {
		const char *name = name_of(a, i);

		if (name)
			unlink(name);
	}
	arena_free(a->memory);
	free(a->lines);
	free(a);
}

/* ── the key ── */

/* "a.b.c" → "c,b,a". */
static void reverse_labels(const char *host, size_t len, char *out)
{
	while (len > 0) {
		size_t from = len;

		while (from > 0 && host[from - 1] != '.')
			from--;
		out = mempcpy(out, host + from, len - from);
		len = from > 0 ? from - 1 : 0;
		if (from > 0)
			*out++ = ',';
	}
	*out = '\0';
}

static void to_lower(char *text)
{
	for (; *text; text++)
		*text = (char)tolower((unsigned char)*text);
}

char *text_archive_key(const char *url, arena *a)
{
	url_parts u;
	const char *name, *port;
	char *labels, *key;

	if (url_parse(url, NULL, a, &u) != OK)
		return arena_text(a, url, strlen(url));
	name = strncmp(u.name, "www.", 4) == 0 ? u.name + 4 : u.name;
	port = strrchr(u.host, ':');
	port = port && isdigit((unsigned char)port[1]) ? port : "";
	labels = arena_alloc(a, strlen(name) + 2);
	if (!labels)
		return NULL;
	if (*name == '[' || name[strspn(name, "0123456789.")] == '\0') /* an address */
		memcpy(labels, name, strlen(name) + 1);
	else
		reverse_labels(name, strlen(name), labels);
	key = arena_printf(a, "%s%s)%s", labels, port, u.path);
	if (key)
		to_lower(key);
	return key;
}

/* ── records ── */

static status begin_file(text_archive *a, complaint *why)
{
	uint64_t cut;

	warc_close(a->file);
	a->file = NULL;
	a->name = name_of(a, a->files);
	if (!a->name)
		return complain(why, ERR_MEMORY, "out of memory");
	if (access(a->name, F_OK) == 0)
		return complain(why, ERR_IO, "%s: exists already", a->name);
	a->files++;
	return warc_open(a->name, a->software, 0, &a->file, &cut, why);
}

/* 2024-05-31T12:00:00Z → 20240531120000. */
static void stamp_of(const char *date, char out[15])
{
	size_t n = 0;

	for (; *date && n < 14; date++)
		if (isdigit((unsigned char)*date))
			out[n++] = *date;
	out[n] = '\0';
}

static status note_line(text_archive *a, const warc_text *x, uint64_t from, uint64_t to)
{
	const char *slash = strrchr(a->name, '/'), *file = slash ? slash + 1 : a->name;
	char stamp[15], offset[24], length[24], hex[DIGEST_TEXT], sum[DIGEST_TEXT + 8],
		*key = text_archive_key(x->url, a->memory), *json;
	uint8_t digest[DIGEST_SIZE];
	json_t *object;
	char **lines = grow(a->lines, a->len, &a->room, sizeof *lines);

	if (!lines || !key)
		return ERR_MEMORY;
	a->lines = lines;
	digest_of(x->text, x->len, digest);
	digest_text(digest, hex);
	snprintf(sum, sizeof sum, "sha256:%s", hex);
	snprintf(offset, sizeof offset, "%" PRIu64, from);
	snprintf(length, sizeof length, "%" PRIu64, to - from);
	stamp_of(x->date, stamp);
	object = json_pack("{s:s, s:s, s:s, s:s, s:s, s:s}", "url", x->url, "mime", "text/plain", "digest", sum, "length",
			   length, "offset", offset, "filename", file);
	json = object ? json_dumps(object, JSON_COMPACT) : NULL;
	json_decref(object);
	a->lines[a->len] = json ? arena_printf(a->memory, "%s %s %s\n", key, stamp, json) : NULL;
	free(json);
	return a->lines[a->len] ? (a->len++, OK) : ERR_MEMORY;
}

status text_archive_put(text_archive *a, const warc_text *x, complaint *why)
{
	status err = !a->file || warc_length(a->file) >= a->most ? begin_file(a, why) : OK;
	uint64_t from = err ? 0 : warc_length(a->file);

	if (!err)
		err = warc_put_text(a->file, x, why);
	return err ? err : note_line(a, x, from, warc_length(a->file));
}

/* ── the index ── */

static int compare(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

status text_archive_end(text_archive *a, unsigned *files, complaint *why)
{
	const char *name = arena_printf(a->memory, "%s.cdxj", a->prefix);
	FILE *f = name ? fopen(name, "wxe") : NULL;
	bool written = f != NULL;

	*files = a->files;
	if (!name)
		return complain(why, ERR_MEMORY, "out of memory");
	if (!f)
		return complain(why, ERR_IO, "%s: cannot be written: %s", name, strerror(errno));
	if (a->len)
		qsort(a->lines, a->len, sizeof *a->lines, compare);
	for (size_t i = 0; i < a->len && written; i++)
		written = fputs(a->lines[i], f) >= 0;
	written = fclose(f) == 0 && written;
	a->ended = written;
	return written ? OK : complain(why, ERR_IO, "%s: cannot be written: %s", name, strerror(errno));
}
