#include "plugin/text/profile.h"

#include <string.h>

enum { SKETCH, FIGURES, SUBJECT, SITE_LINES, PARTS }; /* in this order */
enum { OWN_SHARE = 4 };                               /* one in so many parts of a page is its own, or it is judged whole */

/* ── making ── */

static status join(const firstprint_span parts[PARTS], arena *a, firstprint_span *out)
{
	size_t len = 0;
	char *bytes, *at;

	for (int i = 0; i < PARTS; i++)
		len += parts[i].len;
	bytes = at = arena_alloc(a, len);
	for (int i = 0; bytes && i < PARTS; i++)
		at = mempcpy(at, parts[i].at, parts[i].len);
	*out = (firstprint_span){bytes, len};
	return bytes ? OK : ERR_MEMORY;
}

status profile_make(const firstprint_page *page, uint64_t site, const feature_key *key, arena *a, firstprint_span *out)
{
	firstprint_span parts[PARTS];
	positions shingles, figures;
	passage p;
	status err = passage_of(page->text, page->lang, key, a, &p);

	if (!err)
		err = sketch_make(&p.tokens, key, a, &parts[SKETCH], &shingles);
	if (!err)
		err = figures_make(&p, a, &parts[FIGURES], &figures);
	if (!err)
		err = subject_make(page, &p, &shingles, a, &parts[SUBJECT]);
	if (!err)
		err = site_lines_make(&p, page->title, site, &shingles, &figures, a, &parts[SITE_LINES]);
	return err ? err : join(parts, a, out);
}

/* ── reading ── */

/* Takes the first n bytes off *rest. false: there is nothing to take. */
static bool take(firstprint_span *rest, size_t n, firstprint_span *part)
{
	*part = (firstprint_span){rest->at, n};
	*rest = (firstprint_span){rest->at + n, rest->len - n};
	return n > 0;
}

static bool read_parts(firstprint_span rest, profile *out, firstprint_span parts[PARTS])
{
	if (!take(&rest, sketch_read(rest, &out->sketch), &parts[SKETCH]) ||
	    !take(&rest, figures_read(rest, &out->figures), &parts[FIGURES]) ||
	    !take(&rest, subject_read(rest, &out->subject), &parts[SUBJECT]))
		return false;
	parts[SITE_LINES] = rest;
	return site_lines_read(rest, out->sketch.shingles_len, out->figures.len, &out->lines);
}

bool profile_read(firstprint_span bytes, profile *out)
{
	firstprint_span parts[PARTS];

	return read_parts(bytes, out, parts);
}

uint32_t profile_length(firstprint_span bytes)
{
	sketch s;

	return sketch_read(bytes, &s) ? s.length : 0;
}

/* ── finalizing ── */

static uint32_t length_of(const site_lines *l, const bool *is_site)
{
	uint32_t sum = 0;

	for (size_t i = 0; i < l->len; i++)
		sum += is_site[i] ? l->lengths[i] : 0;
	return sum;
}

static bool stands_in(const site_lines *l, const bool *is_site, uint16_t line)
{
	return line < l->len && is_site[line];
}

static void mark_shingles(const profile *p, const bool *is_site, char *sketch)
{
	for (size_t i = 0; i < p->sketch.shingles_len; i++)
		if (stands_in(&p->lines, is_site, p->lines.shingles[2 * i]) ||
		    stands_in(&p->lines, is_site, p->lines.shingles[2 * i + 1]))
			sketch_mark_site(sketch, i);
}

status profile_finalize(firstprint_span bytes, const bool *is_site, uint32_t least, arena *a, firstprint_span *out)
{
	char *copy = arena_alloc(a, bytes.len), *at = copy, *figures, *subject;
	firstprint_span parts[PARTS];
	uint32_t site;
	profile p;

	if (!copy)
		return ERR_MEMORY;
	if (!read_parts(bytes, &p, parts))
		return ERR_FORMAT;
	site = p.lines.lengths ? length_of(&p.lines, is_site) : 0;
	if (least < p.sketch.length / OWN_SHARE)
		least = p.sketch.length / OWN_SHARE;
	figures = at = mempcpy(at, parts[SKETCH].at, parts[SKETCH].len);
	subject = at = mempcpy(at, parts[FIGURES].at, parts[FIGURES].len);
	at = mempcpy(at, parts[SUBJECT].at, parts[SUBJECT].len);
	if (site && site + least <= p.sketch.length) {
		mark_shingles(&p, is_site, copy);
		sketch_set_own_length(copy, p.sketch.length - site);
		for (size_t i = 0; i < p.figures.len; i++)
			if (stands_in(&p.lines, is_site, p.lines.figures[i]))
				figures_mark_site(figures, i);
	}
	if (site && site + least > p.sketch.length)
		subject_set_bare(subject);
	at += site_lines_copy(&p.lines, at);
	*out = (firstprint_span){copy, (size_t)(at - copy)};
	return OK;
}
