/* memory — our own objects' allocations, and what opens and reads files for them. The linker sends their calls here
 * (-Wl,--wrap); those of shared libraries it leaves alone. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <zlib.h>

#include "tests/torture/seam.h"

/* The call goes through, unless it is its turn to fail. */
#define OR_FAIL(call, failed) (seam_fails(SEAM_MEMORY) ? (errno = ENOMEM, (failed)) : (call))

#define DECLARE(type, name, ...) \
	type __real_##name(__VA_ARGS__); \
	type __wrap_##name(__VA_ARGS__); \
	type __wrap_##name(__VA_ARGS__)

DECLARE(void *, malloc, size_t size)
{
	return OR_FAIL(__real_malloc(size), NULL);
}

DECLARE(void *, calloc, size_t n, size_t size)
{
	return OR_FAIL(__real_calloc(n, size), NULL);
}

DECLARE(void *, realloc, void *at, size_t size)
{
	return OR_FAIL(__real_realloc(at, size), NULL);
}

DECLARE(void *, mmap, void *at, size_t size, int protection, int flags, int file, off_t from)
{
	return OR_FAIL(__real_mmap(at, size, protection, flags, file, from), MAP_FAILED);
}

DECLARE(char *, strdup, const char *text)
{
	return OR_FAIL(__real_strdup(text), NULL);
}

DECLARE(char *, strndup, const char *text, size_t len)
{
	return OR_FAIL(__real_strndup(text, len), NULL);
}

DECLARE(ssize_t, getline, char **line, size_t *room, FILE *file)
{
	return OR_FAIL(__real_getline(line, room, file), -1);
}

DECLARE(FILE *, fopen, const char *path, const char *mode)
{
	return OR_FAIL(__real_fopen(path, mode), NULL);
}

DECLARE(gzFile, gzopen, const char *path, const char *mode)
{
	return OR_FAIL(__real_gzopen(path, mode), NULL);
}

int __wrap_asprintf(char **out, const char *format, ...) __attribute__((format(printf, 2, 3)));

int __wrap_asprintf(char **out, const char *format, ...)
{
	va_list args;
	int len;

	va_start(args, format);
	len = OR_FAIL(vasprintf(out, format, args), -1);
	va_end(args);
	return len;
}
