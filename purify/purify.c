#include "purify/purify.h"

#include <string.h>

#include "base/digest.h"
#include "purify/blocks.h"
#include "purify/charset.h"
#include "purify/extract.h"
#include "purify/language.h"
#include "purify/prescan.h"
#include "purify/text.h"
#include "purify/tree.h"

enum { INPUT_MOST = 1 << 30 };

/* Joins the texts of the kept blocks, or of all that a browser shows, one per line, and normalises the result. */
static status join(const blocks *b, bool all, arena *a, firstprint_span *out)
{
	size_t len = 0;
	char *text;

	for (size_t i = 0; i < b->len; i++)
		len += b->items[i].text.len + 1;
	text = arena_alloc(a, len + 1);
	if (!text)
		return ERR_MEMORY;
	len = 0;
	for (size_t i = 0; i < b->len; i++) {
		const block *k = &b->items[i];

		if (all ? k->pruned & MARK_NOSCRIPT : !k->keep)
			continue;
		memcpy(text + len, k->text.at, k->text.len);
		len += k->text.len;
		text[len++] = '\n';
	}
	return text_normalise((firstprint_span){text, len}, a, out);
}

static firstprint_span span_of(const char *text)
{
	return (firstprint_span){text ? text : "", text ? strlen(text) : 0};
}

static status normal_line(firstprint_span raw, arena *a, const char **out)
{
	firstprint_span text;
	status err = text_normalise(raw, a, &text);
	char *line;

	if (err)
		return err;
	line = arena_text(a, text.at, text.len);
	if (!line)
		return ERR_MEMORY;
	for (char *c = line; *c; c++)
		if (*c == '\n')
			*c = ' ';
	*out = line;
	return OK;
}

/* The steps that follow once page.text is made. */
static status finish(const purify_input *in, const char *const *langs, size_t n, arena *a, purified *p)
{
	firstprint_page *page = &p->page;
	status err;

	page->lang = language_of(page->text, langs, n, a);
	if (!page->lang)
		return ERR_MEMORY;
	page->url = in->url ? in->url : "";
	err = text_paragraphs(page->text, a, &page->paragraphs, &page->paragraphs_len);
	if (err)
		return err;
	return text_sentences(page->text, page->lang, a, &page->sentences, &page->sentences_len);
}

static bool is_text(firstprint_span bytes)
{
	return charset_is_utf8(bytes) && !memchr(bytes.at, '\0', bytes.len);
}

/* Kept text is not normalised again, because that could change it: normal form C writes some marks as two, and a
 * second pass would then remove marks past the thirtieth. */
static status purify_kept(const purify_input *in, firstprint_span bytes, arena *a, purified *p)
{
	firstprint_span title = span_of(in->title);

	if (!is_text(bytes) || !is_text(title))
		return ERR_FORMAT;
	p->charset = "UTF-8";
	p->charset_from = "valid utf-8";
	p->page.text = (firstprint_span){arena_text(a, bytes.at, bytes.len), bytes.len};
	p->page.title = arena_text(a, title.at, title.len);
	if (!p->page.text.at || !p->page.title)
		return ERR_MEMORY;
	return finish(in, &in->lang, 1, a, p);
}

static status purify_text(const purify_input *in, firstprint_span text, arena *a, purified *p)
{
	status err = text_unwrap(text, a, &text);

	if (!err)
		err = text_normalise(text, a, &p->page.text);
	if (!err)
		err = normal_line(span_of(in->title), a, &p->page.title);
	p->page.visible = p->page.text;
	return err ? err : finish(in, &in->lang, 1, a, p);
}

/* The page as all its text with the tags removed, and without links. */
static status purify_degraded(const purify_input *in, firstprint_span html, const char *why, arena *a, purified *p)
{
	firstprint_span raw, title;
	status err = prescan_strip(html, a, &raw, &title);

	if (!err)
		err = text_normalise(raw, a, &p->page.text);
	if (!err)
		err = normal_line(title, a, &p->page.title);
	p->page.visible = p->page.text;
	p->degraded = why;
	return err ? err : finish(in, &in->lang, 1, a, p);
}

static status purify_blocks(const purify_input *in, blocks *b, arena *a, purified *p)
{
	const char *langs[] = {b->lang, in->lang, b->meta_lang};
	status err;

	extract_article(b);
	err = join(b, false, a, &p->page.text);
	if (!err)
		err = join(b, true, a, &p->page.visible);
	if (!err)
		err = normal_line(span_of(b->title), a, &p->page.title);
	p->base = b->base;
	p->canonical = b->canonical;
	p->links = b->links;
	p->links_len = b->links_len;
	p->links_cut = b->links_cut;
	p->noindex = b->noindex;
	p->nofollow = b->nofollow;
	return err ? err : finish(in, langs, sizeof langs / sizeof *langs, a, p);
}

static status purify_html(const purify_input *in, firstprint_span html, arena *a, purified *p)
{
	prescan_result scan;
	GumboNode *root;
	blocks b;
	status err = prescan(html, a, &scan);

	if (err)
		return err;
	if (scan.depth > PRESCAN_DEPTH_MOST)
		return purify_degraded(in, html, "depth", a, p);
	if (scan.attributes > PRESCAN_ATTRIBUTES_MOST)
		return purify_degraded(in, html, "attributes", a, p);
	err = tree_parse(scan.html, in->cancel, a, &root);
	if (err == ERR_MEMORY || (err && in->cancel && atomic_load(in->cancel)))
		return err; /* not caused by the page: a later attempt may succeed */
	if (err)
		return purify_degraded(in, html, "bounds", a, p);
	err = blocks_of(root, a, &b);
	return err ? err : purify_blocks(in, &b, a, p);
}

static status purify_raw(const purify_input *in, firstprint_span bytes, arena *a, purified *p)
{
	charset_result decoded;
	status err = charset_decode(bytes, in->content_type, a, &decoded);

	if (err)
		return err;
	p->charset = decoded.name;
	p->charset_from = decoded.from;
	p->replaced = decoded.replaced;
	digest_of(bytes.at, bytes.len, p->page.digest);
	return in->form == PURIFY_HTML ? purify_html(in, decoded.text, a, p) : purify_text(in, decoded.text, a, p);
}

status purify(const purify_input *in, arena *a, purified *out)
{
	firstprint_span bytes = {in->len ? in->bytes : "", in->len};
	purified p = {0};
	status err;

	if (in->len > INPUT_MOST)
		return ERR_LIMIT;
	err = in->form == PURIFY_KEPT ? purify_kept(in, bytes, a, &p) : purify_raw(in, bytes, a, &p);
	if (in->form == PURIFY_KEPT && in->digest)
		memcpy(p.page.digest, in->digest, sizeof p.page.digest);
	if (!err)
		*out = p;
	return err;
}
