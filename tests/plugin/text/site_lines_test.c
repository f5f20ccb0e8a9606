#include <stdio.h>

#include "tests/plugin/text_profile.h"

#define SHELL "Opinions in this forum are those of their writers and of nobody else in any court.\n"
#define OWN "Our anchor was lost in the night when the chain broke 4 miles off the cape and we drifted past the light."

static profile finalized(firstprint_span bytes, const bool *is_site, uint32_t least, arena *a)
{
	firstprint_span out;
	profile s;

	cr_assert_eq(profile_finalize(bytes, is_site, least, a, &out), OK);
	cr_assert(profile_read(out, &s));
	return s;
}

Test(site_lines, what_stands_in_them_is_taken_out)
{
	static const uint8_t zeros[16];
	firstprint_page page = text_profile_page("http://h/1", "en", "", SHELL OWN);
	arena *a = arena_new();
	bool both[] = {true, true}, none[] = {false, false};
	firstprint_span bytes;
	feature_key key;
	profile p, s;

	feature_key_init(&key, zeros);
	cr_assert_eq(profile_make(&page, site_of(page.url, &key), &key, a, &bytes), OK);
	cr_assert(profile_read(bytes, &p));
	cr_assert_eq(p.lines.len, 2u);
	cr_assert(p.lines.lengths);
	for (size_t own = 0; own < 2; own++) {
		bool is_site[] = {own == 1, own == 0};

		s = finalized(bytes, is_site, 10, a);
		cr_expect_eq(s.sketch.own_length, p.lines.lengths[own]);
		cr_expect_lt(s.sketch.own_len, p.sketch.own_len);
		cr_expect_null(s.lines.lengths, "what finalize needed is gone");
		cr_expect(s.lines.len == 2 && s.lines.keys[0] == p.lines.keys[0], "the lines teach all the same");
	}
	s = finalized(bytes, both, 10, a);
	cr_expect_eq(s.sketch.own_length, p.sketch.length, "too little would be left");
	s = finalized(bytes, none, 10, a);
	cr_expect(s.sketch.own_len == p.sketch.own_len && s.figures.len == p.figures.len);
	arena_free(a);
}

/* Of a feed of seven articles, six of which are stored, the seventh alone cannot tell what page it is. */
Test(site_lines, a_page_that_is_the_sites_but_for_a_quarter_is_judged_whole)
{
	static const uint8_t zeros[16];
	feature_key key;
	arena *a = arena_new();

	feature_key_init(&key, zeros);
	for (size_t lines = 2; lines <= 7; lines++) {
		char text[2000] = "";
		bool is_site[8] = {false, true, true, true, true, true, true, true};
		firstprint_page page;
		firstprint_span bytes;
		profile s;

		for (size_t i = 0; i < lines; i++)
			snprintf(text + strlen(text), sizeof text - strlen(text), "Line %zu has ten words of its own in this feed\n", i);
		page = text_profile_page("http://h/1", "en", "", text);
		cr_assert_eq(profile_make(&page, site_of(page.url, &key), &key, a, &bytes), OK);
		s = finalized(bytes, is_site, 10, a);
		cr_expect_eq(s.sketch.own_length < s.sketch.length, lines <= 4, "%zu", lines);
	}
	arena_free(a);
}

Test(site_lines, a_page_without_a_url_has_none)
{
	arena *a = arena_new();
	profile p = text_profile("", "en", "", SHELL OWN, a);

	cr_expect_eq(p.lines.len, 0u);
	arena_free(a);
}

Test(site_lines, a_line_is_known_on_its_host_only)
{
	arena *a = arena_new();
	profile p = text_profile("http://h/1", "en", "", SHELL, a), q = text_profile("https://h/2?x", "en", "", SHELL, a),
		r = text_profile("http://i/1", "en", "", SHELL, a), s = text_profile("h/1", "en", "", SHELL, a),
		t = text_profile("/h/of/1", "en", "", SHELL, a), u = text_profile("1.html", "en", "", SHELL, a),
		v = text_profile("2.html?x", "en", "", SHELL, a);

	cr_expect_eq(p.lines.keys[0], q.lines.keys[0], "the scheme does not matter");
	cr_expect_neq(p.lines.keys[0], r.lines.keys[0]);
	cr_expect_eq(p.lines.keys[0], s.lines.keys[0], "a folder of files is a site");
	cr_expect_eq(t.lines.keys[0], s.lines.keys[0], "it may be the first one from the root");
	cr_expect(u.lines.keys[0] == v.lines.keys[0] && u.lines.keys[0] != s.lines.keys[0], "files without a folder are of one");
	arena_free(a);
}

Test(site_lines, bytes_that_are_no_profile_are_refused)
{
	static const uint8_t zeros[16];
	firstprint_page page = text_profile_page("http://h/1", "en", "Anchors", SHELL OWN);
	arena *a = arena_new();
	firstprint_span bytes;
	feature_key key;
	profile p;

	feature_key_init(&key, zeros);
	cr_assert_eq(profile_make(&page, site_of(page.url, &key), &key, a, &bytes), OK);
	for (size_t len = 0; len < bytes.len; len += 4)
		if (profile_read((firstprint_span){bytes.at, len}, &p))
			cr_expect_null(p.lines.lengths, "%zu bytes are those after finalize", len);
	arena_free(a);
}

/* Where nothing is left but the site's own lines, the title is what the page has of its own; on two hosts it is not known whose lines
 * they are. */
Test(site_lines, leave_the_title_to_tell_bare_pages_apart)
{
	static const struct { const char *name, *one_url, *one, *other_url, *other; bool differ; } rows[] = {
		{"two units", "http://h/1", "Global litre", "http://h/2", "Global metre", true},
		{"one unit, and the manual's name", "http://h/1", "Global litre", "http://h/2", "Global litre - Units", false},
		{"two versions", "http://h/1", "Global litre, version 14", "http://h/2", "Global litre, version 15", false},
		{"two hosts", "http://h/1", "Global litre", "http://i/2", "Global metre", false},
	};
	static const uint8_t zeros[16];
	arena *a = arena_new();
	feature_key key;

	feature_key_init(&key, zeros);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		firstprint_page one = text_profile_page(rows[i].one_url, "en", rows[i].one, "Synopsis\n" SHELL);
		firstprint_page other = text_profile_page(rows[i].other_url, "en", rows[i].other, "Synopsis\n" SHELL);
		bool all[] = {true, true}, none[] = {false, false};
		firstprint_span bytes;
		profile x, y;

		cr_assert_eq(profile_make(&one, site_of(one.url, &key), &key, a, &bytes), OK);
		x = finalized(bytes, none, 20, a);
		cr_assert_eq(profile_make(&other, site_of(other.url, &key), &key, a, &bytes), OK);
		y = finalized(bytes, none, 20, a);
		cr_expect_eq(subject_differs(&x.subject, &x.sketch, &y.subject, &y.sketch), 0, "%s", rows[i].name);
		y = finalized(bytes, all, 20, a);
		cr_expect_eq(subject_differs(&x.subject, &x.sketch, &y.subject, &y.sketch) > 0, rows[i].differ, "%s", rows[i].name);
		cr_expect_eq(y.sketch.own_length, y.sketch.length, "it is judged whole");
	}
	arena_free(a);
}
