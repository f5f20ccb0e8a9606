#include "purify/attributes.h"

#include <string.h>
#include <strings.h>

#include "purify/space.h"

/* Of links, and of elements: what is read later. */
static const char *const of_links[] = {"href", "rel", "xlink:href", "slot", NULL};
static const char *const of_all[] = {"class", "id", "style", "role", "hidden", "aria-hidden", "slot", NULL};
static const char *const hiding[] = {"style", "role", "hidden", "aria-hidden", "slot", NULL};
static const char *const links[] = {"a", "area", "img", NULL};
/* Elements that have others, or whose attributes the parser looks at. */
static const char *const with_others[] = {"meta",  "link", "base", "html",     "body", "frame", "iframe",
					  "input", "font", "form", "template", "slot", NULL};

static bool is_named(const tag_attribute *a, const char *const *names)
{
	for (; *names; names++)
		if (a->name_len == strlen(*names) && strncasecmp(a->name, *names, a->name_len) == 0)
			return true;
	return false;
}

/* May a style hide its element? */
static bool tells_display(const tag_attribute *a)
{
	for (const char *at = a->name; at < a->end; at++)
		if (*at == '&' || (a->end - at >= 7 && strncasecmp(at, "display", 7) == 0))
			return true;
	return false;
}

static bool is_read(const tag_attribute *a, const char *const *names)
{
	static const char *const style[] = {"style", NULL};

	return is_named(a, names) && (!is_named(a, style) || tells_display(a));
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
	const char *const *names = tag_is_any(t, links) ? of_links : of_all;
	const char *at = t->name + t->name_len;
	bool slash, left_out = false;
	tag_attribute a;

	if (t->closes || !t->attributes || t->end[-1] != '>' || tag_is_any(t, with_others))
		return mempcpy(to, from, (size_t)(t->end - from));
	to = mempcpy(to, from, (size_t)(at - from));
	while (tag_next_attribute(&at, t->end, &a, &slash)) {
		bool reads = is_read(&a, names);

		if (reads)
			to = put_attribute(&a, left_out, to);
		left_out = !reads;
	}
	*to++ = '>';
	return to;
}

bool attributes_may_hide(const tag *t)
{
	const char *at = t->name + t->name_len;
	tag_attribute a;
	bool slash;

	while (tag_next_attribute(&at, t->end, &a, &slash))
		if (is_read(&a, hiding))
			return true;
	return t->end[-1] != '>';
}
