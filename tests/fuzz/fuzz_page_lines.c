/* Any bytes as JSON Lines, gzipped or not. */
#include "tests/fuzz/page_file.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	page_file_read("", bytes, len);
	return 0;
}
