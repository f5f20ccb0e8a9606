/* filter_inside — what an opened filter consists of, for the files filter*.c. */
#ifndef PLUGIN_FILTER_INSIDE_H
#define PLUGIN_FILTER_INSIDE_H

#include <pthread.h>

#include "plugin/filter.h"
#include "plugin/search.h"

struct filter {
	filter_link links[SPEC_LINKS_MAX];
	size_t links_len;
	buffer spec, files;
	searcher *searcher;     /* of the judging thread */
	bool is_stale;          /* a page was removed, or could not be added, since the last refresh */
	pthread_rwlock_t pages; /* written by the judging thread, read by threads that look ahead */
	pthread_mutex_t lock;   /* for error: any thread may call filter_sign */
	complaint error;
};

/* Opens a filter without a trial. */
status filter_open_here(const filter_settings *settings, filter **out, complaint *why);
/* Keeps the message about err, if that is an error. Returns err. */
status filter_note(filter *f, status err, const complaint *why);
/* Splits a signature into those of the links; the parts may be in s->room. ERR_FORMAT, ERR_MEMORY. */
status filter_split(const filter *f, searcher *s, const firstprint_signature *sig, firstprint_signature parts[SPEC_LINKS_MAX],
		    complaint *why);
/* The same on the judging thread, which also refreshes the links if pages were removed. */
status filter_prepare(filter *f, const firstprint_signature *sig, firstprint_signature parts[SPEC_LINKS_MAX], complaint *why);
/* Finalize and check the parts of a signature. Any thread, with a searcher of its own. */
status filter_finalize_parts(const filter *f, searcher *s, const firstprint_signature parts[SPEC_LINKS_MAX], arena *a,
			     firstprint_signature *out, complaint *why);
status filter_check_parts(const filter *f, searcher *s, const firstprint_signature parts[SPEC_LINKS_MAX],
			  firstprint_verdict *verdict, unsigned *link, complaint *why);

#endif
