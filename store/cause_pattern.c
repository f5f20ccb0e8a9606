#include "store/cause_pattern.h"

#include <ctype.h>
#include <string.h>

#include "base/mark.h"
#include "store/address.h"
#include "store/cause.h"

typedef firstprint_span span;

#define HTTP ((span){"http", 4})

typedef struct writing {
	const char *cause;
	enum word_kind kind; /* whose words are the cause; WORD_NUMBER: of none */
	address url, other;
	char *out;
	size_t len;
	bool says; /* is the cause in the pattern? */
} writing;

static bool is_cause(const writing *w, const char *causes)
{
	return mark_is_one((span){w->cause, strlen(w->cause)}, causes);
}

static void put(writing *w, span text)
{
	if (w->len + text.len < CAUSE_PATTERN)
		memcpy(w->out + w->len, text.at, text.len);
	w->len += text.len;
}

static void put_text(writing *w, const char *text)
{
	put(w, (span){text, strlen(text)});
}

/* ── the path ── */

/* Puts a segment that says the cause, with * for what is before the word, and for numbers of pages. */
static void put_word(writing *w, span segment)
{
	span x = segment;

	while (x.len > 1 && word_is((span){x.at + 1, x.len - 1}, w->kind))
		x = (span){x.at + 1, x.len - 1};
	put_text(w, x.len < segment.len ? "/*" : "/");
	while (w->kind == WORD_PAGE && x.len && isdigit((unsigned char)x.at[x.len - 1]))
		x.len--;
	put(w, x);
	put_text(w, x.at + x.len < segment.at + segment.len ? "*" : "");
	w->says = true;
}

static void put_star(writing *w)
{
	if (w->len < 2 || w->len >= CAUSE_PATTERN || memcmp(w->out + w->len - 2, "/*", 2) != 0)
		put_text(w, "/*");
}

/* Puts what is behind the page's name, if that is the cause: ";jsessionid=*", ".html", "/". */
static void put_end(writing *w, span name)
{
	const char *mark = memchr(name.at, ';', name.len);
	size_t extension = word_extension(name);
	bool has_slash = w->url.path.at[w->url.path.len - 1] == '/';

	if (w->kind == WORD_SESSION && mark) {
		put(w, address_name((span){mark, name.len - (size_t)(mark - name.at)}));
		put_text(w, "=*");
		w->says = true;
	}
	if (w->kind != WORD_INDEX)
		return;
	if (!word_is(name, WORD_INDEX))
		put(w, (span){name.at + name.len - extension, extension});
	put_text(w, has_slash ? "/" : "");
	w->says |= extension || has_slash;
}

/* Finds the folders of the path in which a version or another folder differs from the other URL's. */
static void find_moved(writing *w, size_t *from, size_t *to)
{
	address_parts x, y;
	address_middle m;

	address_split_path(w->url.path, &x);
	address_split_path(w->other.path, &y);
	m = address_middle_of(&x, &y);
	*from = (size_t)(m.a - x.items);
	*to = *from + (m.has_end && is_cause(w, "version folder") ? m.a_len : 0);
}

static void put_path(writing *w)
{
	address_parts path;
	size_t from, to;

	address_split(w->url.path, '/', &path);
	find_moved(w, &from, &to);
	for (size_t i = 0; i < path.len; i++) {
		span x = path.items[i];
		bool is_moved = i >= from && i < to, is_folder = i + 1 < path.len && (i == 0 || is_moved);

		if (w->kind >= WORD_SEGMENT_FIRST && word_is(x, w->kind) && !word_is_number(x)) {
			put_word(w, x);
		} else if (is_folder && !word_is_number(x)) {
			put_text(w, "/");
			put(w, x);
			w->says |= is_moved;
		} else {
			put_star(w);
		}
	}
	if (path.len)
		put_end(w, path.items[path.len - 1]);
	else
		put_text(w, "/");
}

/* ── the query ── */

/* Does the parameter say the cause? has_value: with this value, but not by its name. */
static bool says_cause(const writing *w, span parameter, bool *has_value)
{
	span name = address_name(parameter);
	bool has_equals = name.len < parameter.len;
	address_parts others;
	span value = {name.at + name.len + has_equals, parameter.len - name.len - has_equals};

	*has_value = false;
	if (strncmp(w->cause, "parameter ", 10) == 0)
		return word_same(name, (span){w->cause + 10, strlen(w->cause + 10)});
	if (w->kind > WORD_PARAMETER_LAST) {
		address_split(w->other.query, '&', &others);
		return is_cause(w, "parameters") && !address_has(&others, parameter);
	}
	*has_value = !word_is_parameter(name, (span){"", 0}, w->kind);
	return word_is_parameter(name, value, w->kind);
}

static void put_query(writing *w)
{
	address_parts all;
	const char *before = "?";
	bool has_value;

	address_split(w->url.query, '&', &all);
	for (size_t i = 0; i < all.len; i++) {
		if (!says_cause(w, all.items[i], &has_value))
			continue;
		put_text(w, before);
		put(w, has_value ? all.items[i] : address_name(all.items[i]));
		put_text(w, has_value ? "" : "=*");
		before = "&";
		w->says = true;
	}
}

/* ── all ── */

static enum word_kind kind_of(const char *cause)
{
	enum word_kind k = 0;

	while (k <= WORD_SEGMENT_LAST && strcmp(word_cause(k), cause) != 0)
		k++;
	return k <= WORD_SEGMENT_LAST ? k : WORD_NUMBER;
}

/* false: the URL cannot be read. */
static bool write_pattern(writing *w, const char *told, const char *beside)
{
	static const address none;

	w->len = 0;
	if (!address_read(told, &w->url))
		return false;
	if (!address_read(beside, &w->other))
		w->other = none;
	w->says = (w->url.form && w->kind == w->url.form) || (is_cause(w, "https") && word_same_letters(w->url.scheme, HTTP));
	put(w, (span){told, (size_t)(w->url.path.at - told)});
	if (is_cause(w, "https www mirror") || strcmp(w->cause, "another host") == 0)
		put_star(w);
	else
		put_path(w);
	put_query(w);
	return true;
}

/* Of two forms with and without a '/', an index file or an extension at the end, which of them is wrong is not in the URL itself. */
static bool is_for_original(const writing *w, const char *url, const char *of_url)
{
	char a[CAUSE_TEXT], b[CAUSE_TEXT];

	return is_cause(w, "slash") && of_url && strcmp(cause_plain(of_url, a), cause_plain(url, b)) > 0;
}

static bool is_clean(const char *text, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (iscntrl((unsigned char)text[i]))
			return false;
	return true;
}

const char *cause_pattern(const char *url, const char *of_url, const char *cause, char out[CAUSE_PATTERN])
{
	writing w = {.cause = cause ? cause : "", .kind = kind_of(cause ? cause : ""), .out = out};
	bool is_other = url && is_for_original(&w, url, of_url);
	bool is_url = is_other ? write_pattern(&w, of_url, url) : write_pattern(&w, url, of_url);

	if (is_url && !w.says && !is_cause(&w, "slash") && !(write_pattern(&w, of_url, url) && w.says))
		write_pattern(&w, url, of_url);
	if (!is_url || w.len >= CAUSE_PATTERN || !is_clean(out, w.len))
		return NULL;
	out[w.len] = '\0';
	return out;
}
