/* Any bytes as a WARC file. */
#include "tests/fuzz/page_file.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	page_file_read("WARC/1.0\r\n", bytes, len);
	return 0;
}
