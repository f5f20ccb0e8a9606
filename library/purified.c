/* purified — the article of a page, without a store. */
#include <stdlib.h>

#include "library/source.h"

struct owned {
	firstprint_purified page; /* what the caller gets; first, so that firstprint_purified_free finds the rest */
	arena *memory;
};

static status list_links(const purified *p, arena *a, firstprint_purified *out)
{
	const char **links = arena_zeros(a, p->links_len, sizeof *links);

	if (!links)
		return ERR_MEMORY;
	for (size_t i = 0; i < p->links_len; i++)
		links[i] = p->links[i].href;
	out->links = links;
	out->links_len = p->links_len;
	return OK;
}

static _Thread_local complaint last; /* about the last call on this thread */

static status read_page(const firstprint_source *page, arena *a, firstprint_purified *out)
{
	purify_input in;
	purified p;
	arena *scratch = arena_new(); /* for the tree, which is freed before the article */
	status err = scratch ? source_read(page, &in, &last) : ERR_MEMORY;

	if (!err)
		err = purify(&in, scratch, a, &p);
	arena_free(scratch);
	if (err)
		return err;
	*out = (firstprint_purified){.title = *p.page.title ? p.page.title : NULL,
				     .lang = *p.page.lang ? p.page.lang : NULL,
				     .text = arena_text(a, p.page.text.at, p.page.text.len),
				     .text_len = p.page.text.len,
				     .charset = p.charset,
				     .canonical = p.canonical,
				     .degraded = p.degraded,
				     .noindex = p.noindex,
				     .nofollow = p.nofollow,
				     .is_list = p.page.kind == FIRSTPRINT_LIST};
	return out->text ? list_links(&p, a, out) : ERR_MEMORY;
}

int firstprint_purify(const firstprint_source *page, firstprint_purified **out)
{
	struct owned *x;
	status err = ERR_MEMORY;

	last = (complaint){""};
	if (!page || !out)
		return FIRSTPRINT_MISUSE;
	x = calloc(1, sizeof *x);
	if (!x)
		return FIRSTPRINT_OUT_OF_MEMORY;
	x->memory = arena_new();
	if (x->memory)
		err = read_page(page, x->memory, &x->page);
	if (err)
		firstprint_purified_free(&x->page);
	else
		*out = &x->page;
	return (int)err;
}

const char *firstprint_purify_error(void)
{
	return last.text;
}

void firstprint_purified_free(firstprint_purified *page)
{
	struct owned *x = (struct owned *)page;

	if (!x)
		return;
	arena_free(x->memory);
	free(x);
}
