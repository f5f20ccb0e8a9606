/* ask — questions about a store, for the commands that show it. No crawl needs them. */
#ifndef STORE_ASK_H
#define STORE_ASK_H

#include "store/store.h"

enum store_type { STORE_NULL, STORE_INTEGER, STORE_REAL, STORE_TEXT };
typedef struct store_value {
	const char *name; /* of the column */
	enum store_type type;
	int64_t integer;
	double real;
	const char *text; /* NUL-terminated; NULL unless STORE_TEXT */
} store_value;

/* In the evidence of a drop that moved with its original, which became a drop itself: the id of that page, of which the numbers speak. */
#define STORE_COMPARED_WITH "compared-with"
/* The stage of an article that was kept although a list has all of it. */
#define STORE_IN_LIST "list"

/* Brackets have the columns of a row. Use store_ask, or store_ask_id or store_ask_text for a question that says "id" or "text". */
enum store_question {
	ASK_SUMMARY,        /* [name, value] of each count */
	ASK_STAGES,         /* [stage, proposed_by, pages, drops] of each pair of stages, most frequent first */
	ASK_LARGEST_GROUPS, /* the columns of ASK_GROUPS, of the three pages with most drops */
	ASK_FIRST_DROP,     /* [id] */
	ASK_COMMON_REASONS, /* [reason, count] of the three most common reasons of failures and skips */
	ASK_PAGES,          /* [id, url, title, lang, sentences, stage, …] */
	ASK_DROPS,          /* [id, url, verdict, of, of_url, cause, filter, stage, score, evidence, …] */
	ASK_CAUSES, /* [cause, drops, share: of all articles, text_bytes, not_stored: URLs that were not stored for it, means,
			     * advice: sentences of advice.h, example: the id of its first drop, rather of one whose two URLs say it, NULL: none, url, name, of, of_url, of_name:
			     * the example's, kept: how many pages differ from another one only in the parameter of the cause, patterns:
			     * JSON, the three most frequent of cause_pattern.h with the numbers of their drops, or of not_stored if there are none, best_url: of the
			     * example's group], most drops and not_stored URLs first */
	ASK_MEMBERS, /* [group: the id of its page, best_url, id, url, name, title, verdict, cause, form, score, text_bytes] of all
			     * articles of all groups; cause NULL: the page; form: how the URL differs from best_url, as a cause says it; NULL:
			     * it is that, or no form of it */
	ASK_HOSTS,  /* [host, pages, drops, failures, skips, queued, page_bytes, drop_bytes, robots_status, rules] */
	ASK_SEEDS,  /* [url, state, reason, to_url, host_reached, dead]: the seed's redirects end at to_url, which has this
			     * state and reason; to_url NULL: no redirect. dead: it led to no page */
	ASK_GROUPS, /* [id, url, title, drops, text_bytes, name, best_url] of each page that has drops, the largest first;
			  * best_url: of the URL and its other forms in the group, the one that a person would cite */
	ASK_REDIRECTS, /* [url, to_url, status, at, leads_to, reason]. leads_to: the state of the URL at the end of its redirects, loop: it
			* leads to no end, or unknown; reason: of that failure or skip */
	ASK_FAILURES, /* [url, reason, status, tries, at] */
	ASK_SKIPS,    /* [url, reason, kind, count, of_url, best_url: of of_url's group] */
	ASK_URLS, /* [url, state, reason, to_url, depth, via_url] of every URL that was seen, in the order in which it was. reason: of a
		       * failure or a skip; to_url: where it redirects, what it repeats, or what is stored instead */
	ASK_CHANGES, /* [url, change, state, was, at, text, to_url, reason, moved_to, of] of each URL that the last refresh found otherwise, or new.
		      * was and at are of the old article; text: "same" if the new one is, "title" if that alone changed, else "other";
		      * to_url: of what is a redirect now; reason: of what is skipped now; moved_to: a new URL with the text of what is
		      * gone; of: the page that it repeats, if it is a drop */
	ASK_PAST,        /* [id, url, title, lang, why, at, fetched_at, text_bytes] of the articles that changed or are gone */
	ASK_OVER_BUDGET, /* [host, count] of the URLs that were skipped since the budget of their host was spent, most first */
	ASK_RULES,       /* [host, part, name, state, judged, repeats, sampled, contrary, skipped], watched ones too */
	ASK_CLOSE_CALLS, /* [id, of, verdict, score, margin]: verdicts close to a threshold, the closest first; then
			  * near-duplicates, the lowest scores first. of NULL: a page. margin NULL: no threshold was close */
	ASK_NUMBERS,     /* [evidence, dropped: 0 or 1] of each page, and of each drop but those with exactly the same text */
	ASK_TIMES,   /* [start, seconds, last_bar, bar, dropped, count]: the time of the articles in at most 101 bars of so many
			   * seconds. bar: from 0 to last_bar; count: of the pages in it, or with dropped = 1 of the drops */
	ASK_FOLDERS, /* [folder, drops] of the 200 most frequent. folder: a pattern, the host with the first folder */
	ASK_GROUP_SIZES, /* [id, drops, text_bytes] of each page that has drops, most bytes first */
	ASK_DROPS_OF,    /* id: a page. The columns of ASK_DROPS */
	ASK_GROUP,       /* id: a page. [best_url, url, title, name], as in ASK_GROUPS */
	ASK_DROP_HOSTS,  /* [host, drops, drop_bytes] of each host with drops, most drops first */
	ASK_SUPERSEDES, /* [id, url, name, title, of, of_url, of_name, filter, stage, score, evidence] of each page that contains another
			 * one, of, and which is newer or a list of articles; both were kept */
	ASK_CANONICALS, /* [id, url, canonical, missing] of each page or drop whose canonical URL has another article, or, if they were
			 * crawled, none. missing: why it has none; NULL: it has one */
	ASK_THREE_SUPERSEDES, /* the first three rows of ASK_SUPERSEDES, and how many it has */
	ASK_THREE_CANONICALS,
	ASK_REASONS,        /* [what: failure or skip, reason, count], the most frequent first */
	ASK_DECISIONS,      /* [id, what, url, name, of_url, of_name, pattern, at] */
	ASK_RULES_OF_HOST,  /* text: the host. [part, name, state, judged, repeats, sampled, contrary, skipped] */
	ASK_JUDGED_COUNTS,  /* [pages now, drops now, pages then, drops then, drops that become pages, pages that become
	                       * drops, drops of another page, other changes] */
	ASK_JUDGED_CHANGES, /* [id, url, was, was_of, verdict, of, filter, stage, score, evidence, name] */
	/* [kind, id of the page or drop or 0, …]; no row: not found. found_rows asks those by id, by URL and by name in this order. */
	ASK_PAGE_BY_ID, /* id */
	ASK_DROP_BY_ID,
	ASK_PAST_BY_ID,
	ASK_WAY_BY_URL, /* text: the URL, here and for the next ones. How the crawl found it, from urls and hosts */
	ASK_PAGE_BY_URL,
	ASK_DROP_BY_URL,
	ASK_REDIRECT_BY_URL,
	ASK_FAILURE_BY_URL,
	ASK_SKIP_BY_URL,
	ASK_QUEUE_BY_URL,
	ASK_PAST_BY_URL,
	ASK_PAGE_BY_NAME, /* text: the id of an input line, as JSON */
	ASK_DROP_BY_NAME,
	ASK_ARTICLE, /* id. [kind, id, url, name, title, lang, fetched_at, verdict, of, of_url, of_name, cause, filter, stage,
	                       * proposed_by, word, score, evidence, shares, notable] of a page, a drop or a past article */
	STORE_QUESTIONS
};

typedef status store_row_handler(void *ctx, const store_value *row, size_t n);

/* Calls handle with every row of the answer, until handle returns other than OK. Values are valid during the call. A blob arrives
 * as STORE_NULL. */
status store_ask(store *st, enum store_question what, store_row_handler *handle, void *ctx);
status store_ask_id(store *st, enum store_question what, int64_t id, store_row_handler *handle, void *ctx);
status store_ask_text(store *st, enum store_question what, const char *text, store_row_handler *handle, void *ctx);

/* Selects and orders the rows of an answer. */
typedef struct store_choice {
	const char *where; /* an SQL expression over its columns: "score < 0.7 AND verdict = 'contained'"; NULL: all */
	const char *also;  /* another expression, of our own; NULL: none */
	const char *sort;  /* a column, or "-" and a column for the largest first; NULL: the question's own order */
	int64_t limit;     /* the most rows; 0: all */
	int64_t sample;    /* so many rows, drawn at random from those of `where`, before they are sorted; 0: all */
} store_choice;

/* Writes the names of the columns: "id, url, title"; cuts them if they do not fit into room bytes. */
void store_list_columns(store *st, enum store_question what, char *out, size_t room);
/* Like store_ask, for a choice of rows. ERR_USAGE: where is not an expression, or there is no such column; why says so. */
status store_list(store *st, enum store_question what, const store_choice *choice, store_row_handler *handle, void *ctx,
		  complaint *why);

/* Finds the page or drop with the lowest id above `after`. ERR_MISSING: there is none. */
status store_find_next(store *st, uint64_t after, uint64_t *out);
/* The cause of a drop (cause.h), and its notable words (store_reason), in a; NULL: it is none, or has none. */
status store_drop_remarks(store *st, uint64_t id, arena *a, const char **cause, const char **notable);
/* Find the page or drop that was stored last under this URL, or under the id of an input line (store_article.name). ERR_MISSING:
 * there is none. */
status store_find_url(store *st, const char *url, uint64_t *out);
status store_find_name(store *st, const char *name, uint64_t *out);
/* List the ids of all of them, ascending, in a; if there is none with this URL, that of the last article that was there. */
status store_all_at_url(store *st, const char *url, arena *a, uint64_t **out, size_t *len);
status store_all_named(store *st, const char *name, arena *a, uint64_t **out, size_t *len);
/* Finds the one with this URL and this name; NULL: it has none; of several, the last. ERR_MISSING. */
status store_find_article(store *st, const char *url, const char *name, uint64_t *out);
/* Lists id, if a page, drop or past article has it. */
status store_all_with_id(store *st, uint64_t id, arena *a, uint64_t **out, size_t *len);
/* Finds the current id of the article with this id. It is another one if the article was a drop that became a page when its
 * original was gone. */
status store_id_now(store *st, uint64_t id, uint64_t *out);

/* The highest id that any article has had so far. It is read now, since another process may be writing. */
status store_last_id(store *st, uint64_t *out);

/* The facts that commands show above an article. */
typedef struct store_head {
	uint64_t id;
	const char *kind;               /* "page", "drop" or "past" */
	const char *url, *name, *title; /* url and name are NULL if it has none; name is JSON */
	const char *lang;               /* a language tag; "": unknown */
	const char *canonical;          /* its canonical URL, if that is another URL; else NULL */
} store_head;

/* Texts are in a. ERR_MISSING: there is no such page, drop or past article. */
status store_head_of(store *st, uint64_t id, arena *a, store_head *out);
/* A page, a drop or a past article, as the full-text index takes it. */
typedef struct store_titled {
	uint64_t id;
	const char *title;
	firstprint_span text;
} store_titled;

/* The one with the lowest id above `after`, in a. ERR_MISSING: there is none. */
status store_next_text(store *st, uint64_t after, arena *a, store_titled *out);
/* How many have ids above `after`. */
status store_count_texts(store *st, uint64_t after, uint64_t *out);
/* Finds the page itself, or the page that a drop duplicates. ERR_MISSING: there is no such page or drop. */
status store_find_original(store *st, uint64_t id, uint64_t *out);
/* Finds the page that a drop duplicates, or the past article that was at the URL of a page, or of a past article, before, or the page
 * that a kept one was compared with. ERR_MISSING: there is none. */
status store_find_earlier(store *st, uint64_t id, uint64_t *out);

#endif
