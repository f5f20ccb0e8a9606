#include "crawler/console/terminal.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unicode/utf8.h>
#include <unistd.h>

#include "base/utf8.h"

static bool is_control(UChar32 c)
{
	return c < 0x20 || (c >= 0x7f && c < 0xa0) || (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069) ||
	       c == 0x061c || c == 0x200e || c == 0x200f || c == 0x2028 || c == 0x2029;
}

void terminal_clean(const char *text, char *out, size_t room)
{
	static const char more[] = "…";
	size_t to = 0, i = 0, len = text ? strlen(text) : 0;

	while (i < len) {
		int32_t n = 0, left = len - i < 4 ? (int32_t)(len - i) : 4;
		UChar32 c;

		U8_NEXT((const uint8_t *)text + i, n, left, c);
		if (to + (len - i) >= room && to + (size_t)n + sizeof more > room) {
			if (room > to + sizeof more - 1) {
				memcpy(out + to, more, sizeof more - 1);
				to += sizeof more - 1;
			}
			break;
		}
		if (c < 0) {
			out[to++] = '?';
		} else if (!is_control(c)) {
			memcpy(out + to, text + i, (size_t)n);
			to += (size_t)n;
		} else if (to && out[to - 1] != ' ') {
			out[to++] = ' ';
		}
		i += (size_t)n;
	}
	out[to] = '\0';
}

void terminal_say(const char *format, ...)
{
	char text[2000], clean[2000];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	terminal_clean(text, clean, sizeof clean);
	fprintf(stderr, "firstprint: %s\n", clean);
}

status terminal_json(const char *json, buffer *out)
{
	size_t from = 0, i = 0, len = json ? strlen(json) : 0, before = out->len;
	bool whole = json != NULL;
	UChar32 c;

	while (i < len && whole) {
		int32_t n = 0, left = len - i < 4 ? (int32_t)(len - i) : 4;

		if (json[i] > 0 && json[i] < 0x7f) {
			i++;
			continue;
		}
		U8_NEXT((const uint8_t *)json + i, n, left, c);
		if (c >= 0 && is_control(c)) {
			char escaped[16];

			snprintf(escaped, sizeof escaped, "\\u%04x", (unsigned)c);
			whole = buffer_append(out, json + from, i - from) && buffer_append_text(out, escaped);
			from = i + (size_t)n;
		}
		i += (size_t)n;
	}
	whole = whole && buffer_append(out, json + from, len - from) && buffer_append(out, "\n", 1);
	if (!whole)
		out->len = before;
	return whole ? OK : ERR_MEMORY;
}

status terminal_put_json(char *json)
{
	buffer line = {0};
	status err = terminal_json(json, &line);

	if (!err)
		fwrite(line.bytes, 1, line.len, stdout);
	buffer_free(&line);
	free(json);
	return err;
}

status terminal_put_row(json_t *row)
{
	char *text = row ? json_dumps(row, JSON_COMPACT | JSON_REAL_PRECISION(6)) : NULL;

	json_decref(row);
	return terminal_put_json(text);
}

bool terminal_put_part(const char *text, size_t len)
{
	char *raw = malloc(len + 1), *clean = malloc(len + 4);

	if (raw && clean) {
		memcpy(raw, text, len);
		raw[len] = '\0';
		terminal_clean(raw, clean, len + 4);
		fputs(clean, stdout);
	}
	free(raw);
	free(clean);
	return raw && clean;
}

void terminal_say_unused(const char *pattern)
{
	terminal_say("%s matched no URL in this run", pattern);
}

bool terminal_put_text(const char *text, size_t len)
{
	bool whole = true;

	for (size_t i = 0, n; whole && i < len; i += n + 1) {
		const char *stop = memchr(text + i, '\n', len - i);

		n = stop ? (size_t)(stop - text) - i : len - i;
		whole = terminal_put_part(text + i, n);
		putchar('\n');
	}
	return whole;
}

json_t *terminal_path_json(const char *path)
{
	arena *a = path ? arena_new() : NULL;
	const char *text = a ? utf8_path(path, a) : NULL;
	json_t *out = text ? json_string(text) : NULL;

	arena_free(a);
	return out;
}

const char *terminal_name(const char *json, arena *a)
{
	json_t *value = json ? json_loads(json, JSON_DECODE_ANY, NULL) : NULL;
	const char *text = json_is_string(value) ? json_string_value(value) : json;
	const char *copy = text ? arena_text(a, text, strlen(text)) : NULL;

	json_decref(value);
	return copy;
}

bool terminal_has_codes(int fd)
{
	const char *term = getenv("TERM");

	return isatty(fd) == 1 && (!term || strcmp(term, "dumb") != 0);
}

const char *terminal_number(int64_t n, char out[32])
{
	char digits[24];
	int len = snprintf(digits, sizeof digits, "%lld", (long long)n), to = 0;

	for (int i = 0; i < len; i++) {
		if (i > 0 && digits[i - 1] != '-' && (len - i) % 3 == 0)
			out[to++] = ',';
		out[to++] = digits[i];
	}
	out[to] = '\0';
	return out;
}

const char *terminal_count(int64_t n, const char *word, char out[64])
{
	char number[32];

	snprintf(out, 64, "%s %.24s%s", terminal_number(n, number), word, n == 1 ? "" : "s");
	return out;
}

const char *terminal_bytes(int64_t n, char out[32])
{
	static const char *const units[] = {"kB", "MB", "GB", "TB"};
	double value = (double)n / 1000;
	size_t unit = 0;

	if (n < 1000) {
		snprintf(out, 32, n == 1 ? "%lld byte" : "%lld bytes", (long long)n);
		return out;
	}
	for (; value >= 1000 && unit < 3; unit++)
		value /= 1000;
	snprintf(out, 32, "%.1f %s", value, units[unit]);
	return out;
}
