/* firstprint — keeps the first print of every web page and drops the reprints. */
#include <curl/curl.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "config.h"
#include "crawler/commands/arguments.h"
#include "crawler/commands/commands.h"
#include "crawler/commands/suggestion.h"
#include "crawler/console/terminal.h"
#include "crawler/crawl/crawl.h"

static const command commands[] = {
	{"crawl", "[SEED...]", "Crawls the web from the seeds and stores every article once",
	 "SEED is a URL, or a file of URLs (one per line, # starts a comment; - is standard input). After SIGINT, SIGTERM or\n"
	 "a crash, the same command continues where it was. --refresh needs no seeds.",
	 "sfjcoqh", crawl_command},
	{"filter", "[FILE...]", "Judges pages from JSON Lines or WARC files and prints one verdict per line",
	 "A line is {\"id\", \"url\"?, \"title\"?, \"lang\"?, \"html\" or \"text\"}, or has the fields that options name. The verdict\n"
	 "about what was read is printed before it waits for more. In a WARC file every HTML response is a page, and\n"
	 "its id is its URL. Files may be gzipped; - or no file means standard input. With --store the pages are compared with\n"
	 "those in the store and are stored too; without it nothing is written.",
	 "sfjriqoh", filter_command},
	{"eval", "PAGES TRUTH", "Measures filters on a labelled set",
	 "TRUTH has lines id TAB id [TAB dup|ignore|neg], or id TAB cluster. Prints one row per --filter, or per value of\n"
	 "--sweep: precision, recall and F1; right, wrong and missed pages; pairs labelled neg that were dropped; pages per\n"
	 "second, from the first byte read to the last verdict; bytes of memory per kept page.",
	 "fjrieoh", eval_command},
	{"inspect", "STORE [summary|pages|drops|hosts|seeds|show ID|URL]", "Shows what is in a store, and why", NULL, "oh",
	 inspect_command},
	{"judge", "STORE", "Judges everything in a store again, without fetching, and shows what would change",
	 "With another --filter or other options or, without --filter, with the store's own filter in the version of this\n"
	 "program. Without --apply nothing is changed; with it, everything is changed at once. A filter that needs more than\n"
	 "the article's text cannot be used here.",
	 "fjaoh", judge_command},
	{"filters", "[FILE.so...]", "Lists the built-in filters, or those in the files, with their options", NULL, "oh",
	 filters_command},
};
enum { COMMANDS = sizeof commands / sizeof *commands };

static void print_usage(FILE *to)
{
	fprintf(to, "firstprint keeps the first print of every web page and drops the reprints.\n\n"
		    "usage: firstprint COMMAND [options] ...\n\n");
	for (int i = 0; i < COMMANDS; i++)
		fprintf(to, "  %-8s %s\n", commands[i].name, commands[i].summary);
	fprintf(to,
		"\n'firstprint COMMAND --help' lists the options of a command, 'firstprint --version' prints the version.\n");
}

static const command *find_command(const char *name)
{
	for (int i = 0; i < COMMANDS; i++)
		if (strcmp(commands[i].name, name) == 0)
			return &commands[i];
	return NULL;
}

static void say_no_command(const char *name)
{
	suggestion s = {.wrong = name};

	for (int i = 0; i < COMMANDS; i++)
		suggestion_consider(&s, commands[i].name);
	if (s.best)
		terminal_say("no command '%s'; did you mean %s?", name, s.best);
	else
		terminal_say("no command '%s'", name);
}

static int run(const command *c, int argc, char **argv)
{
	complaint why = {""};
	settings s;
	int code;

	if (arguments_parse(c, argc, argv, &s, &why)) {
		terminal_say("%s", why.text);
		return EXIT_USAGE;
	}
	if (s.help) {
		arguments_help(c);
		return EXIT_DONE;
	}
	code = c->run(&s);
	if (fflush(stdout) || ferror(stdout)) {
		terminal_say("standard output: cannot be written");
		return code ? code : EXIT_FAILED;
	}
	return code;
}

int main(int argc, char **argv)
{
	const command *c = argc > 1 ? find_command(argv[1]) : NULL;
	int code;

	if (argc > 1 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "help") == 0)) {
		print_usage(stdout);
		return EXIT_DONE;
	}
	if (argc > 1 && strcmp(argv[1], "--version") == 0) {
		puts("firstprint " PACKAGE_VERSION);
		return EXIT_DONE;
	}
	if (!c) {
		if (argc > 1)
			say_no_command(argv[1]);
		print_usage(stderr);
		return EXIT_USAGE;
	}
	signal(SIGXFSZ, SIG_IGN);       /* at a limit on file size, write() then fails as on a full disk */
	setlocale(LC_CTYPE, "C.UTF-8"); /* libcurl converts host names to punycode from the locale's charset */
	curl_global_init(CURL_GLOBAL_DEFAULT);
	code = run(c, argc - 1, argv + 1);
	curl_global_cleanup();
	return code;
}
