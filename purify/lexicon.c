#include "purify/lexicon.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* Returns the slot of a word, or the free one for it. */
static struct lexicon_slot *slot_of(lexicon *l, const char *word, size_t len)
{
	uint32_t hash = 0;
	struct lexicon_slot *slot;

	for (size_t i = 0; i < len; i++)
		hash = (hash ^ (uint8_t)word[i]) * UINT32_C(0x9e3779b1);
	for (size_t i = hash >> 16;; i++) {
		slot = &l->slots[i % LEXICON_SLOTS];
		if (!slot->word || (slot->len == len && memcmp(slot->word, word, len) == 0))
			return slot;
	}
}

static void fill(lexicon *l)
{
	pthread_mutex_lock(&l->lock);
	for (const lexicon_list *list = l->lists; !l->is_filled && list->words; list++)
		for (const char *word = list->words; *word; word = strchr(word, ' ') + 1) {
			size_t len = strcspn(word, " ");
			struct lexicon_slot *slot = slot_of(l, word, len);

			*slot = (struct lexicon_slot){word, len, slot->meaning | list->meaning};
		}
	l->is_filled = true;
	pthread_mutex_unlock(&l->lock);
}

unsigned lexicon_meaning(lexicon *l, const char *word, size_t len)
{
	char lower[LEXICON_WORD_MOST];

	if (len == 0 || len > LEXICON_WORD_MOST)
		return 0;
	if (!l->is_filled)
		fill(l);
	for (size_t i = 0; i < len; i++)
		lower[i] = (char)(word[i] | (word[i] >= 'A' && word[i] <= 'Z' ? 0x20 : 0));
	return slot_of(l, lower, len)->meaning;
}
