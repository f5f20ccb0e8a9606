#include "base/shell.h"

#include <stdio.h>
#include <string.h>

const char *shell_word(const char *word, char out[SHELL_WORD])
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./:@%+,=-";
	size_t to = 0;

	if (*word && word[strspn(word, plain)] == '\0') {
		snprintf(out, SHELL_WORD, "%s", word);
		return out;
	}
	out[to++] = '\'';
	for (; *word && to < SHELL_WORD - 6; word++)
		if (*word == '\'')
			to += (size_t)snprintf(out + to, 5, "'\\''");
		else
			out[to++] = *word;
	out[to++] = '\'';
	out[to] = '\0';
	return out;
}
