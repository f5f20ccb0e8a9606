/* libfirstprint — lets your program ask whether an article has been seen before, and stores the new ones.
 *
 *	firstprint *fp;
 *	if (firstprint_open("store.db", NULL, &fp))
 *		errx(1, "%s", firstprint_error(fp));
 *	firstprint_source page = {.bytes = html, .len = strlen(html), .url = "https://example.com/a"};
 *	firstprint_article said;
 *	if (firstprint_judge(fp, &page, &said) == FIRSTPRINT_DONE && said.of)
 *		printf("%s of %s, score %.2f\n", said.verdict, said.of_url, said.score);
 *	firstprint_close(fp);
 *
 *	cc $(pkg-config --cflags libfirstprint) program.c $(pkg-config --libs libfirstprint)
 *
 * The program firstprint uses the same store: `firstprint inspect store.db` and `firstprint report store.db` read it, and
 * `firstprint crawl` and `firstprint filter` add to it. One process at a time writes to a store; any number read it meanwhile.
 *
 * - A handle may be used by one thread at a time; two handles are independent.
 * - All texts are UTF-8 and end in a NUL. The library borrows what you pass in for the call. What it returns belongs to the
 *   handle, and is valid until the next call with it, unless noted otherwise.
 * - Fill structures that you pass in with zeros first: zero means the default. Reserved fields stay zero.
 * - NULL for a page, a text or an output that the function needs is FIRSTPRINT_MISUSE; for a handle it is FIRSTPRINT_OUT_OF_MEMORY,
 *   since firstprint_open sets it to NULL only then.
 * - Functions that return int, except firstprint_version, return FIRSTPRINT_DONE or one of the negative values of enum
 *   firstprint_failure. Outputs change only on FIRSTPRINT_DONE; for other values firstprint_error returns the message. */
#ifndef LIBFIRSTPRINT_H
#define LIBFIRSTPRINT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this interface. Programs built for an earlier version still work. firstprint_version returns the version of
 * the interface that the loaded library has, and sets *text, unless text is NULL, to the version of firstprint. */
#define LIBFIRSTPRINT_VERSION 1
int firstprint_version(const char **text);

enum firstprint_failure {
	FIRSTPRINT_DONE = 0,
	FIRSTPRINT_OUT_OF_MEMORY = -1,
	FIRSTPRINT_IO = -2,        /* the system refused to read or write: no such file, disk full */
	FIRSTPRINT_DAMAGED = -3,   /* not a store, or a damaged one */
	FIRSTPRINT_MISUSE = -4,    /* an invalid request: no such filter, another filter than the store's */
	FIRSTPRINT_BUSY = -5,      /* another process or another handle is writing to the store */
	FIRSTPRINT_TOO_LARGE = -6, /* a page of more than 1 GiB */
	FIRSTPRINT_NO_SUCH = -7,   /* there is no such article */
	FIRSTPRINT_BAD_FILTER = -8 /* the filter broke its contract; articles stored before are safe */
};

/* ── opening ── */

typedef struct firstprint firstprint;

enum firstprint_mode {
	FIRSTPRINT_WRITE = 0, /* judges and stores; creates the file if there is none */
	FIRSTPRINT_COMPARE,   /* judges, and stores nothing; the file must exist */
	FIRSTPRINT_READ       /* only reads the store, and opens quickly, without a filter; the file must exist */
};

typedef struct firstprint_options {
	const char *
		filter; /* a SPEC, as --filter takes it: "cascade", "minhash:tau=0.8"; NULL: the store's, if no file must be loaded for it, or cascade.
			 * With FIRSTPRINT_READ: NULL */
	enum firstprint_mode mode;
	int jobs; /* threads for firstprint_judge_all, which extract and sign articles: 1 to 1024; 0: one for each core */
	/* "0" to "1000000000": a new store, or what is opened without one, has this key, so that it says of the same pages what every store
	 * with this key says. NULL: a new store draws a secret one, and without a store it is "0" */
	const char *key;
	void *reserved[4];
} firstprint_options;

/* Opens a store. path NULL: stores nothing, and remembers articles only until firstprint_close (needs FIRSTPRINT_WRITE).
 * options NULL: the defaults. *out is yours until firstprint_close. It is set after a failure too, so that you can call
 * firstprint_error; it is NULL only if memory runs out. */
int firstprint_open(const char *path, const firstprint_options *options, firstprint **out);
void firstprint_close(firstprint *fp); /* accepts NULL */

/* Returns the message about the last failure, which names the file, the option or the filter; "" if there was none. fp NULL:
 * "out of memory". Valid until the next call. */
const char *firstprint_error(const firstprint *fp);
/* Returns the filter with all its options: "cascade@5:sentences=…". NULL: none is open. Valid until firstprint_close. */
const char *firstprint_filter_spec(const firstprint *fp);

/* ── judging ── */

enum firstprint_form {
	FIRSTPRINT_AS_HTML = 0, /* bytes as a server sent them, but no image, PDF and the like: the article is extracted */
	FIRSTPRINT_AS_TEXT,     /* the article itself */
	FIRSTPRINT_AS_ARTICLE,  /* firstprint_purified.text: each line is a paragraph */
	FIRSTPRINT_AS_LIST      /* the same, of a page that lists others: firstprint_purified.is_list */
};

/* A page that was fetched elsewhere. */
typedef struct firstprint_source {
	const char *bytes; /* NULL only with len 0 */
	size_t len;
	enum firstprint_form form;
	const char *url;          /* NULL: it has none. It should be absolute */
	const char *name;         /* your name for the page, any text, for firstprint_article.name; NULL: none */
	const char *title, *lang; /* of a text; lang also for HTML that does not state its own. NULL: unknown */
	const char *content_type; /* the value of the HTTP header: the kind of content, and its charset; NULL: unknown */
	void *reserved[5];
} firstprint_source;

/* An article and its verdict. The article is a page, which is kept, or a drop, which repeats a page. Missing texts are NULL. */
typedef struct firstprint_article {
	uint64_t id;      /* in the store; without a store, a running number; 0: nothing was stored (FIRSTPRINT_COMPARE) */
	const char *kind; /* "page", "drop", or "past": a newer version replaced it, or its URL is gone */
	const char *url, *name, *title, *lang;
	const char *fetched_at; /* UTC: "2024-05-31T12:00:00Z" */
	const char *text;       /* the article, text_len bytes; NULL from firstprint_next: use firstprint_text */
	size_t text_len;
	const char *verdict; /* "unique", "duplicate", "near-duplicate", "contained", "supersedes" */
	uint64_t of;         /* the page that it repeats or supersedes; 0: none */
	const char *of_url, *of_name;
	const char *filter, *stage; /* the ones that decided */
	const char *proposed_by;    /* the stage that found `of`, if another one decided */
	const char *word;           /* the word or number that decided */
	double score;               /* likeness to `of`, 0 to 1 */
	const char *evidence;       /* a JSON object: the numbers that the verdict rests on */
	const char *shares;         /* a JSON array: pages that have some of its text */
	const char *cause;          /* of a drop in a store: what differs between the two URLs or texts: "session", "edited" */
	const char *notable; /* of a drop in a store: words of the difference that make it worth a look: "not, −Aldern" */
	int failure;         /* from firstprint_judge_all: FIRSTPRINT_DONE, or why no other field but the next is set */
	const char *why;     /* the same as a sentence; NULL: FIRSTPRINT_DONE */
} firstprint_article;

/* Extracts the article of the page, asks the filter whether it has seen it before, and stores it as a page or a drop. The
 * article is stored when the call returns: a program that is killed afterwards loses nothing. A page that is a drop of the store
 * already, by its name or, without one, its URL, and with the same bytes, is that drop: it is not judged again, and nothing is stored. */
int firstprint_judge(firstprint *fp, const firstprint_source *page, firstprint_article *out);
/* Does the same for n pages, in their order, in one transaction and on several threads; more cores make it faster. If a page
 * cannot be judged, its `failure` is set, and the others are judged. Any other failure ends the call and stores none of them. */
int firstprint_judge_all(firstprint *fp, const firstprint_source *pages, size_t n, firstprint_article *out);

/* ── reading ── */

/* These need a store; without one they return FIRSTPRINT_MISUSE. */

/* Finds the article with this id, also if it was a drop that has become a page under another id since. */
int firstprint_get(firstprint *fp, uint64_t id, firstprint_article *out);
/* Finds the newest page or drop with this URL or, if there is none, with this name. */
int firstprint_find(firstprint *fp, const char *what, firstprint_article *out);
/* Finds the page or drop with the lowest id above `after`; begin with 0. FIRSTPRINT_NO_SUCH: there are no more. */
int firstprint_next(firstprint *fp, uint64_t after, firstprint_article *out);
/* Gets the text of any article, including drops. *len: in bytes. */
int firstprint_text(firstprint *fp, uint64_t id, const char **text, size_t *len);

/* Counts the pages and the drops of the store, at once, however many there are. */
int firstprint_count(firstprint *fp, uint64_t *pages, uint64_t *drops);
/* Lists the ids of the drops that repeat page `id`, ascending. *len 0: there are none, or it is no page. */
int firstprint_drops_of(firstprint *fp, uint64_t id, const uint64_t **ids, size_t *len);

typedef struct firstprint_neighbour {
	uint64_t id;
	double resemblance; /* of all runs of three words in either article, the share that is in both: 0 to 1 */
	double contained;   /* the share of the article that is in the neighbour */
	double contains;    /* the share of the neighbour that is in the article */
} firstprint_neighbour;

/* Finds the articles most similar to article `id`, whatever the filter's verdicts are; the nearest first. Writes at most `len`
 * entries to out, and their number to *found. With an index (firstprint index STORE) this takes milliseconds; it
 * reads all texts that the index does not have, and finds of the others the 300 with most rare runs of words in common. */
int firstprint_near(firstprint *fp, uint64_t id, firstprint_neighbour *out, size_t len, size_t *found);

/* ── a person's decisions ── */

/* Makes a drop a page again, and remembers that: the article is kept from now on, whatever a filter says. Then the filter reads the
 * store again, which takes seconds per million pages. FIRSTPRINT_MISUSE: it is no drop, or the store is only read. */
int firstprint_undo(firstprint *fp, uint64_t id);
/* Makes an article a drop of page `of`, and remembers that. If `of` is a drop, the page that it repeats is meant; if it repeats article
 * `id`, the two change places. Its drops become those of page `of`, or pages again if they repeat a part that `of` does not have.
 * FIRSTPRINT_MISUSE: both are the same article, one is an article of the past, the store shares an index, or it is only read. */
int firstprint_drop(firstprint *fp, uint64_t id, uint64_t of);
/* Forgets a decision. What was decided stays until everything is judged again: `firstprint judge STORE --apply`. */
int firstprint_forget(firstprint *fp, uint64_t decision);

/* A decision of undo, drop, --prefer or --never-drop. Missing texts are NULL. */
typedef struct firstprint_decision {
	uint64_t id;
	const char *what;             /* "keep", "drop", "prefer", "never-drop" */
	const char *url, *name;       /* keep, drop: of the article */
	const char *of_url, *of_name; /* drop: of the page that it repeats; keep: of the one that it is no copy of */
	const char *pattern;          /* prefer, never-drop: a regular expression */
	const char *at;               /* UTC */
} firstprint_decision;
/* Finds the decision with the lowest id above `after`; begin with 0. FIRSTPRINT_NO_SUCH: there are no more. */
int firstprint_next_decision(firstprint *fp, uint64_t after, firstprint_decision *out);

/* ── the article of a page, without a store ── */

typedef struct firstprint_purified {
	const char *title, *lang, *text;
	size_t text_len;
	const char *charset;      /* of the bytes: "UTF-8" */
	const char *canonical;    /* href of <link rel=canonical>, as written; NULL: none */
	const char *degraded;     /* the limit that the page exceeds; `text` is then all text between its tags. NULL: none */
	const char *const *links; /* href of each link, as written */
	size_t links_len;
	int noindex, nofollow; /* what <meta name=robots> says */
	int is_list;           /* 1: the page lists others, as a category does; such pages are compared in another way */
} firstprint_purified;

/* Extracts the article. *out is yours until firstprint_purified_free. Any thread may call it. */
int firstprint_purify(const firstprint_source *page, firstprint_purified **out);
/* Returns the message about the last call of firstprint_purify on this thread; "" if it did not fail, or memory ran out. Valid until the
 * next call on this thread. */
const char *firstprint_purify_error(void);
void firstprint_purified_free(firstprint_purified *page); /* accepts NULL */

#ifdef __cplusplus
}
#endif

#endif
