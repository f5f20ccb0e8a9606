#include "crawler/commands/arguments.h"

#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/suggestion.h"
#include "crawler/commands/options.h"

enum { OPTIONS_MOST = 128, FILE_MOST = 1 << 20 };

static void put_number(const option_row *r, settings *s, double value)
{
	char *field = (char *)s + r->offset;

	if (r->kind == REAL || r->kind == TIME)
		*(double *)(void *)field = value;
	else if (r->kind == FLAG)
		*(bool *)(void *)field = value != 0;
	else
		*(int64_t *)(void *)field = (int64_t)value;
}

/* Returns the position of value among the words, from 0; −1: it is none of them. */
static int index_of_word(const char *words, const char *value)
{
	size_t len = strlen(value);

	for (int i = 0; words; i++) {
		size_t word = strcspn(words, "|");

		if (word == len && strncmp(words, value, len) == 0)
			return i;
		words = words[word] ? words + word + 1 : NULL;
	}
	return -1;
}

/* The units of a number, which may end in the letter of one; without a letter, the first unit applies. */
typedef struct units {
	const char *letters;
	double sizes[4];
	const char *example;
} units;

static const units kinds[] = {[WHOLE] = {"", {1}, "a whole number"},
			      [REAL] = {"", {1}, "a number"},
			      [SIZE] = {"BKMG",
					{1, 1 << 10, 1 << 20, 1 << 30},
					"a number of bytes such as 500000, 64K, 8M or 2G"},
			      [TIME] = {"smhd", {1, 60, 3600, 86400}, "a time such as 90s, 30m, 12h or 1d"}};

/* false: value is not a number with one of these units. */
static bool read_units(const units *u, const char *value, double *number)
{
	char *end;
	const char *letter;

	*number = strtod(value, &end);
	if (end == value || !isfinite(*number))
		return false;
	letter = *end ? strchr(u->letters, *end) : u->letters;
	if (!letter || (*end && end[1]))
		return false;
	*number *= u->sizes[letter - u->letters];
	return true;
}

/* value: of an option of one of the kinds that have units. */
static status read_number(const option_row *r, const char *value, double *number, complaint *why)
{
	const units *u = &kinds[r->kind];
	bool is_whole = r->kind == WHOLE || r->kind == SIZE;
	bool is = read_units(u, value, number) && (!is_whole || *number == floor(*number));

	if (is && *number >= r->min && *number <= r->max)
		return OK;
	if (!is && *u->letters)
		return complain(why, ERR_USAGE, "--%s must be %s, not '%s'", r->name, u->example, value);
	return complain(why, ERR_USAGE, "--%s must be %s%s from %.16g to %.16g, not '%s'", r->name, u->example,
			*u->letters ? "," : "", r->min, r->max, value);
}

static status add_text(const option_row *r, const char *value, text_list *to, complaint *why)
{
	if (to->len == TEXTS_MOST)
		return complain(why, ERR_USAGE, "--%s may be given at most %d times", r->name, TEXTS_MOST);
	to->items[to->len++] = value;
	return OK;
}

/* Checks value and sets the option's field in *s. Ignores value for a FLAG. */
static status put_option(const option_row *r, const char *value, settings *s, complaint *why)
{
	double number = 1;
	status err = OK;

	if (r->kind <= TEXTS && !*value)
		return complain(why, ERR_USAGE, "--%s must not be empty", r->name);
	if (r->kind == TEXT) {
		*(const char **)(void *)((char *)s + r->offset) = value;
		return r->check ? r->check(r->name, value, why) : OK;
	}
	if (r->kind == TEXTS)
		return add_text(r, value, (text_list *)(void *)((char *)s + r->offset), why);
	if (r->kind == CHOICE) {
		number = index_of_word(r->words, value);
		if (number < 0)
			return complain(why, ERR_USAGE, "--%s must be one of %s, not '%s'", r->name, r->words, value);
	} else if (r->kind != FLAG) {
		err = read_number(r, value, &number, why);
	}
	if (!err)
		put_number(r, s, number);
	return err;
}

/* Fills the tables for getopt_long with the options of this command. A long option's code is 256 plus its row. */
static void build_getopt_tables(const command *c, struct option longs[OPTIONS_MOST + 1], char shorts[OPTIONS_MOST * 2 + 2])
{
	size_t n = 0;

	*shorts++ = ':'; /* getopt then returns ':' for a missing value and prints nothing */
	for (int i = 0; options[i].name; i++) {
		int has = options[i].kind == FLAG ? no_argument : required_argument;

		if (!option_is_of(&options[i], c))
			continue;
		longs[n++] = (struct option){options[i].name, has, NULL, 256 + i};
		if (options[i].letter)
			*shorts++ = options[i].letter;
		if (options[i].letter && has == required_argument)
			*shorts++ = ':';
	}
	longs[n] = (struct option){0};
	*shorts = '\0';
}

/* Returns the row of a code that getopt_long returned; NULL: an unknown option. */
static const option_row *row_of(const command *c, int code)
{
	for (int i = 0; options[i].name; i++)
		if (code == 256 + i || (options[i].letter && code == options[i].letter && option_is_of(&options[i], c)))
			return &options[i];
	return NULL;
}

/* Complains about a long option that the command does not take. Does not print its value, which may be a secret. */
static status complain_unknown(const command *c, const char *argument, complaint *why)
{
	char name[SUGGESTION_WORD_MOST + 2];
	suggestion s = {.wrong = name};

	snprintf(name, sizeof name, "%.*s", (int)strcspn(argument + 2, "="), argument + 2);
	for (int i = 0; options[i].name; i++) {
		if (option_is_of(&options[i], c) && strcmp(name, options[i].name) == 0) /* getopt refused its value */
			return complain(why, ERR_USAGE, "--%s takes no value", name);
		if (option_is_of(&options[i], c))
			suggestion_consider(&s, options[i].name);
	}
	if (s.best)
		return complain(why, ERR_USAGE, "unknown option --%s; did you mean --%s?", name, s.best);
	return complain(why, ERR_USAGE, "unknown option --%s; see 'firstprint %s --help'", name, c->name);
}

static void put_defaults(settings *s)
{
	*s = (settings){0};
	for (int i = 0; options[i].name; i++)
		if (options[i].kind > TEXTS)
			put_number(&options[i], s, options[i].default_value);
}

static status parse_options(const command *c, int argc, char **argv, settings *s, complaint *why)
{
	struct option longs[OPTIONS_MOST + 1];
	char shorts[OPTIONS_MOST * 2 + 2];
	bool given[OPTIONS_MOST] = {false};
	int code;

	build_getopt_tables(c, longs, shorts);
	opterr = 0;
	optind = 0; /* 0 makes GNU getopt start again, after an earlier command line */
	while ((code = getopt_long(argc, argv, shorts, longs, NULL)) != -1) {
		const option_row *r = row_of(c, code);
		status err;

		if (code == ':')
			return complain(why, ERR_USAGE, "%s needs a value; see 'firstprint %s --help'", argv[optind - 1],
					c->name);
		if (!r && optopt && optopt < 256)
			return complain(why, ERR_USAGE, "unknown option -%c; see 'firstprint %s --help'", optopt, c->name);
		if (!r)
			return complain_unknown(c, argv[optind - 1], why);
		if (given[r - options] &&
		    r->kind == TEXT) /* of numbers the last one counts, so that it can be put behind others */
			return complain(why, ERR_USAGE, "--%s is given twice", r->name);
		given[r - options] = true;
		err = put_option(r, optarg, s, why);
		if (err)
			return err;
	}
	return OK;
}

/* ── options in a file: "delay = 2" or "quiet", one a line; # begins a comment ── */

/* Parses a word for yes or no. false: it is neither. */
static bool read_flag(const char *value, bool *out)
{
	static const char *const words[] = {"yes", "no", "true", "false", "on", "off", "1", "0"};

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (strcasecmp(value, words[i]) == 0) {
			*out = i % 2 == 0;
			return true;
		}
	return false;
}

static status put_configured(const option_row *r, const char *value, settings *s, complaint *why)
{
	bool yes = true;

	if (r->kind == FLAG) {
		if (value && !read_flag(value, &yes))
			return complain(why, ERR_USAGE, "%s is yes or no, not '%s'", r->name, value);
		put_number(r, s, yes);
		return OK;
	}
	return value ? put_option(r, value, s, why) : complain(why, ERR_USAGE, "%s needs a value", r->name);
}

/* Finds the option with this name: the command's, or that of another command. NULL: there is none. */
static const option_row *find_configured(const command *c, const char *name)
{
	const option_row *found = NULL;

	for (int i = 0; options[i].name; i++)
		if (strcmp(options[i].name, name) == 0 && options[i].group != 'h' && (!found || option_is_of(&options[i], c)))
			found = &options[i];
	return found;
}

static const char blanks[] = " \t\r", mark[] = "\xef\xbb\xbf"; /* mark: byte order mark */

static char *trimmed(char *text)
{
	char *end;

	text += strspn(text, blanks);
	end = text + strlen(text);
	while (end > text && strchr(blanks, end[-1]))
		end--;
	*end = '\0';
	return text;
}

static status read_file(const char *file, char **text, complaint *why)
{
	FILE *f = fopen(file, "re");
	char *bytes = f ? malloc(FILE_MOST + 1) : NULL;
	size_t len = bytes ? fread(bytes, 1, FILE_MOST + 1, f) : 0;
	bool failed = !f || ferror(f);
	int error = errno;

	if (f)
		fclose(f);
	*text = bytes;
	if (failed)
		return complain(why, ERR_IO, "--config %s: cannot be read: %s", file, strerror(error));
	if (!bytes)
		return ERR_MEMORY;
	if (len > FILE_MOST)
		return complain(why, ERR_LIMIT, "--config %s: longer than %d bytes", file, FILE_MOST);
	bytes[len] = '\0';
	return strlen(bytes) == len ? OK : complain(why, ERR_FORMAT, "--config %s: contains a NUL byte", file);
}

/* Skips options of other commands, so that one file works for all. */
static status configure(const command *c, settings *s, const char *where, const char *name, const char *value, complaint *why)
{
	const option_row *r = find_configured(c, name);
	complaint cause = {""};
	status err = r && option_is_of(r, c) ? put_configured(r, value, s, &cause) : OK;

	if (!r) /* anything after the first word may be a secret */
		return complain(why, ERR_USAGE, "%s: there is no option %.*s", where, (int)strcspn(name, " \t"), name);
	return err ? complain(why, err, "%s: %s", where, cause.text) : OK;
}

/* Applies a line, and changes it. */
static status configure_line(const command *c, settings *s, const char *where, char *line, complaint *why)
{
	char *name = trimmed(line), *value;
	size_t word;

	if (*name == '\0' || *name == '#')
		return OK;
	value = strchr(name, '=');
	if (value)
		*value++ = '\0';
	name = trimmed(name);
	word = strcspn(name, blanks);
	if (!*name)
		return complain(why, ERR_USAGE, "%s: expected NAME = VALUE", where);
	if (!value && name[word]) /* anything after the first word may be a secret */
		return complain(why, ERR_USAGE, "%s: expected NAME = VALUE, but there is no '=' after %.*s", where, (int)word,
				name);
	return configure(c, s, where, name, value ? trimmed(value) : NULL, why);
}

static status parse_file(const command *c, const char *file, settings *s, complaint *why)
{
	char where[400];
	unsigned number = 0;
	status err = read_file(file, &s->config_text, why);
	char *rest = err ? NULL : s->config_text;

	if (rest && strncmp(rest, mark, sizeof mark - 1) == 0)
		rest += sizeof mark - 1;
	while (rest && !err) {
		char *line = strsep(&rest, "\n");

		snprintf(where, sizeof where, "%.350s:%u", file, ++number);
		err = configure_line(c, s, where, line, why);
	}
	if (err && !*why->text)
		complain(why, err, "%s", status_text(err));
	return err && err != ERR_MEMORY ? ERR_USAGE : err;
}

/* Applies the file first, then the command line. */
static status parse_all(const command *c, int argc, char **argv, settings *s, complaint *why)
{
	const char *file;
	text_list filters;
	status err;

	put_defaults(s);
	err = parse_options(c, argc, argv, s, why);
	file = s->config;
	if (err || !file)
		return err;
	put_defaults(s);
	err = parse_file(c, file, s, why);
	filters = s->filters;
	s->filters.len = 0; /* one on the command line takes the place of the file's */
	if (!err)
		err = parse_options(c, argc, argv, s, why);
	if (!s->filters.len)
		s->filters = filters;
	return err;
}

void arguments_free(settings *s)
{
	free(s->config_text);
	s->config_text = NULL;
}

status arguments_parse(const command *c, int argc, char **argv, settings *out, complaint *why)
{
	settings s;
	status err = parse_all(c, argc, argv, &s, why);

	if (!err && s.filters.len > 1 && strcmp(c->name, "eval") != 0)
		err = complain(why, ERR_USAGE, "--filter is given twice; several filters are one SPEC, joined by +");
	if (!err && s.csv && s.json)
		err = complain(why, ERR_USAGE, "--csv and --json are two forms of one list; give one of them");
	if (err) {
		arguments_free(&s);
		return err;
	}
	s.filter = s.filters.len ? s.filters.items[s.filters.len - 1] : NULL;
	s.operands = argv + optind;
	s.operands_len = (size_t)(argc - optind);
	if (s.jobs == 0)
		s.jobs = sysconf(_SC_NPROCESSORS_ONLN) > 0 ? sysconf(_SC_NPROCESSORS_ONLN) : 1;
	*out = s;
	return OK;
}

page_stream arguments_stream(const settings *s, int stop_fd)
{
	return (page_stream){.jobs = (int)s->jobs,
			     .memory = (size_t)s->memory,
			     .stop_fd = stop_fd,
			     .fields = {.id = s->id_field,
					.url = s->url_field,
					.text = s->text_field,
					.html = s->html_field,
					.title = s->title_field,
					.lang = s->lang_field,
					.site = s->site_field,
					.skips_text = s->plain_text == PLAIN_TEXT_SKIP}};
}

static void print_row(const option_row *r)
{
	char left[64], range[OPTION_RANGE];
	int len = r->letter ? snprintf(left, sizeof left, "  -%c, ", r->letter) : snprintf(left, sizeof left, "      ");

	snprintf(left + len, sizeof left - (size_t)len, "--%s%s%s", r->name, r->value ? " " : "", r->value ? r->value : "");
	printf("%-26s %s%s\n", left, r->help, option_range(r, range));
}

void arguments_help(const command *c)
{
	printf("usage: firstprint %s [options] %s\n\n%s.\n", c->name, c->operands, c->summary);
	if (c->details)
		printf("\n%s\n", c->details);
	printf("\n");
	for (int i = 0; options[i].name; i++)
		if (option_is_of(&options[i], c))
			print_row(&options[i]);
}
