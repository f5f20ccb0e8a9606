/* profile — what is kept of a page to compare it with others: its sketch, its figures, its subject, and its lines. */
#ifndef PLUGIN_TEXT_PROFILE_H
#define PLUGIN_TEXT_PROFILE_H

#include "plugin/text/figures.h"
#include "plugin/text/site_lines.h"
#include "plugin/text/sketch.h"
#include "plugin/text/subject.h"

typedef struct profile { /* views into the bytes it was read from */
	sketch sketch;
	figures figures;
	subject subject;
	site_lines lines;
} profile;

/* The bytes of a page's profile, in a; aligned to 4. site: the site whose lines they are, as site_of gives it; 0: none. Pure.
 * ERR_MEMORY. */
status profile_make(const firstprint_page *page, uint64_t site, const feature_key *key, arena *a, firstprint_span *out);
/* false: the bytes are no profile. They must be aligned to 4. */
bool profile_read(firstprint_span bytes, profile *out);

/* The length of the page's text, in half words. bytes: of a profile. */
uint32_t profile_length(firstprint_span bytes);

/* The profile with the lines for which is_site is true taken as the site's own, as bytes in a; is_site has an item a line.
 * least: in half words; if less than that would be left, or than a quarter of the text, no line is. ERR_MEMORY, ERR_FORMAT: the bytes are no profile. */
status profile_finalize(firstprint_span bytes, const bool *is_site, uint32_t least, arena *a, firstprint_span *out);

#endif
