#include "crawler/files/folder.h"

#include <fts.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

bool folder_is(const char *path)
{
	struct stat s;

	return strcmp(path, "-") != 0 && stat(path, &s) == 0 && S_ISDIR(s.st_mode);
}

static int by_name(const FTSENT **a, const FTSENT **b)
{
	return strcmp((*a)->fts_name, (*b)->fts_name);
}

/* Returns the folder without slashes at its end. Yours to free; NULL: out of memory. */
static char *trimmed(const char *path)
{
	size_t len = strlen(path);

	while (len > 1 && path[len - 1] == '/')
		len--;
	return strndup(path, len);
}

static status visit(const FTSENT *e, status (*each)(void *, const char *), void *ctx, complaint *why)
{
	if (e->fts_info == FTS_F || e->fts_info == FTS_SL || e->fts_info == FTS_SLNONE || e->fts_info == FTS_DEFAULT)
		return each(ctx, e->fts_path + (strncmp(e->fts_path, "./", 2) == 0 ? 2 : 0));
	if ((e->fts_info == FTS_DNR || e->fts_info == FTS_ERR || e->fts_info == FTS_NS) && !*why->text)
		complain(why, ERR_IO, "%s: cannot be read: %s", e->fts_path, strerror(e->fts_errno));
	return OK;
}

status folder_walk(const char *path, status (*each)(void *ctx, const char *file), void *ctx, complaint *why)
{
	char *root = trimmed(path), *const roots[] = {root, NULL};
	FTS *tree = root ? fts_open(roots, FTS_COMFOLLOW | FTS_PHYSICAL | FTS_NOCHDIR, by_name) : NULL;
	complaint first = {""};
	status err = tree ? OK : ERR_MEMORY;
	FTSENT *e;

	while (!err && (e = fts_read(tree)) != NULL)
		err = visit(e, each, ctx, &first);
	if (tree)
		fts_close(tree);
	free(root);
	return err || !*first.text ? err : complain(why, ERR_IO, "%s", first.text);
}
