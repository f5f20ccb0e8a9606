/* articles — pages for the tests of a memory, made of numbers: some of them repeat or contain others. */
#ifndef TESTS_CLUSTER_ARTICLES_H
#define TESTS_CLUSTER_ARTICLES_H

#include <criterion/criterion.h>
#include <stdio.h>

#include "base/digest.h"
#include "cluster/shard.h"
#include "tests/plugin/ask.h"
#include "tests/plugin/text_page.h"
#include "tests/random.h"

static const uint8_t articles_key[FILTER_KEY_SIZE];

static inline char *articles_put_sentence(char *at, uint64_t subject, uint64_t s)
{
	static const char *const stops[] = {"the ", "of ", "a ", "is "};
	uint64_t state = subject * 977 + s * 131 + 7;

	for (int k = 0; k < 8; k++) {
		int word = (int)(next_random(&state) % 900);

		at += sprintf(at, "%s%c%c%c ", k % 3 ? "" : stops[word % 4], 'a' + word % 26, 'a' + word / 26 % 26, 'e');
	}
	return at + sprintf(at, "here. ");
}

/* Text i: consecutive sentences of one of twenty subjects, with or without an edit. Every third has lines that pages of its site share, so
 * that its signature becomes another one when it is settled. */
static inline const char *article_text(uint32_t i, arena *a)
{
	uint64_t state = i, subject = next_random(&state) % 20, from = next_random(&state) % 3;
	uint64_t len = 3 + next_random(&state) % 14, edit = next_random(&state) % 20;
	char *text = arena_zeros(a, 4000, 1), *at = text;

	for (uint64_t s = from; s < from + len; s++)
		at = articles_put_sentence(at, s == edit ? 1000 + i : subject, s);
	for (uint64_t l = 0; i % 3 == 0 && l < 3; l++) {
		*at++ = '\n';
		at = articles_put_sentence(at, 5000, next_random(&state) % 6);
	}
	return text;
}

/* A page with this text, signed. */
static inline firstprint_signature sign_text(filter *f, const char *text, arena *a)
{
	firstprint_page page = {.url = "http://host/", .title = "", .lang = "en"};

	page_of_text(text, a, &page);
	digest_of(text, strlen(text), page.digest);
	return sign_page(f, page, a);
}

static inline firstprint_signature sign_article(filter *f, uint32_t i, arena *a)
{
	return sign_text(f, article_text(i, a), a);
}

static inline shard *open_shard(const char *spec)
{
	complaint why = {""};
	shard *s = NULL;

	cr_assert_eq(shard_open(spec, "", articles_key, SHARD_WHOLE, &s, &why), OK, "%s: %s", spec, why.text);
	return s;
}

/* ── what is the same in two shards ── */

static inline void expect_same_owner(const shard_owner *a, const shard_owner *b)
{
	cr_expect_str_eq(a->name, b->name);
	cr_expect(a->session == b->session && a->asked == b->asked && a->read == b->read && a->epoch == b->epoch &&
			  a->is_compared == b->is_compared && a->seen_ms == b->seen_ms && a->pages == b->pages,
		  "owner %s", a->name);
	cr_assert_eq(a->answer.len, b->answer.len, "owner %s", a->name);
	if (a->answer.len)
		cr_expect_eq(memcmp(a->answer.bytes, b->answer.bytes, a->answer.len), 0, "owner %s", a->name);
}

/* All pages of a are in b, too. */
static inline void expect_pages_in(const shard *a, const shard *b)
{
	for (uint32_t place = 1; place <= a->len; place++) {
		const shard_page *x = shard_at(a, place), *y;
		uint32_t there = x->bytes ? shard_place(b, x->id) : 0;

		if (!x->bytes)
			continue;
		cr_assert(there, "page %llu", (unsigned long long)x->id);
		y = shard_at(b, there);
		cr_expect(x->owner == y->owner && x->len == y->len && memcmp(x->bytes, y->bytes, x->len) == 0, "page %llu",
			  (unsigned long long)x->id);
	}
}

static inline void expect_same_shard(const shard *a, const shard *b)
{
	cr_assert(a->owners_len == b->owners_len && a->withdrawn_len == b->withdrawn_len);
	cr_expect(a->kept == b->kept && a->signature_bytes == b->signature_bytes);
	cr_expect(a->next_id == b->next_id && a->next_withdrawn == b->next_withdrawn);
	cr_expect(a->epoch == b->epoch && a->epoch_first == b->epoch_first);
	for (size_t i = 0; i < a->owners_len; i++)
		expect_same_owner(&a->owners[i], &b->owners[i]);
	for (size_t i = 0; i < a->withdrawn_len; i++)
		cr_expect(a->withdrawn[i].number == b->withdrawn[i].number && a->withdrawn[i].id == b->withdrawn[i].id);
	expect_pages_in(a, b);
}

/* ── copies ── */

static inline status apply_exactly(shard *s, const void *bytes, size_t len)
{
	char *copy = malloc(len ? len : 1); /* of its own, so that a sanitizer sees a read past the end */
	status err;

	if (len)
		memcpy(copy, bytes, len);
	err = shard_apply(s, copy, len);
	free(copy);
	return err;
}

static inline status apply_piece(void *copy, const void *bytes, size_t len)
{
	return apply_exactly(copy, bytes, len);
}

static inline shard *copy_of(const shard *s)
{
	shard *copy = open_shard(s->spec);

	shard_expect(copy, s->kept);
	cr_assert_eq(shard_save(s, apply_piece, copy), OK);
	return copy;
}

/* The copy gets what changed in s. */
static inline void follow(shard *s, shard *copy)
{
	cr_assert_not(s->changes.failed);
	cr_assert_eq(apply_exactly(copy, s->changes.bytes.bytes, s->changes.bytes.len), OK);
	buffer_clear(&s->changes.bytes);
}

#endif
