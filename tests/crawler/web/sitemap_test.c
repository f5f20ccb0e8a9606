#include "crawler/web/sitemap.h"

#include <criterion/criterion.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "tests/cpu_limit.h"

/* The calls of a reader: "p URL\n" for pages, "s URL\n" for sitemaps. */
typedef struct call_log {
	char text[2048];
	int calls, stop_after; /* 0: never */
} call_log;

static status note(call_log *t, char kind, const char *loc)
{
	size_t len = strlen(t->text);

	snprintf(t->text + len, sizeof t->text - len, "%c %s\n", kind, loc);
	return ++t->calls == t->stop_after ? ERR_LIMIT : OK;
}

static status note_url(void *ctx, const char *loc, bool is_sitemap)
{
	return note(ctx, is_sitemap ? 's' : 'p', loc);
}

static status read_bytes(call_log *t, const char *bytes, size_t len, size_t *cut)
{
	return sitemap_read(bytes, len, &(sitemap_reader){note_url, t}, cut);
}

#define NS " xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'"

static struct {
	const char *name, *text, *found;
} rows[] = {
	{"nothing", "", ""},
	{"urls", "<?xml version='1.0'?><urlset" NS "><url><loc>http://a/1</loc><lastmod>x</lastmod></url><url><loc>\n http://a/2 </loc></url>"
	 "</urlset>", "p http://a/1\np http://a/2\n"},
	{"a warning of PHP before it", "<br />\n<b>Warning</b>: x in <b>/a.php</b>\n<?xml version='1.0'?><urlset" NS "><url><loc>http://a/1</loc></url></urlset>", "p http://a/1\n"},
	{"a text before it", "Notice: x\n<urlset" NS "><url><loc>http://a/1</loc></url></urlset>", "p http://a/1\n"},
	{"lines that are no URLs", "http://a/1\nnot found\n/2\n HTTPS://a/3\r\nhttp://\n", "p http://a/1\np HTTPS://a/3\n"},
	{"an index", "<sitemapindex" NS "><sitemap><loc>http://a/s.xml</loc></sitemap></sitemapindex>", "s http://a/s.xml\n"},
	{"references", "<urlset><url><loc>http://a/?x=1&amp;y=&#50;</loc></url></urlset>", "p http://a/?x=1&y=2\n"},
	{"ampersands that are not escaped", "<urlset><url><loc>http://a/?x=1&y=2&amp;z=3&&w</loc></url><url><loc><![CDATA[http://a/?x&y]]></loc></url></urlset>",
	 "p http://a/?x=1&y=2&z=3&&w\np http://a/?x&y\n"},
	{"CDATA", "<urlset><url><loc><![CDATA[http://a/?x&y]]></loc></url></urlset>", "p http://a/?x&y\n"},
	{"lines that end otherwise", "http://a/1\rhttp://a/2\r\n\nhttp://a/3\ta note\n", "p http://a/1\np http://a/2\np http://a/3\n"},
	{"a prefix", "<s:urlset xmlns:s='x'><s:url><s:loc>http://a/1</s:loc></s:url></s:urlset>", "p http://a/1\n"},
	{"RSS with guids alone", "<rss><channel><item><guid>http://a/1</guid></item><item><guid isPermaLink='false'>http://a/no</guid></item>"
	 "<item><guid>7</guid></item><item><guid isPermaLink='true'>http://a/no</guid><link>http://a/2</link></item></channel></rss>",
	 "p http://a/1\np http://a/2\n"},
	{"Atom with ampersands and a source", "<feed><entry><source><link href='http://no/'/></source><link href='http://a/1?x=1&amp;y=2'/></entry>"
	 "<entry><link href='http://a/2?x=1&y=2'/></entry></feed>", "p http://a/1?x=1&y=2\np http://a/2?x=1&y=2\n"},
	{"Atom with links elsewhere", "<feed><entry><link rel='edit' href='http://a/e'/><link rel='alternate' href='http://a/1'/>"
	 "<link rel='enclosure' href='http://a/i'/></entry></feed>", "p http://a/1\n"},
	{"RSS", "<rss><channel><link>http://a/</link><item><link>http://a/1</link></item></channel></rss>", "p http://a/1\n"},
	{"Atom", "<feed><link href='http://a/'/><entry><link href='http://a/1'/></entry></feed>", "p http://a/1\n"},
	{"images are no pages", "<urlset xmlns:i='x'><url><loc>http://a/1</loc><i:image><i:src>http://a/i.png</i:src></i:image></url>"
	 "</urlset>", "p http://a/1\n"},
	{"image:loc is no page", "<urlset xmlns:image='x'><url><loc>http://a/1</loc><image:image><image:loc>http://a/i.png</image:loc></image:image></url>"
	 "<url><image:image><image:loc>http://a/j.png</image:loc></image:image><loc>http://a/2</loc></url></urlset>", "p http://a/1\np http://a/2\n"},
	{"nor is one whose prefix is not declared", "<urlset><url><loc>http://a/1</loc><video:video><video:loc>http://a/v</video:loc></video:video></url></urlset>", "p http://a/1\n"},
	{"all names with a prefix", "<s:urlset xmlns:s='x'><s:url><s:loc>http://a/1</s:loc></s:url></s:urlset>", "p http://a/1\n"},
	{"cut short", "<urlset><url><loc>http://a/1</loc></url><url><loc>http://a/2", "p http://a/1\n"},
	{"malformed in the middle", "<urlset><url><loc>http://a/1</loc></url><b></urlset>", "p http://a/1\n"},
	{"lines", "\xef\xbb\xbfhttp://a/1\r\nhttp://a/2\n\n", "p http://a/1\np http://a/2\n"},
	{"a declared entity", "<!DOCTYPE x [<!ENTITY e 'http://a/evil'>]><urlset><url><loc>&e;</loc></url></urlset>", ""},
	{"an external entity", "<!DOCTYPE x [<!ENTITY e SYSTEM 'file:///etc/passwd'>]><urlset><url><loc>&e;</loc></url></urlset>", ""},
};

Test(sitemap, finds_every_listed_url)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		call_log t = {.calls = 0};
		const char *text = rows[i].text + (rows[i].text[0] == '\xef' ? 3 : 0);

		cr_expect_eq(read_bytes(&t, text, strlen(text), NULL), OK, "%s", rows[i].name);
		cr_expect_str_eq(t.text, rows[i].found, "%s: %s", rows[i].name, t.text);
	}
}

Test(sitemap, may_be_gzipped)
{
	static const char text[] = "<urlset><url><loc>http://a/1</loc></url></urlset>";
	call_log t = {.calls = 0};
	unsigned char packed[512];
	z_stream z = {.next_in = (Bytef *)(uintptr_t)text, .avail_in = sizeof text - 1, .next_out = packed, .avail_out = sizeof packed};

	cr_assert_eq(deflateInit2(&z, 9, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
	cr_assert_eq(deflate(&z, Z_FINISH), Z_STREAM_END);
	deflateEnd(&z);
	cr_expect_eq(read_bytes(&t, (const char *)packed, z.total_out, NULL), OK);
	cr_expect_str_eq(t.text, "p http://a/1\n");
	cr_expect_eq(read_bytes(&t, (const char *)packed, z.total_out / 2, NULL), OK, "cut short, it is read as far as possible");
}

Test(sitemap, the_reader_can_stop_it)
{
	static const char text[] = "<urlset><url><loc>http://a/1</loc></url><url><loc>http://a/2</loc></url></urlset>";
	call_log t = {.stop_after = 1};

	cr_expect_eq(read_bytes(&t, text, sizeof text - 1, NULL), ERR_LIMIT);
	cr_expect_eq(t.calls, 1);
}

Test(sitemap, has_a_limit_on_urls)
{
	enum { URLS = SITEMAP_URLS_MOST + 7 };
	char *text = malloc(URLS * 40), *at = text;
	call_log t = {.calls = 0};
	size_t cut;

	for (int i = 0; i < URLS; i++)
		at += sprintf(at, "http://a/%d\n", i);
	cr_expect_eq(read_bytes(&t, text, (size_t)(at - text), &cut), OK);
	cr_expect_eq(t.calls, SITEMAP_URLS_MOST);
	cr_expect_eq(cut, 7);
	free(text);
}

/* "Billion laughs": each entity contains the one before ten times, which makes a billion at the end if they are
 * expanded. */
Test(sitemap, nested_entities_are_not_expanded)
{
	char text[4096] = "<!DOCTYPE x [<!ENTITY e0 'ha'>";
	call_log t = {.calls = 0};

	cpu_limit_s(10);
	for (int i = 1; i < 12; i++) {
		char line[200];

		snprintf(line, sizeof line, "<!ENTITY e%d '&e%d;&e%d;&e%d;&e%d;&e%d;&e%d;&e%d;&e%d;&e%d;&e%d;'>", i, i - 1, i - 1, i - 1,
			 i - 1, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1);
		strcat(text, line);
	}
	strcat(text, "]><urlset><url><loc>http://a/&e11;</loc></url></urlset>");
	cr_expect_eq(read_bytes(&t, text, strlen(text), NULL), OK);
}

Test(sitemap, a_url_that_is_too_long_is_left_out_and_not_cut)
{
	static char text[3 * SITEMAP_LOC_MOST];
	char *at = text + sprintf(text, "<urlset><url><loc>http://a/");
	call_log t = {.calls = 0};
	size_t cut = 0;

	memset(at, 'x', SITEMAP_LOC_MOST);
	at += SITEMAP_LOC_MOST;
	at += sprintf(at, "</loc></url><url><loc>http://a/1</loc></url></urlset>");
	cr_expect_eq(read_bytes(&t, text, (size_t)(at - text), &cut), OK);
	cr_expect_str_eq(t.text, "p http://a/1\n");
	cr_expect_eq(cut, 1);
}

Test(sitemap, what_leads_to_pages_is_told)
{
	static const struct { const char *text; bool is; } files[] = {
		{"<?xml version='1.0'?><urlset" NS "/>", true}, {"<sitemapindex/>", true}, {" <rss version='2.0'>", true}, {"<feed xmlns='x'>", true},
		{"http://a/1\n\nhttps://a/2\r\n", true}, {"http://a/1\nand a word\n", false}, {"", false}, {"\n\n", false},
		{"\xef\xbb\xbfhttp://a/1\n", true}, {"<!DOCTYPE x [<!ENTITY y 'z'>]><s:urlset>", true}, {"<rdf:RDF>", true}, {"<urlsets>", false},
		{"<html><p>http://a/</html>", false}, {"<?xml version='1.0'?><html>", false}, {"The rain", false}, {"%PDF-1.7", false},
		{"<!doctype html><p>A feed begins with <code>&lt;rss</code>: <script>'<rss version=2.0>'</script>", false},
		{"<html><!-- <urlset> --><p>x", false}, {"<?xml version='1.0'?><!-- a > b --><urlset>", true}, {"<!-- no end <rss>", false},
	};
	static const char utf16[] = "\xff\xfe<\0u\0r\0l\0s\0e\0t\0/\0>\0";

	for (size_t i = 0; i < sizeof files / sizeof *files; i++)
		cr_expect_eq(sitemap_is(files[i].text, strlen(files[i].text)), files[i].is, "%s", files[i].text);
	cr_expect(sitemap_is(utf16, sizeof utf16 - 1));
	cr_expect(sitemap_is("\0h\0t\0t\0p\0:\0/\0/\0a", 16));
}

Test(sitemap, utf_16_is_read)
{
	static const char text[] = "<?xml version='1.0' encoding='UTF-16'?><urlset><url><loc>http://a/1</loc></url></urlset>";
	char wide[2 * sizeof text] = "\xff\xfe";
	call_log t = {.text = ""};

	for (size_t i = 0; i < sizeof text - 1; i++)
		wide[2 + 2 * i] = text[i];
	cr_expect_eq(read_bytes(&t, wide, 2 * sizeof text, NULL), OK);
	cr_expect_str_eq(t.text, "p http://a/1\n");
}
