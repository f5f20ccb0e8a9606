#include "purify/purify.h"

#include <string.h>

#include "base/digest.h"
#include "purify/blocks.h"
#include "purify/charset.h"
#include "purify/extract.h"
#include "purify/language.h"
#include "purify/prescan.h"
#include "purify/query.h"
#include "purify/strip.h"
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

/* p->charset: that of the page. */
static status take_facts(const facts *f, arena *a, purified *p)
{
	status err = OK;

	p->base = f->base;
	p->canonical = f->canonical;
	p->links = f->links;
	p->links_len = f->links_len;
	p->links_cut = f->links_cut;
	p->noindex = f->noindex;
	p->nofollow = f->nofollow;
	for (size_t i = 0; i < p->links_len && !err; i++)
		err = query_escape(p->links[i].href, p->charset, a, &p->links[i].href);
	if (!err && p->canonical)
		err = query_escape(p->canonical, p->charset, a, &p->canonical);
	return err;
}

static bool is_cancelled(const purify_input *in)
{
	return in->cancel && atomic_load(in->cancel);
}

/* Parses markup and reads it. ERR_LIMIT: it exceeds the bounds of time or memory. */
static status read_markup(const purify_input *in, firstprint_span markup, facts *f, arena *a, blocks *b)
{
	GumboNode *root;
	status err = tree_parse(markup, in->cancel, a, &root);

	return err ? err : blocks_of(root, f, a, b);
}

/* The page as all its text with the tags removed, and what its tags say. */
static status purify_degraded(const purify_input *in, firstprint_span html, const char *why, arena *a, purified *p)
{
	stripped s;
	facts f = {0};
	blocks b = {0};
	status err = strip_page(html, a, &s);

	if (!err)
		err = facts_add_refresh(&f, in->refresh, a);
	if (!err)
		err = read_markup(in, s.tags, &f, a, &b);
	if (err == ERR_MEMORY || (err && is_cancelled(in)))
		return err;
	err = take_facts(&f, a, p);
	if (!err)
		err = text_normalise(s.text, a, &p->page.text);
	if (!err)
		err = normal_line(span_of(b.title), a, &p->page.title);
	p->page.visible = p->page.text;
	p->degraded = why;
	return err ? err : finish(in, (const char *[]){f.lang, in->lang, f.meta_lang}, 3, a, p);
}

static status purify_blocks(const purify_input *in, const facts *f, blocks *b, arena *a, purified *p)
{
	status err = take_facts(f, a, p);

	extract_article(b);
	if (!err)
		err = join(b, false, a, &p->page.text);
	if (!err)
		err = join(b, true, a, &p->page.visible);
	if (!err)
		err = normal_line(span_of(b->title), a, &p->page.title);
	return err ? err : finish(in, (const char *[]){f->lang, in->lang, f->meta_lang}, 3, a, p);
}

/* The bound that a page exceeds before it is parsed; NULL: none. */
static const char *exceeded(const prescan_result *scan)
{
	if (scan->depth > PRESCAN_DEPTH_MOST || scan->formatting > PRESCAN_FORMATTING_MOST)
		return "depth";
	return scan->attributes > PRESCAN_ATTRIBUTES_MOST ? "attributes" : NULL;
}

/* The text of a page of frames is what stands in <noframes>. */
static status read_noframes(const purify_input *in, firstprint_span noframes, facts *f, arena *a, blocks *b)
{
	prescan_result scan;
	status err = prescan(noframes, a, &scan);

	if (err || exceeded(&scan))
		return err;
	return read_markup(in, scan.html, f, a, b);
}

static status purify_html(const purify_input *in, firstprint_span html, arena *a, purified *p)
{
	prescan_result scan;
	facts f = {0};
	blocks b;
	status err = prescan(html, a, &scan);

	if (err)
		return err;
	if (exceeded(&scan))
		return purify_degraded(in, scan.html, exceeded(&scan), a, p);
	err = facts_add_refresh(&f, in->refresh, a);
	if (!err)
		err = read_markup(in, scan.html, &f, a, &b);
	if (!err && b.len == 0 && scan.noframes.len)
		err = read_noframes(in, scan.noframes, &f, a, &b);
	if (err == ERR_LIMIT && !is_cancelled(in))
		return purify_degraded(in, scan.html, "bounds", a, p);
	if (err)
		return err; /* not caused by the page: a later attempt may succeed */
	return purify_blocks(in, &f, &b, a, p);
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
