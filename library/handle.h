/* handle — what a firstprint of libfirstprint.h is, and how each call with it begins and ends.
 *
 *	status err = handle_begin(fp, HANDLE_READS);
 *	…
 *	return handle_end(fp, err);
 */
#ifndef LIBRARY_HANDLE_H
#define LIBRARY_HANDLE_H

#include "judge/session.h"
#include "library/exported.h"
#include "library/named.h"

struct firstprint {
	session session; /* with FIRSTPRINT_READ only its store */
	char *path;      /* NULL: no store */
	enum firstprint_mode mode;
	int jobs;
	pipeline *pipeline;       /* of firstprint_judge_all; NULL: not needed yet */
	arena *memory;            /* what the last call gave out */
	arena *scratch, *parsing; /* of a call, as in a job */
	named named;              /* without a store */
	status opened;            /* how opening it ended */
	complaint why;
};

enum handle_use { HANDLE_JUDGES, HANDLE_READS };

/* What the call before gave out is gone. ERR_USAGE: it cannot do that. fp NULL: ERR_MEMORY. */
status handle_begin(firstprint *fp, enum handle_use use);
/* The sentence about err. Valid until the next call. */
const char *handle_sentence(const firstprint *fp, status err);
/* Puts it into fp->why, if it has none. */
void handle_explain(firstprint *fp, status err);
/* The same, and what the call returns. */
int handle_end(firstprint *fp, status err);

#endif
