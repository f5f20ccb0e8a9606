/* facts — the data about a store that a report draws, as one JSON object; the scripts in page/ draw it.
 *
 *	store, filter, version, made_at, at   texts; filter "": none yet; at: the number of the last article
 *	stores      [file, …]; `store` has all of them in one text
 *	counts      {"fetched": 12, …}: of the table counts
 *	causes      rows of ASK_CAUSES, here and below as objects, most drops first; patterns: [{pattern, drops}, …]
 *	stages      [{stage, proposed_by, pages, drops}, …], the most frequent first
 *	hosts       [{host, drops, drop_bytes}, …], those with most drops first
 *	reasons     [{what: "failure" or "skip", reason, count}, …], the most frequent first
 *	paths       [{folder: the pattern of host and first folder, drops}, …], the most frequent first
 *	time        {from: "2026-03-01T12:30:00Z", seconds: of one bar, pages: […], drops: […]}
 *	histograms  [{number, top, pages: […], drops: […], lines: [{at, option, sign}]}, …]: they count pages that were
 *	            compared with another one, and all drops but those with exactly the same text
 *	deciders    [[filter, stage, number, line or null, sign], …]
 *	groups      [[id, url, best, title, name, drops, bytes], …]: pages with their drops and the bytes of these, most bytes first;
 *	            best: of all URLs of the group, the one that a person would cite; url and name are null for a page of another
 *	            store that is not open
 *	drops       [[…], …]: the values of drop-columns. group and decider are positions in the lists above; null: number and margin
 *	            unknown, not notable
 *	details     {"12": …}: of some drops, in the form of detail.h
 *
 * Texts are cleaned of control characters and cut. */
#ifndef CRAWLER_REPORT_FACTS_H
#define CRAWLER_REPORT_FACTS_H

#include <jansson.h>

#include "crawler/inspect/source.h"

/* Reads all of it in one snapshot, and adds it to out. `details` go to the most informative drops: at least to one of each group, then to
 * those nearest to a threshold. ERR_MEMORY, and errors of the store. */
status facts_of(const source *from, size_t details, json_t *out);

#endif
