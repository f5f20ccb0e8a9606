#include "crawler/commands/split.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "crawler/files/folder.h"
#include "crawler/files/format.h"
#include "crawler/files/spared.h"

typedef struct stat file_info;

static bool look(const char *name, int standard, file_info *out)
{
	return (strcmp(name, "-") == 0 ? fstat(standard, out) : stat(name, out)) == 0;
}

static bool is_same(const file_info *a, const file_info *b)
{
	return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* Is the file in the folder, or in a subfolder? */
static bool lies_in(const char *file, const char *folder)
{
	char *real = realpath(file, NULL), *root = realpath(folder, NULL);
	size_t len = root ? strlen(root) : 0;
	bool in = real && root && strncmp(real, root, len) == 0 && (real[len] == '/' || len == 1);

	free(real);
	free(root);
	return in;
}

/* Is it this input, or in this input folder? */
static bool is_read(const char *name, const file_info *output, const char *input)
{
	file_info other;

	if (folder_is(input))
		return strcmp(name, "-") != 0 && lies_in(name, input);
	return look(input, STDIN_FILENO, &other) && is_same(output, &other);
}

/* Checks that an output is neither an input nor a store, because its old content is lost. Pipes and terminals may be both input and
 * output. */
static status check(const char *option, const char *name, const page_writer *w, const settings *s, complaint *why)
{
	file_info output, standard;
	status err;

	if (fstat(page_writer_fd(w), &output) != 0 || !S_ISREG(output.st_mode))
		return OK;
	err = spared_open_file(option, name, page_writer_fd(w), s->store, why);
	if (!err)
		err = spared_open_file(option, name, page_writer_fd(w), s->against, why);
	if (err)
		return err;
	for (size_t i = 0; i < s->operands_len; i++)
		if (is_read(name, &output, s->operands[i]))
			return complain(why, ERR_USAGE, "%s %s: that is an input, or in a folder that is read", option, name);
	if (s->operands_len == 0 && is_read(name, &output, "-"))
		return complain(why, ERR_USAGE, "%s %s: that is the input", option, name);
	if (strcmp(name, "-") != 0 && fstat(STDOUT_FILENO, &standard) == 0 && is_same(&output, &standard))
		return complain(why, ERR_USAGE, "%s %s: that is standard output, which has the verdicts", option, name);
	return OK;
}

static const struct {
	const char *option;
	size_t name; /* offset in the settings */
} files[SPLIT_FILES] = {{"--keep", offsetof(settings, keep)},
			{"--drops", offsetof(settings, drops)},
			{"--unread", offsetof(settings, unread)}};

static const char *name_of(const settings *s, size_t i)
{
	return *(const char *const *)((const char *)s + files[i].name);
}

static status check_pair(const settings *s, const split *x, size_t i, size_t k, complaint *why)
{
	file_info a, b;

	if (x->to[i] && x->to[k] && fstat(page_writer_fd(x->to[i]), &a) == 0 && fstat(page_writer_fd(x->to[k]), &b) == 0 &&
	    is_same(&a, &b) && (S_ISREG(a.st_mode) || strcmp(name_of(s, i), name_of(s, k)) == 0))
		return complain(why, ERR_USAGE, "%s and %s are one file: %s", files[i].option, files[k].option, name_of(s, i));
	return OK;
}

static status open_one(const settings *s, output *standard, split *x, size_t i, complaint *why)
{
	const char *name = name_of(s, i);
	status err = name ? page_writer_open(name, standard, &x->to[i], why) : OK;

	if (!err && name)
		err = check(files[i].option, name, x->to[i], s, why);
	for (size_t k = 0; k < i && !err; k++)
		err = check_pair(s, x, k, i, why);
	x->is_output |= name && strcmp(name, "-") == 0;
	return err;
}

static status look_for_lines(void *ctx, const char *file)
{
	*(bool *)ctx |= format_is_named_lines(file);
	return *(bool *)ctx ? ERR_MISSING : OK; /* ends the walk */
}

/* A folder of JSON Lines may hold a README.txt, too, which is read first and must not decide. */
static bool lies_with_lines(const settings *s)
{
	bool found = false;

	for (size_t i = 0; i < s->operands_len && !found; i++)
		if (folder_is(s->operands[i]))
			folder_walk(s->operands[i], look_for_lines, &found, NULL);
	return found;
}

status split_open(const settings *s, output *standard, split *out, complaint *why)
{
	bool has_lines = (s->keep || s->drops) && lies_with_lines(s);
	split x = {.has_form = has_lines, .form = PAGE_LINE};
	status err = OK;

	for (size_t i = 0; i < SPLIT_FILES && !err; i++)
		err = open_one(s, standard, &x, i, why);
	for (size_t i = 0; i < SPLIT_FILES && !err; i++)
		if (x.to[i])
			page_writer_accept(x.to[i]);
	if (err)
		split_close(&x, false, &(complaint){""});
	else
		*out = x;
	return err;
}

const char *split_refuses(split *s, enum page_form form)
{
	static const char *const why[] = {
		[PAGE_LINE] =
			"--keep and --drops have JSON Lines: read files of another form by themselves, and leave out plain text with --plain-text skip",
		[PAGE_WARC] = "--keep and --drops have WARC records: read files of another form by themselves",
		[PAGE_FILE] = "--keep and --drops have paths of files: read files of another form by themselves"};

	if (!s->to[SPLIT_KEEP] && !s->to[SPLIT_DROPS])
		return NULL;
	if (!s->has_form)
		s->form = form;
	s->has_form = true;
	return form == s->form ? NULL : why[s->form];
}

status split_put(split *s, enum split_file to, enum page_form form, const char *raw, size_t len, complaint *why)
{
	return s->to[to] ? page_writer_put(s->to[to], form, raw, len, why) : OK;
}

status split_flush(split *s, complaint *why)
{
	status err = OK;

	for (size_t i = 0; i < SPLIT_FILES && !err; i++)
		err = s->to[i] ? page_writer_flush(s->to[i], why) : OK;
	return err;
}

status split_close(split *s, bool whole, complaint *why)
{
	status first = OK;

	for (size_t i = 0; i < SPLIT_FILES; i++) {
		status err = page_writer_close(s->to[i], whole, first ? &(complaint){""} : why);

		first = first ? first : err;
	}
	*s = (split){0};
	return first;
}
