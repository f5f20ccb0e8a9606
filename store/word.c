#include "store/word.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "base/hex.h"
#include "base/mark.h"

typedef firstprint_span span;

/* Returns the first character, which may be percent-encoded, and moves *x behind it. */
static int next_character(span *x)
{
	int byte = hex_escaped(x->at, x->at + x->len), c = byte < 0 ? (unsigned char)*x->at : byte;
	size_t len = byte < 0 ? 1 : 3;

	*x = (span){x->at + len, x->len - len};
	return c;
}

bool word_same(span a, span b)
{
	while (a.len && b.len)
		if (next_character(&a) != next_character(&b))
			return false;
	return a.len == b.len;
}

bool word_same_letters(span a, span b)
{
	return a.len == b.len && strncasecmp(a.at, b.at, a.len) == 0;
}

bool word_is_number(span a)
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

bool word_is_index(span word)
{
	size_t end = word.len;

	while (end > 0 && isalnum((unsigned char)word.at[end - 1]))
		end--;
	return word.len - end <= 5 && mark_is_one((span){word.at, end}, "index. default.");
}

#define PAGE_WORDS "page paged pageno pagenumber pag pg seite pagina"

size_t word_extension(span word)
{
	size_t len = 0;

	while (len < word.len && word.at[word.len - 1 - len] != '.')
		len++;
	return len + 1 < word.len &&
			       mark_is_one((span){word.at + word.len - len, len}, "html htm xhtml shtml php asp aspx jsp cfm")
		       ? len + 1
		       : 0;
}

/* Is it "3", "page", "page3", "page-3" or "comment-page-3"? */
static bool is_page_segment(span segment)
{
	span word = segment;

	while (word.len && isdigit((unsigned char)word.at[word.len - 1]))
		word.len--;
	if (word.len && (word.at[word.len - 1] == '-' || word.at[word.len - 1] == '_'))
		word.len--;
	return word_is_number(segment) || mark_is_one(word, PAGE_WORDS " *-page");
}

/* The patterns are of parameters, and of segments, too, if there is no test of these. */
static const struct {
	const char *cause, *patterns;
	bool (*test)(span segment);
} kinds[] = {
	[WORD_SESSION] = {"session", MARK_SESSIONS " <sess* *sessid* *sessionid* *sid", NULL},
	[WORD_TRACKING] = {"tracking", MARK_TRACKING, NULL},
	[WORD_PRINT] = {"print version", "<print* <druck* <imprim* <stampa*", NULL},
	[WORD_AMP] = {"AMP version", "amp", NULL},
	[WORD_MOBILE] = {"mobile version", "m mobile mobil touch", NULL}, /* ?m=202311 is the number of a month or of a page */
	[WORD_FEED] = {"feed", "feed feeds rss atom rss2 *.rss *.atom", NULL},
	[WORD_PAGE] = {"pagination", PAGE_WORDS " start offset", is_page_segment},
	[WORD_LANGUAGE] = {"language", "lang language locale hl sprache", is_language},
	[WORD_INDEX] = {"slash", "", word_is_index},
	[WORD_NUMBER] = {NULL, "", word_is_number},
};

bool word_is(span segment, enum word_kind k)
{
	return kinds[k].test ? kinds[k].test(segment) : mark_is_one(segment, kinds[k].patterns);
}

bool word_is_parameter(span name, span value, enum word_kind k)
{
	bool may_be_value = k >= WORD_FORM_FIRST && k <= WORD_FORM_LAST;

	if (k == WORD_PAGE && value.len && !word_is_number(value))
		return false;
	if (k == WORD_MOBILE && value.len > 1 && word_is_number(value))
		return false;
	return mark_is_one(name, kinds[k].patterns) || (may_be_value && mark_is_one(value, kinds[k].patterns));
}

const char *word_cause(enum word_kind k)
{
	return kinds[k].cause;
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
	size_t v = mark_is_one(word, "v*");
	span number = {word.at + v, word.len - v};

	return mark_is_one(word, "latest stable current dev devel main master trunk") ||
	       (number.len && next_letter(number, 0) == number.len);
}

bool word_are_versions(span a, span b)
{
	if (word_is_number(a) && word_is_number(b))
		return false;
	return differ_in_number(a, b) || (is_version(a) && is_version(b));
}
