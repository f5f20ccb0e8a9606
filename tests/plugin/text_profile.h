/* text_profile — a page's profile from its title and text, for tests of what is compared. */
#ifndef TESTS_PLUGIN_TEXT_PROFILE_H
#define TESTS_PLUGIN_TEXT_PROFILE_H

#include <criterion/criterion.h>
#include <string.h>

#include "plugin/text/profile.h"

static inline firstprint_page text_profile_page(const char *url, const char *lang, const char *title, const char *text)
{
	return (firstprint_page){.url = url, .title = title, .lang = lang, .text = {text, strlen(text)}};
}

static inline profile text_profile_of(const firstprint_page *page, arena *a)
{
	static const uint8_t zeros[16];
	firstprint_span bytes;
	feature_key key;
	profile p;

	feature_key_init(&key, zeros);
	cr_assert_eq(profile_make(page, site_of(page->url, &key), &key, a, &bytes), OK);
	cr_assert(profile_read(bytes, &p));
	return p;
}

static inline profile text_profile(const char *url, const char *lang, const char *title, const char *text, arena *a)
{
	firstprint_page page = text_profile_page(url, lang, title, text);

	return text_profile_of(&page, a);
}

#endif
