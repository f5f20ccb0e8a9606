/* store — pages, drops and frontier in one SQLite file.
 *
 *	store_open("firstprint.db", STORE_WRITE, &st, &why)
 *	store_filter(st)                            the SPEC it was made with; store_set_filter for a new one
 *	store_signatures(st, remember, filter)      the filter learns again what is kept
 *	for each page:
 *		store_begin(st)
 *		store_put_page or store_put_drop, store_conclude, store_add_url for its links
 *		store_commit(st)                        all of it, or after a kill nothing
 *	store_close(st)
 *
 * One writer, any number of readers, who never wait (WAL). Writes between begin and commit become durable together;
 * several pages may share one transaction. All texts handed in are borrowed; NULL is SQL's NULL. */
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/status.h"
#include "plugin/firstprint.h"

typedef struct store store;

enum store_mode {
	STORE_WRITE, /* makes the file if there is none; refused while another process writes to it */
	STORE_READ   /* the file must be there; it is not changed */
};

enum { STORE_KEY_SIZE = 16 };

/* *out is yours until store_close. ERR_IO: cannot be opened or made; ERR_FORMAT: not a store of ours, or of a newer
 * version, and left as it is; ERR_BUSY: another process writes to it. why names the file. */
status store_open(const char *path, enum store_mode mode, store **out, complaint *why);
void store_close(store *st); /* accepts NULL; what was not committed is undone */

/* The store's secret; drawn when it was made. */
void store_key(const store *st, uint8_t key[STORE_KEY_SIZE]);
/* The filter SPEC it was made with; NULL: none yet. Valid until store_close or store_set_filter. */
const char *store_filter(const store *st);
/* Where the files of its filters were (plugin/filter.h, filter_files), a hint; "": nobody knows. */
const char *store_filter_files(const store *st);
/* Makes both the store's own. ERR_IO, ERR_MEMORY. */
status store_set_filter(store *st, const char *spec, const char *files);
/* How long the archive at path was, as of the transaction this is read in; 0: nobody knows. What is behind it may be half
 * a record, or belong to URLs that are still in the queue. */
status store_archive_length(store *st, const char *path, uint64_t *out);
status store_set_archive_length(store *st, const char *path, uint64_t length);
/* Which versions of the extraction its texts come from, with spaces between: "1"; "": none yet. What a version is, the
 * caller knows. */
const char *store_extraction(const store *st);
status store_set_extraction(store *st, const char *versions);

status store_begin(store *st);
status store_commit(store *st);
void store_rollback(store *st);
bool store_in_transaction(const store *st);
/* The sentence for the last error that was SQLite's or the system's: "database or disk is full"; NULL: there was none. */
const char *store_error(const store *st);

/* ── articles ── */

typedef struct store_article {
	const char *url;
	const char *name; /* JSON of an input line's id; NULL for crawled pages */
	const firstprint_page *page;
	firstprint_signature signature;
	const char *stage; /* of a page's own verdict */
	size_t links;
	size_t bytes;
	const char *charset, *charset_from, *degraded, *truncated, *etag, *last_modified;
	const char *canonical; /* the URL it names as its own, when that is another one; NULL: none */
	const char *fetched_at;
} store_article;

/* The id the next article gets: higher than that of any page or drop. */
uint64_t store_next_id(const store *st);
status store_put_page(store *st, uint64_t id, const store_article *article);

/* Why an article is a drop, or supersedes a page. */
typedef struct store_reason {
	uint64_t of;
	const char *verdict;  /* "duplicate", "near-duplicate", "contained", "supersedes" */
	const char *filter, *stage;
	const char *proposed_by; /* the stage that found `of`; NULL: the same */
	const char *word;        /* that decided; NULL: none */
	double score;
	const char *evidence; /* a JSON object */
	const char *shares;   /* a JSON array; NULL: none */
} store_reason;

/* Keeps the text as a delta against page why->of. ERR_MISSING: there is no such page. */
status store_put_drop(store *st, uint64_t id, const store_article *article, const store_reason *why);
status store_put_supersedes(store *st, uint64_t page, const store_reason *why);

/* Calls visit for the signature of every kept page in ascending order of ids, until it returns other than OK. */
status store_signatures(store *st, status (*visit)(void *ctx, uint64_t id, const firstprint_signature *sig), void *ctx);

/* The input id a page was given with, as JSON, in a; NULL in *out: it had none, or there is no such page. */
status store_page_name(store *st, uint64_t id, arena *a, const char **out);
/* The text of a page or drop, made whole again, in a. ERR_MISSING; ERR_FORMAT: the delta does not fit. */
status store_text(store *st, uint64_t id, arena *a, firstprint_span *out);

/* ── frontier ── */

/* What became of a URL; END_NONE: nothing yet. */
enum store_end { END_NONE, END_PAGE, END_DROP, END_REDIRECT, END_FAILURE, END_SKIP };

typedef struct store_url {
	int64_t id;
	const char *url;
	int depth, hops, tries;
	bool is_seed, is_sitemap;
	enum store_end was; /* the end it has, if it is fetched to be refreshed */
	const char *via;    /* the URL it was first seen on; NULL: none */
} store_url;

/* Where a URL goes that was met. */
typedef struct store_sighting {
	const char *url, *host; /* host: scheme://name[:port] */
	int depth, hops;
	bool is_seed, is_sitemap;
	int64_t via;             /* urls.id; 0: none */
	const char *skip_reason; /* NULL: into the queue */
	const char *skip_of;     /* the URL that is taken in its place; NULL: none */
} store_sighting;

/* Adds the URL unless it was met before. A queued one that is met again nearer to a seed takes the lower depth. One
 * that was skipped for what its link was (SKIP_LINK) goes into the queue when nothing speaks against it any more; other
 * skips are final. *host_id is its host's, *queued whether it went into the queue by this call. Both may be NULL. */
status store_add_url(store *st, const store_sighting *s, int64_t *host_id, bool *queued);

/* ERR_MISSING: the URL was never met. */
status store_end_of(store *st, const char *url, enum store_end *out);

enum store_skip_kind {
	SKIP_LINK,  /* not asked for: too deep, out of scope */
	SKIP_FETCH, /* what came is no article, or robots.txt forbids it */
	SKIP_PART   /* links that were cut on a URL, which has an end of its own */
};

typedef struct store_skip {
	const char *url, *reason;
	enum store_skip_kind kind;
	uint64_t count;
	const char *of_url; /* the URL that stands for it; NULL: none */
} store_skip;

/* Adds count to the row of the same URL and reason, if there is one. */
status store_put_skip(store *st, const store_skip *skip);

/* ── the outcome ── */

enum store_result {
	/* The URL has this end from now on, in place of the one it had. */
	RESULT_PAGE,      /* its article is stored */
	RESULT_DROP,      /* so is its drop */
	RESULT_REDIRECT,  /* to_url, http_status */
	RESULT_FAILURE,   /* reason; http_status, 0: there was no answer */
	RESULT_SKIP,      /* reason; to_url, the URL that stands for it, or NULL */
	/* One that was refreshed stays what it was. */
	RESULT_UNCHANGED, /* article, etag, last_modified: met again as it is */
	RESULT_UNREACHED, /* reason */
	RESULT_LEFT_OUT,  /* it was not asked for after all */
	/* It stays in the queue. */
	RESULT_RETRY      /* next_try; reason */
};

/* What became of a URL that was asked for. Which fields count, the result says. */
typedef struct store_outcome {
	enum store_result result;
	const char *reason;
	const char *to_url;
	long http_status;
	int64_t next_try;       /* seconds since 1970: no try before */
	uint64_t article;
	const char *etag, *last_modified; /* NULL: the server names none any more */
} store_outcome;

/* Takes the URL out of the queue (but for RESULT_RETRY) and writes all that is kept of what became of it: the rows of the
 * end it had are removed, those of the new one are put in, and its change since the last refresh is noted. An article
 * that it had must have been retired before, and its new one stored (judge.h). */
status store_conclude(store *st, const store_url *url, const store_outcome *outcome);

/* How much there is, as of now: kept in the transaction of what is counted (counts.sql), and so cheap to ask. */
typedef struct store_counts {
	int64_t pages, drops;
	int64_t queued, to_refresh; /* URLs in the queue: never fetched; fetched once and due again */
} store_counts;
status store_count(store *st, store_counts *out);

/* ── hosts and their queues ── */

/* Up to n queued URLs of a host that may be tried now, nearest to the seeds first, none deeper than depth_most; texts
 * in a. */
status store_queued(store *st, int64_t host_id, int64_t now, int depth_most, arena *a, store_url *out, size_t n,
		    size_t *out_len);
/* The earliest next_try among a host's queued URLs that are no deeper; −1: it has none. */
status store_next_try(store *st, int64_t host_id, int depth_most, int64_t *out);
/* Has the host any URL in the queue? */
status store_has_due(store *st, int64_t host_id, bool *out);
/* The least depth of any queued URL; −1: the queue is empty. */
status store_least_depth(store *st, int *out);
/* All URLs of a host leave the queue; those without an end are skips. */
status store_skip_host(store *st, int64_t host_id, const char *reason);

typedef struct store_host {
	int64_t id;
	const char *host;
	const char *robots; /* NULL: never fetched */
	size_t robots_len;
	long robots_status;
	int64_t robots_age; /* seconds */
} store_host;

/* Calls visit for every host with queued URLs. */
status store_queued_hosts(store *st, status (*visit)(void *ctx, const store_host *host), void *ctx);
/* The host of this id: its name and robots.txt. */
status store_host_of(store *st, int64_t host_id, arena *a, store_host *out);
status store_put_robots(store *st, int64_t host_id, const char *body, size_t len, long http_status);
/* Calls visit with every seed's URL. */
status store_seeds(store *st, status (*visit)(void *ctx, const char *url), void *ctx);

/* ── coming back ──
 *
 *	store_refresh            what was fetched is due again, and keeps its end until then
 *	store_validators         what to ask the server with: has it changed?
 *	store_conclude           as for any URL */

/* Puts everything that was asked for into the queue once more, unless some of an earlier refresh still is: pages that drops
 * repeat behind the others, so that a group whose pages all have changed is taken apart from its end. *count, if wanted,
 * is how much is due. */
status store_refresh(store *st, uint64_t *count);

typedef struct store_validator {
	uint64_t article;                 /* id of the page or drop */
	const char *etag, *last_modified; /* NULL: none */
	const char *digest;               /* of its body, SHA-256 in hexadecimal digits */
	const char *fetched_at;
} store_validator;

/* ERR_MISSING: the URL has no article. Texts in a. */
status store_validators(store *st, const char *url, arena *a, store_validator *out);
/* URLs that were skipped because url stood for them are due again: it is no article any more. *hosts, in a, are theirs. */
status store_requeue_canonical(store *st, const char *url, arena *a, uint64_t **hosts, size_t *len);

/* ── learned rules; what they mean is in crawler/frontier/url_rules.h ── */

enum store_rule_state { RULE_WATCHED, RULE_ACTIVE, RULE_WITHDRAWN };

typedef struct store_rule {
	int64_t host_id;
	bool is_segment; /* of the path; else a parameter */
	const char *name;
	enum store_rule_state state;
	int64_t judged, repeats, sampled, contrary, streak, skipped;
} store_rule;

/* Calls visit for every rule of the host; texts are valid during the call. */
status store_rules(store *st, int64_t host_id, status (*visit)(void *ctx, const store_rule *rule), void *ctx);
/* Writes the rule, in place of what it was. */
status store_put_rule(store *st, const store_rule *rule);
/* Where a page is; NULL in *out: it has no URL, or there is no such page. Text in a. */
status store_page_url(store *st, uint64_t id, arena *a, const char **out);
/* Is url the page `of`, or a drop of it? */
status store_is_reprint(store *st, const char *url, uint64_t of, bool *out);
/* Where and when the page was fetched that a drop at url repeats to the byte, if that was not before `since`. Texts in a.
 * ERR_MISSING: there is none. */
status store_same_page(store *st, const char *url, const char *since, arena *a, const char **page_url, const char **fetched_at);
/* The host's URLs that were skipped for reason wait again. */
status store_requeue_skips(store *st, int64_t host_id, const char *reason, int64_t *count);
/* How many drops repeat a page, counted no further than most. */
status store_count_drops(store *st, uint64_t page, int64_t most, int64_t *out);

/* ── articles that are no more ── */

/* What is kept of an article to judge it again. kept: it is a page; else a drop. */
status store_signature(store *st, uint64_t id, arena *a, firstprint_signature *out, bool *kept);
/* The drops of a page, in the order they came; the array is in a. */
status store_drops_of(store *st, uint64_t page, arena *a, uint64_t **out, size_t *len);
/* The articles that name url as their canonical one. */
status store_canonical_claims(store *st, const char *url, arena *a, uint64_t **out, size_t *len);
/* A drop turns out to repeat another page than it did. */
status store_move_drop(store *st, uint64_t id, const store_reason *why);
/* A drop becomes a page of the id `page`, which must be store_next_id. stage: of its verdict. */
status store_promote_drop(store *st, uint64_t id, uint64_t page, const char *stage);
/* Moves a page that no drop names any more, or a drop, into `past`. why: "changed", "gone", "canonical". */
status store_retire(store *st, uint64_t id, const char *why);
/* The URL of article id ends as a skip: of_url, its canonical, stands for it. */
status store_skip_for_canonical(store *st, uint64_t id, const char *of_url);

/* ── judging all of it anew ──
 *
 *	store_rejudge(st)
 *	for (id = 0; store_next_kept(st, id, a, &k) == OK; id = k.id)
 *		store_put_judged(st, k.id, &why, &sig)     nothing of the store is changed by it
 *	store_compare_judged(st)                           then ask ASK_JUDGED_COUNTS, ASK_JUDGED_CHANGES
 *	store_apply_judged(st)                             in a transaction: the new verdicts take the place of the old */

/* An article as it is kept. */
typedef struct store_kept {
	uint64_t id;
	const char *url, *title, *lang; /* url: NULL: it has none */
	firstprint_span text;
	uint8_t digest[32];             /* of its bytes */
} store_kept;

status store_rejudge(store *st);
/* The article with the lowest id above `after`; its texts are in a. ERR_MISSING: there is none. */
status store_next_kept(store *st, uint64_t after, arena *a, store_kept *out);
/* why->verdict may be "unique", of 0, evidence NULL. */
status store_put_judged(store *st, uint64_t id, const store_reason *why, const firstprint_signature *sig);
status store_compare_judged(store *st);
/* Needs a verdict of each article. Does not touch store_filter. */
status store_apply_judged(store *st);

/* ── questions of those who look into a store ── */

enum store_type { STORE_NULL, STORE_INTEGER, STORE_REAL, STORE_TEXT };
typedef struct store_value {
	const char *name; /* of the column */
	enum store_type type;
	int64_t integer;
	double real;
	const char *text; /* NUL-terminated; NULL unless STORE_TEXT */
} store_value;

/* In brackets: the columns of a row. What the questions are asked with: nothing, or as store_ask_id, store_ask_text. */
enum store_question {
	ASK_SUMMARY,          /* [name, value] of each count */
	ASK_LARGEST_GROUPS,   /* [id, url, title, drops, text_bytes] of the three pages that most drops repeat */
	ASK_FIRST_DROP,       /* [id] */
	ASK_COMMON_REASONS,   /* [reason, count] of the three commonest failures and skips */
	ASK_PAGES,            /* [id, url, title, lang, sentences, stage, …] */
	ASK_DROPS,            /* [id, url, verdict, of, of_url, filter, stage, score, evidence, …] */
	ASK_HOSTS,            /* [host, pages, drops, failures, skips, queued, page_bytes, drop_bytes, robots_status, rules] */
	ASK_RULES_OF_HOST,    /* text: the host. [part, name, state, judged, repeats, sampled, contrary, skipped] */
	ASK_JUDGED_COUNTS,    /* [pages, drops now; pages, drops then; would become pages; drops; repeat another; other verdicts] */
	ASK_JUDGED_CHANGES,   /* [id, url, was, was_of, verdict, of, filter, stage, score, evidence] */
	/* Of what there is: [kind, id of an article or 0, …]. */
	ASK_PAGE_BY_ID,       /* id */
	ASK_DROP_BY_ID,
	ASK_PAST_BY_ID,
	ASK_PAGE_BY_URL,      /* text: the URL */
	ASK_DROP_BY_URL,
	ASK_REDIRECT_BY_URL,
	ASK_FAILURE_BY_URL,
	ASK_SKIP_BY_URL,
	ASK_QUEUE_BY_URL,
	ASK_PAST_BY_URL,
	STORE_QUESTIONS
};

typedef status store_visit(void *ctx, const store_value *row, size_t n);

/* Calls visit with each row of the answer; values are valid during the call, blobs come as NULL. Stops when visit returns
 * other than OK. */
status store_ask(store *st, enum store_question what, store_visit *visit, void *ctx);
status store_ask_id(store *st, enum store_question what, int64_t id, store_visit *visit, void *ctx);
status store_ask_text(store *st, enum store_question what, const char *text, store_visit *visit, void *ctx);

#endif
