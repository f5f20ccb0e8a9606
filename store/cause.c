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

static span cut(const char **at, const char *stop)
{
	span x = {*at, strcspn(*at, stop)};

	*at += x.len;
	return x;
}

/* Does the word match "x", or "x*", which it begins with, "*x", which it ends with, "*x*", which is anywhere in it, or "<x*",
 * with which one of its words begins: "view-print" has "<print*", "fingerprint" does not? Case does not matter. */
static bool matches(span word, span pattern)
{
	bool begins_word = *pattern.at == '<', anywhere = begins_word || *pattern.at == '*';
	bool goes_on = pattern.at[pattern.len - 1] == '*';
	span x = {pattern.at + anywhere, pattern.len - anywhere - goes_on};

	for (size_t i = 0; i + x.len <= word.len && (i == 0 || anywhere); i++)
		if (strncasecmp(word.at + i, x.at, x.len) == 0 && (goes_on || i + x.len == word.len) &&
		    !(begins_word && i > 0 && isalpha((unsigned char)word.at[i - 1])))
			return true;
	return false;
}

/* Does it match one of the patterns, which are separated by spaces? */
static bool is_one(span word, const char *patterns)
{
	while (*patterns) {
		if (matches(word, cut(&patterns, " ")))
			return true;
		patterns += *patterns == ' ';
	}
	return false;
}

static bool is_number(span a)
{
	for (size_t i = 0; i < a.len; i++)
		if (!isdigit((unsigned char)a.at[i]))
			return false;
	return a.len > 0;
}

/* "en", "pt-br", "zh_CN" */
static bool is_language(span word)
{
	for (size_t i = 0; i < word.len; i++)
		if (i == 2 ? !strchr("-_", word.at[i]) : !isalpha((unsigned char)word.at[i]))
			return false;
	return word.len == 2 || word.len == 5;
}

/* "index.html", "default.aspx" */
static bool is_index(span word)
{
	size_t end = word.len;

	while (end > 0 && isalnum((unsigned char)word.at[end - 1]))
		end--;
	return word.len - end <= 5 && is_one((span){word.at, end}, "index. default.");
}

#define PAGE_WORDS "page paged pageno pagenumber pg seite pagina"

static bool is_page_parameter(span name, span value)
{
	return (value.len == 0 || is_number(value)) && is_one(name, PAGE_WORDS " start offset");
}

/* Is it "3", "page", "page3", "page-3" or "comment-page-3"? */
static bool is_page_segment(span segment)
{
	span word = segment;

	while (word.len && isdigit((unsigned char)word.at[word.len - 1]))
		word.len--;
	if (word.len && (word.at[word.len - 1] == '-' || word.at[word.len - 1] == '_'))
		word.len--;
	return is_number(segment) || is_one(word, PAGE_WORDS " *-page");
}

/* What a word in a URL may say: the name of a parameter, up to PARAMETER_LAST, its value, from VALUE_FIRST on, or a segment of
 * the path, up to SEGMENT_LAST. */
enum kind {
	SESSION,
	TRACKING,
	PRINT,
	AMP,
	MOBILE,
	FEED,
	INDEX,
	PAGE,
	LANGUAGE,
	NUMBER,
	VALUE_FIRST = PRINT,
	SEGMENT_FIRST = PRINT,
	PARAMETER_LAST = MOBILE,
	SEGMENT_LAST = LANGUAGE
};

static const struct {
	const char *cause, *patterns;
	bool (*test)(span word);
} kinds[] = {
	[SESSION] = {"session", "<sess* *sessid* *sessionid* *sid cfid cftoken zenid", NULL},
	[TRACKING] = {"tracking",
		      "utm_* mtm_* fbclid gclid dclid msclkid mc_cid mc_eid _hsenc _hsmi igshid yclid twclid wt_mc wt.mc_id"
		      " pk_campaign pk_kwd",
		      NULL},
	[PRINT] = {"print version", "<print* <druck* <imprim* <stampa*", NULL},
	[AMP] = {"AMP version", "amp", NULL},
	[MOBILE] = {"mobile version", "m mobile mobil touch", NULL},
	[FEED] = {"feed", "feed feeds rss atom rss2 *.rss *.atom", NULL},
	[INDEX] = {"slash", "", is_index},
	[PAGE] = {"pagination", "", is_page_segment},
	[LANGUAGE] = {"language", "", is_language},
	[NUMBER] = {NULL, "", is_number},
};

static bool is(span word, enum kind k)
{
	return kinds[k].test ? kinds[k].test(word) : is_one(word, kinds[k].patterns);
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
	size_t v = is_one(word, "v*");
	span number = {word.at + v, word.len - v};

	return is_one(word, "latest stable current dev devel main master trunk") ||
	       (number.len && next_letter(number, 0) == number.len);
}

/* Are they names of two versions: "doc-14" and "doc-15", "3.1" and "latest"? Numbers alone may be of products or years. */
static bool are_versions(span a, span b)
{
	if (is_number(a) && is_number(b))
		return false;
	return differ_in_number(a, b) || (is_version(a) && is_version(b));
}

/* ── the parts of a URL ── */

typedef struct address {
	span scheme, host, path, query; /* host: without "www.", "m.", "amp." */
	bool has_www, is_mobile, is_amp;
} address;

/* Removes the first label of the host, if it says only in which form the site is. */
static void read_label(address *x)
{
	const char *point = memchr(x->host.at, '.', x->host.len);
	span label = {x->host.at, point ? (size_t)(point - x->host.at) : 0};

	x->has_www = is_one(label, "www");
	x->is_mobile = is(label, MOBILE);
	x->is_amp = is(label, AMP);
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

/* What the parameters that differ have in common. */
typedef struct differing {
	span name; /* of the first one; at NULL: they only have another order */
	bool one_name, all_page, all[PARAMETER_LAST + 1];
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

	if (!d->name.at)
		*d = (differing){name, true, true, {true, true, true, true, true}};
	d->one_name &= same(d->name, name);
	d->all_page &= is_page_parameter(name, value);
	for (enum kind k = 0; k <= PARAMETER_LAST; k++)
		d->all[k] &= is(name, k) || (k >= VALUE_FIRST && is(value, k));
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
	for (enum kind k = 0; k <= PARAMETER_LAST; k++)
		if (d.all[k])
			return kinds[k].cause;
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

static size_t count(const span *items, size_t n, enum kind k)
{
	size_t found = 0;

	for (size_t i = 0; i < n; i++)
		found += is(items[i], k);
	return found;
}

static bool are_all(const middle *m, enum kind k)
{
	return count(m->a, m->a_len, k) + count(m->b, m->b_len, k) == m->a_len + m->b_len;
}

/* Do the paths differ in segments of this kind, and otherwise only in what one of them has more? */
static bool differ_in(const middle *m, enum kind k)
{
	size_t a = count(m->a, m->a_len, k), b = count(m->b, m->b_len, k);

	return (a > 0) != (b > 0) && (a == m->a_len || b == m->b_len);
}

static bool are_pages(const middle *m)
{
	return are_all(m, PAGE) && (!are_all(m, NUMBER) || (is(m->before, PAGE) && !is_number(m->before)));
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

	return is_one(behind, "<sess* *sessionid* *sid=*") ? (span){path.at, len} : path;
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
	static const enum kind forms[] = {PRINT, FEED, AMP, MOBILE};
	parts x, y;
	middle m;

	if (same_folder(without_session(a), without_session(b), same))
		return "session";
	split_path(a, &x);
	split_path(b, &y);
	if (!x.is_whole || !y.is_whole)
		return NULL;
	m = middle_of(&x, &y);
	for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
		if (differ_in(&m, forms[i]))
			return kinds[forms[i]].cause;
	if (are_pages(&m))
		return "pagination";
	if (same_folder(a, b, same_letters))
		return "case";
	if (are_all_versions(&m))
		return "version";
	if (m.a_len <= 1 && m.b_len <= 1 && are_all(&m, LANGUAGE))
		return "language";
	return m.has_end ? "folder" : NULL;
}

/* ── what it means, and what can be done ── */

/* What a cause says about the pages: that their URLs are forms of one; that they may be others; or which others, which says
 * more than that one is a list. A cause that is not in the table, a parameter, says the first. */
enum pages { FORMS, OTHERS, NAMED };

static const struct known {
	const char *cause, *means, *advice;
	enum pages pages;
} known[] = {
	{"by hand", "a person said so", "Nothing to do.", FORMS},
	{"canonical", "a copy names the other as its canonical URL",
	 "Nothing to do: the site says itself which of the two counts.", FORMS},
	{"revisit", "the WARC file says that it repeats another record", "Nothing to do.", FORMS},
	{"no content", "neither page has an article",
	 "Open one: if it has a text, extraction missed it; else leave such URLs out (--exclude).", FORMS},
	{"same URL", "the input has the URL more than once", "Nothing to do.", FORMS},
	{"https", "by http and by https", "Redirect http to https (301).", FORMS},
	{"www", "with and without a leading www", "Redirect one of the two hosts to the other (301).", FORMS},
	{"slash", "with and without a / or an index file at the end", "Link to one form, and redirect the other to it (301).",
	 FORMS},
	{"case", "the URLs differ in capital letters", "Link to one spelling, and redirect the other to it (301).", FORMS},
	{"mirror", "the same path on another host",
	 "Redirect one host to the other (301), or name one in <link rel=canonical>; crawl only one.", FORMS},
	{"session", "the id of a session is in the URL",
	 "Keep sessions in a cookie; until then name the URL without it in <link rel=canonical>.", FORMS},
	{"tracking", "the parameters say where a visitor comes from",
	 "Name the URL without them in <link rel=canonical>; links within the site need none.", FORMS},
	{"print version", "the same page for a printer",
	 "Name the page in the <link rel=canonical> of its print version, or use @media print.", FORMS},
	{"AMP version", "the same page as AMP",
	 "Name the page in the <link rel=canonical> of its AMP version, and that in its <link rel=amphtml>.", FORMS},
	{"mobile version", "the same page for a small screen",
	 "Name the page in the <link rel=canonical> of its mobile version, or serve one URL to all screens.", FORMS},
	{"feed", "one of the two is a feed of articles", "Leave feeds out (--exclude /feed/).", NAMED},
	{"language", "the same text in another language's folder",
	 "Translate it, or keep it in one language; hreflang names the others.", NAMED},
	{"pagination", "pages of one list or article",
	 "Nothing to do, if they belong together; link to the first page without its number.", NAMED},
	{"parameters", "the URLs differ in several parameters",
	 "Name the URL without those that do not choose the content in <link rel=canonical>.", FORMS},
	{"version", "the same page for another version",
	 "Name the current version in <link rel=canonical>, or crawl one version (--exclude).", NAMED},
	{"folder", "the same name in another folder", "Redirect one to the other (301), or name it in <link rel=canonical>.",
	 OTHERS},
	{"another host", "another site has the text",
	 "Nothing to do, if it was licensed; <link rel=canonical> can name the source.", OTHERS},
	{"same text", "the same text at another URL", "Redirect one to the other (301), or name it in <link rel=canonical>.",
	 FORMS},
	{"excerpt", "it is part of a larger page",
	 "Nothing to do for one article in another; if the larger page collects articles, show their first words there.",
	 FORMS},
	{"list", "it lists other pages",
	 "Fewer tags and archives, or noindex in those that repeat others; a crawl can leave them out (--exclude).", FORMS},
	{"edited", "nearly the same text",
	 "Look at some of them before you believe it: inspect STORE drops --where \"cause = 'edited'\" --sample 20.", FORMS},
};

static bool says(const char *text, const char *word)
{
	return text && strcmp(text, word) == 0;
}

/* NULL: it is not in the table. */
static const struct known *find(const char *cause)
{
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (says(cause, known[i].cause))
			return &known[i];
	return NULL;
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

static enum pages pages_of(const char *cause)
{
	const struct known *k = find(cause);

	return k ? k->pages : FORMS;
}

bool cause_is_copy(const char *url)
{
	address a;
	parts path;

	if (!read_address(url, &a))
		return false;
	split(a.path, '/', &path);
	return a.is_mobile || a.is_amp || count(path.items, path.len, PRINT) || count(path.items, path.len, AMP) ||
	       count(path.items, path.len, MOBILE);
}

/* A page is no print version because another one is. */
const char *cause_variant(const char *url, const char *other, char buffer[CAUSE_TEXT])
{
	address a, b;
	const char *cause = read_address(url, &a) && read_address(other, &b) ? by_url(&a, &b, buffer) : NULL;

	return cause && pages_of(cause) == FORMS && (cause_is_copy(url) || !cause_is_copy(other)) ? cause : NULL;
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
	if (cause && pages_of(cause) == FORMS)
		return cause;
	if (says(x->stage, FIRSTPRINT_NO_CONTENT))
		return "no content";
	if (x->variant && *x->variant)
		return x->variant;
	if (pages_of(cause) == NAMED)
		return cause;
	if (x->is_list)
		return "list";
	return cause ? cause : by_text(x);
}

/* ── of URLs that were not fetched ── */

static const char *cause_of_word(span word, enum kind first, enum kind last, const char *otherwise)
{
	for (enum kind k = first; k <= last; k++)
		if (is(word, k))
			return kinds[k].cause;
	return otherwise;
}

const char *cause_of_skip(const char *reason, char buffer[CAUSE_TEXT])
{
	static const char learned[] = "repeats: ";
	size_t len = reason ? strlen(reason) : 0;
	span name;

	if (says(reason, "tracking mark"))
		return "tracking";
	if (says(reason, "session id"))
		return "session";
	if (len && strncmp(reason, "canonical", 9) == 0)
		return "canonical";
	if (len < sizeof learned + 2 || strncmp(reason, learned, sizeof learned - 1) != 0)
		return NULL;
	name = (span){reason + sizeof learned, len - sizeof learned - 1}; /* of "?NAME=" or "/NAME/" */
	if (reason[sizeof learned - 1] != '?')
		return cause_of_word(name, SEGMENT_FIRST, SEGMENT_LAST, "folder");
	if (is_page_parameter(name, (span){"", 0}))
		return "pagination";
	return cause_of_word(name, SESSION, PARAMETER_LAST, parameter_named(name, buffer));
}

/* ── what can be done ── */

static bool is_parameter(const char *cause)
{
	return cause && strncmp(cause, "parameter ", 10) == 0;
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

static const char *tell_cause(sqlite3_value **v, char *buffer)
{
	const caused x = {text_at(v, 0),
			  text_at(v, 1),
			  text_at(v, 2),
			  text_at(v, 3),
			  text_at(v, 4),
			  text_at(v, 5),
			  sqlite3_value_int(v[6]) == 1};

	return cause_of(&x, buffer);
}

static const char *tell_variant(sqlite3_value **v, char *buffer)
{
	return cause_variant(text_at(v, 0), text_at(v, 1), buffer);
}

static const char *tell_copy(sqlite3_value **v, char *buffer)
{
	snprintf(buffer, CAUSE_ADVICE, "%d", cause_is_copy(text_at(v, 0)));
	return buffer;
}

static const char *tell_skip(sqlite3_value **v, char *buffer)
{
	return cause_of_skip(text_at(v, 0), buffer);
}

static const char *tell_meaning(sqlite3_value **v, char *buffer) // NOLINT(readability-non-const-parameter): as the others
{
	(void)buffer;
	return cause_means(text_at(v, 0));
}

static const char *tell_advice(sqlite3_value **v, char *buffer)
{
	return cause_advice(text_at(v, 0), sqlite3_value_int64(v[1]), sqlite3_value_int64(v[2]), buffer);
}

static const struct function {
	const char *name;
	int arguments;
	const char *(*tell)(sqlite3_value **arguments, char buffer[CAUSE_ADVICE]);
} functions[] = {{"cause_of", 7, tell_cause},     {"cause_variant", 2, tell_variant}, {"cause_is_copy", 1, tell_copy},
		 {"cause_of_skip", 1, tell_skip}, {"cause_means", 1, tell_meaning},   {"cause_advice", 3, tell_advice}};

static void run(sqlite3_context *context, int n, sqlite3_value **v)
{
	const struct function *f = sqlite3_user_data(context);
	char buffer[CAUSE_ADVICE];

	(void)n;
	sqlite3_result_text(context, f->tell(v, buffer), -1, SQLITE_TRANSIENT); /* NULL gives NULL */
}

int cause_add_functions(sqlite3 *db)
{
	int code = SQLITE_OK;

	for (size_t i = 0; i < sizeof functions / sizeof *functions && code == SQLITE_OK; i++)
		code = sqlite3_create_function_v2(db, functions[i].name, functions[i].arguments,
						  SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS, (void *)&functions[i],
						  run, NULL, NULL, NULL);
	return code;
}
