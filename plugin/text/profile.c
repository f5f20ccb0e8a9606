#include "plugin/text/profile.h"

#include <string.h>

enum { PARTS = 4 };

/* ── making ── */

/* All that is read from a text before its parts are made. */
struct reading {
	tokens tokens;
	numbers numbers;
	lines lines;
	passage passage;
};

static status read_page(const firstprint_page *page, const feature_key *key, arena *a, struct reading *r)
{
	uint8_t *marks;
	status err = tokens_of(page->text, key, a, &r->tokens);

	if (!err)
		err = numbers_of(page->text, &r->tokens, page->lang, a, &r->numbers);
	if (!err)
		err = lines_of(page->text, &r->tokens, &r->numbers, a, &r->lines);
	marks = err ? NULL : arena_zeros(a, r->tokens.len + 1, sizeof *marks);
	if (!marks)
		return ERR_MEMORY;
	for (size_t i = 0; i < r->numbers.len; i++)
		memset(marks + r->numbers.items[i].first, MARK_NUMBER, r->numbers.items[i].tokens);
	r->passage = (passage){page->text, &r->tokens, key, marks};
	return OK;
}

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
	site_lines_input where = {.site = site};
	firstprint_span parts[PARTS];
	struct reading r;
	status err = read_page(page, key, a, &r);

	if (!err)
		err = figures_make(&r.passage, &r.numbers, &r.lines, a, &parts[1], &where.figures);
	if (!err)
		err = sketch_make(&r.tokens, key, a, &parts[0], &where.shingles);
	if (err)
		return err;
	where.shingles_len = *(const uint32_t *)(const void *)(parts[0].at + 12) & 0xffff;
	where.figures_len = *(const uint32_t *)(const void *)parts[1].at;
	err = subject_make(&(subject_input){page, &r.passage, &r.numbers, &r.lines, where.shingles, where.shingles_len}, a,
			   &parts[2]);
	if (!err)
		err = site_lines_make(&r.passage, &r.lines, &where, a, &parts[3]);
	return err ? err : join(parts, a, out);
}

/* ── reading ── */

static firstprint_span behind(firstprint_span bytes, size_t n)
{
	return (firstprint_span){bytes.at + n, bytes.len - n};
}

bool profile_read(firstprint_span bytes, profile *out)
{
	size_t len = sketch_read(bytes, &out->sketch);

	if (!len)
		return false;
	bytes = behind(bytes, len);
	len = figures_read(bytes, &out->figures);
	if (!len)
		return false;
	bytes = behind(bytes, len);
	len = subject_read(bytes, &out->subject);
	return len && site_lines_read(behind(bytes, len), out->sketch.shingles_len, out->figures.len, &out->lines);
}

uint32_t profile_length(firstprint_span bytes)
{
	profile p;

	return profile_read(bytes, &p) ? p.sketch.length : 0;
}

/* ── settling ── */

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

status profile_settle(const profile *p, firstprint_span bytes, const bool *is_site, uint32_t least, arena *a,
		      firstprint_span *out)
{
	uint32_t site = p->lines.lengths ? length_of(&p->lines, is_site) : 0;
	size_t settled = 4 + 4 * p->lines.len, front = (size_t)((const char *)(p->lines.keys - 1) - bytes.at);
	size_t sketch = (size_t)((const char *)(p->figures.places - 1) - bytes.at);
	size_t subject = sketch + figures_bytes(p->figures.len);
	char *copy = arena_alloc(a, front + settled), *at = copy;
	bool leave_out[FIGURES_MOST] = {false};

	if (!copy)
		return ERR_MEMORY;
	at = mempcpy(at, bytes.at, sketch);
	if (site && site + least <= p->sketch.length) {
		mark_shingles(p, is_site, copy);
		sketch_set_own_length(copy, p->sketch.length - site);
		for (size_t i = 0; i < p->figures.len; i++)
			leave_out[i] = stands_in(&p->lines, is_site, p->lines.figures[i]);
	}
	at += figures_copy(&p->figures, leave_out, at);
	at = mempcpy(at, bytes.at + subject, front + settled - subject);
	*out = (firstprint_span){copy, (size_t)(at - copy)};
	return OK;
}
