/* firstprint — the filter contract: what a page, a signature and a verdict are. The only header a filter includes.
 *
 * A filter answers one question while pages are being fetched: is this article stored already, unchanged or edited? It is
 * a shared object that exports one constant, `firstprint_plugin`, or it is compiled into the program. Its life:
 *
 *	state = state_size bytes of zeros; then the options are written into their fields
 *	open(state, host)
 *	for every page:      sign(state, page, arena, &sig)          on any thread, many at once
 *	then, one by one:    settle(state, &sig, arena, &settled)    optional: replaces sig, adds what only the state knows
 *	                     check(state, &sig, &verdict)            is it a duplicate? Changes nothing
 *	                     remember(state, page_id, &sig)          only if the page is stored
 *	                     forget(state, page_id, &sig)            if it was not stored after all, or is removed later
 *	                     refresh(state)                          optional: once after some calls of forget
 *	close(state)
 *
 * After sign, the filter sees only the signature of a page. After a restart the host opens a new state, calls remember with
 * the signatures of the stored pages in ascending order of page ids, and expects the same verdicts as without a restart.
 * So the state must depend on nothing but these signatures, the options and the key; a forgotten page leaves no trace.
 *
 * The host trusts no filter: it checks every signature and every verdict. A filter that breaks the contract ends the run
 * with one sentence that names the filter; articles stored before are safe. Before the host uses a shared object, it opens
 * and closes it in a child process: if open crashes, or takes more than 20 seconds, the host says so. It cannot check for
 * wild pointers: a filter runs with all rights of the program.
 *
 * Functions that return int return 0 or one of the negative values of enum firstprint_error.
 *
 * The end of a filter's file, and how to build and use it:
 *
 *	FIRSTPRINT_FILTER(mine) = {
 *		FIRSTPRINT_HEAD,
 *		.name = "mine", .summary = "drops pages that ...", .options = options, .state_size = sizeof(struct mine),
 *		.open = open_mine, .sign = sign, .check = check, .remember = remember, .forget = forget, .version = 1,
 *	};
 *
 *	cc -shared -fPIC $(pkg-config --cflags firstprint) -o mine.so mine.c
 *	firstprint filter -f ./mine.so:option=value pages.jsonl */
#ifndef FIRSTPRINT_H
#define FIRSTPRINT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this contract. The program accepts only filters made for this version: version 1 was never released. */
#define FIRSTPRINT_ABI 2

enum firstprint_error {
	FIRSTPRINT_OK = 0,
	FIRSTPRINT_NO_MEMORY = -1,     /* an allocation failed; the state is as before the call */
	FIRSTPRINT_BAD_OPTION = -2,    /* from open: the options exclude each other; say which with host->complain */
	FIRSTPRINT_BAD_SIGNATURE = -3, /* this filter, with these options, did not make these bytes */
	FIRSTPRINT_NEEDS_VISIBLE = -4, /* from sign: the filter needs page->visible, and its `at` is NULL */
	FIRSTPRINT_FULL = -5           /* from remember: the filter cannot number more pages; the state is as before the call */
};

/* Borrowed UTF-8 text of len bytes. The byte at[len] may be read and can have any value. at is NULL only if len is 0. */
typedef struct firstprint_span {
	const char *at;
	size_t len;
} firstprint_span;

/* A page as a filter sees it; borrowed for the call. All its text is valid UTF-8 in Unicode's normal form C and contains
 * no NUL. */
typedef struct firstprint_page {
	const char *url;                   /* "": it has none */
	const char *title;                 /* "": it has none */
	const char *lang;                  /* BCP 47 in lower case: "en", "zh-hant"; "": unknown */
	firstprint_span text;              /* the article: paragraphs separated by '\n'; other white space is single spaces */
	const firstprint_span *paragraphs; /* slices of text */
	size_t paragraphs_len;
	const firstprint_span *sentences; /* slices of text; none crosses the end of a paragraph */
	size_t sentences_len;
	firstprint_span visible; /* all text a reader could see, menus and footers too, in the same form. at is
	                                    * NULL if the page comes from a store, which keeps only the article */
	uint8_t digest[32];      /* SHA-256 of the page's bytes, decompressed and otherwise unchanged */
} firstprint_page;

enum { FIRSTPRINT_SIGNATURE_MAX = 16 << 20 }; /* bytes; a longer signature is refused */

/* All that the host keeps of a page for the filter: any bytes, or none.
 *
 * - From sign and settle: the host copies the bytes.
 * - To settle, check, remember and forget: the bytes are aligned to 8.
 * - To remember: they also stay readable at this address until the page is forgotten or the filter is closed. A filter
 *   can keep the pointer and needs no copy. */
typedef struct firstprint_signature {
	const uint8_t *bytes;
	size_t len;
} firstprint_signature;

enum firstprint_kind {
	FIRSTPRINT_UNIQUE = 0,     /* no stored page is like it; it is stored */
	FIRSTPRINT_DUPLICATE,      /* the same article, by a cryptographic digest; it is dropped */
	FIRSTPRINT_NEAR_DUPLICATE, /* the same article, edited; it is dropped */
	FIRSTPRINT_CONTAINED,      /* an older page contains it; it is dropped */
	FIRSTPRINT_SUPERSEDES      /* it contains an older page; it is stored, and the older page is kept too */
};

/* One number that explains the verdict: {"hamming", 2}. The name is static text, valid UTF-8 of 1 to 64 bytes; the value
 * is finite. */
typedef struct firstprint_evidence {
	const char *name;
	double value;
} firstprint_evidence;

/* Another page that has some of the new page's text, and which share of it, in [0, 1]. */
typedef struct firstprint_share {
	uint64_t page;
	double share;
} firstprint_share;

enum {
	FIRSTPRINT_EVIDENCE_MAX = 16,
	FIRSTPRINT_SHARES_MAX = 8,
	FIRSTPRINT_NAME_MAX = 64, /* bytes of a stage or of an evidence's name, without the NUL */
	FIRSTPRINT_WORD_SIZE = 64 /* bytes of verdict.word, with the NUL */
};

/* The stage of pages without an article. A crawl learns nothing about URLs from their drops. */
#define FIRSTPRINT_NO_CONTENT "no-content"

/* check gets it as all zeros, which means: unique. */
typedef struct firstprint_verdict {
	enum firstprint_kind kind;
	uint64_t of;       /* the page it duplicates or supersedes, which must be remembered now; 0 if unique */
	const char *stage; /* the stage of the filter that decided: static text, valid UTF-8 of 1 to 64 bytes. Only a unique
	                    * page may have NULL. Use "too-short" if there is too little text to judge, and
	                    * FIRSTPRINT_NO_CONTENT if the page is dropped because it has no article at all */
	double score;      /* similarity to the page `of`, in [0, 1]; 0 if unique */
	firstprint_evidence evidence[FIRSTPRINT_EVIDENCE_MAX];
	size_t evidence_len;
	firstprint_share shares[FIRSTPRINT_SHARES_MAX]; /* of pages that are remembered now */
	size_t shares_len;
	/* The stage that found `of`, if another stage decided: text like stage. For a unique page, the stage that found the page
	 * that it was compared with. NULL: there is none. */
	const char *proposed_by;
	char word[FIRSTPRINT_WORD_SIZE]; /* the word or number that decided, "6-3/16": valid UTF-8, ends in a NUL; "": none */
} firstprint_verdict;

/* Appends one number to the evidence. name: static text. Does nothing if there are FIRSTPRINT_EVIDENCE_MAX already. */
static inline void firstprint_add_evidence(firstprint_verdict *v, const char *name, double value)
{
	firstprint_evidence line;

	line.name = name;
	line.value = value;
	if (v->evidence_len < FIRSTPRINT_EVIDENCE_MAX)
		v->evidence[v->evidence_len++] = line;
}

/* An option is given as NAME=VALUE in `--filter mine:NAME=VALUE`. Before open, the host parses the value, checks it
 * against min and max, and writes it into the filter's state at offset. `firstprint filters` lists the options of the
 * built-in filters. */
enum firstprint_option_kind {
	FIRSTPRINT_INTEGER, /* int64_t */
	FIRSTPRINT_REAL,    /* double */
	FIRSTPRINT_SWITCH,  /* int64_t, 1 or 0; the user writes on or off */
	FIRSTPRINT_CHOICE,  /* int64_t: the number of the chosen word, counted from 0 */
	FIRSTPRINT_TEXT /* char[FIRSTPRINT_TEXT_SIZE]: valid UTF-8 that ends in a NUL, without ',', '+' and invisible characters */
};

enum { FIRSTPRINT_TEXT_SIZE = 256 };

typedef struct firstprint_option {
	const char *name; /* 1 to 64 lower-case letters, digits and '-'. NULL ends the table, which has at most 256 options */
	const char *help; /* one line, without a full stop at its end */
	enum firstprint_option_kind kind;
	size_t offset; /* offsetof(struct my_state, field); a multiple of 8 */
	double default_value;
	double min, max; /* of INTEGER and REAL, inclusive; default_value lies between them */
	/* CHOICE: "first|all". TEXT: the default, of at most 63 bytes; NULL: "". INTEGER and REAL: a word that stands for the
	 * value min; NULL: none */
	const char *words;
} firstprint_option;

typedef struct firstprint_arena firstprint_arena;

/* What the program lends to a filter; valid until close. Pass `context` to its functions. */
typedef struct firstprint_host {
	uint32_t abi;  /* the program's FIRSTPRINT_ABI */
	uint32_t size; /* of this struct, as the program knows it */
	void *context;
	/* Returns size bytes in the page's arena: aligned for any type, not zeroed, freed by the host when it is done with the
	 * page. NULL: out of memory. */
	void *(*alloc)(void *context, firstprint_arena *arena, size_t size);
	/* A 64-bit hash of len bytes, never 0, keyed with the store's key: the same in every run on one store, different in
	 * every other store. Use it for all hashes of page content that decide about near-duplicates. Then an attacker who does
	 * not know the key cannot write a page that makes the program drop another site's page. Any thread. */
	uint64_t (*hash)(void *context, const void *bytes, size_t len);
	/* SHA-256 of len bytes. Any thread. */
	void (*digest)(void *context, const void *bytes, size_t len, uint8_t out[32]);
	/* Only in open, before it returns FIRSTPRINT_BAD_OPTION: the sentence that the user reads after "filter NAME: ". */
	void (*complain)(void *context, const char *sentence);
	uint8_t key[16];  /* the store's key, for filters with hash functions of their own. Keep it secret */
	uint32_t divided; /* 1: this state remembers only part of the pages, other states the rest (see better). Refuse options
	                   * that need all pages in one state */
} firstprint_host;

typedef struct firstprint_filter {
	uint32_t abi;        /* FIRSTPRINT_ABI; the first field in every version */
	uint32_t size;       /* sizeof(firstprint_filter): fields beyond it count as zeros. New fields go at the end */
	const char *name;    /* 1 to 64 lower-case letters, digits and '-'. A store keeps the name and the version */
	const char *summary; /* one line for `firstprint filters` */
	const firstprint_option *options; /* NULL: none */
	size_t state_size;                /* the host allocates the state, zeroed and aligned for any type */
	/* Makes the state ready. NULL: nothing to do. */
	int (*open)(void *state, const firstprint_host *host);
	/* Makes the page's signature, in memory from host->alloc. It must depend only on the page, the options and the key.
	 * Several threads call it at once, and while another one is in remember or forget: it reads only what open wrote. */
	int (*sign)(const void *state, const firstprint_page *page, firstprint_arena *arena, firstprint_signature *out);
	/* Changes nothing that remember and forget wrote; scratch memory in the state is allowed. The host calls check, settle,
	 * remember and forget one at a time. */
	int (*check)(const void *state, const firstprint_signature *sig, firstprint_verdict *verdict);
	/* page_id is at least 1 and higher than that of every page remembered now. The host may reuse a forgotten page's id. */
	int (*remember)(void *state, uint64_t page_id, const firstprint_signature *sig);
	/* sig is the one that remember got. When forget returns, even with an error, the host frees these bytes. */
	int (*forget)(void *state, uint64_t page_id, const firstprint_signature *sig);
	size_t (*memory)(const void *state); /* bytes held, the state too; the host counts signatures. NULL: unknown */
	void (*close)(void *state);          /* also called if open failed or was not reached; NULL: nothing to do */
	uint32_t
		version; /* of the signatures, from 1: increase it if sign makes other bytes from the same page, or if check reads
	                      * them in another way. A store keeps NAME@VERSION and refuses another version */
	/* Called between sign and check, in the order in which pages are judged. Makes a signature, in memory from host->alloc,
	 * with what only the state knows now. It replaces that of sign: check, remember and the store get it, and after a
	 * restart the host passes it to remember without another settle. *out is *sig before the call. Like check, it changes
	 * nothing. NULL: the host uses the signature from sign. */
	int (*settle)(const void *state, const firstprint_signature *sig, firstprint_arena *arena, firstprint_signature *out);
	/* For pages divided among several states: which of two verdicts about one page is better? > 0: a; < 0: b; 0: equal.
	 * The best verdict of all states must have the kind, `of` and score that one state with all pages would give. NULL:
	 * the pages of this filter cannot be divided. */
	int (*better)(const firstprint_verdict *a, const firstprint_verdict *b);
	/* Called after one or several calls of forget, or one of remember that failed, before any call but forget, memory and
	 * close: recomputes, once, whatever depends on the remaining pages. After an error the host calls it again before the
	 * next call. NULL: nothing to do. */
	int (*refresh)(void *state);
	/* Called once before the first call of remember, when a store is opened: about this many pages follow at once. A filter can
	 * allocate its tables at their final size. Fewer pages may come, or more; no verdict may depend on it. NULL: nothing to
	 * do. */
	void (*expect)(void *state, uint64_t pages);
	/* For pages divided among several states, a filter with settle has these three functions; the host calls them instead of
	 * settle.
	 * ask_counts: returns the question that settle would ask the state, as bytes in memory from host->alloc. It depends on
	 * sig, the options and the key. No bytes: there is no question.
	 * count: returns the answer of one state, as *n numbers in memory from host->alloc; *n depends only on `asked`. The sums
	 * over all states are what one state with all pages would count. Like check, it changes nothing.
	 * settle_counted: as settle, but uses these sums instead of the state. It depends on sig, the sums, the options and the
	 * key. */
	int (*ask_counts)(const void *state, const firstprint_signature *sig, firstprint_arena *arena,
			  firstprint_signature *out);
	int (*count)(const void *state, const firstprint_signature *asked, firstprint_arena *arena, uint32_t **counts,
		     size_t *n);
	int (*settle_counted)(const void *state, const firstprint_signature *sig, const uint32_t *counts, size_t n,
			      firstprint_arena *arena, firstprint_signature *out);
} firstprint_filter;

/* The first two fields of the table: { FIRSTPRINT_HEAD, .name = "mine", … }. */
#define FIRSTPRINT_HEAD .abi = FIRSTPRINT_ABI, .size = sizeof(firstprint_filter)

/* Defines the filter's constant, as above. In a shared object its name is `firstprint_plugin`, visible even with
 * -fvisibility=hidden, in C and C++. With FIRSTPRINT_BUILTIN, as in the program, it is `filter_ID`. */
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
