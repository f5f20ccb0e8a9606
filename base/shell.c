#include "base/shell.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"

/* Returns the length of the character at `at`; 0: no terminal shows it, since it is a control character or not UTF-8. */
static size_t shown(const char *at)
{
	return (unsigned char)*at < 0x20 || *at == 0x7f ? 0 : utf8_character(at, strlen(at));
}

static bool is_shown(const char *word)
{
	size_t n;

	for (; *word && (n = shown(word)) > 0; word += n)
		;
	return *word == '\0';
}

static void quote(const char *word, char out[SHELL_WORD])
{
	size_t to = 0;

	out[to++] = '\'';
	for (; *word && to < SHELL_WORD - 6; word++)
		if (*word == '\'')
			to += (size_t)snprintf(out + to, 5, "'\\''");
		else
			out[to++] = *word;
	snprintf(out + to, SHELL_WORD - to, "'");
}

static void escape(const char *word, char out[SHELL_WORD])
{
	size_t to = (size_t)snprintf(out, SHELL_WORD, "$'");

	for (size_t n; *word && to < SHELL_WORD - 6; word += n ? n : 1) {
		n = shown(word);
		if (n == 0)
			to += (size_t)snprintf(out + to, 5, "\\%03o", (unsigned char)*word);
		else
			to += (size_t)snprintf(out + to, 6, "%s%.*s", strchr("'\\", *word) ? "\\" : "", (int)n, word);
	}
	snprintf(out + to, SHELL_WORD - to, "'");
}

const char *shell_word(const char *word, char out[SHELL_WORD])
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./:@%+,=-";

	if (*word && word[strspn(word, plain)] == '\0')
		snprintf(out, SHELL_WORD, "%s", word);
	else if (is_shown(word))
		quote(word, out);
	else
		escape(word, out);
	return out;
}
