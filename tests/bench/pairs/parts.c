/* parts — one text inside another. */
#include "tests/bench/pairs/pairs.h"

#include <string.h>

static article joined(maker *m, const article *x, size_t paragraphs)
{
	article y = *x;

	while (y.len < PARAGRAPHS_MOST && paragraphs--)
		y.paragraphs[y.len++] = article_made(m->l, 1, 1, m->c, m->a).paragraphs[0];
	return y;
}

/* The first `part` paragraphs of the text, or as many as make 900 characters, in one `times` as long. */
static void inside(maker *m, size_t part, size_t times, page out[2])
{
	article small = m->text, big;
	size_t len = 0, before;

	small.len = 0;
	while (small.len < m->text.len && (small.len < part || len < (strcmp(m->l->code, "ru") ? 900 : 1800)))
		len += strlen(small.paragraphs[small.len++]);
	big = small;
	big.title = article_made(m->l, 1, 0, m->c, m->a).title;
	big.len = 0;
	before = chance_below(m->c, times);
	for (size_t i = 0; i < times; i++) {
		const char *p = "";

		for (size_t k = 0; k < small.len && i == before; k++)
			big.paragraphs[big.len++] = small.paragraphs[k];
		while (strlen(p) < len && i != before)
			p = arena_printf(m->a, "%s%s%s", p, *p ? "</p><p>" : "", article_made(m->l, 1, 1, m->c, m->a).paragraphs[0]);
		if (i != before)
			big.paragraphs[big.len++] = p;
	}
	out[0] = page_of(m, &(sheet){.url = "http://a.test/1", .title = small.title, .text = small});
	out[1] = page_of(m, &(sheet){.url = "http://b.test/1", .title = big.title, .text = big});
}

static void inside_4(maker *m, page out[2]) { inside(m, 3, 4, out); }
static void inside_16(maker *m, page out[2]) { inside(m, 3, 16, out); }
static void inside_32(maker *m, page out[2]) { inside(m, 3, 32, out); }

/* The text, and the text with half as much again. */
static void half_as_much(maker *m, page out[2])
{
	article more = joined(m, &m->text, m->text.len / 2 + 1);
	sheet one = sheet_of(m, &m->text), other = sheet_of(m, &more);

	out[0] = page_of(m, &one);
	out[1] = page_of(m, &other);
}

const class part_classes[] = {
	{"inside one 4 times as long", MET, inside_4, 1, 98},
	{"inside one 16 times as long", MET, inside_16, 1, 98},
	{"inside one 32 times as long", MET, inside_32, 1, 98},
	{"half as much again", NO_LOSS, half_as_much, 1, 98},
	{0},
};
