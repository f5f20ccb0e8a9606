/* site — which site a page is of. */
#ifndef PLUGIN_TEXT_SITE_H
#define PLUGIN_TEXT_SITE_H

#include <string.h>

#include "plugin/text/features.h"

/* The hash of a URL's host and port; of a path without scheme, such as a file of a manual has, that of its first folder. 0: the URL
 * names no site. */
static inline uint64_t site_of(const char *url, const feature_key *key)
{
	const char *scheme = strstr(url, "://");
	const char *host = scheme ? scheme + 3 : url;
	size_t len = strcspn(host, "/?#");

	return len && (scheme || host[len] == '/') ? feature_hash(key, host, len) : 0;
}

#endif
