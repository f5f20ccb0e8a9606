/* builtins — the filters compiled into the program, the preset first. One line each. */
#include "plugin/filter.h"

extern const firstprint_filter filter_cascade, filter_minhash, filter_exact, filter_none;

const firstprint_filter *const filter_builtins[] = {
	&filter_cascade,
	&filter_minhash,
	&filter_exact,
	&filter_none,
	NULL,
};
