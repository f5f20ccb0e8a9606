/* kinds — which HTML elements are alike, before the parse and after it. */
#ifndef PURIFY_KINDS_H
#define PURIFY_KINDS_H

#include <gumbo.h>

enum kind {
	/* In markup: */
	KIND_CUT = 1 << 0,               /* prescan.c removes it with its body */
	KIND_RAW = 1 << 1,               /* tags in it are text */
	KIND_CLOSED_BY_ITSELF = 1 << 2,  /* its start tag ends an open one, or it has no content */
	KIND_VOID = 1 << 3,              /* it has no end tag */
	KIND_FORMATTING = 1 << 4,        /* an open one continues in the next paragraph; gumbo keeps at most three alike */
	KIND_OF_LINES = 1 << 5,          /* within a line of text */
	KIND_WITH_LINES = 1 << 6,        /* such lines stand in it */
	KIND_WITHOUT_MEANING = 1 << 7,   /* within a line, and says nothing about its text */
	KIND_OTHER_RULES = 1 << 8,       /* tags in it are read in another way */
	KIND_LINK = 1 << 9,              /* its attributes about links are read */
	KIND_OTHER_ATTRIBUTES = 1 << 10, /* more of its attributes are read than of others, by the parser or after it */
	KIND_TELLING = 1 << 11,          /* it has facts about the page besides its text; strip.c */
	KIND_STRIPPED = 1 << 12,         /* strip.c leaves it out; all others separate paragraphs */
	/* In a tree: */
	KIND_SKIPPED = 1 << 13, /* its contents are not text of the page */
	KIND_INLINE = 1 << 14,  /* it neither begins nor ends a block of text; so does no unknown element */
	KIND_HOST = 1 << 15,    /* it may have a shadow root */
	KIND_ITEM = 1 << 16,    /* of a list, a table and the like: not a heading */
};

/* Returns the bits of enum kind of an element. */
unsigned kinds_of(GumboTag tag);

#endif
