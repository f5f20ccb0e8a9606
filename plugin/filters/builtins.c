/* builtins — the filters compiled into the program: the default first, the baselines last. */
#include "plugin/filters/builtins.h"

#include <string.h>

#define BUILTINS(each) \
	each(cascade) each(sentence_hash) each(spotsigs) each(feature_code) each(length_variable) each(minhash) each(exact) \
		each(exact_title) each(exact_page) each(none)

#define DECLARED(id) extern const firstprint_filter filter_##id;
#define LISTED(id) &filter_##id,

BUILTINS(DECLARED)

const firstprint_filter *const filter_builtins[] = {BUILTINS(LISTED) NULL};

const firstprint_filter *filter_builtin(const char *name, size_t len)
{
	for (size_t i = 0; filter_builtins[i]; i++)
		if (strlen(filter_builtins[i]->name) == len && memcmp(filter_builtins[i]->name, name, len) == 0)
			return filter_builtins[i];
	return NULL;
}
