/* places — where something stands in a text: the words around it, as a hash.
 *
 * Pages made by one form have the same words around what differs. So two texts have a place in common where they may have
 * different things: another number, another name. The words around are two before and one behind, four and two Chinese
 * characters; at the end of a line as many more on the other side. Numbers among them are passed over. */
#ifndef PLUGIN_TEXT_PLACES_H
#define PLUGIN_TEXT_PLACES_H

#include "plugin/text/lines.h"

enum token_mark { MARK_NONE, MARK_NUMBER, MARK_SUBJECT };

/* Everything that is known of a text's tokens. */
typedef struct passage {
	firstprint_span text;
	const tokens *tokens;
	const feature_key *key;
	const uint8_t *marks; /* [tokens] enum token_mark: what stands in places is not around them */
} passage;

/* The place of the tokens from `from` to `end` of a line. around is how many half words were found there that are not
 * marked, 6 at most: with fewer, the place is hard to know again. */
uint64_t place_of(const passage *p, const line *l, size_t from, size_t end, uint32_t *around);

#endif
