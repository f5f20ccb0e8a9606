/* json_span — single values of a JSON object, found without reading the others: what no one asked for may be anything whose brackets
 * and quotes match, such as NaN, a number that no type holds, or half a surrogate pair. Values stand as they were written; a text is
 * decoded here, too, and what is no character in it becomes U+FFFD. */
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

/* Takes the next member from the front of *rest, at first a whole object from its brace on. false: there are no more; then *rest is
 * what stands behind the object, or its at is NULL: the text is no object. */
bool json_span_next(json_span *rest, json_span_member *out);

bool json_span_is_string(json_span value);
bool json_span_is_number(json_span value); /* as RFC 8259 has them */

/* Reads an object and sets values[i] to that of the member names[i]; "meta.url" is also "url" of the object "meta". Of several members
 * of a name the last counts. false: it is no object, or something stands behind it. */
bool json_span_find(json_span object, const char *const *names, json_span *values, size_t n);

/* The characters of a string, with a NUL behind them that *len does not count; there may be others. In a. NULL: out of memory. */
char *json_span_text(json_span string, arena *a, size_t *len);

#endif
