#include "crawler/inspect/labels.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/table.h"
#include "crawler/console/terminal.h"

struct labels {
	FILE *file;
	char *name;
	bool is_new;    /* there was no such file */
	bool lacks_end; /* its last line has no line feed */
	arena *memory;
	table known;          /* "a TAB b": 1 if the pair has a label, 0 if it was removed again */
	long last;            /* offset of the last line that was added; −1: none to remove */
	const char *last_key; /* the pair in it */
};

const char *labels_id(const store_head *h, arena *a)
{
	const char *text = h->name ? terminal_name(h->name, a) : h->url;

	return text && *text && *text != '#' && !strpbrk(text, "\t\r\n") ? arena_text(a, text, strlen(text)) : NULL;
}

/* Returns the key of a pair, which is the same in both orders. */
static const char *pair_key(labels *l, const char *a, const char *b)
{
	return strcmp(a, b) < 0 ? arena_printf(l->memory, "%s\t%s", a, b) : arena_printf(l->memory, "%s\t%s", b, a);
}

bool labels_has(labels *l, const char *a, const char *b)
{
	const char *key = pair_key(l, a, b);
	const size_t *at = key ? table_get(&l->known, key, strlen(key)) : NULL;

	return at && *at;
}

/* key: in the memory of l; NULL: there was none for it. */
static status set_known(labels *l, const char *key, bool known)
{
	size_t *at = key ? table_put(&l->known, key, strlen(key), known) : NULL;

	if (!at)
		return ERR_MEMORY;
	*at = known;
	return OK;
}

static status read_line(labels *l, char *line, unsigned long number, complaint *why)
{
	char *rest;
	const char *a = strtok_r(line, "\t\r\n", &rest), *b = a ? strtok_r(NULL, "\t\r\n", &rest) : NULL;
	const char *label = b ? strtok_r(NULL, "\t\r\n", &rest) : NULL;

	if (!a || *a == '#')
		return OK;
	if (!label || (strcmp(label, "dup") != 0 && strcmp(label, "neg") != 0 && strcmp(label, "ignore") != 0))
		return complain(why, ERR_FORMAT, "%s:%lu: no pair with a label, to which others could be added", l->name,
				number);
	return set_known(l, pair_key(l, a, b), true);
}

static status open_file(labels *l, complaint *why)
{
	struct stat is;
	int last = '\n';

	l->is_new = stat(l->name, &is) != 0;
	if (!l->is_new && !S_ISREG(is.st_mode))
		return complain(why, ERR_IO, "%s: cannot be written: it is no file", l->name);
	l->file = fopen(l->name, "a+e");
	if (!l->file)
		return complain(why, ERR_IO, "%s: cannot be written: %s", l->name, strerror(errno));
	if (fseek(l->file, -1, SEEK_END) == 0)
		last = getc(l->file);
	l->lacks_end = last != '\n' && last != EOF;
	rewind(l->file);
	return OK;
}

/* Reads the file, and ends its last line if that has no line feed. */
static status read_file(labels *l, complaint *why)
{
	char *line = NULL;
	size_t room = 0;
	status err = open_file(l, why);

	for (unsigned long n = 1; !err && getline(&line, &room, l->file) > 0; n++)
		err = read_line(l, line, n, why);
	free(line);
	if (!err && l->lacks_end)
		fputc('\n', l->file);
	return err;
}

status labels_open(const char *file, labels **out, complaint *why)
{
	labels *l = calloc(1, sizeof *l);
	status err;

	*out = l;
	if (!l)
		return ERR_MEMORY;
	l->last = -1;
	l->memory = arena_new();
	l->known.memory = l->memory;
	l->name = l->memory ? arena_text(l->memory, file, strlen(file)) : NULL;
	err = l->name ? read_file(l, why) : ERR_MEMORY;
	if (err) {
		labels_close(l);
		*out = NULL;
	}
	return err;
}

void labels_close(labels *l)
{
	struct stat is;

	if (!l)
		return;
	if (l->file && l->is_new && fstat(fileno(l->file), &is) == 0 && is.st_size == 0)
		unlink(l->name);
	if (l->file)
		fclose(l->file);
	arena_free(l->memory);
	free(l);
}

status labels_put(labels *l, const char *a, const char *b, const char *label, complaint *why)
{
	long end;

	l->last = -1;
	l->last_key = pair_key(l, a, b);
	if (!l->last_key)
		return ERR_MEMORY;
	fseek(l->file, 0, SEEK_END);
	end = ftell(l->file);
	if (fprintf(l->file, "%s\t%s\t%s\n", a, b, label) < 0 || fflush(l->file) != 0) {
		complain(why, ERR_IO, "%s: cannot be written to: %s", l->name, strerror(errno));
		if (ftruncate(fileno(l->file), end) == 0) /* remove the partial line */
			clearerr(l->file);
		return ERR_IO;
	}
	l->last = end;
	return set_known(l, l->last_key, true);
}

status labels_take_back(labels *l, complaint *why)
{
	status err;

	if (l->last < 0)
		return OK;
	err = set_known(l, l->last_key, false);
	if (ftruncate(fileno(l->file), l->last) != 0 || fseek(l->file, 0, SEEK_END) != 0)
		return complain(why, ERR_IO, "%s: cannot be written to", l->name);
	l->last = -1;
	return err;
}
