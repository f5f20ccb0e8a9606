#include "purify/roles.h"

#include <stddef.h>
#include <string.h>
#include <strings.h>

#include "purify/names.h"

static bool is_one_of(GumboTag tag, const GumboTag *tags, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (tags[i] == tag)
			return true;
	return false;
}

#define IS_ONE_OF(tag, tags) is_one_of(tag, tags, sizeof(tags) / sizeof *(tags))

bool role_is_skipped(GumboTag tag)
{
	static const GumboTag tags[] = {
		GUMBO_TAG_SCRIPT, GUMBO_TAG_STYLE,  GUMBO_TAG_IFRAME,   GUMBO_TAG_SVG,   GUMBO_TAG_MATH,  GUMBO_TAG_SELECT,
		GUMBO_TAG_BUTTON, GUMBO_TAG_CANVAS, GUMBO_TAG_TEXTAREA, GUMBO_TAG_AUDIO, GUMBO_TAG_VIDEO, GUMBO_TAG_OBJECT,
		GUMBO_TAG_RT,     GUMBO_TAG_RP,     GUMBO_TAG_RTC, /* pronunciations beside characters */
	};

	return IS_ONE_OF(tag, tags);
}

static bool is_inline(GumboTag tag)
{
	static const GumboTag tags[] = {
		GUMBO_TAG_A,     GUMBO_TAG_ABBR,    GUMBO_TAG_ACRONYM, GUMBO_TAG_B,    GUMBO_TAG_BDI,    GUMBO_TAG_BDO,
		GUMBO_TAG_BIG,   GUMBO_TAG_CITE,    GUMBO_TAG_CODE,    GUMBO_TAG_DATA, GUMBO_TAG_DEL,    GUMBO_TAG_DFN,
		GUMBO_TAG_EM,    GUMBO_TAG_FONT,    GUMBO_TAG_I,       GUMBO_TAG_IMG,  GUMBO_TAG_INS,    GUMBO_TAG_KBD,
		GUMBO_TAG_LABEL, GUMBO_TAG_MARK,    GUMBO_TAG_NOBR,    GUMBO_TAG_Q,    GUMBO_TAG_RB,     GUMBO_TAG_RUBY,
		GUMBO_TAG_S,     GUMBO_TAG_SAMP,    GUMBO_TAG_SMALL,   GUMBO_TAG_SPAN, GUMBO_TAG_STRIKE, GUMBO_TAG_STRONG,
		GUMBO_TAG_SUB,   GUMBO_TAG_SUP,     GUMBO_TAG_TIME,    GUMBO_TAG_TT,   GUMBO_TAG_U,      GUMBO_TAG_VAR,
		GUMBO_TAG_WBR,   GUMBO_TAG_UNKNOWN,
	};

	return IS_ONE_OF(tag, tags);
}

bool role_is_heading(GumboTag tag)
{
	return tag >= GUMBO_TAG_H1 && tag <= GUMBO_TAG_H6;
}

const char *role_attribute(const GumboElement *e, const char *name)
{
	const GumboAttribute *attribute = gumbo_get_attribute(&e->attributes, name);

	return attribute ? attribute->value : NULL;
}

static bool is_word(const char *value, const char *const *words)
{
	for (; value && *words; words++)
		if (strcasecmp(value, *words) == 0)
			return true;
	return false;
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
	static const char *const roles[] = {"navigation", "banner",  "contentinfo", "complementary", "search", "dialog",
					    "menu",       "menubar", "alert",       "alertdialog",   NULL};

	if (e->tag == GUMBO_TAG_NAV || e->tag == GUMBO_TAG_FOOTER || e->tag == GUMBO_TAG_ASIDE)
		return true;
	if (e->tag == GUMBO_TAG_HEADER && !in_article)
		return true;
	return is_word(value, roles);
}

bool role_is_block(const GumboElement *e)
{
	return !is_inline(e->tag) ||
	       (e->tag == GUMBO_TAG_SPAN && (is_hidden(e) || is_boilerplate(e, role_attribute(e, "role"), true)));
}

/* A tab or the fold of an accordion, which a click shows. */
static bool opens(const char *value, unsigned names)
{
	static const char *const roles[] = {"tabpanel", "region", NULL};

	return names & NAME_OPENS || is_word(value, roles);
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

role role_of(const GumboElement *e, bool in_article)
{
	static const char *const articles[] = {"main", "article", NULL};
	unsigned names = names_meaning(role_attribute(e, "class")) | names_meaning(role_attribute(e, "id"));
	const char *value = role_attribute(e, "role");
	role r = {.names = names & NAME_CONTENT ? 1 : names & ~(unsigned)NAME_OPENS ? -1 : 0};

	r.is_main = e->tag == GUMBO_TAG_MAIN || (value && strcasecmp(value, "main") == 0);
	r.is_article = r.is_main || e->tag == GUMBO_TAG_ARTICLE || is_word(value, articles);
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
