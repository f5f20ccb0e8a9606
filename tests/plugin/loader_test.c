#include "plugin/loader.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "plugin/filter.h"
#include "tests/plugin/ask.h"

Test(loader, finds_every_built_in_by_its_name)
{
	for (size_t i = 0; filter_builtins[i]; i++) {
		loaded l = {0};

		cr_assert_eq(loader_load(filter_builtins[i]->name, &l, NULL), OK, "%s", filter_builtins[i]->name);
		cr_expect_str_eq(l.api.name, filter_builtins[i]->name);
		cr_expect_eq(l.api.sign, filter_builtins[i]->sign);
		cr_expect_null(l.handle);
		cr_expect_null(l.path);
		loader_unload(&l);
		cr_expect_null(l.api.name);
	}
}

Test(loader, every_built_in_has_what_a_shared_object_must_have)
{
	for (size_t i = 0; filter_builtins[i]; i++) {
		const firstprint_filter *f = filter_builtins[i];

		cr_expect_eq(f->abi, (uint32_t)FIRSTPRINT_ABI, "%s", f->name);
		cr_expect(f->summary && f->sign && f->version, "%s", f->name);
	}
}

Test(loader, names_what_it_does_not_find)
{
	static const struct { const char *name, *filter, *says; } rows[] = {
		{ "no such name",      "cascad", "no filter 'cascad'" },
		{ "another case",      "Cascade", "no filter 'Cascade'" },
		{ "path to nothing",   "./no/such.so", "filter ./no/such.so: cannot be loaded" },
		{ "path to a source",  "./mine.c", "filter ./mine.c: is C source; build it with cc -shared -fPIC" },
		{ "path to a folder",  "/tmp/", "filter /tmp/: cannot be loaded" },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		loaded l = {.handle = &l};
		complaint why = {""};

		cr_expect_eq(loader_load(rows[i].filter, &l, &why), ERR_USAGE, "%s", rows[i].name);
		cr_expect(strstr(why.text, rows[i].says), "%s: %s", rows[i].name, why.text);
		cr_expect_eq(l.handle, (void *)&l, "%s: out changed", rows[i].name);
	}
}

Test(loader, refuses_a_file_that_is_not_a_shared_object)
{
	char path[] = "/tmp/firstprint_loader_XXXXXX";
	int file = mkstemp(path);
	complaint why = {""};
	loaded l;

	cr_assert_geq(file, 0);
	cr_assert_eq(write(file, "not ELF", 7), 7);
	close(file);
	cr_expect_eq(loader_load(path, &l, &why), ERR_USAGE);
	cr_expect(strstr(why.text, path), "%s", why.text);
	unlink(path);
}

/* Every process has libm or libc, which export no filter. */
Test(loader, refuses_a_shared_object_without_the_symbol)
{
	complaint why = {""};
	loaded l;
	FILE *maps = fopen("/proc/self/maps", "r");
	char line[4096], *path = NULL;

	while (maps && !path && fgets(line, sizeof line, maps))
		if (strstr(line, "/libm.so") || strstr(line, "/libc.so"))
			path = strchr(line, '/');
	if (maps)
		fclose(maps);
	if (!path)
		cr_skip_test("no /proc/self/maps");
	path[strcspn(path, "\n")] = '\0';
	cr_expect_eq(loader_load(path, &l, &why), ERR_USAGE);
	cr_expect(strstr(why.text, "exports no firstprint_plugin, which FIRSTPRINT_FILTER(…) defines"), "%s", why.text);
}

Test(loader, accepts_a_filter_that_was_compiled_with_the_header_alone)
{
	const char *so = getenv("TEST_FILTER");
	char spec[4096];
	filter *f;

	cr_assert(so, "TEST_FILTER is not set");
	snprintf(spec, sizeof spec, "%s:step=10", so);
	f = open_filter(spec);
	cr_expect_str_eq(filter_spec(f), "length@1:step=10");
	cr_expect(strstr(filter_files(f), ".so"), "%s", filter_files(f));
	remember_text(f, 7, "twelve bytes");
	cr_expect_eq(check_text(f, "other twelve").of, 7u);
	cr_expect_eq(check_text(f, "three").kind, FIRSTPRINT_UNIQUE);
	forget_page(f, 7);
	cr_expect_eq(check_text(f, "other twelve").of, 0u);
	filter_close(f);
}
