#include "store/cause.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "plugin/firstprint.h"
#include "store/store.h"

typedef firstprint_span span;

enum { PARTS_MOST = 24 }; /* of a path or query; longer ones are only compared as a whole */

/* ── words ── */

static bool same(span a, span b)
{
	return a.len == b.len && (a.len == 0 || memcmp(a.at, b.at, a.len) == 0);
}

static bool same_letters(span a, span b)
{
	return a.len == b.len && strncasecmp(a.at, b.at, a.len) == 0;
}

static bool is(span a, const char *word)
{
	return strlen(word) == a.len && strncasecmp(a.at, word, a.len) == 0;
}

static bool has(span a, const char *word)
{
	size_t len = strlen(word);

	for (size_t i = 0; i + len <= a.len; i++)
		if (strncasecmp(a.at + i, word, len) == 0)
			return true;
	return false;
}

/* Does one of its words begin so? "view-print" has "print", "fingerprint" does not. */
static bool has_stem(span a, const char *stem)
{
	size_t len = strlen(stem);

	for (size_t i = 0; i + len <= a.len; i++)
		if (strncasecmp(a.at + i, stem, len) == 0 && (i == 0 || !isalpha((unsigned char)a.at[i - 1])))
			return true;
	return false;
}

static bool begins(span a, const char *word)
{
	return a.len >= strlen(word) && strncasecmp(a.at, word, strlen(word)) == 0;
}

static bool ends(span a, const char *word)
{
	size_t len = strlen(word);

	return a.len >= len && strncasecmp(a.at + a.len - len, word, len) == 0;
}

typedef bool word_test(span word, const char *sample);

/* Does the test hold for one of the words, which end with NULL? */
static bool any(span word, word_test *test, const char *const *samples)
{
	for (; *samples; samples++)
		if (test(word, *samples))
			return true;
	return false;
}

static bool is_number(span a)
{
	for (size_t i = 0; i < a.len; i++)
		if (!isdigit((unsigned char)a.at[i]))
			return false;
	return a.len > 0;
}

static bool is_session(span name)
{
	static const char *const names[] = {"cfid", "cftoken", "zenid", NULL};

	return has_stem(name, "sess") || has(name, "sessid") || has(name, "sessionid") || ends(name, "sid") ||
	       any(name, is, names);
}

static bool is_tracking(span name)
{
	static const char *const names[] = {"fbclid",   "gclid",       "dclid",  "msclkid", "mc_cid", "mc_eid",
					    "_hsenc",   "_hsmi",       "igshid", "yclid",   "twclid", "wt_mc",
					    "wt.mc_id", "pk_campaign", "pk_kwd", NULL};

	return begins(name, "utm_") || begins(name, "mtm_") || any(name, is, names);
}

static bool is_print(span word)
{
	static const char *const stems[] = {"print", "druck", "imprim", "stampa", NULL};

	return any(word, has_stem, stems);
}

static bool is_amp(span word)
{
	return is(word, "amp");
}

static bool is_mobile(span word)
{
	static const char *const names[] = {"m", "mobile", "mobil", "touch", NULL};

	return any(word, is, names);
}

static bool is_feed(span word)
{
	static const char *const names[] = {"feed", "feeds", "rss", "atom", "rss2", NULL};

	return any(word, is, names) || ends(word, ".rss") || ends(word, ".atom");
}

/* "en", "pt-br", "zh_CN" */
static bool is_language(span word)
{
	for (size_t i = 0; i < word.len; i++)
		if (i == 2 ? !strchr("-_", word.at[i]) : !isalpha((unsigned char)word.at[i]))
			return false;
	return word.len == 2 || word.len == 5;
}

static const char *const page_words[] = {"page", "paged", "pageno", "pagenumber", "pg", "seite", "pagina", NULL};

static bool is_page_parameter(span name, span value)
{
	static const char *const offsets[] = {"start", "offset", NULL};

	return (value.len == 0 || is_number(value)) && (any(name, is, page_words) || any(name, is, offsets));
}

/* Is it "3", "page", "page3", "page-3" or "comment-page-3"? */
static bool is_page_segment(span segment)
{
	span word = segment;

	while (word.len && isdigit((unsigned char)word.at[word.len - 1]))
		word.len--;
	if (word.len && (word.at[word.len - 1] == '-' || word.at[word.len - 1] == '_'))
		word.len--;
	return is_number(segment) || any(word, is, page_words) || ends(word, "-page");
}

static size_t next_letter(span word, size_t i)
{
	while (i < word.len && (isdigit((unsigned char)word.at[i]) || word.at[i] == '.'))
		i++;
	return i;
}

/* Do the two differ only in digits and points? */
static bool differ_in_number(span a, span b)
{
	size_t i = next_letter(a, 0), j = next_letter(b, 0);

	while (i < a.len && j < b.len && a.at[i] == b.at[j]) {
		i = next_letter(a, i + 1);
		j = next_letter(b, j + 1);
	}
	return i == a.len && j == b.len;
}

/* "latest", "3.1", "v2.0" */
static bool is_version(span word)
{
	static const char *const names[] = {"latest", "stable", "current", "dev", "devel", "main", "master", "trunk", NULL};
	span number = begins(word, "v") ? (span){word.at + 1, word.len - 1} : word;

	return any(word, is, names) || (number.len && next_letter(number, 0) == number.len);
}

/* Are they names of two versions: "doc-14" and "doc-15", "3.1" and "latest"? Numbers alone may be of products or years. */
static bool are_versions(span a, span b)
{
	if (is_number(a) && is_number(b))
		return false;
	return differ_in_number(a, b) || (is_version(a) && is_version(b));
}

/* "index.html", "default.aspx" */
static bool is_index(span word)
{
	const char *point = memchr(word.at, '.', word.len);
	span name = {word.at, point ? (size_t)(point - word.at) : 0};
	size_t end = name.len + 1;

	while (point && end < word.len && isalnum((unsigned char)word.at[end]))
		end++;
	return point && (is(name, "index") || is(name, "default")) && end == word.len && word.len - name.len <= 6;
}

/* ── the parts of a URL ── */

typedef struct address {
	span scheme, host, path, query; /* host: without "www.", "m.", "amp." */
	bool has_www, is_mobile, is_amp;
} address;

static span cut(const char **at, const char *stop)
{
	span x = {*at, strcspn(*at, stop)};

	*at += x.len;
	return x;
}

/* Removes the first label of the host, if it says only in which form the site is. */
static void read_label(address *x)
{
	const char *point = memchr(x->host.at, '.', x->host.len);
	span label = {x->host.at, point ? (size_t)(point - x->host.at) : 0};

	x->has_www = is(label, "www");
	x->is_mobile = is_mobile(label);
	x->is_amp = is_amp(label);
	if (point && (x->has_www || x->is_mobile || x->is_amp))
		x->host = (span){point + 1, x->host.len - label.len - 1};
}

/* false: it is no URL with a host. */
static bool read_address(const char *url, address *out)
{
	const char *at = url ? strstr(url, "://") : NULL;

	if (!at)
		return false;
	*out = (address){.scheme = {url, (size_t)(at - url)}};
	at += 3;
	out->host = cut(&at, "/?#");
	out->path = cut(&at, "?#");
	at += *at == '?';
	out->query = cut(&at, "#");
	read_label(out);
	return out->host.len > 0;
}

typedef struct parts {
	span items[PARTS_MOST];
	size_t len;
	bool is_whole; /* there are no more */
} parts;

static void split(span text, char at, parts *out)
{
	const char *from = text.at, *end = text.at + text.len;

	*out = (parts){.len = 0};
	while (from < end && out->len < PARTS_MOST) {
		const char *stop = memchr(from, at, (size_t)(end - from));

		stop = stop ? stop : end;
		if (stop > from)
			out->items[out->len++] = (span){from, (size_t)(stop - from)};
		from = stop < end ? stop + 1 : end;
	}
	out->is_whole = from >= end;
}

/* ── the query ── */

/* What a word in a URL says. */
typedef struct word_kind {
	bool (*is)(span word);
	const char *cause;
	bool also_value; /* of a parameter: its value says so, too */
} word_kind;

enum { PARAMETER_KINDS = 5, SEGMENT_KINDS = 7 };

static const word_kind parameter_kinds[PARAMETER_KINDS] = {{is_session, "session", false},
							   {is_tracking, "tracking", false},
							   {is_print, "print version", true},
							   {is_amp, "AMP version", true},
							   {is_mobile, "mobile version", true}};
static const word_kind segment_kinds[SEGMENT_KINDS] = {
	{is_print, "print version", false}, {is_amp, "AMP version", false}, {is_mobile, "mobile version", false},
	{is_feed, "feed", false},           {is_index, "slash", false},     {is_page_segment, "pagination", false},
	{is_language, "language", false}};

/* What the parameters that differ have in common. */
typedef struct differing {
	size_t n;
	span name; /* of the first one */
	bool one_name, all_page, all[PARAMETER_KINDS];
} differing;

static bool contains(const parts *all, span item)
{
	for (size_t i = 0; i < all->len; i++)
		if (same(all->items[i], item))
			return true;
	return false;
}

static void note(differing *d, span parameter)
{
	const char *equals = memchr(parameter.at, '=', parameter.len);
	span name = {parameter.at, equals ? (size_t)(equals - parameter.at) : parameter.len};
	span value = {name.at + name.len + !!equals, parameter.len - name.len - !!equals};

	if (d->n++ == 0)
		*d = (differing){1, name, true, true, {true, true, true, true, true}};
	d->one_name &= same(d->name, name);
	d->all_page &= is_page_parameter(name, value);
	for (size_t i = 0; i < PARAMETER_KINDS; i++) {
		const word_kind *k = &parameter_kinds[i];

		d->all[i] &= k->is(name) || (k->also_value && k->is(value));
	}
}

static void note_new(differing *d, const parts *from, const parts *to)
{
	for (size_t i = 0; i < from->len; i++)
		if (!contains(to, from->items[i]))
			note(d, from->items[i]);
}

/* The name comes from a server: only one that is short and made of the usual characters is told. */
static const char *parameter_named(span name, char buffer[CAUSE_TEXT])
{
	for (size_t i = 0; i < name.len; i++)
		if (!isalnum((unsigned char)name.at[i]) && !strchr("_-.[]%", name.at[i]))
			return "parameters";
	if (name.len == 0 || name.len > CAUSE_TEXT - sizeof "parameter ")
		return "parameters";
	snprintf(buffer, CAUSE_TEXT, "parameter %.*s", (int)name.len, name.at);
	return buffer;
}

static const char *by_query(span a, span b, char buffer[CAUSE_TEXT])
{
	parts x, y;
	differing d = {0};

	split(a, '&', &x);
	split(b, '&', &y);
	if (!x.is_whole || !y.is_whole)
		return "parameters";
	note_new(&d, &x, &y);
	note_new(&d, &y, &x);
	if (d.n == 0) /* in another order */
		return "parameters";
	for (size_t i = 0; i < PARAMETER_KINDS; i++)
		if (d.all[i])
			return parameter_kinds[i].cause;
	return d.all_page ? "pagination" : d.one_name ? parameter_named(d.name, buffer) : "parameters";
}

/* ── the path ── */

/* Two paths without the segments that they begin and end with alike. */
typedef struct middle {
	span *a, *b;
	size_t a_len, b_len;
	span before;  /* the last common segment before */
	bool has_end; /* they end with the same segment */
} middle;

static middle middle_of(parts *a, parts *b)
{
	size_t least = a->len < b->len ? a->len : b->len, from = 0, end = 0;

	while (from < least && same(a->items[from], b->items[from]))
		from++;
	while (end < least - from && same(a->items[a->len - 1 - end], b->items[b->len - 1 - end]))
		end++;
	return (middle){a->items + from,
			b->items + from,
			a->len - from - end,
			b->len - from - end,
			from ? a->items[from - 1] : (span){"", 0},
			end > 0};
}

typedef bool segment_test(span segment);

static bool all(const span *items, size_t n, segment_test *test)
{
	for (size_t i = 0; i < n; i++)
		if (!test(items[i]))
			return false;
	return true;
}

static size_t count(const span *items, size_t n, segment_test *test)
{
	size_t found = 0;

	for (size_t i = 0; i < n; i++)
		found += test(items[i]);
	return found;
}

/* Do the paths differ in segments of this kind, and otherwise only in what one of them has more? */
static bool differ_in(const middle *m, segment_test *test)
{
	size_t a = count(m->a, m->a_len, test), b = count(m->b, m->b_len, test);

	return (a > 0) != (b > 0) && (a == m->a_len || b == m->b_len);
}

static bool is_page_word(span word)
{
	return is_page_segment(word) && !is_number(word);
}

static bool are_pages(const middle *m)
{
	return all(m->a, m->a_len, is_page_segment) && all(m->b, m->b_len, is_page_segment) &&
	       (is_page_word(m->before) || count(m->a, m->a_len, is_page_word) || count(m->b, m->b_len, is_page_word));
}

static bool are_all_versions(const middle *m)
{
	for (size_t i = 0; i < m->a_len && i < m->b_len; i++)
		if (!are_versions(m->a[i], m->b[i]))
			return false;
	return m->has_end && m->a_len == m->b_len;
}

/* Removes ";jsessionid=…" and the like from the end. */
static span without_session(span path)
{
	const char *mark = memchr(path.at, ';', path.len);
	size_t len = mark ? (size_t)(mark - path.at) : path.len;
	span behind = {path.at + len, path.len - len};

	return has_stem(behind, "sess") || has(behind, "sessionid") || has(behind, "sid=") ? (span){path.at, len} : path;
}

/* Splits the path, without an index file at its end. */
static void split_path(span path, parts *out)
{
	split(path, '/', out);
	if (out->is_whole && out->len)
		out->len -= is_index(out->items[out->len - 1]);
}

/* Are the paths equal, apart from a '/' or an index file at the end? */
static bool same_folder(span a, span b, bool (*equal)(span, span))
{
	parts x, y;

	split_path(a, &x);
	split_path(b, &y);
	for (size_t i = 0; i < x.len && x.len == y.len; i++)
		if (!equal(x.items[i], y.items[i]))
			return false;
	return x.is_whole && y.is_whole ? x.len == y.len : equal(a, b);
}

/* NULL: the paths do not say. */
static const char *by_path(span a, span b)
{
	parts x, y;
	middle m;

	if (same_folder(without_session(a), without_session(b), same))
		return "session";
	split_path(a, &x);
	split_path(b, &y);
	if (!x.is_whole || !y.is_whole)
		return NULL;
	m = middle_of(&x, &y);
	if (differ_in(&m, is_print))
		return "print version";
	if (differ_in(&m, is_feed))
		return "feed";
	if (differ_in(&m, is_amp))
		return "AMP version";
	if (differ_in(&m, is_mobile))
		return "mobile version";
	if (are_pages(&m))
		return "pagination";
	if (same_folder(a, b, same_letters))
		return "case";
	if (are_all_versions(&m))
		return "version";
	if (m.a_len <= 1 && m.b_len <= 1 && all(m.a, m.a_len, is_language) && all(m.b, m.b_len, is_language))
		return "language";
	return m.has_end ? "folder" : NULL;
}

/* ── all ── */

static const char *by_url(const address *a, const address *b, char buffer[CAUSE_TEXT])
{
	bool is_folder = same_folder(a->path, b->path, same), is_place = is_folder && same(a->query, b->query);

	if (!same_letters(a->host, b->host))
		return is_place ? "mirror" : "another host";
	if (!is_folder)
		return by_path(a->path, b->path);
	if (!is_place)
		return by_query(a->query, b->query, buffer);
	if (a->is_mobile != b->is_mobile)
		return "mobile version";
	if (a->is_amp != b->is_amp)
		return "AMP version";
	return !same_letters(a->scheme, b->scheme) ? "https"
	       : a->has_www != b->has_www          ? "www"
	       : !same(a->path, b->path)           ? "slash"
						   : "same URL";
}

/* Does the cause say that the two are forms of one URL? Those of the others may be of different pages. */
static bool is_of_one_page(const char *cause)
{
	static const char *const others[] = {"another host", "pagination", "feed", "version", "language", "folder", NULL};

	return cause && !any((span){cause, strlen(cause)}, is, others);
}

bool cause_is_copy(const char *url)
{
	address a;
	parts path;

	if (!read_address(url, &a))
		return false;
	split(a.path, '/', &path);
	return a.is_mobile || a.is_amp || count(path.items, path.len, is_print) || count(path.items, path.len, is_amp) ||
	       count(path.items, path.len, is_mobile);
}

/* A page is no print version because another one is. */
const char *cause_variant(const char *url, const char *other, char buffer[CAUSE_TEXT])
{
	address a, b;
	const char *cause = read_address(url, &a) && read_address(other, &b) ? by_url(&a, &b, buffer) : NULL;

	return is_of_one_page(cause) && (cause_is_copy(url) || !cause_is_copy(other)) ? cause : NULL;
}

static bool says(const char *text, const char *word)
{
	return text && strcmp(text, word) == 0;
}

static const char *by_text(const caused *x)
{
	return says(x->verdict, "duplicate") ? "same text" : says(x->verdict, "contained") ? "excerpt" : "edited";
}

const char *cause_of(const caused *x, char buffer[CAUSE_TEXT])
{
	address a, b;
	const char *cause = NULL;

	if (says(x->filter, "decision") && says(x->stage, "drop"))
		return "by hand";
	if (says(x->filter, "decision") && says(x->stage, "canonical"))
		return "canonical";
	if (says(x->filter, STORE_REVISIT_FILTER))
		return "revisit";
	if (read_address(x->url, &a) && read_address(x->of_url, &b))
		cause = by_url(&a, &b, buffer);
	if (is_of_one_page(cause))
		return cause;
	if (says(x->stage, FIRSTPRINT_NO_CONTENT))
		return "no content";
	if (x->variant && *x->variant)
		return x->variant;
	if (says(cause, "pagination") || says(cause, "feed") || says(cause, "version") || says(cause, "language"))
		return cause;
	if (x->is_list)
		return "list";
	return cause ? cause : by_text(x);
}

/* ── of URLs that were not fetched ── */

static const char *cause_of_word(span word, const word_kind *kinds, size_t n, const char *otherwise)
{
	for (size_t i = 0; i < n; i++)
		if (kinds[i].is(word))
			return kinds[i].cause;
	return otherwise;
}

const char *cause_of_skip(const char *reason, char buffer[CAUSE_TEXT])
{
	static const char learned[] = "repeats: ";
	size_t len = strlen(reason);
	span name;

	if (strcmp(reason, "tracking mark") == 0)
		return "tracking";
	if (strcmp(reason, "session id") == 0)
		return "session";
	if (strncmp(reason, "canonical", 9) == 0)
		return "canonical";
	if (strncmp(reason, learned, sizeof learned - 1) != 0 || len < sizeof learned + 2)
		return NULL;
	name = (span){reason + sizeof learned, len - sizeof learned - 1}; /* of "?NAME=" or "/NAME/" */
	if (reason[sizeof learned - 1] != '?')
		return cause_of_word(name, segment_kinds, SEGMENT_KINDS, "folder");
	if (is_page_parameter(name, (span){"", 0}))
		return "pagination";
	return cause_of_word(name, parameter_kinds, PARAMETER_KINDS, parameter_named(name, buffer));
}

/* ── what it means, and what can be done ── */

static const struct known {
	const char *cause, *means, *advice;
} known[] = {
	{"by hand", "a person said so", "Nothing to do."},
	{"canonical", "a copy names the other as its canonical URL",
	 "Nothing to do: the site says itself which of the two counts."},
	{"revisit", "the WARC file says that it repeats another record", "Nothing to do."},
	{"no content", "neither page has an article",
	 "Open one: if it has a text, extraction missed it; else leave such URLs out (--exclude)."},
	{"same URL", "the input has the URL more than once", "Nothing to do."},
	{"https", "by http and by https", "Redirect http to https (301)."},
	{"www", "with and without a leading www", "Redirect one of the two hosts to the other (301)."},
	{"slash", "with and without a / or an index file at the end", "Link to one form, and redirect the other to it (301)."},
	{"case", "the URLs differ in capital letters", "Link to one spelling, and redirect the other to it (301)."},
	{"mirror", "the same path on another host",
	 "Redirect one host to the other (301), or name one in <link rel=canonical>; crawl only one."},
	{"session", "the id of a session is in the URL",
	 "Keep sessions in a cookie; until then name the URL without it in <link rel=canonical>."},
	{"tracking", "the parameters say where a visitor comes from",
	 "Name the URL without them in <link rel=canonical>; links within the site need none."},
	{"print version", "the same page for a printer",
	 "Name the page in the <link rel=canonical> of its print version, or use @media print."},
	{"AMP version", "the same page as AMP",
	 "Name the page in the <link rel=canonical> of its AMP version, and that in its <link rel=amphtml>."},
	{"mobile version", "the same page for a small screen",
	 "Name the page in the <link rel=canonical> of its mobile version, or serve one URL to all screens."},
	{"feed", "one of the two is a feed of articles", "Leave feeds out (--exclude /feed/)."},
	{"language", "the same text in another language's folder",
	 "Translate it, or keep it in one language; hreflang names the others."},
	{"pagination", "pages of one list or article",
	 "Nothing to do, if they belong together; link to the first page without its number."},
	{"parameters", "the URLs differ in several parameters",
	 "Name the URL without those that do not choose the content in <link rel=canonical>."},
	{"version", "the same page for another version",
	 "Name the current version in <link rel=canonical>, or crawl one version (--exclude)."},
	{"folder", "the same name in another folder", "Redirect one to the other (301), or name it in <link rel=canonical>."},
	{"another host", "another site has the text",
	 "Nothing to do, if it was licensed; <link rel=canonical> can name the source."},
	{"same text", "the same text at another URL", "Redirect one to the other (301), or name it in <link rel=canonical>."},
	{"excerpt", "it is part of a larger page",
	 "Nothing to do for one article in another; if the larger page collects articles, show their first words there."},
	{"list", "it lists other pages",
	 "Fewer tags and archives, or noindex in those that repeat others; a crawl can leave them out (--exclude)."},
	{"edited", "nearly the same text",
	 "Look at some of them before you believe it: inspect STORE drops --where \"cause = 'edited'\" --sample 20."},
};

static const struct known *find(const char *cause)
{
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (strcmp(known[i].cause, cause) == 0)
			return &known[i];
	return NULL;
}

static bool is_parameter(const char *cause)
{
	return strncmp(cause, "parameter ", 10) == 0;
}

const char *cause_means(const char *cause)
{
	const struct known *k = find(cause);

	return k ? k->means : is_parameter(cause) ? "the URLs differ only in it" : "";
}

/* Pages that were kept and have the parameter, too, show that it chooses the content. */
const char *cause_advice(const char *cause, int64_t drops, int64_t kept, char buffer[CAUSE_ADVICE])
{
	const struct known *k = find(cause);

	if (k || !is_parameter(cause))
		return k ? k->advice : "";
	if (kept * 10 < drops)
		snprintf(buffer, CAUSE_ADVICE, "Link to the URL without it, and name that in <link rel=canonical>.");
	else
		snprintf(buffer, CAUSE_ADVICE, "Nothing to do: %lld kept %s it, too, so it chooses the content.",
			 (long long)kept, kept == 1 ? "page has" : "pages have");
	return buffer;
}

/* ── in SQL ── */

static const char *text_at(sqlite3_value **values, int i)
{
	return (const char *)sqlite3_value_text(values[i]);
}

static void give(sqlite3_context *context, const char *text)
{
	sqlite3_result_text(context, text, -1, SQLITE_TRANSIENT); /* NULL gives NULL */
}

static void of_in_sql(sqlite3_context *context, int n, sqlite3_value **v)
{
	const caused x = {text_at(v, 0),
			  text_at(v, 1),
			  text_at(v, 2),
			  text_at(v, 3),
			  text_at(v, 4),
			  text_at(v, 5),
			  sqlite3_value_int(v[6]) == 1};
	char buffer[CAUSE_TEXT];

	(void)n;
	give(context, cause_of(&x, buffer));
}

static void variant_in_sql(sqlite3_context *context, int n, sqlite3_value **v)
{
	char buffer[CAUSE_TEXT];

	(void)n;
	give(context, cause_variant(text_at(v, 0), text_at(v, 1), buffer));
}

static void copy_in_sql(sqlite3_context *context, int n, sqlite3_value **v)
{
	(void)n;
	sqlite3_result_int(context, cause_is_copy(text_at(v, 0)));
}

static void skip_in_sql(sqlite3_context *context, int n, sqlite3_value **v)
{
	const char *reason = text_at(v, 0);
	char buffer[CAUSE_TEXT];

	(void)n;
	give(context, reason ? cause_of_skip(reason, buffer) : NULL);
}

static void means_in_sql(sqlite3_context *context, int n, sqlite3_value **v)
{
	const char *cause = text_at(v, 0);

	(void)n;
	give(context, cause ? cause_means(cause) : "");
}

static void advice_in_sql(sqlite3_context *context, int n, sqlite3_value **v)
{
	const char *cause = text_at(v, 0);
	char buffer[CAUSE_ADVICE];

	(void)n;
	give(context, cause ? cause_advice(cause, sqlite3_value_int64(v[1]), sqlite3_value_int64(v[2]), buffer) : "");
}

int cause_add_functions(sqlite3 *db)
{
	static const struct {
		const char *name;
		int arguments;
		void (*run)(sqlite3_context *, int, sqlite3_value **);
	} all_of_them[] = {{"cause_of", 7, of_in_sql},        {"cause_variant", 2, variant_in_sql},
			   {"cause_is_copy", 1, copy_in_sql}, {"cause_of_skip", 1, skip_in_sql},
			   {"cause_means", 1, means_in_sql},  {"cause_advice", 3, advice_in_sql}};
	int code = SQLITE_OK;

	for (size_t i = 0; i < sizeof all_of_them / sizeof *all_of_them && code == SQLITE_OK; i++)
		code = sqlite3_create_function_v2(db, all_of_them[i].name, all_of_them[i].arguments,
						  SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS, NULL,
						  all_of_them[i].run, NULL, NULL, NULL);
	return code;
}
