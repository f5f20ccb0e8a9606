/* asking — owners that ask a shard, for the tests of its requests. Each of them numbers its requests, and keeps what it was answered. */
#ifndef TESTS_CLUSTER_ASKING_H
#define TESTS_CLUSTER_ASKING_H

#include "cluster/request.h"
#include "tests/cluster/articles.h"

enum { ASKING_PROCESS = 1000, ASKING_RECOVERY_MS = 30000 };

typedef struct asker {
	request r;
	uint64_t number, read; /* of its last request; it has read what was withdrawn up to here */
	arena *a;              /* what it was answered is here */
} asker;

static inline asker open_asker(shard *s, const char *name)
{
	request r = {.shard = s, .owner = name, .owner_len = strlen(name), .session = 11};

	r.process = ASKING_PROCESS;
	r.now_ms = 1000000;
	r.recovery_ms = ASKING_RECOVERY_MS;
	r.arena = arena_new();
	return (asker){.r = r, .a = arena_new()};
}

static inline void close_asker(asker *x)
{
	arena_free(x->r.arena);
	arena_free(x->a);
}

static inline request_joined join_as(asker *x)
{
	request_joined joined;

	cr_assert_eq(request_join(&x->r, 0, &joined), REFUSED_NOT);
	x->number = joined.asked;
	return joined;
}

static inline void join_and_compare(asker *x, uint64_t highest)
{
	join_as(x);
	cr_assert_eq(request_compared(&x->r, highest, 0), REFUSED_NOT);
}

/* An owner that has joined and compared. */
static inline asker joined_asker(shard *s, const char *name)
{
	asker x = open_asker(s, name);

	join_and_compare(&x, 0);
	return x;
}

/* ── judging ── */

/* A page as an argument of the request, in x->a. */
static inline firstprint_span argument(asker *x, const wire_page *page)
{
	wire_writer w = {0};
	firstprint_span bytes;

	wire_put_page(&w, page);
	bytes = (firstprint_span){arena_copy(x->a, w.bytes.bytes, w.bytes.len), w.bytes.len};
	buffer_free(&w.bytes);
	return bytes;
}

static inline wire_page page_of(asker *x, const char *text, unsigned flags)
{
	return (wire_page){.flags = flags, .signature = sign_text(x->r.shard->filter, text, x->a)};
}

/* *answer: the bytes of the answer, in x->a. */
static inline refusal ask_bytes(asker *x, uint64_t number, const firstprint_span *pages, size_t n, firstprint_span *answer)
{
	wire_writer w = {0};
	refusal no = request_judge(&x->r, number, x->read, pages, n, &w);

	*answer = (firstprint_span){arena_copy(x->a, w.bytes.bytes, w.bytes.len), w.bytes.len};
	cr_assert(no == REFUSED_NOT || w.bytes.len == 0, "a refusal comes alone");
	buffer_free(&w.bytes);
	return no;
}

/* The next request, which must be answered. */
static inline wire_answer *ask(asker *x, const wire_page *pages, size_t n)
{
	firstprint_span *arguments = arena_zeros(x->a, n + 1, sizeof *arguments), bytes;
	wire_answer *answers;
	wire_reader r;

	for (size_t i = 0; i < n; i++)
		arguments[i] = argument(x, &pages[i]);
	cr_assert_eq(ask_bytes(x, ++x->number, arguments, n, &bytes), REFUSED_NOT);
	r = wire_read(bytes.at, bytes.len);
	cr_expect_eq(wire_number(&r, 8), x->r.shard->next_withdrawn - 1);
	cr_assert_eq(wire_get_answers(&r, n, x->a, &answers), OK);
	return answers;
}

static inline wire_answer ask_text(asker *x, const char *text, unsigned flags)
{
	wire_page page = page_of(x, text, flags);

	return *ask(x, &page, 1);
}

/* What a request with one page is refused with. */
static inline refusal refusal_for(asker *x, uint64_t number)
{
	wire_page page = page_of(x, "Refused or not.", WIRE_LOOK);
	firstprint_span one = argument(x, &page), bytes;

	return ask_bytes(x, number, &one, 1, &bytes);
}

static inline refusal remember_text_as(asker *x, uint64_t id, const char *text)
{
	firstprint_signature sig = sign_text(x->r.shard->filter, text, x->a);

	return request_remember(&x->r, id, &sig);
}

#endif
