#include "purify/roles.h"

#include <stddef.h>
#include <string.h>
#include <strings.h>

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
		GUMBO_TAG_SCRIPT, GUMBO_TAG_STYLE, GUMBO_TAG_NOSCRIPT, GUMBO_TAG_TEMPLATE, GUMBO_TAG_IFRAME,
		GUMBO_TAG_SVG,    GUMBO_TAG_MATH,  GUMBO_TAG_SELECT,   GUMBO_TAG_BUTTON,   GUMBO_TAG_TEXTAREA,
		GUMBO_TAG_CANVAS, GUMBO_TAG_AUDIO, GUMBO_TAG_VIDEO,    GUMBO_TAG_OBJECT,   GUMBO_TAG_HEAD,
	};

	return IS_ONE_OF(tag, tags);
}

bool role_is_inline(GumboTag tag)
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

static bool is_hidden(const GumboElement *e)
{
	const char *style = role_attribute(e, "style");
	const char *aria = role_attribute(e, "aria-hidden");
	const char *none = style ? strcasestr(style, "display:") : NULL;

	if (role_attribute(e, "hidden") || (aria && strcasecmp(aria, "true") == 0))
		return true;
	return none && strncasecmp(none + 8 + strspn(none + 8, " "), "none", 4) == 0;
}

bool role_is_boilerplate(const GumboElement *e, bool in_article)
{
	static const char *const roles[] = {"navigation", "banner",  "contentinfo", "complementary", "search", "dialog",
					    "menu",       "menubar", "alert",       "alertdialog",   NULL};

	if (e->tag == GUMBO_TAG_BODY || e->tag == GUMBO_TAG_HTML)
		return false;
	if (e->tag == GUMBO_TAG_NAV || e->tag == GUMBO_TAG_FOOTER || e->tag == GUMBO_TAG_ASIDE)
		return true;
	if (e->tag == GUMBO_TAG_HEADER && !in_article)
		return true;
	return is_word(role_attribute(e, "role"), roles) || is_hidden(e);
}

bool role_is_article(const GumboElement *e)
{
	static const char *const roles[] = {"main", "article", NULL};

	return e->tag == GUMBO_TAG_ARTICLE || e->tag == GUMBO_TAG_MAIN || is_word(role_attribute(e, "role"), roles);
}

static bool starts_part(const char *names, size_t i)
{
	char c = names[i];
	bool upper = c >= 'A' && c <= 'Z';

	return upper && i > 0 && names[i - 1] >= 'a' && names[i - 1] <= 'z'; /* camelCase */
}

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Is any part of names in words? "post-body mainColumn2" has the parts post, body, main, Column. */
static bool has_part(const char *names, const char *const *words)
{
	for (size_t i = 0; names[i];) {
		size_t len = 0;

		while (is_letter(names[i + len]) && (len == 0 || !starts_part(names, i + len)))
			len++;
		for (const char *const *w = words; len && *w; w++)
			if (strlen(*w) == len && strncasecmp(names + i, *w, len) == 0)
				return true;
		i += len ? len : 1;
	}
	return false;
}

static const char *const boilerplate_names[] = {
	"ad",          "ads",          "adsense",    "advert",        "adverts",   "advertisement",
	"advertising", "banner",       "breadcrumb", "breadcrumbs",   "combx",     "comment",
	"comments",    "community",    "contact",    "cookie",        "cookies",   "copyright",
	"crumb",       "crumbs",       "dialog",     "disqus",        "extra",     "foot",
	"footer",      "footnav",      "gdpr",       "header",        "hidden",    "legends",
	"login",       "masthead",     "menu",       "menus",         "meta",      "modal",
	"nav",         "navbar",       "navigation", "newsletter",    "outbrain",  "overlay",
	"pager",       "pagination",   "popup",      "promo",         "promotion", "rating",
	"recommend",   "recommended",  "related",    "remark",        "replies",   "rss",
	"search",      "share",        "sharing",    "shoutbox",      "sidebar",   "sidebars",
	"signup",      "skyscraper",   "social",     "sphinxsidebar", "sponsor",   "sponsored",
	"subscribe",   "subscription", "taboola",    "tags",          "toc",       "toolbar",
	"tools",       "topbar",       "trending",   "widget",        "widgets",   NULL};
static const char *const content_names[] = {"article", "body", "content", "main",   "post", "entry",
					    "story",   "text", "page",    "column", NULL};

int role_of_names(const GumboElement *e)
{
	const char *class = role_attribute(e, "class");
	const char *id = role_attribute(e, "id");

	if ((class && has_part(class, content_names)) || (id && has_part(id, content_names)))
		return 1;
	return (class && has_part(class, boilerplate_names)) || (id && has_part(id, boilerplate_names)) ? -1 : 0;
}
