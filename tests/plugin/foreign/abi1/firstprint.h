/* firstprint — the filter contract: what a page, a signature and a verdict are. The only header a filter includes.
 *
 * A filter answers one question while pages are being fetched: have I met this article before? It is one shared
 * object that exports one constant, `firstprint_plugin`, or a built-in of the program. Its life:
 *
 *	state = zeros(state_size); the options fill their fields
 *	open(state, host)
 *	for every page:      sign(state, page, arena, &sig)          on any thread, many at once
 *	then, in one order:  check(state, &sig, &verdict)            met before? learns nothing
 *	                     remember(state, page_id, &sig)          only if the page is stored
 *	                     forget(state, page_id, &sig)            the page was not stored after all, or is gone
 *	close(state)
 *
 * The signature is all that is kept of a page. After a restart the host calls remember for the kept signatures in
 * ascending order of page ids and expects the verdicts an uninterrupted run would have given: state must be a
 * function of the sequence of remembered and forgotten ids, and of nothing else.
 *
 * Functions that return int return 0 or one of the negative values of enum firstprint_error. */
#ifndef FIRSTPRINT_H
#define FIRSTPRINT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define FIRSTPRINT_ABI 1

enum firstprint_error {
	FIRSTPRINT_OK = 0,
	FIRSTPRINT_NO_MEMORY = -1,    /* an allocation failed; state is as before the call */
	FIRSTPRINT_BAD_OPTION = -2,   /* from open: options that exclude each other */
	FIRSTPRINT_BAD_SIGNATURE = -3 /* not bytes that this filter's sign made */
};

/* Borrowed UTF-8 text; at[len] is readable and may be anything. NULL only with len 0. */
typedef struct firstprint_span {
	const char *at;
	size_t len;
} firstprint_span;

/* A page as a filter sees it. All text is valid UTF-8 in normal form C without NUL characters. */
typedef struct firstprint_page {
	const char *url;   /* "" when it has none */
	const char *title; /* "" when it has none */
	const char *lang;  /* BCP 47 in lower case: "en", "zh-hant"; "" when nobody knows */
	firstprint_span text;              /* the article: paragraphs joined by '\n', white space folded */
	const firstprint_span *paragraphs; /* slices of text */
	size_t paragraphs_len;
	const firstprint_span *sentences;  /* slices of text; none crosses a paragraph's end */
	size_t sentences_len;
	firstprint_span visible;           /* all text a reader could see, menus and footers too, in the same form */
	uint8_t digest[32];                /* SHA-256 of the page's bytes as they came */
} firstprint_page;

/* What is kept of a page: any bytes, none included. The host copies them. */
typedef struct firstprint_signature {
	const uint8_t *bytes;
	size_t len;
} firstprint_signature;

enum firstprint_kind {
	FIRSTPRINT_UNIQUE = 0,     /* not met before */
	FIRSTPRINT_DUPLICATE,      /* the same article; rests on a cryptographic digest of the text */
	FIRSTPRINT_NEAR_DUPLICATE, /* the same article, edited */
	FIRSTPRINT_CONTAINED,      /* an older page contains it */
	FIRSTPRINT_SUPERSEDES      /* it contains an older page; it is stored, and so is the older one */
};

/* A number that explains the verdict: {"hamming", 2}. The name is static text. */
typedef struct firstprint_evidence {
	const char *name;
	double value;
} firstprint_evidence;

/* A further page that the newcomer shares text with; share in [0, 1] of the newcomer. */
typedef struct firstprint_share {
	uint64_t page;
	double share;
} firstprint_share;

enum { FIRSTPRINT_EVIDENCE_MOST = 8, FIRSTPRINT_SHARES_MOST = 8 };

/* The host hands it over as all zeros, which says: unique. */
typedef struct firstprint_verdict {
	enum firstprint_kind kind;
	uint64_t of;       /* the page it repeats or supersedes; 0 when unique */
	const char *stage; /* which stage of the filter decided; static text. "too-short": too little text to judge */
	double score;      /* likeness to `of` in [0, 1]; 0 when unique */
	firstprint_evidence evidence[FIRSTPRINT_EVIDENCE_MOST];
	size_t evidence_len;
	firstprint_share shares[FIRSTPRINT_SHARES_MOST];
	size_t shares_len;
} firstprint_verdict;

/* One more line of evidence. name: static text. What is past FIRSTPRINT_EVIDENCE_MOST is left out. */
static inline void firstprint_add_evidence(firstprint_verdict *v, const char *name, double value)
{
	if (v->evidence_len < FIRSTPRINT_EVIDENCE_MOST)
		v->evidence[v->evidence_len++] = (firstprint_evidence){name, value};
}

/* One option, NAME=VALUE in `--filter mine:NAME=VALUE`. The host parses it, checks it against least and most, writes
 * it into the filter's state at offset before open, and shows it in `firstprint filters`. */
enum firstprint_option_kind {
	FIRSTPRINT_INTEGER, /* int64_t */
	FIRSTPRINT_REAL,    /* double */
	FIRSTPRINT_SWITCH,  /* int64_t, 1 or 0, written on or off */
	FIRSTPRINT_CHOICE   /* int64_t: which of the words, counted from 0 */
};

typedef struct firstprint_option {
	const char *name;  /* NULL ends the table */
	const char *help;  /* one line; ends in no full stop */
	enum firstprint_option_kind kind;
	size_t offset;     /* offsetof(struct my_state, field) */
	double preset;
	double least, most; /* of INTEGER and REAL, inclusive */
	const char *words; /* CHOICE: "first|all". INTEGER and REAL: a word that may stand for the value least, or NULL */
} firstprint_option;

typedef struct firstprint_arena firstprint_arena;

/* What the program lends a filter; valid until close. */
typedef struct firstprint_host {
	/* size bytes that live until the page's arena is reset, aligned for any type, not cleared; NULL: no memory. */
	void *(*alloc)(firstprint_arena *arena, size_t size);
	/* Key every hash of page content that decides about near-duplicates with it, so that nobody who does not know
	 * the store can prepare a page that makes us drop another site's. Show it to nobody. */
	uint8_t key[16];
} firstprint_host;

typedef struct firstprint_filter {
	uint32_t abi;        /* FIRSTPRINT_ABI, first in every version; new fields go at the end */
	const char *name;    /* lower case, digits and '-' */
	const char *summary; /* one line for `firstprint filters` */
	const firstprint_option *options; /* NULL: none */
	size_t state_size;   /* the host allocates it, cleared, aligned for any type */
	int (*open)(void *state, const firstprint_host *host);
	/* Pure and thread-safe; out->bytes from host->alloc(arena). Must depend on the page and the options only. */
	int (*sign)(const void *state, const firstprint_page *page, firstprint_arena *arena, firstprint_signature *out);
	int (*check)(void *state, const firstprint_signature *sig, firstprint_verdict *verdict);
	int (*remember)(void *state, uint64_t page_id, const firstprint_signature *sig); /* ids ascend, from 1 */
	int (*forget)(void *state, uint64_t page_id, const firstprint_signature *sig);   /* unknown ids: no effect */
	size_t (*memory)(const void *state); /* bytes held */
	void (*close)(void *state);          /* always called, even after a failed open */
} firstprint_filter;

/* A filter's last lines. In a shared object the constant is `firstprint_plugin`; the program's built-ins, compiled
 * from the same source with FIRSTPRINT_BUILTIN, are `filter_NAME`. */
#ifdef FIRSTPRINT_BUILTIN
#define FIRSTPRINT_FILTER(id) const firstprint_filter filter_##id
#else
#define FIRSTPRINT_FILTER(id) \
	extern const firstprint_filter firstprint_plugin; \
	__attribute__((visibility("default"))) const firstprint_filter firstprint_plugin
#endif

#ifdef __cplusplus
}
#endif

#endif
