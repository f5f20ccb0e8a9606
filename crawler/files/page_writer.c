#include "crawler/files/page_writer.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "base/new_file.h"

enum { BLOCK = 128 * 1024 };

struct page_writer {
	const char *name;
	int fd;               /* of the file that has the name; −1: there is none */
	output *standard;     /* standard output; NULL: a file */
	new_file *part;       /* takes the place of the file when it is whole; NULL: no page was written yet */
	gzFile file;          /* of that; NULL: as above */
	bool is_gzip, is_new; /* is_new: it did not exist before */
	bool has_begun;       /* a page was written */
	enum page_form form;
};

static bool ends_in(const char *name, const char *end)
{
	size_t len = strlen(name), n = strlen(end);

	return len > n && strcmp(name + len - n, end) == 0;
}

static const char *shown(const char *name)
{
	return strcmp(name, "-") == 0 ? "standard output" : name;
}

static status fail(const page_writer *w, complaint *why)
{
	int code = Z_OK;
	const char *text = gzerror(w->file, &code);

	return complain(why, ERR_IO, "%s: cannot be written: %s", shown(w->name), code == Z_ERRNO ? strerror(errno) : text);
}

static status cannot_write(const char *name, int error, complaint *why)
{
	return complain(why, ERR_IO, "%s: cannot be written: %s", shown(name), strerror(error));
}

static int open_file(const char *name, bool *is_new)
{
	int fd = open(name, O_WRONLY | O_CLOEXEC);

	*is_new = fd < 0 && errno == ENOENT;
	return *is_new ? open(name, O_WRONLY | O_CREAT | O_CLOEXEC, 0666) : fd;
}

status page_writer_open(const char *name, output *standard, page_writer **out, complaint *why)
{
	page_writer *w;

	if (ends_in(name, ".zst") || ends_in(name, ".xz") || ends_in(name, ".bz2"))
		return complain(why, ERR_USAGE, "%s: only .gz is written; use - and a pipe for others", name);
	w = calloc(1, sizeof *w);
	if (!w)
		return ERR_MEMORY;
	*w = (page_writer){.name = name, .is_gzip = ends_in(name, ".gz"), .fd = STDOUT_FILENO};
	if (strcmp(name, "-") == 0)
		w->standard = standard;
	else
		w->fd = open_file(name, &w->is_new);
	if (w->fd < 0) {
		free(w);
		return cannot_write(name, errno, why);
	}
	*out = w;
	return OK;
}

void page_writer_accept(page_writer *w)
{
	if (!w->is_new)
		return;
	unlink(w->name);
	close(w->fd);
	w->fd = -1;
	w->is_new = false;
}

/* Opens the file that takes the place of the old one. */
static status open_part(page_writer *w, complaint *why)
{
	status err = new_file_open(w->name, 0, &w->part, why);
	int fd = err ? -1 : dup(new_file_fd(w->part));

	if (err)
		return err;
	w->file = fd >= 0 ? gzdopen(fd, w->is_gzip ? "wb" : "wbT") : NULL; /* T: without compression */
	if (w->file)
		return gzbuffer(w->file, BLOCK) == 0 ? OK : ERR_MEMORY;
	if (fd >= 0)
		close(fd);
	new_file_drop(w->part);
	w->part = NULL;
	return ERR_MEMORY;
}

static status begin(page_writer *w, enum page_form form, complaint *why)
{
	status err = w->standard ? OK : open_part(w, why);

	if (!err) {
		w->form = form;
		w->has_begun = true;
	}
	return err;
}

bool page_writer_takes(const page_writer *w, enum page_form form)
{
	return !w->has_begun || form == w->form;
}

status page_writer_put(page_writer *w, enum page_form form, const char *raw, size_t len, complaint *why)
{
	status err = w->has_begun ? OK : begin(w, form, why);

	if (err)
		return err;
	assert(page_writer_takes(w, form));
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

/* Writes what is left, and gives the file its name. */
static status end_part(page_writer *w, bool whole, complaint *why)
{
	new_file *part = w->part;
	gzFile file = w->file;

	w->part = NULL;
	w->file = NULL;
	errno = ENOSPC; /* unless the C library says another cause */
	if (gzclose(file) == Z_OK && whole)
		return new_file_end(part, why);
	new_file_drop(part);
	return whole ? cannot_write(w->name, errno, why) : OK;
}

status page_writer_close(page_writer *w, bool whole, complaint *why)
{
	status err = OK;

	if (!w)
		return OK;
	if (whole && !w->standard && !w->has_begun)
		err = open_part(w, why); /* it becomes empty */
	if (w->part) {
		status last = end_part(w, whole, why);

		err = err ? err : last;
	}
	page_writer_accept(w);
	if (w->fd >= 0 && !w->standard)
		close(w->fd);
	free(w);
	return err;
}
