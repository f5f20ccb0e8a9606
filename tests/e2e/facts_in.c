#include "tests/e2e/facts_in.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "tests/e2e/harness.h"

char *facts_read_file(const char *name)
{
	FILE *f = fopen(harness_file(name), "r");
	char *text = calloc(1, 1 << 20);

	cr_assert(f && text);
	cr_assert_lt(fread(text, 1, 1 << 20, f), 1 << 20);
	fclose(f);
	return text;
}

static int value_of(char c)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	const char *at = c ? strchr(digits, c) : NULL;

	return at ? (int)(at - digits) : -1;
}

json_t *facts_in(const char *page)
{
	static const char tag[] = "<script id=\"data\" type=\"application/octet-stream\">";
	const char *at = strstr(page, tag);
	unsigned char packed[1 << 16], text[1 << 18];
	uLongf len = 0, text_len = sizeof text;
	unsigned bits = 0, held = 0;
	json_t *facts;

	cr_assert(at);
	for (at += sizeof tag - 1; value_of(*at) >= 0; at++) {
		bits = bits << 6 | (unsigned)value_of(*at);
		held += 6;
		if (held >= 8)
			packed[len++] = (unsigned char)(bits >> (held -= 8));
	}
	cr_assert_eq(uncompress(text, &text_len, packed, len), Z_OK);
	facts = json_loadb((char *)text, text_len, 0, NULL);
	cr_assert(facts);
	return facts;
}
