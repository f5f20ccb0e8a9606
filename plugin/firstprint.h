/* firstprint — the filter contract: what a page, a signature and a verdict are. The only header a filter includes.
 *
 * A filter answers one question while pages are being fetched: have I met this article before? It is one shared
 * object that exports one constant, `firstprint_plugin`, or a built-in of the program. Its life:
 *
 *	state = zeros(state_size); the options fill their fields
 *	open(state, host)
 *	for every page:      sign(state, page, arena, &sig)          on any thread, many at once
 *	then, in one order:  settle(state, &sig, arena, &settled)    optional: adds what only the state knows
 *	                     check(state, &sig, &verdict)            met before? changes nothing
 *	                     remember(state, page_id, &sig)          only if the page is stored
 *	                     forget(state, page_id, &sig)            the page was not stored after all, or is gone
 *	close(state)
 *
 * The signature is all that is kept of a page. After a restart the host calls remember for the kept signatures in
 * ascending order of page ids and expects the verdicts that an uninterrupted run would have given: state must be a
 * function of the sequence of remembered and forgotten signatures, and of nothing else.
 *
 * The host trusts no filter. Every verdict and every signature is checked; a filter that breaks the contract ends the
 * run with one sentence that names it, and what was stored before stays. Only wild pointers are beyond what can be
 * checked: a filter runs with all rights of the program.
 *
 * Functions that return int return 0 or one of the negative values of enum firstprint_error. */
#ifndef FIRSTPRINT_H
#define FIRSTPRINT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this contract. The program takes filters made for this version or an earlier one. */
#define FIRSTPRINT_ABI 2

enum firstprint_error {
	FIRSTPRINT_OK = 0,
	FIRSTPRINT_NO_MEMORY = -1,     /* an allocation failed; state is as before the call */
	FIRSTPRINT_BAD_OPTION = -2,    /* from open: options that exclude each other; say which with host->complain */
	FIRSTPRINT_BAD_SIGNATURE = -3, /* not bytes that this filter's sign made */
	FIRSTPRINT_NEEDS_VISIBLE = -4  /* from sign: this filter needs page->visible, which is not there */
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
	const firstprint_span *sentences;  /* slices of text; none crosses the end of a paragraph */
	size_t sentences_len;
	firstprint_span visible;           /* all text a reader could see, menus and footers too, in the same form. NULL
	                                    * when the page comes out of a store, which keeps the article alone */
	uint8_t digest[32];                /* SHA-256 of the page's bytes as they came */
} firstprint_page;

enum { FIRSTPRINT_SIGNATURE_MAX = 16 << 20 }; /* bytes; a longer signature is refused */

/* What is kept of a page: any bytes, none included. What sign and settle return is copied by the host. What check,
 * remember and forget are given is aligned to 8 bytes. What remember is given stays readable at the same place until
 * the page is forgotten or the filter closed: keep the pointer instead of a copy. */
typedef struct firstprint_signature {
	const uint8_t *bytes;
	size_t len;
} firstprint_signature;

enum firstprint_kind {
	FIRSTPRINT_UNIQUE = 0,     /* not met before */
	FIRSTPRINT_DUPLICATE,      /* the same article; rests on a cryptographic digest of the text */
	FIRSTPRINT_NEAR_DUPLICATE, /* the same article, edited */
	FIRSTPRINT_CONTAINED,      /* an older page contains it */
	FIRSTPRINT_SUPERSEDES      /* it contains an older page; it is stored, and the older page is kept too */
};

/* A number that explains the verdict: {"hamming", 2}. The name is static text, valid UTF-8 of 1 to 64 bytes. The value
 * is finite. */
typedef struct firstprint_evidence {
	const char *name;
	double value;
} firstprint_evidence;

/* A further page that the newcomer shares text with; share in [0, 1] of the newcomer. */
typedef struct firstprint_share {
	uint64_t page;
	double share;
} firstprint_share;

enum {
	FIRSTPRINT_EVIDENCE_MAX = 16,
	FIRSTPRINT_SHARES_MAX = 8,
	FIRSTPRINT_NAME_MAX = 64, /* bytes of a stage or a name of evidence, without the NUL */
	FIRSTPRINT_WORD_SIZE = 64 /* bytes of verdict.word, with the NUL */
};

/* The host hands it over as all zeros, which says: unique. */
typedef struct firstprint_verdict {
	enum firstprint_kind kind;
	uint64_t of;       /* the page it repeats or supersedes, one that is remembered now; 0 when unique */
	const char *stage; /* the stage of the filter that decided: static text, valid UTF-8 of 1 to 64 bytes. May be NULL
	                    * when unique. "too-short": there is too little text to judge */
	double score;      /* likeness to `of` in [0, 1]; 0 when unique */
	firstprint_evidence evidence[FIRSTPRINT_EVIDENCE_MAX];
	size_t evidence_len;
	firstprint_share shares[FIRSTPRINT_SHARES_MAX]; /* pages that are remembered now */
	size_t shares_len;
	const char *proposed_by;         /* the stage that found `of`, when another stage decided: as stage. NULL: the same */
	char word[FIRSTPRINT_WORD_SIZE]; /* the word or number that decided, "6-3/16": valid UTF-8, NUL-terminated. "": none */
} firstprint_verdict;

/* Adds one more line of evidence. name: static text. What is past FIRSTPRINT_EVIDENCE_MAX is left out. */
static inline void firstprint_add_evidence(firstprint_verdict *v, const char *name, double value)
{
	firstprint_evidence line;

	line.name = name;
	line.value = value;
	if (v->evidence_len < FIRSTPRINT_EVIDENCE_MAX)
		v->evidence[v->evidence_len++] = line;
}

/* One option, NAME=VALUE in `--filter mine:NAME=VALUE`. The host parses it, checks it against min and max, writes it
 * into the filter's state at offset before open, and shows it in `firstprint filters`. */
enum firstprint_option_kind {
	FIRSTPRINT_INTEGER, /* int64_t */
	FIRSTPRINT_REAL,    /* double */
	FIRSTPRINT_SWITCH,  /* int64_t, 1 or 0, written on or off */
	FIRSTPRINT_CHOICE   /* int64_t: which of the words, counted from 0 */
};

typedef struct firstprint_option {
	const char *name;  /* lower case letters, digits and '-'; NULL ends the table */
	const char *help;  /* one line; ends in no full stop */
	enum firstprint_option_kind kind;
	size_t offset;     /* offsetof(struct my_state, field) */
	double default_value;
	double min, max;   /* of INTEGER and REAL, inclusive */
	const char *words; /* CHOICE: "first|all". INTEGER and REAL: a word that may stand for the value min, or NULL */
} firstprint_option;

typedef struct firstprint_arena firstprint_arena;

/* What the program lends a filter; valid until close. Hand `context` to its functions. */
typedef struct firstprint_host {
	uint32_t abi;  /* the program's FIRSTPRINT_ABI */
	uint32_t size; /* of this struct as the program has it */
	void *context;
	/* size bytes that live until the page's arena is reset, aligned for any type, not cleared; NULL: no memory. */
	void *(*alloc)(void *context, firstprint_arena *arena, size_t size);
	/* A 64-bit hash of len bytes, keyed with the store's key, never 0. Use it for every hash of page content that
	 * decides about near-duplicates: nobody who does not know the store can then prepare a page that makes us drop
	 * another site's. The same in every run on one store, different from store to store. Any thread. */
	uint64_t (*hash)(void *context, const void *bytes, size_t len);
	/* SHA-256 of len bytes. Any thread. */
	void (*digest)(void *context, const void *bytes, size_t len, uint8_t out[32]);
	/* From open, before it returns FIRSTPRINT_BAD_OPTION: the sentence a person reads behind "filter NAME: ". */
	void (*complain)(void *context, const char *sentence);
	uint8_t key[16]; /* the store's, for filters that hash with functions of their own. Show it to nobody */
	uint32_t divided; /* 1: this state gets only part of the pages, and others the rest (see better). Refuse options
	                   * that need all pages in one state */
} firstprint_host;

typedef struct firstprint_filter {
	uint32_t abi;        /* FIRSTPRINT_ABI, first in every version */
	uint32_t size;       /* sizeof(firstprint_filter): fields behind it are taken as zeros. New fields go at the end */
	const char *name;    /* 1 to 64 lower case letters, digits and '-'. With the version it is what a store remembers */
	const char *summary; /* one line for `firstprint filters` */
	const firstprint_option *options; /* NULL: none */
	size_t state_size;   /* the host allocates it, cleared, aligned for any type */
	int (*open)(void *state, const firstprint_host *host);
	/* Pure and thread-safe; out->bytes from host->alloc. Must depend on the page, the options and the key only. */
	int (*sign)(const void *state, const firstprint_page *page, firstprint_arena *arena, firstprint_signature *out);
	/* Changes nothing that remember or forget wrote; it may use scratch memory of its own. One call at a time. */
	int (*check)(const void *state, const firstprint_signature *sig, firstprint_verdict *verdict);
	int (*remember)(void *state, uint64_t page_id, const firstprint_signature *sig); /* ids ascend, from 1 */
	int (*forget)(void *state, uint64_t page_id, const firstprint_signature *sig);   /* what remember was given */
	size_t (*memory)(const void *state); /* bytes held, without the signatures, which the host counts; NULL: unknown */
	void (*close)(void *state);          /* called even after a failed open; NULL: nothing to do */
	/* ── from ABI 2 on ── */
	uint32_t version;    /* of its signatures: count it up when sign makes other bytes of the same page, or check reads
	                      * them otherwise. A store keeps NAME@VERSION and refuses another */
	/* Between sign and check, in the order of judging: writes a signature (from host->alloc) that holds what only the
	 * state knows now. check, remember and the store get that one; a restart reads it back and settles nothing again.
	 * Like check it changes nothing. NULL: the signature of sign stands. */
	int (*settle)(const void *state, const firstprint_signature *sig, firstprint_arena *arena, firstprint_signature *out);
	/* For states that divide the pages among them: which of two verdicts about one page stands? > 0: a, < 0: b, 0: they
	 * are equal. The best over all states must have the kind, the page and the score of the verdict that one state
	 * with all pages would give. NULL: the state cannot be divided. */
	int (*better)(const firstprint_verdict *a, const firstprint_verdict *b);
} firstprint_filter;

/* The first two fields of the table: { FIRSTPRINT_HEAD, .name = "mine", … }. */
#define FIRSTPRINT_HEAD .abi = FIRSTPRINT_ABI, .size = sizeof(firstprint_filter)

/* A filter's last lines. In a shared object the constant is `firstprint_plugin`; the program's built-ins, compiled
 * from the same source with FIRSTPRINT_BUILTIN, are `filter_NAME`. Visible also with -fvisibility=hidden, in C and C++. */
#ifdef FIRSTPRINT_BUILTIN
#define FIRSTPRINT_FILTER(id) const firstprint_filter filter_##id
#elif defined(__cplusplus)
#define FIRSTPRINT_FILTER(id) \
	extern "C" __attribute__((visibility("default"))) const firstprint_filter firstprint_plugin; \
	const firstprint_filter firstprint_plugin
#else
#define FIRSTPRINT_FILTER(id) \
	extern __attribute__((visibility("default"))) const firstprint_filter firstprint_plugin; \
	const firstprint_filter firstprint_plugin
#endif

#ifdef __cplusplus
}
#endif

#endif
