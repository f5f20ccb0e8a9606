#include "base/shell.h"

#include <criterion/criterion.h>
#include <string.h>

Test(shell, words_are_quoted_if_a_shell_needs_it)
{
	static const struct {
		const char *word, *quoted;
	} rows[] = {{"news.db", "news.db"}, {"/a/b-c_d.db", "/a/b-c_d.db"}, {"a b", "'a b'"}, {"", "''"}, {"it's", "'it'\\''s'"},
		    {"$HOME", "'$HOME'"}, {"~", "'~'"}, {"a*", "'a*'"}, {"a\nb", "$'a\\012b'"}, {"\xc3\xa9", "'\xc3\xa9'"},
		    {"it's\xe9\\\xc3\xa9", "$'it\\'s\\351\\\\\xc3\xa9'"}};
	char out[SHELL_WORD];

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		cr_expect_str_eq(shell_word(rows[i].word, out), rows[i].quoted);
}

Test(shell, long_words_are_cut)
{
	char word[5000], out[SHELL_WORD];

	memset(word, '\'', sizeof word - 1);
	word[sizeof word - 1] = '\0';
	cr_expect_lt(strlen(shell_word(word, out)), SHELL_WORD);
	cr_expect_eq(out[strlen(out) - 1], '\'');
	memset(word, '\xe9', sizeof word - 1);
	cr_expect_lt(strlen(shell_word(word, out)), SHELL_WORD);
	cr_expect_eq(out[strlen(out) - 1], '\'');
	memset(word, 'a', sizeof word - 1);
	cr_expect_eq(strlen(shell_word(word, out)), SHELL_WORD - 1);
}
