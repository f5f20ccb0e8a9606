/* files — SQLite's files: a VFS in front of the usual one, whose calls fail when it is their turn. */
#include <sqlite3.h>
#include <string.h>

#include "tests/torture/seam.h"

typedef struct file {
	sqlite3_file base;
	sqlite3_file *real; /* right behind this */
} file;

static sqlite3_vfs *below;

static sqlite3_file *real(sqlite3_file *f)
{
	return ((file *)(void *)f)->real;
}

#define CALL(f, method, ...) real(f)->pMethods->method(real(f), __VA_ARGS__)
#define OR_FAIL(call, code) (seam_fails(SEAM_FILES) ? (code) : (call))

static int close_file(sqlite3_file *f)
{
	return real(f)->pMethods->xClose(real(f));
}

static int read_file(sqlite3_file *f, void *to, int len, sqlite3_int64 at)
{
	return OR_FAIL(CALL(f, xRead, to, len, at), SQLITE_IOERR_READ);
}

static int write_file(sqlite3_file *f, const void *from, int len, sqlite3_int64 at)
{
	if (seam_fails(SEAM_DISK)) {
		CALL(f, xWrite, from, len / 2, at); /* as far as there was room */
		return SQLITE_FULL;
	}
	return OR_FAIL(CALL(f, xWrite, from, len, at), SQLITE_IOERR_WRITE);
}

static int truncate_file(sqlite3_file *f, sqlite3_int64 size)
{
	return OR_FAIL(CALL(f, xTruncate, size), SQLITE_IOERR_TRUNCATE);
}

static int sync_file(sqlite3_file *f, int flags)
{
	return OR_FAIL(CALL(f, xSync, flags), SQLITE_IOERR_FSYNC);
}

static int file_size(sqlite3_file *f, sqlite3_int64 *size)
{
	return OR_FAIL(CALL(f, xFileSize, size), SQLITE_IOERR_FSTAT);
}

static int lock_file(sqlite3_file *f, int level)
{
	return OR_FAIL(CALL(f, xLock, level), SQLITE_IOERR_LOCK);
}

static int unlock_file(sqlite3_file *f, int level)
{
	return CALL(f, xUnlock, level);
}

static int reserved_lock(sqlite3_file *f, int *held)
{
	return CALL(f, xCheckReservedLock, held);
}

static int control(sqlite3_file *f, int op, void *arg)
{
	return CALL(f, xFileControl, op, arg);
}

static int sector_size(sqlite3_file *f)
{
	return real(f)->pMethods->xSectorSize(real(f));
}

static int characteristics(sqlite3_file *f)
{
	return real(f)->pMethods->xDeviceCharacteristics(real(f));
}

static int shm_map(sqlite3_file *f, int page, int size, int extend, void volatile **at)
{
	return OR_FAIL(CALL(f, xShmMap, page, size, extend, at), SQLITE_IOERR_SHMMAP);
}

static int shm_lock(sqlite3_file *f, int offset, int n, int flags)
{
	return CALL(f, xShmLock, offset, n, flags);
}

static void shm_barrier(sqlite3_file *f)
{
	real(f)->pMethods->xShmBarrier(real(f));
}

static int shm_unmap(sqlite3_file *f, int delete)
{
	return CALL(f, xShmUnmap, delete);
}

static const sqlite3_io_methods methods = {
	.iVersion = 2, .xClose = close_file, .xRead = read_file, .xWrite = write_file, .xTruncate = truncate_file,
	.xSync = sync_file, .xFileSize = file_size, .xLock = lock_file, .xUnlock = unlock_file,
	.xCheckReservedLock = reserved_lock, .xFileControl = control, .xSectorSize = sector_size,
	.xDeviceCharacteristics = characteristics, .xShmMap = shm_map, .xShmLock = shm_lock,
	.xShmBarrier = shm_barrier, .xShmUnmap = shm_unmap,
};

static int open_file(sqlite3_vfs *v, const char *name, sqlite3_file *f, int flags, int *flags_out)
{
	file *x = (file *)(void *)f;
	int code;

	(void)v;
	x->base.pMethods = NULL; /* nothing to close, should it fail */
	x->real = (sqlite3_file *)(void *)(x + 1);
	memset(x->real, 0, (size_t)below->szOsFile);
	code = OR_FAIL(below->xOpen(below, name, x->real, flags, flags_out), SQLITE_CANTOPEN);
	if (code == SQLITE_OK)
		x->base.pMethods = &methods;
	return code;
}

static int delete_file(sqlite3_vfs *v, const char *name, int sync)
{
	(void)v;
	return OR_FAIL(below->xDelete(below, name, sync), SQLITE_IOERR_DELETE);
}

static int access_file(sqlite3_vfs *v, const char *name, int flags, int *out)
{
	(void)v;
	return OR_FAIL(below->xAccess(below, name, flags, out), SQLITE_IOERR_ACCESS);
}

void seam_files_install(void)
{
	static sqlite3_vfs vfs;

	below = sqlite3_vfs_find(NULL);
	vfs = *below; /* clocks, random numbers and names are those of the one below */
	vfs.zName = "torture";
	vfs.szOsFile = (int)sizeof(file) + below->szOsFile;
	vfs.xOpen = open_file;
	vfs.xDelete = delete_file;
	vfs.xAccess = access_file;
	sqlite3_vfs_register(&vfs, 1);
}
