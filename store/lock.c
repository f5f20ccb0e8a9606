#include "store/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

struct lock {
	int fd;
	bool stays; /* the file, after lock_release */
	char path[];
};

/* Makes a lock with the path of the lock file beside the store's real path. NULL: out of memory, or errno says why. */
static lock *name_lock(const char *store)
{
	static const char end[] = "-lock";
	char *real = realpath(store, NULL);
	size_t len = real ? strlen(real) + sizeof end : 0;
	lock *l = real ? malloc(sizeof *l + len) : NULL;

	if (l) {
		l->fd = -1;
		l->stays = false;
		snprintf(l->path, len, "%s%s", real, end);
	}
	free(real);
	return l;
}

/* Is the open file the one that others will find? The last holder may have removed it meanwhile. */
static bool is_there(const lock *l)
{
	struct stat open, now;

	return fstat(l->fd, &open) == 0 && stat(l->path, &now) == 0 && open.st_ino == now.st_ino && open.st_dev == now.st_dev;
}

/* ERR_MISSING: the file was removed meanwhile. */
static status try(lock *l)
{
	status err = OK;

	l->fd = open(l->path, O_RDWR | O_CREAT | O_CLOEXEC, 0644);
	if (l->fd < 0)
		return ERR_IO;
	if (flock(l->fd, LOCK_EX | LOCK_NB) != 0)
		err = errno == EWOULDBLOCK ? ERR_BUSY : ERR_IO;
	else if (!is_there(l))
		err = ERR_MISSING;
	if (err) {
		close(l->fd);
		l->fd = -1;
	}
	return err;
}

status lock_take(const char *store, lock **out)
{
	lock *l;
	status err;

	errno = 0;
	l = name_lock(store);
	if (!l)
		return errno && errno != ENOMEM ? ERR_IO : ERR_MEMORY;
	do
		err = try(l);
	while (err == ERR_MISSING);
	if (err)
		free(l);
	else
		*out = l;
	return err;
}

void lock_release(lock *l)
{
	if (!l)
		return;
	if (!l->stays)
		unlink(l->path); /* before the lock ends */
	close(l->fd);
	free(l);
}

void lock_write(const lock *l, const char *text, size_t len)
{
	ssize_t written = l ? pwrite(l->fd, text, len, 0) : 0;

	(void)written;
}

size_t lock_read(const lock *l, char *text, size_t room)
{
	ssize_t n = l ? pread(l->fd, text, room, 0) : 0;

	return n > 0 ? (size_t)n : 0;
}

void lock_keep(lock *l)
{
	if (l)
		l->stays = true;
}
