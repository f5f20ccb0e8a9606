#include "store/advice.h"

#include <stdio.h>
#include <string.h>

/* The pages may be lines of a corpus, without URLs. */
#define OF_A_SITE "If they are pages of a site: redirect one to the other (301), or name it in <link rel=canonical>."

static const struct known {
	const char *cause, *means, *advice;
	enum advice_pages pages;
} known[] = {
	{"by hand", "a person said so", OF_A_SITE, ADVICE_FORMS},
	{"canonical", "a copy names the other as its canonical URL",
	 "Link to the canonical URL: the site says which of the two counts, but a crawler still fetches both.", ADVICE_FORMS},
	{"revisit", "the WARC file says that it repeats another record", "Nothing to do.", ADVICE_FORMS},
	{"no content", "neither page has an article, or both have the same few words, such as \"log in\"",
	 "Open one: if it has more text, extraction missed it; a message such as \"not found\" needs status 404 or 403; leave such "
	 "URLs out of a crawl with --exclude.",
	 ADVICE_FORMS},
	{"soft 404", "the host says the same, with status 200, to URLs that cannot exist: \"not found\" or \"log in\"",
	 "Answer with 404 or 410, and redirect what has moved (301); answer with 401 or 403 what needs a login.", ADVICE_FORMS},
	{"same URL", "the input has the URL more than once", "Nothing to do.", ADVICE_FORMS},
	{"https", "by http and by https", "Redirect http to https (301).", ADVICE_FORMS},
	{"www", "with and without a leading www", "Redirect one of the two hosts to the other (301).", ADVICE_FORMS},
	{"slash", "the same path but for a /, an index file or an extension at the end",
	 "Link to one form, and redirect the other to it (301).", ADVICE_FORMS},
	{"case", "the URLs differ in capital letters", "Link to one spelling, and redirect the other to it (301).",
	 ADVICE_FORMS},
	{"spelling", "one URL in two spellings: %7E and ~, parameters in another order, an empty query, ?page=2 and /page/2/",
	 "Link to one spelling, and redirect the other to it (301).", ADVICE_FORMS},
	{"mirror", "the same path on another host",
	 "Redirect the other host to that of the URL to cite (301), or name it in <link rel=canonical>; crawl only one.",
	 ADVICE_FORMS},
	{"session", "the id of a session is in the URL",
	 "Keep sessions in a cookie; until then name the URL without it in <link rel=canonical>.", ADVICE_FORMS},
	{"tracking", "the parameters say where a visitor comes from",
	 "Name the URL without them in <link rel=canonical>; links within the site need none.", ADVICE_FORMS},
	{"print version", "the same page for a printer",
	 "Name the page in the <link rel=canonical> of its print version, or use @media print.", ADVICE_FORMS},
	{"AMP version", "the same page as AMP",
	 "Name the page in the <link rel=canonical> of its AMP version, and that in its <link rel=amphtml>.", ADVICE_FORMS},
	{"mobile version", "the same page for a small screen",
	 "Name the page in the <link rel=canonical> of its mobile version, or serve one URL to all screens.", ADVICE_FORMS},
	{"feed", "one of the two is a feed of articles", "Leave feeds out (--exclude /feed/).", ADVICE_NAMED},
	{"language", "the same text at the address of another language",
	 "Translate it, or keep it in one language; hreflang names the others.", ADVICE_NAMED},
	{"pagination", "pages of one list or article",
	 "Nothing to do, if each has its part of the list; if they are copies, name the first in <link rel=canonical>.",
	 ADVICE_NAMED},
	{"parameters", "the URLs differ in several parameters",
	 "Name the URL without those that do not choose the content in <link rel=canonical>.", ADVICE_FORMS},
	{"version", "the same page for another version",
	 "Name the current version in <link rel=canonical>, or crawl one version (--exclude).", ADVICE_NAMED},
	{"folder", "the same name in another folder",
	 "If the two are one page, redirect one to the other (301), or name it in <link rel=canonical>.", ADVICE_OTHERS},
	{"another host", "another site has the text, or nearly",
	 "Nothing to do, if it was licensed; <link rel=canonical> can name the source.", ADVICE_OTHERS},
	{"same text", "the same text", OF_A_SITE, ADVICE_FORMS},
	{"excerpt", "it is part of a larger page",
	 "Nothing to do for one article in another; if the larger page collects articles, show their first words there.",
	 ADVICE_FORMS},
	{"list", "it lists other pages",
	 "Fewer tags and archives, or noindex in those that repeat others; a crawl can leave them out (--exclude).",
	 ADVICE_FORMS},
	{"edited", "nearly the same text",
	 "Look at some of them before you believe it: inspect STORE drops --where \"cause = 'edited'\" --sample 20.",
	 ADVICE_FORMS},
};

/* NULL: it is not in the table. */
static const struct known *find(const char *cause)
{
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (cause && strcmp(cause, known[i].cause) == 0)
			return &known[i];
	return NULL;
}

static bool is_parameter(const char *cause)
{
	return cause && strncmp(cause, "parameter ", 10) == 0;
}

enum advice_pages advice_pages(const char *cause)
{
	const struct known *k = find(cause);

	return k ? k->pages : ADVICE_FORMS;
}

const char *advice_means(const char *cause)
{
	const struct known *k = find(cause);

	return k ? k->means : is_parameter(cause) ? "the same page with and without it, or with another value" : "";
}

const char *advice_for(const char *cause, int64_t drops, int64_t kept, char buffer[ADVICE_TEXT])
{
	const struct known *k = find(cause);

	if (k || !is_parameter(cause))
		return k ? k->advice : "";
	if (kept * 10 < drops)
		snprintf(buffer, ADVICE_TEXT, "Link to the URL without it, and name that in <link rel=canonical>.");
	else
		snprintf(buffer, ADVICE_TEXT,
			 "It chooses the content: %lld kept %s only in it. Link without it where it changes nothing.",
			 (long long)kept, kept == 1 ? "page differs from another" : "pages differ from others");
	return buffer;
}
