#include "store/cause.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "store/advice.h"
#include "store/pair.h"
#include "store/store.h"

typedef firstprint_span span;

static bool says(const char *text, const char *word)
{
	return text && strcmp(text, word) == 0;
}

/* Does a host or path like m.…, /amp/ or /print/ say that the URL is of a copy for other readers? */
static bool is_copy(const address *a)
{
	size_t n = a->form ? 1 : 0;
	address_parts path;

	address_split(a->path, '/', &path);
	for (enum word_kind k = WORD_FORM_FIRST; k <= WORD_FORM_LAST; k++)
		n += address_count(path.items, path.len, k);
	return n > 0;
}

const char *cause_plain(const char *url, char buffer[CAUSE_TEXT])
{
	address a;
	bool is_url = address_read(url, &a), has_capitals = false;
	size_t len = strlen(url);

	for (size_t i = 0; i < len; i++)
		has_capitals |= isupper((unsigned char)url[i]) != 0;
	while (len > 0 && url[len - 1] == '/')
		len--;
	len -= is_url && a.has_www ? strlen("www.") : 0; /* a site may be with or without */
	snprintf(buffer, CAUSE_TEXT, "%d%d%d%d%d%09zu", is_url ? a.hidden : 0, is_url && is_copy(&a),
		 strncasecmp(url, "https:", 6) != 0, strchr(url, '?') != NULL, has_capitals, len);
	return buffer;
}

const char *cause_variant(const char *url, const char *other, char buffer[CAUSE_TEXT])
{
	address a, b;
	const char *cause = address_read(url, &a) && address_read(other, &b) ? pair_cause(&a, &b, buffer) : NULL;

	return cause && advice_pages(cause) == ADVICE_FORMS ? cause : NULL;
}

const char *cause_stands(const char *url, const char *other, char buffer[CAUSE_TEXT])
{
	const char *variant = cause_variant(url, other, buffer);
	address a, b;

	if (!address_read(url, &a) || !address_read(other, &b))
		return NULL;
	if (variant)
		return says(variant, "mirror") && a.hidden >= b.hidden ? NULL : variant;
	return pair_is_plainer(&a, &b) ? "folder" : NULL;
}

/* A text of fewer bytes, at two URLs that have nothing in common, is a message and no article. */
enum { MESSAGE_MOST = 200 };

static const char *by_text(const caused *x)
{
	if (says(x->verdict, "duplicate") && x->url && x->of_url && x->text_bytes < MESSAGE_MOST)
		return "no content";
	return says(x->verdict, "duplicate") ? "same text" : says(x->verdict, "contained") ? "excerpt" : "edited";
}

static bool is_by_hand(const caused *x)
{
	return says(x->verdict, CAUSE_MOVED) || (says(x->filter, "decision") && says(x->stage, "drop"));
}

/* Which form of one URL it is; NULL: none. Of a list, it is another page, whatever else the list repeats. Another copy tells no other
 * form of a URL that the page has, too. */
static const char *form_of(const caused *x, const char *cause)
{
	if (x->of_url && says(x->url, x->of_url))
		return cause;
	if (x->variant && *x->variant && !says(cause, word_cause(WORD_PAGE)))
		return x->variant;
	return cause && advice_pages(cause) == ADVICE_FORMS ? cause : NULL;
}

const char *cause_of(const caused *x, char buffer[CAUSE_TEXT])
{
	address a, b;
	const char *cause = NULL, *form;

	if (x->is_named || (says(x->filter, "decision") && says(x->stage, "canonical")))
		return "canonical";
	if (says(x->filter, STORE_REVISIT_FILTER))
		return "revisit";
	if (address_read(x->url, &a) && address_read(x->of_url, &b))
		cause = pair_cause(&a, &b, buffer);
	form = form_of(x, cause);
	if (form && !(says(x->stage, FIRSTPRINT_NO_CONTENT) && strncmp(form, "parameter", strlen("parameter")) == 0))
		return form;
	if (is_by_hand(x))
		return "by hand";
	if (says(x->stage, FIRSTPRINT_NO_CONTENT))
		return "no content";
	if (advice_pages(cause) == ADVICE_NAMED)
		return cause;
	if (x->is_list && !(says(cause, "folder") && pair_is_nested(&a, &b)) && !says(cause, "another host"))
		return "list";
	return cause && !says(x->verdict, "contained") ? cause : by_text(x);
}

/* ── of URLs that were not stored ── */

static const char *by_segment(span segment)
{
	for (enum word_kind k = WORD_SEGMENT_FIRST; k <= WORD_SEGMENT_LAST; k++)
		if (word_is(segment, k))
			return word_cause(k);
	return "folder";
}

const char *cause_of_skip(const char *reason, char buffer[CAUSE_TEXT])
{
	static const char learned[] = "repeats: ";
	size_t len = reason ? strlen(reason) : 0;
	bool is_segment;
	span name;

	if (says(reason, "soft 404"))
		return "soft 404";
	if (says(reason, "tracking mark"))
		return "tracking";
	if (says(reason, "session id"))
		return "session";
	if (len && strncmp(reason, "canonical", 9) == 0)
		return "canonical";
	if (len < sizeof learned + 2 || strncmp(reason, learned, sizeof learned - 1) != 0)
		return NULL;
	is_segment = reason[sizeof learned - 1] != '?';
	name = (span){reason + sizeof learned, len - sizeof learned - 1}; /* of "?NAME=" or "/NAME/" */
	if (is_segment)
		return by_segment(name);
	for (enum word_kind k = 0; k <= WORD_PARAMETER_LAST; k++)
		if (word_is_parameter(name, (span){"", 0}, k))
			return word_cause(k);
	return pair_parameter(name, buffer);
}
