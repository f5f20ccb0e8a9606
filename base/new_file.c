#include "base/new_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/write_all.h"

static const char ending[] = ".part";

struct new_file {
	char *name; /* as given */
	char *path; /* of the file, not of a link to it */
	char *part; /* NULL: it is written to directly */
	int fd;
};

static status cannot_write(const char *name, int error, complaint *why)
{
	return complain(why, ERR_IO, "%s: cannot be written: %s", name, strerror(error));
}

static mode_t mode_of_new(void)
{
	mode_t mask = umask(0); /* reading it needs setting it */

	umask(mask);
	return 0666 & ~mask;
}

static status open_part(new_file *f, mode_t mode, complaint *why)
{
	if (asprintf(&f->part, "%s.XXXXXX%s", f->path, ending) < 0) {
		f->part = NULL;
		return ERR_MEMORY;
	}
	f->fd = mkostemps(f->part, sizeof ending - 1, O_CLOEXEC | O_APPEND);
	if (f->fd >= 0 && fchmod(f->fd, mode) == 0)
		return OK;
	return cannot_write(f->name, errno, why);
}

status new_file_check(const char *name, complaint *why)
{
	struct stat is;

	if (stat(name, &is) == 0 || lstat(name, &is) != 0 || !S_ISLNK(is.st_mode))
		return OK;
	return complain(why, ERR_IO, "%s: a link to a file that is not there", name);
}

/* Has another process locked it, since it writes to it? */
static bool is_locked(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	bool is = fd >= 0 && flock(fd, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;

	if (fd >= 0)
		close(fd);
	return is;
}

static status open_file(new_file *f, const char *name, mode_t mode, complaint *why)
{
	struct stat is;
	bool exists = stat(name, &is) == 0;

	f->name = strdup(name);
	f->path = exists && S_ISREG(is.st_mode) ? realpath(name, NULL)
						: strdup(name); /* a pipe at /dev/fd/63 has no other path */
	if (!f->name || !f->path)
		return ERR_MEMORY;
	if (exists && S_ISREG(is.st_mode) && is_locked(f->path))
		return complain(why, ERR_IO, "%s: another process writes to it", name);
	if (!exists || S_ISREG(is.st_mode))
		return open_part(f, mode ? mode : exists ? is.st_mode & 0777 : mode_of_new(), why);
	f->fd = open(name, O_WRONLY | O_CLOEXEC);
	return f->fd >= 0 ? OK : cannot_write(name, errno, why);
}

status new_file_open(const char *name, mode_t mode, new_file **out, complaint *why)
{
	new_file *f = calloc(1, sizeof *f);
	status err = f ? new_file_check(name, why) : ERR_MEMORY;

	if (f)
		f->fd = -1;
	if (!err)
		err = open_file(f, name, mode, why);
	if (err)
		new_file_drop(f);
	else
		*out = f;
	return err;
}

int new_file_fd(const new_file *f)
{
	return f->fd;
}

static void close_file(new_file *f)
{
	if (f->fd >= 0)
		close(f->fd);
	free(f->name);
	free(f->path);
	free(f->part);
	free(f);
}

/* Is it on the disk? Some file systems cannot tell. */
static bool is_synced(int fd)
{
	return fsync(fd) == 0 || errno == EINVAL || errno == ENOSYS;
}

status new_file_end(new_file *f, complaint *why)
{
	if (f->part && (!is_synced(f->fd) || rename(f->part, f->path) != 0)) {
		status err = cannot_write(f->name, errno, why);

		new_file_drop(f);
		return err;
	}
	close_file(f);
	return OK;
}

void new_file_drop(new_file *f)
{
	if (!f)
		return;
	if (f->part && f->fd >= 0)
		unlink(f->part);
	close_file(f);
}

status new_file_write(const char *name, mode_t mode, const void *bytes, size_t len, complaint *why)
{
	new_file *f = NULL;
	status err = new_file_open(name, mode, &f, why);

	if (err)
		return err;
	if (write_all(f->fd, bytes, len))
		return new_file_end(f, why);
	err = cannot_write(name, errno, why);
	new_file_drop(f);
	return err;
}
