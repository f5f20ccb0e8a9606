/* terminal — what a person sees. Texts of strangers lose their control characters before they are printed. */
#ifndef CRAWLER_CONSOLE_TERMINAL_H
#define CRAWLER_CONSOLE_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Copies text into out (room ≥ 4 bytes) without control characters (C0, DEL, C1, marks that turn the direction of
 * writing); what is too long ends in "…" at a character's end. text may be NULL. */
void terminal_clean(const char *text, char *out, size_t room);

/* A line on standard error behind the program's name, made clean: "firstprint: news.db: another firstprint is writing
 * to it". What is longer than 2,000 bytes is cut. */
void terminal_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Prints a line of JSON with the same characters escaped: "\u009b". They can stand in strings only, whose meaning stays. */
void terminal_put_json(const char *json);

/* 1234567 → "1,234,567". */
const char *terminal_number(int64_t n, char out[32]);
/* 1234567 → "1.2 MB". */
const char *terminal_bytes(int64_t n, char out[32]);

#endif
