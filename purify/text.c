#include "purify/text.h"

#include <stdbool.h>
#include <string.h>
#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/ustring.h>
#include <unicode/utf8.h>

#include "base/utf8.h"

/* Is c invisible to a reader? Spammers often insert such characters to defeat comparison. */
static bool is_ignorable(UChar32 c)
{
	return c == 0xad || (c >= 0x200b && c <= 0x200f) || (c >= 0x202a && c <= 0x202e) || (c >= 0x2060 && c <= 0x2064) ||
	       c == 0xfeff || (c >= 0xfe00 && c <= 0xfe0f);
}

enum { JOINERS_MOST = 2, JOINED_FIRST = 0x590 }; /* scripts before Hebrew, such as Latin, join nothing */

/* Does c belong to the spelling, behind this character: a joiner or non-joiner of Persian and of Indic scripts, or the form of an emoji?
 * *run counts such characters so far. */
static bool is_spelled(UChar32 c, UChar32 before, unsigned *run)
{
	bool is_joiner = c == 0x200c || c == 0x200d || (c >= 0xfe00 && c <= 0xfe0f);

	*run = is_joiner ? *run + 1 : 0;
	return is_joiner && before >= JOINED_FIRST && *run <= JOINERS_MOST;
}

/* The most combining marks on one letter. No script needs more (UAX #15, Stream-Safe Text Format), and sorting them
 * takes time quadratic in their number. */
enum { MARKS_MOST = 30 };

/* Is c a mark past the thirtieth on one letter? *run counts the marks so far. */
static bool is_excess_mark(UChar32 c, unsigned *run)
{
	*run = c >= 0x300 && u_getCombiningClass(c) ? *run + 1 : 0;
	return *run > MARKS_MOST;
}

/* Is c a visible ASCII character? Nearly all are. */
static bool is_plain(char c)
{
	return c > ' ' && c < 0x7f;
}

/* Writes the pending white space before a character, unless it is the first. Returns the new length. */
static size_t put_space(char *to, size_t len, char *pending)
{
	if (*pending && len)
		to[len++] = *pending;
	*pending = 0;
	return len;
}

/* Copies raw to `to`, folds white space and removes unwanted characters. The text never grows, so `to` may be raw.at. Returns the
 * new length. */
static size_t fold_spaces(firstprint_span raw, char *to)
{
	size_t len = 0, i = 0;
	char pending = 0; /* white space since the last character: ' ', '\n' or none */
	unsigned marks = 0, joiners = 0;
	UChar32 before = 0; /* the character that was copied last; 0: white space or ASCII */

	while (i < raw.len) {
		size_t from = i;
		UChar32 c;

		if (is_plain(raw.at[i])) {
			len = put_space(to, len, &pending);
			marks = 0;
			before = 0;
			do
				to[len++] = raw.at[i++];
			while (i < raw.len && is_plain(raw.at[i]));
			continue;
		}
		U8_NEXT_UNSAFE((const uint8_t *)raw.at, i, c);
		if (c == '\n' || (c == ' ' && pending != '\n')) {
			pending = (char)c;
			before = 0;
		} else if (c < 0x80 ? (c <= ' ') : (c == 0x85 || u_isUWhiteSpace(c))) {
			if (!pending)
				pending = ' ';
			before = 0;
		} else if (c != 0x7f && !(c >= 0x80 && c < 0xa0) && (is_spelled(c, before, &joiners) || !is_ignorable(c)) &&
			   !is_excess_mark(c, &marks)) {
			before = c;
			len = put_space(to, len, &pending);
			memmove(to + len, raw.at + from, i - from);
			len += i - from;
		}
	}
	return len;
}

enum { PIECE = 1024, PIECE_MOST = PIECE + 256 }; /* bytes that are brought to normal form C at once */

/* Where a piece ends that begins at byte `at`: before a character that never joins with those before it. Hundreds of characters that
 * all may join follow each other only in nonsense, in which none does. */
static size_t piece_end(const UNormalizer2 *nfc, firstprint_span s, size_t at)
{
	const uint8_t *bytes = (const uint8_t *)s.at;
	size_t end = at + PIECE;

	if (end >= s.len)
		return s.len;
	while (!U8_IS_LEAD(bytes[end]) && !U8_IS_SINGLE(bytes[end]))
		end--;
	for (size_t next = end; next < s.len && next < at + PIECE_MOST - U8_MAX_LENGTH; end = next) {
		UChar32 c;

		U8_NEXT_UNSAFE(bytes, next, c);
		if (unorm2_hasBoundaryBefore(nfc, c))
			break;
	}
	return end;
}

/* Writes the normal form C of a piece. Returns its length; 0: the piece is in that form already. */
static size_t compose_piece(const UNormalizer2 *nfc, firstprint_span piece, char out[3 * PIECE_MOST], UErrorCode *e)
{
	UChar wide[PIECE_MOST], composed[3 * PIECE_MOST];
	int32_t len, bytes;

	if (utf8_is_ascii(piece.at, piece.len))
		return 0;
	u_strFromUTF8(wide, PIECE_MOST, &len, piece.at, (int32_t)piece.len, e);
	if (U_FAILURE(*e) || unorm2_quickCheck(nfc, wide, len, e) == UNORM_YES)
		return 0;
	len = unorm2_normalize(nfc, wide, len, composed, 3 * PIECE_MOST, e);
	u_strToUTF8(out, 3 * PIECE_MOST, &bytes, composed, len, e);
	return U_FAILURE(*e) ? 0 : (size_t)bytes;
}

/* Converts s to normal form C; *out is s itself if it is in that form already. */
static status compose(firstprint_span s, arena *a, firstprint_span *out)
{
	UErrorCode e = U_ZERO_ERROR;
	const UNormalizer2 *nfc = unorm2_getNFCInstance(&e);
	char *text = NULL, *to = NULL, piece[3 * PIECE_MOST];

	for (size_t at = 0, end; U_SUCCESS(e) && at < s.len; at = end) {
		size_t len;

		end = piece_end(nfc, s, at);
		len = compose_piece(nfc, (firstprint_span){s.at + at, end - at}, piece, &e);
		if (len && !text) {
			text = arena_alloc(a, 3 * s.len + 1);
			if (!text)
				return ERR_MEMORY;
			to = mempcpy(text, s.at, at);
		}
		if (text)
			to = len ? mempcpy(to, piece, len) : mempcpy(to, s.at + at, end - at);
	}
	*out = s;
	if (text) {
		*to = '\0';
		*out = (firstprint_span){text, (size_t)(to - text)};
	}
	return U_FAILURE(e) ? ERR_MEMORY : OK;
}

/* Writes the normalised text to `to`, of raw.len + 1 bytes, or to the arena. `to` may be raw.at. */
static status normalise_to(char *to, firstprint_span raw, arena *a, firstprint_span *out)
{
	size_t len = fold_spaces(raw, to);

	to[len] = '\0';
	return compose((firstprint_span){to, len}, a, out);
}

status text_normalise_in_place(char *text, size_t len, arena *a, firstprint_span *out)
{
	return normalise_to(text, (firstprint_span){text, len}, a, out);
}

status text_normalise(firstprint_span raw, arena *a, firstprint_span *out)
{
	char *text = arena_alloc(a, raw.len + 1);

	return text ? normalise_to(text, raw, a, out) : ERR_MEMORY;
}

/* Returns the character before byte `end`; 0: there is none. */
static UChar32 last_char(firstprint_span s, size_t end)
{
	int32_t i = (int32_t)end;
	UChar32 c = 0;

	if (end)
		U8_PREV((const uint8_t *)s.at, 0, i, c);
	return c < 0 ? 0 : c;
}

static UChar32 char_at(firstprint_span s, size_t at)
{
	int32_t i = 0, left = s.len - at < 4 ? (int32_t)(s.len - at) : 4;
	UChar32 c = 0;

	if (left)
		U8_NEXT((const uint8_t *)s.at + at, i, left, c);
	return c < 0 ? 0 : c;
}

/* Does a sentence end at byte `end`? Closing quotes and brackets before it are ignored. */
static bool ends_sentence(firstprint_span s, size_t end)
{
	static const UChar closing[] = u"\"')]’”」』）＂", ends[] = u".!?:。！？：…；．";
	UChar32 c = last_char(s, end);

	for (; c && u_strchr32(closing, c); c = last_char(s, end))
		end -= U8_LENGTH(c);
	return c && u_strchr32(ends, c);
}

/* Is c an East Asian character, beside which a line break is not a space? Punctuation marks and fullwidth forms count, since lines
 * end with them too; plugin/text/characters.h is about characters that are words, and has fewer. */
static bool is_unspaced(UChar32 c)
{
	return (c >= 0x2e80 && c <= 0x9fff) || (c >= 0xf900 && c <= 0xfaff) || (c >= 0xff00 && c <= 0xffef) ||
	       (c >= 0x20000 && c <= 0x3ffff);
}

/* ── the width of plain text ── */

enum {
	WIDTH_MOST = 200, /* columns; nobody wraps at a larger width */
	WIDTHS = 20       /* the number of longest lines to keep: a tenth of two hundred */
};

/* Returns the columns of a text; an East Asian character takes two. */
static size_t columns_of(firstprint_span s, size_t from, size_t to)
{
	size_t n = 0;

	for (size_t i = from; i < to;) {
		UChar32 c;

		if ((signed char)s.at[i] >= 0) {
			i++;
			n++;
			continue;
		}
		U8_NEXT_UNSAFE((const uint8_t *)s.at, i, c);
		n += is_unspaced(c) ? 2 : 1;
	}
	return n;
}

/* Returns where white space before byte `end` begins, but not before `from`. */
static size_t without_blanks(firstprint_span s, size_t from, size_t end)
{
	while (end > from && strchr(" \t\r", s.at[end - 1]))
		end--;
	return end;
}

static size_t end_of_word(firstprint_span s, size_t at)
{
	while (at < s.len && !strchr(" \t\r\n", s.at[at]))
		at++;
	return at;
}

typedef struct text_line {
	size_t columns; /* without white space at its end; 0: it is blank */
	size_t with;    /* the same plus the first word of the next line; 0: no line follows directly */
} text_line;

/* Reads the next line from *at on. false: there is none. */
static bool next_line(firstprint_span s, size_t *at, text_line *out)
{
	const char *stop = *at < s.len ? memchr(s.at + *at, '\n', s.len - *at) : NULL;
	size_t from = *at, end = stop ? (size_t)(stop - s.at) : s.len, next = end + 1, word;

	*out = (text_line){0};
	if (from >= s.len)
		return false;
	*at = next;
	end = without_blanks(s, from, end);
	while (next < s.len && strchr(" \t\r", s.at[next]) && s.at[next])
		next++;
	out->columns = columns_of(s, from, end);
	if (end == from || next >= s.len || s.at[next] == '\n')
		return true;
	word = is_unspaced(char_at(s, next)) ? next + (size_t)U8_LENGTH(char_at(s, next)) : end_of_word(s, next);
	out->with = out->columns + !is_unspaced(char_at(s, next)) + columns_of(s, next, word);
	return true;
}

/* Inserts a length into the descending list of the longest ones. */
static void note_length(size_t lengths[WIDTHS], size_t columns)
{
	size_t i = WIDTHS - 1;

	if (columns <= lengths[i])
		return;
	for (; i > 0 && lengths[i - 1] < columns; i--)
		lengths[i] = lengths[i - 1];
	lengths[i] = columns;
}

/* Returns the length that only the longest tenth of n lines exceeds. A length that is more than a third above the next one does not
 * count. */
static size_t usual_length(const size_t lengths[WIDTHS], size_t n)
{
	size_t i = n / 10 < WIDTHS - 1 ? n / 10 : WIDTHS - 2;

	return n > 2 && lengths[i] > lengths[i + 1] + lengths[i + 1] / 3 ? lengths[i + 1] : lengths[i];
}

/* Returns the width at which the lines of a text were wrapped, in columns. 0: they were not wrapped, and each line is a paragraph,
 * since most of the text is in lines that are too long, or the next word would have fitted after most lines. */
static size_t width_of(firstprint_span s)
{
	size_t lengths[WIDTHS] = {0}, n = 0, all = 0, in_long = 0, broken = 0, fit = 0, width;
	text_line line;

	for (size_t at = 0; next_line(s, &at, &line); n += line.columns > 0) {
		note_length(lengths, line.columns);
		all += line.columns;
		in_long += line.columns > WIDTH_MOST ? line.columns : 0;
	}
	width = usual_length(lengths, n);
	for (size_t at = 0; next_line(s, &at, &line); broken += line.with > 0)
		fit += line.with && line.with <= width;
	return in_long * 2 > all || fit * 2 > broken ? 0 : width;
}

/* ── unwrapping ── */

/* Does the line end well before the width, though the next word would have fitted? Not if a small letter or a digit follows, with
 * which a sentence goes on. */
static bool is_short(firstprint_span s, size_t from, size_t end, size_t next, size_t width)
{
	size_t word = is_unspaced(char_at(s, next)) ? next : end_of_word(s, next);

	if (width && (u_islower(char_at(s, next)) || u_isdigit(char_at(s, next))))
		return false;
	return !width || columns_of(s, from, end) + 1 + columns_of(s, next, word) <= width - width / 6;
}

/* Returns where the line at `at` goes on behind the mark of a quotation, "> "; `at` itself if it has none. */
static size_t behind_mark(firstprint_span s, size_t at)
{
	size_t i = at;

	while (i < s.len && (s.at[i] == '>' || (i > at && s.at[i] == ' ')))
		i++;
	return i;
}

enum { ITEM_DIGITS = 3 };

/* Returns the number of the item that begins at `at`: 2 for "2. " and "2) ". 0: none does. */
static unsigned item_at(firstprint_span s, size_t at)
{
	unsigned number = 0, digits = 0;

	for (; at < s.len && s.at[at] >= '0' && s.at[at] <= '9' && digits <= ITEM_DIGITS; at++, digits++)
		number = 10 * number + (unsigned)(s.at[at] - '0');
	if (digits > ITEM_DIGITS || at + 1 >= s.len || (s.at[at] != '.' && s.at[at] != ')') || s.at[at + 1] != ' ')
		return 0;
	return number;
}

/* A line, when it ends. */
typedef struct broken_line {
	size_t from; /* where it begins */
	bool quoted;
	unsigned item; /* the number of the last item; 0: there is none */
} broken_line;

/* Returns the replacement of the line break at `at`: '\n', ' ', or 0 for nothing. *line: the line before it; becomes the next one, which
 * begins where the text goes on, after the line break, the white space that follows it and, within a quotation, the mark. */
static char break_kind(firstprint_span s, broken_line *line, size_t at, size_t width)
{
	size_t from = line->from, end = without_blanks(s, from, at), lines = 0, indent = 0, text;
	bool quoted = line->quoted, begins_item;
	unsigned item;

	for (; at < s.len && strchr(" \t\r\n", s.at[at]) && s.at[at]; at++) {
		lines += s.at[at] == '\n';
		indent = s.at[at] == '\n' || s.at[at] == '\r' ? 0 : indent + 1;
	}
	text = behind_mark(s, at);
	item = item_at(s, text);
	begins_item = item == 1 || (item > 1 && item == line->item + 1); /* another number may be one of the text: "in 42." */
	*line = (broken_line){at, text > at, begins_item ? item : line->item};
	if (begins_item || lines > 1 || indent > 1 || line->quoted != quoted || char_at(s, text) == 0x3000 ||
	    ends_sentence(s, end) || is_short(s, from, end, text, width))
		return '\n';
	line->from = text;
	return is_unspaced(last_char(s, end)) && is_unspaced(char_at(s, text)) ? 0 : ' ';
}

status text_unwrap(firstprint_span raw, arena *a, firstprint_span *out)
{
	char *text = arena_alloc(a, raw.len + 1);
	broken_line line = {0, raw.len && *raw.at == '>', item_at(raw, 0)};
	size_t len = 0, width;

	if (!text)
		return ERR_MEMORY;
	width = width_of(raw);
	for (size_t i = 0; i < raw.len;) {
		char kind;

		if (raw.at[i] != '\n') {
			text[len++] = raw.at[i++];
			continue;
		}
		kind = break_kind(raw, &line, i, width);
		i = line.from;
		if (kind)
			text[len++] = kind;
	}
	*out = (firstprint_span){text, len};
	return OK;
}

bool text_is_unreadable(firstprint_span text)
{
	static const char replacement[] = "\xef\xbf\xbd";
	const char *at = text.at, *end = at + text.len;
	size_t characters = 0, replaced = 0;

	for (; text.len && (at = memmem(at, (size_t)(end - at), replacement, 3)) != NULL; at += 3)
		replaced++;
	for (size_t i = 0; replaced && i < text.len; i++)
		characters += text.at[i] != ' ' && text.at[i] != '\n' && (text.at[i] & 0xc0) != 0x80;
	return replaced * 2 > characters;
}

status text_paragraphs(firstprint_span text, arena *a, const firstprint_span **out, size_t *out_len)
{
	const char *end = text.at + text.len, *at = text.at;
	firstprint_span *items;
	size_t len = 0;

	for (size_t i = 0; i < text.len; i++)
		len += text.at[i] == '\n';
	items = arena_alloc(a, (len + 1) * sizeof *items);
	if (!items)
		return ERR_MEMORY;
	*out = items;
	*out_len = text.len ? len + 1 : 0;
	for (size_t i = 0; i < *out_len; i++) {
		const char *stop = memchr(at, '\n', (size_t)(end - at));

		items[i] = (firstprint_span){at, (size_t)((stop ? stop : end) - at)};
		at = stop ? stop + 1 : end;
	}
	return OK;
}
