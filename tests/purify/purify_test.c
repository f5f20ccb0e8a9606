#include "purify/purify.h"

#include <criterion/criterion.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "base/digest.h"
#include "tests/cpu_limit.h"

#define A "The rain fell all night on the old town, and in the morning the streets were rivers, and the squares were lakes."
#define B "Nobody could say where the market had been, though the bells of the church, as every day, rang for its opening."
#define C "By noon the water had gone, the stalls stood again, and only the mud on the walls told of the flood in the night."
#define ZH "昨夜大雨，老城的街道都成了河，广场成了湖，谁也说不清市场原来在哪里，只有教堂的钟声和每天一样，在清晨响起。"

#define LONG A " " B " " C
#define BODY LONG " " LONG " " LONG " " LONG " " LONG " " LONG
#define ITEM "<li><p>" BODY
#define SHIP(name, year) "<tr><td><a href=/ships>" name "</a><td>" year
#define CHAPTER(heading, text) "<div><h2>" heading "</h2>" text "</div>"
#define COMMENTS "<p>" A " I was there.<p>" B " So was I.<p>" C " I was not."

static purified run(purify_input in, const char *bytes, arena *a)
{
	purified p;

	in.bytes = bytes;
	in.len = strlen(bytes);
	cr_assert_eq(purify(&in, a, a, &p), OK, "%.60s", bytes);
	return p;
}

static const char *copy(firstprint_span s, arena *a)
{
	return arena_text(a, s.at, s.len);
}

static void expect_same_slices(const firstprint_span *items, size_t n, firstprint_span text, const firstprint_span *others,
			       size_t others_n, firstprint_span other_text, const char *name)
{
	cr_assert_eq(n, others_n, "%s: %zu and %zu", name, n, others_n);
	for (size_t i = 0; i < n; i++)
		cr_assert(items[i].at - text.at == others[i].at - other_text.at && items[i].len == others[i].len, "%s: %zu", name, i);
}

/* The text, title and language of a page are enough to make it again. */
static void expect_same_when_kept(const purified *p, const char *name)
{
	static const uint8_t zeros[DIGEST_SIZE];
	const firstprint_page *was = &p->page;
	purify_input in = {.bytes = was->text.at, .len = was->text.len, .form = PURIFY_KEPT, .url = was->url,
			   .title = was->title, .lang = was->lang};
	arena *a = arena_new();
	purified kept;

	cr_assert_eq(purify(&in, a, a, &kept), OK, "%s", name);
	cr_assert(kept.page.text.len == was->text.len && memcmp(kept.page.text.at, was->text.at, was->text.len) == 0, "%s", name);
	expect_same_slices(kept.page.paragraphs, kept.page.paragraphs_len, kept.page.text, was->paragraphs, was->paragraphs_len,
			   was->text, name);
	expect_same_slices(kept.page.sentences, kept.page.sentences_len, kept.page.text, was->sentences, was->sentences_len,
			   was->text, name);
	cr_expect_str_eq(kept.page.title, was->title, "%s", name);
	cr_expect_str_eq(kept.page.lang, was->lang, "%s", name);
	cr_expect_str_eq(kept.page.url, was->url, "%s", name);
	cr_expect_eq(memcmp(kept.page.digest, zeros, sizeof zeros), 0, "%s", name);
	cr_expect(kept.page.visible.at == NULL && kept.page.visible.len == 0, "%s", name);
	arena_free(a);
}

static const struct { const char *name, *html, *text; } pages[] = {
	{ "nothing",              "", "" },
	{ "only markup",          "<html><body><p></p><img></body>", "" },
	{ "tag never closed",     "<p>One <b>two", "One two" },
	{ "no tags at all",       "One two", "One two" },
	{ "menu before article",  "<nav><a href=/>Home</a></nav><p>" A "<p>" B, A "\n" B },
	{ "menu of running text", "<nav>" C "</nav><p>" A "<p>" B, A "\n" B },
	{ "footer, aside, header", "<header>Head</header><p>" A "<p>" B "<aside>See also</aside><footer>End</footer>", A "\n" B },
	{ "article's own header", "<article><header><h1>Flood</h1></header><p>" A "<p>" B "</article>", "Flood\n" A "\n" B },
	{ "roles",                "<div role=navigation>Go</div><p>" A "<p>" B "<div role=contentinfo>End</div>", A "\n" B },
	{ "hidden",               "<p>" A "<p>" B "<p hidden>no<p style='display: none'>no<div aria-hidden=true>no</div>", A "\n" B },
	{ "hidden span",          "<p>" A " <span style='display:none'>no</span>yes<p>" B, A "\nyes\n" B },
	{ "class and id",         "<div class=sidebar>Tags</div><p>" A "<p>" B "<div id=site-footer>End</div>", A "\n" B },
	{ "a name for content is stronger", "<div class='content sidebar'><p>" A "<p>" B "</div>", A "\n" B },
	{ "scripts and forms",    "<p>" A "<script>no</script><style>no</style><noscript>no</noscript><select><option>no</select><p>" B,
	  A "\n" B },
	{ "list of links after it", "<div><p>" A "<p>" B "</div><ul><li><a href=1>One</a><li><a href=2>Two</a></ul>", A "\n" B },
	{ "paragraph with a link stays", "<p>" A " <a href=x>More</a> of it.<p>" B, A " More of it.\n" B },
	{ "heading with a link to itself", "<h2>Flood<a href='#flood'>¶</a></h2><p>" A "<p>" B, "Flood\n" A "\n" B },
	{ "heading above the container", "<h1>Flood</h1><div><p>" A "<p>" B "<p>" C "</div>", "Flood\n" A "\n" B "\n" C },
	{ "heading in between",   "<p>" A "<h2>Later</h2><p>" C "<p>" B, A "\nLater\n" C "\n" B },
	{ "br divides",           A "<br>" B "<br><br>" C, A "\n" B "\n" C },
	{ "line breaks do not",   "<p>One\ntwo\r\n three", "One two three" },
	{ "inline tags do not",   "<p>o<b>n</b>e <i>two</i>", "one two" },
	{ "cells and items divide", "<table><tr><td>a<td>b</table><ul><li>c<li>d</ul>", "a\nb\nc\nd" },
	{ "character references", "<p>a&nbsp;&amp;&nbsp;b &#8212; c&#x2014;d", "a & b — c—d" },
	{ "short page is kept whole", "<div><a href=x>Small</a></div><h2>Head</h2><p>One.<p>Two.", "Small\nHead\nOne.\nTwo." },
	{ "short page with a sidebar", "<div class=sidebar>Small</div><p>One.<p>Two.", "One.\nTwo." },
	{ "sidebar that is the whole page", "<div id=sidebar><p>" A "<p>" B "</div>", A "\n" B },
	{ "noframes",             "<frameset><frame src=1><noframes><body><p>" A "<p>" B "</body></noframes></frameset>", A "\n" B },
	{ "noframes beside text", "<p>" A "<p>" B "<noframes>no</noframes>", A "\n" B },
	{ "script text in a comment", "<p>" A "<script><!-- <script>no</script> no --></script><p>" B, A "\n" B },
	{ "noscript beside the page", "<p>" A "<p>" B "<noscript>Please enable JavaScript.</noscript>", A "\n" B },
	{ "noscript that is the page", "<div id=app>Loading</div><noscript><p>" A "<p>" B "</noscript>", A "\n" B },
	{ "made by a script",     "<meta name=description content='" A "'><div id=app>Loading</div><noscript>Enable JavaScript.</noscript>",
	  "Loading\nEnable JavaScript.\n" A },
	{ "described for others", "<meta property=og:description content='" A "'><div id=app></div>", A },
	{ "short, and made by nobody", "<meta name=description content='" A "'><p>A lamp is lit, and the boats come in.", "A lamp is lit, and the boats come in." },
	{ "picture twice in a sentence", "<p>The rain<noscript><img src=x></noscript> fell all night.<p>" A B, "The rain fell all night.\n" A B },
	{ "noscript saved as text", "<p>" A "<p>" B "<noscript>&lt;img src=" A A A "></noscript>", A "\n" B },
	{ "rendered late by React", "<p>" A "<div hidden id='S:1'><p>" B "</div>", A "\n" B },
	{ "accordion",            "<p>" A "<div class=accordion-fold hidden><p>" B "</div><div role=tabpanel style='display:none'><p>" C "</div>",
	  A "\n" B "\n" C },
	{ "unclosed aside around main", "<aside>Ad<div>Small</div><main><p>" A "<p>" B "</main>", A "\n" B },
	{ "unclosed aside",       "<aside>Ad<div><p>" A "<p>" B "</div>", A "\n" B },
	{ "main in a sidebar",    "<div class=sidebar><p>" C "<main><p>" A "<p>" B "</main></div>", A "\n" B },
	{ "a name is not believed of nearly all", "<div class=widget-wrap><p>" A "<p>" B "</div><p>" C, A "\n" B "\n" C },
	{ "names of the layout",  "<div class='has-sidebar overflow-hidden lg:hidden'><p>" A "</div><div class=sidebar><p>" C "</div><p>" B, A "\n" B },
	{ "captions and credits", "<p>" A "<figure><img><figcaption>The bridge. Photo: Somebody</figcaption></figure><div class=photo-credit>Somebody</div><p>" B, A "\n" B },
	{ "author, share, dates", "<div class=byline>By Somebody</div><p>" A "<div class=share-buttons>Share</div><p>" B "<div class=author-bio>Lives by the river.</div>", A "\n" B },
	{ "comments longer than the article", "<p>" A "<p>" B "<div id=comments>" COMMENTS COMMENTS COMMENTS "</div>", A "\n" B },
	{ "comments below a heading", "<div><p>" A "<p>" B "<p>" C "<h3>2 Comments</h3><p>" LONG "<p>" LONG "</div>", A "\n" B "\n" C },
	{ "comments that are the page", "<div id=comments><p>" A "<p>" B "</div>", A "\n" B },
	{ "an answer below a quotation", "<div><p>Ann wrote:<blockquote><p>" LONG "<p>" LONG "<p>" LONG "</blockquote><p>" B "</div>",
	  "Ann wrote:\n" LONG "\n" LONG "\n" LONG "\n" B },
	{ "a paragraph below definitions", "<div><p>" A "<dl><dt>one<dd><p>" LONG "<dt>two<dd><p>" LONG "<p>" LONG "</dl><p>" B "</div>",
	  A "\none\n" LONG "\ntwo\n" LONG "\n" LONG "\n" B },
	{ "a chapter on comments", "<div><p>" A "<p>" B "<p>" C "<h2>Comments</h2><p>" LONG "<h2>Strings</h2><p>" A "</div>",
	  A "\n" B "\n" C "\nComments\n" LONG "\nStrings\n" A },
	{ "comments without a heading", "<div><p>" LONG "<p>" A "</p>Comments<br>Few.<h2>Strings</h2><p>" A "</div>",
	  LONG "\n" A "\nComments\nFew.\nStrings\n" A },
	{ "a sentence that begins as a heading does", "<div><p>" LONG "<p>Leave a comment below!<p>" A "<p>" B "</div>", LONG "\nLeave a comment below!\n" A "\n" B },
	{ "an aside beside the article", "<article><p>" A "</article><aside><p>" B "<p>" C "</aside>", A },
	{ "an empty article",     "<nav><a href=/>Home</a></nav><main><article></article></main><aside><h3>Read</h3><a href=/a>Snow</a></aside><footer><p>" LONG "</footer>", "" },
	{ "an empty article beside the text", "<nav><a href=/>Home</a></nav><main></main><aside><p>" A "<p>" B "</aside><footer>End</footer>", A "\n" B },
	{ "facts",                "<p>" A "<p>" B "<div><div><table><tr><th>Weight<td>12 kg<tr><th>Length<td>3 m</table></div></div>", A "\n" B "\nWeight\n12 kg\nLength\n3 m" },
	{ "chapters with ids of their own", "<section id=rain><h2>Rain</h2><p>" A "</section><section id=comments><h2>Comments</h2><p>" B "</section>"
	  "<section id=related-news><h2>Related news</h2><p>" C "</section>", "Rain\n" A "\nComments\n" B "\nRelated news\n" C },
	{ "an opening above a long list", "<p>Short.<p>" A "<p>" B "<ol>" ITEM ITEM ITEM ITEM "</ol>", A "\n" B "\n" BODY "\n" BODY "\n" BODY "\n" BODY },
	{ "the links of a row of facts", "<p>" A "<p>" B "<div><table>" SHIP("Olaf", "1911") SHIP("Earl", "1924") SHIP("Lady", "1939") "</table></div>",
	                          A "\n" B "\nOlaf\n1911\nEarl\n1924\nLady\n1939" },
	{ "a row that leads on",  "<p>" A "<p>" B "<div><table>" SHIP("Back", "3") "<tr><td><a href=5>Next</a></table></div>", A "\n" B "\n3" },
	{ "a row that is a page", "<table><tr><td><a href=1>Olaf</a><br><a href=2>Earl</a><td><p>" A "<p>" B "<p>" C "<p>" LONG "</table>",
	                          A "\n" B "\n" C "\n" LONG },
	{ "a link with a year",   "<p>" A "<p>" B "<ul><li><a href=1>Saint Olaf</a> (1911)<li><a href=2>The Earl of Zetland</a></ul>", A "\n" B "\nSaint Olaf (1911)" },
	{ "an opening above a table", "<h1>Flood</h1><div class=menu><p>" C "</div><p>" A "<div><table><tr><td>" BODY "<tr><td>" BODY "<tr><td>" BODY "</table></div>",
	  A "\n" BODY "\n" BODY "\n" BODY },
	{ "chapters beside the longest", CHAPTER("Rain", "<p>" A "<ul><li>Wet</ul>") CHAPTER("Flood", "<dl><dd>" BODY "<dd>" BODY "<dd>" BODY "</dl>")
	  CHAPTER("Sun", "<p>" B) CHAPTER("Elsewhere", "<div><p>" C "</div>"),
	  "Rain\n" A "\nWet\nFlood\n" BODY "\n" BODY "\n" BODY "\nSun\n" B },
	{ "teasers below a heading", "<p>" LONG "<p>" LONG "<h2>Related articles</h2><p>Snow on the hills, and what came of it in the end", LONG "\n" LONG },
	{ "teasers within the article", "<div><p>" LONG "<p>Read also:<p><a href=x>Snow</a><p>" LONG "</div>", LONG "\n" LONG },
	{ "teasers in an element", "<p>" LONG "<p>" LONG "<div><div><h3>You may also like</h3></div><div><p>" A "</div></div><p>" B, LONG "\n" LONG "\n" B },
	{ "a page of nothing but related articles", "<h2>Related articles</h2><p>" A "<p>" B, "Related articles\n" A "\n" B },
	{ "相关阅读",                "<div><p>" ZH ZH "<p>" ZH ZH ZH "<p>相关阅读：<p>北京下雪<p>上海也下雪</div>", ZH ZH "\n" ZH ZH ZH },
	{ "more than a fifth below a heading", "<p>" A "<p>" B "<p>" C "<div><div><h3>You may also like</h3></div><div><p>" A "</div></div>",
	  A "\n" B "\n" C "\nYou may also like\n" A },
	{ "a request with most of the text", "<div class=cookie-consent><article><p>" LONG "</article><p>" A " " B "</div><p>" A "<p>" B, A "\n" B },
	{ "a request that is nearly all there is", "<div class=cookie-consent><p>" LONG "<p>" LONG "</div><p>Short.", LONG "\n" LONG "\nShort." },
	{ "cookies never come back", "<div class=cookie-consent><p>" A "<p>" C "</div><p>" B, B },
	{ "a list of links is the page", "<h1>Rain</h1><ul><li><a href=1>The flood of last night</a><li><a href=2>What the river took</a>"
	  "<li><a href=3>A market under water</a></ul><p>Three articles", "Rain\nThe flood of last night\nWhat the river took\nA market under water\nThree articles" },
	{ "headline that is the title", "<title>Flood - The Herald</title><h1>FLOOD</h1><p>" BODY, BODY },
	{ "headline of a short page", "<title>Flood - The Herald</title><h1>Flood</h1><p>" A "<p>" B, "Flood\n" A "\n" B },
	{ "headline that is not the title", "<title>The Herald</title><h1>Flood</h1><p>" BODY, "Flood\n" BODY },
	{ "chinese",              "<nav><a href=/>首页</a></nav><p>" ZH "<p>" ZH "<footer>版权所有</footer>", ZH "\n" ZH },
};

Test(purify, keeps_the_article_and_drops_the_boilerplate)
{
	for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
		arena *a = arena_new();
		purified p = run((purify_input){0}, pages[i].html, a);

		cr_expect_str_eq(copy(p.page.text, a), pages[i].text, "%s: %s", pages[i].name, copy(p.page.text, a));
		cr_expect_null(p.degraded, "%s", pages[i].name);
		expect_same_when_kept(&p, pages[i].name);
		arena_free(a);
	}
}

/* A chapter with all of its program at the end, in an element of its own. */
Test(purify, a_long_listing_is_not_taken_for_all_of_the_article)
{
	arena *a = arena_new();
	const char *listing = "", *chapter = "<div><section><p>" LONG "<p>" LONG "</section><section><p>" BODY "</section>";
	purified p;

	for (int i = 0; i < 100; i++)
		listing = arena_printf(a, "%sif (water(%d) > level, then, again) street[%d] = river(market, square);\n", listing, i, i);
	p = run((purify_input){0}, arena_printf(a, "%s<section><div class=highlight><pre>%s</pre></div></section></div>", chapter, listing), a);
	cr_expect(strncmp(copy(p.page.text, a), A, strlen(A)) == 0, "%.60s", copy(p.page.text, a));
	arena_free(a);
}

/* What an article links to in a heading is itself, or a part of it. */
#define FOUR_LINKS "<li><a href=/a>Rain</a><li><a href=/b>Snow</a><li><a href=/c>Wind</a><li><a href=/d>Fog</a>"

Test(purify, a_page_whose_headings_are_links_to_other_pages_is_a_list)
{
	static const struct {
		const char *name, *html;
		enum firstprint_page_kind kind;
	} rows[] = {
		{"an article", "<title>Rain - Site</title><h1>Rain</h1><p>" LONG "<p>" BODY, FIRSTPRINT_PAGE},
		{"its headline is a link", "<title>Rain - Site</title><h1><a href=/rain>Rain</a></h1><p>" LONG "<p>" BODY, FIRSTPRINT_PAGE},
		{"two teasers", "<title>News</title><h2><a href=/a>Rain</a></h2><p>" LONG "<h2><a href=/b>Snow</a></h2><p>" LONG, FIRSTPRINT_LIST},
		{"one teaser", "<title>Archive: weather</title><h1>weather</h1><h2><a href=/a>Rain</a></h2><p>" LONG, FIRSTPRINT_LIST},
		{"teasers in the footer", "<title>Rain</title><h1>Rain</h1><p>" LONG "<p>" BODY "<footer><h3><a href=/b>Snow</a></h3></footer>",
		 FIRSTPRINT_PAGE},
		{"headlines of others below it", "<title>Rain</title><h1>Rain</h1><p>" LONG "<p>" BODY "<p>" LONG "<div><h3><a href=/b>Snow</a></h3><h3><a href=/c>Hail</a></h3></div>",
		 FIRSTPRINT_PAGE},
		{"headlines of others and their openings below it", "<title>Rain</title><h1>Rain</h1><p>" LONG "<h3><a href=/b>Snow</a></h3><p>" LONG "<h3><a href=/c>Hail</a></h3><p>" LONG,
		 FIRSTPRINT_LIST},
		{"terms that are links", "<title>Notes</title><h1>Notes</h1><dl><dt><a href=/a>Rain limit</a><dd>" LONG "<dt><a href=/b>Snow limit</a><dd>" LONG "</dl>",
		 FIRSTPRINT_LIST},
		{"terms with remarks beside links", "<title>Notes</title><h1>Notes</h1><dl><dt><a href=/a>Rain limit</a> (5 mm)<dd>" LONG "<dt><a href=/b>Snow limit</a> (3 mm)<dd>" LONG "</dl>",
		 FIRSTPRINT_PAGE},
		{"links alone", "<title>Index</title><ul>" FOUR_LINKS "<li><a href=/e>Hail</a></ul>", FIRSTPRINT_LIST},
		{"few links alone", "<title>Index</title><ul>" FOUR_LINKS "</ul>", FIRSTPRINT_PAGE},
		{"a chapter with the contents of its book", "<title>Hail and sleet - The weather</title><ul>" FOUR_LINKS "<li><a href=>Hail &nbsp;and <wbr>sleet</a></ul>",
		 FIRSTPRINT_PAGE},
		{"chapters that link to themselves", "<title>Rain</title><h1>Rain</h1><h2><a href=#drops>Drops</a></h2><p>" LONG "<h2><a href=#hail>Hail</a></h2><p>" LONG,
		 FIRSTPRINT_PAGE},
		{"its author's address", "<title>Rain</title><h1>Rain</h1><h2>Author: <a href=MAILTO:ann@example.com>Ann Miller, ann@example.com</a></h2><p>" LONG,
		 FIRSTPRINT_PAGE},
		{"functions with their types", "<title>Rain</title><h1>Rain</h1><h4>fn <a href=#fall>fall</a>() -> <a href=/o>Option</a>&lt;<a href=/d>Drop</a>></h4><p>" LONG,
		 FIRSTPRINT_PAGE},
		{"options, one of which leads to a file", "<title>rain</title><h1>rain</h1><p>" LONG "<dl><dt>-a<dd>" LONG "<dt>-b<dd>" LONG "<dt>-c<dd>" LONG
		 "<dt><a href=/conf>rain.conf</a><dd>" LONG "</dl>", FIRSTPRINT_PAGE},
		{"a teaser in a link", "<title>News</title><h1>News</h1><a href=/a><h2>Rain <b>falls</b></h2></a><p>" LONG, FIRSTPRINT_LIST},
		{"the name of the site above", "<title>Rain</title><h2><a href=/>The weather</a></h2><h1>Rain</h1><p>" LONG, FIRSTPRINT_PAGE},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		arena *a = arena_new();
		purified p = run((purify_input){0}, rows[i].html, a);

		cr_expect_eq(p.page.kind, rows[i].kind, "%s", rows[i].name);
		arena_free(a);
	}
}

Test(purify, links_to_skip_the_menu_are_no_text)
{
	static const char article[] = "<h3>Regions</h3><div>London 147</div><div>Tokyo 76</div>";
	static const struct {
		const char *name, *links;
		bool kept;
	} rows[] = {{"one", "<a href=#main>Skip to content</a>", false},
		    {"three", "<p><a href=#nav>To the menu</a><p><a href=#main>To the text</a><p><a href='#find'>To the search</a>", false},
		    {"four are the contents", "<p><a href=#a>A1</a><p><a href=#b>B2</a><p><a href=#c>C3</a><p><a href=#d>D4</a>", true},
		    {"to another page", "<a href=/main>Skip to content</a>", true},
		    {"not a link alone", "Here: <a href=#main>Skip to content</a>", true}};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		arena *a = arena_new();
		purified p = run((purify_input){0}, arena_printf(a, "%s%s", rows[i].links, article), a);

		cr_expect_eq(strncmp(copy(p.page.text, a), "Regions\n", 8) != 0, rows[i].kept, "%s: %s", rows[i].name, copy(p.page.text, a));
		arena_free(a);
	}
}

Test(purify, visible_text_includes_the_boilerplate)
{
	arena *a = arena_new();
	purified p = run((purify_input){0}, "<nav>Home</nav><p>" A "<p>" B "<footer>End</footer><script>no</script>", a);

	cr_expect_str_eq(copy(p.page.visible, a), "Home\n" A "\n" B "\nEnd");
	arena_free(a);
}

Test(purify, paragraphs_and_sentences_are_slices_of_the_text)
{
	arena *a = arena_new();
	purified p = run((purify_input){0}, "<p>" ZH "<p>下雨了。真的？是的！<p>" ZH, a);
	const char *text = p.page.text.at;

	cr_assert_eq(p.page.paragraphs_len, (size_t)3);
	cr_assert_eq(p.page.sentences_len, (size_t)5);
	cr_expect_str_eq(copy(p.page.sentences[2], a), "真的？");
	for (size_t i = 0; i < 5; i++)
		cr_expect(p.page.sentences[i].at >= text &&
			  p.page.sentences[i].at + p.page.sentences[i].len <= text + p.page.text.len, "sentence %zu", i);
	cr_expect_eq(p.page.paragraphs[0].at, text);
	cr_expect_str_eq(p.page.lang, "zh");
	arena_free(a);
}

static const struct { const char *name, *html, *http, *lang; } languages[] = {
	{ "declared",                "<html lang=en-GB><p>" A, NULL, "en-gb" },
	{ "page before header",      "<html lang=en><p>" A, "fr", "en" },
	{ "header before <meta>",    "<meta http-equiv=content-language content=fr><p>" A, "en-us", "en-us" },
	{ "<meta>",                  "<meta http-equiv=Content-Language content='en-IE, fr'><p>" A, NULL, "en-ie" },
	{ "contradicted by the script", "<html lang=en><p>" ZH, NULL, "zh" },
	{ "detected",                "<p>" A, NULL, "en" },
};

Test(purify, finds_the_language)
{
	for (size_t i = 0; i < sizeof languages / sizeof *languages; i++) {
		arena *a = arena_new();
		purified p = run((purify_input){.lang = languages[i].http}, languages[i].html, a);

		cr_expect_str_eq(p.page.lang, languages[i].lang, "%s", languages[i].name);
		expect_same_when_kept(&p, languages[i].name);
		arena_free(a);
	}
}

Test(purify, plain_text_is_unwrapped_and_not_read_as_markup)
{
	arena *a = arena_new();
	purify_input in = {.form = PURIFY_TEXT, .title = " The\n flood ", .url = "http://a.example/"};
	purified p = run(in, "Rain <b>fell\nall night.\nSnow &amp; ice.\n\nEnd", a);

	cr_expect_str_eq(copy(p.page.text, a), "Rain <b>fell all night.\nSnow &amp; ice.\nEnd");
	cr_expect_str_eq(copy(p.page.visible, a), copy(p.page.text, a));
	cr_expect_str_eq(p.page.title, "The flood");
	cr_expect_str_eq(p.page.url, "http://a.example/");
	cr_expect_eq(p.links_len, (size_t)0);
	expect_same_when_kept(&p, "plain text");
	arena_free(a);
}

static void read_file(const char *name, buffer *out)
{
	FILE *f = fopen(name, "rb");
	char block[4096];
	size_t n;

	cr_assert_not_null(f, "%s", name);
	while ((n = fread(block, 1, sizeof block, f)) > 0)
		cr_assert(buffer_append(out, block, n));
	fclose(f);
}

Test(purify, a_page_made_from_its_kept_text_is_the_same)
{
	static const char *const patterns[] = {"%s/tests/site/*.html", "%s/tests/site/*/*.html"};
	const char *source = getenv("srcdir");
	glob_t files = {0};

	for (size_t i = 0; i < 2; i++) {
		char pattern[4096];

		snprintf(pattern, sizeof pattern, patterns[i], source ? source : ".");
		cr_assert_eq(glob(pattern, i ? GLOB_APPEND : 0, NULL, &files), 0, "%s", pattern);
	}
	for (size_t i = 0; i < files.gl_pathc; i++) {
		arena *a = arena_new();
		buffer html = {0};
		purified p;

		read_file(files.gl_pathv[i], &html);
		p = run((purify_input){.url = "http://a.example/"}, html.bytes, a);
		cr_expect_gt(p.page.text.len, (size_t)0, "%s", files.gl_pathv[i]);
		expect_same_when_kept(&p, files.gl_pathv[i]);
		buffer_free(&html);
		arena_free(a);
	}
	globfree(&files);
}

/* Thirty marks, each of which normal form C writes as two. Normalising that again would leave thirty of the sixty. */
Test(purify, kept_text_and_title_are_not_normalised_again)
{
	arena *a = arena_new();
	char html[400] = "<title>", *at = html + strlen(html);
	purified p;

	for (int title = 1; title >= 0; title--) {
		*at++ = 'x';
		for (int i = 0; i < 30; i++)
			at = stpcpy(at, "\xcd\x84");
		at = stpcpy(at, title ? "</title><p>" : "");
	}
	p = run((purify_input){0}, html, a);
	cr_expect_eq(p.page.text.len, 1 + 60 * strlen("\xcc\x88"));
	cr_expect_eq(strlen(p.page.title), p.page.text.len);
	expect_same_when_kept(&p, "marks");
	arena_free(a);
}

Test(purify, kept_text_without_a_language_gets_one)
{
	arena *a = arena_new();

	cr_expect_str_eq(run((purify_input){.form = PURIFY_KEPT}, ZH, a).page.lang, "zh");
	arena_free(a);
}

Test(purify, kept_text_is_not_read_as_markup_or_another_charset)
{
	static const char *const texts[] = {"", "\n", "\n\n\n\n", "<p>a &amp; b", "<meta charset=utf-16>", "\x1b$B<+", " a  b ", "\xef\xbb\xbf"};

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		arena *a = arena_new();

		cr_expect_str_eq(copy(run((purify_input){.form = PURIFY_KEPT}, texts[i], a).page.text, a), texts[i]);
		arena_free(a);
	}
}

Test(purify, refuses_kept_text_with_a_nul_or_invalid_utf8)
{
	static const struct { firstprint_span text; const char *title; } rows[] = {
		{ {"a\xff", 2}, NULL }, { {"\xd6\xd0", 2}, NULL }, { {"\xed\xa0\x80", 3}, NULL }, { {"a\0b", 3}, NULL },
		{ {"a\xe4\xb8", 3}, NULL }, { {"a", 1}, "\xff" },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		arena *a = arena_new();
		purify_input in = {.bytes = rows[i].text.at, .len = rows[i].text.len, .form = PURIFY_KEPT, .title = rows[i].title};
		purified p = {.links_len = 77};

		cr_expect_eq(purify(&in, a, a, &p), ERR_FORMAT, "row %zu", i);
		cr_expect_eq(p.links_len, (size_t)77, "an output changes only on OK");
		arena_free(a);
	}
}

Test(purify, the_digest_is_of_the_bytes_before_decoding)
{
	static const char html[] = "<p>\xd6\xd0";
	arena *a = arena_new();
	purified p = run((purify_input){.content_type = "text/html;charset=gbk"}, html, a);
	uint8_t expected[DIGEST_SIZE];

	digest_of(html, strlen(html), expected);
	cr_expect_eq(memcmp(p.page.digest, expected, DIGEST_SIZE), 0);
	cr_expect_str_eq(p.charset, "GBK");
	cr_expect_str_eq(p.charset_from, "http");
	cr_expect_str_eq(copy(p.page.text, a), "中");
	arena_free(a);
}

Test(purify, stops_when_cancelled)
{
	arena *a = arena_new();
	atomic_bool cancel = true;
	char *html = arena_alloc(a, 1 << 20), *at = html;
	purify_input in = {.cancel = &cancel};
	purified p = {.links_len = 77};

	while (at < html + (1 << 20) - 32)
		at = stpcpy(at, "<p>Rain fell.");
	in.bytes = html;
	in.len = (size_t)(at - html);
	cr_expect_eq(purify(&in, a, a, &p), ERR_LIMIT);
	cr_expect_eq(p.links_len, (size_t)77, "an output changes only on OK");
	arena_free(a);
}

/* Pages made to take quadratic time or memory, or a deep stack. "*": degraded or not, which depends on the machine. */
static const struct { const char *name, *head, *part, *tail; int times; const char *degraded; } hostile[] = {
	{ "formatting elements left open", "", "<p><b id=%d>x", "", 12000, "depth" },
	{ "fewer of them, each another",  "", "<p><b id=%d>x", "", 4000, "bounds" },
	{ "formatting elements around",   "", "<b><i><font size=%d>x", "<div>y</b></font></i>", 1300, NULL },
	{ "closed by another name",       "", "<p><b id=%d>x</i>", "", 12000, "bounds" },
	{ "nested div, closed by another name", "", "<div>x</b>", "", 100000, "*" },
	{ "nested div",                   "", "<div>x", "", 200000, "depth" },
	{ "nested font, numbered",        "<p>", "<font size=%d>x", "", 20000, "depth" },
	{ "tables in cells",              "", "<table><tr><td>x", "", 20000, "depth" },
	{ "attributes of one tag",        "<div ", "a%d=x ", ">x</div>", 10000, "attributes" },
	{ "attributes of <body>, again",  "", "<body a%d=1>x", "", 20000, NULL },
	{ "links left open",              "", "<a href=%d>x", "", 20000, NULL },
	{ "links with blocks in them",    "", "<a href=%d><div>x", "", 20000, "depth" },
	{ "links in an svg",              "<svg>", "<a href=%d>x", "</svg>", 20000, "depth" },
	{ "links in an open svg",         "<svg>", "<a href=%d>x", "", 20000, NULL },
	{ "noframes in a frameset",       "<frameset><noframes>", "<div>x", "</noframes></frameset>", 20000, NULL },
	{ "headings of comments",         "<p>" LONG "<p>" LONG, "<h3>%d comments</h3>", "<h1>Next</h1>", 100000, NULL },
	{ "headings of teasers",          "<p>" LONG, "<h3>Related %d:</h3><p>" A, "", 10000, NULL },
	{ "headings of teasers, nested",  "<p>" LONG, "<section><h2>Related articles</h2><div>x</div>%d", "", 400, NULL },
	{ "unclosed svg",                 "", "<svg><p>x", "", 400, NULL },
	{ "comments left open",           "x", "<!-- %d", "", 50000, NULL },
	{ "references",                   "", "&#%d9999999999;x", "", 20000, NULL },
};

static const char *hostile_html(size_t row, arena *a, size_t *len)
{
	char *html = arena_alloc(a, (size_t)hostile[row].times * 200 + 2000), *at = stpcpy(html, hostile[row].head);

	for (int i = 0; i < hostile[row].times; i++)
		at += sprintf(at, hostile[row].part, i);
	*len = (size_t)(stpcpy(at, hostile[row].tail) - html);
	return html;
}

/* What the tags of such a page say is read all the same: a robot must not store it, or follow its links. */
Test(purify, a_degraded_page_says_what_it_says)
{
	static const char head[] = "<html lang=en><title>Rain &amp; snow</title><base href=/a/><link rel=canonical href=c>"
				   "<meta name=robots content='noindex, nofollow'><body><a href=1>x</a><p rel=x><a rel=nofollow href=2>y</a>";
	arena *a = arena_new();
	char *html = arena_alloc(a, sizeof head + 5 * 600 + 1), *at = stpcpy(html, head);
	purified p;

	for (int i = 0; i < 600; i++)
		at = stpcpy(at, "<div>");
	p = run((purify_input){0}, html, a);
	cr_expect_str_eq(p.degraded, "depth");
	cr_expect_str_eq(p.page.title, "Rain & snow");
	cr_expect_str_eq(p.page.lang, "en");
	cr_expect_str_eq(p.base, "/a/");
	cr_expect_str_eq(p.canonical, "c");
	cr_expect(p.noindex && p.nofollow);
	cr_assert_eq(p.links_len, (size_t)2);
	cr_expect(strcmp(p.links[0].href, "1") == 0 && !p.links[0].nofollow);
	cr_expect(strcmp(p.links[1].href, "2") == 0 && p.links[1].nofollow);
	arena_free(a);
}

static const struct { const char *name, *html, *robots_tag, *agent; enum purify_form form; bool noindex, nofollow; const char *date; } wishes[] = {
	{"for all", "<meta name=robots content=noindex>", NULL, NULL, PURIFY_HTML, true, false, NULL},
	{"for us", "<meta name=FirstPrint content=noindex>", NULL, "firstprint", PURIFY_HTML, true, false, NULL},
	{"for us, and for all", "<meta name=robots content=nofollow><meta name=firstprint content=noindex>", NULL, "firstprint", PURIFY_HTML,
	 true, true, NULL},
	{"for us, who are nobody", "<meta name=firstprint content=noindex>", NULL, NULL, PURIFY_HTML, false, false, NULL},
	{"for another", "<meta name=googlebot content=none>", NULL, "firstprint", PURIFY_HTML, false, false, NULL},
	{"a picture", "<meta name=robots content='max-image-preview: none'>", NULL, NULL, PURIFY_HTML, false, false, NULL},
	{"in the header", "", "firstprint: nofollow\nmax-snippet:-1, noindex", "firstprint", PURIFY_HTML, true, true, NULL},
	{"in the header, of a text", "A", "noindex, unavailable_after: 2010-06-25", NULL, PURIFY_TEXT, true, false, "2010-06-25"},
	{"a date", "<meta name=robots content='unavailable_after: 25 Jun 2010'>", "unavailable_after: 2010-06-25", NULL, PURIFY_HTML,
	 false, false, "2010-06-25\n25 Jun 2010"},
};

Test(purify, reads_what_its_owner_asks_of_crawlers)
{
	for (size_t i = 0; i < sizeof wishes / sizeof *wishes; i++) {
		arena *a = arena_new(), *scratch = arena_new();
		purify_input in = {.bytes = wishes[i].html, .len = strlen(wishes[i].html), .form = wishes[i].form,
				   .robots_tag = wishes[i].robots_tag, .agent = wishes[i].agent};
		purified p;

		cr_assert_eq(purify(&in, scratch, a, &p), OK);
		arena_free(scratch);
		cr_expect(p.noindex == wishes[i].noindex && p.nofollow == wishes[i].nofollow, "%s", wishes[i].name);
		cr_expect(p.unavailable_after ? wishes[i].date && strcmp(p.unavailable_after, wishes[i].date) == 0 : !wishes[i].date, "%s: %s",
			  wishes[i].name, p.unavailable_after);
		arena_free(a);
	}
}

Test(purify, hostile_pages_stay_within_bounds_and_have_text)
{
	cpu_limit_s(120);
	for (size_t i = 0; i < sizeof hostile / sizeof *hostile; i++) {
		arena *a = arena_new(), *page = arena_new();
		purify_input in = {0};
		purified p;

		in.bytes = hostile_html(i, a, &in.len);
		cr_assert_eq(purify(&in, page, page, &p), OK, "%s", hostile[i].name);
		cr_expect(p.page.text.len > 0 || strstr(hostile[i].name, "svg") || strstr(hostile[i].name, "noframes"), "%s", hostile[i].name);
		cr_expect_leq(arena_bytes(page), (size_t)300 << 20, "%s: %zu bytes", hostile[i].name, arena_bytes(page));
		if (!hostile[i].degraded || *hostile[i].degraded != '*')
			cr_expect_str_eq(p.degraded ? p.degraded : "whole", hostile[i].degraded ? hostile[i].degraded : "whole", "%s",
					 hostile[i].name);
		expect_same_when_kept(&p, hostile[i].name);
		arena_free(page);
		arena_free(a);
	}
}

Test(purify, a_title_of_megabytes_is_not_searched_for_each_headline)
{
	enum { TITLE = 3 << 20, HEADLINES = 60000 };
	arena *a = arena_new();
	char *html = arena_alloc(a, TITLE + HEADLINES * 32 + sizeof LONG * 20), *at = stpcpy(html, "<title>");

	cpu_limit_s(20);
	memset(at, 'a', TITLE);
	at = stpcpy(at + TITLE, "zq</title><article><h2>x</h2>");
	for (int i = 0; i < 10; i++)
		at = stpcpy(stpcpy(at, "<p>"), LONG);
	for (int i = 0; i < HEADLINES; i++)
		at = stpcpy(at, "<h2><a href=/>zq</a></h2>");
	cr_expect_null(run((purify_input){0}, html, a).degraded);
	arena_free(a);
}
