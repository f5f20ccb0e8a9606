#include "crawler/web/secrets.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/arena.h"
#include "base/mark.h"
#include "base/table.h"

enum { FILE_MOST = 16 << 20, COOKIES_MOST = 20000, HEADERS_MOST = 100 }; /* bytes, lines, headers */

/* Texts, in the order in which they were added. */
typedef struct lines {
	const char **items;
	size_t len, room;
} lines;

struct secrets {
	arena *memory;
	table hosts; /* that get the secrets */
	lines seeds; /* the hosts given to secrets_trust */
	lines headers, cookies;
	const char *user;
};

static status add_line(secrets *s, lines *to, const char *text)
{
	const char *copy = arena_text(s->memory, text, strlen(text));

	return copy ? arena_add(s->memory, &to->items, &to->len, &to->room, &copy, sizeof copy) : ERR_MEMORY;
}

/* Reads all of a file, with a NUL after it; yours to free. */
static status read_file(const char *option, const char *path, char **out, size_t *len, complaint *why)
{
	FILE *f = fopen(path, "re");
	char *text = f ? malloc(FILE_MOST + 2) : NULL;
	status err = OK;

	*len = text ? fread(text, 1, FILE_MOST + 1, f) : 0;
	if (!text || ferror(f))
		err = complain(why, ERR_USAGE, "%s: cannot read %s: %s", option, path, strerror(errno));
	else if (*len > FILE_MOST)
		err = complain(why, ERR_USAGE, "%s: %s is longer than %d bytes", option, path, FILE_MOST);
	else if (memchr(text, '\0', *len))
		err = complain(why, ERR_USAGE, "%s: %s is not a text: it contains a NUL", option, path);
	else
		text[*len] = '\0';
	if (f)
		fclose(f);
	*out = text;
	return err;
}

/* Calls handle with each line of a file, without its end. */
static status read_lines(secrets *s, const char *option, const char *path,
			 status (*handle)(secrets *s, const char *line, const char *where, complaint *why), complaint *why)
{
	char where[300];
	char *text;
	size_t len;
	status err = read_file(option, path, &text, &len, why);
	int number = 1;

	for (char *line = text, *end; !err && line < text + len; line = end + 1, number++) {
		end = line + strcspn(line, "\n");
		*end = '\0';
		line[strcspn(line, "\r")] = '\0';
		snprintf(where, sizeof where, "%s: %.200s:%d", option, path, number);
		err = handle(s, line, where, why);
	}
	free(text);
	return err;
}

/* ── headers ── */

static bool is_name(const char *text, size_t len)
{
	static const char letters[] = "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

	return len > 0 && strspn(text, letters) == len;
}

/* Does the crawler or libcurl set this header? Another value would change the request, or split it in two. */
static bool is_ours(const char *text, size_t len)
{
	return mark_is_one(
		(firstprint_span){text, len},
		"accept-encoding connection content-length expect host http2-settings if-modified-since if-none-match "
		"range te trailer transfer-encoding upgrade user-agent");
}

static status add_header(secrets *s, const char *text, const char *where, complaint *why)
{
	size_t name = strcspn(text, ":");
	const char *value = text + name + (text[name] == ':');

	value += strspn(value, " \t");
	if (!*text)
		return OK;
	if (!text[name] || !is_name(text, name) || !*value)
		return complain(why, ERR_USAGE, "%s: expected a header, \"Name: value\"", where);
	if (s->headers.len == HEADERS_MOST)
		return complain(why, ERR_USAGE, "%s: more than %d headers", where, HEADERS_MOST);
	if (is_ours(text, name))
		return complain(why, ERR_USAGE, "%s: %.*s is set by the crawler itself", where, (int)name, text);
	for (const char *at = value; *at; at++)
		if (((unsigned char)*at < ' ' && *at != '\t') || *at == 0x7f)
			return complain(why, ERR_USAGE, "%s: %.*s contains a control character", where, (int)name, text);
	return add_line(s, &s->headers, text);
}

static status read_header(secrets *s, const char *given, complaint *why)
{
	size_t before = s->headers.len;
	status err = *given == '@' ? read_lines(s, "--header", given + 1, add_header, why)
				   : add_header(s, given, "--header", why);

	return err || s->headers.len > before ? err : complain(why, ERR_USAGE, "--header: %s has no header", given + 1);
}

/* ── user ── */

static status set_user(secrets *s, const char *text, const char *where, complaint *why)
{
	if (s->user) /* there is a second line */
		return *text ? complain(why, ERR_USAGE, "%s: expected one line", where) : OK;
	if (!strchr(text, ':') || *text == ':')
		return complain(why, ERR_USAGE, "%s: expected a name and a password, NAME:PASSWORD", where);
	s->user = arena_text(s->memory, text, strlen(text));
	return s->user ? OK : ERR_MEMORY;
}

static status read_user(secrets *s, const char *given, complaint *why)
{
	status err = *given == '@' ? read_lines(s, "--user", given + 1, set_user, why) : set_user(s, given, "--user", why);

	return err || s->user ? err : complain(why, ERR_USAGE, "--user: %s is empty", given + 1);
}

/* ── cookies: domain, subdomains too, path, secure, expires, name, value, with tabs between ── */

static status add_cookie(secrets *s, const char *line, const char *where, complaint *why)
{
	bool is_comment = *line == '#' && strncmp(line, "#HttpOnly_", 10) != 0;
	int tabs = 0;

	for (const char *at = line; *at; at++)
		tabs += *at == '\t';
	if (!line[strspn(line, " \t")] || is_comment)
		return OK;
	if (tabs != 6 && tabs != 5) /* a cookie without a value has 5 */
		return complain(why, ERR_USAGE, "%s: not a cookie in Netscape's format, seven fields with tabs between", where);
	if (s->cookies.len == COOKIES_MOST)
		return complain(why, ERR_USAGE, "%s: more than %d cookies", where, COOKIES_MOST);
	return add_line(s, &s->cookies, line);
}

/* Is the cookie for this host? Domains may begin with a dot. */
static bool is_for(const char *line, const char *host)
{
	const char *name = strstr(host, "://") + 3;
	const char *domain = line + (strncmp(line, "#HttpOnly_", 10) == 0 ? 10 : 0);
	size_t name_len = *name == '[' ? strcspn(++name, "]") : strcspn(name, ":"), len;

	domain += *domain == '.';
	len = strcspn(domain, "\t");
	return len && name_len >= len && strncasecmp(name + name_len - len, domain, len) == 0 &&
	       (name_len == len || name[name_len - len - 1] == '.');
}

/* *used: whether it is for one of the hosts. */
static status give(const char *line, const lines *seeds, cookies *to, bool *used)
{
	status err = OK;

	*used = false;
	for (size_t i = 0; i < seeds->len && !err; i++) {
		if (!is_for(line, seeds->items[i]))
			continue;
		*used = true;
		err = cookies_give(to, seeds->items[i], strlen(seeds->items[i]), line);
	}
	return err;
}

status secrets_put_cookies(const secrets *s, cookies *to)
{
	bool used;
	status err = OK;

	for (size_t i = 0; i < s->cookies.len && !err; i++) {
		err = give(s->cookies.items[i], &s->seeds, to, &used);
		if (!err && !used)
			err = cookies_put_aside(to, s->cookies.items[i]);
	}
	return err;
}

/* ── hosts ── */

static status trust(secrets *s, const char *host)
{
	const char *copy = arena_text(s->memory, host, strlen(host));

	return copy && table_put(&s->hosts, copy, strlen(copy), 1) ? OK : ERR_MEMORY;
}

status secrets_trust(secrets *s, const char *host)
{
	const char *name = strncmp(host, "http://", 7) == 0 ? host + 7 : NULL;
	bool has_port = name && strchr(*name == '[' ? name + strcspn(name, "]") : name, ':');
	char secure[300];
	status err;

	if (table_get(&s->hosts, host, strlen(host)))
		return OK;
	err = add_line(s, &s->seeds, host);
	if (!err)
		err = trust(s, host);
	if (err || !name || has_port || strlen(name) + sizeof "https://" > sizeof secure)
		return err;
	snprintf(secure, sizeof secure, "https://%s", name);
	return trust(s, secure);
}

bool secrets_are_for(const secrets *s, const char *host, size_t host_len)
{
	return table_get(&s->hosts, host, host_len) != NULL;
}

/* ── all ── */

status secrets_open(const secrets_given *given, secrets **out, complaint *why)
{
	secrets *s = calloc(1, sizeof *s);
	status err;

	if (s)
		s->memory = s->hosts.memory = arena_new();
	err = s && s->memory ? OK : ERR_MEMORY;
	for (size_t i = 0; i < given->headers_len && !err; i++)
		err = read_header(s, given->headers[i], why);
	if (!err && given->user)
		err = read_user(s, given->user, why);
	if (!err && given->cookies)
		err = read_lines(s, "--cookies", given->cookies, add_cookie, why);
	if (!err)
		*out = s;
	else
		secrets_close(s);
	return err == ERR_MEMORY ? complain(why, err, "%s", status_text(err)) : err;
}

void secrets_close(secrets *s)
{
	if (!s)
		return;
	arena_free(s->memory);
	free(s);
}

const char *secrets_user(const secrets *s)
{
	return s->user;
}

const char *secrets_header(const secrets *s, size_t i)
{
	return i < s->headers.len ? s->headers.items[i] : NULL;
}

/* ── redacting ── */

static bool is_secret(const secrets *s, const char *line)
{
	size_t len = strcspn(line, ":");

	if (mark_is_one((firstprint_span){line, len}, "cookie authorization proxy-authorization"))
		return true;
	for (size_t i = 0; s && i < s->headers.len; i++)
		if (strcspn(s->headers.items[i], ":") == len && strncasecmp(line, s->headers.items[i], len) == 0)
			return true;
	return false;
}

void secrets_redact(const secrets *s, char *head)
{
	char *to = head;

	for (const char *line = head, *next; *line; line = next) {
		next = line + strcspn(line, "\n");
		next += *next == '\n';
		if (is_secret(s, line))
			continue;
		memmove(to, line, (size_t)(next - line));
		to += next - line;
	}
	*to = '\0';
}
