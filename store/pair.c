#include "store/pair.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/mark.h"

typedef firstprint_span span;

/* ── the query ── */

/* What the parameters that differ have in common. */
typedef struct differing {
	span name; /* of the first one; at NULL: none differs */
	bool one_name, too_many, all[WORD_PARAMETER_LAST + 1];
} differing;

static void note(differing *d, span parameter)
{
	span name = address_name(parameter);
	bool has_value = name.len < parameter.len, is_first = !d->name.at;
	span value = {name.at + name.len + has_value, parameter.len - name.len - has_value};

	if (is_first)
		d->name = name;
	d->one_name = is_first || (d->one_name && word_same(d->name, name));
	for (enum word_kind k = 0; k <= WORD_PARAMETER_LAST; k++)
		d->all[k] = (is_first || d->all[k]) && word_is_parameter(name, value, k);
}

static void note_new(differing *d, const address_parts *from, const address_parts *to)
{
	for (size_t i = 0; i < from->len; i++)
		if (!address_has(to, from->items[i]))
			note(d, from->items[i]);
}

/* Does one of them have a parameter that the other has not, or with another value? Their order does not matter. */
static bool differ(span a, span b, differing *out)
{
	address_parts x, y;

	*out = (differing){.name = {NULL, 0}};
	address_split(a, '&', &x);
	address_split(b, '&', &y);
	out->too_many = !x.is_whole || !y.is_whole;
	if (out->too_many)
		return !word_same(a, b);
	note_new(out, &x, &y);
	note_new(out, &y, &x);
	return out->name.at;
}

const char *pair_parameter(span name, char buffer[CAUSE_TEXT])
{
	for (size_t i = 0; i < name.len; i++)
		if (!isalnum((unsigned char)name.at[i]) && !strchr("_-.[]%", name.at[i]))
			return "parameters";
	if (name.len == 0 || name.len > CAUSE_TEXT - sizeof "parameter ")
		return "parameters";
	snprintf(buffer, CAUSE_TEXT, "parameter %.*s", (int)name.len, name.at);
	return buffer;
}

/* Returns which page of a list it is: "2" of "?page=2", of "page-2", or of "page" and "2"; "start=20" of such a parameter. Empty: the URL
 * does not say. items: n segments in which the path differs from the other one. */
static span page_of(const address *x, const span *items, size_t n)
{
	span page = {"", 0};
	address_parts all;

	address_split(x->query, '&', &all);
	for (size_t i = 0; i < n; i++)
		page = items[i];
	while (page.len && !isdigit((unsigned char)*page.at))
		page = (span){page.at + 1, page.len - 1};
	for (size_t i = 0; i < all.len; i++) {
		span name = address_name(all.items[i]), value = {name.at + name.len + 1, all.items[i].len - name.len - 1};

		if (name.len < all.items[i].len && word_is_parameter(name, value, WORD_PAGE))
			page = word_is(name, WORD_PAGE) ? value : all.items[i];
	}
	return page;
}

/* Two pages of one list, or one page at two addresses: ?page=2 and /page/2/. */
static const char *by_page(const address *a, const address *b, const address_middle *m)
{
	return word_same(page_of(a, m->a, m->a_len), page_of(b, m->b, m->b_len)) ? "spelling" : word_cause(WORD_PAGE);
}

static const char *by_query(const address *a, const address *b, const differing *d, char buffer[CAUSE_TEXT])
{
	static const address_middle none;

	if (d->all[WORD_PAGE] && !d->too_many)
		return by_page(a, b, &none);
	for (enum word_kind k = 0; k <= WORD_PARAMETER_LAST && !d->too_many; k++)
		if (d->all[k])
			return word_cause(k);
	return d->one_name ? pair_parameter(d->name, buffer) : "parameters";
}

/* ── the path ── */

static bool are_all(const address_middle *m, enum word_kind k)
{
	return address_count(m->a, m->a_len, k) + address_count(m->b, m->b_len, k) == m->a_len + m->b_len;
}

static bool is_letter(span segment)
{
	return segment.len - word_extension(segment) == 1;
}

/* Has each path its own last segment, and one of them is a letter: /m.html beside /n.html? Then it is a name. */
static bool are_letters(const address_middle *m)
{
	return !m->has_end && m->a_len == 1 && m->b_len == 1 && (is_letter(m->a[0]) || is_letter(m->b[0]));
}

/* Does the first path have segments of this kind, which the other has not, and do they differ otherwise only in what one of them has
 * more? */
static bool has_more(const address_middle *m, enum word_kind k)
{
	size_t n = address_count(m->a, m->a_len, k);

	return n && !address_count(m->b, m->b_len, k) && (n == m->a_len || m->b_len == 0);
}

/* Does the other path have such segments in the place of what the first one has, and nothing else? */
static bool lacks(const address_middle *m, enum word_kind k)
{
	return address_count(m->b, m->b_len, k) == m->b_len && address_count(m->a, m->a_len, k) == 0 && m->a_len <= m->b_len;
}

/* NULL: they differ in no form for other readers. What the first one is for says more than what the other is for. */
static const char *by_reader(const address *a, const address *b, const address_middle *m)
{
	if (are_letters(m))
		return NULL;
	for (enum word_kind k = WORD_FORM_FIRST; k <= WORD_FORM_LAST; k++)
		if (has_more(m, k))
			return word_cause(k);
	for (enum word_kind k = WORD_FORM_FIRST; k <= WORD_FORM_LAST && a->form == b->form; k++)
		if (lacks(m, k))
			return word_cause(k);
	return NULL;
}

static bool are_pages(const address_middle *m)
{
	return are_all(m, WORD_PAGE) &&
	       (!are_all(m, WORD_NUMBER) || (word_is(m->before, WORD_PAGE) && !word_is_number(m->before)));
}

static bool are_all_versions(const address_middle *m)
{
	for (size_t i = 0; i < m->a_len && i < m->b_len; i++)
		if (!word_are_versions(m->a[i], m->b[i]))
			return false;
	return m->has_end && m->a_len == m->b_len;
}

/* Removes ";jsessionid=…" and the like from the end. */
static span without_session(span path)
{
	const char *mark = memchr(path.at, ';', path.len);
	size_t len = mark ? (size_t)(mark - path.at) : path.len;
	span behind = {path.at + len, path.len - len};

	return mark_is_one(behind, "<sess* *sessionid* *sid=*") ? (span){path.at, len} : path;
}

/* NULL: the paths do not say. */
static const char *by_path(const address *a, const address *b)
{
	const char *reader;
	address_parts x, y;
	address_middle m;

	if (address_same_folder(without_session(a->path), without_session(b->path), word_same))
		return "session";
	address_split_path(a->path, &x);
	address_split_path(b->path, &y);
	if (!x.is_whole || !y.is_whole)
		return NULL;
	m = address_middle_of(&x, &y);
	reader = by_reader(a, b, &m);
	if (reader)
		return reader;
	if (are_pages(&m))
		return by_page(a, b, &m);
	if (address_same_folder(a->path, b->path, word_same_letters))
		return "case";
	if (are_all_versions(&m))
		return "version";
	if (m.a_len <= 1 && m.b_len <= 1 && are_all(&m, WORD_LANGUAGE))
		return "language";
	return m.has_end ? "folder" : NULL;
}

bool pair_is_nested(const address *a, const address *b)
{
	address_parts x, y;
	address_middle m;

	address_split_path(a->path, &x);
	address_split_path(b->path, &y);
	m = address_middle_of(&x, &y);
	return m.has_end && (m.a_len == 0 || m.b_len == 0);
}

static bool is_first_page(const address *a, const address *b)
{
	differing p;

	return differ(a->query, b->query, &p) && p.all[WORD_PAGE] && !p.too_many && page_of(a, NULL, 0).len == 0 &&
	       word_same(page_of(b, NULL, 0), (span){"1", 1});
}

bool pair_is_plainer(const address *a, const address *b)
{
	if (!word_same_letters(a->host, b->host))
		return false;
	if (word_same(a->path, b->path))
		return is_first_page(a, b);
	return a->path.len < b->path.len && word_same(a->query, b->query) && pair_is_nested(a, b);
}

/* ── all ── */

/* Hosts that differ only in a label for a language have at least two more; a label alone is also that of a staging server, "qa". */
static const char *by_host(span a, span b)
{
	address_parts x, y;
	address_middle m;

	address_split(a, '.', &x);
	address_split(b, '.', &y);
	m = address_middle_of(&x, &y);
	return m.a_len == 1 && m.b_len == 1 && m.has_end && x.len > 2 && are_all(&m, WORD_LANGUAGE) ? "language" : "mirror";
}

static const char *by_form(const address *a, const address *b)
{
	if (a->form != b->form)
		return word_cause(a->form > b->form ? a->form : b->form);
	if (!word_same_letters(a->scheme, b->scheme))
		return "https";
	if (a->has_www != b->has_www)
		return "www";
	if (!word_same(a->path, b->path))
		return "slash";
	if (a->all.len == b->all.len && memcmp(a->all.at, b->all.at, a->all.len) == 0)
		return "same URL";
	return word_same_letters(a->all, b->all) ? "case" : "spelling";
}

const char *pair_cause(const address *a, const address *b, char buffer[CAUSE_TEXT])
{
	differing p;
	bool is_folder = address_same_folder(a->path, b->path, word_same), is_other = differ(a->query, b->query, &p);
	bool is_page = !is_other || (!p.too_many && (p.all[WORD_SESSION] || p.all[WORD_TRACKING]));

	if (!word_same_letters(a->host, b->host))
		return (is_folder || address_same_folder(a->path, b->path, word_same_letters)) && is_page
			       ? by_host(a->host, b->host)
			       : "another host";
	if (!is_folder)
		return by_path(a, b);
	return is_other ? by_query(a, b, &p, buffer) : by_form(a, b);
}
