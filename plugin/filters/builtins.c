/* builtins — the filters compiled into the program, one line each: the default first, the baselines last. */
#include "plugin/filters/builtins.h"

#include <string.h>

extern const firstprint_filter filter_cascade, filter_sentence_hash, filter_spotsigs, filter_feature_code,
	filter_length_variable, filter_minhash, filter_exact, filter_exact_title, filter_exact_page, filter_none;

const firstprint_filter *const filter_builtins[] = {
	&filter_cascade,
	&filter_sentence_hash,
	&filter_spotsigs,
	&filter_feature_code,
	&filter_length_variable,
	&filter_minhash,
	&filter_exact,
	&filter_exact_title,
	&filter_exact_page,
	&filter_none,
	NULL,
};

const firstprint_filter *filter_builtin(const char *name, size_t len)
{
	for (size_t i = 0; filter_builtins[i]; i++)
		if (strlen(filter_builtins[i]->name) == len && memcmp(filter_builtins[i]->name, name, len) == 0)
			return filter_builtins[i];
	return NULL;
}
