#include "purify/facts.h"

#include <stddef.h>
#include <string.h>
#include <strings.h>

#include "purify/roles.h"
#include "purify/ascii.h"

/* Returns a copy without white space at its ends. NULL: out of memory. */
static const char *trimmed(const char *text, arena *a)
{
	size_t len;

	text += strspn(text, HTML_SPACE);
	len = strlen(text);
	while (len && is_html_space(text[len - 1]))
		len--;
	return arena_text(a, text, len);
}

const char *facts_folded(const char *text, arena *a)
{
	char *copy = arena_text(a, text, strlen(text));
	size_t len = 0;

	if (!copy)
		return NULL;
	for (; *text; text++) {
		bool space = is_html_space(*text);

		if (!space || (len && copy[len - 1] != ' '))
			copy[len++] = space ? ' ' : *text;
	}
	copy[len - (len && copy[len - 1] == ' ')] = '\0';
	return copy;
}

static bool has_word(const char *list, const char *word)
{
	size_t len = strlen(word);

	for (const char *at = list; at && (at = strcasestr(at, word)) != NULL; at += len)
		if ((at == list || strchr("," HTML_SPACE, at[-1])) && strchr("," HTML_SPACE, at[len]))
			return true;
	return false;
}

/* Sets *to to text, if it is not set yet. */
static void set_once(const char **to, const char *text, arena *a)
{
	if (text && !*to)
		*to = trimmed(text, a);
}

static void add_link(facts *f, const char *href, bool nofollow, arena *a)
{
	if (href && f->links_len == PURIFY_LINKS_MOST)
		f->links_cut++;
	if (!href || f->links_len == PURIFY_LINKS_MOST)
		return;
	href = trimmed(href, a);
	if (href)
		arena_add(a, &f->links, &f->links_len, &f->links_room, &(purify_link){href, nofollow}, sizeof(purify_link));
}

/* Returns the URL in the content of <meta http-equiv=refresh>, "5; url='/next'", by the HTML standard's shared declarative refresh
 * steps; in a. NULL: there is none, or out of memory. */
static const char *refresh_url(const char *content, arena *a)
{
	size_t digits, len;

	content += strspn(content, HTML_SPACE);
	digits = strspn(content, ASCII_DIGITS);
	if (!digits && *content != '.')
		return NULL;
	content += strspn(content, ASCII_DIGITS ".");
	if (!*content || !strchr(";," HTML_SPACE, *content))
		return NULL;
	content += strspn(content, HTML_SPACE);
	content += *content == ';' || *content == ',';
	content += strspn(content, HTML_SPACE);
	if (strncasecmp(content, "url", 3) == 0) {
		const char *value = content + 3 + strspn(content + 3, HTML_SPACE);

		if (*value == '=')
			content = value + 1 + strspn(value + 1, HTML_SPACE);
	}
	len = strlen(content);
	if (*content == '"' || *content == '\'') {
		char quote[] = {*content++, '\0'};

		len = strcspn(content, quote);
	}
	return len ? arena_text(a, content, len) : NULL;
}

void facts_add_refresh(facts *f, const char *value, arena *a)
{
	if (value)
		add_link(f, refresh_url(value, a), false, a);
}

static void read_meta(facts *f, const GumboElement *e, arena *a)
{
	const char *name = role_attribute(e, "name"), *content = role_attribute(e, "content");
	const char *property = role_attribute(e, "property"), *http = role_attribute(e, "http-equiv");

	if (!content)
		return;
	if (property && strcasecmp(property, "og:title") == 0 && !f->og_title)
		f->og_title = content;
	if (name && strcasecmp(name, "description") == 0)
		f->description = content;
	if (property && strcasecmp(property, "og:description") == 0 && !f->description)
		f->description = content;
	if (http && strcasecmp(http, "content-language") == 0 && !f->meta_lang)
		f->meta_lang = content;
	if (name && (strcasecmp(name, "robots") == 0 || (f->agent && strcasecmp(name, f->agent) == 0)))
		directives_read(&f->robots, content, a);
	if (http && strcasecmp(http, "refresh") == 0)
		facts_add_refresh(f, content, a);
}

static void read_title(facts *f, const GumboElement *e, arena *a)
{
	const GumboNode *text = e->children.length ? e->children.data[0] : NULL;

	if (!f->title && text && (text->type == GUMBO_NODE_TEXT || text->type == GUMBO_NODE_WHITESPACE))
		f->title = facts_folded(text->v.text.text, a);
}

/* Is a <link rel=alternate> another page? A feed and a style sheet declare their type. */
static bool is_page_type(const char *type)
{
	return !type || strcasestr(type, "html") != NULL;
}

static void take_link(facts *f, const char *href, const char *rel, const char *type, arena *a)
{
	bool other = has_word(rel, "alternate") && !has_word(rel, "stylesheet") && is_page_type(type);

	if (has_word(rel, "canonical") && !f->has_body)
		set_once(&f->canonical, href, a);
	if (other || has_word(rel, "next") || has_word(rel, "prev"))
		add_link(f, href, has_word(rel, "nofollow"), a);
}

/* Returns the next of these characters from `at` on that is not in quotes, or the end. */
static const char *find_outside_quotes(const char *at, const char *end, const char *any)
{
	for (bool quoted = false; at < end && (quoted || !strchr(any, *at)); at++)
		quoted ^= *at == '"';
	return at;
}

/* Returns the value of a parameter of a link, which ends at `end`; NULL: it has none, or out of memory. */
static const char *parameter(const char *at, const char *end, const char *name, arena *a)
{
	size_t len = strlen(name);

	while ((at = find_outside_quotes(at, end, ";")) < end) {
		const char *value, *stop;

		at += 1 + strspn(at + 1, HTML_SPACE);
		if (at >= end || (size_t)(end - at) <= len || strncasecmp(at, name, len) != 0)
			continue;
		value = at + len + strspn(at + len, HTML_SPACE);
		if (*value != '=')
			continue;
		value += 1 + strspn(value + 1, HTML_SPACE);
		stop = *value == '"' ? strchr(++value, '"') : value + strcspn(value, ";," HTML_SPACE);
		return arena_text(a, value, (size_t)((stop && stop < end ? stop : end) - value));
	}
	return NULL;
}

void facts_add_link_header(facts *f, const char *value, arena *a)
{
	while (value && (value = strchr(value, '<')) != NULL) {
		const char *close = strchr(value, '>'), *href = value + 1;

		value = close ? find_outside_quotes(close, close + strlen(close), ",") : NULL;
		if (close)
			take_link(f, arena_text(a, href, (size_t)(close - href)), parameter(close, value, "rel", a),
				  parameter(close, value, "type", a), a);
	}
}

void facts_read(facts *f, const GumboElement *e, arena *a)
{
	const char *href;

	switch (e->tag) {
	case GUMBO_TAG_A:
	case GUMBO_TAG_AREA:
		href = role_attribute(e, "href");
		if (!href)
			href = role_attribute(e, "xlink:href"); /* for a link of an svg that gumbo does not parse as svg */
		add_link(f, href, has_word(role_attribute(e, "rel"), "nofollow"), a);
		break;
	case GUMBO_TAG_FRAME:
	case GUMBO_TAG_IFRAME:
		add_link(f, role_attribute(e, "src"), false, a);
		break;
	case GUMBO_TAG_BASE:
		set_once(&f->base, role_attribute(e, "href"), a);
		break;
	case GUMBO_TAG_BODY:
		f->has_body = true;
		break;
	case GUMBO_TAG_LINK:
		take_link(f, role_attribute(e, "href"), role_attribute(e, "rel"), role_attribute(e, "type"), a);
		break;
	case GUMBO_TAG_META:
		read_meta(f, e, a);
		break;
	case GUMBO_TAG_TITLE:
		read_title(f, e, a);
		break;
	case GUMBO_TAG_HTML:
		set_once(&f->lang, role_attribute(e, "lang"), a);
		break;
	default:
		break;
	}
}
