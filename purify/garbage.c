#include "purify/garbage.h"

#include <string.h>
#include <unicode/uchar.h>
#include <unicode/utf8.h>

enum {
	FEW = 20,     /* characters beyond ASCII; fewer prove nothing */
	LATIN_ROW = 4 /* no language of the Latin script has so many characters beyond ASCII in a row */
};

/* State of the walk over a text. In scripts other than Latin, it counts words that begin like names, "Xx", and places where a
 * capital follows a small letter, "xX". */
typedef struct walk {
	size_t beyond, garbage;
	size_t row; /* the current run of characters of windows-1252 beyond ASCII */
	size_t beginnings, inner_capitals;
	bool in_word, was_small, was_first_capital; /* the last character */
} walk;

static bool is_impossible(UChar32 c)
{
	int8_t type = u_charType(c);

	return c == 0xfffd || (c >= 0x80 && c < 0xa0) || type == U_PRIVATE_USE_CHAR || type == U_UNASSIGNED ||
	       (c >= 0xff61 && c <= 0xff9f);
}

/* Returns the garbage that the last character adds: once a row is long enough, all of it counts. */
static size_t row_garbage(size_t row)
{
	return row == LATIN_ROW ? LATIN_ROW : row > LATIN_ROW;
}

static bool is_latin(UChar32 c)
{
	return (c >= 0xa0 && c < 0x250) || c == 0x2c6 || c == 0x2dc || (c >= 0x2010 && c <= 0x203a) || c == 0x20ac ||
	       c == 0x2122;
}

static void see_case(walk *w, UChar32 c)
{
	bool other = c >= 0x250, letter = other && u_isalpha(c), small = other && u_islower(c), capital = other && u_isupper(c);

	w->beginnings += small && w->was_first_capital;
	w->inner_capitals += capital && w->was_small;
	w->was_first_capital = capital && !w->in_word;
	w->was_small = small;
	w->in_word = letter;
}

static void see(walk *w, UChar32 c)
{
	w->row = is_latin(c) ? w->row + 1 : 0;
	w->beyond += c >= 0x80;
	w->garbage += c >= 0x80 && is_impossible(c) ? 1 : row_garbage(w->row);
	see_case(w, c);
}

/* For GBK, returns the share of the two-byte characters that GB2312 lacks, since GB2312 has all common ones. In a real Big5 page
 * two of five characters have an ASCII byte; if the page is in GB2312, EUC-JP or EUC-KR, none has. */
static double cells_garbage(firstprint_span bytes, bool big5)
{
	size_t all = 0, ascii = 0, high = 0;

	for (size_t i = 0; i + 1 < bytes.len; i++) {
		unsigned char lead = (unsigned char)bytes.at[i], trail = (unsigned char)bytes.at[i + 1];

		if (lead < 0x81)
			continue;
		all++;
		ascii += trail < 0x80;
		high += lead >= 0xa1 && trail >= 0xa1;
		i++;
	}
	if (all < FEW)
		return 0;
	return big5 ? ascii * 10 < all : 1 - (double)high / (double)all;
}

double garbage_share(firstprint_span bytes, const charset_result *decoded)
{
	firstprint_span text = decoded->text;
	bool gbk = strcmp(decoded->name, "GBK") == 0, big5 = strcmp(decoded->name, "Big5") == 0;
	double cells = gbk || big5 ? cells_garbage(bytes, big5) : 0, share;
	walk w = {0};

	for (size_t i = 0; i < text.len;) {
		UChar32 c;

		U8_NEXT_UNSAFE((const uint8_t *)text.at, i, c);
		see(&w, c);
	}
	share = w.beyond < FEW ? 0 : (double)w.garbage / (double)w.beyond;
	if (w.beyond >= FEW && w.inner_capitals > 1 && w.inner_capitals > 2 * w.beginnings)
		share = 1;
	return share > cells ? share : cells;
}
