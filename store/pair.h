/* pair — how two URLs differ, as a cause (cause.h). */
#ifndef STORE_PAIR_H
#define STORE_PAIR_H

#include "store/address.h"
#include "store/cause.h"

/* Returns the cause, which is in buffer or a constant; NULL: the URLs do not say. */
const char *pair_cause(const address *a, const address *b, char buffer[CAUSE_TEXT]);
/* Does one of the paths only have folders more than the other: /mirror/tag/rain and /tag/rain? */
bool pair_is_nested(const address *a, const address *b);
/* Is the second one the first with folders before its path, or as page 1 of itself: /old/rain of /rain, /rain?page=1? */
bool pair_is_plainer(const address *a, const address *b);
/* Returns "parameter NAME" in buffer, or the constant "parameters" if the name, which comes from a server, is long or has unusual
 * characters. */
const char *pair_parameter(firstprint_span name, char buffer[CAUSE_TEXT]);

#endif
