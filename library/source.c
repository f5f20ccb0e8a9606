#include "library/source.h"

#include <string.h>

#include "base/utf8.h"
#include "purify/content.h"

const char *source_url(const firstprint_source *page)
{
	return page->url && *page->url ? page->url : NULL;
}

static status check_texts(const firstprint_source *page, complaint *why)
{
	const struct {
		const char *what, *text;
	} texts[] = {{"URL", page->url},
		     {"name", page->name},
		     {"title", page->title},
		     {"language", page->lang},
		     {"content type", page->content_type}};

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		if (texts[i].text && !utf8_is_valid(texts[i].text, strlen(texts[i].text)))
			return complain(why, ERR_USAGE, "the %s of a page is not UTF-8", texts[i].what);
	return OK;
}

static status check(const firstprint_source *page, complaint *why)
{
	if (!page->bytes && page->len)
		return complain(why, ERR_USAGE, "a page of %zu bytes, and bytes is NULL", page->len);
	if ((unsigned)page->form > FIRSTPRINT_AS_LIST)
		return complain(why, ERR_USAGE, "%d is no form of a page", (int)page->form);
	for (size_t i = 0; i < sizeof page->reserved / sizeof *page->reserved; i++)
		if (page->reserved[i])
			return complain(why, ERR_USAGE, "the reserved fields of firstprint_source are not zeros");
	return check_texts(page, why);
}

/* Are the bytes an image, a PDF or the like, by their type or by what they are? As of a response to the crawler. */
static status check_content(const firstprint_source *page, complaint *why)
{
	char said[CONTENT_WHY];

	if (page->form != FIRSTPRINT_AS_HTML || page->len > PURIFY_MOST ||
	    !content_is_no_html(page->content_type, page->bytes, page->len, said))
		return OK;
	return complain(why, ERR_USAGE, "the bytes are no page: %s", said);
}

status source_read(const firstprint_source *page, purify_input *out, complaint *why)
{
	static const enum purify_form forms[] = {PURIFY_HTML, PURIFY_TEXT, PURIFY_LINES, PURIFY_LINES};
	static const enum firstprint_page_kind kinds[] = {FIRSTPRINT_UNKNOWN_KIND, FIRSTPRINT_PAGE, FIRSTPRINT_PAGE,
							  FIRSTPRINT_LIST};
	status err = check(page, why);

	if (!err)
		err = check_content(page, why);
	if (err)
		return err;
	*out = (purify_input){.bytes = page->bytes,
			      .len = page->len,
			      .form = forms[page->form],
			      .kind = kinds[page->form],
			      .url = source_url(page),
			      .title = page->title,
			      .lang = page->lang,
			      .content_type = page->content_type                 ? page->content_type
					      : page->form == FIRSTPRINT_AS_HTML ? NULL
										 : "text/plain"};
	return OK;
}
