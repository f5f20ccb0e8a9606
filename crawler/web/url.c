#include "crawler/web/url.h"

#include <ctype.h>
#include <curl/curl.h>
#include <stdbool.h>
#include <string.h>
#include <strings.h>

#include "crawler/web/percent.h"

/* A path and query in the one spelling; libcurl has escapes of its own. out has room for three times the length. */
static void spell(const char *at, char *out)
{
	for (const char *end = at + strlen(at); at < end;)
		out = percent_spell(&at, end, out);
	*out = '\0';
}

/* One part of a parsed URL, copied into a; NULL in *out: there is none. */
static status part(CURLU *u, CURLUPart what, unsigned flags, arena *a, const char **out)
{
	char *text = NULL;
	CURLUcode code = curl_url_get(u, what, &text, flags);

	*out = code == CURLUE_OK ? arena_text(a, text, strlen(text)) : NULL;
	curl_free(text);
	if (code == CURLUE_OUT_OF_MEMORY || (code == CURLUE_OK && !*out))
		return ERR_MEMORY;
	return OK;
}

/* WHATWG's forbidden domain code points: libcurl undoes escapes in a host and takes what comes out. Those of an IPv6
 * address in brackets it has looked at. */
static bool may_be_in_host(unsigned char c, bool is_v6)
{
	return c > ' ' && c < 0x7f && !strchr("#%/<>?@\\^`{|}\"", c) && (is_v6 || !strchr("[]:", c));
}

/* The host in lower case. Unicode names become punycode; what libcurl's IDN library refuses is no host. */
static status host_of(CURLU *u, arena *a, const char **out)
{
	status s = part(u, CURLUPART_HOST, CURLU_PUNYCODE, a, out);

	if (s)
		return s;
	if (!*out || !**out)
		return ERR_FORMAT;
	for (char *c = (char *)*out; *c; c++) {
		if (!may_be_in_host((unsigned char)*c, **out == '['))
			return ERR_FORMAT;
		*c = (char)tolower((unsigned char)*c);
	}
	return OK;
}

static status assemble(CURLU *u, arena *a, url_parts *out)
{
	const char *scheme, *name, *port, *path, *query;
	char *raw, *plain;
	status s = part(u, CURLUPART_SCHEME, 0, a, &scheme);

	if (!s)
		s = host_of(u, a, &name);
	if (!s)
		s = part(u, CURLUPART_PORT, CURLU_NO_DEFAULT_PORT, a, &port);
	if (!s)
		s = part(u, CURLUPART_PATH, 0, a, &path);
	if (!s)
		s = part(u, CURLUPART_QUERY, 0, a, &query);
	if (s)
		return s;
	raw = arena_printf(a, "%s%s%s", path ? path : "/", query ? "?" : "", query ? query : "");
	plain = raw ? arena_alloc(a, strlen(raw) * 3 + 1) : NULL;
	if (!plain)
		return ERR_MEMORY;
	spell(raw, plain);
	out->name = name;
	out->host = arena_printf(a, "%s://%s%s%s", scheme, name, port ? ":" : "", port ? port : "");
	out->url = out->host ? arena_printf(a, "%s%s", out->host, plain) : NULL;
	if (!out->url)
		return ERR_MEMORY;
	out->path = out->url + strlen(out->host);
	return strlen(out->url) > URL_LEN_MOST ? ERR_FORMAT : OK;
}

static status from_curl(CURLUcode code)
{
	switch (code) {
	case CURLUE_OK:
		return OK;
	case CURLUE_OUT_OF_MEMORY:
		return ERR_MEMORY;
	default:
		return ERR_FORMAT;
	}
}

static status check_web(CURLU *u)
{
	char *scheme = NULL;
	CURLUcode code = curl_url_get(u, CURLUPART_SCHEME, &scheme, 0);
	bool web = code == CURLUE_OK && (strcasecmp(scheme, "http") == 0 || strcasecmp(scheme, "https") == 0);

	curl_free(scheme);
	return code == CURLUE_OUT_OF_MEMORY ? ERR_MEMORY : web ? OK : ERR_USAGE;
}

/* The length of a leading "scheme:", or 0. */
static size_t scheme_len(const char *text)
{
	size_t len = 0;

	if (!isalpha((unsigned char)text[0]))
		return 0;
	while (isalnum((unsigned char)text[len]) || (text[len] && strchr("+-.", text[len])))
		len++;
	return text[len] == ':' ? len + 1 : 0;
}

/* A reference without its fragment, without the white space around it and the line breaks and tabs in it, which
 * browsers ignore; '\' is '/' before the query, as browsers read it. Escapes get their one spelling here, so that libcurl,
 * which resolves it, sees "../" in "%2e%2e/"; spaces are escaped, because it makes '+' of them in a query. NULL: out of
 * memory. */
static char *clean(const char *reference, arena *a)
{
	static const char blank[] = " \t\r\n\f";
	const char *end = reference + strcspn(reference, "#");
	char *copy = arena_alloc(a, strlen(reference) * 3 + 1), *to = copy;
	bool in_query = false;

	while (reference < end && strchr(blank, *reference))
		reference++;
	while (end > reference && strchr(blank, end[-1]))
		end--;
	while (copy && reference < end) {
		char c = *reference;

		in_query |= c == '?';
		if (c == '%' || c == ' ')
			to = percent_spell(&reference, end, to);
		else if (reference++, c != '\n' && c != '\r' && c != '\t')
			*to++ = c == '\\' && !in_query ? '/' : c;
	}
	if (copy)
		*to = '\0';
	return copy;
}

static status parse(const char *reference, const char *base, arena *a, url_parts *out)
{
	CURLU *u = curl_url();
	url_parts parts;
	status s = ERR_MEMORY;

	if (!u)
		return s;
	s = base ? from_curl(curl_url_set(u, CURLUPART_URL, base, 0)) : OK;
	if (!s && *reference)
		s = from_curl(curl_url_set(u, CURLUPART_URL, reference, CURLU_URLENCODE | CURLU_NON_SUPPORT_SCHEME));
	if (!s)
		s = check_web(u);
	if (!s)
		s = assemble(u, a, &parts);
	if (!s)
		*out = parts;
	curl_url_cleanup(u);
	return s;
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
		return ERR_USAGE; /* mailto:, javascript:, data:… libcurl need not see them */
	if (scheme && strncmp(text + scheme, "//", 2) != 0) { /* "http:page" is beside its base, as browsers read it */
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
		return ERR_FORMAT; /* neither a word nor a path is a host */
	text = arena_printf(a, "https://%s", text);
	return text ? url_parse(text, NULL, a, out) : ERR_MEMORY;
}
