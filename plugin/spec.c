#include "plugin/spec.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "plugin/filters/builtins.h"

/* Is text[0, len) the path of an existing file? */
static bool is_there(char *text, size_t len)
{
	char behind = text[len];
	bool there;

	text[len] = '\0';
	there = strchr(text, '/') && access(text, F_OK) == 0;
	text[len] = behind;
	return there;
}

/* Returns the length of the name or path at the beginning of text. After the name of a built-in filter, options are never taken
 * for a path. */
static size_t name_len(char *text)
{
	size_t first = strcspn(text, ":+"), longest = 0;

	if (filter_builtin(text, strcspn(text, ":+@")))
		return first;
	for (size_t end = first;; end += 1 + strcspn(text + end + 1, ":+")) {
		if (is_there(text, end))
			longest = end;
		if (!text[end])
			break;
	}
	return longest ? longest : first;
}

/* Moves "@VERSION" from the end of the name into l. */
static status cut_version(char *name, spec_link *l, complaint *why)
{
	char *at = strrchr(name, '@'), *end;

	l->version = -1;
	if (l->is_path || !at)
		return OK;
	l->version = strtol(at + 1, &end, 10);
	if (end == at + 1 || *end || l->version < 0 || l->version > UINT32_MAX)
		return complain(why, ERR_USAGE, "filter %s: the version must be a number: NAME@1", name);
	*at = '\0';
	return OK;
}

status spec_parse(char *text, spec_link links[SPEC_LINKS_MAX], size_t *len, complaint *why)
{
	*len = 0;
	for (char *next = text; next;) {
		spec_link *l = &links[*len];
		char *name = next, *end = name + name_len(name), behind = *end;
		status err;

		if (*len == SPEC_LINKS_MAX)
			return complain(why, ERR_USAGE, "more than %d filters in one chain", SPEC_LINKS_MAX);
		if (end == name)
			return complain(why, ERR_USAGE, "a filter has no name; expected NAME[:option=value,…][+NAME…]");
		*end = '\0';
		*l = (spec_link){.name = name, .is_path = strchr(name, '/') != NULL};
		next = behind == '+' ? end + 1 : NULL;
		if (behind == ':') {
			l->options = end + 1;
			next = strchr(end + 1, '+');
			if (next)
				*next++ = '\0';
		}
		err = cut_version(name, l, why);
		if (err)
			return err;
		++*len;
	}
	return OK;
}
