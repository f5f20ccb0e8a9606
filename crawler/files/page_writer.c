#include "crawler/files/page_writer.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "base/new_file.h"
#include "crawler/files/input.h"
#include "crawler/files/spared.h"

enum { BLOCK = 128 * 1024, HEAD_MOST = 4096 };

struct page_writer {
	const char *name;
	output *standard; /* standard output; NULL: a file */
	new_file *part;   /* takes the place of the file when it is whole */
	gzFile file;      /* of that */
	bool is_gzip, has_begun;
	enum page_form form; /* of the pages before, if it has begun */
};

static bool ends_in(const char *name, const char *end)
{
	size_t len = strlen(name), n = strlen(end);

	return len > n && strcmp(name + len - n, end) == 0;
}

static status cannot_write(const char *name, const char *cause, complaint *why)
{
	return complain(why, ERR_IO, "%s: cannot be written: %s", name, cause);
}

static status fail(const page_writer *w, complaint *why)
{
	int code = Z_OK;
	const char *text = gzerror(w->file, &code);

	return cannot_write(w->name, code == Z_ERRNO ? strerror(errno) : text, why);
}

/* Is it an archive as a crawler writes it, with a record about itself? Pages alone, an earlier output, have none. */
static bool is_archive(const char *name)
{
	char head[HEAD_MOST + 1], *end;
	const char *at;
	input *in = NULL;
	size_t len;

	if (!spared_is_regular(name) || input_open(name, &(input_wait){.stop_fd = -1}, &in, &(complaint){""}) != OK)
		return false;
	len = input_head(in, HEAD_MOST, &at);
	len = len < HEAD_MOST ? len : HEAD_MOST;
	memcpy(head, at, len);
	head[len] = '\0';
	input_close(in);
	end = strstr(head, "\r\n\r\n");
	if (end)
		*end = '\0';
	return strncmp(head, "filedesc:", 9) == 0 ||
	       (strncmp(head, "WARC/", 5) == 0 && strcasestr(head, "\nWARC-Type: warcinfo"));
}

/* Opens the file that takes the place of the old one. */
static status open_part(page_writer *w, complaint *why)
{
	status err = new_file_open(w->name, 0, &w->part, why);
	int fd;

	if (err)
		return err;
	if (is_archive(w->name)) {
		new_file_drop(w->part);
		return complain(why, ERR_USAGE, "%s: exists already, and is the archive of a crawler, not an earlier output",
				w->name);
	}
	fd = dup(new_file_fd(w->part));
	w->file = fd >= 0 ? gzdopen(fd, w->is_gzip ? "wb" : "wbT") : NULL; /* T: without compression */
	if (w->file)
		return gzbuffer(w->file, BLOCK) == 0 ? OK : ERR_MEMORY;
	if (fd >= 0)
		close(fd);
	new_file_drop(w->part);
	w->part = NULL;
	return ERR_MEMORY;
}

status page_writer_open(const char *name, output *standard, page_writer **out, complaint *why)
{
	status err = OK;
	page_writer *w;

	if (ends_in(name, ".zst") || ends_in(name, ".xz") || ends_in(name, ".bz2"))
		return complain(why, ERR_USAGE, "%s: only .gz is written; use - and a pipe for others", name);
	w = calloc(1, sizeof *w);
	if (!w)
		return ERR_MEMORY;
	*w = (page_writer){.name = name, .is_gzip = ends_in(name, ".gz")};
	if (strcmp(name, "-") == 0)
		w->standard = standard;
	else if (access(name, W_OK) != 0 && errno != ENOENT) /* it could be replaced all the same */
		err = cannot_write(name, strerror(errno), why);
	else
		err = open_part(w, why);
	if (err)
		free(w);
	else
		*out = w;
	return err;
}

bool page_writer_takes(const page_writer *w, enum page_form form)
{
	return !w->has_begun || form == w->form;
}

status page_writer_put(page_writer *w, enum page_form form, const char *raw, size_t len, complaint *why)
{
	assert(page_writer_takes(w, form));
	w->form = form;
	w->has_begun = true;
	if (w->standard)
		return buffer_append(&w->standard->held, raw, len) ? OK : ERR_MEMORY;
	if (gzfwrite(raw, 1, len, w->file) != len)
		return fail(w, why);
	if (w->is_gzip && form == PAGE_WARC && gzflush(w->file, Z_FINISH) != Z_OK)
		return fail(w, why);
	return OK;
}

status page_writer_flush(page_writer *w, complaint *why)
{
	return !w->file || w->is_gzip || gzflush(w->file, Z_SYNC_FLUSH) == Z_OK ? OK : fail(w, why);
}

status page_writer_close(page_writer *w, bool whole, complaint *why)
{
	status err = OK;

	if (!w)
		return OK;
	errno = ENOSPC; /* unless the C library says another cause */
	if (w->file && gzclose(w->file) != Z_OK && whole)
		err = cannot_write(w->name, strerror(errno), why);
	if (w->part && whole && !err)
		err = new_file_end(w->part, why);
	else
		new_file_drop(w->part);
	free(w);
	return err;
}
