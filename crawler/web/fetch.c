#include "crawler/web/fetch.h"

#include <curl/curl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>
#include <unistd.h>

#include "base/clock.h"
#include "crawler/web/address.h"
#include "crawler/web/cookies.h"
#include "crawler/web/transfer.h"
#include "crawler/web/url.h"
#include "purify/content.h"

enum {
	CONNECT_MS = 10000,
	NAMES_MOST = 500, /* about so many hosts' addresses are cached: all are looked through at each end of a transfer */
	NAMES_S = 60,     /* and for so long at most */
	IDLE_MOST = 128,  /* connections kept for the next request to their hosts */
	IDLE_S = 30,      /* and for how long */
	DRAIN_MOST = 64 * 1024, /* of an unwanted body: reading so much is cheaper than a new connection */
};

struct fetcher {
	CURLM *multi;
	fetch_settings settings;
	transfer *transfers; /* [settings.connections] */
	transfer *free;
	size_t running;
	cookies *cookies;   /* NULL: none are kept */
	size_t sockets;     /* how many are open, including those of idle connections */
	int64_t counted_ms; /* since when .started counts transfers; after a second or more, .rate is computed from it */
	int64_t started, rate;
};

/* Appends to a head. hand_over drops one that becomes too long. */
static void keep_head(transfer *t, buffer *head, const char *bytes, size_t len)
{
	if (t->settings->keep_heads && head->len < HEAD_LEN_MOST && !buffer_append(head, bytes, len))
		t->no_memory = true;
}

/* Keeps the head of the request as it was sent; called with keep_heads only. */
static int on_debug(CURL *easy, curl_infotype type, char *bytes, size_t len, void *ctx)
{
	transfer *t = ctx;

	(void)easy;
	if (type != CURLINFO_HEADER_OUT)
		return 0;
	buffer_clear(&t->request_head);
	keep_head(t, &t->request_head, bytes, len);
	return 0;
}

/* Must the target be refused? With a proxy, the socket goes to the proxy, and only the name in the URL shows where the request
 * goes. */
static bool refuses_target(transfer *t, const char *url)
{
	const fetch_settings *s = t->settings;
	CURLU *u = s->proxy ? curl_url() : NULL;
	enum address_kind kind = ADDRESS_PUBLIC;
	char *host = NULL;

	if (!u)
		return s->proxy != NULL;
	if (curl_url_set(u, CURLUPART_URL, url, 0) == CURLUE_OK && curl_url_get(u, CURLUPART_HOST, &host, 0) == CURLUE_OK)
		kind = address_of_name(host);
	curl_free(host);
	curl_url_cleanup(u);
	return kind == ADDRESS_FORBIDDEN || (kind == ADDRESS_PRIVATE && !s->allow_private);
}

static long status_of(transfer *t)
{
	long code = 0;

	curl_easy_getinfo(t->easy, CURLINFO_RESPONSE_CODE, &code);
	return code;
}

/* A status line starts a new response, whose headers replace those of a redirect or a 1xx. Lines after the end of the
 * head are trailers. */
static size_t on_header(char *bytes, size_t size, size_t n, void *ctx)
{
	transfer *t = ctx;
	size_t len = size * n;

	if (len >= 5 && strncasecmp(bytes, "HTTP/", 5) == 0) {
		headers_clear(&t->result.headers);
		buffer_clear(&t->response_head);
		t->headers_done = false;
	}
	if (t->headers_done)
		return len;
	keep_head(t, &t->response_head, bytes, len);
	t->headers_done = len <= 2;
	if (t->headers_done && headers_read(t->easy, &t->result.headers))
		t->no_memory = true;
	if (t->headers_done && status_of(t) == 421) /* the other tries need another connection */
		curl_easy_setopt(t->easy, CURLOPT_FORBID_REUSE, 1L);
	return t->no_memory ? CURL_WRITEFUNC_ERROR : len; /* without its headers a page could be mistaken for something else */
}

/* Called at the first byte of a body: is it worth reading? */
static bool is_wanted(transfer *t)
{
	if (status_of(t) / 100 != 2)
		return false;
	return !transfer_is_page(t) || content_type_may_be_page(t->result.headers.content_type) ||
	       (t->request.is_seed && content_type_may_be_list(t->result.headers.content_type));
}

static size_t on_body(char *bytes, size_t size, size_t n, void *ctx)
{
	transfer *t = ctx;
	fetch_result *r = &t->result;
	size_t len = size * n, room = transfer_bytes_most(t) - r->body.len;
	curl_off_t announced = -1;

	if (r->body.len == 0 && !t->unwanted)
		t->unwanted = !is_wanted(t);
	if (t->unwanted) {
		curl_easy_getinfo(t->easy, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &announced);
		return announced >= 0 && announced <= DRAIN_MOST ? len : CURL_WRITEFUNC_ERROR;
	}
	t->no_memory = !buffer_append(&r->body, bytes, len < room ? len : room);
	if (t->no_memory)
		return CURL_WRITEFUNC_ERROR;
	r->truncated = t->too_long = len > room;
	return len > room ? CURL_WRITEFUNC_ERROR : len;
}

static curl_socket_t open_socket(void *ctx, curlsocktype purpose, struct curl_sockaddr *address)
{
	transfer *t = ctx;
	enum address_kind kind = address_kind_of(&address->addr);
	bool is_guarded = !t->settings->allow_private && !t->settings->proxy;
	curl_socket_t fd;

	(void)purpose;
	if (t->refused_address || kind == ADDRESS_FORBIDDEN || (is_guarded && kind == ADDRESS_PRIVATE)) {
		t->refused_address = true;
		return CURL_SOCKET_BAD;
	}
	fd = socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
	*t->sockets += fd != CURL_SOCKET_BAD;
	return fd;
}

/* Also closes the socket of an idle connection, whose transfer has ended. */
static int close_socket(void *ctx, curl_socket_t fd)
{
	size_t *sockets = ctx;

	--*sockets;
	return close(fd);
}

/* Sets the options that are the same for all transfers of a handle. */
static bool prepare(transfer *t, const fetch_settings *s)
{
	CURL *e = t->easy = curl_easy_init();
	bool copied;

	if (!e)
		return false;
	curl_easy_setopt(e, CURLOPT_PRIVATE, t);
	curl_easy_setopt(e, CURLOPT_ERRORBUFFER, t->error);
	curl_easy_setopt(e, CURLOPT_HEADERFUNCTION, on_header);
	curl_easy_setopt(e, CURLOPT_HEADERDATA, t);
	curl_easy_setopt(e, CURLOPT_WRITEFUNCTION, on_body);
	curl_easy_setopt(e, CURLOPT_WRITEDATA, t);
	curl_easy_setopt(e, CURLOPT_OPENSOCKETFUNCTION, open_socket);
	curl_easy_setopt(e, CURLOPT_OPENSOCKETDATA, t);
	curl_easy_setopt(e, CURLOPT_CLOSESOCKETFUNCTION, close_socket);
	curl_easy_setopt(e, CURLOPT_CLOSESOCKETDATA, t->sockets);
	curl_easy_setopt(e, CURLOPT_MAXAGE_CONN, (long)IDLE_S);
	curl_easy_setopt(e, CURLOPT_NOSIGNAL, 1L);
	curl_easy_setopt(e, CURLOPT_QUICK_EXIT, 1L); /* do not wait for a DNS lookup that hangs */
	curl_easy_setopt(e, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_2TLS);
	curl_easy_setopt(e, CURLOPT_PIPEWAIT, 1L);
	curl_easy_setopt(e, CURLOPT_ACCEPT_ENCODING, "gzip, deflate, br, zstd");
	curl_easy_setopt(e, CURLOPT_HTTP_CONTENT_DECODING, 0L); /* unpack.c does it, and archives keep the bytes as received */
	curl_easy_setopt(e, CURLOPT_PROTOCOLS_STR, "http,https");
	curl_easy_setopt(e, CURLOPT_HTTPAUTH, (long)CURLAUTH_BASIC);
	if (!s->no_cookies)
		curl_easy_setopt(e, CURLOPT_COOKIEFILE, ""); /* an engine, without a file */
	curl_easy_setopt(e, CURLOPT_TIMEOUT_MS, (long)s->timeout_ms);
	curl_easy_setopt(e, CURLOPT_CONNECTTIMEOUT_MS, (long)CONNECT_MS);
	if (s->keep_heads) {
		curl_easy_setopt(e, CURLOPT_VERBOSE, 1L);
		curl_easy_setopt(e, CURLOPT_DEBUGFUNCTION, on_debug);
		curl_easy_setopt(e, CURLOPT_DEBUGDATA, t);
	}
	copied = curl_easy_setopt(e, CURLOPT_USERAGENT, s->user_agent) == CURLE_OK &&
		 curl_easy_setopt(e, CURLOPT_PROXY, s->proxy ? s->proxy : "") == CURLE_OK &&
		 curl_easy_setopt(e, CURLOPT_NOPROXY, "") == CURLE_OK; /* not the one in the environment */
	if (copied && s->ca_file)
		copied = curl_easy_setopt(e, CURLOPT_CAINFO, s->ca_file) == CURLE_OK;
	return copied; /* a transfer without one of these would be a different request */
}

static void drop_headers(transfer *t)
{
	curl_slist_free_all(t->headers);
	t->headers = NULL;
}

status fetcher_open(const fetch_settings *settings, fetcher **out, complaint *why)
{
	fetcher *f = calloc(1, sizeof *f);
	status err = ERR_MEMORY;

	if (!f)
		goto done;
	f->settings = *settings;
	f->multi = curl_multi_init();
	f->transfers = calloc((size_t)settings->connections, sizeof *f->transfers);
	f->cookies = settings->no_cookies ? NULL : cookies_new();
	if (!f->multi || !f->transfers || (!f->cookies && !settings->no_cookies))
		goto done;
	if (f->cookies && settings->secrets && secrets_put_cookies(settings->secrets, f->cookies))
		goto done;
	curl_multi_setopt(f->multi, CURLMOPT_MAXCONNECTS, (long)INT_MAX); /* set_request limits them */
	for (int i = settings->connections - 1; i >= 0; i--) {
		transfer *t = &f->transfers[i];

		t->settings = &f->settings;
		t->sockets = &f->sockets;
		if (!prepare(t, settings))
			goto done;
		t->next_free = f->free;
		f->free = t;
	}
	*out = f;
	return OK;
done:
	fetcher_close(f);
	return complain(why, err, "fetch: %s", status_text(err));
}

void fetcher_close(fetcher *f)
{
	if (!f)
		return;
	for (int i = 0; f->transfers && i < f->settings.connections; i++) {
		transfer *t = &f->transfers[i];

		if (!t->easy)
			continue;
		curl_multi_remove_handle(f->multi, t->easy);
		curl_easy_cleanup(t->easy);
		drop_headers(t);
		buffer_free(&t->request_head);
		buffer_free(&t->response_head);
		headers_clear(&t->result.headers);
		buffer_free(&t->result.body);
	}
	free(f->transfers);
	cookies_free(f->cookies);
	curl_multi_cleanup(f->multi);
	free(f);
}

bool fetcher_has_cookies(const fetcher *f, const char *url)
{
	return f->cookies && cookies_has(f->cookies, url, url_host_len(url));
}

status fetcher_write_cookies(fetcher *f, const char *path, complaint *why)
{
	return f->cookies ? cookies_write(f->cookies, path, why) : OK;
}

bool fetcher_is_full(const fetcher *f)
{
	return !f->free;
}

size_t fetcher_running(const fetcher *f)
{
	return f->running;
}

static bool add_line(transfer *t, const char *line)
{
	struct curl_slist *headers = curl_slist_append(t->headers, line);

	t->headers = headers ? headers : t->headers;
	return headers != NULL;
}

/* Adds "name: value" to the headers of the request, if there is a value. false: out of memory. */
static bool add_header(transfer *t, const char *name, const char *value)
{
	char *line;
	bool ok;

	if (!value || !*value)
		return true;
	if (asprintf(&line, "%s: %s", name, value) < 0)
		return false;
	ok = add_line(t, line);
	free(line);
	return ok;
}

/* Adds what only the hosts of seeds may get. libcurl follows no redirects, so no other request gets it. false: out of memory. */
static bool add_secrets(transfer *t, const char *url)
{
	const secrets *s = t->settings->secrets;
	bool trusted = s && secrets_are_for(s, url, url_host_len(url)), ok = true;

	for (size_t i = 0; trusted && ok && secrets_header(s, i); i++)
		ok = add_line(t, secrets_header(s, i));
	return ok && curl_easy_setopt(t->easy, CURLOPT_USERPWD, trusted ? secrets_user(s) : NULL) == CURLE_OK;
}

/* If there are too many connections, libcurl closes one, but leaves an entry for its host behind, and looks through all entries for
 * the next connection. So it must never have too many: connections beyond the limit are not reused. */
static status set_request(transfer *t, const fetch_request *r)
{
	size_t most = (size_t)t->settings->connections + IDLE_MOST;

	t->request = *r;
	t->result = (fetch_result){.ctx = r->ctx, .headers = {.whole_len = -1, .retry_after_s = -1}};
	t->error[0] = '\0';
	t->too_long = t->unwanted = t->no_memory = t->headers_done = false;
	t->refused_address = refuses_target(t, r->url);
	curl_easy_setopt(t->easy, CURLOPT_FRESH_CONNECT, t->refused_address ? 1L : 0L); /* open_socket ends it */
	curl_easy_setopt(t->easy, CURLOPT_FORBID_REUSE, *t->sockets >= most ? 1L : 0L);
	drop_headers(t);
	buffer_clear(&t->request_head);
	buffer_clear(&t->response_head);
	if (!add_header(t, "If-None-Match", r->etag) || !add_header(t, "If-Modified-Since", r->last_modified) ||
	    !add_secrets(t, r->url) || curl_easy_setopt(t->easy, CURLOPT_URL, r->url) != CURLE_OK)
		return ERR_MEMORY;
	curl_easy_setopt(t->easy, CURLOPT_HTTPHEADER, t->headers);
	return OK;
}

/* Returns for how many seconds addresses are cached: the fewer, the more transfers there are a second. */
static long names_s(fetcher *f, int64_t now_ms)
{
	if (now_ms - f->counted_ms >= 1000) {
		f->rate = f->started * 1000 / (now_ms - f->counted_ms);
		f->counted_ms = now_ms;
		f->started = 0;
	}
	f->started++;
	return f->rate * NAMES_S > NAMES_MOST ? (long)(NAMES_MOST / f->rate) : NAMES_S;
}

status fetcher_start(fetcher *f, const fetch_request *request)
{
	transfer *t = f->free;
	status err = t ? set_request(t, request) : ERR_LIMIT;

	if (err)
		return err;
	if (f->cookies)
		t->has_jar = cookies_attach(f->cookies, t->easy, request->url, url_host_len(request->url));
	t->started_ms = clock_ms();
	curl_easy_setopt(t->easy, CURLOPT_DNS_CACHE_TIMEOUT, names_s(f, t->started_ms));
	if (curl_multi_add_handle(f->multi, t->easy) != CURLM_OK)
		return ERR_MEMORY;
	f->free = t->next_free;
	f->running++;
	return OK;
}

void fetcher_wait(fetcher *f, struct pollfd *fds, size_t n, int64_t ms)
{
	struct curl_waitfd extra[8];
	int running;

	for (size_t i = 0; i < n && i < 8; i++)
		extra[i] = (struct curl_waitfd){.fd = fds[i].fd, .events = CURL_WAIT_POLLIN};
	curl_multi_perform(f->multi, &running);
	if ((size_t)running < f->running)
		ms = 0; /* a transfer has finished and waits to be taken: no socket becomes readable for it */
	curl_multi_poll(f->multi, extra, (unsigned)n, (int)(ms < INT_MAX ? ms : INT_MAX), NULL);
	for (size_t i = 0; i < n && i < 8; i++)
		fds[i].revents = extra[i].revents;
	curl_multi_perform(f->multi, &running);
}

bool fetcher_take(fetcher *f, fetch_result *out)
{
	CURLMsg *message;
	int left;

	while ((message = curl_multi_info_read(f->multi, &left)) != NULL) {
		CURLcode code = message->data.result;
		transfer *t = NULL;

		if (message->msg != CURLMSG_DONE)
			continue;
		curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, (char **)&t);
		transfer_classify(t, code);
		if (f->cookies && cookies_keep(f->cookies, t->easy, t->request.url, url_host_len(t->request.url), t->has_jar))
			t->result.no_memory = true;
		curl_multi_remove_handle(f->multi, t->easy);
		*out = t->result;
		t->result = (fetch_result){0};
		t->next_free = f->free;
		f->free = t;
		f->running--;
		return true;
	}
	return false;
}

void fetch_result_free(fetch_result *r)
{
	headers_clear(&r->headers);
	free(r->request_head);
	free(r->response_head);
	buffer_free(&r->body);
	buffer_free(&r->raw);
}
