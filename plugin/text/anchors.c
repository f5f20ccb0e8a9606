#include "plugin/text/anchors.h"

#include <string.h>
#include <unicode/uchar.h>
#include <unicode/ustring.h>

#include "plugin/text/characters.h"

enum class { SPACE, OTHER, ANCHOR, WORD, CHARACTER };

/* Fullwidth marks have become plain. Single quotation marks are left out: most are apostrophes. */
static const UChar MARKS[] = u",.?!;:\"—、。“”「」،؛؟।";
static const UChar32 DE = 0x7684;
static const char JOINERS[] = ".,:'"; /* these are part of a word when they stand between two of its characters */

/* Reads one paragraph, character by character. */
typedef struct reader {
	enum anchor_set set;
	const feature_key *key;
	firstprint_span text;
	int32_t at;
	UChar32 c; /* the character that ends at `at`, made plain; 0: the end of the text */
} reader;

static void next(reader *r)
{
	r->c = character_next(r->text, &r->at);
	if (r->c == 0x2019)
		r->c = '\'';
}

static enum class class_of(const reader *r) {
	UChar32 c = r->c;

	if (c == 0 || u_isUWhiteSpace(c)) return SPACE;
	if (u_strchr32(MARKS, c) || (r->set == ANCHORS_DE && c == DE)) return ANCHOR;
	if (u_isalpha(c)) return character_is_cjk(c) ? CHARACTER : WORD;
	return u_isdigit(c) || (U_MASK(u_charType(c)) & U_GC_M_MASK) ? WORD : OTHER;
}

/* Is the mark here a part of the word before it? */
static bool joins(const reader *r)
{
	reader ahead = *r;

	if (r->c == 0 || r->c >= 0x80 || !strchr(JOINERS, (char)r->c))
		return false;
	next(&ahead);
	return class_of(&ahead) == WORD;
}

/* Reads the word that begins at r's character. Marks inside it are not hashed: "don’t" is "dont". */
static uint32_t read_word(reader *r, size_t *characters)
{
	char word[128];
	size_t len = 0;

	do {
		if (class_of(r) == WORD)
			character_append(word, sizeof word, &len, r->c);
		++*characters;
		next(r);
	} while (class_of(r) == WORD || joins(r));
	return (uint32_t)(feature_hash(r->key, word, len) >> 33) | ANCHORS_WORD;
}

static uint32_t read_piece(reader *r, size_t *characters)
{
	uint32_t symbol = (uint32_t)r->c;

	if (class_of(r) == WORD)
		return read_word(r, characters);
	++*characters;
	next(r);
	return symbol;
}

/* A row of pieces that grows. */
typedef struct row {
	anchored_text text;
	size_t pieces_room, paragraphs_room;
	arena *arena;
} row;

static bool push_piece(row *o, uint32_t symbol, bool is_beside)
{
	anchored_text *t = &o->text;

	t->pieces = arena_grow(o->arena, t->pieces, t->len, &o->pieces_room, sizeof *t->pieces);
	if (!t->pieces)
		return false;
	t->pieces[t->len++] = (struct anchored_piece){symbol, is_beside};
	return true;
}

/* Reads at most `most` characters of r's paragraph. The caller has set p->from. false: out of memory. */
static bool read_pieces(row *o, reader *r, size_t most, struct anchored_paragraph *p)
{
	bool is_beside = true;

	for (next(r); r->c && p->characters < most;) {
		enum class kind = class_of(r);

		if (kind >= WORD) {
			if (!push_piece(o, read_piece(r, &p->characters), is_beside))
				return false;
			is_beside = false;
			continue;
		}
		if (kind == ANCHOR) {
			is_beside = true;
			if (o->text.len > p->from)
				o->text.pieces[o->text.len - 1].is_beside = true;
		}
		p->characters += kind != SPACE;
		next(r);
	}
	p->to = o->text.len;
	return true;
}

static bool push_paragraph(row *o, struct anchored_paragraph p)
{
	anchored_text *t = &o->text;

	t->characters += p.characters;
	if (p.from == p.to)
		return true;
	t->paragraphs = arena_grow(o->arena, t->paragraphs, t->paragraphs_len, &o->paragraphs_room, sizeof *t->paragraphs);
	if (!t->paragraphs)
		return false;
	t->paragraphs[t->paragraphs_len++] = p;
	return true;
}

status anchors_of(const firstprint_page *page, enum anchor_set set, size_t first, const feature_key *key, arena *a,
		  anchored_text *out)
{
	row o = {.arena = a};
	size_t most = first ? first : SIZE_MAX;

	if (page->text.len >= INT32_MAX)
		return ERR_MEMORY;
	for (size_t i = 0; i < page->paragraphs_len && o.text.characters < most; i++) {
		reader r = {.set = set, .key = key, .text = page->paragraphs[i]};
		struct anchored_paragraph p = {.from = o.text.len};

		if (!read_pieces(&o, &r, most - o.text.characters, &p) || !push_paragraph(&o, p))
			return ERR_MEMORY;
	}
	*out = o.text;
	return OK;
}

/* ── the code ── */

static void take(anchor_code *c, uint32_t symbol)
{
	if (c->len < ANCHOR_CODE_MOST)
		c->symbols[c->len++] = symbol;
}

/* Definition 1. */
static bool is_unit(const anchor_code_rule *rule, const anchored_text *t, const struct anchored_paragraph *p)
{
	return p->characters >= (size_t)rule->unit || (double)p->characters >= rule->unit_share * (double)t->characters;
}

/* Algorithm 1, of the units; rule NULL: of all paragraphs. */
static void take_anchored(anchor_code *c, const anchor_code_rule *rule, const anchored_text *t)
{
	for (const struct anchored_paragraph *p = t->paragraphs; p < t->paragraphs + t->paragraphs_len; p++)
		for (size_t i = p->from; i < p->to && (!rule || is_unit(rule, t, p)); i++)
			if (t->pieces[i].is_beside)
				take(c, t->pieces[i].symbol);
}

/* Of the first n and last n paragraphs, or of all when they overlap. */
static void take_ends(anchor_code *c, const anchored_text *t, size_t n)
{
	for (size_t i = 0; i < t->paragraphs_len; i++) {
		const struct anchored_paragraph *p = &t->paragraphs[i];

		if (i >= n && i + n < t->paragraphs_len)
			continue;
		take(c, t->pieces[p->from].symbol);
		if (p->to - p->from > 1)
			take(c, t->pieces[p->to - 1].symbol);
	}
}

static void take_beginning(anchor_code *c, const anchored_text *t, size_t n)
{
	for (size_t i = 0; i < t->len && i < n; i++)
		take(c, t->pieces[i].symbol);
}

status anchor_code_of(const firstprint_page *page, const anchor_code_rule *rule, const feature_key *key, arena *a,
		      anchor_code *out)
{
	anchor_code c = {0};
	anchored_text t;

	if (anchors_of(page, (enum anchor_set)rule->anchors, (size_t)rule->first, key, a, &t))
		return ERR_MEMORY;
	c.symbols = arena_alloc(a, (t.len + 1) * sizeof *c.symbols); /* no piece is taken twice */
	if (!c.symbols)
		return ERR_MEMORY;
	take_anchored(&c, rule, &t);
	if (c.len == 0 && t.paragraphs_len >= (size_t)rule->paragraphs)
		take_ends(&c, &t, (size_t)rule->ends);
	else if (c.len == 0)
		take_anchored(&c, NULL, &t);
	if (c.len < (size_t)rule->least) {
		c.len = 0;
		take_beginning(&c, &t, 4 * (size_t)rule->ends);
	}
	*out = c;
	return OK;
}
