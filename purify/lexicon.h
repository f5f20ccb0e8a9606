/* lexicon — the meanings of words, which are written as lists.
 *
 *	static const lexicon_list lists[] = {{WARM, "red yellow "}, {COLD, "blue "}, {0, NULL}};
 *	static lexicon colours = LEXICON(lists);
 *	lexicon_meaning(&colours, "Red", 3)      WARM */
#ifndef PURIFY_LEXICON_H
#define PURIFY_LEXICON_H

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

enum {
	LEXICON_WORD_MOST = 24, /* bytes */
	LEXICON_SLOTS = 512     /* more than words of all lists; the fewer are in use, the faster is a lookup */
};

typedef struct lexicon_list {
	unsigned meaning;  /* bits */
	const char *words; /* in lower case, each with a space after it; the last list has NULL */
} lexicon_list;

typedef struct lexicon {
	const lexicon_list *lists;
	pthread_mutex_t lock;
	atomic_bool is_filled;
	struct lexicon_slot {
		const char *word; /* in a list; NULL: the slot is free */
		size_t len;
		unsigned meaning;
	} slots[LEXICON_SLOTS];
} lexicon;

#define LEXICON(its_lists) \
	{ \
		.lists = (its_lists), .lock = PTHREAD_MUTEX_INITIALIZER \
	}

/* Returns the meanings of a word of len bytes, whose ASCII letters may be capitals, in all lists that have it; 0: none has. */
unsigned lexicon_meaning(lexicon *l, const char *word, size_t len);

#endif
