/* advice — what a cause (cause.h) means, and what can be done about it. */
#ifndef STORE_ADVICE_H
#define STORE_ADVICE_H

#include <stdbool.h>
#include <stdint.h>

enum { ADVICE_TEXT = 160 };

/* What a cause says about the pages: that their URLs are forms of one; that they may be others; or which others, which says
 * more than that one is a list. A cause that is not in the table, a parameter, says the first. */
enum advice_pages { ADVICE_FORMS, ADVICE_OTHERS, ADVICE_NAMED };
enum advice_pages advice_pages(const char *cause);

/* "the same path on another host"; "": unknown. */
const char *advice_means(const char *cause);
/* A sentence for the owner of the site; drops: how many have this cause; kept: how many pages were kept though their URLs differ from
 * another one's only in the parameter of the cause. */
const char *advice_for(const char *cause, int64_t drops, int64_t kept, char buffer[ADVICE_TEXT]);

#endif
