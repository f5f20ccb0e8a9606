#include "purify/attributes.h"

#include <string.h>
#include <strings.h>

#include "purify/kinds.h"
#include "purify/names.h"
#include "purify/ascii.h"

/* Of links, and of elements: what is read later. */
static const char *const of_links[] = {"href", "rel", "xlink:href", "slot", NULL};
static const char *const of_all[] = {"class", "id", "style", "role", "hidden", "aria-hidden", "slot", NULL};
static const char *const hiding[] = {"style", "role", "hidden", "aria-hidden", "slot", NULL};
static const char *const moving[] = {"slot", NULL};

static bool is(const tag_attribute *a, const char *name)
{
	return a->name_len == strlen(name) && strncasecmp(a->name, name, a->name_len) == 0;
}

static bool is_named(const tag_attribute *a, const char *const *names)
{
	while (*names && !is(a, *names))
		names++;
	return *names != NULL;
}

/* May a style hide its element? */
static bool tells_display(const tag_attribute *a)
{
	for (const char *at = a->name; at < a->end; at++)
		if (*at == '&' || (a->end - at >= 7 && strncasecmp(at, "display", 7) == 0))
			return true;
	return false;
}

/* Of several styles the parser takes the first: all are read if one may hide the element. */
static bool reads_style(const tag *t)
{
	const char *at = t->name + t->name_len;
	tag_attribute a;

	while (tag_next_attribute(&at, t->end, &a))
		if (is(&a, "style") && tells_display(&a))
			return true;
	return false;
}

/* Does a class name a role of its element (roles.c)? A reference in it may. */
static bool names_role(const tag_attribute *a)
{
	firstprint_span names = {a->name + a->name_len, (size_t)(a->end - a->name) - a->name_len};

	return memchr(names.at, '&', names.len) || names_meaning(names);
}

/* gumbo does not know its name. */
static bool is_slot(const tag *t)
{
	return t->name_len == 4 && strncasecmp(t->name, "slot", 4) == 0;
}

/* Two attributes may have nothing between them: id="a"class="b". */
static char *put_attribute(const tag_attribute *a, bool follows_omission, char *to)
{
	if (follows_omission || is_html_space(a->name[-1]) || a->name[-1] == '/')
		*to++ = ' ';
	return mempcpy(to, a->name, (size_t)(a->end - a->name));
}

char *attributes_copy(const char *from, const tag *t, char *to)
{
	const char *const *names = t->kinds & KIND_LINK ? of_links : of_all;
	const char *at = t->name + t->name_len;
	bool left_out = false, with_style = reads_style(t), has_class = false;
	tag_attribute a;

	if (t->closes || !t->attributes || !t->is_ended || t->kinds & KIND_OTHER_ATTRIBUTES || is_slot(t))
		return mempcpy(to, from, (size_t)(t->end - from));
	to = mempcpy(to, from, (size_t)(at - from));
	while (tag_next_attribute(&at, t->end, &a)) {
		bool reads = is_named(&a, names) && (with_style || !is(&a, "style"));

		if (reads && is(&a, "class")) { /* of several, the parser takes the first */
			reads = !has_class && names_role(&a);
			has_class = true;
		}
		if (reads)
			to = put_attribute(&a, left_out, to);
		left_out = !reads;
	}
	*to++ = '>';
	return to;
}

bool attributes_may_hide(const tag *t)
{
	const char *const *names = t->id == GUMBO_TAG_SPAN ? hiding : moving;
	const char *at = t->name + t->name_len;
	tag_attribute a;

	while (tag_next_attribute(&at, t->end, &a))
		if (is_named(&a, names) && (!is(&a, "style") || tells_display(&a)))
			return true;
	return !t->is_ended;
}
