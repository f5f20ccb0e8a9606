/* libfirstprint — asks, from a program of your own, whether an article has been met before, and keeps what is new.
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
 * The store is that of the program firstprint: `firstprint inspect store.db` and `firstprint report store.db` read it, and
 * `firstprint crawl` and `filter` go on with it. One process at a time writes to a store; any number read it meanwhile.
 *
 * - A handle may be used by one thread at a time; two handles are independent.
 * - All texts are UTF-8 and end in a NUL. What is passed in is borrowed for the call. What comes out belongs to the handle,
 *   and is valid until the next call with it, unless said otherwise.
 * - Structures that are passed in begin as zeros, which mean the default; reserved fields stay zero.
 * - Functions that return int return FIRSTPRINT_DONE or one of the negative values of enum firstprint_failure. Outputs change
 *   only on FIRSTPRINT_DONE, and firstprint_error has the sentence for anything else. */
#ifndef LIBFIRSTPRINT_H
#define LIBFIRSTPRINT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this interface. A program that was built for an earlier one goes on to work. firstprint_version gives that of
 * the library that is running, and the version of the whole. */
#define LIBFIRSTPRINT_VERSION 1
int firstprint_version(const char **text);

enum firstprint_failure {
	FIRSTPRINT_DONE = 0,
	FIRSTPRINT_OUT_OF_MEMORY = -1,
	FIRSTPRINT_IO = -2,        /* the system refused to read or write: no such file, disk full */
	FIRSTPRINT_DAMAGED = -3,   /* not a store, or a damaged one */
	FIRSTPRINT_MISUSE = -4,    /* what was asked for cannot be: no such filter, another filter than the store's */
	FIRSTPRINT_BUSY = -5,      /* somebody else writes to the store: another process, or another handle */
	FIRSTPRINT_TOO_LARGE = -6, /* a page of more than 1 GiB */
	FIRSTPRINT_NO_SUCH = -7,   /* there is no such article */
	FIRSTPRINT_BAD_FILTER = -8 /* the filter broke its contract; what was stored before is kept */
};

/* ── opening ── */

typedef struct firstprint firstprint;

enum firstprint_mode {
	FIRSTPRINT_WRITE = 0, /* judges and stores; the file is created if there is none */
	FIRSTPRINT_COMPARE,   /* judges, and stores nothing; the file must exist */
	FIRSTPRINT_READ       /* only reads what is there, and opens no filter, which is quick; the file must exist */
};

typedef struct firstprint_options {
	const char *filter; /* a SPEC, as --filter takes it: "cascade", "minhash:tau=0.8"; NULL: the store's, or cascade */
	enum firstprint_mode mode;
	int jobs; /* threads that purify and sign in firstprint_judge_all, 1 to 1024; 0: one for each core */
	void *reserved[5];
} firstprint_options;

/* path NULL: nothing is stored, and what was judged is remembered until firstprint_close (only with FIRSTPRINT_WRITE). options
 * NULL: the defaults. *out is yours until firstprint_close, also after a failure, for firstprint_error; NULL: out of memory. */
int firstprint_open(const char *path, const firstprint_options *options, firstprint **out);
void firstprint_close(firstprint *fp); /* accepts NULL */

/* The sentence about the last failure, which names the file, the option or the filter; "": there was none. fp NULL: "out of
 * memory". Valid until the next call. */
const char *firstprint_error(const firstprint *fp);
/* The filter with all its options: "cascade@4:sentences=…". NULL: none is open. Valid until firstprint_close. */
const char *firstprint_filter_spec(const firstprint *fp);

/* ── judging ── */

enum firstprint_form {
	FIRSTPRINT_AS_HTML = 0, /* bytes as a server sent them: the article is taken out */
	FIRSTPRINT_AS_TEXT      /* the article as it is */
};

/* A page that was fetched elsewhere. */
typedef struct firstprint_source {
	const char *bytes; /* NULL only with len 0 */
	size_t len;
	enum firstprint_form form;
	const char *url;          /* NULL: it has none. It should be absolute */
	const char *name;         /* what you call the page, any text: firstprint_article.name; NULL: nothing */
	const char *title, *lang; /* of FIRSTPRINT_AS_TEXT; lang for both, where a page does not say its own. NULL: unknown */
	const char *content_type; /* the value of the HTTP header, for its charset; NULL: unknown */
	void *reserved[5];
} firstprint_source;

/* An article: a page, which is kept, or a drop, which repeats one; and what was said of it. Texts are NULL where there are
 * none. */
typedef struct firstprint_article {
	uint64_t id;      /* in the store; without a store, a running number; 0: nothing was stored (FIRSTPRINT_COMPARE) */
	const char *kind; /* "page", "drop", or "past": it was replaced by a newer version */
	const char *url, *name, *title, *lang;
	const char *fetched_at; /* UTC: "2024-05-31T12:00:00Z" */
	const char *text;       /* the article, text_len bytes; from firstprint_next NULL: see firstprint_text */
	size_t text_len;
	const char *verdict; /* "unique", "duplicate", "near-duplicate", "contained", "supersedes" */
	uint64_t of;         /* the page that it repeats or supersedes; 0: none */
	const char *of_url, *of_name;
	const char *filter, *stage; /* that decided */
	const char *proposed_by;    /* the stage that found `of`, if another one decided */
	const char *word;           /* the word or number that decided */
	double score;               /* likeness to `of`, 0 to 1 */
	const char *evidence;       /* a JSON object: the numbers that the verdict rests on */
	const char *shares;         /* a JSON array: pages that have some of its text */
	int failure;                /* of firstprint_judge_all: FIRSTPRINT_DONE, or why nothing else here is set */
} firstprint_article;

/* Takes the article out of the page, asks the filter whether it has met it, and stores it as a page or as a drop. What is
 * returned is stored: a program that is killed afterwards loses nothing. */
int firstprint_judge(firstprint *fp, const firstprint_source *page, firstprint_article *out);
/* The same for n pages, in their order, in one transaction, on several threads: the more cores, the faster. A page that cannot be
 * judged has `failure`, and the others are judged. Any other failure ends the call, and none of the n pages is stored. */
int firstprint_judge_all(firstprint *fp, const firstprint_source *pages, size_t n, firstprint_article *out);

/* ── reading ── */

/* These need a store; without one, FIRSTPRINT_MISUSE. */

/* The article with this id. A drop that became a page later under another id is found. */
int firstprint_get(firstprint *fp, uint64_t id, firstprint_article *out);
/* The newest page or drop with this URL. */
int firstprint_find(firstprint *fp, const char *url, firstprint_article *out);
/* The page or drop with the lowest id above `after`; begin with 0. FIRSTPRINT_NO_SUCH: that was the last. */
int firstprint_next(firstprint *fp, uint64_t after, firstprint_article *out);
/* The text of any article, of drops, too. *len: its bytes. */
int firstprint_text(firstprint *fp, uint64_t id, const char **text, size_t *len);

typedef struct firstprint_neighbour {
	uint64_t id;
	double resemblance; /* of their runs of three words, the share of those of both that are in both: 0 to 1 */
	double contained;   /* how much of the article is in the neighbour */
	double contains;    /* how much of the neighbour is in the article */
} firstprint_neighbour;

/* The articles that are most like one of them, whatever the filter said; the nearest first. *out has `len` entries at most, and
 * *found are set. With an index (firstprint index STORE) this takes milliseconds, else it reads all texts. */
int firstprint_near(firstprint *fp, uint64_t id, firstprint_neighbour *out, size_t len, size_t *found);

/* ── the article of a page, without a store ── */

typedef struct firstprint_purified {
	const char *title, *lang, *text;
	size_t text_len;
	const char *charset;      /* of the bytes: "UTF-8" */
	const char *canonical;    /* href of <link rel=canonical>, as it stands there; NULL: none */
	const char *degraded;     /* the bound that the page exceeds, so that its text is all between its tags; NULL: none */
	const char *const *links; /* href of each link, as it stands there */
	size_t links_len;
	int noindex, nofollow; /* what <meta name=robots> says */
} firstprint_purified;

/* *out is yours until firstprint_purified_free. Any thread. */
int firstprint_purify(const firstprint_source *page, firstprint_purified **out);
void firstprint_purified_free(firstprint_purified *page); /* accepts NULL */

#ifdef __cplusplus
}
#endif

#endif
