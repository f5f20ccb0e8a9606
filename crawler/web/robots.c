#include "crawler/web/robots.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/grow.h"
#include "crawler/web/percent.h"
#include "crawler/web/url.h"

enum {
	SITEMAPS_MOST = 64,
	TRIED_BYTES_MOST = 8 << 20 /* path bytes that one decision may try wildcards on: some milliseconds */
};

typedef struct rule {
	char *pattern; /* in normal form */
	size_t len;    /* the longest match wins */
	bool allow, wild;
} rule;

/* The combined rules of the groups for one agent. */
typedef struct group {
	rule *rules; /* once all are read: the longest first; of those, Allow */
	size_t len, room;
	double delay;
	bool named; /* there is a group for it, perhaps without rules */
} group;

struct robots {
	group ours, everybody; /* groups for our token; groups for "*" */
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

/* Returns where the key ends: at the colon. Many files lack it; then the key ends at the blank between two words, if there are
 * exactly two. NULL: it is not such a line. */
static const char *separator(const char *at, const char *end)
{
	const char *found = memchr(at, ':', (size_t)(end - at)), *rest;

	if (found)
		return found;
	for (found = at; found < end && !is_blank(*found);)
		found++;
	for (rest = found; rest < end && is_blank(*rest);)
		rest++;
	while (rest < end && !is_blank(*rest))
		rest++;
	return found < end && rest == end ? found : NULL;
}

static bool read_line(const char *at, size_t len, line *out)
{
	const char *end = memchr(at, '#', len), *behind;

	end = end ? end : at + len;
	while (at < end && is_blank(*at))
		at++;
	while (end > at && is_blank(end[-1]))
		end--;
	behind = separator(at, end);
	if (!behind)
		return false;
	out->key = at;
	out->key_len = (size_t)(behind - at);
	while (out->key_len && is_blank(at[out->key_len - 1]))
		out->key_len--;
	for (at = behind + 1; at < end && is_blank(*at);)
		at++;
	out->value = at;
	out->value_len = (size_t)(end - at);
	return true;
}

/* Does the key begin with one of these spellings, which NULL ends? The first is right; Google's parser accepts the others, too. */
static bool key_is(const line *l, const char *const *spellings)
{
	for (size_t i = 0; spellings[i]; i++)
		if (l->key_len >= strlen(spellings[i]) && strncasecmp(l->key, spellings[i], strlen(spellings[i])) == 0)
			return true;
	return false;
}

static const char *const AGENT[] = {"user-agent", "useragent", "user agent", NULL};
static const char *const ALLOW[] = {"allow", NULL};
static const char *const DISALLOW[] = {"disallow", "dissallow", "dissalow", "disalow", "diasllow", "disallaw", NULL};
static const char *const SITEMAP[] = {"sitemap", "site-map", NULL};
static const char *const DELAY[] = {"crawl-delay", NULL};

/* Writes a path or rule in normal form. In a rule, '*' and a final '$' are wildcards and stay; elsewhere these characters are
 * escaped, like those that a rule means literally. out has room for three times len, and the NUL. */
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

static bool add_rule(group *g, const line *l, bool allow)
{
	rule new = {.allow = allow};

	if (l->value_len == 0 || g->len == ROBOTS_RULES_MOST)
		return true; /* an empty "Disallow:" forbids nothing */
	new.pattern = malloc(l->value_len * 3 + 1);
	if (!new.pattern)
		return false;
	normalize(l->value, l->value_len, true, new.pattern);
	new.len = strlen(new.pattern);
	new.wild = strchr(new.pattern, '*') || new.pattern[new.len - 1] == '$';
	if (!grow_add(&g->rules, &g->len, &g->room, &new, sizeof new))
		return true;
	free(new.pattern);
	return false;
}

static int compare(const void *a, const void *b)
{
	const rule *x = a, *y = b;

	return x->len != y->len ? (x->len > y->len ? -1 : 1) : y->allow - x->allow;
}

static void sort(group *g)
{
	if (g->len)
		qsort(g->rules, g->len, sizeof *g->rules, compare);
}

static void free_rules(group *g)
{
	for (size_t i = 0; i < g->len; i++)
		free(g->rules[i].pattern);
	free(g->rules);
}

/* Does a User-agent value name agent? Its product token is the letters, '-' and '_' that it starts with. */
static bool names_agent(const line *l, const char *agent)
{
	size_t len = 0;

	while (len < l->value_len && (isalpha((unsigned char)l->value[len]) || strchr("-_", l->value[len])))
		len++;
	return len && len == strlen(agent) && strncasecmp(l->value, agent, len) == 0;
}

/* State of the parser: the groups to which the current line belongs. */
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
	if (l->value_len && l->value[0] == '*' && (l->value_len == 1 || is_blank(l->value[1])))
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

static bool add_sitemap(robots *r, const line *l)
{
	char *value = r->sitemaps_len < SITEMAPS_MOST ? strndup(l->value, l->value_len) : NULL;

	if (value)
		r->sitemaps[r->sitemaps_len++] = value;
	return value || r->sitemaps_len == SITEMAPS_MOST;
}

static bool parse_line(parser *p, const line *l)
{
	bool allow = key_is(l, ALLOW);

	if (key_is(l, AGENT)) {
		read_agent(p, l);
	} else if (allow || key_is(l, DISALLOW)) {
		p->in_agents = false;
		return (!p->for_us || add_rule(&p->r->ours, l, allow)) && (!p->for_all || add_rule(&p->r->everybody, l, allow));
	} else if (key_is(l, DELAY)) {
		read_delay(p, l);
	} else if (key_is(l, SITEMAP)) {
		return add_sitemap(p->r, l);
	}
	return true; /* these lines, and unknown ones, do not end a group */
}

robots *robots_parse(const char *bytes, size_t len, const char *agent)
{
	parser p = {.r = calloc(1, sizeof *p.r), .agent = agent};
	const char *end;
	line l;

	if (!p.r)
		return NULL;
	p.r->ours.delay = p.r->everybody.delay = -1;
	if (len > ROBOTS_BYTES_MOST) /* a truncated line could be a different rule */
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
	sort(&p.r->ours);
	sort(&p.r->everybody);
	return p.r;
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

static const group *group_for_us(const robots *r)
{
	return r->ours.named ? &r->ours : &r->everybody;
}

/* Does the pattern match the start of the path? It looks for each part between two '*' after the part before it: the first match is
 * as good as any later one. */
static bool matches(const rule *x, const char *path, size_t path_len)
{
	const char *pattern = x->pattern, *at = path, *end = path + path_len;
	bool first = true;

	for (;;) {
		size_t len = strcspn(pattern, "*");
		bool last = pattern[len] == '\0', to_end = last && len && pattern[len - 1] == '$';

		len -= to_end;
		if ((size_t)(end - at) < len)
			return false;
		if (first && memcmp(at, pattern, len) != 0)
			return false;
		if (!first && to_end)
			return memcmp(end - len, pattern, len) == 0;
		if (!first)
			at = memmem(at, (size_t)(end - at), pattern, len);
		if (!at || last)
			return at && (!to_end || at + len == end);
		at += len;
		pattern += len + 1;
		first = false;
	}
}

/* Rules are tried from the longest to the shortest, and the first that matches decides. One without wildcards looks at no more bytes than
 * it has itself, and a file has few; those with wildcards may look at a limited number of bytes. */
static enum robots_decision decide(const group *g, const char *path)
{
	size_t path_len = strlen(path), bytes = 0;

	for (size_t i = 0; i < g->len; i++) {
		const rule *x = &g->rules[i];

		bytes += x->wild ? path_len : 0;
		if (bytes > TRIED_BYTES_MOST)
			return ROBOTS_TOO_COSTLY;
		if (x->wild ? matches(x, path, path_len) : strncmp(path, x->pattern, x->len) == 0)
			return x->allow ? ROBOTS_ALLOWS : ROBOTS_FORBIDS;
	}
	return ROBOTS_ALLOWS;
}

enum robots_decision robots_decide(const robots *r, const char *path)
{
	char normal[URL_LEN_MOST * 3 + 1];

	if (!r || strcmp(path, "/robots.txt") == 0)
		return ROBOTS_ALLOWS;
	if (strlen(path) > URL_LEN_MOST) /* the crawler has no such URL */
		return group_for_us(r)->len ? ROBOTS_FORBIDS : ROBOTS_ALLOWS;
	normalize(path, strlen(path), false, normal);
	return decide(group_for_us(r), normal);
}

bool robots_allows(const robots *r, const char *path)
{
	return robots_decide(r, path) == ROBOTS_ALLOWS;
}

const char *robots_sitemap(const robots *r, size_t i)
{
	return r && i < r->sitemaps_len ? r->sitemaps[i] : NULL;
}

double robots_crawl_delay(const robots *r)
{
	return r ? group_for_us(r)->delay : -1;
}
