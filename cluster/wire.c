#include "cluster/wire.h"

#include <endian.h>
#include <math.h>
#include <string.h>

enum { TEXTS_MAX = 255, TEXT_MAX = 255, BAD = 0xff };
static const char OTHER_NAME[] = "other";

/* ── bytes ── */

wire_reader wire_read(const void *bytes, size_t len)
{
	return (wire_reader){.at = bytes, .end = bytes ? (const uint8_t *)bytes + len : bytes};
}

firstprint_span wire_bytes(wire_reader *r, size_t len)
{
	const char *at = (const char *)r->at;

	if (r->bad || wire_left(r) < len) {
		r->bad = true;
		return (firstprint_span){0};
	}
	r->at += len;
	return (firstprint_span){at, len};
}

uint64_t wire_number(wire_reader *r, unsigned bytes)
{
	firstprint_span at = wire_bytes(r, bytes);
	uint64_t number = 0;

	if (at.len)
		memcpy(&number, at.at, at.len);
	return le64toh(number);
}

double wire_real(wire_reader *r)
{
	uint64_t bits = wire_number(r, 8);
	double number;

	memcpy(&number, &bits, sizeof number);
	return number;
}

firstprint_span wire_text(wire_reader *r)
{
	return wire_bytes(r, (size_t)wire_number(r, 1));
}

void wire_put_bytes(wire_writer *w, const void *bytes, size_t len)
{
	if (len && !buffer_append(&w->bytes, bytes, len))
		w->failed = true;
}

void wire_put_number(wire_writer *w, unsigned bytes, uint64_t number)
{
	uint64_t lowest_first = htole64(number);

	wire_put_bytes(w, &lowest_first, bytes);
}

void wire_put_real(wire_writer *w, double number)
{
	uint64_t bits;

	memcpy(&bits, &number, sizeof bits);
	wire_put_number(w, 8, bits);
}

void wire_put_text(wire_writer *w, const char *text, size_t len)
{
	if (len > TEXT_MAX)
		len = TEXT_MAX;
	wire_put_number(w, 1, len);
	wire_put_bytes(w, text, len);
}

/* ── pages ── */

void wire_put_page(wire_writer *w, const wire_page *p)
{
	wire_put_number(w, 2, p->flags);
	wire_put_number(w, 2, p->replaced_len);
	for (size_t i = 0; i < p->replaced_len; i++)
		wire_put_number(w, 8, p->replaced[i]);
	wire_put_bytes(w, p->signature.bytes, p->signature.len);
}

/* ids: `len` of them. */
static const uint64_t *read_ids(wire_reader *r, size_t len, arena *a)
{
	uint64_t *ids = wire_left(r) / 8 < len ? NULL : arena_zeros(a, len + 1, sizeof *ids);

	r->bad |= !ids;
	for (size_t i = 0; ids && i < len; i++)
		ids[i] = wire_number(r, 8);
	return ids;
}

status wire_get_page(firstprint_span bytes, arena *a, wire_page *out)
{
	wire_reader r = wire_read(bytes.at, bytes.len);
	uint8_t *copy;

	*out = (wire_page){.flags = (unsigned)wire_number(&r, 2)};
	out->replaced_len = (size_t)wire_number(&r, 2);
	out->replaced = read_ids(&r, out->replaced_len, a);
	if (r.bad)
		return arena_exhausted(a) ? ERR_MEMORY : ERR_FORMAT;
	if (wire_left(&r) > FIRSTPRINT_SIGNATURE_MAX)
		return ERR_FORMAT;
	copy = arena_copy(a, r.at, wire_left(&r));
	out->signature = (firstprint_signature){copy, wire_left(&r)};
	return copy ? OK : ERR_MEMORY;
}

/* ── answers: the texts, then a row for each page, which names texts by their numbers, from 1; 0: NULL ── */

void wire_compare(const firstprint_signature *sent, const firstprint_signature *settled, wire_answer *x)
{
	size_t least = sent->len < settled->len ? sent->len : settled->len, front = 0, back = 0;

	while (front < least && sent->bytes[front] == settled->bytes[front])
		front++;
	while (back < least - front && sent->bytes[sent->len - 1 - back] == settled->bytes[settled->len - 1 - back])
		back++;
	x->front = (uint32_t)front;
	x->back = (uint32_t)back;
	x->middle = (firstprint_span){(const char *)settled->bytes + front, settled->len - front - back};
}

static unsigned number_of_text(wire_answers *to, const char *text)
{
	wire_reader r = wire_read(to->texts.bytes.bytes, to->texts.bytes.len);
	size_t len = text ? strlen(text) : 0;

	if (!text)
		return 0;
	for (unsigned i = 1; i <= to->texts_len; i++) {
		firstprint_span known = wire_text(&r);

		if (known.at && known.len == len && memcmp(known.at, text, len) == 0)
			return i;
	}
	if (to->texts_len == TEXTS_MAX) /* names of filters are few; those that a filter makes up become one */
		return TEXTS_MAX;
	if (to->texts_len == TEXTS_MAX - 1)
		wire_put_text(&to->texts, OTHER_NAME, strlen(OTHER_NAME));
	else
		wire_put_text(&to->texts, text, len);
	return (unsigned)++to->texts_len;
}

static void put_verdict(wire_answers *to, const firstprint_verdict *v)
{
	wire_writer *w = &to->rows;

	wire_put_number(w, 8, v->of);
	wire_put_real(w, v->score);
	wire_put_real(w, v->likeness);
	wire_put_number(w, 1, number_of_text(to, v->stage));
	wire_put_number(w, 1, number_of_text(to, v->proposed_by));
	wire_put_text(w, v->word, strlen(v->word));
	wire_put_number(w, 1, v->evidence_len);
	for (size_t i = 0; i < v->evidence_len; i++) {
		wire_put_number(w, 1, number_of_text(to, v->evidence[i].name));
		wire_put_real(w, v->evidence[i].value);
	}
	wire_put_number(w, 1, v->shares_len);
	for (size_t i = 0; i < v->shares_len; i++) {
		wire_put_number(w, 8, v->shares[i].page);
		wire_put_real(w, v->shares[i].share);
	}
}

void wire_add_answer(wire_answers *to, const wire_answer *x)
{
	wire_writer *w = &to->rows;

	wire_put_number(w, 1, x->is_bad ? BAD : (uint64_t)x->verdict.kind);
	if (x->is_bad)
		return;
	wire_put_number(w, 1, x->link);
	wire_put_number(w, 8, x->id);
	put_verdict(to, &x->verdict);
	wire_put_number(w, 4, x->front);
	wire_put_number(w, 4, x->back);
	wire_put_number(w, 4, x->middle.len);
	wire_put_bytes(w, x->middle.at, x->middle.len);
}

void wire_put_answers(wire_writer *w, const wire_answers *from)
{
	wire_put_number(w, 1, from->texts_len);
	wire_put_bytes(w, from->texts.bytes.bytes, from->texts.bytes.len);
	wire_put_bytes(w, from->rows.bytes.bytes, from->rows.bytes.len);
	w->failed |= from->texts.failed || from->rows.failed;
}

void wire_answers_free(wire_answers *x)
{
	buffer_free(&x->texts.bytes);
	buffer_free(&x->rows.bytes);
	*x = (wire_answers){0};
}

/* The texts of a message, as C strings in an arena. */
typedef struct texts {
	const char *at[TEXTS_MAX + 1]; /* [0] is NULL */
	size_t len;
} texts;

static status get_texts(wire_reader *r, arena *a, texts *out)
{
	out->at[0] = NULL;
	out->len = (size_t)wire_number(r, 1);
	for (size_t i = 1; i <= out->len && !r->bad; i++) {
		firstprint_span text = wire_text(r);

		out->at[i] = arena_text(a, text.at, text.len);
		if (!out->at[i])
			return ERR_MEMORY;
	}
	return r->bad ? ERR_FORMAT : OK;
}

static const char *get_text(wire_reader *r, const texts *known)
{
	size_t i = (size_t)wire_number(r, 1);

	r->bad |= i > known->len;
	return r->bad ? NULL : known->at[i];
}

/* It goes into a store and into what programs read: what is no number from 0 to 1 must not. */
static double get_share(wire_reader *r)
{
	double share = wire_real(r);

	r->bad |= !(share >= 0 && share <= 1);
	return share;
}

static void get_verdict(wire_reader *r, const texts *known, firstprint_verdict *v)
{
	firstprint_span word;
	size_t evidence, shares;

	v->of = wire_number(r, 8);
	v->score = get_share(r);
	v->likeness = wire_real(r);
	r->bad |= !isfinite(v->likeness);
	v->stage = get_text(r, known);
	v->proposed_by = get_text(r, known);
	word = wire_text(r);
	r->bad |= word.len >= sizeof v->word;
	if (!r->bad && word.len)
		memcpy(v->word, word.at, word.len);
	evidence = (size_t)wire_number(r, 1);
	r->bad |= evidence > FIRSTPRINT_EVIDENCE_MAX;
	for (size_t i = 0; i < evidence && !r->bad; i++) {
		v->evidence[i].name = get_text(r, known);
		v->evidence[i].value = wire_real(r);
		r->bad |= !v->evidence[i].name || !isfinite(v->evidence[i].value);
		v->evidence_len++;
	}
	shares = (size_t)wire_number(r, 1);
	r->bad |= shares > FIRSTPRINT_SHARES_MAX;
	for (size_t i = 0; i < shares && !r->bad; i++) {
		v->shares[i].page = wire_number(r, 8);
		v->shares[i].share = get_share(r);
		v->shares_len++;
	}
}

static void get_answer(wire_reader *r, const texts *known, wire_answer *x)
{
	unsigned kind = (unsigned)wire_number(r, 1);

	*x = (wire_answer){.is_bad = kind == BAD};
	r->bad |= kind > FIRSTPRINT_SUPERSEDES && kind != BAD;
	if (x->is_bad || r->bad)
		return;
	x->link = (unsigned)wire_number(r, 1);
	x->id = wire_number(r, 8);
	get_verdict(r, known, &x->verdict);
	x->verdict.kind = (enum firstprint_kind)kind;
	r->bad |= (kind == FIRSTPRINT_UNIQUE) != (x->verdict.of == 0) || (kind != FIRSTPRINT_UNIQUE && !x->verdict.stage);
	x->front = (uint32_t)wire_number(r, 4);
	x->back = (uint32_t)wire_number(r, 4);
	x->middle = wire_bytes(r, (size_t)wire_number(r, 4));
}

status wire_get_answers(wire_reader *r, size_t n, arena *a, wire_answer **out)
{
	texts known;
	status err = get_texts(r, a, &known);

	*out = err ? NULL : arena_zeros(a, n + 1, sizeof **out);
	if (!err && !*out)
		err = ERR_MEMORY;
	for (size_t i = 0; i < n && !err; i++) {
		get_answer(r, &known, &(*out)[i]);
		err = r->bad ? ERR_FORMAT : OK;
	}
	return !err && wire_left(r) ? ERR_FORMAT : err;
}

status wire_settled(const wire_answer *x, const firstprint_signature *sent, arena *a, firstprint_signature *out)
{
	size_t len = (size_t)x->front + x->middle.len + x->back;
	uint8_t *bytes;

	if (x->front > sent->len || x->back > sent->len - x->front || len > FIRSTPRINT_SIGNATURE_MAX)
		return ERR_FORMAT;
	bytes = arena_alloc(a, len);
	if (!bytes)
		return ERR_MEMORY;
	if (x->front)
		memcpy(bytes, sent->bytes, x->front);
	if (x->middle.len)
		memcpy(bytes + x->front, x->middle.at, x->middle.len);
	if (x->back)
		memcpy(bytes + x->front + x->middle.len, sent->bytes + sent->len - x->back, x->back);
	*out = (firstprint_signature){bytes, len};
	return OK;
}

/* ── links ── */

enum { IS_SEED = 1, IS_SITEMAP = 2 };

static void put_link(wire_writer *w, const wire_link *x)
{
	size_t len = strlen(x->url);

	wire_put_number(w, 4, x->depth);
	wire_put_number(w, 2, x->hops);
	wire_put_number(w, 1, (x->is_seed ? IS_SEED : 0) | (x->is_sitemap ? IS_SITEMAP : 0));
	wire_put_number(w, 2, len);
	wire_put_bytes(w, x->url, len);
}

void wire_put_links(wire_writer *w, const wire_links *x)
{
	wire_put_number(w, 8, x->run);
	wire_put_number(w, 8, x->base);
	wire_put_number(w, 8, x->first);
	wire_put_number(w, 2, x->len);
	for (size_t i = 0; i < x->len; i++)
		put_link(w, &x->links[i]);
}

static status get_link(wire_reader *r, arena *a, wire_link *out)
{
	unsigned flags;
	firstprint_span url;

	out->depth = (unsigned)wire_number(r, 4);
	out->hops = (unsigned)wire_number(r, 2);
	flags = (unsigned)wire_number(r, 1);
	out->is_seed = flags & IS_SEED;
	out->is_sitemap = flags & IS_SITEMAP;
	url = wire_bytes(r, (size_t)wire_number(r, 2));
	if (r->bad || memchr(url.at, 0, url.len))
		return ERR_FORMAT;
	out->url = arena_text(a, url.at, url.len);
	return out->url ? OK : ERR_MEMORY;
}

status wire_get_links(firstprint_span bytes, arena *a, wire_links *out)
{
	wire_reader r = wire_read(bytes.at, bytes.len);
	wire_link *links;
	status err = OK;

	out->run = wire_number(&r, 8);
	out->base = wire_number(&r, 8);
	out->first = wire_number(&r, 8);
	out->len = (size_t)wire_number(&r, 2);
	if (r.bad || out->len > WIRE_LINKS_MOST || out->run > INT64_MAX || out->base > INT64_MAX ||
	    out->first > INT64_MAX - WIRE_LINKS_MOST)
		return ERR_FORMAT;
	out->links = links = arena_zeros(a, out->len + 1, sizeof *links);
	if (!links)
		return ERR_MEMORY;
	for (size_t i = 0; i < out->len && !err; i++)
		err = get_link(&r, a, &links[i]);
	return !err && wire_left(&r) ? ERR_FORMAT : err;
}
