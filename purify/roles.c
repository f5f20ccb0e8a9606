#include "purify/roles.h"

#include <stddef.h>
#include <string.h>
#include <strings.h>

#include "base/mark.h"
#include "purify/kinds.h"
#include "purify/names.h"

bool role_is_heading(GumboTag tag)
{
	return tag >= GUMBO_TAG_H1 && tag <= GUMBO_TAG_H6;
}

const char *role_attribute(const GumboElement *e, const char *name)
{
	const GumboAttribute *attribute = gumbo_get_attribute(&e->attributes, name);

	return attribute ? attribute->value : NULL;
}

static bool is_word(const char *value, const char *words)
{
	return value && mark_is_one((firstprint_span){value, strlen(value)}, words);
}

/* Does a script or the browser show this hidden element later? React streams late content as <div hidden id="S:1"> and then shows
 * it. "Find in page" shows hidden=until-found. */
static bool is_shown_late(const GumboElement *e, const char *hidden)
{
	const char *id = role_attribute(e, "id");

	return strcasecmp(hidden, "until-found") == 0 || (id && strncmp(id, "S:", 2) == 0);
}

static bool is_hidden(const GumboElement *e)
{
	const char *hidden = role_attribute(e, "hidden");
	const char *style = role_attribute(e, "style");
	const char *aria = role_attribute(e, "aria-hidden");
	const char *none = style ? strcasestr(style, "display:") : NULL;

	if ((hidden && !is_shown_late(e, hidden)) || (aria && strcasecmp(aria, "true") == 0))
		return true;
	return none && strncasecmp(none + 8 + strspn(none + 8, " "), "none", 4) == 0;
}

/* Is it boilerplate by its tag, or by the value of its role attribute, which may be NULL? */
static bool is_boilerplate(const GumboElement *e, const char *value, bool in_article)
{
	if (e->tag == GUMBO_TAG_NAV || e->tag == GUMBO_TAG_FOOTER || e->tag == GUMBO_TAG_ASIDE)
		return true;
	if (e->tag == GUMBO_TAG_HEADER && !in_article)
		return true;
	return is_word(value, "navigation banner contentinfo complementary search dialog menu menubar alert alertdialog");
}

bool role_is_block(const GumboElement *e)
{
	return !(kinds_of(e->tag) & KIND_INLINE) ||
	       (e->tag == GUMBO_TAG_SPAN && (is_hidden(e) || is_boilerplate(e, role_attribute(e, "role"), true)));
}

/* A tab or the fold of an accordion, which a click shows. */
static bool opens(const char *value, unsigned names)
{
	return names & NAME_OPENS || is_word(value, "tabpanel region");
}

/* Accepts the names of elements that divide a page, not of the page itself or of a heading. Of an article it accepts only that it
 * is a comment. */
static uint8_t marks_of_names(GumboTag tag, unsigned names, bool in_article)
{
	if (tag == GUMBO_TAG_MAIN || role_is_heading(tag))
		return 0;
	if (tag == GUMBO_TAG_ARTICLE)
		return names & MARK_COMMENTS;
	if (names & NAME_HEADER && !in_article)
		names |= MARK_NAME;
	if (names & (NAME_CONTENT | NAME_OPENS))
		names &= ~(unsigned)MARK_NAME;
	return (uint8_t)names;
}

static firstprint_span names_in(const GumboElement *e, const char *attribute)
{
	const char *value = role_attribute(e, attribute);

	return (firstprint_span){value, value ? strlen(value) : 0};
}

role role_of(const GumboElement *e, bool in_article)
{
	unsigned names = names_meaning(names_in(e, "class")) | names_meaning(names_in(e, "id"));
	const char *value = role_attribute(e, "role");
	role r = {.names = names & NAME_CONTENT ? 1 : names & ~(unsigned)NAME_OPENS ? -1 : 0};

	r.is_main = e->tag == GUMBO_TAG_MAIN || is_word(value, "main");
	r.is_article = r.is_main || e->tag == GUMBO_TAG_ARTICLE || is_word(value, "article");
	if (e->tag == GUMBO_TAG_BODY || e->tag == GUMBO_TAG_HTML)
		return r;
	r.marks = marks_of_names(e->tag, names, in_article);
	if (is_boilerplate(e, value, in_article))
		r.marks |= MARK_ROLE;
	if (is_hidden(e) && !opens(value, names))
		r.marks |= MARK_HIDDEN;
	if (e->tag == GUMBO_TAG_NOSCRIPT)
		r.marks |= MARK_NOSCRIPT;
	if (e->tag == GUMBO_TAG_FIGCAPTION)
		r.marks |= MARK_CAPTION;
	return r;
}
