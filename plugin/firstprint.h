/* firstprint — the filter contract: what a page, a signature and a verdict are. The only header a filter includes.
 *
 * A filter answers one question while pages are being fetched: is this article stored already, unchanged or edited? It says
 * by which keys a stored page is found, and what two pages are to each other; the host keeps the pages, their keys and the
 * index. A filter is a shared object that exports one constant, `firstprint_plugin`, or it is compiled into the program:
 *
 *	state = state_size bytes of zeros; then the options are written into their fields
 *	open(state, host)                                  optional
 *	stages(state, stages)                              how pages are found: by which kinds of keys, the cheapest first
 *
 *	for every page:
 *	sign(state, page, arena, &sig)                     all that is kept of the page for the filter
 *	finalize(state, &sig, counts, n, arena, &final)    optional: with how many stored pages have its counted keys
 *	keys(state, &final, use, arena, keys)              the keys of each stage
 *	for every stage, for every page with such keys:
 *	    compare(state, &final, &stored, &match)        what is the new page to the stored one?
 *	    or weigh(state, &final, view, arena, &verdict) where a verdict needs several pages
 *	explain(state, &final, stored or NULL, &verdict)   optional: the numbers and the word that explain the verdict
 *
 *	close(state)                                       optional
 *
 * No function but open and close changes the state: any thread may call them, many at once. After sign, the filter sees
 * only the signature of a page. So a verdict depends on the options, the store's key, and the stored signatures alone: the
 * same after a restart, with any number of threads, and after other pages were removed.
 *
 * Of all matches the best one makes the verdict: a duplicate before the other kinds; then the one with the highest likeness,
 * then that with the older page.
 *
 * The host trusts no filter: it checks every signature, key, match and verdict. A filter that breaks the contract ends the
 * run with one sentence that names the filter; articles stored before are safe. Before the host uses a shared object, it
 * opens and closes it in a child process: if open crashes, or takes more than 20 seconds, the host says so. It cannot check
 * for wild pointers: a filter runs with all rights of the program.
 *
 * Functions that return int return 0 or one of the negative values of enum firstprint_error.
 *
 * The end of a filter's file, and how to build and use it:
 *
 *	FIRSTPRINT_FILTER(mine) = {
 *		FIRSTPRINT_HEAD,
 *		.name = "mine", .summary = "drops pages that ...", .options = options, .state_size = sizeof(struct mine),
 *		.open = open_mine, .sign = sign, .stages = stages, .keys = keys, .compare = compare, .version = 1,
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

/* The version of this contract. The program accepts only filters made for this version: no earlier one was released. */
#define FIRSTPRINT_ABI 3

enum firstprint_error {
	FIRSTPRINT_OK = 0,
	FIRSTPRINT_NO_MEMORY = -1,     /* an allocation failed */
	FIRSTPRINT_BAD_OPTION = -2,    /* from open: the options exclude each other; say which with host->complain */
	FIRSTPRINT_BAD_SIGNATURE = -3, /* this filter, with these options, did not make these bytes */
	FIRSTPRINT_NEEDS_VISIBLE = -4  /* from sign: the filter needs page->visible, and its `at` is NULL */
};

/* Borrowed UTF-8 text of len bytes. The byte at[len] may be read and can have any value. at is NULL only if len is 0. */
typedef struct firstprint_span {
	const char *at;
	size_t len;
} firstprint_span;

/* What a page is, as far as its markup tells. */
enum firstprint_page_kind {
	FIRSTPRINT_PAGE = 0,    /* anything but a list: an article, a form, plain text */
	FIRSTPRINT_LIST,        /* it lists other pages: a category, an archive, a home page */
	FIRSTPRINT_UNKNOWN_KIND /* it comes from a store that did not keep its kind */
};

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
	enum firstprint_page_kind kind;
	/* later versions of the program add fields here */
} firstprint_page;

enum { FIRSTPRINT_SIGNATURE_MAX = 16 << 20 }; /* bytes; a longer signature is refused */

/* All that the host keeps of a page for the filter: any bytes, or none. The host copies what sign and finalize return, and
 * passes bytes that are aligned to 8. */
typedef struct firstprint_signature {
	const uint8_t *bytes;
	size_t len;
} firstprint_signature;

/* ── how stored pages are found ── */

enum firstprint_how {
	FIRSTPRINT_SHARED = 0, /* the stored pages that have enough of the new page's keys; those with most are compared (above
	                        * 255 all count as equal) */
	FIRSTPRINT_NEAR,       /* a key is a 64-bit fingerprint: the stored pages whose fingerprint differs in at most `bits`
	                        * bits, and whose number differs by at most `window`; the nearest are compared */
	FIRSTPRINT_COUNTED,    /* finds no pages: finalize is told how many stored pages have each key. One stage at most */
	FIRSTPRINT_CLUSTERS,   /* finds no pages: they are divided into `clusters` clusters by K-modes (their keys are the
	                        * page's representatives), and all later stages look only at the new page's cluster. One stage at most,
	                        * and none that is weighed beside it */
	FIRSTPRINT_WEIGHED     /* the filter's `weigh` decides, with a view of the pages that have the keys */
};

/* One step of a search. Zeros stand for the usual values. */
typedef struct firstprint_stage {
	const char *name; /* static text, valid UTF-8 of 1 to FIRSTPRINT_NAME_MAX bytes; a verdict may name the stage */
	enum firstprint_how how;
	double enough; /* a match (of another kind than UNIQUE) with this likeness ends the search; 0: any match does */
	/* SHARED. The lists of stored pages by key are read in the order of their lengths, to a power of two, the shortest first. */
	uint32_t
		list; /* stored pages read of one key's list: its newest; at most 65,536; 0: 1,024. COUNTED: counting ends here */
	uint32_t read; /* stored pages read for all keys; at most 65,536; 0: 16,384 */
	int oldest;    /* 1: compares the oldest pages of a list, not the newest */
	/* SHARED, NEAR. */
	uint32_t compared; /* pages compared: those with most keys, or the nearest; at most 1,024; 0: 1,024 */
	uint64_t work;     /* ends the comparing when the products of the two signatures' lengths add up to this; 0: never */
	/* NEAR. */
	uint32_t bits, window; /* bits ≤ 64 */
	/* CLUSTERS. */
	uint32_t clusters, width; /* K, from 1 to 1,024; keys of a page and of a cluster's mode, from 1 to 64 */
	/* About how many keys of a page no other page has. Saves time when a store is opened; no verdict depends on it. */
	double fresh;
} firstprint_stage;

enum { FIRSTPRINT_STAGES_MAX = 8, FIRSTPRINT_KEYS_MAX = 1 << 16 };

/* What the host reads of a page's keys. A filter may leave the others out, or not look at this at all. */
enum firstprint_use {
	FIRSTPRINT_COUNT, /* the keys of the COUNTED stage, of a signature as sign made it: which are asked */
	FIRSTPRINT_ASK,   /* of all stages, which are asked: the page is judged */
	FIRSTPRINT_STORE  /* of all stages, which are stored: the page is added or removed */
};

/* A page's keys in one stage: 64-bit numbers, in practice hashes. An index may use only the lower 32 bits, so that other
 * pages are found now and then: compare decides. */
typedef struct firstprint_keys {
	const uint64_t *items; /* in memory from host->alloc, or static; at most FIRSTPRINT_KEYS_MAX */
	uint32_t stored;       /* the page is stored under the first so many of them */
	uint32_t asked;        /* the first so many are looked up, to find or count stored pages */
	uint32_t hits;         /* SHARED: a stored page must share so many of those asked; at most 255; 0: 1 */
	uint32_t number;       /* NEAR: the number that goes with the fingerprint */
} firstprint_keys;

/* ── verdicts ── */

enum firstprint_kind {
	FIRSTPRINT_UNIQUE = 0,     /* no stored page is like it; it is stored */
	FIRSTPRINT_DUPLICATE,      /* the same article, by a cryptographic digest; it is dropped */
	FIRSTPRINT_NEAR_DUPLICATE, /* the same article, edited; it is dropped */
	FIRSTPRINT_CONTAINED,      /* an older page contains it; it is dropped */
	FIRSTPRINT_SUPERSEDES      /* it contains an older page; it is stored, and the older page is kept too */
};

/* What a new page is to a stored one. compare gets it as all zeros. */
typedef struct firstprint_match {
	enum firstprint_kind
		kind;    /* UNIQUE: it is another article. Then the likeness still says which stored page came nearest */
	double likeness; /* finite; higher is nearer */
} firstprint_match;

/* One stored page, for weigh. */
typedef struct firstprint_holder {
	uint64_t page;
	uint32_t hits; /* of the keys asked for; 0: there is no such page */
	firstprint_signature signature;
} firstprint_holder;

/* The stored pages with a new page's keys in one stage. */
typedef struct firstprint_view firstprint_view;
struct firstprint_view {
	void *context;
	uint64_t pages; /* how many stored pages have keys in this stage, rounded down to a power of two */
	/* Writes how many stored pages have each of n keys; counting ends at `most`. FIRSTPRINT_NO_MEMORY. */
	int (*count)(const firstprint_view *view, const uint64_t *keys, size_t n, uint32_t most, uint32_t *counts);
	/* Of the pages that have some of these keys (of each key the newest `most`), finds the one that has most of them; of
	 * several the oldest. FIRSTPRINT_NO_MEMORY. */
	int (*holder)(const firstprint_view *view, const uint64_t *keys, size_t n, uint32_t most, firstprint_holder *out);
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

/* explain gets it with kind, of, score, stage, proposed_by, likeness and nearest, and may change all but kind, of, and what the host
 * sets. weigh gets it as all zeros, which means: unique. */
typedef struct firstprint_verdict {
	enum firstprint_kind kind;
	uint64_t of;       /* the stored page that it duplicates or supersedes; 0 if unique */
	const char *stage; /* the stage of the filter that decided: static text, valid UTF-8 of 1 to 64 bytes. Only a unique
	                    * page may have NULL. Use "too-short" if there is too little text to judge, and
	                    * FIRSTPRINT_NO_CONTENT if the page is dropped because it has no article at all */
	double score;      /* similarity to the page `of`, in [0, 1]; 0 if unique */
	firstprint_evidence evidence[FIRSTPRINT_EVIDENCE_MAX];
	size_t evidence_len;
	firstprint_share shares[FIRSTPRINT_SHARES_MAX]; /* of stored pages; from weigh */
	size_t shares_len;
	/* The stage whose keys found `of`; for a unique page, the page that came nearest. The host sets it; it is NULL if that
	 * is `stage`, too, or if there is no such page. */
	const char *proposed_by;
	char word[FIRSTPRINT_WORD_SIZE]; /* the word or number that decided, "6-3/16": valid UTF-8, ends in a NUL; "": none */
	double likeness; /* of the match or, for a unique page, of the one that came nearest; the host sets it, also for explain */
	uint64_t nearest; /* of a unique page: the one that came nearest; the host sets it, too; 0: none */
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
	/* SHA-256 of len bytes, which may be 0. Any thread. */
	void (*digest)(void *context, const void *bytes, size_t len, uint8_t out[32]);
	/* Only in open, before it returns FIRSTPRINT_BAD_OPTION: the sentence that the user reads after "filter NAME: ". */
	void (*complain)(void *context, const char *sentence);
	uint8_t key[16]; /* the store's key, for filters with hash functions of their own. Keep it secret */
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
	void (*close)(void *state); /* also called if open failed or was not reached; NULL: nothing to do */
	/* The version of the signatures, from 1: increase it if sign makes other bytes from the same page, or if compare reads
	 * them in another way. A store keeps NAME@VERSION and refuses another version. */
	uint32_t version;
	/* Makes the page's signature, in memory from host->alloc. It depends only on the page, the options and the key. *out is
	 * empty before the call. */
	int (*sign)(const void *state, const firstprint_page *page, firstprint_arena *arena, firstprint_signature *out);
	/* Writes at most FIRSTPRINT_STAGES_MAX stages and returns how many. Called once, after open. NULL: there are none, and
	 * every page is unique. */
	size_t (*stages)(const void *state, firstprint_stage *stages);
	/* Writes the page's keys for each stage, in the order of the stages; all are zeros before. A page without keys in a
	 * stage is not found by it. sig is final, unless the use is COUNT. */
	int (*keys)(const void *state, const firstprint_signature *sig, enum firstprint_use use, firstprint_arena *arena,
		    firstprint_keys *keys);
	/* What is the new page to the stored one? Needed for stages that are SHARED or NEAR. `keys` has accepted both signatures
	 * before, so that their form need not be checked again. */
	int (*compare)(const void *state, const firstprint_signature *sig, const firstprint_signature *stored,
		       firstprint_match *match);
	/* Writes the score, the stage that decided, the evidence and the word. stored: of the page that the verdict names; if
	 * that is none, of the page that came nearest; NULL: none was compared. Not called if weigh has named a stage and no
	 * other stage found a match. NULL: the score is the likeness, cut to [0, 1], and the stage is the one whose keys found
	 * the page. */
	int (*explain)(const void *state, const firstprint_signature *sig, const firstprint_signature *stored,
		       firstprint_verdict *verdict);
	/* Decides a WEIGHED stage: writes the verdict, of pages that the view has shown. */
	int (*weigh)(const void *state, const firstprint_signature *sig, const firstprint_view *view, firstprint_arena *arena,
		     firstprint_verdict *verdict);
	/* Replaces the signature from sign, once, before the page is judged: counts says how many stored pages have each of the
	 * keys asked in the COUNTED stage, in their order. The result is stored, compared and looked up from then on. *out is *sig
	 * before the call. NULL: the host uses the signature from sign. */
	int (*finalize)(const void *state, const firstprint_signature *sig, const uint32_t *counts, size_t n,
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
