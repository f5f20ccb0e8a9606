/* terminal — output for people and programs. Text from the web may hold control characters that would change what a
 * terminal shows; these functions remove or escape them. */
#ifndef CRAWLER_CONSOLE_TERMINAL_H
#define CRAWLER_CONSOLE_TERMINAL_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/status.h"

/* Copies text into out, which has room bytes, at least 4. Control characters (C0, DEL, C1, and those that change the
 * direction of writing) are removed, and one space is left where they stood between words; bytes that are not UTF-8
 * become "?". Text that does not fit is cut between two characters and ends in "…". text may be NULL. */
void terminal_clean(const char *text, char *out, size_t room);

/* Prints a line on standard error, cleaned, after the program's name: "firstprint: news.db: another firstprint is
 * writing to it". It is cut at 2,000 bytes. */
void terminal_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Warns on standard error that a pattern, such as "--exclude 'x'", matched no URL: it may be a mistake. */
void terminal_say_unused(const char *pattern);

/* Prints a text on standard output, with each line cleaned. false: out of memory. */
bool terminal_put_text(const char *text, size_t len);
/* Prints a line, or a part of one, cleaned and without a line feed. */
bool terminal_put_part(const char *text, size_t len);

/* Appends a line of JSON to out with the same characters escaped: "\u009b". In JSON they can only occur inside strings, so the
 * meaning of the line does not change. ERR_MEMORY: out is unchanged; json NULL: there was no memory for it. */
status terminal_json(const char *json, buffer *out);
/* Prints it on standard output, and frees json. ERR_MEMORY: nothing was printed; json may be NULL as above. */
status terminal_put_json(char *json);
/* Prints an object, and takes over the reference to it. ERR_MEMORY; row NULL: there was no memory for it. */
status terminal_put_row(json_t *row);

/* Returns a path as a JSON string (base/utf8.h). NULL: path is NULL, or out of memory. */
json_t *terminal_path_json(const char *path);

/* The id of an input line, which a store has as JSON, as text: a of "a", 7 of 7. In a; NULL: json is NULL, or out of memory. */
const char *terminal_name(const char *json, arena *a);

/* Is the file a terminal that understands escape sequences? One with TERM=dumb does not. */
bool terminal_has_codes(int fd);

/* 1234567 → "1,234,567". These three write into out and return it. */
const char *terminal_number(int64_t n, char out[32]);
/* 1, "failure" → "1 failure"; 1234, "failure" → "1,234 failures". */
const char *terminal_count(int64_t n, const char *word, char out[64]);
/* 1234567 → "1.2 MB". */
const char *terminal_bytes(int64_t n, char out[32]);

#endif
