/* store — pages, drops and the frontier in one SQLite file. schema.sql describes the tables.
 *
 *	store_open("firstprint.db", STORE_WRITE, &st, &why)
 *	store_filter(st)                            the SPEC of its filter; store_set_filter in a new store
 *	store_signatures(st, remember, filter)      the filter remembers the stored pages again
 *	for each page:
 *		store_begin(st)
 *		store_put_page or store_put_drop, store_conclude, store_add_url for its links
 *		store_commit(st)                        stores all of this, or nothing
 *	store_close(st)
 *
 * There is one writer and any number of readers, which never wait (WAL). All writes between begin and commit take effect together;
 * several pages may share a transaction. An article is a page, or a drop, which is a duplicate of a page; both have ids from one
 * sequence. All texts passed in are borrowed; NULL becomes SQL's NULL. Any call may return an error of SQLite, which store_error
 * explains: ERR_IO, ERR_MEMORY, ERR_BUSY, ERR_FORMAT (a damaged file). */
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/status.h"
#include "plugin/firstprint.h"

typedef struct store store;

enum store_mode {
	STORE_WRITE, /* creates the file if there is none, and upgrades a store of an earlier released version */
	STORE_READ   /* the file must exist, and stays unchanged */
};

enum {
	STORE_APPLICATION_ID = 0x66707274, /* "fprt", in SQLite's header of the file */
	STORE_VERSION = 13,                /* of the tables; 7 is the first released one */
	STORE_KEY_SIZE = 16
};

/* *out is yours until store_close. ERR_IO: the file cannot be opened or created; ERR_FORMAT: it is not a store, or is of a newer
 * version, or with STORE_READ of an earlier one, and stays unchanged; ERR_BUSY: with STORE_WRITE, another process has it open for
 * writing. why names the file. */
status store_open(const char *path, enum store_mode mode, store **out, complaint *why);
/* Like store_open with STORE_WRITE, but the store must exist; otherwise ERR_IO. */
status store_open_existing(const char *path, store **out, complaint *why);
/* For a command that is refused: store_close will remove the file if store_open has made it and no article was put in. st may be NULL. */
void store_unmake(store *st);
void store_close(store *st); /* accepts NULL; rolls back an open transaction */

/* The store's secret key, drawn at random when it was created. */
void store_key(const store *st, uint8_t key[STORE_KEY_SIZE]);
/* The SPEC of the filter it was made with; NULL: none yet. Valid until store_close. */
const char *store_filter(const store *st);
/* The paths where the filter's files were (filter_files in plugin/filter.h), as a hint; "": unknown. */
const char *store_filter_files(const store *st);
/* Stores both. */
status store_set_filter(store *st, const char *spec, const char *files);
/* The versions of the text extraction that made its texts, separated by spaces: "1"; "": none yet. The caller defines the
 * versions. */
const char *store_extraction(const store *st);
status store_set_extraction(store *st, const char *versions);

status store_begin(store *st);
status store_commit(store *st);
void store_rollback(store *st); /* no effect outside a transaction */
bool store_in_transaction(const store *st);
/* Until store_rollback, all reads see the store at one moment, whatever others write. For a store open with STORE_READ. */
status store_begin_reading(store *st);
/* A number that differs after each change of the store by another connection. */
status store_change_mark(store *st, int64_t *out);
/* Has the file at its path been removed or replaced? */
bool store_is_replaced(const store *st);
/* The sentence about the last error of SQLite or the system: "database or disk is full"; NULL: there was none. */
const char *store_error(const store *st);
/* Puts a sentence about error e into why, if it has none. It is the store's sentence or that of e, with the path. st may be
 * NULL. */
void store_complain(const store *st, const char *path, status e, complaint *why);

/* ── articles ── */

typedef struct store_article {
	const char *url;
	const char *name; /* the id of an input line, as JSON; NULL for crawled pages */
	const firstprint_page *page;
	firstprint_signature signature;
	size_t links; /* their number */
	size_t bytes; /* of its body */
	const char *charset, *charset_from, *degraded, *truncated, *etag, *last_modified;
	const char *canonical; /* the URL it names as its canonical one, if that is another URL; else NULL */
	const char *fetched_at;
	const void *ahead; /* the judge's own: the verdict in advance (judge.h); NULL: none. The store does not read it */
} store_article;

/* The id for the next article. It is higher than that of any page or drop, past ones included. */
uint64_t store_next_id(const store *st);

/* Why an article is a page, is a drop, or supersedes a page. */
typedef struct store_reason {
	uint64_t of;         /* the page that it duplicates or supersedes; 0: none */
	const char *verdict; /* "unique", "duplicate", "near-duplicate", "contained", "supersedes" */
	const char *filter, *stage;
	const char *proposed_by; /* the stage that found `of`; NULL: the one that decided */
	const char *word;        /* the word or number that decided; NULL: none */
	uint64_t nearest;        /* the page that it was compared with, `of` or another one; 0: none */
	double score;
	const char *evidence; /* a JSON object */
	const char *shares;   /* a JSON array; NULL: none */
	const char *notable;  /* of a drop: what of its difference makes it worth a look (judge/notable.h); NULL: nothing */
} store_reason;

/* Stores a page, with all fields of why but verdict and of. why NULL: no filter has judged it. */
status store_put_page(store *st, uint64_t id, const store_article *article, const store_reason *why);
/* Stores the text as a delta against that of page why->of. ERR_MISSING: there is no such page. */
status store_put_drop(store *st, uint64_t id, const store_article *article, const store_reason *why);
status store_put_supersedes(store *st, uint64_t page, const store_reason *why);

/* Calls handle with the signature of every page, in ascending order of ids, until handle returns other than OK. */
status store_signatures(store *st, status (*handle)(void *ctx, uint64_t id, const firstprint_signature *sig), void *ctx);

/* The same for a filter that will remember them. stays: the bytes are aligned to 8 and stay where they are until the store is
 * closed; otherwise they are valid until handle returns. They come from a file beside the store, STORE-signatures, which is made
 * again if it is missing or out of date (signature_log.h). Without the file they come from the table. */
typedef status store_remembered_reader(void *ctx, uint64_t id, const firstprint_signature *sig, bool stays);
status store_remembered(store *st, store_remembered_reader *handle, void *ctx);

/* The approximate number of pages that store_remembered will hand over. */
status store_count_remembered(store *st, uint64_t *out);

/* After store_remembered: adds the signature of another page that the filter remembers, with an id above all so far. *kept: the
 * signature, in bytes that stay as above. false: the store cannot keep it so. */
bool store_keep_signature(store *st, uint64_t id, const firstprint_signature *sig, firstprint_signature *kept);
/* Removes the signature of a page that the filter has forgotten. A rollback does this by itself for the pages of the
 * transaction. */
void store_drop_signature(store *st, uint64_t id);

/* Selects articles with this name, URL and digest, with an id above `after` and below `before`. */
typedef struct store_named {
	const char *name;
	const char *url; /* NULL: they have none */
	const uint8_t *digest;
	const char *revisit_url; /* not NULL: selects revisits of this URL instead; the fields above do not count */
	uint64_t after, before;
} store_named;

/* Reads the verdict about the first of these articles, with its texts in a. For a page that an early version judged, filter and
 * evidence may be NULL, and score NAN: unknown. ERR_MISSING: there is none. */
status store_recorded(store *st, const store_named *what, arena *a, uint64_t *id, store_reason *out);

/* Reads the first drop with this name, or else with this URL, and this digest; NULL: not by that. Without one, ERR_MISSING. */
status store_dropped_before(store *st, const char *name, const char *url, const uint8_t digest[32], arena *a, uint64_t *id,
			    store_reason *out);

/* ── revisits: WARC records that say that a page repeats another one ── */

#define STORE_REVISIT_FILTER "warc"
#define STORE_REVISIT_STAGE "revisit"

typedef struct store_revisit {
	uint64_t original; /* the page or drop that it repeats: the last one with that URL */
	store_reason why;  /* the verdict: a duplicate of it, or if the original is a drop, the drop's verdict */
} store_revisit;

/* Finds what a revisit of this URL repeats; texts are in a. ERR_MISSING: the store has no article with that URL. */
status store_find_revisit(store *st, const char *url, arena *a, store_revisit *out);
/* Stores it as a drop, with the text of the original. */
status store_put_revisit(store *st, uint64_t id, const char *url, const char *name, const char *fetched_at,
			 const store_revisit *revisit);

/* The name of a page (store_article), or else its URL as a JSON string, in a. *out is NULL if it has neither or there is no such page. */
status store_page_name(store *st, uint64_t id, arena *a, const char **out);
/* The full text of a page, a drop or a past article, in a. ERR_MISSING: there is no such article; ERR_FORMAT: its delta is
 * damaged. */
status store_text(store *st, uint64_t id, arena *a, firstprint_span *out);

/* ── frontier ── */

/* The outcome of a URL; END_NONE: none yet, since it waits for its first fetch. */
enum store_end { END_NONE, END_PAGE, END_DROP, END_REDIRECT, END_FAILURE, END_SKIP };

/* A URL in the queue. */
typedef struct store_url {
	int64_t id;
	const char *url;
	int depth, hops, tries;
	bool is_seed, is_sitemap;
	int barren;         /* as in store_sighting */
	int turn;           /* of its host, URLs of a lower turn come first: urls.refresh_last */
	enum store_end was; /* the outcome of its last fetch, if this is a refresh; else END_NONE */
	const char *via;    /* the URL of the page it was first seen on; NULL: none */
} store_url;

enum { STORE_LISTED = -1 }; /* it stands in a sitemap */

/* A URL that was seen, and whether the crawl should fetch it. */
typedef struct store_sighting {
	const char *url, *host; /* host: scheme://name[:port] */
	int depth, hops;
	bool is_seed, is_sitemap;
	int64_t via;             /* the id of the URL it was seen on; 0: none */
	int barren;              /* how many pages in a row, up to the one it was seen on, were no new article; STORE_LISTED */
	const char *skip_reason; /* why the crawl should not fetch it; NULL: it goes into the queue */
	const char *skip_of;     /* the URL that is fetched instead; NULL: none */
} store_sighting;

/* Adds the URL if it is new. If it is in the queue and is now seen nearer to a seed, it gets the lower depth. If its links
 * were skipped until now (SKIP_LINK) and this one is not, it goes into the queue; other skips are final. *host_id becomes
 * the id of its host, *queued whether this call put it into the queue; both pointers may be NULL. */
status store_add_url(store *st, const store_sighting *s, int64_t *host_id, bool *queued);

/* ERR_MISSING: the URL has never been seen. */
status store_end_of(store *st, const char *url, enum store_end *out);

enum store_skip_kind {
	SKIP_LINK,  /* not fetched because of the link: too deep, out of scope. Another link to it may be followed */
	SKIP_FETCH, /* the answer is not an article, or robots.txt forbids to fetch it */
	SKIP_PART   /* links on this URL were left out; the URL itself has another outcome */
};

typedef struct store_skip {
	const char *url, *reason;
	enum store_skip_kind kind;
	uint64_t count;
	const char *of_url; /* the URL that is stored instead; NULL: none */
} store_skip;

/* Adds a row, or adds count to the row with the same URL and reason. */
status store_put_skip(store *st, const store_skip *skip);

/* ── the outcome ── */

/* The fields of store_outcome that a result uses are named beside it. */
enum store_result {
	/* The URL gets this outcome, which replaces an earlier one. */
	RESULT_PAGE,     /* its article was stored as a page */
	RESULT_DROP,     /* its article was stored as a drop */
	RESULT_REDIRECT, /* to_url, http_status */
	RESULT_FAILURE,  /* reason; http_status, 0: there was no answer */
	RESULT_SKIP,     /* reason; to_url: the URL that is stored instead, or NULL */
	/* Only for a refresh: the URL keeps its outcome. */
	RESULT_UNCHANGED, /* article, etag, last_modified: the article is as it was */
	RESULT_SAME,      /* its bytes have changed, and not its article: store_renew_article */
	RESULT_UNREACHED, /* reason: it could not be fetched */
	RESULT_LEFT_OUT,  /* it was not fetched after all */
	/* The URL stays in the queue. */
	RESULT_RETRY /* next_try; reason, which is not stored */
};

/* The outcome of a fetch. */
typedef struct store_outcome {
	enum store_result result;
	const char *reason;
	const char *to_url;
	long http_status;
	int64_t next_try;                 /* in seconds since 1970: no earlier than this */
	uint64_t article;                 /* the id of a page or drop */
	const char *etag, *last_modified; /* NULL: the server no longer gives one */
} store_outcome;

/* Takes the URL out of the queue (except for RESULT_RETRY) and writes everything about its outcome: removes the rows of the earlier
 * outcome, adds those of the new one, and sets urls.change. Before the call, retire the article that the URL had, and store its new
 * one (see judge.h). */
status store_conclude(store *st, const store_url *url, const store_outcome *outcome);

/* Counts that are cheap to read: each change updates them in its own transaction (counts.sql). */
typedef struct store_counts {
	int64_t pages, drops;
	int64_t queued, to_refresh; /* URLs in the queue: never fetched; fetched before, to be fetched again */
} store_counts;
status store_count(store *st, store_counts *out);

/* ── hosts and their queues ── */

/* Up to n URLs of the host's queue with a next_try of at most now, and a depth of at most depth_most: URLs with the lowest depth
 * come first, but those with refresh_last after all others. Texts are in a. */
enum store_which { SUSPECTS_NOT, SUSPECTS_ONLY };
status store_queued(store *st, int64_t host_id, enum store_which which, int64_t now, int depth_most, arena *a, store_url *out,
		    size_t n, size_t *out_len);
/* The lowest next_try in the host's queue, among URLs with a depth of at most depth_most; −1: there are none. */
status store_next_try(store *st, int64_t host_id, enum store_which which, int depth_most, int64_t *out);
/* Is any URL in the host's queue? */
status store_has_due(store *st, int64_t host_id, bool *out);
/* The lowest depth of all URLs in the queue; −1: it is empty. */
status store_least_depth(store *st, int *out);
/* Takes all URLs of the host out of the queue. Those without an outcome become skips; the others keep theirs. */
status store_skip_host(store *st, int64_t host_id, const char *reason);

typedef struct store_host {
	int64_t id;
	const char *host;
	const char *robots; /* NULL: never fetched */
	size_t robots_len;
	long robots_status;
	int64_t robots_age; /* seconds */
} store_host;

/* ── URLs that were in work when a process died ──
 *
 * A page may end the process each time: it takes all of the memory. What was in work is therefore fetched after everything
 * else, one by one (SUSPECTS_ONLY), and becomes a failure when three processes have died. */

/* Records which URLs are in work, for the next process, should this one be killed. */
void store_note_work(store *st, const int64_t *ids, size_t n);
/* This process ends for want of memory: for the next one, that is as if it had been killed. */
void store_leave_work(store *st);
/* Finds what was in work when the last process was killed. *died: it was, while something was in work. Only URLs that were committed
 * before are found: commit more often from now on. Call it once, before store_note_work, in a transaction. */
status store_find_suspects(store *st, bool *died);
/* Lists the ids of the hosts that have such URLs in the queue, in a. */
status store_suspect_hosts(store *st, arena *a, uint64_t **out, size_t *len);

/* Calls handle with every host that has URLs in the queue, until handle returns other than OK. */
status store_queued_hosts(store *st, status (*handle)(void *ctx, const store_host *host), void *ctx);
/* Finds a host that has once answered the request for its robots.txt; *out is 0 if there is none. */
status store_answering_host(store *st, int64_t *out);
/* The number of pages and drops of the host. */
status store_count_articles(store *st, int64_t host_id, int64_t *out);
/* The number of the host's URLs in the queue. */
status store_count_queued(store *st, int64_t host_id, int64_t *out);
/* The host with this id; texts are in a. ERR_MISSING: there is none. */
status store_host_of(store *st, int64_t host_id, arena *a, store_host *out);
/* Stores the host's robots.txt, with the current time. */
status store_put_robots(store *st, int64_t host_id, const char *body, size_t len, long http_status);
/* Calls handle with the URL of every seed, until handle returns other than OK. */
status store_seeds(store *st, status (*handle)(void *ctx, const char *url), void *ctx);

/* ── refreshing ──
 *
 *	store_refresh            puts fetched URLs into the queue again; each keeps its outcome until it is fetched
 *	store_validators         reads what to send to the server to ask whether the article has changed
 *	store_conclude           as for any URL */

/* Puts all URLs with an outcome into the queue again, except those skipped because of their links or by a learned rule. Does
 * nothing if URLs of an earlier refresh are still in the queue. Drops come after all others of their host (refresh_last), so that they
 * meet the new text of their page; and last of all a drop that has become a page meanwhile, since other drops may repeat it: they leave
 * it one by one before it is fetched. *count, if count is not NULL,
 * becomes the number of URLs to refresh. */
status store_refresh(store *st, uint64_t *count);

typedef struct store_validator {
	uint64_t article;                 /* the id of the page or drop */
	const char *etag, *last_modified; /* NULL: none */
	const char *digest;               /* SHA-256 of its body, in hexadecimal digits */
	const char *fetched_at;
	const char *checked_at; /* when it was last fetched or found unchanged */
} store_validator;

/* Reads the validators of the URL's article; texts are in a. ERR_MISSING: the URL has no article. */
status store_validators(store *st, const char *url, arena *a, store_validator *out);
/* Has page or drop `id` the title, text, language, kind and canonical URL of x? a is for scratch memory. ERR_MISSING: there is none. */
status store_is_same_article(store *st, uint64_t id, const store_article *x, arena *a, bool *same);
/* Page or drop `id` came again, as x: writes what x has besides the article, such as its digest. */
status store_renew_article(store *st, uint64_t id, const store_article *x);
/* Puts the URLs that were skipped for url into the queue again, since url has no article. *hosts are the ids of their hosts, in
 * a. */
status store_requeue_skips_of(store *st, const char *url, arena *a, uint64_t **hosts, size_t *len);
/* Calls handle with the first `most` URLs that were skipped for url with this reason and are not in the queue, until handle returns
 * other than OK. */
status store_skips_of(store *st, const char *url, const char *reason, size_t most, status (*handle)(void *ctx, const char *url),
		      void *ctx);
/* Puts a URL with an article into the queue again, as a refresh does, but to be requested whether it has changed or not. */
status store_requeue_article(store *st, const char *url);
/* Puts a URL that was skipped into the queue again. */
status store_requeue_skip(store *st, const char *url);
/* May other URLs be skipped for url? No if url has ended without an article. */
status store_may_stand(store *st, const char *url, bool *may);

/* Finds the URL that url redirects to, in a; *to is NULL if none is known. */
status store_redirect_of(store *st, const char *url, arena *a, const char **to);
/* From now on, the URLs that were skipped for url are skipped for `to`. */
status store_move_skips(store *st, const char *url, const char *to);
/* Do the redirects of url lead to `to`, as far as they are known? */
status store_redirects_to(store *st, const char *url, const char *to, bool *out);
/* Puts a URL that was a redirect into the queue again, as if it had never been fetched. *host_id: its host. ERR_MISSING: it is not
 * a redirect, or is in the queue already. */
status store_requeue_redirect(store *st, const char *url, int64_t *host_id);
/* Moves the URL behind all others of its host in the queue. */
status store_refresh_last(store *st, int64_t id);

/* ── learned rules: crawler/frontier/url_rules.h says what they mean ── */

enum store_rule_state { RULE_WATCHED, RULE_ACTIVE, RULE_WITHDRAWN };

typedef struct store_rule {
	int64_t host_id;
	bool is_segment; /* name is a segment of the path; else a query parameter */
	const char *name;
	enum store_rule_state state;
	int64_t judged, repeats, sampled, contrary, streak, skipped;
} store_rule;

/* Calls handle with every rule of the host, until handle returns other than OK; texts are valid during the call. */
status store_rules(store *st, int64_t host_id, status (*handle)(void *ctx, const store_rule *rule), void *ctx);
/* Adds the rule, or replaces the one with the same host, part and name. */
status store_put_rule(store *st, const store_rule *rule);
/* Finds the URL of another article of the host beside url that is page `of` or a drop of it: the page, or one of its last drops. In a;
 * *out is NULL if there is none. */
status store_group_url(store *st, uint64_t of, int64_t host_id, const char *url, arena *a, const char **out);
/* Is there a drop among the URLs that have the path of this one and any query? */
status store_has_drop_at(store *st, const char *url, bool *out);
/* Is the article at url the page `of`, or a drop of it? */
status store_is_reprint(store *st, const char *url, uint64_t of, bool *out);
typedef struct store_copy {
	const char *url, *fetched_at;
	const char *checked_at; /* when it was last fetched or found unchanged */
	bool is_new;            /* its id is at least `since`, and it was a page from the first */
} store_copy;

/* If the article at url is a drop with the same bytes as its page, and that page was crawled, finds the page. Texts are in a.
 * ERR_MISSING: otherwise. */
status store_same_page(store *st, const char *url, uint64_t since, arena *a, store_copy *out);
/* Puts all URLs of the host (0: of any host) that were skipped for this reason into the queue again; for a reason that ends
 * in ": ", for all that begin so, such as "repeats: ". *count becomes their number. */
status store_requeue_skips(store *st, int64_t host_id, const char *reason, int64_t *count);
/* The number of drops of a page; stops counting at most. */
status store_count_drops(store *st, uint64_t page, int64_t most, int64_t *out);

/* ── articles that changed or disappeared ── */

/* Reads the signature of an article, in a, to judge it again. *kept: whether it is a page; otherwise it is a drop. ERR_MISSING. */
status store_signature(store *st, uint64_t id, arena *a, firstprint_signature *out, bool *kept);
/* Lists the ids of the drops of a page, ascending, in a. */
status store_drops_of(store *st, uint64_t page, arena *a, uint64_t **out, size_t *len);
/* Those of them that may repeat only a part of the page (STORE_COPY_SCORE), without aliases. */
status store_parts_of(store *st, uint64_t page, arena *a, uint64_t **out, size_t *len);
/* Lists the ids of the articles that name url as their canonical URL, ascending, in a. */
status store_canonical_claims(store *st, const char *url, arena *a, uint64_t **out, size_t *len);
/* Gives a drop another verdict: it becomes a drop of page why->of. */
status store_move_drop(store *st, uint64_t id, const store_reason *why);
/* Makes a drop a page with the id `page`: store_next_id, or the drop's own id. why: the reason for its verdict, or NULL; verdict
 * and of are ignored. */
status store_promote_drop(store *st, uint64_t id, uint64_t page, const store_reason *why);
/* Makes a page without drops a drop of page why->of, which keeps its id and its signature, and supersedes nothing any more. */
status store_demote_page(store *st, uint64_t id, const store_reason *why);
/* Moves a drop, or a page without drops, into the table past. why: "changed", "gone", …, see there. */
status store_retire(store *st, uint64_t id, const char *why);
/* Lists, in a, the ids of past articles of a host ("https://a.example") that are there for this reason: at most `most`, any of them. */
status store_past_of_host(store *st, const char *host, const char *why, size_t most, arena *a, uint64_t **out, size_t *len);
/* The URL, title, language and text of a past article, in a. ERR_MISSING. */
status store_past_page(store *st, uint64_t id, arena *a, firstprint_page *out);
/* Lists, in a, the ids of a host's pages and drops with texts of at most so many bytes. Of a host with many, STORE_SHORT_MOST pages and as
 * many drops are looked at, by URL. */
enum { STORE_SHORT_MOST = 2000 };
status store_short_of_host(store *st, const char *host, size_t bytes, arena *a, uint64_t **out, size_t *len);
/* Tells the causes of all drops again, since copies that told them may have been retired. */
status store_tell_causes(store *st);
/* Makes the URL of article id a skip, because of_url is its canonical URL. Leaves the article unchanged. */
status store_skip_for_canonical(store *st, uint64_t id, const char *of_url);

/* ── judging all articles again ──
 *
 *	store_rejudge(st)
 *	for (id = 0; store_next_kept(st, id, a, &k) == OK; id = k.id)
 *		store_put_judged(st, k.id, &why, &sig)     writes to a temporary table; the store is unchanged
 *	store_compare_judged(st)                           then ask ASK_JUDGED_COUNTS, ASK_JUDGED_CHANGES
 *	store_apply_judged(st)                             replaces the old verdicts by the new ones, in a transaction */

/* A stored article. */
typedef struct store_kept {
	uint64_t id;
	const char *url, *name, *title, *lang; /* url and name are NULL if it has none */
	const char *canonical;                 /* as in store_article */
	firstprint_span text;
	uint8_t digest[32]; /* of its body */
	enum firstprint_page_kind kind;
} store_kept;

status store_rejudge(store *st);
/* The article with the lowest id above `after`; its texts are in a. ERR_MISSING: there is none. */
status store_next_kept(store *st, uint64_t after, arena *a, store_kept *out);
/* Stores a new verdict, in place of an earlier one. why->verdict may also be "unique", with of 0 and evidence NULL. is_alias: a
 * drop by a decision (decide.h). */
status store_put_judged(store *st, uint64_t id, const store_reason *why, bool is_alias, const firstprint_signature *sig);
/* The same of the articles judged so far; and the signature of one of them, in a. */
status store_judged_parts_of(store *st, uint64_t page, arena *a, uint64_t **out, size_t *len);
status store_judged_signature(store *st, uint64_t id, arena *a, firstprint_signature *out);
/* Makes article id, which was judged already, a drop of why->of, an alias if a decision is the reason. Drops of article id become drops
 * of why->of. why->nearest: the article that it was compared with; 0: why->of. */
status store_judged_drop(store *st, uint64_t id, const store_reason *why);
status store_compare_judged(store *st);
/* Call store_put_judged for every article first. Does not change store_filter. */
status store_apply_judged(store *st);

#endif
