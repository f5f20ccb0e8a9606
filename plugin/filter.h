/* filter — an opened filter, or several asked in turn, as the program uses them.
 *
 * A SPEC names it: NAME[:option=value,…], several joined by '+'. NAME is a built-in, a file name with a '/' in it, or
 * NAME.so in the folder of installed filters. A chain signs a page with every link and asks them in turn; the first
 * that says anything but unique has decided. A link's `supersedes` is passed on unless a later link drops the page. */
#ifndef PLUGIN_FILTER_H
#define PLUGIN_FILTER_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/status.h"
#include "plugin/filters/builtins.h"
#include "plugin/firstprint.h"

enum { FILTER_KEY_SIZE = 16 };

typedef struct filter filter;

/* Opens what spec names. *out is yours until filter_close. ERR_USAGE with the file, the option or the cause in why
 * (unknown name, wrong ABI, missing function, option out of range); ERR_MEMORY. */
status filter_open(const char *spec, const uint8_t key[FILTER_KEY_SIZE], filter **out, complaint *why);
void filter_close(filter *f); /* accepts NULL */

/* The spec with every option written out, in the order of the option tables: equal specs judge alike. */
const char *filter_spec(const filter *f);

/* Pure, any thread. The signature lives in a. ERR_MEMORY, ERR_FORMAT (the filter failed otherwise). */
status filter_sign(const filter *f, const firstprint_page *page, arena *a, firstprint_signature *out);
/* A copy that outlives the arena; free its bytes. false: out of memory. */
bool filter_copy_signature(const firstprint_signature *from, firstprint_signature *to);
/* *name, if wanted, is the name of the link that decided: static as long as f is open. */
status filter_check(filter *f, const firstprint_signature *sig, firstprint_verdict *verdict, const char **name);
status filter_remember(filter *f, uint64_t page_id, const firstprint_signature *sig);
status filter_forget(filter *f, uint64_t page_id, const firstprint_signature *sig);
size_t filter_memory(const filter *f);

/* The word for a kind as it stands in stores and JSON: "near-duplicate". */
const char *filter_kind_text(enum firstprint_kind kind);
/* Does a verdict of this kind keep the page out of the store? */
bool filter_kind_drops(enum firstprint_kind kind);

#endif
