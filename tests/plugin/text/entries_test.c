#include "plugin/text/entries.h"

#include <stdio.h>

#include "tests/plugin/text_profile.h"

#define LAMP "The lamp of the cape\n08-20\n"
#define BOOKS "Nine librarians count books\n05-05\n"
#define CHAIN "When the anchor chain broke\n01-31\n"
#define PHOTOS "Photo 1\nPhoto 2\nPhoto 3\nPhoto 4\n"

static const char MANY[] = "tens";

/* A list with three hundred entries. */
static const char *many(void)
{
	static char text[300 * 40];

	for (size_t i = 0, at = 0; i < 300; i++)
		at += (size_t)snprintf(text + at, sizeof text - at, "The story of lamp number %zu\n", i);
	return text;
}

static const struct {
	const char *name, *title, *new, *of_title, *of;
	bool tells;
	double share;
} lists[] = {
	{"another name", "Tag: cape", "Tag: cape\n" LAMP BOOKS, "Tag: books", "Tag: books\n" LAMP BOOKS, true, 1},
	{"another order", "Tag: cape", "Tag: cape\n" BOOKS LAMP, "Tag: books", "Tag: books\n" LAMP BOOKS, true, 1},
	{"half of a longer list", "Tag: cape", "Tag: cape\n" LAMP, "Archive", "Archive\n" LAMP BOOKS, true, 0.5},
	{"an entry of its own", "Tag: cape", "Tag: cape\n" LAMP CHAIN, "Archive", "Archive\n" LAMP BOOKS, true, 0},
	{"a label of its own", "Tag: cape", "Tag: cape\n" LAMP "3 comments\n", "Archive", "Archive\n" LAMP BOOKS, true, 0},
	{"a name the title does not have", "Cape", "News of Aldern\n" LAMP, "Archive", "Archive\n" LAMP BOOKS, true, 0},
	{"one name only", "Tag: cape", "Tag: cape\nThe cape\n" LAMP, "Archive", "Archive\n" LAMP BOOKS, true, 0},
	{"a name that the title has in part", "Aldern | The island", "Category: Aldern\n" LAMP, "Archive", LAMP, true, 1},
	{"no name", "", LAMP, "", LAMP BOOKS, true, 0.5},
	{"labels alone", "Rome", "Rome\n" PHOTOS, "Paris", "Paris\n" PHOTOS, false, 1},
	{"nothing but labels and a greeting", "Rome", "Rome\nWelcome to our gallery\n" PHOTOS "Photo 5\n", "Paris", PHOTOS, false, 0},
	{"more than is kept", "Tag: cape", MANY, "Tag: books", MANY, false, 1},
};

Test(entries, a_list_says_nothing_new_if_another_has_all_it_lists)
{
	for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
		arena *a = arena_new();
		profile new = text_profile("http://h/1", "en", lists[i].title, lists[i].new == MANY ? many() : lists[i].new, a);
		profile of = text_profile("http://h/2", "en", lists[i].of_title, lists[i].of == MANY ? many() : lists[i].of, a);

		cr_expect_eq(entries_tell(&new.lines), lists[i].tells, "%s", lists[i].name);
		cr_expect_float_eq(entries_share(&new.lines, &of.lines), lists[i].share, 1e-9, "%s: %g", lists[i].name,
				   entries_share(&new.lines, &of.lines));
		arena_free(a);
	}
}

Test(entries, a_list_is_known_on_its_site_only)
{
	arena *a = arena_new();
	profile new = text_profile("http://h/1", "en", "", LAMP, a), other = text_profile("http://i/1", "en", "", LAMP, a);

	cr_expect_eq(entries_share(&new.lines, &other.lines), 0);
	arena_free(a);
}

Test(entries, its_keys_are_those_of_its_entries)
{
	arena *a = arena_new();
	profile new = text_profile("http://h/1", "en", "Tag: cape", "Tag: cape\n" LAMP, a), of = text_profile("http://h/2", "en", "", LAMP, a);
	uint64_t keys[8], same[8];

	cr_expect_eq(entries_count(&new.lines), 2u);
	cr_assert_eq(entries_keys(&new.lines, keys), 2u);
	cr_assert_eq(entries_keys(&of.lines, same), 2u);
	cr_expect(keys[0] == same[0] && keys[1] == same[1] && keys[0] < keys[1]);
	arena_free(a);
}

/* Else a page with a title of a megabyte would take as many steps as it has words, squared. */
Test(entries, only_the_first_words_of_a_title_name_a_list)
{
	arena *a = arena_new();

	for (int before = 63; before <= 64; before++) {
		char title[1000] = "";
		profile p;

		for (int i = 0; i < before; i++)
			snprintf(title + strlen(title), sizeof title - strlen(title), "w%cx%c ", 'a' + i % 26, 'a' + i / 26);
		strcat(title, "cape");
		p = text_profile("http://h/1", "en", title, "Tag: cape\n" LAMP, a);
		cr_expect_eq(entries_count(&p.lines), before < 64 ? 2u : 3u, "%d", before);
	}
	arena_free(a);
}
