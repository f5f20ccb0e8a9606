#include "library/handle.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

_Static_assert((int)FIRSTPRINT_DONE == OK && (int)FIRSTPRINT_OUT_OF_MEMORY == ERR_MEMORY && (int)FIRSTPRINT_IO == ERR_IO &&
		       (int)FIRSTPRINT_DAMAGED == ERR_FORMAT && (int)FIRSTPRINT_MISUSE == ERR_USAGE &&
		       (int)FIRSTPRINT_BUSY == ERR_BUSY && (int)FIRSTPRINT_TOO_LARGE == ERR_LIMIT &&
		       (int)FIRSTPRINT_NO_SUCH == ERR_MISSING && (int)FIRSTPRINT_BAD_FILTER == ERR_FILTER,
	       "a status is given to callers as it is");

enum { JOBS_MOST = 1024, KEY_MOST = 1000000000 };

int firstprint_version(const char **text)
{
	if (text)
		*text = PACKAGE_VERSION;
	return LIBFIRSTPRINT_VERSION;
}

/* ── calls ── */

static status refuse(firstprint *fp, enum handle_use use)
{
	if (use == HANDLE_JUDGES && fp->mode == FIRSTPRINT_READ)
		return complain(&fp->why, ERR_USAGE, "%s: it was opened to be read, and nothing can be judged", fp->path);
	if (use == HANDLE_READS && !fp->path)
		return complain(&fp->why, ERR_USAGE, "it was opened without a path, so there is no store to read from");
	return OK;
}

status handle_begin(firstprint *fp, enum handle_use use)
{
	if (!fp)
		return ERR_MEMORY;
	if (fp->opened)
		return fp->opened; /* fp->why still has the message */
	*fp->why.text = '\0';
	arena_reset(fp->memory);
	arena_reset(fp->scratch);
	return refuse(fp, use);
}

const char *handle_sentence(const firstprint *fp, status err)
{
	switch (err) {
	case ERR_MISSING:
		return "there is no such article";
	case ERR_LIMIT:
		return "a page of more than 1 GiB";
	default:
		return session_error(&fp->session, err);
	}
}

void handle_explain(firstprint *fp, status err)
{
	bool names_store = fp->path && err != ERR_FILTER && err != ERR_LIMIT && err != ERR_MEMORY;

	if (err && !*fp->why.text)
		complain(&fp->why, err, "%.300s%s%.200s", names_store ? fp->path : "", names_store ? ": " : "",
			 handle_sentence(fp, err));
}

int handle_end(firstprint *fp, status err)
{
	if (fp)
		handle_explain(fp, err);
	return (int)err;
}

const char *firstprint_error(const firstprint *fp)
{
	return fp ? fp->why.text : status_text(ERR_MEMORY);
}

const char *firstprint_filter_spec(const firstprint *fp)
{
	return fp && fp->session.filter ? filter_spec(fp->session.filter) : NULL;
}

/* ── opening ── */

static status check_options(const firstprint_options *o, const char *path, complaint *why)
{
	for (size_t i = 0; i < sizeof o->reserved / sizeof *o->reserved; i++)
		if (o->reserved[i])
			return complain(why, ERR_USAGE, "the reserved fields of firstprint_options are not zeros");
	if (o->mode != FIRSTPRINT_WRITE && o->mode != FIRSTPRINT_COMPARE && o->mode != FIRSTPRINT_READ)
		return complain(why, ERR_USAGE, "%d is no mode", (int)o->mode);
	if (!path && o->mode != FIRSTPRINT_WRITE)
		return complain(why, ERR_USAGE, "to compare or to read, there must be a store");
	if (o->filter && o->mode == FIRSTPRINT_READ)
		return complain(why, ERR_USAGE, "a store that is only read opens no filter: '%.100s'", o->filter);
	if (o->jobs < 0 || o->jobs > JOBS_MOST)
		return complain(why, ERR_USAGE, "%d jobs: there may be 1 to %d", o->jobs, JOBS_MOST);
	return OK;
}

/* The keys are those of --key. */
static status read_key(firstprint *fp, const char *text)
{
	size_t digits = text ? strspn(text, "0123456789") : 0;
	uint64_t number;

	if (!text)
		return OK;
	number = strtoull(text, NULL, 10);
	if (!digits || text[digits] || number > KEY_MOST)
		return complain(&fp->why, ERR_USAGE, "the key '%.100s' is no number from 0 to %d", text, KEY_MOST);
	if (fp->mode != FIRSTPRINT_WRITE)
		return complain(&fp->why, ERR_USAGE, "a key is for a new store, and this one has one");
	memcpy(fp->key, &number, sizeof number);
	fp->has_key = true;
	return OK;
}

static int all_cores(void)
{
	long n = sysconf(_SC_NPROCESSORS_ONLN);

	return n < 1 ? 1 : n > JOBS_MOST ? JOBS_MOST : (int)n;
}

static status open_session(firstprint *fp)
{
	switch (fp->mode) {
	case FIRSTPRINT_READ:
		return store_open(fp->path, STORE_READ, &fp->session.store, &fp->why);
	case FIRSTPRINT_COMPARE:
		return session_open_against(fp->spec, fp->path, &fp->session, &fp->why);
	default:
		return session_open(fp->spec, fp->path, fp->has_key ? fp->key : NULL, &fp->session, &fp->why);
	}
}

static status open_handle(firstprint *fp, const char *path, const firstprint_options *o)
{
	status err = check_options(o, path, &fp->why);

	if (err)
		return err;
	fp->mode = o->mode;
	fp->jobs = o->jobs ? o->jobs : all_cores();
	fp->memory = arena_new();
	fp->names = arena_new();
	fp->scratch = arena_new();
	fp->parsing = arena_new();
	fp->path = path ? strdup(path) : NULL;
	fp->spec = o->filter ? strdup(o->filter) : NULL;
	if (!fp->memory || !fp->names || !fp->scratch || !fp->parsing || (path && !fp->path) || (o->filter && !fp->spec))
		return ERR_MEMORY;
	err = read_key(fp, o->key);
	if (!err)
		err = open_session(fp);
	return err != ERR_BUSY
		       ? err
		       : complain(
				 &fp->why, err,
				 "%.300s: another program, or another handle of this one, is writing to it: close that, or open "
				 "this one to read or to compare",
				 path);
}

status handle_open_again(firstprint *fp)
{
	pipeline_close(fp->pipeline);
	fp->pipeline = NULL;
	session_close(&fp->session);
	fp->session = (session){0};
	fp->opened = open_session(fp);
	return fp->opened;
}

int firstprint_open(const char *path, const firstprint_options *options, firstprint **out)
{
	static const firstprint_options defaults;
	firstprint *fp;

	if (!out)
		return FIRSTPRINT_MISUSE;
	*out = fp = calloc(1, sizeof *fp);
	if (!fp)
		return FIRSTPRINT_OUT_OF_MEMORY;
	fp->opened = open_handle(fp, path, options ? options : &defaults);
	return handle_end(fp, fp->opened);
}

void firstprint_close(firstprint *fp)
{
	if (!fp)
		return;
	pipeline_close(fp->pipeline);
	session_close(&fp->session);
	arena_free(fp->names);
	arena_free(fp->memory);
	arena_free(fp->scratch);
	arena_free(fp->parsing);
	free(fp->path);
	free(fp->spec);
	free(fp);
}
