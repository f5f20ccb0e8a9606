#include "purify/content.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#define TAGS "<!doctype html><p>The rain"

Test(content, types_are_read_as_browsers_read_them)
{
	static const struct {
		const char *type, *bytes, *is; /* "html", "text", or why it is no page */
	} rows[] = {
		{NULL, TAGS, "html"},
		{"", TAGS, "html"},
		{" ", TAGS, "html"},
		{"text/html", "The rain", "html"},
		{"Text/HTML; charset=utf-8", "", "html"},
		{" text/html ", "", "html"},
		{"text/html;charset=x", "", "html"},
		{"application/xhtml+xml", "<?xml version='1.0'?><html/>", "html"},
		{"text/html,text/html", "", "html"},
		{"text/html, text/html; charset=utf-8", "", "html"},
		{"text/html,charset=utf-8", "", "html"},
		{"text/plain, text/html", "", "html"},
		{"text/html, */*", "", "html"},
		{"text/html;x=\",text/plain\"", "", "html"},
		{"text/html, text/plain", TAGS, "text"},
		{"html", TAGS, "html"},
		{"*/*", TAGS, "html"},
		{"\"text/html\"", TAGS, "html"},
		{"text/html charset=utf-8", TAGS, "html"},
		{"unknown/unknown", TAGS, "html"},
		{"application/x-httpd-php", TAGS, "html"},
		{"text/x-server-parsed-html", TAGS, "html"},
		{"application/unknown", " \n<p>a", "html"},
		{"; charset=x", TAGS, "html"},
		{"html", "The rain", "text"},
		{"text",
		 "\xef\xbb\xbf"
		 "The rain",
		 "text"},
		{NULL, "<?xml version='1.0'?><rss/>", "content is xml"},
		{NULL, "a\1b", "content is binary"},
		{NULL, "GIF89a", "content is gif"},
		{"text/plain", "The rain", "text"},
		{"text/plain; charset=iso-8859-1", "Der Fluß", "text"},
		{"text/plain", TAGS, "text"},
		{"text/plain", "a\2b", "content is binary"},
		{"text/plain",
		 "\xff\xfe"
		 "a\1",
		 "text"},
		{"text/plain; charset=utf-16le", "a\1", "text"},
		{"text/html", "\x1b\x05\x1e\xf8\x8d\x94n\xde\x04\x45\x11\x89\xc1\x02", "content is binary"},
		{"text/html", "The rain\1, which fell all night, and in the morning the streets were rivers", "html"},
		{"text/html", "<\1\2\3\4", "content is binary"},
		{"text/html", "<p\1\2\3\4", "html"},
		{"text/html", " <!\1\2\3\4", "html"},
		{"text/html", "\xff\xfe\1\4\2\4", "html"},
		{"text/html; charset=UTF-16", "\1\4\2\4", "html"},
		{"text/html", "%PDF-1.7", "content is pdf"},
		{"text/html", "\n<?xml version='1.0'?>\n<!-- a -->\n<rss version='2.0'>", "content is feed"},
		{"text/html", "<feed xmlns='x'>", "content is feed"},
		{"text/htmlx", TAGS, "type text/htmlx"},
		{"text/htm", TAGS, "type text/htm"},
		{"image/png", TAGS, "type image/png"},
		{"text/css", "a", "type text/css"},
		{"application/xml; charset=utf-8", TAGS, "type application/xml"},
		{"application/json", "{}", "type application/json"},
		{"application/pdf; x=text/html", TAGS, "type application/pdf"},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char why[CONTENT_WHY] = "";
		enum content_kind kind = content_kind_of(rows[i].type, rows[i].bytes, strlen(rows[i].bytes), why);

		cr_expect_str_eq(kind == CONTENT_HTML   ? "html"
				 : kind == CONTENT_TEXT ? "text"
							: why,
				 rows[i].is, "row %zu: %s", i, rows[i].type);
		if (kind != CONTENT_OTHER)
			cr_expect(content_type_may_be_page(rows[i].type), "row %zu", i);
	}
}

Test(content, what_is_given_as_html_is_no_file_of_another_kind)
{
	static const struct {
		const char *type, *bytes, *why; /* why NULL: it is HTML */
	} rows[] = {
		{NULL, "%PDF-1.7", "content is pdf"},
		{"", "\1\2\3\4", "content is binary"},
		{"image/png", TAGS, "type image/png"},
		{NULL, "<rss version='2.0'>", NULL},
		{NULL, TAGS, NULL},
		{NULL, "Only words.", NULL},
		{"image/png", "", NULL},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char why[CONTENT_WHY] = "";
		bool is_no_html = content_is_no_html(rows[i].type, rows[i].bytes, strlen(rows[i].bytes), why);

		cr_expect(is_no_html == (rows[i].why != NULL) && (!is_no_html || strcmp(why, rows[i].why) == 0), "row %zu: %s", i, why);
	}
}

Test(content, the_last_type_has_the_parameters)
{
	cr_expect_str_eq(content_type_of("text/html; charset=a, text/plain; charset=b"), "text/plain; charset=b");
	cr_expect_str_eq(content_type_of("text/html; charset=a,nonsense"), "text/html; charset=a,nonsense");
	cr_expect_null(content_type_of("nonsense"));
	cr_expect_null(content_type_of(NULL));
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
		{"RIFF\1\0\0\0WEBPVP8 ", 16, "webp"}, {"RIFF is a form", 14, NULL}, {"ID3\3\0", 5, "mp3"}, {"ID3 tags", 8, NULL},
		{"GIF8 is a name", 14, NULL}, {"<!DOCTYPE html>", 15, NULL}, {"", 0, NULL}, {"PKs are keys", 12, NULL}, {" %PDF-", 6, NULL},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char why[CONTENT_WHY] = "", is[CONTENT_WHY];

		snprintf(is, sizeof is, "content is %s", rows[i].kind ? rows[i].kind : "");
		cr_expect_eq(content_kind_of("text/html", rows[i].bytes, rows[i].len, why) == CONTENT_OTHER,
			     rows[i].kind != NULL, "row %zu", i);
		if (rows[i].kind)
			cr_expect_str_eq(why, is, "row %zu", i);
	}
}

Test(content, utf_16_is_no_binary_data)
{
	static const char little[] = "<\0p\0>\0\x1f\4\x40\4\x38\4", big[] = "\0<\0p\0>\4\x1f\4\x40\4\x38";
	char why[CONTENT_WHY];

	cr_expect_eq(content_kind_of("text/html", little, sizeof little - 1, why), CONTENT_HTML);
	cr_expect_eq(content_kind_of("text/html", big, sizeof big - 1, why), CONTENT_HTML);
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
