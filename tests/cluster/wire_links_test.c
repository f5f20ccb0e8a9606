/* Links to hosts of other parts, as they stand in a stream. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "cluster/wire.h"

static const wire_link given[] = {
	{"http://a.example/", 0, 0, true, false},
	{"http://b.example/map.xml", UINT32_MAX, 10, false, true},
	{"", 1, 0, false, false},
};
enum { GIVEN = sizeof given / sizeof *given };

static status get_links(const wire_writer *w, size_t len, wire_links *out, arena *a)
{
	char *copy = len ? malloc(len) : NULL; /* so that reading past its end is seen */
	status err;

	if (len)
		memcpy(copy, w->bytes.bytes, len);
	err = wire_get_links((firstprint_span){copy, len}, a, out);
	free(copy);
	return err;
}

Test(wire_links, come_back_as_they_were)
{
	arena *a = arena_new();
	wire_writer w = {0};
	wire_links back;

	wire_put_links(&w, &(wire_links){7, 8, INT64_MAX - 64, given, GIVEN});
	cr_assert_eq(get_links(&w, w.bytes.len, &back, a), OK);
	cr_expect(back.run == 7 && back.base == 8 && back.first == INT64_MAX - 64 && back.len == GIVEN);
	for (size_t i = 0; i < GIVEN; i++) {
		cr_expect_str_eq(back.links[i].url, given[i].url);
		cr_expect(back.links[i].depth == given[i].depth && back.links[i].hops == given[i].hops, "%zu", i);
		cr_expect(back.links[i].is_seed == given[i].is_seed && back.links[i].is_sitemap == given[i].is_sitemap, "%zu", i);
	}
	buffer_free(&w.bytes);
	arena_free(a);
}

Test(wire_links, cut_short_or_too_long_they_are_refused)
{
	arena *a = arena_new();
	wire_writer w = {0};
	wire_links back;

	wire_put_links(&w, &(wire_links){1, 0, 1, given, GIVEN});
	for (size_t len = 0; len < w.bytes.len; len++)
		cr_expect_eq(get_links(&w, len, &back, a), ERR_FORMAT, "%zu bytes", len);
	cr_assert(buffer_append(&w.bytes, "", 1));
	cr_expect_eq(get_links(&w, w.bytes.len, &back, a), ERR_FORMAT, "a byte too many");
	buffer_free(&w.bytes);
	arena_free(a);
}

Test(wire_links, more_than_there_may_be_or_with_a_nul_are_refused)
{
	wire_link many[WIRE_LINKS_MOST + 1];
	wire_links back;
	arena *a = arena_new();
	wire_writer w = {0}, cut = {0};

	for (size_t i = 0; i < WIRE_LINKS_MOST + 1; i++)
		many[i] = given[0];
	wire_put_links(&w, &(wire_links){1, 0, 1, many, WIRE_LINKS_MOST + 1});
	cr_expect_eq(get_links(&w, w.bytes.len, &back, a), ERR_FORMAT);
	for (int i = 0; i < 3; i++) {
		wire_links far = {i == 0 ? UINT64_MAX : 1, i == 1 ? UINT64_MAX : 0, i == 2 ? INT64_MAX - 63 : 1, given, 1};

		buffer_clear(&w.bytes);
		wire_put_links(&w, &far);
		cr_expect_eq(get_links(&w, w.bytes.len, &back, a), ERR_FORMAT, "number %d too high", i);
	}
	wire_put_links(&cut, &(wire_links){1, 0, 1, given, 1});
	cut.bytes.bytes[cut.bytes.len - 3] = '\0';
	cr_expect_eq(get_links(&cut, cut.bytes.len, &back, a), ERR_FORMAT);
	buffer_free(&w.bytes);
	buffer_free(&cut.bytes);
	arena_free(a);
}
