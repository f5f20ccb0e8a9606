#include "crawler/frontier/plain.h"

#include <string.h>
#include <strings.h>

#include "crawler/frontier/traps.h"
#include "crawler/web/url_component.h"

enum { HOPS = 3 }; /* redirects that only change how the URL is written */

/* Skips the scheme and "www.". */
static const char *without_front(const char *url)
{
	const char *host = strstr(url, "://");

	host = host ? host + 3 : url;
	return strncasecmp(host, "www.", 4) == 0 ? host + 4 : host;
}

static size_t length_without_slash(const char *text)
{
	size_t len = strlen(text);

	return len && text[len - 1] == '/' ? len - 1 : len;
}

static bool is_same_place(const char *from, const char *to)
{
	const char *x = without_front(from), *y = without_front(to);
	size_t len = length_without_slash(x);

	return len == length_without_slash(y) && strncmp(x, y, len) == 0;
}

/* Removes session ids and the like, which a site may add to every URL. NULL: out of memory. */
static const char *without_session(const char *url, arena *a)
{
	const char *plain, *at = NULL;
	url_part p;

	url = trap_variant(url, a, &plain) ? plain : url;
	while (url && url_part_next(url, &at, &p)) {
		if (p.is_segment || !trap_is_likely(p.name, p.name_len))
			continue;
		url = url_without_part(url, &p, a);
		at = NULL;
	}
	return url;
}

bool plain_is_same(const char *from, const char *to, arena *a)
{
	const char *plain = is_same_place(from, to) ? to : without_session(to, a);

	return plain && is_same_place(from, plain);
}

status plain_find(store *st, const char *url, arena *a, plain_url *out)
{
	const char *to = url;
	status err = OK;

	*out = (plain_url){.url = url, .end = END_REDIRECT};
	for (int i = 0; !err && out->end == END_REDIRECT && i < HOPS && to && plain_is_same(url, to, a); i++) {
		out->url = to;
		err = store_end_of(st, to, &out->end);
		if (!err && out->end == END_REDIRECT)
			err = store_redirect_of(st, to, a, &to);
	}
	if (err == ERR_MISSING) {
		out->end = END_NONE;
		err = OK;
	}
	return err || out->end == END_REDIRECT ? err : store_may_stand(st, out->url, &out->may);
}
