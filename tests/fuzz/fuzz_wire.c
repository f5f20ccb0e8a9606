/* What a memory and a crawler send each other, and what is saved of a memory: any bytes are read or refused. The first byte says as
 * what they are read. What was read as a page is the same when it is written and read again; what was applied can be saved. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cluster/request.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len);

static void read_page(firstprint_span bytes, arena *a)
{
	wire_writer w = {0};
	wire_page page;

	if (wire_get_page(bytes, a, &page) != OK)
		return;
	wire_put_page(&w, &page);
	if (w.bytes.len != bytes.len || memcmp(w.bytes.bytes, bytes.at, bytes.len) != 0)
		abort();
	buffer_free(&w.bytes);
}

/* The first byte: how many answers there are; then, behind its length, the signature that was sent. */
static void read_answers(firstprint_span bytes, arena *a)
{
	wire_reader r = wire_read(bytes.at, bytes.len);
	size_t n = (size_t)wire_number(&r, 1);
	firstprint_span text = wire_text(&r);
	firstprint_signature sent = {(const uint8_t *)text.at, text.len}, settled;
	wire_answer *answers;

	if (wire_get_answers(&r, n, a, &answers) != OK)
		return;
	for (size_t i = 0; i < n; i++)
		if (wire_settled(&answers[i], &sent, a, &settled) == OK &&
		    settled.len != (size_t)answers[i].front + answers[i].middle.len + answers[i].back)
			abort();
}

static void read_links(firstprint_span bytes, arena *a)
{
	wire_writer w = {0};
	wire_links links;

	if (wire_get_links(bytes, a, &links) != OK)
		return;
	wire_put_links(&w, &links);
	if (w.bytes.len != bytes.len)
		abort();
	buffer_free(&w.bytes);
}

static status apply_piece(void *copy, const void *changes, size_t len)
{
	return shard_apply(copy, changes, len);
}

static void apply(firstprint_span bytes)
{
	static const uint8_t zeros[FILTER_KEY_SIZE];
	complaint why = {""};
	shard *s = NULL, *copy = NULL;

	if (shard_open("exact", "", zeros, SHARD_WHOLE, &s, &why) == OK && shard_open("exact", "", zeros, SHARD_WHOLE, &copy, &why) == OK &&
	    shard_apply(s, bytes.at, bytes.len) == OK && (shard_save(s, apply_piece, copy) != OK || copy->kept != s->kept))
		abort();
	shard_close(s);
	shard_close(copy);
}

/* As a signature from somebody who has the turn. */
static void ask_leaf(firstprint_span bytes, arena *a)
{
	static const uint8_t zeros[FILTER_KEY_SIZE];
	request r = {.arena = a, .owner = "x", .owner_len = 1, .session = 1, .process = 3, .now_ms = 1};
	firstprint_signature sig = {arena_copy(a, bytes.at, bytes.len), bytes.len};
	wire_writer counts = {0}, answers = {0};
	request_joined joined;
	complaint why = {""};

	if (shard_open("cascade", "", zeros, SHARD_LEAF, &r.shard, &why) != OK || request_join(&r, 0, &joined) != REFUSED_NOT)
		abort();
	r.arena = arena_new(); /* which the requests empty */
	if (request_count(&r, &bytes, 1, &counts) != REFUSED_NOT || request_check(&r, 1, &bytes, 1, &answers) != REFUSED_NOT)
		abort();
	if (request_put(&r, 1, 1, &sig) == REFUSED_NOT && r.shard->kept != 1)
		abort();
	if ((request_keep(&r, 1, 2, 0) == REFUSED_NOT) != (r.shard->kept == 2))
		abort();
	buffer_free(&counts.bytes);
	buffer_free(&answers.bytes);
	arena_free(r.arena);
	shard_close(r.shard);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	firstprint_span rest = {(const char *)bytes + (len > 0), len - (len > 0)};
	arena *a = arena_new();

	if (len && a && bytes[0] == 'p')
		read_page(rest, a);
	else if (len && a && bytes[0] == 'a')
		read_answers(rest, a);
	else if (len && a && bytes[0] == 'l')
		read_links(rest, a);
	else if (len && a && bytes[0] == 'c')
		ask_leaf(rest, a);
	else if (len && a)
		apply(rest);
	arena_free(a);
	return 0;
}
