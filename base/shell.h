/* shell — quotes words for the commands that messages suggest. */
#ifndef BASE_SHELL_H
#define BASE_SHELL_H

enum { SHELL_WORD = 600 };

/* Writes the word as one must type it in a shell: "a b" → "'a b'". Escapes bytes that no terminal shows for bash, ksh and zsh:
 * "\xe9" → "$'\351'". Cuts a word that is too long. Returns out. */
const char *shell_word(const char *word, char out[SHELL_WORD]);

#endif
