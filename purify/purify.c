#include "purify/purify.h"

#include <string.h>

#include "base/digest.h"
#include "base/utf8.h"
#include "purify/blocks.h"
#include "purify/charset.h"
#include "purify/directives.h"
#include "purify/extract.h"
#include "purify/language.h"
#include "purify/prescan.h"
#include "purify/prune.h"
#include "purify/shadow.h"
#include "purify/query.h"
#include "purify/strip.h"
#include "purify/text.h"
#include "purify/tree.h"
#include "purify/xhtml.h"

enum { MARKUP_RATIO = 32, TEXT_RATIO = 48 }; /* approximate bytes of arena for a byte of input; a signature takes no more */

/* State of one call of purify. */
typedef struct reading {
	const purify_input *in;
	arena *scratch, *a; /* a: for the result */
	purified *page;
} reading;

/* Is the block part of the article, or of all that a browser shows? */
static bool is_in(const block *k, bool all)
{
	return all ? !(k->pruned & MARK_NOSCRIPT) : k->keep;
}

/* Joins the texts of the kept blocks, or of all that a browser shows, one per line, and normalises the result. */
static status join(const reading *r, const blocks *b, bool all, firstprint_span *out)
{
	size_t len = 0;
	char *text, *to;

	for (size_t i = 0; i < b->len; i++)
		len += is_in(&b->items[i], all) ? b->items[i].text.len + 1 : 0;
	to = text = arena_alloc(r->a, len + 1);
	if (!text)
		return ERR_MEMORY;
	for (size_t i = 0; i < b->len; i++)
		if (is_in(&b->items[i], all)) {
			to = mempcpy(to, b->items[i].text.at, b->items[i].text.len);
			*to++ = '\n';
		}
	return text_normalise_in_place(text, len, r->a, out);
}

static firstprint_span span_of(const char *text)
{
	return (firstprint_span){text ? text : "", text ? strlen(text) : 0};
}

/* Makes the title, one line. */
static status take_title(const reading *r, const char *raw)
{
	firstprint_span text;
	status err = text_normalise(span_of(raw), r->scratch, &text);
	char *line;

	if (err)
		return err;
	line = arena_text(r->a, text.at, text.len);
	if (!line)
		return ERR_MEMORY;
	for (char *c = line; *c; c++)
		if (*c == '\n')
			*c = ' ';
	r->page->page.title = line;
	return OK;
}

/* The steps after page.text. */
static status finish(const reading *r, const char *const *langs, size_t n)
{
	firstprint_page *page = &r->page->page;
	status err;

	r->page->is_unreadable = text_is_unreadable(page->text);
	page->lang = language_of(page->text, langs, n, r->a);
	if (!page->lang)
		return ERR_MEMORY;
	page->url = r->in->url ? r->in->url : "";
	err = text_paragraphs(page->text, r->a, &page->paragraphs, &page->paragraphs_len);
	if (err)
		return err;
	return text_sentences(page->text, page->lang, r->a, &page->sentences, &page->sentences_len);
}

static bool is_text(firstprint_span bytes)
{
	return utf8_is_valid(bytes.at, bytes.len) && !memchr(bytes.at, '\0', bytes.len);
}

/* Does not normalise kept text again, since that could change it: normal form C writes some marks as two, and a second pass would
 * then remove marks past the thirtieth. */
static status purify_kept(const reading *r, firstprint_span bytes)
{
	firstprint_span title = span_of(r->in->title);
	purified *p = r->page;

	if (!is_text(bytes) || !is_text(title))
		return ERR_FORMAT;
	p->charset = "UTF-8";
	p->charset_from = "valid utf-8";
	p->page.text = (firstprint_span){arena_text(r->a, bytes.at, bytes.len), bytes.len};
	p->page.title = arena_text(r->a, title.at, title.len);
	p->page.kind = r->in->kind;
	if (!p->page.text.at || !p->page.title)
		return ERR_MEMORY;
	return finish(r, &r->in->lang, 1);
}

/* Copies a text from the scratch arena; NULL: there is none, or out of memory, as purify notices. */
static const char *kept(const reading *r, const char *text)
{
	return text ? arena_text(r->a, text, strlen(text)) : NULL;
}

static void take_directives(const reading *r, const directives *d)
{
	r->page->noindex = d->noindex;
	r->page->nofollow = d->nofollow;
	r->page->unavailable_after = kept(r, d->dates);
}

static status purify_text(const reading *r, firstprint_span text)
{
	firstprint_page *page = &r->page->page;
	directives d = {0};
	status err = r->in->form == PURIFY_TEXT ? text_unwrap(text, r->scratch, &text) : OK;

	if (!err)
		err = text_normalise(text, r->a, &page->text);
	if (!err)
		err = take_title(r, r->in->title);
	directives_read_header(&d, r->in->robots_tag, r->in->agent, r->scratch);
	take_directives(r, &d);
	page->visible = page->text;
	page->kind = r->in->kind;
	return err ? err : finish(r, &r->in->lang, 1);
}

/* Copies a link, its query escaped as the page's charset asks. */
static const char *kept_href(const reading *r, const char *href)
{
	return href ? kept(r, query_escape(href, r->page->charset, r->scratch)) : NULL;
}

/* page->charset is the charset of the page. */
static void take_facts(const reading *r, const facts *f)
{
	purified *p = r->page;

	p->base = kept(r, f->base);
	p->canonical = kept_href(r, f->canonical);
	p->links_cut = f->links_cut;
	p->links = arena_copy(r->a, f->links, f->links_len * sizeof *f->links);
	p->links_len = p->links ? f->links_len : 0;
	for (size_t i = 0; i < p->links_len; i++)
		p->links[i].href = kept_href(r, p->links[i].href);
	take_directives(r, &f->robots);
}

static bool is_cancelled(const purify_input *in)
{
	return in->cancel && atomic_load(in->cancel);
}

/* Reads the headers of the response. */
static void read_headers(const reading *r, facts *f)
{
	facts_add_refresh(f, r->in->refresh, r->scratch);
	facts_add_link_header(f, r->in->link, r->scratch);
	directives_read_header(&f->robots, r->in->robots_tag, r->in->agent, r->scratch);
}

/* Parses markup and reads it. ERR_LIMIT: it exceeds the bounds of time or memory. */
static status read_markup(const reading *r, firstprint_span markup, facts *f, blocks *b)
{
	GumboNode *root;
	status err = tree_parse(markup, r->in->cancel, r->scratch, &root);

	if (err)
		return err;
	shadow_compose(root, r->scratch);
	return blocks_of(root, f, r->scratch, b);
}

/* Makes the page from its text without tags, and the facts in its tags. */
static status purify_degraded(const reading *r, firstprint_span html, const char *why)
{
	firstprint_page *page = &r->page->page;
	stripped s;
	facts f = {.agent = r->in->agent};
	blocks b = {0};
	status err = strip_page(html, r->scratch, &s);

	read_headers(r, &f);
	if (!err)
		err = read_markup(r, s.tags, &f, &b);
	if (err == ERR_MEMORY || (err && is_cancelled(r->in)))
		return err;
	take_facts(r, &f);
	err = text_normalise(s.text, r->a, &page->text);
	if (!err)
		err = take_title(r, b.title);
	page->visible = page->text;
	r->page->degraded = why;
	return err ? err : finish(r, (const char *[]){f.lang, r->in->lang, f.meta_lang}, 3);
}

/* Appends what the page's owner says that it is about to the text of a page that a script makes. */
static status add_description(const reading *r, const char *description, firstprint_span *text)
{
	char *both = arena_printf(r->scratch, "%.*s\n%s", (int)text->len, text->at ? text->at : "", description);

	return both ? text_normalise(span_of(both), r->a, text) : ERR_MEMORY;
}

static status purify_blocks(const reading *r, const facts *f, blocks *b)
{
	status err;

	take_facts(r, f);
	extract_article(b);
	r->page->page.kind = b->is_list ? FIRSTPRINT_LIST : FIRSTPRINT_PAGE;
	err = join(r, b, false, &r->page->page.text);
	if (!err && f->description && prune_is_shell(b))
		err = add_description(r, f->description, &r->page->page.text);
	if (!err)
		err = join(r, b, true, &r->page->page.visible);
	if (!err)
		err = take_title(r, b->title);
	return err ? err : finish(r, (const char *[]){f->lang, r->in->lang, f->meta_lang}, 3);
}

/* Returns the bound that a page exceeds before it is parsed; NULL: none. */
static const char *exceeded(const prescan_result *scan)
{
	if (scan->depth > PRESCAN_DEPTH_MOST || scan->formatting > PRESCAN_FORMATTING_MOST)
		return "depth";
	return scan->attributes > PRESCAN_ATTRIBUTES_MOST ? "attributes" : NULL;
}

/* Reads the text of a page of frames from its <noframes>. */
static status read_noframes(const reading *r, firstprint_span noframes, facts *f, blocks *b)
{
	prescan_result scan;
	status err = prescan(noframes, r->scratch, &scan);

	if (err || exceeded(&scan))
		return err;
	return read_markup(r, scan.html, f, b);
}

static status purify_html(const reading *r, firstprint_span html)
{
	prescan_result scan;
	facts f = {.agent = r->in->agent};
	blocks b;
	status err = prescan(html, r->scratch, &scan);

	if (err)
		return err;
	if (exceeded(&scan))
		return purify_degraded(r, scan.html, exceeded(&scan));
	read_headers(r, &f);
	err = read_markup(r, scan.html, &f, &b);
	if (!err && b.len == 0 && scan.noframes.len)
		err = read_noframes(r, scan.noframes, &f, &b);
	if (err == ERR_LIMIT && !is_cancelled(r->in))
		return purify_degraded(r, scan.html, "bounds");
	if (err)
		return err; /* the page did not cause it, so a later attempt may succeed */
	return purify_blocks(r, &f, &b);
}

static status purify_raw(const reading *r, firstprint_span bytes)
{
	charset_result decoded;
	status err = charset_decode(bytes, r->in->content_type, r->scratch, &decoded);

	if (err)
		return err;
	r->page->charset = decoded.name;
	r->page->charset_from = decoded.from;
	digest_of(bytes.at, bytes.len, r->page->page.digest);
	if (r->in->form == PURIFY_HTML && xhtml_is(r->in->content_type))
		err = xhtml_as_html(decoded.text, r->scratch, &decoded.text);
	if (err)
		return err;
	return r->in->form == PURIFY_HTML ? purify_html(r, decoded.text) : purify_text(r, decoded.text);
}

size_t purify_memory(const purify_input *in)
{
	return in->len * (in->form == PURIFY_HTML ? MARKUP_RATIO : TEXT_RATIO);
}

status purify(const purify_input *in, arena *scratch, arena *a, purified *out)
{
	firstprint_span bytes = {in->len ? in->bytes : "", in->len};
	purified p = {0};
	const reading r = {in, scratch, a, &p};
	status err;

	if (in->len > PURIFY_MOST)
		return ERR_LIMIT;
	err = in->form == PURIFY_KEPT ? purify_kept(&r, bytes) : purify_raw(&r, bytes);
	if (!err && (arena_exhausted(scratch) || arena_exhausted(a)))
		err = ERR_MEMORY;
	if (in->form == PURIFY_KEPT && in->digest)
		memcpy(p.page.digest, in->digest, sizeof p.page.digest);
	if (!err)
		*out = p;
	return err;
}
