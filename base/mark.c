#include "base/mark.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

typedef firstprint_span span;

static bool matches(span word, span pattern)
{
	bool begins_word = *pattern.at == '<', anywhere = begins_word || *pattern.at == '*';
	bool goes_on = pattern.at[pattern.len - 1] == '*';
	span x = {pattern.at + anywhere, pattern.len - anywhere - goes_on};

	for (size_t i = 0; i + x.len <= word.len && (i == 0 || anywhere); i++)
		if (strncasecmp(word.at + i, x.at, x.len) == 0 && (goes_on || i + x.len == word.len) &&
		    !(begins_word && i > 0 && isalpha((unsigned char)word.at[i - 1])))
			return true;
	return false;
}

bool mark_is_one(span word, const char *patterns)
{
	for (size_t len; *patterns; patterns += len + (patterns[len] == ' ')) {
		len = strcspn(patterns, " ");
		if (matches(word, (span){patterns, len}))
			return true;
	}
	return false;
}
