#include "crawler/inspect/causes.h"

#include <string.h>

static const struct known {
	const char *cause;
	causes_advice advice;
} known[] = {
	{"by hand", {"a person said so", "Nothing to do."}},
	{"canonical",
	 {"a copy names the other as its canonical URL", "Nothing to do: the site says itself which of the two counts."}},
	{"revisit", {"the WARC file says that it repeats another record", "Nothing to do."}},
	{"no content",
	 {"neither page has an article",
	  "Open one: if it has a text, extraction missed it; else leave such URLs out (--exclude)."}},
	{"same URL", {"the input has the URL more than once", "Nothing to do."}},
	{"https", {"by http and by https", "Redirect http to https (301)."}},
	{"www", {"with and without a leading www", "Redirect one of the two hosts to the other (301)."}},
	{"slash",
	 {"with and without a / or an index file at the end", "Link to one form, and redirect the other to it (301)."}},
	{"case", {"the URLs differ in capital letters", "Link to one spelling, and redirect the other to it (301)."}},
	{"mirror",
	 {"the same path on another host",
	  "Redirect one host to the other (301), or name one in <link rel=canonical>; crawl only one."}},
	{"session",
	 {"the id of a session is in the URL",
	  "Keep sessions in a cookie; until then name the URL without it in <link rel=canonical>, and forbid it in robots.txt."}},
	{"tracking", {"the parameters say where a visitor comes from", "Name the URL without them in <link rel=canonical>."}},
	{"print version",
	 {"the same page for a printer",
	  "Name the page in the <link rel=canonical> of its print version, or use @media print."}},
	{"AMP version", {"the same page as AMP", "Name the page in the <link rel=canonical> of its AMP version."}},
	{"feed", {"one of the two is a feed of articles", "Leave feeds out (--exclude /feed/)."}},
	{"language",
	 {"the same text in another language's folder",
	  "Translate it, or keep it in one language; hreflang names the others."}},
	{"pagination",
	 {"pages of one list or article", "Nothing to do, if they belong together; a page with all of it is canonical."}},
	{"parameters",
	 {"the URLs differ in several parameters",
	  "Name the URL without those that do not choose the content in <link rel=canonical>."}},
	{"version",
	 {"the same page for another version",
	  "Name the current version in <link rel=canonical>, or crawl one version (--exclude)."}},
	{"folder", {"the same name in another folder", "Redirect one to the other (301), or name it in <link rel=canonical>."}},
	{"another host",
	 {"another site has the text", "Nothing to do, if it was licensed; <link rel=canonical> can name the source."}},
	{"same text", {"the same text at another URL", "Redirect one to the other (301), or name it in <link rel=canonical>."}},
	{"excerpt", {"it is part of a larger page", "Nothing to do."}},
	{"list", {"both are lists of other pages", "Nothing to do; lists can be left out (--exclude)."}},
	{"edited",
	 {"nearly the same text",
	  "Look at some of them before you believe it: inspect STORE drops --where \"cause = 'edited'\" --sample 20."}},
};

/* Pages that were kept and have the parameter, too, show that it chooses the content. */
static void advise_parameter(const table_row *r, arena *a, causes_advice *out)
{
	const char *name = strchr(row_text(r, "cause"), ' ') + 1;
	long long kept = row_integer(r, "kept");

	out->is = "the URLs differ only in it";
	out->does =
		kept * 10 < row_integer(r, "drops")
			? arena_printf(
				  a,
				  "Name the URL without it in <link rel=canonical>, and forbid it in robots.txt: Disallow: /*%s=",
				  name)
			: arena_printf(a, "Nothing to do: %lld kept %s it, too, so it chooses the content.", kept,
				       kept == 1 ? "page has" : "pages have");
	if (!out->does)
		out->does = "";
}

void causes_advise(const table_row *r, arena *a, causes_advice *out)
{
	const char *cause = row_text(r, "cause");

	*out = (causes_advice){"", ""};
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (strcmp(known[i].cause, cause) == 0)
			*out = known[i].advice;
	if (!row_has(r, "url") && strcmp(cause, "same text") == 0)
		*out = (causes_advice){"the same text again", "Nothing to do."};
	if (strncmp(cause, "parameter ", 10) == 0)
		advise_parameter(r, a, out);
}
