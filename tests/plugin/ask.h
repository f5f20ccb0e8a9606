/* ask — what the tests of all filters do: open a filter, let it judge, remember and forget a page.
 *
 * All errors are asserted here, so that a test contains only what it is about. */
#ifndef TESTS_PLUGIN_ASK_H
#define TESTS_PLUGIN_ASK_H

#include <criterion/criterion.h>
#include <string.h>

#include "plugin/filter.h"

static inline filter *open_filter(const char *spec)
{
	static const uint8_t zeros[FILTER_KEY_SIZE];
	complaint why = {""};
	filter *f = NULL;

	cr_assert_eq(filter_open(spec, zeros, &f, &why), OK, "%s: %s", spec, why.text);
	return f;
}

static inline firstprint_signature sign_page(filter *f, firstprint_page page, arena *a)
{
	firstprint_signature sig = {0};

	cr_assert_eq(filter_sign(f, &page, a, &sig), OK);
	return sig;
}

static inline firstprint_verdict check_page(filter *f, firstprint_page page)
{
	arena *a = arena_new();
	firstprint_signature sig = sign_page(f, page, a), final;
	firstprint_verdict v;
	unsigned link;

	cr_assert_eq(filter_judge(f, &sig, NULL, a, &final, &v, &link), OK);
	arena_free(a);
	return v;
}

static inline void remember_page(filter *f, uint64_t id, firstprint_page page)
{
	arena *a = arena_new();
	firstprint_signature sig = sign_page(f, page, a), final;

	cr_assert_eq(filter_finalize(f, &sig, a, &final), OK);
	cr_assert_eq(filter_add(f, id, &final), OK);
	arena_free(a);
}

static inline void forget_page(filter *f, uint64_t id)
{
	cr_assert_eq(filter_remove(f, id), OK);
}

/* ── pages that have only a text ── */

static inline firstprint_page page_with(const char *text)
{
	return (firstprint_page){.url = "", .title = "", .lang = "", .text = {text, strlen(text)}};
}

static inline firstprint_verdict check_text(filter *f, const char *text)
{
	return check_page(f, page_with(text));
}

static inline void remember_text(filter *f, uint64_t id, const char *text)
{
	remember_page(f, id, page_with(text));
}

/* The value with this name; −1: the verdict has none. */
static inline double evidence(const firstprint_verdict *v, const char *name)
{
	for (size_t i = 0; i < v->evidence_len; i++)
		if (strcmp(v->evidence[i].name, name) == 0)
			return v->evidence[i].value;
	return -1;
}

#endif
