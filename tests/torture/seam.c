/* seam — the counters, and what the environment says of them. */
#include "tests/torture/seam.h"

#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const names[SEAMS] = {"memory", "files", "disk", "sqlite", "curl", "json", "xml"};
static atomic_ulong calls[SEAMS];
static int broken = -1;
static unsigned long first;
static bool for_good;

bool seam_fails(enum seam s)
{
	unsigned long n = atomic_fetch_add(&calls[s], 1) + 1;

	return (int)s == broken && (n == first || (for_good && n > first));
}

/* "memory:17" or "memory:17+" */
static void read_order(const char *text)
{
	const char *colon = strchr(text, ':');
	char *end;

	for (int i = 0; colon && i < SEAMS; i++)
		if (strlen(names[i]) == (size_t)(colon - text) && strncmp(names[i], text, strlen(names[i])) == 0)
			broken = i;
	if (broken < 0) {
		dprintf(STDERR_FILENO, "TORTURE=%s names no seam\n", text);
		_exit(97);
	}
	first = strtoul(colon + 1, &end, 10);
	for_good = *end == '+';
}

__attribute__((constructor)) static void install(void)
{
	const char *order = getenv("TORTURE");

	seam_libraries_install();
	seam_files_install(); /* starts SQLite: what that calls is not the program's */
	for (int i = 0; i < SEAMS; i++)
		atomic_store(&calls[i], 0);
	if (order && *order)
		read_order(order);
}

__attribute__((destructor)) static void tell(void)
{
	const char *path = getenv("TORTURE_CALLS");
	int fd = path ? open(path, O_WRONLY | O_CREAT | O_TRUNC, 0644) : -1;

	for (int i = 0; fd >= 0 && i < SEAMS; i++)
		dprintf(fd, "%s %lu\n", names[i], atomic_load(&calls[i]));
	if (fd >= 0)
		close(fd);
}
