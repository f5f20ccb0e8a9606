/* Linked into test runners by --enable-thread-sanitizer, which Criterion does not survive otherwise (its issue #274).
 *
 * Criterion shares memory between runner and tests at an address of 0x200000000000 + rand_r() % 2²² · 2²⁴. The sanitizer lets
 * a program have memory in three ranges only, and such an address is rarely in one. Ours always are: at the start of
 * the range of programs, below the lowest address to which Linux loads one. */
#include <stdlib.h>

enum { FIRST = 0x350000, STEPS = 0x5000 }; /* from 0x550000000000, and up to 0x555000000000 */

__attribute__((visibility("default"))) int rand_r(unsigned *seed)
{
	*seed = *seed * 1103515245 + 12345;
	return FIRST + (int)(*seed / 256 % STEPS);
}
