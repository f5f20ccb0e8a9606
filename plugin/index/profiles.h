/* profiles — an index of pages by their profiles. It tells which stored pages are worth comparing with a newcomer (the page
 * that is being judged), and which of the newcomer's lines are its site's own.
 *
 * Shingles: a page is in the posting lists of its PROFILES_INDEXED lowest shingle hashes; a long page in those of one in
 * PROFILES_SHARE of its shingles, so that a text is found inside one 32 times as long. All hashes in the newcomer's sample are
 * looked up; a page that is found PROFILES_HITS_MIN times or more is proposed. This misses 3 in 10,000 of the pages that have
 * half of their shingles in the newcomer, 3 in 100 of those that have three tenths, and 4 in 100 of the pages of 100 words
 * inside a page of any length. A shingle that very many pages have (a legal notice) says little, and takes long: see
 * candidates.h.
 *
 * Lines: a page is in the posting lists of its lines' keys (site_lines.h), so that the length of a list says how many pages of
 * the host have the line. */
#ifndef PLUGIN_INDEX_PROFILES_H
#define PLUGIN_INDEX_PROFILES_H

#include "plugin/index/candidates.h"
#include "plugin/text/profile.h"

enum { PROFILES_INDEXED = 16, PROFILES_SHARE = 20, PROFILES_HITS_MIN = 2 };
enum { PROFILES_READ_MAX = 768 }; /* entries read of all posting lists */

typedef struct profile_index {
	postings shingles, lines;
} profile_index; /* all zeros: empty */

/* Before the first call of profiles_add: about so many pages will come. */
void profiles_expect(profile_index *x, uint64_t pages);
/* Adds an entry by its profile; as postings_add. */
bool profiles_add(profile_index *x, const profile *p, uint32_t entry);
void profiles_remove(profile_index *x, const profile *p, uint32_t entry);
/* Each stored page gets a hit for each of its indexed shingles that p has. */
void profiles_hit(const profile_index *x, const profile *p, candidates *c);
/* How many stored pages of the host have each of these lines, by their keys: n ≤ SITE_LINES_MOST numbers. */
void profiles_count(const profile_index *x, const uint32_t *keys, size_t n, uint32_t *counts);
/* As profile_settle, of the bytes that p was read from: a line that `several` pages or more have is the site's own. */
status profiles_settle(const uint32_t *counts, const profile *p, firstprint_span bytes, uint64_t several, uint32_t least,
		       arena *a, firstprint_span *out);
size_t profiles_memory(const profile_index *x); /* in bytes */
void profiles_free(profile_index *x);

#endif
