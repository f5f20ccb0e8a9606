/* firstprint — keeps the first print of every web page and drops the reprints. */
#include <curl/curl.h>
#include <fcntl.h>
#include <locale.h>
#include <malloc.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "config.h"
#include "base/suggestion.h"
#include "crawler/commands/commands.h"
#include "crawler/commands/teller.h"
#include "crawler/console/crash.h"
#include "crawler/console/terminal.h"
#include "crawler/files/output.h"
#include "crawler/files/spared.h"

static void print_usage(FILE *to)
{
	fprintf(to, "firstprint keeps the first print of every web page and drops the reprints.\n\n"
		    "usage: firstprint COMMAND [options] ...\n\n");
	for (const command *c = commands; c->name; c++)
		fprintf(to, "  %-10s %s\n", c->name, c->summary);
	fprintf(to, "\n'firstprint COMMAND --help' lists the options of a command, 'firstprint --version' prints"
		    " the version, and those of its libraries.\n");
}

static void say_no_command(const char *name)
{
	suggestion s = {.wrong = name};

	for (const command *c = commands; c->name; c++)
		suggestion_consider(&s, c->name);
	suggestion_consider(&s, "--version");
	suggestion_consider(&s, "--help");
	if (inspect_shows(name))
		terminal_say("no command '%s'; of a store it is 'firstprint inspect STORE %s'", name, name);
	else if (s.best)
		terminal_say("no command '%s'; did you mean %s?", name, s.best);
	else
		terminal_say("no command '%s'; 'firstprint help' lists them", name);
}

/* name: of a command; NULL: none was given. */
static int help(const char *name)
{
	const command *c = name ? command_find(name) : NULL;

	if (!name)
		print_usage(stdout);
	else if (c)
		arguments_help(c);
	else
		say_no_command(name);
	return !name || c ? EXIT_DONE : EXIT_USAGE;
}

static status check_operands(const command *c, const settings *s, complaint *why)
{
	bool are_many = c->most && s->operands_len > c->most;

	if (are_many && c->many)
		return complain(why, ERR_USAGE, "%s %s, not also '%s'", c->name, c->many, s->operands[c->most]);
	return are_many || s->operands_len < c->least
		       ? complain(why, ERR_USAGE, "%s %s; see 'firstprint %s --help'", c->name, c->few, c->name)
		       : OK;
}

/* A command that reads files and prints lines of what is in them would read what it prints; what it prints would damage a store. */
static status check_output(const command *c, const settings *s, complaint *why)
{
	bool is_sort = c->run == pairs_command || c->run == decide_pairs_command; /* they read standard input */
	bool reads_stores = strncmp(c->operands, "STORE", strlen("STORE")) == 0;
	status err = is_sort || strchr(c->options, 'i') ? split_check(NULL, "-", s, why) : OK;

	for (size_t i = 0; i < s->operands_len && reads_stores && !err; i++)
		err = spared_store(NULL, "-", s->operands[i], why);
	return !err && is_sort && spared_is_regular("-") ? spared_other(NULL, "-", "-", "the input", why) : err;
}

static int run(const command *c, const settings *s, complaint *why)
{
	status err = s->help ? OK : check_operands(c, s, why);

	if (!err && !s->help)
		err = check_output(c, s, why);
	if (err)
		return err;
	if (!s->help)
		return c->run ? c->run(s, why) : completion_command(s, why);
	arguments_help(c);
	return EXIT_DONE;
}

/* Has the reader of standard output gone, as that of "| head" does? */
static bool has_no_reader(void)
{
	struct pollfd output = {.fd = STDOUT_FILENO, .events = POLLOUT};

	return poll(&output, 1, 0) > 0 && (output.revents & POLLERR);
}

static int parse_and_run(const command *c, int argc, char **argv)
{
	complaint why = {""};
	settings s = {0};
	int code = arguments_parse(c, argc, argv, &s, &why) ? ERR_USAGE : run(c, &s, &why);
	bool written = fflush(stdout) == 0 && !ferror(stdout), is_said;

	if (code < 0 && !*why.text)
		complain(&why, (status)code, "%s", status_text((status)code));
	is_said = strncmp(why.text, OUTPUT_FAILED, strlen(OUTPUT_FAILED)) == 0;
	if ((!written || is_said) && has_no_reader()) {
		signal(SIGPIPE, SIG_DFL); /* ends as a program does that has not ignored it: without a word */
		raise(SIGPIPE);
	}
	if (code && *why.text)
		terminal_say("%s", why.text);
	if (!written && !is_said)
		terminal_say(OUTPUT_FAILED);
	arguments_free(&s);
	return code < 0 ? exit_code_of((status)code) : code || written ? code : EXIT_FAILED;
}

/* A file that is opened gets the lowest free descriptor: if standard output is closed, the verdicts would be written into a store.
 * Opens /dev/null in place of each closed one, in the wrong direction, so that using it fails as if it were closed. */
static bool hold_standard_descriptors(void)
{
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) != fd)
			return false;
	return true;
}

/* Raises the heap's trim threshold: with each statement SQLite frees the top of the heap, and the C library would return it to the
 * system and request it again, which took a fifth of the time of filter --store. Large blocks are still returned at once. */
static void tune_memory(void)
{
	mallopt(M_TRIM_THRESHOLD, 16 << 20);
	mallopt(M_MMAP_THRESHOLD, 256 << 10);
}

int main(int argc, char **argv)
{
	const command *c = argc > 1 ? command_find(argv[1]) : NULL;
	int code;

	if (!hold_standard_descriptors())
		return EXIT_FAILED; /* nothing can be said */
	if (argc > 1 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "help") == 0))
		return help(argc > 2 ? argv[2] : NULL);
	if (argc > 1 && strcmp(argv[1], "--version") == 0) {
		version_print();
		return EXIT_DONE;
	}
	if (!c) {
		if (argc > 1)
			say_no_command(argv[1]);
		else
			print_usage(stderr);
		return EXIT_USAGE;
	}
	tune_memory();
	crash_watch();
	signal(SIGXFSZ, SIG_IGN);       /* at a limit on file size, write() then fails as on a full disk */
	setlocale(LC_CTYPE, "C.UTF-8"); /* libcurl converts host names to punycode from the locale's charset */
	curl_global_init(CURL_GLOBAL_DEFAULT);
	code = parse_and_run(c, argc - 1, argv + 1);
	curl_global_cleanup();
	return code;
}
