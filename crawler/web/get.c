#include "crawler/web/get.h"

#include "crawler/web/url.h"

enum { REDIRECTS_MOST = 10, WAIT_MS = 1000 };

static status fetch_one(fetcher *f, const char *url, int stop_fd, fetch_result *out)
{
	struct pollfd stop = {.fd = stop_fd, .events = POLLIN};
	status err = fetcher_start(f, &(fetch_request){.url = url});

	if (err)
		return err;
	while (!fetcher_take(f, out)) {
		fetcher_wait(f, &stop, stop_fd >= 0, WAIT_MS);
		if (stop_fd >= 0 && stop.revents)
			return ERR_MISSING;
	}
	return out->no_memory ? ERR_MEMORY : OK;
}

/* Sets *url to the target of a redirect. */
static status follow(const fetch_result *r, const char **url, arena *a, complaint *why)
{
	url_parts to;
	status err = url_parse(r->headers.location, *url, a, &to);

	if (err == ERR_MEMORY)
		return err;
	if (err)
		return complain(why, ERR_IO, "%s: redirects to what is no URL of the web", *url);
	*url = to.url;
	return OK;
}

static status get(fetcher *f, const char *url, int stop_fd, arena *a, got *out, complaint *why)
{
	for (int i = 0; i <= REDIRECTS_MOST; i++) {
		fetch_result r = {0};
		status err = fetch_one(f, url, stop_fd, &r);

		if (!err && r.outcome == FETCH_BODY) {
			*out = (got){url, r};
			return OK;
		}
		if (!err && r.outcome == FETCH_REDIRECT)
			err = follow(&r, &url, a, why);
		else if (!err)
			err = complain(why, ERR_IO, "%s: %s", url, r.reason);
		fetch_result_free(&r);
		if (err)
			return err;
	}
	return complain(why, ERR_IO, "%s: too many redirects", url);
}

status get_page(const fetch_settings *settings, const char *typed, int stop_fd, arena *a, got *out, complaint *why)
{
	fetcher *f = NULL;
	url_parts u;
	status err = url_parse_typed(typed, a, &u);

	if (err)
		return err == ERR_MEMORY ? err : complain(why, ERR_USAGE, "%s: not a URL", typed);
	err = fetcher_open(settings, &f, why);
	if (!err)
		err = get(f, u.url, stop_fd, a, out, why);
	fetcher_close(f);
	return err;
}
