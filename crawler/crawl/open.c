/* open — begins a crawl: checks the command line before anything is created, then opens the store, the filter and the shared
 * index. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "crawler/crawl/crawl.h"
#include "crawler/files/format.h"
#include "crawler/files/spared.h"
#include "crawler/frontier/seeds.h"

/* ── the command line ── */

static status note_seed(void *ctx, const url_parts *seed)
{
	(void)seed;
	*(bool *)ctx = true;
	return ERR_LIMIT; /* one seed is enough: stop reading */
}

static void ignore_bad_seed(void *ctx, const char *message)
{
	(void)ctx, (void)message;
}

/* Is it standard input, or a pipe or device, which cannot be read twice? */
static bool is_stream(const char *operand)
{
	struct stat s;

	return strcmp(operand, "-") == 0 || (stat(operand, &s) == 0 && !S_ISREG(s.st_mode) && !S_ISDIR(s.st_mode));
}

/* Checks that the operands contain a seed, before a store is created. Streams are assumed to have one. */
static status check_seeds(const settings *s, complaint *why)
{
	bool found = false;
	seeds_reader reader = {note_seed, ignore_bad_seed, &found};
	status err = ERR_USAGE;

	for (size_t i = 0; i < s->operands_len && !found && err != ERR_MEMORY; i++) {
		err = is_stream(s->operands[i]) ? OK : seeds_read(s->operands[i], &reader, why);
		found |= is_stream(s->operands[i]);
		if (!err && !found)
			err = complain(why, ERR_USAGE, "%s: contains no seed", s->operands[i]);
	}
	return found ? OK : err;
}

/* Checks an output: it is neither the store nor a list of seeds. */
static status check_output(const settings *s, const char *option, const char *name, const char *path, complaint *why)
{
	status err = strcmp(name, "-") == 0 ? complain(why, ERR_USAGE, "%s -: standard output takes none", option) : OK;

	if (!err)
		err = spared_store(option, name, path, why);
	for (size_t i = 0; i < s->operands_len && !err; i++)
		err = spared_other(option, name, s->operands[i], "an input", why);
	return err;
}

/* Can a file of this name be made in its folder? */
static status check_folder(const char *option, const char *name, complaint *why)
{
	const char *slash = strrchr(name, '/');
	char folder[PATH_MAX];

	snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - name) + 1 : 1, slash ? name : ".");
	return access(folder, W_OK | X_OK) == 0
		       ? OK
		       : complain(why, ERR_USAGE, "%s %s: cannot be written: %s", option, name, strerror(errno));
}

/* Checks that cookies can be written, and over nothing else, before the crawl. */
static status check_cookies(const settings *s, const char *path, complaint *why)
{
	const char *name = s->save_cookies;
	char other[PATH_MAX];
	struct stat is;
	status err = name ? check_output(s, "--save-cookies", name, path, why) : OK;

	if (!err && name && s->warc)
		err = spared_other("--save-cookies", name, s->warc, "the file of --warc", why);
	if (!err && name && s->warc && warc_archive_index(s->warc, other, sizeof other))
		err = spared_other("--save-cookies", name, other, "the index of --warc", why);
	if (err || !name)
		return err;
	if (lstat(name, &is) == 0)
		return S_ISDIR(is.st_mode)
			       ? complain(why, ERR_USAGE, "--save-cookies %s: cannot be written: %s", name, strerror(EISDIR))
			       : OK;
	return check_folder("--save-cookies", name, why);
}

/* Does the name say that the file is not packed, or otherwise? One that is there may be continued. */
static bool is_other_warc(const char *name)
{
	struct stat is;

	return format_named(name, ".warc") && !format_named(name, ".warc.gz") && (stat(name, &is) != 0 || is.st_size == 0);
}

static status check_warc(const settings *s, const char *path, complaint *why)
{
	char index[PATH_MAX];
	struct stat is;
	status err = s->warc ? check_output(s, "--warc", s->warc, path, why) : OK;

	if (!err && s->warc && warc_archive_index(s->warc, index, sizeof index))
		err = spared_other("--output", path, index, "the index of --warc", why);
	if (err)
		return err;
	if (s->warc_size && !s->warc)
		return complain(why, ERR_USAGE, "--warc-size is for --warc");
	if (!s->warc)
		return OK;
	if (format_named(s->warc, ".cdxj") || format_named(s->warc, ".cdx"))
		return complain(why, ERR_USAGE, "--warc %s: the name of an index: name it .warc.gz", s->warc);
	if (!s->warc_size && is_other_warc(s->warc))
		return complain(why, ERR_USAGE, "--warc %s: its records are packed with gzip: name it .warc.gz", s->warc);
	if (stat(s->warc, &is) != 0)
		return check_folder("--warc", s->warc, why);
	if (s->warc_size && !S_ISREG(is.st_mode))
		return complain(why, ERR_USAGE, "--warc %s: no file, of which --warc-size could make several", s->warc);
	return access(s->warc, W_OK) == 0
		       ? OK
		       : complain(why, ERR_USAGE, "--warc %s: cannot be written: %s", s->warc, strerror(errno));
}

/* Checks the command line before a store is created. */
static status check_usage(const settings *s, const char *path, complaint *why)
{
	bool has_store = access(path, F_OK) == 0;
	status err;

	if (s->refresh && !has_store)
		return complain(why, ERR_USAGE, "--refresh: there is no store %s", path);
	if (s->operands_len == 0 && !has_store)
		return complain(
			why, ERR_USAGE,
			"there is no store %s to go on with, and no seed: a URL or a file of URLs; see 'firstprint crawl "
			"--help'",
			path);
	err = s->operands_len ? check_seeds(s, why) : OK;
	if (err == ERR_MEMORY)
		return complain(why, err, "%s", status_text(err));
	if (!err)
		err = check_warc(s, path, why);
	if (!err)
		err = check_cookies(s, path, why);
	if (!err && s->ca && access(s->ca, R_OK) != 0)
		err = complain(why, ERR_USAGE, "--ca: cannot read %s", s->ca);
	if (!err)
		why->text[0] = '\0';
	return err;
}

static status open_secrets(crawl *c, complaint *why)
{
	const settings *s = c->settings;
	secrets_given given = {.headers = s->headers.items,
			       .headers_len = s->headers.len,
			       .user = s->user,
			       .cookies = s->cookies};

	if (s->no_cookies && (s->cookies || s->save_cookies))
		return complain(why, ERR_USAGE, "--no-cookies and --%s exclude each other",
				s->cookies ? "cookies" : "save-cookies");
	return secrets_open(&given, &c->secrets, why);
}

/* ── the store ── */

static status open_judge(crawl *c, const char *path, complaint *why)
{
	const settings *s = c->settings;
	const shared_settings sharing = {.url = s->shared, .filter = s->filter, .store = path};
	uint8_t key[FILTER_KEY_SIZE];

	if (!s->shared)
		return session_open(s->filter, path, settings_key(s, key), &c->session, why);
	if (s->store_key >= 0)
		return complain(why, ERR_USAGE, "--shared takes no --key: the shared index has one");
	if (s->prefer.len)
		return complain(why, ERR_USAGE, "--prefer makes drops of pages that were kept, which a shared index cannot do");
	return shared_open(&sharing, &c->session, &c->shared, why);
}

/* Refuses to create a store, and to join the shared index with it, if it cannot be that part. */
static status check_part(const settings *s, const char *path, complaint *why)
{
	store_part part;
	status err = parts_read(s->part, &part, why);

	if (!err && !s->shared)
		err = complain(why, ERR_USAGE, "--part: parts of a crawl share an index; give --shared, too");
	return err || access(path, F_OK) == 0 ? err : parts_may_begin(s->shared, &part, why);
}

int crawl_open(crawl *c, const char *path, complaint *why)
{
	const settings *s = c->settings;
	const decision_patterns patterns = {s->prefer.items, s->prefer.len, s->never_drop.items, s->never_drop.len};
	status err = check_usage(s, path, why);
	time_t now = time(NULL);
	struct tm date;

	c->year = gmtime_r(&now, &date) ? date.tm_year + 1900 : INT_MAX / 2;
	c->scratch = arena_new();
	if (!err && !c->scratch)
		err = complain(why, ERR_MEMORY, "%s", status_text(ERR_MEMORY));
	if (!err && s->part)
		err = check_part(s, path, why);
	if (!err)
		err = scope_open((enum scope_kind)s->scope, s->include, s->exclude, &c->scope, why);
	if (!err)
		err = open_secrets(c, why);
	if (err)
		return exit_code_of(err);
	err = decisions_check_patterns(&patterns, why);
	if (!err)
		err = open_judge(c, path, why);
	if (!err)
		err = session_decide(&c->session, &patterns, why);
	if (!err)
		c->learns = s->traps == TRAPS_AVOID && strcmp(filter_link_name(c->session.filter, 0), "none") != 0;
	return exit_code_of(err);
}
