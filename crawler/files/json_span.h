/* json_span — finds single values of a JSON object without reading the others. Those may be anything whose brackets and quotes
 * match, such as NaN, a number that no type holds, or half a surrogate pair. Values stay as written. json_span_text decodes a
 * string; whatever is not a character in it becomes U+FFFD. */
#ifndef CRAWLER_FILES_JSON_SPAN_H
#define CRAWLER_FILES_JSON_SPAN_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

/* A part of a JSON text, borrowed. at NULL: there is none. */
typedef struct json_span {
	const char *at;
	size_t len;
} json_span;

typedef struct json_span_member {
	json_span key; /* with its quotes */
	json_span value;
} json_span_member;

/* Takes the next member from the front of *rest, which at first is a whole object from its brace on. false: there are no more.
 * *rest is then what follows the object, or its at is NULL: the text is not an object. */
bool json_span_next(json_span *rest, json_span_member *out);

bool json_span_is_string(json_span value);
bool json_span_is_number(json_span value); /* as defined in RFC 8259 */

enum { JSON_SPAN_NAME = 1024 }; /* bytes of a name that is found */

/* Reads an object and sets values[i] to the value of member names[i]; "meta.url" is also "url" of the object "meta". Of several
 * members with one name, the last counts. false: it is not an object, or something follows it. */
bool json_span_find(json_span object, const char *const *names, json_span *values, size_t n);

/* Returns the characters of a string, with a NUL after them that *len does not count; the string may contain other NULs. In a.
 * NULL: out of memory. */
char *json_span_text(json_span string, arena *a, size_t *len);

#endif
