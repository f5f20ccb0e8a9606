#include "crawler/web/robots.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/grow.h"
#include "crawler/web/percent.h"
#include "crawler/web/url.h"

enum { RULES_MOST = 20000, SITEMAPS_MOST = 64 };

typedef struct rule {
	char *pattern;
	size_t len; /* of the pattern: the longest match wins */
	bool allow;
} rule;

typedef struct rules {
	rule *items;
	size_t len, room;
	double delay;
	bool named; /* there is a group for it, perhaps without rules */
} rules;

struct robots {
	rules ours, everybody; /* groups for our token; groups for "*" */
	char *sitemaps[SITEMAPS_MOST];
	size_t sitemaps_len;
};

/* A "key: value" line; slices of the file. */
typedef struct line {
	const char *key, *value;
	size_t key_len, value_len;
} line;

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

static bool read_line(const char *at, size_t len, line *out)
{
	const char *end = memchr(at, '#', len), *colon;

	end = end ? end : at + len;
	while (at < end && is_blank(*at))
		at++;
	colon = memchr(at, ':', (size_t)(end - at));
	if (!colon)
		return false;
	out->key = at;
	out->key_len = (size_t)(colon - at);
	while (out->key_len && is_blank(at[out->key_len - 1]))
		out->key_len--;
	for (at = colon + 1; at < end && is_blank(*at);)
		at++;
	while (end > at && is_blank(end[-1]))
		end--;
	out->value = at;
	out->value_len = (size_t)(end - at);
	return true;
}

static bool key_is(const line *l, const char *key)
{
	return l->key_len == strlen(key) && strncasecmp(l->key, key, l->key_len) == 0;
}

/* Writes a path or rule in normal form. In a rule, '*' and a final '$' are wildcards and stay; elsewhere these
 * characters are escaped, as in a rule that means them literally. out has room for three times len, and the NUL. */
static void normalize(const char *text, size_t len, bool is_rule, char *out)
{
	for (const char *at = text, *end = text + len; at < end;) {
		bool is_wildcard = is_rule && (*at == '*' || at + 1 == end);

		if ((*at == '*' || *at == '$') && !is_wildcard)
			out = percent_escape((unsigned char)*at++, out);
		else
			out = percent_normalize(&at, end, out);
	}
	*out = '\0';
}

static bool add_rule(rules *r, const line *l, bool allow)
{
	rule new = {.allow = allow}, *items;

	if (l->value_len == 0 || r->len == RULES_MOST)
		return true; /* an empty "Disallow:" forbids nothing */
	items = grow(r->items, r->len, &r->room, sizeof *items);
	if (!items)
		return false;
	r->items = items;
	new.pattern = malloc(l->value_len * 3 + 1);
	if (!new.pattern)
		return false;
	normalize(l->value, l->value_len, true, new.pattern);
	new.len = strlen(new.pattern);
	r->items[r->len++] = new;
	return true;
}

/* Does a User-agent value name agent? Its product token is the letters, '-' and '_' that it starts with. */
static bool names_agent(const line *l, const char *agent)
{
	size_t len = 0;

	while (len < l->value_len && (isalpha((unsigned char)l->value[len]) || strchr("-_", l->value[len])))
		len++;
	return len && len == strlen(agent) && strncasecmp(l->value, agent, len) == 0;
}

/* State of the parser: to which groups the current line belongs. */
typedef struct parser {
	robots *r;
	const char *agent;
	bool for_us, for_all;
	bool in_agents; /* the last line was a User-agent: another one joins its group */
} parser;

static void read_agent(parser *p, const line *l)
{
	if (!p->in_agents)
		p->for_us = p->for_all = false;
	p->in_agents = true;
	if (names_agent(l, p->agent))
		p->for_us = p->r->ours.named = true;
	if (l->value_len >= 1 && l->value[0] == '*')
		p->for_all = p->r->everybody.named = true;
}

static void read_delay(parser *p, const line *l)
{
	char text[32] = "";
	double delay;
	char *end;

	if (l->value_len >= sizeof text)
		return;
	memcpy(text, l->value, l->value_len);
	delay = strtod(text, &end);
	if (end == text || !isfinite(delay) || delay < 0)
		return;
	if (p->for_us)
		p->r->ours.delay = delay;
	if (p->for_all)
		p->r->everybody.delay = delay;
}

static bool parse_line(parser *p, const line *l)
{
	bool allow = key_is(l, "allow");

	if (key_is(l, "user-agent")) {
		read_agent(p, l);
		return true;
	}
	if (allow || key_is(l, "disallow")) {
		p->in_agents = false;
		return (!p->for_us || add_rule(&p->r->ours, l, allow)) && (!p->for_all || add_rule(&p->r->everybody, l, allow));
	}
	if (key_is(l, "crawl-delay")) {
		p->in_agents = false;
		read_delay(p, l);
	}
	if (key_is(l, "sitemap") && p->r->sitemaps_len < SITEMAPS_MOST) {
		char *value = strndup(l->value, l->value_len);

		if (!value)
			return false;
		p->r->sitemaps[p->r->sitemaps_len++] = value;
	}
	return true; /* other records do not end a group */
}

robots *robots_parse(const char *bytes, size_t len, const char *agent)
{
	parser p = {.r = calloc(1, sizeof *p.r), .agent = agent};
	const char *end;
	line l;

	if (!p.r)
		return NULL;
	p.r->ours.delay = p.r->everybody.delay = -1;
	if (len > ROBOTS_BYTES_MOST) /* a line that is cut could be a different rule */
		for (len = ROBOTS_BYTES_MOST; len && bytes[len - 1] != '\n' && bytes[len - 1] != '\r';)
			len--;
	end = bytes + len;
	if (len >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0)
		bytes += 3;
	while (bytes < end) {
		size_t n = 0;

		while (bytes + n < end && bytes[n] != '\n' && bytes[n] != '\r')
			n++;
		if (read_line(bytes, n, &l) && !parse_line(&p, &l)) {
			robots_free(p.r);
			return NULL;
		}
		bytes += n + 1;
	}
	return p.r;
}

static void free_rules(rules *r)
{
	for (size_t i = 0; i < r->len; i++)
		free(r->items[i].pattern);
	free(r->items);
}

void robots_free(robots *r)
{
	if (!r)
		return;
	free_rules(&r->ours);
	free_rules(&r->everybody);
	for (size_t i = 0; i < r->sitemaps_len; i++)
		free(r->sitemaps[i]);
	free(r);
}

/* Does pattern match the start of path? A '*' is greedy, and only the last one is ever tried again: linear for common
 * patterns, never more than the product of the lengths. */
static bool matches(const char *pattern, const char *path)
{
	const char *star = NULL, *resume = NULL;

	for (;;) {
		if (*pattern == '\0')
			return true;
		if (*pattern == '$' && pattern[1] == '\0' && *path == '\0')
			return true;
		if (*pattern == '*') {
			star = ++pattern;
			resume = path;
		} else if (*path && *pattern == *path) {
			pattern++;
			path++;
		} else if (star && *resume) {
			pattern = star;
			path = ++resume;
		} else {
			return false;
		}
	}
}

static const rules *rules_for_us(const robots *r)
{
	return r->ours.named ? &r->ours : &r->everybody;
}

bool robots_allows(const robots *r, const char *path)
{
	const rules *mine;
	const rule *best = NULL;
	char normal[URL_LEN_MOST * 3 + 1];

	if (!r || strcmp(path, "/robots.txt") == 0)
		return true;
	mine = rules_for_us(r);
	if (strlen(path) > URL_LEN_MOST)
		return mine->len == 0; /* the crawler has no such URL */
	normalize(path, strlen(path), false, normal);
	for (size_t i = 0; i < mine->len; i++) {
		const rule *x = &mine->items[i];

		if ((!best || x->len > best->len || (x->len == best->len && x->allow)) && matches(x->pattern, normal))
			best = x;
	}
	return !best || best->allow;
}

const char *robots_sitemap(const robots *r, size_t i)
{
	return r && i < r->sitemaps_len ? r->sitemaps[i] : NULL;
}

double robots_crawl_delay(const robots *r)
{
	return r ? rules_for_us(r)->delay : -1;
}

/* Reads one directive, perhaps after "agent:". An agent applies to all directives up to the next one; *ours: is it us? */
static void read_directive(const char *at, size_t len, const char *agent, bool *ours, bool *noindex, bool *nofollow)
{
	const char *colon = memchr(at, ':', len);

	for (; len && is_blank(*at); len--)
		at++;
	if (colon) {
		line l = {.value = at, .value_len = (size_t)(colon - at)};

		*ours = names_agent(&l, agent);
		len -= (size_t)(colon + 1 - at);
		at = colon + 1;
	}
	for (; len && is_blank(*at); len--)
		at++;
	while (len && is_blank(at[len - 1]))
		len--;
	if (!*ours)
		return;
	*noindex |= (len == 7 && strncasecmp(at, "noindex", 7) == 0) || (len == 4 && strncasecmp(at, "none", 4) == 0);
	*nofollow |= (len == 8 && strncasecmp(at, "nofollow", 8) == 0) || (len == 4 && strncasecmp(at, "none", 4) == 0);
}

void robots_read_tag(const char *value, const char *agent, bool *noindex, bool *nofollow)
{
	bool ours = true;

	while (value && *value) {
		size_t len = strcspn(value, ",");

		read_directive(value, len, agent, &ours, noindex, nofollow);
		value += len + (value[len] == ',');
	}
}
