/* wire — the byte format of the messages between crawlers. Integers are little-endian on every machine.
 *
 * A reader never reads past its end: a truncated or invalid message sets `bad`, after which it returns zeros. */
#ifndef CLUSTER_WIRE_H
#define CLUSTER_WIRE_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/status.h"
#include "plugin/firstprint.h"

/* ── bytes ── */

typedef struct wire_reader {
	const uint8_t *at, *end;
	bool bad;
} wire_reader;

wire_reader wire_read(const void *bytes, size_t len);
uint64_t wire_number(wire_reader *r, unsigned bytes); /* 1 to 8 */
firstprint_span wire_bytes(wire_reader *r, size_t len);
firstprint_span wire_text(wire_reader *r); /* as wire_put_text wrote it */
static inline size_t wire_left(const wire_reader *r)
{
	return (size_t)(r->end - r->at);
}

/* Appends to a buffer. `failed` is set when memory runs out, so that only the end has to be checked. */
typedef struct wire_writer {
	buffer bytes;
	bool failed;
} wire_writer;

void wire_put_number(wire_writer *w, unsigned bytes, uint64_t number);
void wire_put_bytes(wire_writer *w, const void *bytes, size_t len);
void wire_put_text(wire_writer *w, const char *text, size_t len); /* at most 255 bytes; longer ones are truncated */

/* ── links to hosts of another part of a crawl: an item of that part's queue ── */

enum { WIRE_LINKS_MOST = 64 };

typedef struct wire_link {
	const char *url;
	unsigned depth, hops;
	bool is_seed, is_sitemap;
} wire_link;

/* Links with the numbers first, first + 1, … run: a random number of the run of their sender; numbers up to `base` belong to earlier runs. */
typedef struct wire_links {
	uint64_t run, base, first; /* < 2^63, and so are all numbers */
	const wire_link *links;
	size_t len; /* ≤ WIRE_LINKS_MOST */
} wire_links;

void wire_put_links(wire_writer *w, const wire_links *x);
/* Reads links, in a, from all of the bytes. ERR_FORMAT, ERR_MEMORY. */
status wire_get_links(firstprint_span bytes, arena *a, wire_links *out);

#endif
