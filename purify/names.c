#include "purify/names.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "purify/space.h"

static const struct name {
	const char *part; /* ascending by bytes */
	uint16_t means;
} names[] = {
	{"accordion", NAME_OPENS},
	{"ad", MARK_NAME},
	{"addtoany", MARK_NAME},
	{"ads", MARK_NAME},
	{"adsense", MARK_NAME},
	{"advert", MARK_NAME},
	{"advertisement", MARK_NAME},
	{"advertising", MARK_NAME},
	{"adverts", MARK_NAME},
	{"article", NAME_CONTENT},
	{"attachment", MARK_NAME},
	{"author", MARK_NAME},
	{"authorbox", MARK_NAME},
	{"authors", MARK_NAME},
	{"badge", MARK_NAME},
	{"banner", MARK_NAME},
	{"bildnachweis", MARK_CAPTION},
	{"bildunterschrift", MARK_CAPTION},
	{"bio", MARK_NAME},
	{"body", NAME_CONTENT},
	{"breadcrumb", MARK_NAME},
	{"breadcrumbs", MARK_NAME},
	{"btn", MARK_NAME},
	{"buttons", MARK_NAME},
	{"byline", MARK_NAME},
	{"bylines", MARK_NAME},
	{"caption", MARK_CAPTION},
	{"captions", MARK_CAPTION},
	{"ccpa", MARK_CONSENT},
	{"collapse", NAME_OPENS},
	{"collapsible", NAME_OPENS},
	{"column", NAME_CONTENT},
	{"combx", MARK_COMMENTS},
	{"comentario", MARK_COMMENTS},
	{"comentarios", MARK_COMMENTS},
	{"comment", MARK_COMMENTS},
	{"commentaire", MARK_COMMENTS},
	{"commentaires", MARK_COMMENTS},
	{"commentform", MARK_COMMENTS},
	{"commenti", MARK_COMMENTS},
	{"commenting", MARK_COMMENTS},
	{"commentlist", MARK_COMMENTS},
	{"comments", MARK_COMMENTS},
	{"consent", MARK_CONSENT},
	{"contact", MARK_NAME},
	{"content", NAME_CONTENT},
	{"cookie", MARK_CONSENT},
	{"cookiebar", MARK_CONSENT},
	{"cookiebot", MARK_CONSENT},
	{"cookieconsent", MARK_CONSENT},
	{"cookielaw", MARK_CONSENT},
	{"cookienotice", MARK_CONSENT},
	{"cookies", MARK_CONSENT},
	{"copyright", MARK_NAME},
	{"credit", MARK_CAPTION},
	{"credits", MARK_CAPTION},
	{"crumb", MARK_NAME},
	{"crumbs", MARK_NAME},
	{"cta", MARK_NAME},
	{"date", MARK_NAME},
	{"dateline", MARK_NAME},
	{"datetime", MARK_NAME},
	{"dialog", MARK_NAME},
	{"didomi", MARK_CONSENT},
	{"disclaimer", MARK_NAME},
	{"disqus", MARK_COMMENTS},
	{"donate", MARK_NAME},
	{"donation", MARK_NAME},
	{"dropdown", MARK_NAME},
	{"embed", NAME_CONTENT},
	{"entry", NAME_CONTENT},
	{"expandable", NAME_OPENS},
	{"expander", NAME_OPENS},
	{"faq", NAME_OPENS},
	{"fbcomments", MARK_COMMENTS},
	{"figcaption", MARK_CAPTION},
	{"foot", MARK_NAME},
	{"footer", MARK_NAME},
	{"footnav", MARK_NAME},
	{"form", MARK_NAME},
	{"gallery", MARK_NAME},
	{"gdpr", MARK_CONSENT},
	{"header", NAME_HEADER},
	{"hidden", MARK_NAME},
	{"imagecaption", MARK_CAPTION},
	{"invisible", MARK_NAME},
	{"kommentar", MARK_COMMENTS},
	{"kommentare", MARK_COMMENTS},
	{"latest", MARK_NAME},
	{"legends", MARK_NAME},
	{"lightbox", MARK_NAME},
	{"links", MARK_NAME},
	{"livefyre", MARK_COMMENTS},
	{"login", MARK_NAME},
	{"mailchimp", MARK_CONSENT},
	{"main", NAME_CONTENT},
	{"masthead", MARK_NAME},
	{"menu", MARK_NAME},
	{"menus", MARK_NAME},
	{"meta", MARK_NAME},
	{"modal", MARK_NAME},
	{"morefrom", MARK_RELATED},
	{"nav", MARK_NAME},
	{"navbar", MARK_NAME},
	{"navigation", MARK_NAME},
	{"newsletter", MARK_CONSENT},
	{"newsletters", MARK_CONSENT},
	{"onetrust", MARK_CONSENT},
	{"optin", MARK_CONSENT},
	{"outbrain", MARK_RELATED},
	{"overlay", MARK_NAME},
	{"page", NAME_CONTENT},
	{"pager", MARK_NAME},
	{"pagination", MARK_NAME},
	{"pane", NAME_OPENS},
	{"panel", NAME_OPENS},
	{"photocredit", MARK_CAPTION},
	{"pinglun", MARK_COMMENTS},
	{"popular", MARK_NAME},
	{"popup", MARK_NAME},
	{"post", NAME_CONTENT},
	{"postnav", MARK_NAME},
	{"printfriendly", MARK_NAME},
	{"promo", MARK_NAME},
	{"promotion", MARK_NAME},
	{"pubdate", MARK_NAME},
	{"publishdate", MARK_NAME},
	{"published", MARK_NAME},
	{"rating", MARK_NAME},
	{"ratings", MARK_NAME},
	{"reacties", MARK_COMMENTS},
	{"recent", MARK_NAME},
	{"recommend", MARK_RELATED},
	{"recommendation", MARK_RELATED},
	{"recommendations", MARK_RELATED},
	{"recommended", MARK_RELATED},
	{"related", MARK_RELATED},
	{"relatedposts", MARK_RELATED},
	{"remark", MARK_COMMENTS},
	{"replies", MARK_COMMENTS},
	{"respond", MARK_COMMENTS},
	{"reviews", MARK_NAME},
	{"rss", MARK_NAME},
	{"search", MARK_NAME},
	{"share", MARK_NAME},
	{"sharedaddy", MARK_NAME},
	{"sharing", MARK_NAME},
	{"shoutbox", MARK_COMMENTS},
	{"sidebar", MARK_NAME},
	{"sidebars", MARK_NAME},
	{"signup", MARK_CONSENT},
	{"similar", MARK_RELATED},
	{"skyscraper", MARK_NAME},
	{"social", MARK_NAME},
	{"sphinxsidebar", MARK_NAME},
	{"sponsor", MARK_NAME},
	{"sponsored", MARK_NAME},
	{"story", NAME_CONTENT},
	{"subscribe", MARK_CONSENT},
	{"subscription", MARK_CONSENT},
	{"tab", NAME_OPENS},
	{"taboola", MARK_RELATED},
	{"tabpane", NAME_OPENS},
	{"tabpanel", NAME_OPENS},
	{"tags", MARK_NAME},
	{"text", NAME_CONTENT},
	{"timestamp", MARK_NAME},
	{"toc", MARK_NAME},
	{"toggle", NAME_OPENS},
	{"toolbar", MARK_NAME},
	{"tools", MARK_NAME},
	{"tooltip", MARK_NAME},
	{"topbar", MARK_NAME},
	{"trending", MARK_RELATED},
	{"usercentrics", MARK_CONSENT},
	{"vcard", MARK_NAME},
	{"widget", MARK_NAME},
	{"widgets", MARK_NAME},
};
enum { NAMES = sizeof names / sizeof *names, PART_LONGEST = 19 };

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_capital(char c)
{
	return c >= 'A' && c <= 'Z';
}

/* Returns how many letters at `at` are one part; a capital after a small letter begins the next. */
static size_t part_len(const char *at)
{
	size_t len = 0;

	while (is_letter(at[len]) && !(len && is_capital(at[len]) && !is_capital(at[len - 1])))
		len++;
	return len;
}

static int compare(const void *part, const void *name)
{
	return strcmp(part, ((const struct name *)name)->part);
}

static unsigned part_meaning(const char *at, size_t len)
{
	char part[PART_LONGEST + 1] = "";
	const struct name *found;

	if (len > PART_LONGEST)
		return 0;
	for (size_t i = 0; i < len; i++)
		part[i] = (char)(at[i] | 0x20);
	found = bsearch(part, names, NAMES, sizeof *names, compare);
	return found ? found->means : 0;
}

static bool tells_of_layout(const char *at, size_t len)
{
	static const char *const words[] = {"has", "no", "with", "overflow", "category", "tag", "elementor"};

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (strlen(words[i]) == len && strncasecmp(at, words[i], len) == 0)
			return true;
	return false;
}

/* Returns the meaning of one name, without white space. */
static unsigned name_meaning(const char *name, size_t name_len)
{
	unsigned meaning = 0;
	bool layout = false;

	if (memchr(name, ':', name_len))
		return 0;
	for (size_t i = 0; i < name_len;) {
		size_t len = part_len(name + i);

		unsigned part = len && !layout ? part_meaning(name + i, len) : 0;

		if (part & MARK_NAME) /* it overrides content: "post-meta", "article-sidebar" */
			meaning &= ~(unsigned)NAME_CONTENT;
		meaning |= part;
		if (len)
			layout = tells_of_layout(name + i, len);
		i += len ? len : 1;
	}
	return meaning;
}

unsigned names_meaning(const char *list)
{
	unsigned meaning = 0;

	while (list && *list) {
		size_t len = strcspn(list, HTML_SPACE);

		meaning |= name_meaning(list, len);
		list += len + strspn(list + len, HTML_SPACE);
	}
	return meaning;
}

const char *names_known(size_t i)
{
	return i < NAMES ? names[i].part : NULL;
}
