#include "crawler/web/content.h"

#include <criterion/criterion.h>
#include <string.h>

Test(content, html_and_responses_without_a_type_may_be_pages)
{
	static const struct {
		const char *type;
		bool is_page;
	} rows[] = {
		{NULL, true}, {"", true}, {" ", true}, {"text/html", true}, {"Text/HTML; charset=utf-8", true},
		{" text/html ", true}, {"text/html;charset=x", true}, {"application/xhtml+xml", true}, {"; charset=x", true},
		{"text/plain", false}, {"text/htmlx", false}, {"text/htm", false}, {"image/png", false},
		{"application/json", false}, {"application/pdf; x=text/html", false},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		cr_expect(content_type_is_page(rows[i].type) == rows[i].is_page, "%s", rows[i].type ? rows[i].type : "NULL");
}

Test(content, the_first_bytes_show_the_file_type)
{
	static const struct {
		const char *bytes;
		size_t len;
		const char *kind;
	} rows[] = {
		{"%PDF-1.7", 8, "pdf"}, {"%PDF", 4, NULL}, {"\x89PNG\r\n\x1a\n....", 12, "png"}, {"GIF89a", 6, "gif"},
		{"\xff\xd8\xff\xe0", 4, "jpeg"}, {"PK\x03\x04...", 7, "zip"}, {"\x1f\x8b\x08", 3, "gzip"},
		{"\0asm\1", 5, "wasm"}, {"\x7f" "ELF", 4, "elf"}, {"wOF2", 4, "woff2"}, {"wOFF", 4, "woff"},
		{"<!DOCTYPE html>", 15, NULL}, {"", 0, NULL}, {"PKs are keys", 12, NULL}, {" %PDF-", 6, NULL},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const char *kind = content_sniff(rows[i].bytes, rows[i].len);

		cr_expect((kind == NULL) == (rows[i].kind == NULL), "row %zu", i);
		if (kind && rows[i].kind)
			cr_expect_str_eq(kind, rows[i].kind, "row %zu: %s", i, kind);
	}
}

Test(content, some_file_extensions_are_never_pages)
{
	static const struct {
		const char *path;
		bool is_media;
	} rows[] = {
		{"/a.png", true}, {"/a.PNG", true}, {"/a.html.gz", true}, {"/a.css?v=3", true}, {"/b/a.b/c.woff2", true},
		{"/", false}, {"/a", false}, {"/a.html", false}, {"/a.png/", false}, {"/a.png/b", false},
		{"/a?b.png", false}, {"/a.php?f=x.zip", false}, {"/a.", false}, {"/a.p", false}, {"/a.pn", false},
		{"/v1.2", false}, {"/a.verylongendingindeed", false}, {"", false}, {"/a.jsp", false},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		cr_expect(content_path_is_media(rows[i].path) == rows[i].is_media, "%s", rows[i].path);
}
