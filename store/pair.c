#include "store/pair.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/mark.h"

typedef firstprint_span span;

/* ── the query ── */

/* What the parameters that differ have in common. */
typedef struct differing {
	span name; /* of the first one; at NULL: they only have another order */
	bool one_name, all_page, all[WORD_PARAMETER_LAST + 1];
} differing;

static bool contains(const address_parts *all, span item)
{
	for (size_t i = 0; i < all->len; i++)
		if (word_same(all->items[i], item))
			return true;
	return false;
}

static void note(differing *d, span parameter)
{
	span name = address_name(parameter);
	bool has_value = name.len < parameter.len;
	span value = {name.at + name.len + has_value, parameter.len - name.len - has_value};

	if (!d->name.at)
		*d = (differing){name, true, true, {true, true, true, true, true}};
	d->one_name &= word_same(d->name, name);
	d->all_page &= word_is_page_parameter(name, value);
	for (enum word_kind k = 0; k <= WORD_PARAMETER_LAST; k++)
		d->all[k] &= word_is(name, k) || (k >= WORD_VALUE_FIRST && word_is(value, k));
}

static void note_new(differing *d, const address_parts *from, const address_parts *to)
{
	for (size_t i = 0; i < from->len; i++)
		if (!contains(to, from->items[i]))
			note(d, from->items[i]);
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

static const char *by_query(span a, span b, char buffer[CAUSE_TEXT])
{
	address_parts x, y;
	differing d = {0};

	address_split(a, '&', &x);
	address_split(b, '&', &y);
	if (!x.is_whole || !y.is_whole)
		return "parameters";
	note_new(&d, &x, &y);
	note_new(&d, &y, &x);
	for (enum word_kind k = 0; k <= WORD_PARAMETER_LAST; k++)
		if (d.all[k])
			return word_cause(k);
	return d.all_page ? "pagination" : d.one_name ? pair_parameter(d.name, buffer) : "parameters";
}

/* ── the path ── */

static bool are_all(const address_middle *m, enum word_kind k)
{
	return address_count(m->a, m->a_len, k) + address_count(m->b, m->b_len, k) == m->a_len + m->b_len;
}

/* Do the paths differ in segments of this kind, and otherwise only in what one of them has more? */
static bool differ_in(const address_middle *m, enum word_kind k)
{
	size_t a = address_count(m->a, m->a_len, k), b = address_count(m->b, m->b_len, k);

	return (a > 0) != (b > 0) && (a == m->a_len || b == m->b_len);
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
static const char *by_path(span a, span b)
{
	static const enum word_kind forms[] = {WORD_PRINT, WORD_FEED, WORD_AMP, WORD_MOBILE};
	address_parts x, y;
	address_middle m;

	if (address_same_folder(without_session(a), without_session(b), word_same))
		return "session";
	address_split_path(a, &x);
	address_split_path(b, &y);
	if (!x.is_whole || !y.is_whole)
		return NULL;
	m = address_middle_of(&x, &y);
	for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
		if (differ_in(&m, forms[i]))
			return word_cause(forms[i]);
	if (are_pages(&m))
		return "pagination";
	if (address_same_folder(a, b, word_same_letters))
		return "case";
	if (are_all_versions(&m))
		return "version";
	if (m.a_len <= 1 && m.b_len <= 1 && are_all(&m, WORD_LANGUAGE))
		return "language";
	return m.has_end ? "folder" : NULL;
}

const char *pair_cause(const address *a, const address *b, char buffer[CAUSE_TEXT])
{
	bool is_folder = address_same_folder(a->path, b->path, word_same),
	     is_place = is_folder && word_same(a->query, b->query);

	if (!word_same_letters(a->host, b->host))
		return is_place ? "mirror" : "another host";
	if (!is_folder)
		return by_path(a->path, b->path);
	if (!is_place)
		return by_query(a->query, b->query, buffer);
	if (a->is_mobile != b->is_mobile)
		return "mobile version";
	if (a->is_amp != b->is_amp)
		return "AMP version";
	return !word_same_letters(a->scheme, b->scheme) ? "https"
	       : a->has_www != b->has_www               ? "www"
	       : !word_same(a->path, b->path)           ? "slash"
							: "same URL";
}
