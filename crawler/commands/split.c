#include "crawler/commands/teller.h"

#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/new_file.h"
#include "crawler/files/folder.h"
#include "crawler/files/format.h"
#include "crawler/files/spared.h"

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

status split_check(const char *option, const char *name, const settings *s, complaint *why)
{
	static const char input[] = "an input, or in a folder that is read";
	const char *path = strcmp(name, "-") == 0 ? "/dev/stdout" : name;
	status err;

	if (!spared_is_regular(name))
		return OK;
	err = spared_store(option, name, s->store, why);
	if (!err)
		err = spared_store(option, name, s->against, why);
	for (size_t i = 0; i < s->operands_len && !err; i++) {
		bool in_folder = folder_is(s->operands[i]) && lies_in(path, s->operands[i]);

		err = spared_other(option, name, in_folder ? path : s->operands[i], input, why);
	}
	if (!err)
		err = spared_other(option, name, s->decided ? s->decided : s->verdicts, input, why);
	if (!err && s->operands_len == 0)
		err = spared_other(option, name, "-", "the input", why);
	return err || strcmp(name, "-") == 0
		       ? err
		       : spared_other(option, name, "/dev/stdout", "standard output, which has the verdicts", why);
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

static status check_pair(const settings *s, size_t i, size_t k, complaint *why)
{
	const char *one = name_of(s, i), *other = name_of(s, k);
	bool are_named = one && other && strcmp(one, "/dev/null") != 0;

	return are_named && (strcmp(one, other) == 0 || (spared_is_regular(one) && spared_other("", one, other, "", NULL)))
		       ? complain(why, ERR_USAGE, "%s and %s are one file: %s", files[i].option, files[k].option, one)
		       : OK;
}

/* Makes an empty file if there is none: until then it has no identity. */
static bool make(const char *name)
{
	int fd = strcmp(name, "-") != 0 && access(name, F_OK) != 0 ? open(name, O_WRONLY | O_CREAT | O_CLOEXEC, 0666) : -1;

	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

static status check_all(const settings *s, complaint *why)
{
	bool is_new[SPLIT_FILES] = {false};
	status err = OK;

	for (size_t i = 0; i < SPLIT_FILES && !err; i++) {
		if (!name_of(s, i))
			continue;
		err = new_file_check(name_of(s, i), why);
		is_new[i] = !err && make(name_of(s, i));
		if (!err)
			err = split_check(files[i].option, name_of(s, i), s, why);
		for (size_t k = 0; k < i && !err; k++)
			err = check_pair(s, k, i, why);
	}
	for (size_t i = 0; i < SPLIT_FILES; i++)
		if (is_new[i])
			unlink(name_of(s, i));
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

/* Notes what --keep and --drops have. ERR_USAGE: the ending of a name says otherwise. */
static status set_form(split *x, enum page_form form, complaint *why)
{
	static const char *const has[] = {
		[PAGE_LINE] = "JSON Lines", [PAGE_WARC] = "WARC records", [PAGE_FILE] = "the paths of files"};
	status err = OK;

	x->form = form;
	x->has_form = true;
	for (size_t i = 0; i <= SPLIT_DROPS && !err; i++) {
		const char *name = name_of(x->settings, i);
		bool fits = !name || (format_named(name, ".warc")   ? form == PAGE_WARC
				      : format_is_named_lines(name) ? form == PAGE_LINE
								    : true);

		if (!fits)
			err = complain(why, ERR_USAGE, "%s %s would have %s, as the input has: give it another name",
				       files[i].option, name, has[form]);
	}
	return err;
}

status split_open(const settings *s, output *standard, split *out, complaint *why)
{
	bool has_lines = (s->keep || s->drops) && lies_with_lines(s);
	split x = {.settings = s};
	status err = check_all(s, why);

	if (!err && has_lines)
		err = set_form(&x, PAGE_LINE, why);
	for (size_t i = 0; i < SPLIT_FILES && !err; i++) {
		const char *name = name_of(s, i);

		err = name ? page_writer_open(name, standard, &x.to[i], why) : OK;
		x.is_output |= name && strcmp(name, "-") == 0;
	}
	if (err)
		split_close(&x, false, &(complaint){""});
	else
		*out = x;
	return err;
}

status split_refuses(split *s, enum page_form form, const char **refused, complaint *failure)
{
	static const char *const why[] = {
		[PAGE_LINE] =
			"--keep and --drops have JSON Lines: read files of another form by themselves, and leave out plain text with --plain-text skip",
		[PAGE_WARC] = "--keep and --drops have WARC records: read files of another form by themselves",
		[PAGE_FILE] = "--keep and --drops have paths of files: read files of another form by themselves"};

	status err = OK;

	*refused = NULL;
	if (!s->to[SPLIT_KEEP] && !s->to[SPLIT_DROPS])
		return OK;
	if (!s->has_form)
		err = set_form(s, form, failure);
	*refused = form == s->form ? NULL : why[s->form];
	return err;
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
