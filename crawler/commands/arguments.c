#include "crawler/commands/arguments.h"

#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "crawler/commands/config_file.h"
#include "crawler/commands/suggestion.h"

enum kind { TEXT, TEXTS, WHOLE, REAL, TIME, FLAG, CHOICE };

/* Groups: s store, f filter, j jobs, r order, k keep, i input, e eval, o output format, q progress, u fetching, c crawl, l lists, a apply, d decisions, m of, n decision, w output, y choice of rows, h help. Every
 * command takes group h. */
static const struct option_row {
	char group, letter;       /* letter 0: none */
	const char *name, *value; /* value: its placeholder in --help */
	enum kind kind;
	size_t offset;
	double default_value, min, max;
	const char *words; /* CHOICE: "host|domain"; the values 0, 1, … */
	const char *help;
} rows[] = {
	{'s', 'o', "store", "FILE", TEXT, offsetof(settings, store), 0, 0, 0, NULL, "the store"},
	{'f', 'f', "filter", "SPEC", TEXTS, offsetof(settings, filters), 0, 0, 0, NULL,
	 "NAME[:option=value,...], several joined by +; see 'firstprint filters'"},
	{'j', 'j', "jobs", "N", WHOLE, offsetof(settings, jobs), 0, 0, 256, NULL, "worker threads; 0: one per core"},
	{'r', 0, "order", "ORDER", CHOICE, offsetof(settings, order), 0, 0, 1, "arrival|longest-first",
	 "the order in which pages are judged; longest by signature"},
	{'k', 0, "keep", "FILE", TEXT, offsetof(settings, keep), 0, 0, 0, NULL,
	 "write the pages that are kept, as they came; .gz: gzipped; -: to standard output, in place of verdicts"},
	{'k', 0, "drops", "FILE", TEXT, offsetof(settings, drops), 0, 0, 0, NULL, "the same for those that are dropped"},
	{'k', 0, "against", "STORE", TEXT, offsetof(settings, against), 0, 0, 0, NULL,
	 "compare with the pages of a store and add nothing to it; not with each other"},
	{'k', 0, "signed", NULL, FLAG, offsetof(settings, is_signed), 0, 0, 0, NULL,
	 "the lines come from 'firstprint sign': judge them as they are"},
	{'i', 0, "id-field", "NAME", TEXT, offsetof(settings, id_field), 0, 0, 0, NULL,
	 "of JSON Lines: the field with the id, if not \"id\""},
	{'i', 0, "url-field", "NAME", TEXT, offsetof(settings, url_field), 0, 0, 0, NULL, "the same for \"url\""},
	{'i', 0, "text-field", "NAME", TEXT, offsetof(settings, text_field), 0, 0, 0, NULL, "the same for \"text\""},
	{'i', 0, "html-field", "NAME", TEXT, offsetof(settings, html_field), 0, 0, 0, NULL, "the same for \"html\""},
	{'i', 0, "site-field", "NAME", TEXT, offsetof(settings, site_field), 0, 0, 0, NULL,
	 "the field that names the site of a page without a URL, which is then SITE/ID"},
	{'e', 0, "sweep", "O=A..B", TEXT, offsetof(settings, sweep), 0, 0, 0, NULL,
	 "OPTION=A..B[..STEP]: one row for each value of an option of the filter"},
	{'e', 0, "verdicts", "FILE", TEXT, offsetof(settings, verdicts), 0, 0, 0, NULL,
	 "score what another program said, not a filter: lines {\"id\", \"of\"}, of null: unique"},
	{'e', 0, "show", "N", WHOLE, offsetof(settings, show), 0, 0, 1e9, NULL,
	 "print the N worst mistakes, with their evidence"},
	{'c', 0, "scope", "KIND", CHOICE, offsetof(settings, scope), 0, 0, 3, "host|domain|prefix|any",
	 "which links are followed: to the host, domain or folder of a seed, or all"},
	{'c', 0, "depth", "N", WHOLE, offsetof(settings, depth), -1, -1, 1000000, NULL,
	 "follow links up to N steps from a seed; -1: no limit"},
	{'c', 0, "max-hops", "N", WHOLE, offsetof(settings, depth), -1, -1, 1000000, NULL, "another name of --depth"},
	{'c', 0, "max-pages", "N", WHOLE, offsetof(settings, max_pages), 0, 0, 1e15, NULL,
	 "stop after N pages and drops in this run; 0: no limit"},
	{'c', 0, "max-time", "AFTER", TIME, offsetof(settings, max_time), 0, 0, 1e9, NULL,
	 "stop after this time, as 90s, 30m, 12h, 1d; what is queued stays so; 0: no limit"},
	{'c', 0, "per-host-pages", "N", WHOLE, offsetof(settings, per_host_pages), 0, 0, 1e15, NULL,
	 "skip the URLs of a host that has N pages and drops; 0: no limit"},
	{'c', 0, "include", "RE", TEXT, offsetof(settings, include), 0, 0, 0, NULL, "follow and refresh only URLs that match"},
	{'c', 0, "exclude", "RE", TEXT, offsetof(settings, exclude), 0, 0, 0, NULL, "do not follow or refresh URLs that match"},
	{'c', 0, "connections", "N", WHOLE, offsetof(settings, connections), 16, 1, 1000, NULL, "transfers at once"},
	{'c', 0, "per-host", "N", WHOLE, offsetof(settings, per_host), 1, 1, 1000, NULL,
	 "transfers at once per host, and per IP address"},
	{'c', 0, "delay", "SECONDS", REAL, offsetof(settings, delay), 1, 0, 3600, NULL,
	 "the least time between two requests to a host or IP address; slow hosts get more; 0: none"},
	{'u', 0, "timeout", "SECONDS", REAL, offsetof(settings, timeout), 30, 0.1, 3600, NULL, "for a whole transfer"},
	{'u', 0, "max-bytes", "N", WHOLE, offsetof(settings, max_bytes), 8 << 20, 1024, 1 << 30, NULL,
	 "of a page, decoded; the rest is cut off"},
	{'c', 0, "retries", "N", WHOLE, offsetof(settings, retries), 2, 0, 100, NULL,
	 "further tries after a temporary failure"},
	{'c', 0, "give-up", "AFTER", TIME, offsetof(settings, give_up), 86400, 1, 1e9, NULL,
	 "how long hosts that cannot be reached, and a network that is down, are waited for: 90s, 30m, 12h, 1d"},
	{'u', 0, "user-agent", "S", TEXT, offsetof(settings, user_agent), 0, 0, 0, NULL,
	 "the user agent; its first word is the name that rules in robots.txt use"},
	{'u', 0, "contact", "WHO", TEXT, offsetof(settings, contact), 0, 0, 0, NULL,
	 "a URL or mail address, added to the user agent for the owners of the sites"},
	{'c', 0, "robots", "WHAT", CHOICE, offsetof(settings, robots), 0, 0, 1, "obey|ignore", "the rules in robots.txt"},
	{'c', 0, "sitemaps", "WHAT", CHOICE, offsetof(settings, sitemaps), 0, 0, 1, "read|ignore",
	 "the sitemaps that robots.txt names"},
	{'c', 0, "canonical", "WHAT", CHOICE, offsetof(settings, canonical), 0, 0, 1, "obey|ignore",
	 "rel=canonical: skip a page if the URL that it names is stored"},
	{'c', 0, "traps", "WHAT", CHOICE, offsetof(settings, traps), 0, 0, 1, "avoid|follow",
	 "crawler traps, session ids, sort parameters, and rules learned from duplicates"},
	{'c', 0, "group-budget", "N", WHOLE, offsetof(settings, group_budget), 1000, 0, 1e9, NULL,
	 "how many duplicates of one page may have their links followed; 0: all"},
	{'c', 0, "cookies", "FILE", TEXT, offsetof(settings, cookies), 0, 0, 0, NULL,
	 "send the cookies in this file (Netscape's format) to the hosts of the seeds they are for"},
	{'c', 0, "save-cookies", "FILE", TEXT, offsetof(settings, save_cookies), 0, 0, 0, NULL,
	 "write all cookies to this file at the end"},
	{'c', 0, "no-cookies", NULL, FLAG, offsetof(settings, no_cookies), 0, 0, 0, NULL,
	 "keep no cookies; else each host's are kept for the run"},
	{'c', 0, "header", "H", TEXTS, offsetof(settings, headers), 0, 0, 0, NULL,
	 "\"Name: value\", or @FILE with one a line: sent to the hosts of the seeds only; may be given again"},
	{'c', 0, "user", "N:P", TEXT, offsetof(settings, user), 0, 0, 0, NULL,
	 "name and password, or @FILE with them: sent to the hosts of the seeds only"},
	{'c', 0, "refresh", NULL, FLAG, offsetof(settings, refresh), 0, 0, 0, NULL,
	 "fetch everything in the store again: what has changed, what is gone?"},
	{'c', 0, "strict-seeds", NULL, FLAG, offsetof(settings, strict_seeds), 0, 0, 0, NULL,
	 "exit code 1 if any seed led to no page"},
	{'c', 0, "warc", "FILE", TEXT, offsetof(settings, warc), 0, 0, 0, NULL,
	 "append everything that is fetched to a gzipped WARC file"},
	{'c', 0, "warc-secrets", NULL, FLAG, offsetof(settings, warc_secrets), 0, 0, 0, NULL,
	 "with it, also cookies, passwords and headers that were sent; else they are left out"},
	{'c', 0, "skip-drop-links", NULL, FLAG, offsetof(settings, skip_drop_links), 0, 0, 0, NULL,
	 "do not follow the links of dropped pages"},
	{'u', 0, "allow-private", NULL, FLAG, offsetof(settings, allow_private), 0, 0, 0, NULL,
	 "fetch from loopback and private addresses too"},
	{'u', 0, "ca", "FILE", TEXT, offsetof(settings, ca), 0, 0, 0, NULL,
	 "certificates to trust instead of those of the system"},
	{'u', 0, "proxy", "URL", TEXT, offsetof(settings, proxy), 0, 0, 0, NULL,
	 "the proxy; settings in the environment are not used"},
	{'a', 0, "apply", NULL, FLAG, offsetof(settings, apply), 0, 0, 0, NULL, "replace the old verdicts with the new ones"},
	{'d', 0, "prefer", "RE", TEXTS, offsetof(settings, prefer), 0, 0, 0, NULL,
	 "of two copies, keep the one whose URL matches, also if it comes later; the store remembers this"},
	{'d', 0, "never-drop", "RE", TEXTS, offsetof(settings, never_drop), 0, 0, 0, NULL,
	 "keep every page whose URL matches; the store remembers this"},
	{'w', 'o', "output", "FILE", TEXT, offsetof(settings, output), 0, 0, 0, NULL,
	 "where to; .gz: gzipped; without it, standard output. Of WARC files, what their names begin with"},
	{'w', 0, "as", "FORM", CHOICE, offsetof(settings, as), 0, 0, 1, "jsonl|warc",
	 "JSON Lines, or WARC files with an index (CDXJ)"},
	{'w', 0, "roll-size", "BYTES", WHOLE, offsetof(settings, roll_size), EXPORT_ROLL_SIZE, 1, 1e15, NULL,
	 "begin the next WARC file when one has so many"},
	{'m', 0, "of", "URL", TEXT, offsetof(settings, of), 0, 0, 0, NULL, "the article that they repeat, by URL or id"},
	{'n', 0, "decision", NULL, FLAG, offsetof(settings, decision), 0, 0, 0, NULL,
	 "the numbers are those of decisions, which are forgotten"},
	{'l', 0, "csv", NULL, FLAG, offsetof(settings, csv), 0, 0, 0, NULL, "print a list as CSV, with a line of names"},
	{'y', 0, "where", "EXPR", TEXT, offsetof(settings, where), 0, 0, 0, NULL,
	 "of a list: only rows for which this is true, in SQL: \"score < 0.7\""},
	{'y', 0, "sort", "COLUMN", TEXT, offsetof(settings, sort), 0, 0, 0, NULL,
	 "of a list: in this order; -COLUMN: the largest first"},
	{'y', 0, "limit", "N", WHOLE, offsetof(settings, limit), 0, 0, 1e15, NULL,
	 "of a list: at most N rows; 0: all. Of near, 10 by default, and of search, 20"},
	{'l', 0, "side-by-side", NULL, FLAG, offsetof(settings, side_by_side), 0, 0, 0, NULL, "of diff: in two columns"},
	{'l', 0, "no-pager", NULL, FLAG, offsetof(settings, no_pager), 0, 0, 0, NULL,
	 "on a terminal, print at once, not through $PAGER"},
	{'o', 0, "json", NULL, FLAG, offsetof(settings, json), 0, 0, 0, NULL, "print JSON, for programs"},
	{'q', 'q', "quiet", NULL, FLAG, offsetof(settings, quiet), 0, 0, 0, NULL, "no progress and no summary"},
	{'q', 'v', "verbose", NULL, FLAG, offsetof(settings, verbose), 0, 0, 0, NULL, "one line per URL"},
	{'h', 0, "config", "FILE", TEXT, offsetof(settings, config), 0, 0, 0, NULL,
	 "read options from a file, a line for each: delay = 2; those given here come after them"},
	{'h', 'h', "help", NULL, FLAG, offsetof(settings, help), 0, 0, 0, NULL, "this help"},
};
enum { ROWS = sizeof rows / sizeof *rows };

static bool takes(const command *c, const struct option_row *r)
{
	return r->group == 'h' || strchr(c->options, r->group) != NULL;
}

static void put_number(const struct option_row *r, settings *s, double value)
{
	char *field = (char *)s + r->offset;

	if (r->kind == REAL || r->kind == TIME)
		*(double *)(void *)field = value;
	else if (r->kind == FLAG)
		*(bool *)(void *)field = value != 0;
	else
		*(int64_t *)(void *)field = (int64_t)value;
}

/* The number of value among the words, from 0; −1: it is none of them. */
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

/* Reads "90s", "30m", "12h", "1d"; seconds need no letter. false: it is no time. */
static bool read_time(const char *value, double *seconds)
{
	static const char letters[] = "smhd";
	static const double units[] = {1, 60, 3600, 86400};
	char *end;
	const char *letter;

	*seconds = strtod(value, &end);
	if (end == value || !isfinite(*seconds))
		return false;
	letter = *end ? strchr(letters, *end) : letters;
	if (!letter || (*end && end[1]))
		return false;
	*seconds *= units[letter - letters];
	return true;
}

static status add_text(const struct option_row *r, const char *value, text_list *to, complaint *why)
{
	if (to->len == TEXTS_MOST)
		return complain(why, ERR_USAGE, "--%s may be given at most %d times", r->name, TEXTS_MOST);
	to->items[to->len++] = value;
	return OK;
}

/* Sets the option's field in *s to value, which is checked. value is not used for a FLAG. */
static status put_option(const struct option_row *r, const char *value, settings *s, complaint *why)
{
	char *end;
	double number = 1;

	if (r->kind <= TEXTS && !*value)
		return complain(why, ERR_USAGE, "--%s must not be empty", r->name);
	if (r->kind == TEXT) {
		*(const char **)(void *)((char *)s + r->offset) = value;
		return OK;
	}
	if (r->kind == TEXTS)
		return add_text(r, value, (text_list *)(void *)((char *)s + r->offset), why);
	if (r->kind == CHOICE) {
		number = index_of_word(r->words, value);
		if (number < 0)
			return complain(why, ERR_USAGE, "--%s must be one of %s, not '%s'", r->name, r->words, value);
	} else if (r->kind == TIME) {
		if (!read_time(value, &number) || number < r->min || number > r->max)
			return complain(why, ERR_USAGE, "--%s must be a time such as 90s, 30m, 12h or 1d, not '%s'", r->name,
					value);
	} else if (r->kind != FLAG) {
		number = strtod(value, &end);
		if (end == value || *end || !isfinite(number) || number < r->min || number > r->max ||
		    (r->kind == WHOLE && number != floor(number)))
			return complain(why, ERR_USAGE, "--%s must be a %snumber from %.15g to %.15g, not '%s'", r->name,
					r->kind == WHOLE ? "whole " : "", r->min, r->max, value);
	}
	put_number(r, s, number);
	return OK;
}

/* Fills the tables for getopt_long with the options of this command. A long option's code is 256 plus its row. */
static void build_getopt_tables(const command *c, struct option longs[ROWS + 1], char shorts[ROWS * 2 + 2])
{
	size_t n = 0;

	*shorts++ = ':'; /* getopt then returns ':' for a missing value and prints nothing */
	for (int i = 0; i < ROWS; i++) {
		int has = rows[i].kind == FLAG ? no_argument : required_argument;

		if (!takes(c, &rows[i]))
			continue;
		longs[n++] = (struct option){rows[i].name, has, NULL, 256 + i};
		if (rows[i].letter)
			*shorts++ = rows[i].letter;
		if (rows[i].letter && has == required_argument)
			*shorts++ = ':';
	}
	longs[n] = (struct option){0};
	*shorts = '\0';
}

/* The row of a code that getopt_long returned; NULL: an unknown option. */
static const struct option_row *row_of(const command *c, int code)
{
	for (int i = 0; i < ROWS; i++)
		if (code == 256 + i || (rows[i].letter && code == rows[i].letter && takes(c, &rows[i])))
			return &rows[i];
	return NULL;
}

/* A long option that the command does not take. Its value may be a secret, and is not named. */
static status complain_unknown(const command *c, const char *argument, complaint *why)
{
	char name[SUGGESTION_WORD_MOST + 2];
	suggestion s = {.wrong = name};

	snprintf(name, sizeof name, "%.*s", (int)strcspn(argument + 2, "="), argument + 2);
	for (int i = 0; i < ROWS; i++) {
		if (takes(c, &rows[i]) && strcmp(name, rows[i].name) == 0) /* getopt refused its value */
			return complain(why, ERR_USAGE, "--%s takes no value", name);
		if (takes(c, &rows[i]))
			suggestion_consider(&s, rows[i].name);
	}
	if (s.best)
		return complain(why, ERR_USAGE, "unknown option --%s; did you mean --%s?", name, s.best);
	return complain(why, ERR_USAGE, "unknown option --%s; see 'firstprint %s --help'", name, c->name);
}

static void put_defaults(settings *s)
{
	*s = (settings){0};
	for (int i = 0; i < ROWS; i++)
		if (rows[i].kind > TEXTS)
			put_number(&rows[i], s, rows[i].default_value);
}

/* Options in argv. */
static status parse_options(const command *c, int argc, char **argv, settings *s, complaint *why)
{
	struct option longs[ROWS + 1];
	char shorts[ROWS * 2 + 2];
	int code;

	build_getopt_tables(c, longs, shorts);
	opterr = 0;
	optind = 0; /* 0 makes GNU getopt start again, after an earlier command line */
	while ((code = getopt_long(argc, argv, shorts, longs, NULL)) != -1) {
		const struct option_row *r = row_of(c, code);
		status err;

		if (code == ':')
			return complain(why, ERR_USAGE, "%s needs a value; see 'firstprint %s --help'", argv[optind - 1],
					c->name);
		if (!r && optopt && optopt < 256)
			return complain(why, ERR_USAGE, "unknown option -%c; see 'firstprint %s --help'", optopt, c->name);
		if (!r)
			return complain_unknown(c, argv[optind - 1], why);
		err = put_option(r, optarg, s, why);
		if (err)
			return err;
	}
	return OK;
}

/* ── options in a file ── */

typedef struct configuring {
	const command *command;
	settings *settings;
} configuring;

/* Is it a word for yes or no? */
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

static status put_configured(const struct option_row *r, const char *value, settings *s, complaint *why)
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

/* An option of other commands is passed over, so that one file may serve all. */
static status configure(void *ctx, const char *where, const char *name, const char *value, complaint *why)
{
	const configuring *x = ctx;
	complaint cause = {""};
	status err = ERR_MISSING;

	for (int i = 0; i < ROWS && err == ERR_MISSING; i++)
		if (strcmp(rows[i].name, name) == 0 && rows[i].group != 'h')
			err = takes(x->command, &rows[i]) ? put_configured(&rows[i], value, x->settings, &cause) : OK;
	if (err == ERR_MISSING) /* what follows the first word may be a secret */
		return complain(why, ERR_USAGE, "%s: there is no option %.*s", where, (int)strcspn(name, " \t"), name);
	return err ? complain(why, err, "%s: %s", where, cause.text) : OK;
}

static status parse_file(const command *c, const char *file, settings *s, complaint *why)
{
	configuring x = {c, s};
	status err = config_file_read(file, configure, &x, &s->config_text, why);

	if (err && !*why->text)
		complain(why, err, "%s", status_text(err));
	return err && err != ERR_MEMORY ? ERR_USAGE : err;
}

/* What the command line says comes after what the file says. */
static status parse_all(const command *c, int argc, char **argv, settings *s, complaint *why)
{
	const char *file;
	status err;

	put_defaults(s);
	err = parse_options(c, argc, argv, s, why);
	file = s->config;
	if (err || !file)
		return err;
	put_defaults(s);
	err = parse_file(c, file, s, why);
	return err ? err : parse_options(c, argc, argv, s, why);
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

page_fields arguments_fields(const settings *s)
{
	return (page_fields){
		.id = s->id_field, .url = s->url_field, .text = s->text_field, .html = s->html_field, .site = s->site_field};
}

static void print_row(const struct option_row *r)
{
	char left[64], range[96] = "";
	int len = 0;

	len += r->letter ? snprintf(left, sizeof left, "  -%c, ", r->letter) : snprintf(left, sizeof left, "      ");
	snprintf(left + len, sizeof left - (size_t)len, "--%s%s%s", r->name, r->value ? " " : "", r->value ? r->value : "");
	if (r->kind == CHOICE)
		snprintf(range, sizeof range, " (%s; default %.*s)", r->words, (int)strcspn(r->words, "|"), r->words);
	else if (r->kind == TIME)
		snprintf(range, sizeof range, r->default_value ? " (default %.10gd)" : " (default 0)",
			 r->default_value / 86400);
	else if (r->kind == WHOLE || r->kind == REAL)
		snprintf(range, sizeof range, " (default %.10g)", r->default_value);
	printf("%-26s %s%s\n", left, r->help, range);
}

void arguments_each(const command *c,
		    void (*each)(void *ctx, char letter, const char *name, bool takes_value, const char *words), void *ctx)
{
	for (int i = 0; i < ROWS; i++)
		if (takes(c, &rows[i]))
			each(ctx, rows[i].letter, rows[i].name, rows[i].kind != FLAG, rows[i].words);
}

void arguments_help(const command *c)
{
	printf("usage: firstprint %s [options] %s\n\n%s.\n", c->name, c->operands, c->summary);
	if (c->details)
		printf("\n%s\n", c->details);
	printf("\n");
	for (int i = 0; i < ROWS; i++)
		if (takes(c, &rows[i]))
			print_row(&rows[i]);
}
