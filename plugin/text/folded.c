#include "plugin/text/folded.h"

#include <string.h>
#include <unicode/ucasemap.h>
#include <unicode/uchar.h>

#include "plugin/text/characters.h"
#include "plugin/text/url_dates.h"

static bool is_sign(UChar32 c)
{
	return c == '%' || c == 0x2030 || u_charType(c) == U_CURRENCY_SYMBOL;
}

/* Does the mark c stand between two digits, as in 3.5? at is behind it. */
static bool is_inside_number(firstprint_span text, UChar32 before, UChar32 c, int32_t at)
{
	return c > 0 && c < 0x80 && strchr(".,:/-", (char)c) && u_isdigit(before) && u_isdigit(character_next(text, &at));
}

/* Full case folding: "ß" is "ss". The result may be longer. */
static status fold_case(firstprint_span text, arena *a, firstprint_span *out)
{
	UErrorCode e = U_ZERO_ERROR;
	UCaseMap *map = ucasemap_open("", U_FOLD_CASE_DEFAULT, &e);
	int32_t room = (int32_t)text.len * 3 + 1, len;
	char *folded = arena_alloc(a, (size_t)room);

	len = folded ? ucasemap_utf8FoldCase(map, folded, room, text.at, (int32_t)text.len, &e) : 0;
	ucasemap_close(map);
	*out = (firstprint_span){folded, (size_t)len};
	return folded && U_SUCCESS(e) ? OK : ERR_MEMORY;
}

status folded_text(firstprint_span text, arena *a, firstprint_span *out)
{
	UChar32 c, before = 0;
	bool gap = false;
	char *folded;
	size_t n = 0;

	if (text.len >= INT32_MAX / 4 || fold_case(text, a, &text))
		return ERR_MEMORY;
	folded = arena_alloc(a, 2 * text.len + U8_MAX_LENGTH + 1);
	if (!folded)
		return ERR_MEMORY;
	for (int32_t i = 0; (c = character_next(text, &i)) != 0; before = c) {
		if (c < 0 || !(u_isalnum(c) || is_sign(c) || is_inside_number(text, before, c, i))) {
			gap = n > 0;
			continue;
		}
		if (gap)
			folded[n++] = ' ';
		gap = false;
		U8_APPEND_UNSAFE((uint8_t *)folded, n, character_folded(c));
	}
	*out = (firstprint_span){folded, n};
	return OK;
}

/* ── what repeats the URL ── */

enum { ECHO_LEAST = 3 };   /* bytes: a shorter part of a URL is in many texts by chance */
enum { VALUES_MOST = 32 }; /* of a query; the rest is not looked for */

/* May a word begin or end before byte i? Chinese and Japanese words do so anywhere. */
static bool is_boundary(const char *text, size_t len, size_t i)
{
	UChar32 before = ' ', behind = ' ';
	int32_t at = (int32_t)i;

	if (i > 0)
		U8_PREV((const uint8_t *)text, 0, at, before);
	at = (int32_t)i;
	if (i < len)
		U8_NEXT((const uint8_t *)text, at, (int32_t)len, behind);
	return before == ' ' || behind == ' ' || character_is_cjk(before) || character_is_cjk(behind);
}

/* What is left of a text, and what of the page's URL it is searched for. */
struct rest {
	char *text;
	size_t len;
	arena *arena;
	bool found;
};

/* Where `part` stands at or behind byte i as whole words; x->len: nowhere. */
static size_t find_words(const struct rest *x, size_t i, firstprint_span part)
{
	const char *at = x->text + i;

	while ((at = memmem(at, x->len - (size_t)(at - x->text), part.at, part.len))) {
		i = (size_t)(at++ - x->text);
		if (is_boundary(x->text, x->len, i) && is_boundary(x->text, x->len, i + part.len))
			return i;
	}
	return x->len;
}

/* Closes the gaps in one pass: what is read is always behind what is written. */
static void remove_words(struct rest *x, firstprint_span part)
{
	size_t kept = 0, from = 0, at;

	while ((at = find_words(x, from, part)) < x->len) {
		memmove(x->text + kept, x->text + from, at - from);
		kept += at - from;
		from = at + part.len;
		from += from < x->len && x->text[from] == ' ';
		x->found = true;
	}
	memmove(x->text + kept, x->text + from, x->len - from);
	x->len = kept + x->len - from;
}

/* Removes all that repeats a part of a URL. */
static status remove_echo(struct rest *x, const char *part, size_t len)
{
	firstprint_span folded;
	status err = folded_text((firstprint_span){part, len}, x->arena, &folded);

	if (!err && folded.len >= ECHO_LEAST)
		remove_words(x, folded);
	return err;
}

/* The first values of a query: what stands behind each '=' up to the next '&'. */
static status remove_values(struct rest *x, const char *query)
{
	const char *at = query;
	status err = OK;

	for (int i = 0; i < VALUES_MOST && !err && (at = strchr(at, '=')); i++) {
		size_t len = strcspn(++at, "&;#");

		err = remove_echo(x, at, len);
		at += len;
	}
	return err;
}

/* The date in a URL, however the text writes it: "Nothing in March 2024". */
static status remove_dates(struct rest *x, const char *path, const char *lang)
{
	const char *dates[URL_DATES];
	size_t n;
	status err = url_dates(path, lang, x->arena, dates, &n);

	for (size_t i = 0; i < n && !err; i++)
		err = remove_echo(x, dates[i], strlen(dates[i]));
	return err;
}

/* Removes the path and its last segment, unless that is the page's name: what a page says of its subject is no echo. */
static status remove_path(struct rest *x, const char *path, size_t len, const char *title)
{
	struct rest name = {.arena = x->arena};
	firstprint_span folded;
	size_t last = len;
	status err = folded_text((firstprint_span){title, strlen(title)}, x->arena, &folded);

	while (last > 0 && path[last - 1] != '/')
		last--;
	if (!err) {
		name.text = (char *)folded.at;
		name.len = folded.len;
		err = remove_echo(&name, path + last, len - last);
	}
	if (err || name.found || !folded.len)
		return err;
	err = remove_echo(x, path, len);
	return err ? err : remove_echo(x, path + last, len - last);
}

/* path: of the page's URL, with what stands behind it. */
static status remove_url(struct rest *x, const char *path, const firstprint_page *page)
{
	size_t len = strcspn(path, "?#");
	status err = remove_dates(x, path, page->lang);

	if (!err)
		err = remove_path(x, path, len, page->title);
	return err || path[len] != '?' ? err : remove_values(x, path + len);
}

status folded_without_url(firstprint_span folded, const firstprint_page *page, arena *a, firstprint_span *out, bool *found)
{
	struct rest x = {.text = arena_text(a, folded.at, folded.len), .len = folded.len, .arena = a};
	const char *scheme = strstr(page->url, "://"), *path = strchr(scheme ? scheme + 3 : page->url, '/');
	status err = !x.text ? ERR_MEMORY : path ? remove_url(&x, path, page) : OK;

	*found = x.found;
	*out = (firstprint_span){x.text, x.len};
	return err;
}
