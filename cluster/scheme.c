#include "cluster/scheme.h"

#include <stdbool.h>
#include <string.h>

#ifdef WITH_REDIS
#define HAS_REDIS true
#else
#define HAS_REDIS false
#endif
#ifdef WITH_POSTGRESQL
#define HAS_POSTGRESQL true
#else
#define HAS_POSTGRESQL false
#endif

static const struct {
	const char *begins;
	enum scheme is;
	bool is_here;
} schemes[] = {{"redis:", SCHEME_REDIS, HAS_REDIS},
	       {"rediss:", SCHEME_REDIS, HAS_REDIS},
	       {"unix:", SCHEME_REDIS, HAS_REDIS},
	       {"postgresql:", SCHEME_POSTGRESQL, HAS_POSTGRESQL},
	       {"postgres:", SCHEME_POSTGRESQL, HAS_POSTGRESQL}};

status scheme_of(const char *url, enum scheme *out, complaint *why)
{
	for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++) {
		if (strncmp(url, schemes[i].begins, strlen(schemes[i].begins)) != 0)
			continue;
		*out = schemes[i].is;
		return schemes[i].is_here ? OK
					  : complain(why, ERR_USAGE, "this firstprint was built without %s", schemes[i].begins);
	}
	return complain(why, ERR_USAGE,
			"a shared index is named redis://HOST[:PORT]/NAME, rediss://…, unix:/SOCKET/NAME or "
			"postgresql://HOST/DATABASE/NAME");
}
