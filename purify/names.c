#include "purify/names.h"

#include <stdbool.h>
#include <string.h>

#include "purify/lexicon.h"
#include "purify/ascii.h"

enum { LAYOUT = 2048 }; /* the next part is about the layout or the topic of the page */

static const lexicon_list lists[] = {
	{NAME_CONTENT, "article body column content embed entry main page post story text "},
	{NAME_HEADER, "header "},
	{NAME_OPENS, "accordion collapse collapsible expandable expander faq pane panel tab tabpane tabpanel toggle "},
	{LAYOUT, "has no with overflow category tag elementor "},
	{MARK_COMMENTS,
	 "combx comentario comentarios comment commentaire commentaires commentform commenti commenting commentlist "
	 "comments disqus fbcomments kommentar kommentare livefyre pinglun reacties remark replies respond shoutbox "},
	{MARK_RELATED,
	 "morefrom outbrain recommend recommendation recommendations recommended related relatedposts similar taboola "
	 "trending "},
	{MARK_CAPTION, "bildnachweis bildunterschrift caption captions credit credits figcaption imagecaption photocredit "},
	{MARK_CONSENT,
	 "ccpa consent cookie cookiebar cookiebot cookieconsent cookielaw cookienotice cookies didomi gdpr mailchimp "
	 "newsletter newsletters onetrust optin signup subscribe subscription usercentrics "},
	{MARK_NAME,
	 "ad addtoany ads adsense advert advertisement advertising adverts attachment author authorbox authors badge "
	 "banner bio breadcrumb breadcrumbs btn buttons byline bylines contact copyright crumb crumbs cta date "
	 "dateline datetime dialog disclaimer donate donation dropdown foot footer footnav form gallery hidden "
	 "invisible latest legends lightbox links login masthead menu menus meta modal nav navbar navigation overlay "
	 "pager pagination popular popup postnav printfriendly promo promotion pubdate publishdate published rating "
	 "ratings recent reviews rss search share sharedaddy sharing sidebar sidebars skyscraper social sphinxsidebar "
	 "sponsor sponsored tags timestamp toc toolbar tools tooltip topbar vcard widget widgets "},
	{0, NULL},
};
static lexicon parts = LEXICON(lists);

static bool is_capital(char c)
{
	return c >= 'A' && c <= 'Z';
}

/* Returns how many of the letters at `at`, which has `most` bytes, are one part; a capital after a small letter begins the next. */
static size_t part_len(const char *at, size_t most)
{
	size_t len = 0;

	while (len < most && is_ascii_letter(at[len]) && !(len && is_capital(at[len]) && !is_capital(at[len - 1])))
		len++;
	return len;
}

/* Returns the meaning of one name, without white space. */
static unsigned name_meaning(const char *name, size_t name_len)
{
	unsigned meaning = 0;
	bool layout = false;

	if (memchr(name, ':', name_len))
		return 0;
	for (size_t i = 0, len; i < name_len; i += len ? len : 1) {
		unsigned part;

		len = part_len(name + i, name_len - i);
		part = lexicon_meaning(&parts, name + i, len);
		if (!layout && part & MARK_NAME) /* it overrides content: "post-meta", "article-sidebar" */
			meaning &= ~(unsigned)NAME_CONTENT;
		if (!layout)
			meaning |= part & ~(unsigned)LAYOUT;
		if (len)
			layout = part & LAYOUT;
	}
	return meaning;
}

unsigned names_meaning(firstprint_span list)
{
	unsigned meaning = 0;

	for (size_t from = 0, to; from < list.len; from = to + 1) {
		for (to = from; to < list.len && !is_html_space(list.at[to]);)
			to++;
		meaning |= name_meaning(list.at + from, to - from);
	}
	return meaning;
}
