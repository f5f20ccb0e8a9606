/* shell — words for commands that are suggested to people. */
#ifndef BASE_SHELL_H
#define BASE_SHELL_H

enum { SHELL_WORD = 600 };

/* The word as it must be typed in a shell: "a b" → "'a b'"; with bytes that no terminal shows, as bash, ksh and zsh read them:
 * "\xe9" → "$'\351'". One that is too long is cut. Writes into out and returns it. */
const char *shell_word(const char *word, char out[SHELL_WORD]);

#endif
