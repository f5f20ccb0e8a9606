#include "crawler/files/page_writer.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

enum { BLOCK = 128 * 1024 };

struct page_writer {
	const char *name;
	int fd;
	output *standard;     /* standard output; NULL: a file */
	gzFile file;          /* NULL: no page was written yet, or to standard output */
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

int page_writer_fd(const page_writer *w)
{
	return w->fd;
}

/* Truncates the file, if it is a regular one. */
static bool empty(const page_writer *w)
{
	struct stat is;

	return (fstat(w->fd, &is) == 0 && !S_ISREG(is.st_mode)) || ftruncate(w->fd, 0) == 0;
}

static status begin(page_writer *w, enum page_form form, complaint *why)
{
	if (!w->standard && !empty(w))
		return cannot_write(w->name, errno, why);
	if (!w->standard)
		w->file = gzdopen(w->fd, w->is_gzip ? "wb" : "wbT"); /* T: without compression */
	if (!w->standard && !w->file)
		return ERR_MEMORY;
	if (w->file)
		gzbuffer(w->file, BLOCK);
	w->form = form;
	w->has_begun = true;
	return OK;
}

static const char *name_of(enum page_form form)
{
	return form == PAGE_LINE ? "JSON Lines" : form == PAGE_WARC ? "WARC records" : "paths of HTML files";
}

status page_writer_put(page_writer *w, enum page_form form, const char *raw, size_t len, complaint *why)
{
	status err = w->has_begun ? OK : begin(w, form, why);

	if (err)
		return err;
	if (form != w->form)
		return complain(why, ERR_USAGE, "%s: has %s, and %s are to be added: read such files one after the other",
				shown(w->name), name_of(w->form), name_of(form));
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

static bool close_unwritten(page_writer *w, bool ended)
{
	bool emptied = !ended || empty(w);

	return close(w->fd) == 0 && emptied;
}

status page_writer_close(page_writer *w, bool ended, complaint *why)
{
	status err = OK;

	if (!w)
		return OK;
	errno = 0;
	if (w->file ? gzclose(w->file) != Z_OK : !w->standard && !close_unwritten(w, ended))
		err = complain(why, ERR_IO, "%s: cannot be written: %s", shown(w->name),
			       errno ? strerror(errno) : "not all of it is there");
	if (w->is_new && !w->file && !ended)
		unlink(w->name); /* nothing was written to it */
	free(w);
	return err;
}
