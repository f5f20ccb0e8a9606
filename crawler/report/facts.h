/* facts — what a report draws of a store, as one JSON object; page/ has what draws it.
 *
 *	store, filter, version, made_at, at   texts; filter "": none yet; at: the number of the last article
 *	stores      [file, …]: `store` is all of them as one text
 *	counts      {"fetched": 12, …}: of the table counts
 *	stages      [[stage, proposed_by, pages, drops], …], the most frequent first
 *	hosts       [[host, drops, drop_bytes], …], those with most drops first
 *	reasons     [["failure" or "skip", reason, count], …], the most frequent first
 *	paths       [[host and first folder, drops], …], the most frequent first
 *	time        {from: "2026-03-01T12:30:00Z", seconds: of one bar, pages: […], drops: […]}
 *	histograms  [{number, top, pages: […], drops: […], lines: [{at, option, sign}]}, …]: of pages, those that were
 *	            compared with another one; of drops, all but those with exactly the same text
 *	deciders    [[filter, stage, number, line or null, sign], …]
 *	groups      [[id, url, title, name, drops, bytes], …]: pages with their drops and the bytes of these, most bytes first;
 *	            of a page of another store that is not read, url and name are null
 *	drops       [[id, group, url, title, name, verdict, decider, score, number, margin, bytes, word], …]: group and decider
 *	            are places in the lists above; number and margin null: not known; title and word null: as the group's, none
 *	details     {"12": …}: of some drops, as detail.h has it
 *
 * Texts are cleaned of control characters and cut. */
#ifndef CRAWLER_REPORT_FACTS_H
#define CRAWLER_REPORT_FACTS_H

#include <jansson.h>

#include "crawler/inspect/source.h"

typedef struct facts_limits {
	size_t drops;        /* in the list, of the groups with most bytes; `counts` says how many there are */
	size_t details;      /* of the drops that are most telling: at least one of each group, then those nearest to a line */
	size_t detail_bytes; /* of a diff, about */
} facts_limits;

/* All of one moment. The caller's to free. ERR_MEMORY, and errors of the store. */
status facts_of(const source *from, const facts_limits *limits, json_t **out);

#endif
