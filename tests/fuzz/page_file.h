/* page_file — bytes as a file of pages, for targets that read one to its end. */
#ifndef TESTS_FUZZ_PAGE_FILE_H
#define TESTS_FUZZ_PAGE_FILE_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "crawler/files/page_source.h"

/* Every record gives a page or an error, and the reading comes to an end. */
static inline void page_file_read(const char *head, const uint8_t *bytes, size_t len)
{
	char name[] = "/tmp/firstprint-fuzz-XXXXXX";
	int fd = mkstemp(name);
	arena *a = arena_new();
	page_source *r = NULL;
	page_record record;
	complaint why;
	status s;

	if (fd < 0 || write(fd, head, strlen(head)) < 0 || write(fd, bytes, len) != (ssize_t)len)
		abort();
	close(fd);
	s = page_source_open(name, &(page_source_settings){.wait.stop_fd = -1}, &r, &why);
	if (s == OK)
		while (s == OK || s == ERR_FORMAT || s == ERR_LIMIT) {
			s = page_source_next(r, a, &record, &why);
			arena_reset(a);
		}
	if (s != ERR_MISSING && s != ERR_IO)
		abort();
	page_source_close(r);
	arena_free(a);
	unlink(name);
}

#endif
