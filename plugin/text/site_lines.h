/* site_lines — the lines of a page by which it is found which of them are the site's own: menus, teasers, notices that
 * extraction left. A line that several stored pages of a host have is the site's, and what stands in it does not count in
 * comparisons with other pages.
 *
 * Only the stored pages tell which lines are: sign writes down for each line which shingles and figures stand in it; finalize
 * marks these in the lines that enough pages have, and removes what was written down.
 *
 * The lowest two bits of a line's key tell what it says, for lists of pages (entries.h); the others are a hash of the host and its words.
 *
 * Bytes, lowest first: lines 4; their keys, 4 each, ascending. Before finalize, behind these: their lengths, 4 each; for each
 * shingle the lines in which it begins and ends, 2 each; for each figure its line, 2; filled up to 4. */
#ifndef PLUGIN_TEXT_SITE_LINES_H
#define PLUGIN_TEXT_SITE_LINES_H

#include "plugin/text/figures.h"
#include "plugin/text/sketch.h"

/* The hash of the site a page is of: of its URL's host and port. Of a path without scheme, such as a file of a manual has, it is the hash
 * of its first folder; all paths without a folder are one site. 0: the URL names no site. */
uint64_t site_of(const char *url, const feature_key *key);

enum { SITE_LINES_MOST = 256 };    /* of a page with more, those with the lowest keys */
enum { SITE_LINES_NONE = 0xffff }; /* the shingle or figure stands in none of the lines */

/* Views into a signature's bytes. */
typedef struct site_lines {
	const uint32_t *keys; /* ascending; site_lines_key, site_lines_says */
	size_t len;
	/* Before finalize, else NULL: */
	const uint32_t *lengths;  /* [len] in half words */
	const uint16_t *shingles; /* [2 · shingles] */
	const uint16_t *figures;  /* [figures] */
} site_lines;

enum line_says {
	SAYS_LABEL, /* fewer than three words besides numbers */
	SAYS_TITLE, /* more */
	SAYS_NAME   /* it names the page: the first line half of whose words are in the title */
};

/* The hash of line i. */
static inline uint32_t site_lines_key(const site_lines *x, size_t i)
{
	return x->keys[i] & ~3u;
}

static inline enum line_says site_lines_says(const site_lines *x, size_t i)
{
	return x->keys[i] & 3u;
}

/* Bytes in a that site_lines_read can read. title: of the page; site: hash of the host; 0: no lines are kept. shingles, figures: as sketch_make and
 * figures_make give them. Pure. ERR_MEMORY. */
status site_lines_make(const passage *p, const char *title, uint64_t site, const positions *shingles, const positions *figures,
		       arena *a, firstprint_span *out);
/* Reads all of the bytes, which are aligned to 4. false: they are none for a page with so many shingles and figures. */
bool site_lines_read(firstprint_span bytes, size_t shingles, size_t figures, site_lines *out);
/* Writes what is kept after finalize to `to`, which has room for the bytes x was read from. Returns how many bytes were written. */
size_t site_lines_copy(const site_lines *x, char *to);

#endif
