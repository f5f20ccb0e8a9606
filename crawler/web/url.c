#include "crawler/web/url.h"

#include <ctype.h>
#include <curl/curl.h>
#include <libpsl.h>
#include <stdbool.h>
#include <string.h>
#include <strings.h>

#include "base/utf8.h"
#include "crawler/web/percent.h"

/* Writes a path and query in normal form, because libcurl escapes differently. out has room for three times the length, and the
 * NUL. */
static void normalize(const char *at, char *out)
{
	for (const char *end = at + strlen(at); at < end;)
		out = percent_normalize(&at, end, out);
	*out = '\0';
}

status url_divide(const char *url, arena *a, url_parts *out)
{
	size_t len = url_host_len(url), name_len;
	const char *copy = arena_text(a, url, strlen(url)), *host = arena_text(a, url, len), *name = NULL;

	if (host)
		name = url_host_name(host, &name_len);
	if (name)
		name = arena_text(a, name, name_len);
	if (!copy || !name)
		return ERR_MEMORY;
	*out = (url_parts){.url = copy, .host = host, .name = name, .path = copy + len};
	return OK;
}

size_t url_host_len(const char *url)
{
	const char *name = strstr(url, "://");

	name = name ? name + 3 : url;
	return (size_t)(name - url) + strcspn(name, "/?");
}

/* Copies a part of a parsed URL into a; *out is NULL if the URL has no such part. */
static status get_part(CURLU *u, CURLUPart what, unsigned flags, arena *a, const char **out)
{
	char *text = NULL;
	CURLUcode code = curl_url_get(u, what, &text, flags);

	*out = code == CURLUE_OK ? arena_text(a, text, strlen(text)) : NULL;
	curl_free(text);
	if (code == CURLUE_OUT_OF_MEMORY || (code == CURLUE_OK && !*out))
		return ERR_MEMORY;
	return OK;
}

/* Refuses WHATWG's forbidden domain code points: libcurl decodes escapes in a host name and accepts any result. An IPv6
 * address in brackets has been checked by libcurl. */
static bool may_be_in_host(unsigned char c, bool is_v6)
{
	return c > ' ' && c < 0x7f && !strchr("#%/<>?@\\^`{|}\"", c) && (is_v6 || !strchr("[]:", c));
}

/* Has a name no label before one of its points? */
static bool has_empty_label(const char *name)
{
	return *name == '.' || strstr(name, "..");
}

/* Returns the host in lower case. Unicode names become punycode; ERR_FORMAT: libcurl's IDN library refuses the name, for which libcurl
 * says that there is no memory. */
static status host_of(CURLU *u, arena *a, const char **out)
{
	const char *written;
	status err = get_part(u, CURLUPART_HOST, 0, a, &written);

	if (err)
		return err;
	err = get_part(u, CURLUPART_HOST, CURLU_PUNYCODE, a, out);
	if (err)
		return written && !utf8_is_ascii(written, strlen(written)) ? ERR_FORMAT : err;
	if (!*out || !**out || has_empty_label(*out))
		return ERR_FORMAT;
	for (char *c = (char *)*out; *c; c++) {
		if (!may_be_in_host((unsigned char)*c, **out == '['))
			return ERR_FORMAT;
		*c = (char)tolower((unsigned char)*c);
	}
	return OK;
}

/* ERR_USAGE: neither http nor https. */
static status assemble(CURLU *u, arena *a, url_parts *out)
{
	const char *scheme, *name, *port, *path, *query;
	char *raw, *plain;
	status err = get_part(u, CURLUPART_SCHEME, 0, a, &scheme);

	if (!err && (!scheme || (strcasecmp(scheme, "http") != 0 && strcasecmp(scheme, "https") != 0)))
		return ERR_USAGE;
	if (!err)
		err = host_of(u, a, &name);
	if (!err)
		err = get_part(u, CURLUPART_PORT, CURLU_NO_DEFAULT_PORT, a, &port);
	if (!err)
		err = get_part(u, CURLUPART_PATH, 0, a, &path);
	if (!err)
		err = get_part(u, CURLUPART_QUERY, 0, a, &query);
	if (err)
		return err;
	raw = arena_printf(a, "%s%s%s", path ? path : "/", query ? "?" : "", query ? query : "");
	plain = raw ? arena_alloc(a, strlen(raw) * 3 + 1) : NULL;
	if (!plain)
		return ERR_MEMORY;
	normalize(raw, plain);
	out->name = name;
	out->host = arena_printf(a, "%s://%s%s%s", scheme, name, port ? ":" : "", port ? port : "");
	out->url = out->host ? arena_printf(a, "%s%s", out->host, plain) : NULL;
	if (!out->url)
		return ERR_MEMORY;
	out->path = out->url + strlen(out->host);
	return strlen(out->url) > URL_LEN_MOST ? ERR_FORMAT : OK;
}

static status status_of(CURLUcode code)
{
	return code == CURLUE_OK ? OK : code == CURLUE_OUT_OF_MEMORY ? ERR_MEMORY : ERR_FORMAT;
}

/* Returns the length of a leading "scheme:", with the colon; 0: there is none. */
static size_t scheme_len(const char *text)
{
	size_t len = 0;

	if (!isalpha((unsigned char)text[0]))
		return 0;
	while (isalnum((unsigned char)text[len]) || (text[len] && strchr("+-.", text[len])))
		len++;
	return text[len] == ':' ? len + 1 : 0;
}

/* Copies the reference without its fragment, without white space around it, and without line breaks and tabs in it, which may even
 * split an escape. NULL: out of memory. */
static char *without_breaks(const char *reference, arena *a)
{
	static const char blank[] = " \t\r\n\f";
	const char *end = reference + strcspn(reference, "#");
	char *copy = arena_alloc(a, strlen(reference) + 1), *to = copy;

	while (reference < end && strchr(blank, *reference))
		reference++;
	while (end > reference && strchr(blank, end[-1]))
		end--;
	for (; copy && reference < end; reference++)
		if (!strchr("\n\r\t", *reference))
			*to++ = *reference;
	if (copy)
		*to = '\0';
	return copy;
}

/* Like without_breaks, and brings the reference into normal form as far as libcurl needs it; before the query, '\' becomes '/'.
 * Browsers do the same. Escapes are normalized here, so that libcurl resolves "%2e%2e/" as "../"; spaces are escaped, because
 * libcurl turns them into '+' in a query. NULL: out of memory. */
static char *clean(const char *reference, arena *a)
{
	const char *at = without_breaks(reference, a), *end = at ? at + strlen(at) : NULL;
	char *copy = at ? arena_alloc(a, (size_t)(end - at) * 3 + 1) : NULL, *to = copy;
	bool in_query = false;

	while (copy && at < end) {
		in_query |= *at == '?';
		if (*at == '%' || *at == ' ') {
			to = percent_normalize(&at, end, to);
			continue;
		}
		*to++ = *at == '\\' && !in_query ? '/' : *at;
		at++;
	}
	if (copy)
		*to = '\0';
	return copy;
}

static status parse(const char *reference, const char *base, arena *a, url_parts *out)
{
	CURLU *u = curl_url();
	url_parts parts;
	status err = ERR_MEMORY;

	if (!u)
		return err;
	err = base ? status_of(curl_url_set(u, CURLUPART_URL, base, 0)) : OK;
	if (!err && *reference)
		err = status_of(curl_url_set(u, CURLUPART_URL, reference, CURLU_URLENCODE | CURLU_NON_SUPPORT_SCHEME));
	if (!err)
		err = assemble(u, a, &parts);
	if (!err)
		*out = parts;
	curl_url_cleanup(u);
	return err;
}

status url_parse(const char *reference, const char *base, arena *a, url_parts *out)
{
	char *text;
	size_t scheme;

	if (strlen(reference) > URL_LEN_MOST)
		return ERR_FORMAT;
	text = clean(reference, a);
	if (!text)
		return ERR_MEMORY;
	scheme = scheme_len(text);
	if (scheme && strncasecmp(text, "http:", scheme) && strncasecmp(text, "https:", scheme))
		return ERR_USAGE; /* mailto:, javascript:, data:, … */
	if (scheme &&
	    strncmp(text + scheme, "//", 2) != 0) { /* browsers resolve "http:page" against a base with the same scheme */
		if (base && strncasecmp(text, base, scheme) == 0)
			text += scheme;
		else if (text[scheme] != '/')
			return ERR_FORMAT;
	}
	if (!*text && !base)
		return ERR_FORMAT;
	return parse(text, base, a, out);
}

status url_parse_typed(const char *text, arena *a, url_parts *out)
{
	bool has_scheme = strstr(text, "://") != NULL;
	size_t name = strcspn(text, "/:?#");

	if (has_scheme)
		return url_parse(text, NULL, a, out);
	if (!memchr(text, '.', name) && (name != strlen("localhost") || strncmp(text, "localhost", name)))
		return ERR_FORMAT; /* a single word or a path is not a host */
	text = arena_printf(a, "https://%s", text);
	return text ? url_parse(text, NULL, a, out) : ERR_MEMORY;
}

const char *url_host_name(const char *host, size_t *len)
{
	const char *scheme = strstr(host, "://"), *name = scheme ? scheme + 3 : host;
	const char *close = *name == '[' ? strchr(name, ']') : NULL;

	*len = close ? (size_t)(close + 1 - name) : strcspn(name, ":");
	return name;
}

const char *url_domain(const char *name)
{
	bool is_address = name[0] == '[' || !name[strspn(name, "0123456789.")];
	const char *domain = is_address ? NULL : psl_registrable_domain(psl_builtin(), name);

	return domain ? domain : name;
}
