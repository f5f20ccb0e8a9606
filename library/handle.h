/* handle — the struct firstprint of libfirstprint.h, and the beginning and end of each call with it.
 *
 *	status err = handle_begin(fp, HANDLE_READS);
 *	…
 *	return handle_end(fp, err);
 */
#ifndef LIBRARY_HANDLE_H
#define LIBRARY_HANDLE_H

#include "judge/session.h"
#include "library/exported.h"

/* What the caller called an article; NULL: it did not. */
struct named {
	const char *url, *name;
};

struct firstprint {
	session session; /* with FIRSTPRINT_READ only its store */
	char *path;      /* NULL: no store */
	char *spec;      /* of the filter, as it was given; NULL: that of the store */
	bool has_key;    /* it was given */
	uint8_t key[FILTER_KEY_SIZE];
	enum firstprint_mode mode;
	int jobs;
	pipeline *pipeline;       /* of firstprint_judge_all; NULL: not needed yet */
	arena *memory;            /* for the outputs of the last call */
	arena *scratch, *parsing; /* of a call, as in a job */
	struct named *named;      /* without a store: of each article, by id − 1; in names */
	size_t named_len, named_room;
	arena *names;
	status opened; /* the result of opening it */
	complaint why;
};

enum handle_use { HANDLE_JUDGES, HANDLE_READS };

/* Closes and opens the session, so that the filter learns what was decided about the store. */
status handle_open_again(firstprint *fp);
/* Frees the outputs of the previous call. ERR_USAGE: the handle cannot be used for this. fp NULL: ERR_MEMORY. */
status handle_begin(firstprint *fp, enum handle_use use);
/* Does the same. ERR_USAGE, too: is_whole is false, as an argument that is needed is NULL. Inline, so that the analyzer knows
 * it of the caller. */
static inline status handle_begin_with(firstprint *fp, enum handle_use use, bool is_whole)
{
	status err = handle_begin(fp, use);

	if (err || is_whole)
		return err;
	complain(&fp->why, ERR_USAGE, "a page, a text or an output that is needed is NULL");
	return ERR_USAGE;
}
/* Returns the message for err. Valid until the next call. */
const char *handle_sentence(const firstprint *fp, status err);
/* Writes the message to fp->why, unless that has one. */
void handle_explain(firstprint *fp, status err);
/* Does the same, and returns the result of the call. */
int handle_end(firstprint *fp, status err);

#endif
