#include "plugin/text/host_title.h"

#include <criterion/criterion.h>
#include <stdio.h>

static host_title title_of(const char *url, const char *title, arena *a)
{
	static const uint8_t zeros[16];
	firstprint_page page = {.url = url, .title = title};
	feature_key key;
	host_title h;

	feature_key_init(&key, zeros);
	cr_assert_eq(host_title_of(&page, &key, a, &h), OK);
	return h;
}

static struct {
	const char *name, *a_url, *a_title, *b_url, *b_title;
	bool apart;
} rows[] = {
	{"the same", "http://h/1", "The lens", "http://h/2", "The lens", false},
	{"another word each", "http://h/1", "The lens", "http://h/2", "The lamp", true},
	{"one has a word more", "http://h/1", "The lens", "http://h/2", "The lens, printed", false},
	{"other hosts", "http://h/1", "The lens", "http://i/2", "The lamp", false},
	{"the scheme does not matter", "http://h/1", "The lens", "https://h/2", "The lamp", true},
	{"versions do not count", "http://h/1", "Manual 14.0 Intro", "http://h/2", "Manual v15 Intro", false},
	{"case and marks do not count", "http://h/1", "THE LENS: (news)", "http://h/2", "the lens - News", false},
	{"names are whole", "http://h/1", "Class multiset", "http://h/2", "Class avl_multiset", true},
	{"characters are words", "http://h/1", "灯塔重新亮起", "http://h/2", "灯塔再次亮起", true},
	{"a character more", "http://h/1", "灯塔重新亮起", "http://h/2", "老灯塔重新亮起", false},
	{"no title", "http://h/1", "", "http://h/2", "The lamp", false},
	{"no host", "", "The lens", "", "The lamp", false},
	{"files of a manual", "m-14/a.html", "The lens", "m-14/b/c.html", "The lamp", true},
	{"of two manuals", "m-14/a.html", "The lens", "m-15/b/c.html", "The lamp", false},
	{"a name is no folder", "a.html", "The lens", "b.html", "The lamp", false},
};

Test(host_title, tells_pages_of_one_site_apart_by_their_titles)
{
	arena *a = arena_new();

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		host_title x = title_of(rows[i].a_url, rows[i].a_title, a), y = title_of(rows[i].b_url, rows[i].b_title, a);

		cr_expect_eq(host_title_tells_apart(&x, &y), rows[i].apart, "%s", rows[i].name);
		cr_expect_eq(host_title_tells_apart(&y, &x), rows[i].apart, "%s, turned", rows[i].name);
	}
	arena_free(a);
}

/* Very long titles are compared by the words that both keep; a word that is in both never makes them differ. */
Test(host_title, long_titles_are_bounded)
{
	arena *a = arena_new();
	char *title = arena_zeros(a, 400, 8), *at = title;
	host_title x, y;

	for (int i = 0; i < 300; i++)
		at += sprintf(at, "w%c%c ", 'a' + i / 26, 'a' + i % 26);
	x = title_of("http://h/1", title, a);
	y = title_of("http://h/2", arena_printf(a, "%s more words", title), a);
	cr_expect_eq(x.words_len, HOST_TITLE_WORDS);
	cr_expect_not(host_title_tells_apart(&x, &y));
	arena_free(a);
}
