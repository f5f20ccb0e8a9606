/* Any bytes as JSON Lines: every line gives a page or an error, and the reading comes to an end. */
#include "crawler/page_source.h"

#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	char name[] = "/tmp/firstprint-fuzz-XXXXXX";
	int fd = mkstemp(name);
	arena *a = arena_new();
	page_source *r = NULL;
	page_record line;
	complaint why;
	status s = OK;

	if (fd < 0 || write(fd, bytes, len) != (ssize_t)len)
		abort();
	close(fd);
	if (page_source_open(name, &r, &why) == OK)
		while (s == OK || s == ERR_FORMAT || s == ERR_LIMIT) {
			s = page_source_next(r, a, &line, &why);
			arena_reset(a);
		}
	if (s != ERR_MISSING && s != ERR_IO)
		abort();
	page_source_close(r);
	arena_free(a);
	unlink(name);
	return 0;
}
