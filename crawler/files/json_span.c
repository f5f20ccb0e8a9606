#include "crawler/files/json_span.h"

#include <stdint.h>
#include <string.h>
#include <unicode/utf16.h>
#include <unicode/utf8.h>

#include "base/hex.h"

static const json_span none = {NULL, 0};

/* ── finding ── */

static const char *skip_space(const char *at, const char *end)
{
	while (at < end && (*at == ' ' || *at == '\t' || *at == '\r' || *at == '\n'))
		at++;
	return at;
}

/* Returns what follows the string that begins at `at`; NULL: it has no end. */
static const char *skip_string(const char *at, const char *end)
{
	for (const char *from = at++; (at = memchr(at, '"', (size_t)(end - at))) != NULL; at++) {
		const char *slash = at;

		while (slash - 1 > from && slash[-1] == '\\')
			slash--;
		if ((at - slash) % 2 == 0)
			return at + 1;
	}
	return NULL;
}

/* Returns what follows the object or array that begins at `at`. */
static const char *skip_container(const char *at, const char *end)
{
	size_t depth = 0;

	while (at && at < end) {
		char c = *at;

		if (c == '"') {
			at = skip_string(at, end);
			continue;
		}
		depth += c == '{' || c == '[';
		at++;
		if ((c == '}' || c == ']') && --depth == 0)
			return at;
	}
	return NULL;
}

/* Returns what follows a number or a word. */
static const char *skip_word(const char *at, const char *end)
{
	const char *from = at;

	while (at < end && !memchr(",]}: \t\r\n\"", *at, 10))
		at++;
	return at > from ? at : NULL;
}

static const char *skip_value(const char *at, const char *end)
{
	if (at == end)
		return NULL;
	return *at == '"' ? skip_string(at, end) : *at == '{' || *at == '[' ? skip_container(at, end) : skip_word(at, end);
}

/* Takes the next value, after white space. */
static json_span take_value(const char **at, const char *end)
{
	const char *from = skip_space(*at, end), *to = skip_value(from, end);

	*at = to;
	return to ? (json_span){from, (size_t)(to - from)} : none;
}

static bool take_mark(const char **at, const char *end, char mark)
{
	*at = skip_space(*at, end);
	if (*at == end || **at != mark)
		return false;
	++*at;
	return true;
}

/* Takes a member; *at is before the first member, or between two. */
static bool take_member(const char **at, const char *end, json_span_member *out)
{
	out->key = take_value(at, end);
	if (!json_span_is_string(out->key) || !take_mark(at, end, ':'))
		return false;
	out->value = take_value(at, end);
	return out->value.at != NULL;
}

bool json_span_next(json_span *rest, json_span_member *out)
{
	const char *at = rest->at, *end = at + rest->len;
	bool first;

	if (!at)
		return false;
	first = take_mark(&at, end, '{');
	if (take_mark(&at, end, '}')) {
		*rest = (json_span){at, (size_t)(end - at)};
		return false;
	}
	if ((!first && !take_mark(&at, end, ',')) || !take_member(&at, end, out)) {
		*rest = none;
		return false;
	}
	*rest = (json_span){at, (size_t)(end - at)};
	return true;
}

bool json_span_is_string(json_span value)
{
	return value.at && *value.at == '"';
}

static size_t digits(json_span v, size_t i)
{
	size_t n = 0;

	while (i + n < v.len && v.at[i + n] >= '0' && v.at[i + n] <= '9')
		n++;
	return n;
}

bool json_span_is_number(json_span v)
{
	size_t i = v.at && v.len && v.at[0] == '-', whole = v.at ? digits(v, i) : 0, n;

	if (whole == 0 || (whole > 1 && v.at[i] == '0'))
		return false;
	i += whole;
	if (i < v.len && v.at[i] == '.') {
		n = digits(v, ++i);
		if (n == 0)
			return false;
		i += n;
	}
	if (i < v.len && (v.at[i] | 0x20) == 'e') {
		i++;
		i += i < v.len && (v.at[i] == '+' || v.at[i] == '-');
		n = digits(v, i);
		if (n == 0)
			return false;
		i += n;
	}
	return i == v.len;
}

/* ── texts ── */

/* Returns the character of \uXXXX at `at`, which ends before `end`; −1: there is none. */
static int32_t hex(const char *at, const char *end)
{
	int32_t c = 0;

	if (end - at < 6 || at[0] != '\\' || at[1] != 'u')
		return -1;
	for (int i = 2; i < 6; i++) {
		int digit = hex_value(at[i]);

		if (digit < 0)
			return -1;
		c = c * 16 + digit;
	}
	return c;
}

/* Takes an escape, which begins with a backslash. U+FFFD: it is not a character. */
static UChar32 take_escape(const char **at, const char *end)
{
	static const char escapes[] = "\"\\/bfnrt", means[] = "\"\\/\b\f\n\r\t";
	int32_t c = hex(*at, end);
	const char *named;

	if (c < 0) {
		named = end - *at > 1 ? memchr(escapes, (*at)[1], sizeof escapes - 1) : NULL;
		*at += end - *at > 1 ? 2 : 1;
		return named ? means[named - escapes] : 0xfffd;
	}
	*at += 6;
	if (U16_IS_LEAD(c) && U16_IS_TRAIL(hex(*at, end))) {
		c = U16_GET_SUPPLEMENTARY(c, hex(*at, end));
		*at += 6;
	}
	return U_IS_SURROGATE(c) ? 0xfffd : c;
}

/* Takes a character of a string; *at is not at its closing quote. U+FFFD: it is not a character. */
static UChar32 take_character(const char **at, const char *end)
{
	int32_t n = 0, most = end - *at < U8_MAX_LENGTH ? (int32_t)(end - *at) : U8_MAX_LENGTH;
	UChar32 c;

	if (**at == '\\')
		return take_escape(at, end);
	U8_NEXT((const uint8_t *)*at, n, most, c);
	*at += n;
	return c >= 0x20 || c == '\t' ? c : 0xfffd;
}

/* Returns the length of what can be copied unchanged. */
static size_t plain(const char *at, const char *end)
{
	const char *from = at;

	while (at < end && (signed char)*at >= 0x20 && *at != '\\')
		at++;
	return (size_t)(at - from);
}

/* Returns how many bytes the characters have; those that do not fit into room are not written. */
static size_t decode(json_span string, char *out, size_t room)
{
	const char *at = string.at + 1, *end = string.at + string.len - 1;
	size_t to = 0;

	while (at < end) {
		size_t n = plain(at, end);

		if (n && to + n <= room)
			memcpy(out + to, at, n);
		to += n;
		at += n;
		if (at < end) {
			UChar32 c = take_character(&at, end);
			char one[U8_MAX_LENGTH];

			n = 0;
			U8_APPEND_UNSAFE(one, n, c);
			if (to + n <= room)
				memcpy(out + to, one, n);
			to += n;
		}
	}
	return to;
}

char *json_span_text(json_span string, arena *a, size_t *len)
{
	size_t room = string.len - 2; /* enough, unless there are bytes that are not characters */
	char *out = arena_alloc(a, room + 1);

	*len = out ? decode(string, out, room) : 0;
	if (*len > room) {
		out = arena_alloc(a, *len + 1);
		if (out)
			decode(string, out, *len);
	}
	if (out)
		out[*len] = '\0';
	return out;
}

/* ── names ── */

/* Is this the name, or the first part of it up to a point? Then *rest is what follows the point. */
static bool is_named(const char *key, size_t len, const char *name, const char **rest)
{
	if (strlen(name) < len || memcmp(name, key, len) != 0 || (name[len] && name[len] != '.'))
		return false;
	*rest = name[len] ? name + len + 1 : NULL;
	return true;
}

/* Returns the value of a member of a value, if that is an object and has it. */
static json_span in_object(json_span value, const char *name)
{
	json_span inner = none;

	if (*value.at == '{')
		json_span_find(value, &name, &inner, 1);
	return inner;
}

bool json_span_find(json_span object, const char *const *names, json_span *values, size_t n)
{
	char key[JSON_SPAN_NAME];
	json_span_member m;
	const char *rest;

	for (size_t i = 0; i < n; i++)
		values[i] = none;
	while (json_span_next(&object, &m)) {
		size_t len = decode(m.key, key, sizeof key);

		for (size_t i = 0; i < n && len <= sizeof key; i++) {
			json_span value = m.value;

			if (!is_named(key, len, names[i], &rest))
				continue;
			if (rest)
				value = in_object(m.value, rest);
			if (value.at)
				values[i] = value;
		}
	}
	return object.at && skip_space(object.at, object.at + object.len) == object.at + object.len;
}
