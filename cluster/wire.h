/* wire — what a crawler and a memory say to each other, as bytes. Whole numbers have their lowest byte first, whatever the machine.
 *
 * A reader never reads past its end: what was cut short or is no message makes it `bad`, and then it gives zeros. */
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
double wire_real(wire_reader *r);
firstprint_span wire_bytes(wire_reader *r, size_t len);
firstprint_span wire_text(wire_reader *r); /* as wire_put_text wrote it */
static inline size_t wire_left(const wire_reader *r)
{
	return (size_t)(r->end - r->at);
}

/* Appends to a buffer. It remembers that memory ran out, so that only the end has to ask. */
typedef struct wire_writer {
	buffer bytes;
	bool failed;
} wire_writer;

void wire_put_number(wire_writer *w, unsigned bytes, uint64_t number);
void wire_put_real(wire_writer *w, double number);
void wire_put_bytes(wire_writer *w, const void *bytes, size_t len);
void wire_put_text(wire_writer *w, const char *text, size_t len); /* at most 255 bytes; the rest is cut off */

/* ── a page that is to be judged: one argument of FIRSTPRINT.JUDGE ── */

enum wire_page_flags {
	WIRE_KEEP = 1,  /* somebody decided that it is kept, whatever it repeats */
	WIRE_LOOK = 2,  /* what would be said of it? Nothing is remembered, and it gets no id */
	WIRE_NUMBER = 4 /* it is not judged: it only gets an id */
};

enum { WIRE_REPLACED_MAX = UINT16_MAX };

typedef struct wire_page {
	unsigned flags;
	const uint64_t *replaced; /* ids of pages of the same owner that are withdrawn before it is judged */
	size_t replaced_len;      /* ≤ WIRE_REPLACED_MAX */
	firstprint_signature signature;
} wire_page;

void wire_put_page(wire_writer *w, const wire_page *page);
/* In a, the signature aligned to 8. ERR_FORMAT, ERR_MEMORY. */
status wire_get_page(firstprint_span bytes, arena *a, wire_page *out);

/* ── what was said of it ── */

typedef struct wire_answer {
	uint64_t id;                /* 0: it was only looked at, or is_bad */
	bool is_bad;                /* the filter did not make this signature */
	unsigned link;              /* the number of the link that decided */
	firstprint_verdict verdict; /* of and shares are ids. Its texts are in the arena */
	/* The settled signature: `front` bytes of the one that was sent, then `middle`, then its last `back` bytes. */
	uint32_t front, back;
	firstprint_span middle;
} wire_answer;

/* The answers to one request. Texts that come again are written once. */
typedef struct wire_answers {
	wire_writer texts, rows;
	size_t texts_len;
} wire_answers; /* all zeros: empty */

/* Notes in x what of the settled signature differs from the one that was sent. */
void wire_compare(const firstprint_signature *sent, const firstprint_signature *settled, wire_answer *x);
void wire_add_answer(wire_answers *to, const wire_answer *x);
/* Appends all of them to w. */
void wire_put_answers(wire_writer *w, const wire_answers *from);
void wire_answers_free(wire_answers *a);

/* The answers that r is at; there must be n of them. In a. ERR_FORMAT, ERR_MEMORY. */
status wire_get_answers(wire_reader *r, size_t n, arena *a, wire_answer **out);
/* The settled signature, aligned to 8, in a. ERR_FORMAT: it is not made of `sent`. */
status wire_settled(const wire_answer *x, const firstprint_signature *sent, arena *a, firstprint_signature *out);

/* ── links to hosts of another part of a crawl: an entry in the stream of that part ── */

enum { WIRE_LINKS_MOST = 64, WIRE_URL_MAX = UINT16_MAX };

typedef struct wire_link {
	const char *url;
	unsigned depth, hops;
	bool is_seed, is_sitemap;
} wire_link;

/* Links with the numbers first, first + 1, … They are told in a run of their sender, which is a random number; up to `base` the numbers
 * are those of the runs before. */
typedef struct wire_links {
	uint64_t run, base, first; /* < 2^63, and so are all numbers */
	const wire_link *links;
	size_t len; /* ≤ WIRE_LINKS_MOST */
} wire_links;

void wire_put_links(wire_writer *w, const wire_links *x);
/* All of the bytes. In a. ERR_FORMAT, ERR_MEMORY. */
status wire_get_links(firstprint_span bytes, arena *a, wire_links *out);

#endif
