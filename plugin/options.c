#include "plugin/options.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unicode/uchar.h>
#include <unicode/utf8.h>

static bool is_whole(const firstprint_option *o)
{
	return o->kind != FIRSTPRINT_REAL;
}

/* Returns the index of value[0, len) among the words, which '|' separates; −1: it is not among them. */
static int word_index(const char *words, const char *value, size_t len)
{
	for (int i = 0; words; i++) {
		size_t word = strcspn(words, "|");

		if (word == len && memcmp(words, value, len) == 0)
			return i;
		words = words[word] ? words + word + 1 : NULL;
	}
	return -1;
}

static bool parse_number(const char *value, size_t len, double *out)
{
	char text[64];
	char *end;

	if (len == 0 || len >= sizeof text || strspn(value, "+-.0123456789eE") < len)
		return false;
	memcpy(text, value, len);
	text[len] = '\0';
	*out = strtod(text, &end);
	return *end == '\0' && isfinite(*out);
}

static bool parse_value(const firstprint_option *o, const char *value, size_t len, double *out)
{
	int word = word_index(o->kind == FIRSTPRINT_SWITCH ? "off|on" : o->words, value, len);

	if (o->kind == FIRSTPRINT_SWITCH || o->kind == FIRSTPRINT_CHOICE) {
		*out = word;
		return word >= 0;
	}
	if (word == 0) {
		*out = o->min;
		return true;
	}
	return parse_number(value, len, out) && (o->kind == FIRSTPRINT_REAL || *out == floor(*out)) && *out >= o->min &&
	       *out <= o->max;
}

/* Is it UTF-8 of fewer than `room` bytes that a SPEC can have, and fully visible: without control characters, and without those
 * that change the direction of writing? */
static bool is_text(const char *value, size_t len, size_t room)
{
	for (int32_t i = 0; len < room && i < (int32_t)len;) {
		UChar32 c;

		U8_NEXT((const uint8_t *)value, i, (int32_t)len, c);
		if (c < 0 || c == ',' || c == '+' || u_charType(c) == U_CONTROL_CHAR || u_charType(c) == U_FORMAT_CHAR)
			return false;
	}
	return len < room;
}

/* Writes value[0, len) into the field, if it is a valid value. */
static bool put_value(const firstprint_option *o, void *state, const char *value, size_t len)
{
	void *field = (char *)state + o->offset;
	double number;

	if (o->kind == FIRSTPRINT_TEXT && is_text(value, len, FIRSTPRINT_TEXT_SIZE)) {
		*(char *)mempcpy(field, value, len) = '\0';
		return true;
	}
	if (o->kind == FIRSTPRINT_TEXT || !parse_value(o, value, len, &number))
		return false;
	if (is_whole(o))
		*(int64_t *)field = (int64_t)number;
	else
		*(double *)field = number;
	return true;
}

/* Writes which values the option can have: "a whole number from 0 to 64", "on or off", "auto or a number from 0 to 1". */
static void describe(const firstprint_option *o, char out[160])
{
	if (o->kind == FIRSTPRINT_SWITCH)
		snprintf(out, 160, "on or off");
	else if (o->kind == FIRSTPRINT_CHOICE)
		snprintf(out, 160, "one of %s", o->words);
	else if (o->kind == FIRSTPRINT_TEXT)
		snprintf(out, 160, "a text of at most %d bytes of UTF-8", FIRSTPRINT_TEXT_SIZE - 1);
	else
		snprintf(out, 160, "%s%sa %snumber from %.10g to %.10g", o->words ? o->words : "", o->words ? " or " : "",
			 is_whole(o) ? "whole " : "", o->min, o->max);
}

static const firstprint_option *find(const firstprint_filter *filter, const char *name, size_t len)
{
	for (const firstprint_option *o = filter->options; o && o->name; o++)
		if (strlen(o->name) == len && memcmp(o->name, name, len) == 0)
			return o;
	return NULL;
}

static status parse_one(const firstprint_filter *filter, const char *text, size_t len, void *state, complaint *why)
{
	const char *equals = memchr(text, '=', len);
	size_t name_len = equals ? (size_t)(equals - text) : len;
	const firstprint_option *o = find(filter, text, name_len);
	char range[160];

	if (!o)
		return complain(why, ERR_USAGE, "filter %s has no option '%.*s'; %s", filter->name, (int)name_len, text,
				name_len && !equals && strspn(text, "0123456789") >= name_len
					? "a comma ends a value, and a number has a point: 0.7"
					: "see 'firstprint filters'");
	describe(o, range);
	if (!equals)
		return complain(why, ERR_USAGE, "filter %s: option %s needs a value: %s", filter->name, o->name, range);
	if (!put_value(o, state, equals + 1, len - name_len - 1))
		return complain(why, ERR_USAGE, "filter %s: option %s must be %s, not '%.*s'", filter->name, o->name, range,
				(int)(len - name_len - 1), equals + 1);
	return OK;
}

/* Has one of the options before `at` the same name? */
static bool is_given_twice(const char *text, const char *at)
{
	size_t len = strcspn(at, "=,");

	for (; text < at; text += strcspn(text, ",") + 1)
		if (strcspn(text, "=,") == len && memcmp(text, at, len) == 0)
			return true;
	return false;
}

/* ── checking the table of a shared object ── */

enum { OPTIONS_MAX = 256 };
static const double WHOLE_MAX = 9007199254740992; /* 2^53: a double represents every whole number up to here */

bool options_name_is_sound(const char *name)
{
	size_t len = strnlen(name, FIRSTPRINT_NAME_MAX + 1);

	return len > 0 && len <= FIRSTPRINT_NAME_MAX && strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-") == len;
}

static size_t field_size(const firstprint_option *o)
{
	return o->kind == FIRSTPRINT_TEXT ? FIRSTPRINT_TEXT_SIZE : sizeof(int64_t);
}

static size_t words_len(const char *words)
{
	size_t n = 1;

	for (; *words; words++)
		n += *words == '|';
	return n;
}

/* Returns what is wrong with an option; NULL: nothing. */
static const char *fault_of(const firstprint_filter *filter, const firstprint_option *o)
{
	double min = o->min, max = o->max;

	if ((unsigned)o->kind > FIRSTPRINT_TEXT)
		return "has an unknown kind";
	if (!o->help || (o->kind == FIRSTPRINT_CHOICE && !o->words))
		return "has no help or no words";
	if (o->offset % sizeof(int64_t) || o->offset > filter->state_size || filter->state_size - o->offset < field_size(o))
		return "has an offset outside the state, or one that is not a multiple of 8";
	if (o->kind == FIRSTPRINT_TEXT)
		return o->words && !is_text(o->words, strlen(o->words), OPTIONS_VALUE_SIZE)
			       ? "has a default that is too long, or that no SPEC can have"
			       : NULL;
	if (o->kind == FIRSTPRINT_SWITCH || o->kind == FIRSTPRINT_CHOICE) {
		min = 0;
		max = o->kind == FIRSTPRINT_SWITCH ? 1 : (double)words_len(o->words) - 1;
	}
	if (o->kind != FIRSTPRINT_REAL && (min < -WHOLE_MAX || max > WHOLE_MAX || o->default_value != floor(o->default_value)))
		return "has a default that is not whole, or a range that a double cannot count in";
	return o->default_value >= min && o->default_value <= max ? NULL : "has a default that is out of range";
}

/* Does an earlier option have the same name, or overlap it in the state? */
static bool is_repeated(const firstprint_filter *filter, const firstprint_option *o)
{
	for (const firstprint_option *other = filter->options; other < o; other++)
		if (strcmp(other->name, o->name) == 0 ||
		    (other->offset < o->offset + field_size(o) && o->offset < other->offset + field_size(other)))
			return true;
	return false;
}

status options_fault(const firstprint_filter *filter, complaint *why)
{
	int n = 0;

	for (const firstprint_option *o = filter->options; o && o->name; o++) {
		const char *fault = options_name_is_sound(o->name) ? fault_of(filter, o) : NULL;

		if (n++ == OPTIONS_MAX)
			return complain(why, ERR_USAGE, "its table of options does not end after %d options", OPTIONS_MAX);
		if (!options_name_is_sound(o->name))
			return complain(why, ERR_USAGE,
					"the name of its option %d is not made of lower-case letters, digits "
					"and '-'",
					n);
		if (!fault && is_repeated(filter, o))
			fault = "has the name or the offset of an earlier one";
		if (fault)
			return complain(why, ERR_USAGE, "its option %s %s", o->name, fault);
	}
	return OK;
}

/* ── values ── */

status options_parse(const firstprint_filter *filter, const char *text, void *state, complaint *why)
{
	for (const firstprint_option *o = filter->options; o && o->name; o++) {
		char preset[OPTIONS_VALUE_SIZE];

		options_default(o, preset);
		put_value(o, state, preset, strlen(preset));
	}
	for (const char *at = text; at && *at;) {
		size_t len = strcspn(at, ",");
		status err = is_given_twice(text, at) ? complain(why, ERR_USAGE, "filter %s: option %.*s is given twice",
								 filter->name, (int)strcspn(at, "=,"), at)
						      : parse_one(filter, at, len, state, why);

		if (err)
			return err;
		at += len + (at[len] == ',');
	}
	return OK;
}

static void print_number(const firstprint_option *o, double value, char out[OPTIONS_VALUE_SIZE])
{
	const char *word = o->kind == FIRSTPRINT_SWITCH ? "off|on" : o->words;

	if (o->kind == FIRSTPRINT_SWITCH || o->kind == FIRSTPRINT_CHOICE) {
		for (int i = 0; i < (int)value; i++)
			word += strcspn(word, "|") + 1;
		snprintf(out, OPTIONS_VALUE_SIZE, "%.*s", (int)strcspn(word, "|"), word);
	} else if (word && value == o->min) {
		snprintf(out, OPTIONS_VALUE_SIZE, "%s", word);
	} else {
		snprintf(out, OPTIONS_VALUE_SIZE, "%.15g", value);
		if (strtod(out, NULL) != value)
			snprintf(out, OPTIONS_VALUE_SIZE, "%.17g", value);
	}
}

void options_default(const firstprint_option *o, char out[OPTIONS_VALUE_SIZE])
{
	if (o->kind == FIRSTPRINT_TEXT)
		snprintf(out, OPTIONS_VALUE_SIZE, "%s", o->words ? o->words : "");
	else
		print_number(o, o->default_value, out);
}

status options_print(const firstprint_filter *filter, const void *state, buffer *out)
{
	char number[OPTIONS_VALUE_SIZE];

	for (const firstprint_option *o = filter->options; o && o->name; o++) {
		const void *field = (const char *)state + o->offset;
		const char *value = o->kind == FIRSTPRINT_TEXT ? field : number;

		if (value == number)
			print_number(o, is_whole(o) ? (double)*(const int64_t *)field : *(const double *)field, number);
		if ((o != filter->options && !buffer_append_text(out, ",")) || !buffer_append_text(out, o->name) ||
		    !buffer_append_text(out, "=") || !buffer_append_text(out, value))
			return ERR_MEMORY;
	}
	return OK;
}
