/* filter — an opened filter, or several asked in turn, as the program uses them.
 *
 * A SPEC names it: NAME[@VERSION][:option=value,…], several joined by '+'. NAME is a built-in, a file name with a '/' in
 * it, or NAME.so in the folder of installed filters. A chain signs a page with every link and asks them in turn; the first
 * that drops the page has decided. A link's `supersedes` is passed on unless a later link drops the page.
 *
 *	filter_try(spec, …)                        does opening it bring the program down? asked in a process of its own
 *	filter_open(spec, key, &f, &why)
 *	filter_sign(f, page, arena, &sig)          on any thread
 *	filter_settle, filter_check, filter_remember, filter_forget      on one thread, in the order of judging
 *
 * No filter is trusted: what breaks the contract is ERR_FILTER, and filter_error says which filter did what. */
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
	const char *files; /* a SPEC out of a store: what filter_files said then; NULL: a person named it */
	const uint8_t *key; /* FILTER_KEY_SIZE bytes */
	bool divided;      /* the state gets only part of the pages, see firstprint_host */
} filter_settings;

/* Opens what spec names. *out is yours until filter_close. ERR_USAGE with the file, the option or the cause in why
 * (unknown name, later ABI, missing function, other version, option out of range); ERR_MEMORY. */
status filter_open_with(const filter_settings *settings, filter **out, complaint *why);
/* The same for a SPEC that a person named. */
status filter_open(const char *spec, const uint8_t key[FILTER_KEY_SIZE], filter **out, complaint *why);
void filter_close(filter *f); /* accepts NULL */

/* Opens and closes it in a child process, if any of it is a shared object. ERR_FILTER: the child died or hung, and so
 * would have we. What else is wrong with it, filter_open says. Call it before there are threads. */
status filter_try(const char *spec, const char *files, complaint *why);

/* The SPEC with names, versions and every option written out, in the order of the option tables: equal specs judge
 * alike. "cascade@1:sentences=1,…". */
const char *filter_spec(const filter *f);
/* A SPEC of filter_spec without its versions, in a: whatever version there is will do. NULL: no memory. */
const char *filter_any_version(const char *spec, arena *a);
/* Where the filters' files are, a line a link, empty for a built-in. A hint for filter_settings.files. */
const char *filter_files(const filter *f);

/* The sentence for the last call that failed; "" when there was none. */
const char *filter_error(const filter *f);

/* Pure, any thread. The signature lives in a. ERR_MEMORY; ERR_MISSING: it needs the visible text, which is not there;
 * ERR_FILTER. */
status filter_sign(filter *f, const firstprint_page *page, arena *a, firstprint_signature *out);
/* What the state knows now goes into the signature; to be called once, before check. The result lives in a, or is sig. */
status filter_settle(filter *f, const firstprint_signature *sig, arena *a, firstprint_signature *out);
/* *link, if wanted, is the number of the link that decided. ERR_FORMAT: not a signature of this filter. */
status filter_check(filter *f, const firstprint_signature *sig, firstprint_verdict *verdict, unsigned *link);
const char *filter_link_name(const filter *f, unsigned link); /* valid as long as f is open */
/* The link's table: its name, summary, version and options. Valid as long as f is open. */
const firstprint_filter *filter_link_table(const filter *f, unsigned link);
/* Ids ascend. The filter keeps a copy of the signature. */
status filter_remember(filter *f, uint64_t page_id, const firstprint_signature *sig);
status filter_forget(filter *f, uint64_t page_id); /* unknown ids: no effect */
size_t filter_memory(const filter *f);

/* ── states side by side ──
 *
 *	for each state:  filter_ask(state, sig, answers)          what each of its links says
 *	                 filter_merge(f, best, answers)           the better one of each stays
 *	filter_decide(f, best)                                    as filter_check would have, with all pages in one state */

/* Can several states of this filter share the pages among them? */
bool filter_is_divisible(const filter *f);
size_t filter_links_len(const filter *f);
/* The verdict of each link, filter_links_len of them. As filter_check. */
status filter_ask(filter *f, const firstprint_signature *sig, firstprint_verdict *answers);
/* Both are answers about one page, of states of one SPEC that is divisible. */
void filter_merge(const filter *f, firstprint_verdict *into, const firstprint_verdict *from);
/* The number of the link that decides. */
unsigned filter_decide(const filter *f, const firstprint_verdict *answers);

/* The word for a kind as it stands in stores and JSON: "near-duplicate". */
const char *filter_kind_text(enum firstprint_kind kind);
/* Does a verdict of this kind keep the page out of the store? */
bool filter_kind_drops(enum firstprint_kind kind);

#endif
