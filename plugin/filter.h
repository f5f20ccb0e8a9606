/* filter — an opened filter, or a chain of several, as the program uses them.
 *
 * A SPEC names it: NAME[@VERSION][:option=value,…], or several of these joined by '+'. NAME is a built-in filter, a path
 * that contains a '/', or stands for NAME.so in the folder of installed filters. The filters of a chain are its links. A
 * page is signed with every link; then the links are asked one after another until one drops the page. That one decides.
 * If none drops it, the first verdict other than `unique` stands; if there is none, that of the last link.
 *
 *	filter_open(spec, key, &f, &why)
 *	filter_sign(f, page, arena, &sig)          on any thread
 *	filter_finalize, filter_check, filter_add, filter_remove       on one thread, in the order of judging
 *
 * No filter is trusted: if it breaks the contract, the call returns ERR_FILTER, and filter_error says which filter did
 * what. */
#ifndef PLUGIN_FILTER_H
#define PLUGIN_FILTER_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/status.h"
#include "plugin/filters/builtins.h"
#include "plugin/firstprint.h"

enum { FILTER_KEY_SIZE = 16 };

typedef struct filter filter;

typedef struct filter_settings {
	const char *spec;
	/* NULL: the user gave the SPEC. Else a store or a shared index gave it, and with it its filter_files; "": none. Then a name
	 * is that of a built-in or an installed filter: a file is code, and no store makes the program load one. */
	const char *files;
	bool trusts_files;  /* the user has named these files: they are loaded */
	const uint8_t *key; /* FILTER_KEY_SIZE bytes */
} filter_settings;

/* Opens the filter that the SPEC names. *out is yours until filter_close. If a link is a shared object, it is opened and closed in a child
 * process first, so call it before the process has threads. ERR_FILTER: the child crashed, exited or took too long, as this process would
 * have. ERR_USAGE: why names the file or the option and the cause (unknown name, later ABI, missing function, another version, option out
 * of range; a file that only a store has named, and how the user can name it); ERR_MEMORY. */
status filter_open_with(const filter_settings *settings, filter **out, complaint *why);
/* The same for a SPEC from the user. */
status filter_open(const char *spec, const uint8_t key[FILTER_KEY_SIZE], filter **out, complaint *why);
void filter_close(filter *f); /* accepts NULL */

/* Returns the full SPEC: names, versions and all options, in the order of the option tables: "cascade@1:sentences=1,…". Filters
 * with equal full SPECs give the same verdicts. */
const char *filter_spec(const filter *f);
/* Returns a SPEC from filter_spec without the versions, in a; it opens any version. NULL: out of memory. */
const char *filter_any_version(const char *spec, arena *a);
/* Returns a SPEC with "option=value" added to its last filter, yours to free. NULL: out of memory. */
char *filter_with_option(const char *spec, const char *option, const char *value);
/* Returns the paths of the filters' files: one line per link, empty for a built-in. Store them for filter_settings.files. */
const char *filter_files(const filter *f);

/* Returns the message about the last call that failed; "": none has failed. */
const char *filter_error(const filter *f);

/* Pure; any thread. The signature is in a. ERR_MEMORY; ERR_MISSING: it needs the page's visible text, which is not there;
 * ERR_FORMAT, ERR_FILTER. */
status filter_sign(filter *f, const firstprint_page *page, arena *a, firstprint_signature *out);
/* Finalizes the signature by the pages stored now. Call it once per page, between sign and check; use *out from then on. It is
 * in a, or the same as sig. ERR_MEMORY, ERR_FORMAT, ERR_FILTER. */
status filter_finalize(filter *f, const firstprint_signature *sig, arena *a, firstprint_signature *out);
/* *link becomes the number of the link that decided, counted from 0; link may be NULL. ERR_FORMAT: sig is not a signature
 * of this filter; ERR_MEMORY, ERR_FILTER. */
status filter_check(filter *f, const firstprint_signature *sig, firstprint_verdict *verdict, unsigned *link);
/* The verdict of a link on sig if page_id were the only page. UNIQUE also if that page is not stored, or if the filter does not compare
 * pages one by one. Errors as in filter_check. */
status filter_compare(filter *f, const firstprint_signature *sig, unsigned link, uint64_t page_id, firstprint_verdict *verdict);
const char *filter_link_name(const filter *f, unsigned link); /* valid as long as f is open */
/* The link's table: its name, summary, version and options. Valid as long as f is open. */
const firstprint_filter *filter_link_table(const filter *f, unsigned link);
/* To add many pages at once, begin with this, before the first filter_add, with about their number. It only saves time: until
 * filter_end_load nothing but filter_add may be called. */
void filter_begin_load(filter *f, uint64_t pages);
/* ERR_MEMORY: the filter does not have all pages; close it. So it is if filter_add has failed meanwhile. */
status filter_end_load(filter *f);
/* page_id must be higher than all stored ones. The filter keeps a copy of the signature. On an error no link stores the page.
 * ERR_FORMAT, ERR_MEMORY; ERR_FILTER, also if there are too many pages to number. */
status filter_add(filter *f, uint64_t page_id, const firstprint_signature *sig);
/* The same for bytes that are aligned to 8 and do not move until the filter is closed: a filter of one link keeps no copy. */
status filter_add_in_place(filter *f, uint64_t page_id, const firstprint_signature *sig);
status filter_remove(filter *f, uint64_t page_id); /* unknown ids: no effect */
size_t filter_memory(const filter *f);             /* bytes held, signatures included */

/* ── verdicts in advance ──
 *
 * A search only reads, so that several threads can look for verdicts before it is their pages' turn. In its turn, such a verdict is
 * taken if nothing that the search read has changed since; if something has, the page is finalized and checked again. So verdicts are
 * those of one thread, byte by byte.
 *
 *	filter_watch(f)                                       once, before there are such threads
 *	ahead = filter_look_ahead(f, searcher, sig, a)        any thread, with a searcher of its own
 *	filter_judge(f, sig, ahead, a, &final, …)             the judging thread, in the order of judging */

typedef struct searcher searcher; /* one thread's scratch memory */
searcher *searcher_new(void);     /* NULL: out of memory */
void searcher_free(searcher *s);  /* accepts NULL */

typedef struct filter_ahead filter_ahead;
/* Notes from now on what changes. ERR_MEMORY. */
status filter_watch(filter *f);
/* Finalizes and checks a signature, which is aligned to 8. What is returned is in a. NULL: that failed, and will in its turn. */
filter_ahead *filter_look_ahead(filter *f, searcher *s, const firstprint_signature *sig, arena *a);
/* filter_finalize and filter_check in one call; both are left out if `ahead` still holds. ahead may be NULL. *final is in a, or where
 * ahead is. Errors of both. */
status filter_judge(filter *f, const firstprint_signature *sig, const filter_ahead *ahead, arena *a,
		    firstprint_signature *final, firstprint_verdict *verdict, unsigned *link);

/* ── verdicts by a sort ──
 *
 * For a corpus of any size: every page says its keys, a sort brings equal keys together, and what has the same key is compared.
 *
 *	filter_keys(f, sig, a, &keys, &n)                     any process, page by page
 *	(sorted by key: two pages of which one stores a key and the other asks for it are a pair)
 *	filter_judge_found(f, sig, found, n, &v, &link)       one process, in the order of ids, with the pairs of the page
 *	filter_hold(f, id, sig)                               if it is kept
 *
 * Signatures are not finalized: keys are counted nowhere. */

/* Can it? ERR_USAGE: it weighs pages together, divides them into clusters, or compares fingerprints that differ in more than
 * FILTER_SORT_BITS bits; why says so. */
enum { FILTER_SORT_BITS = 6, FILTER_SORT_ASKED = 24 /* of a stage's keys, at most */ };
status filter_can_sort(const filter *f, complaint *why);

typedef struct filter_key {
	uint8_t stage; /* a number that is the same in every process with this SPEC */
	uint64_t key;
	bool stored, asked;
} filter_key;

/* The keys of a page, each once, in a. A stage with fingerprints has keys of which near ones share one. Errors as in filter_check. */
status filter_keys(filter *f, const firstprint_signature *sig, arena *a, filter_key **out, size_t *n);

/* A held page that has keys in common with the page in question. */
typedef struct filter_found {
	uint8_t stage;
	uint64_t page;
	uint32_t hits;
} filter_found;

/* Holds a page, without keys. Its bytes are aligned to 8 and stay. Errors as in filter_add. */
status filter_hold(filter *f, uint64_t page_id, const firstprint_signature *sig);
/* The verdict as of filter_check, if those are found; those that are not held do not count. Errors as in filter_check. */
status filter_judge_found(filter *f, const firstprint_signature *sig, const filter_found *found, size_t n,
			  firstprint_verdict *verdict, unsigned *link);

size_t filter_links_len(const filter *f);

/* Returns the word for a kind, as in stores and JSON: "near-duplicate". */
const char *filter_kind_text(enum firstprint_kind kind);
/* Is a page with a verdict of this kind dropped? */
bool filter_kind_drops(enum firstprint_kind kind);

#endif
