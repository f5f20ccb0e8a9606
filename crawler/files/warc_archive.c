#include "crawler/files/warc_archive.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/new_file.h"
#include "base/utf8.h"
#include "crawler/files/warc_tail.h"

struct warc_archive {
	warc_plan plan;
	arena *memory; /* of names */
	char *prefix;  /* the path without its extensions */
	const char *index_path;
	cdxj_file *known;
	size_t known_len, known_room; /* the files that existed */
	warc_writer *file;
	new_file *part;   /* the same file, until it is whole; NULL: it is appended to, and there from the start */
	unsigned files;   /* with this one */
	unsigned whole;   /* files of a plan that does not append, which have their names */
	char *path;       /* of the file that is being written */
	cdxj *index;      /* NULL: there is none */
	int lock;         /* the first file, locked against other processes; −1: it is not */
	bool has_records; /* of the file that is being written */
	bool ended;
};

/* ── names ── */

static void cut_ending(char *path, const char *ending)
{
	size_t len = strlen(path), n = strlen(ending);

	if (len > n && path[len - n - 1] != '/' && strcmp(path + len - n, ending) == 0)
		path[len - n] = '\0';
}

bool warc_archive_index(const char *path, char *out, size_t room)
{
	static const char ending[] = ".cdxj";
	size_t len = strlen(path);

	if (len + sizeof ending > room)
		return false;
	memcpy(out, path, len + 1);
	cut_ending(out, ".gz");
	cut_ending(out, ".warc");
	memcpy(out + strlen(out), ending, sizeof ending);
	return true;
}

static status copy_plan(warc_archive *a, const warc_plan *plan)
{
	a->plan = *plan;
	a->plan.path = arena_text(a->memory, plan->path, strlen(plan->path));
	a->plan.software = arena_text(a->memory, plan->software, strlen(plan->software));
	a->prefix = arena_text(a->memory, plan->path, strlen(plan->path));
	if (!a->plan.path || !a->plan.software || !a->prefix)
		return ERR_MEMORY;
	cut_ending(a->prefix, ".gz");
	cut_ending(a->prefix, ".warc");
	a->index_path = arena_printf(a->memory, "%s.cdxj", a->prefix);
	return a->index_path ? OK : ERR_MEMORY;
}

static char *path_of(const warc_archive *a, unsigned i)
{
	return a->plan.most ? arena_printf(a->memory, "%s-%05u.warc.gz", a->prefix, i)
			    : arena_text(a->memory, a->plan.path, strlen(a->plan.path));
}

/* ── what is there ── */

static status note_known(warc_archive *a, const char *path, uint64_t size)
{
	cdxj_file *known = arena_grow(a->memory, a->known, a->known_len, &a->known_room, sizeof *known);

	if (!known)
		return ERR_MEMORY;
	a->known = known;
	known[a->known_len].name = utf8_path(basename(path), a->memory);
	known[a->known_len].size = size;
	return known[a->known_len].name ? (a->known_len++, OK) : ERR_MEMORY;
}

/* Lists the files that exist, and the next one, which is empty. */
static status find_files(warc_archive *a, bool *is_regular)
{
	struct stat is = {.st_size = 1};
	status err = OK;

	*is_regular = true;
	for (unsigned i = 0; !err && is.st_size && (i == 0 || a->plan.most); i++) {
		char *path = path_of(a, i);

		if (!path || stat(path, &is) != 0)
			is = (struct stat){.st_mode = S_IFREG};
		*is_regular &= S_ISREG(is.st_mode);
		err = path ? note_known(a, path, (uint64_t)is.st_size) : ERR_MEMORY;
	}
	return err;
}

/* ── one file ── */

static bool set_path(warc_archive *a, unsigned i)
{
	const char *name;

	a->path = path_of(a, i);
	name = a->path ? utf8_path(basename(a->path), a->memory) : NULL;
	cdxj_set_file(a->index, name);
	return name != NULL;
}

/* Ends the file that is being written, if there is one. */
static status end_file(warc_archive *a, complaint *why)
{
	new_file *part = a->part;
	status err = OK;

	warc_close(a->file);
	a->file = NULL;
	a->part = NULL;
	if (part)
		err = new_file_end(part, why);
	a->whole += part && !err;
	return err;
}

/* Opens the i-th file; the index covers its first `covered` bytes. */
static status open_file(warc_archive *a, unsigned i, uint64_t covered, uint64_t *cut, complaint *why)
{
	status err = end_file(a, why);

	if (err)
		return err;
	if (!set_path(a, i))
		return complain(why, ERR_MEMORY, "out of memory");
	a->files = i + 1;
	if (!a->plan.appends && access(a->path, F_OK) == 0)
		return complain(why, ERR_IO, "%s: exists already", a->path);
	if (!a->plan.appends)
		err = new_file_open(a->path, 0, &a->part, why);
	return err ? err
		   : warc_open(a->path, a->part ? new_file_fd(a->part) : -1, a->plan.software, covered, a->index, &a->file, cut,
			       why);
}

/* Adds index lines for the records of an earlier file from where the index ends, up to any damage. */
static void index_rest(warc_archive *a, unsigned i, uint64_t covered)
{
	off_t whole;
	int fd;

	fd = set_path(a, i) ? open(a->path, O_RDONLY | O_CLOEXEC) : -1;
	if (fd < 0)
		return;
	warc_valid_length(fd, (off_t)covered, a->index, &whole);
	close(fd);
}

/* ── the archive ── */

/* Of two processes that write to one archive, each would index what the other has written. */
static status lock_archive(warc_archive *a, complaint *why)
{
	const char *path = path_of(a, 0);

	if (!path)
		return ERR_MEMORY;
	a->lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
	if (a->lock < 0)
		return complain(why, ERR_IO, "%s: cannot be opened: %s", path, strerror(errno));
	return flock(a->lock, LOCK_EX | LOCK_NB) == 0 ? OK : complain(why, ERR_IO, "%s: another process writes to it", path);
}

/* Moves the index of files that are not here any more out of the way of those that begin, to a name that nothing has. */
static status move_index(warc_archive *a, warc_found *found, complaint *why)
{
	const char *path = a->index_path, *aside = path;
	struct stat is;

	if (stat(path, &is) != 0 || !S_ISREG(is.st_mode) || is.st_size == 0)
		return OK;
	for (unsigned i = 1; aside && lstat(aside, &is) == 0; i++)
		aside = arena_printf(a->memory, "%s.%u", path, i);
	if (!aside)
		return ERR_MEMORY;
	found->old_index = aside;
	return rename(path, aside) == 0 ? OK : complain(why, ERR_IO, "%s: cannot be renamed: %s", path, strerror(errno));
}

static status open_index(warc_archive *a, complaint *why)
{
	cdxj_files files = {.list = a->known,
			    .len = a->known_len,
			    .folder = a->prefix,
			    .folder_len = (size_t)(basename(a->prefix) - a->prefix)};

	if (!a->plan.appends && access(a->index_path, F_OK) == 0)
		return complain(why, ERR_IO, "%s: exists already", a->index_path);
	if (a->plan.most)
		files.archive = utf8_path(basename(a->prefix), a->memory);
	return files.archive || !a->plan.most ? cdxj_open(a->index_path, &files, &a->index, why) : ERR_MEMORY;
}

static status open_archive(warc_archive *a, warc_found *found, complaint *why)
{
	bool is_regular;
	status err = find_files(a, &is_regular);
	unsigned last;

	if (err)
		return err;
	last = a->known_len > 1 ? (unsigned)a->known_len - 2 : 0;
	if (is_regular && a->plan.appends)
		err = lock_archive(a, why);
	if (!err && is_regular && a->plan.appends && a->known[0].size == 0)
		err = move_index(a, found, why);
	if (!err && is_regular)
		err = open_index(a, why);
	for (unsigned i = 0; i < last && !err && a->index && a->plan.appends; i++)
		index_rest(a, i, a->known[i].covered);
	if (!err)
		err = open_file(a, last, a->known[last].covered, &found->cut, why);
	if (!err && a->plan.appends)
		err = cdxj_settle(a->index, why);
	a->has_records = a->known[last].covered > 0;
	found->file = a->path;
	return err;
}

status warc_archive_open(const warc_plan *plan, warc_archive **out, warc_found *found, complaint *why)
{
	warc_archive *a = calloc(1, sizeof *a);
	status err = ERR_MEMORY;

	*why->text = '\0';
	if (a) {
		a->lock = -1;
		a->memory = arena_new();
		err = a->memory ? copy_plan(a, plan) : ERR_MEMORY;
	}
	if (!err)
		err = open_archive(a, found, why);
	if (err && a && a->index) /* the next call finds these records again */
		cdxj_discard(a->index);
	if (err)
		warc_archive_close(a);
	else
		*out = a;
	return err == ERR_MEMORY && !*why->text ? complain(why, err, "%s: %s", plan->path, status_text(err)) : err;
}

/* What is written to a file that has no name any more is lost. */
static status check_there(const warc_archive *a, complaint *why)
{
	return a->part || warc_is_there(a->file)
		       ? OK
		       : complain(why, ERR_IO, "%s: the file was deleted, moved or replaced while it was written", a->path);
}

/* Begins the next file if this one is full. */
static status roll(warc_archive *a, complaint *why)
{
	uint64_t cut;
	bool is_full = a->plan.most && a->has_records && warc_length(a->file) >= a->plan.most;
	status err = check_there(a, why);

	a->has_records = true;
	return err || !is_full ? err : open_file(a, a->files, 0, &cut, why);
}

status warc_archive_put(warc_archive *a, const warc_exchange *x, complaint *why)
{
	status err = roll(a, why);

	return err ? err : warc_put(a->file, x, why);
}

status warc_archive_put_text(warc_archive *a, const warc_text *x, complaint *why)
{
	status err = roll(a, why);

	return err ? err : warc_put_text(a->file, x, why);
}

status warc_archive_find(const warc_archive *a, const cdxj_question *q, arena *memory, const char **date)
{
	return a->index ? cdxj_find(a->index, q, memory, date) : ERR_MISSING;
}

status warc_archive_end(warc_archive *a, unsigned *files, complaint *why)
{
	status err = check_there(a, why);

	if (!err)
		err = end_file(a, why);
	if (!err && a->index)
		err = cdxj_end(a->index, why);
	*files = a->files;
	a->ended = !err;
	return err;
}

static void remove_files(warc_archive *a)
{
	for (unsigned i = 0; i < a->whole; i++) {
		const char *path = path_of(a, i);

		if (path)
			unlink(path);
	}
	if (a->index)
		cdxj_discard(a->index);
}

void warc_archive_close(warc_archive *a)
{
	if (!a)
		return;
	warc_close(a->file);
	new_file_drop(a->part);
	if (!a->ended && !a->plan.appends)
		remove_files(a);
	cdxj_close(a->index);
	if (a->lock >= 0)
		close(a->lock);
	arena_free(a->memory);
	free(a);
}
