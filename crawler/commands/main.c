/* firstprint — keeps the first print of every web page and drops the reprints. */
#include <curl/curl.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "config.h"
#include "crawler/commands/arguments.h"
#include "crawler/commands/commands.h"
#include "crawler/console/terminal.h"
#include "crawler/crawl/crawl.h"

static const command commands[] = {
	{"crawl", "[SEED...]", "Fetches what is near the seeds and stores every article once",
	 "SEED is a URL, or a file of URLs (one a line, # comments; - for standard input). Stopped by SIGINT, SIGTERM or\n"
	 "worse, the same command goes on where it was. --refresh needs no seeds.",
	 "sfjcoqh", crawl_command},
	{"filter", "[FILE...]", "Judges pages given as JSON Lines or WARC, one verdict a line",
	 "A line is {\"id\", \"url\"?, \"title\"?, \"lang\"?, \"html\" or \"text\"}; of a WARC file every HTML response is a page, and\n"
	 "its id is its URL. Files may be gzipped; - or none is standard input. With --store what is judged is kept there\n"
	 "too; without, nothing is written.",
	 "sfjrqh", filter_command},
	{"eval", "PAGES TRUTH", "Measures filters on a labelled set",
	 "TRUTH has lines id TAB id [TAB dup|ignore|neg], or id TAB cluster. A row for every --filter, or for every value of\n"
	 "--sweep: precision, recall and F1; right, wrong and missed pages; non-pairs that were dropped; pages a second from\n"
	 "the first byte to the last verdict; bytes of memory a kept page.",
	 "fjreoh", eval_command},
	{"inspect", "STORE [summary|pages|drops|hosts|show ID|URL]", "Shows what is in a store, and why", NULL, "oh", inspect_command},
	{"judge", "STORE", "Signs and judges all of a store anew, without a fetch: what would change?",
	 "With another --filter, other options, or, without one, this program's version of the store's own filter. Nothing is\n"
	 "changed without --apply, which does all of it at once. What needs more than the article's text cannot be judged anew.",
	 "fjaoh", judge_command},
	{"filters", "[FILE.so...]", "Lists the filters there are, or those of the files, with their options", NULL, "oh", filters_command},
};
enum { COMMANDS = sizeof commands / sizeof *commands };

static void print_usage(FILE *to)
{
	fprintf(to, "firstprint keeps the first print of every web page and drops the reprints.\n\n"
		    "usage: firstprint COMMAND [options] ...\n\n");
	for (int i = 0; i < COMMANDS; i++)
		fprintf(to, "  %-8s %s\n", commands[i].name, commands[i].summary);
	fprintf(to, "\n'firstprint COMMAND --help' says more; 'firstprint --version' which one this is.\n");
}

static const command *find(const char *name)
{
	for (int i = 0; i < COMMANDS; i++)
		if (strcmp(commands[i].name, name) == 0)
			return &commands[i];
	return NULL;
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
	const command *c = argc > 1 ? find(argv[1]) : NULL;
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
			terminal_say("no command '%s'\n", argv[1]);
		print_usage(stderr);
		return EXIT_USAGE;
	}
	signal(SIGXFSZ, SIG_IGN); /* a full quota is an error like a full disk, also while a store is made */
	setlocale(LC_CTYPE, "C.UTF-8"); /* libcurl's punycode reads host names in the locale's charset */
	curl_global_init(CURL_GLOBAL_DEFAULT);
	code = run(c, argc - 1, argv + 1);
	curl_global_cleanup();
	return code;
}
