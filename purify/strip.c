#include "purify/strip.h"

#include <stdbool.h>
#include <string.h>

#include "purify/kinds.h"
#include "purify/link.h"
#include "purify/tags.h"

enum { ATTRIBUTES_MOST = 64, TELLING_MOST = PURIFY_LINKS_MOST + 1000 };

/* State of the pass; text and tags point to where the next bytes go. */
typedef struct strip {
	const char *end;
	char *text, *tags;
	size_t telling;
	bool has_title;
} strip;

/* Copies the tag at `at`, if it has facts. Leaves none open, so that they do not nest. */
static void copy_telling(strip *s, const char *at, const tag *t)
{
	if (t->closes || t->attributes == 0 || t->attributes > ATTRIBUTES_MOST || s->telling == TELLING_MOST ||
	    !(t->kinds & KIND_TELLING) || t->end[-1] != '>')
		return;
	s->telling++;
	s->tags = mempcpy(s->tags, at, (size_t)(t->end - at));
	if (t->id == GUMBO_TAG_A || t->id == GUMBO_TAG_IFRAME) {
		s->tags = mempcpy(s->tags, "</", 2);
		s->tags = mempcpy(s->tags, t->name, t->name_len);
		s->tags = mempcpy(s->tags, ">", 1);
	}
}

/* Returns the end of a title, which is not part of the text. */
static const char *strip_title(strip *s, const char *at, const tag *t)
{
	const char *close = tag_find_close(t->end, s->end, t);
	const char *after = close ? tag_read(close, s->end).end : s->end;

	if (!s->has_title && close)
		s->tags = mempcpy(s->tags, at, (size_t)(after - at));
	s->has_title = true;
	return after;
}

/* Handles the markup at '<'; returns where the pass goes on. */
static const char *strip_markup(strip *s, const char *at)
{
	const char *after = tag_skip_declaration(at, s->end);

	if (tag_starts(at, s->end)) {
		tag t = tag_read(at, s->end);

		copy_telling(s, at, &t);
		if (!(t.kinds & KIND_STRIPPED))
			*s->text++ = '\n';
		return t.id == GUMBO_TAG_TITLE && !t.closes ? strip_title(s, at, &t) : t.end;
	}
	if (after)
		return after;
	*s->text++ = *at;
	return at + 1;
}

status strip_page(firstprint_span html, arena *a, stripped *out)
{
	char *text = arena_alloc(a, html.len + 1);
	char *tags = arena_alloc(a, html.len * 2 + 1); /* "<a x>" becomes "<a x></a>" */
	strip s = {.end = html.at + html.len, .text = text, .tags = tags};
	const char *at = html.at;

	if (!text || !tags)
		return ERR_MEMORY;
	while (at < s.end) {
		const char *open = memchr(at, '<', (size_t)(s.end - at));

		s.text = mempcpy(s.text, at, (size_t)((open ? open : s.end) - at));
		at = open ? strip_markup(&s, open) : s.end;
	}
	out->text = (firstprint_span){text, (size_t)(s.text - text)};
	out->tags = (firstprint_span){tags, (size_t)(s.tags - tags)};
	return OK;
}
