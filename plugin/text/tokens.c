#include "plugin/text/tokens.h"

#include <string.h>
#include <unicode/uchar.h>

#include "plugin/text/characters.h"

enum token_class { OTHER, LETTER, DIGIT, CHARACTER };

/* Reads a text character by character. */
typedef struct reader {
	firstprint_span text;
	int32_t at;
	UChar32 c;      /* the character that ends at `at`, made plain, in its own case; 0: the end of the text */
	int32_t before; /* where c begins */
} reader;

static void next(reader *r)
{
	r->before = r->at;
	r->c = character_next(r->text, &r->at);
}

static enum token_class class_of(UChar32 c)
{
	if (c < 0x80) {
		if ((c | 0x20) >= 'a' && (c | 0x20) <= 'z')
			return LETTER;
		return c >= '0' && c <= '9' ? DIGIT : OTHER;
	}
	if (character_is_cjk(c))
		return u_isalpha(c) ? CHARACTER : OTHER;
	return u_isalpha(c) ? LETTER : u_isdigit(c) ? DIGIT : OTHER;
}

/* Is there a separator here that joins two digits, as in "1,250", "10:30", "2024-05-01"? */
static bool joins_digits(const reader *r)
{
	reader ahead = *r;

	if (r->c == 0 || r->c >= 0x80 || !strchr(".,:/-", (char)r->c))
		return false;
	next(&ahead);
	return class_of(ahead.c) == DIGIT;
}

enum { CODE_LEAST = 16, CODE_CHANGES = 4, CODE_SEEN = 128 }; /* CODE_SEEN: bytes by which it is known */

static bool is_of_code(char c)
{
	enum token_class kind = class_of((unsigned char)c);

	return c > 0 && (kind == LETTER || kind == DIGIT || c == '-');
}

/* Returns how many bytes a code has that was drawn at random and begins at `from`, such as a UUID or a SHA-1: letters, digits and hyphens,
 * where the first two alternate. 0: none begins there. */
static size_t code_at(firstprint_span text, size_t from)
{
	size_t len = 0, changes = 0;

	for (; from + len < text.len && is_of_code(text.at[from + len]); len++) {
		const char *c = &text.at[from + len];

		if (len == CODE_SEEN && changes < CODE_CHANGES)
			return 0;
		changes += len && *c != '-' && c[-1] != '-' && class_of((unsigned char)*c) != class_of((unsigned char)c[-1]);
	}
	return len >= CODE_LEAST && changes >= CODE_CHANGES ? len : 0;
}

/* Reads the piece of one kind that begins at r's character. */
static size_t read_piece(reader *r, enum token_class kind, char *piece, size_t room)
{
	size_t len = 0;

	do {
		character_append(piece, room, &len, r->c);
		next(r);
	} while (kind != CHARACTER && r->c && (class_of(r->c) == kind || (kind == DIGIT && joins_digits(r))));
	return len;
}

/* Reads the token that begins at r's character: a piece, or a code, of which it keeps the first bytes if it is longer than `room`. Sets
 * *kind. */
static size_t read_token(reader *r, enum token_class *kind, char *piece, size_t room)
{
	reader begin = *r;
	size_t from = (size_t)r->before, len = read_piece(r, *kind, piece, room), code;

	code = *kind != CHARACTER && r->c < 0x80 && is_of_code((char)r->c) ? code_at(r->text, from) : 0;
	if (!code)
		return len;
	*kind = LETTER;
	*r = begin;
	for (len = 0; r->c && (size_t)r->before < from + code; next(r))
		character_append(piece, room, &len, r->c);
	return len;
}

status tokens_of(firstprint_span text, const feature_key *key, arena *a, tokens *out)
{
	reader r = {.text = text};
	tokens t = {0};
	size_t room = 0;
	bool begins_line = true;
	char piece[128];

	if (text.len >= INT32_MAX)
		return ERR_MEMORY;
	for (next(&r); r.c;) {
		enum token_class kind = class_of(r.c);
		int32_t from = r.before;
		size_t len;

		if (kind == OTHER) {
			begins_line |= r.c == '\n';
			next(&r);
			continue;
		}
		t.items = arena_grow(a, t.items, t.len, &room, sizeof *t.items);
		if (!t.items)
			return ERR_MEMORY;
		len = read_token(&r, &kind, piece, sizeof piece);
		t.items[t.len++] = (token){.hash = feature_hash(key, piece, len),
					   .from = (uint32_t)from,
					   .len = (uint32_t)(r.before - from),
					   .kind = kind == DIGIT       ? TOKEN_NUMBER
						   : kind == CHARACTER ? TOKEN_CHARACTER
								       : TOKEN_WORD,
					   .begins_line = begins_line};
		t.characters += kind == CHARACTER;
		begins_line = false;
	}
	*out = t;
	return OK;
}
