/* Any bytes as a WARC file: every record gives a page, an error, or nothing, and the reading comes to an end. */
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include "crawler/page_source.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	char name[] = "/tmp/firstprint-fuzz-XXXXXX";
	int fd = mkstemp(name);
	arena *a = arena_new();
	page_source *r = NULL;
	page_record record;
	complaint why;
	status s = OK;

	if (fd < 0 || write(fd, "WARC/1.0\r\n", 10) != 10 || write(fd, bytes, len) != (ssize_t)len)
		abort();
	close(fd);
	if (page_source_open(name, &r, &why) == OK)
		while (s == OK || s == ERR_FORMAT || s == ERR_LIMIT) {
			s = page_source_next(r, a, &record, &why);
			arena_reset(a);
		}
	if (s != ERR_MISSING && s != ERR_IO)
		abort();
	page_source_close(r);
	arena_free(a);
	unlink(name);
	return 0;
}
