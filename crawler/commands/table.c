/* table — all commands. */
#include <string.h>

#include "crawler/commands/arguments.h"
#include "crawler/commands/commands.h"
#include "crawler/crawl/crawl.h"

const command commands[] = {
	{"crawl", "[SEED...]", "Crawls the web from the seeds and stores every article once",
	 "SEED is a URL, or a file of URLs (one per line, # starts a comment; - is standard input). After SIGINT, SIGTERM or\n"
	 "a crash, the same command continues where it was; then, and for --refresh, no seeds are needed.",
	 "sMfjudcCxoqh", crawl_command},
	{"filter", "[FILE...]", "Judges pages from JSON, WARC or HTML files and prints one verdict per line",
	 "A line is {\"id\", \"url\"?, \"title\"?, \"lang\"?, \"html\" or \"text\"}, or has the fields that options name; an array of such\n"
	 "objects will do. In a WARC file every HTML response is a page, and its id is its URL; an HTML file is a page, and its\n"
	 "id and URL are its path. Of a folder, all such files in it are read. Files may be compressed by gzip, zstd or xz; - or\n"
	 "no file means standard input. The verdict about what was read is printed before it waits for more. With --store the\n"
	 "pages are compared with those in the store and are stored too; without it nothing is written.",
	 "sMfjrkixCdqoh", filter_command},
	{"purify", "[FILE|URL...]", "Prints the article of each page, without what is around it",
	 "Files are those of filter, and a URL begins with http:// or https://. It prints the title, if there is one, and the\n"
	 "text, with a line for each paragraph; with --json lines that filter reads.",
	 "jixuoh", purify_command},
	{"sign", "[FILE...]", "Purifies and signs pages, for filter --signed to judge",
	 "This is the costly half of filter, and needs no other page: many machines may do it at once. It prints a line for\n"
	 "each page. For 'filter --signed --store STORE', sign with the same STORE, or a copy of it, which has the key.",
	 "sfjixh", sign_command},
	{"label", "STORE TRUTH", "Shows pairs of pages, asks whether they are one article, and writes a truth file for eval",
	 "First come the pairs about which the filter was least sure. Keys: y the same article, n two articles, i neither way, u takes\n"
	 "the last answer back, q ends. TRUTH is added to after each answer, and pairs that are in it are not asked again.",
	 "h", label_command},
	{"eval", "PAGES TRUTH", "Measures filters on a labelled set",
	 "TRUTH has lines id TAB id [TAB dup|ignore|neg], or id TAB cluster. Prints one row per --filter, or per value of\n"
	 "--sweep: precision, recall and F1; right, wrong and missed pages; pairs labelled neg that were dropped; pages per\n"
	 "second, from the first byte read to the last verdict; bytes of memory per kept page.",
	 "fjrixeoqh", eval_command},
	{"inspect", "STORE... [WHAT]", "Shows what is in a store, or in several, and why",
	 "WHAT is summary; one of the lists pages, drops, groups, hosts, seeds, failures, skips, changes, rules, decisions;\n"
	 "or one of these:\n"
	 "  show URL        all that is known of a page or URL, with the text\n"
	 "  explain URL     every decision about it, in sentences: scope, robots, fetch, each stage of the filter\n"
	 "  diff URL [URL]  two articles, word by word; of one, with its original or with what it was before a refresh\n"
	 "  near URL        the articles most like it, dropped ones too\n"
	 "  search WORD...  articles with all these words; 'two words' in this order; NOT word: without it (see index)\n"
	 "For URL, the id in the store or in the input will do. What a list may be chosen and sorted by are the names that --json\n"
	 "and --csv print. Stores that share a memory are shown as one; others one after the other.",
	 "lyoh", inspect_command},
	{"export", "STORE... [pages|drops]", "Writes the pages or drops of a store as JSON Lines or WARC, with their texts",
	 "Several stores must share a memory. "
	 "What may be chosen and sorted by are the names that 'inspect STORE pages --csv' prints. Lines are such as filter reads; in\n"
	 "a WARC file a text is a record of type conversion.",
	 "wyqh", export_command},
	{"report", "STORE...", "Writes one HTML file that shows what was kept, what was dropped, and why",
	 "It needs nothing from elsewhere, so it can be sent to somebody. It has the groups of duplicates by the bytes they waste, with\n"
	 "what differs in each, and charts of what decided. Of a large store it has 100,000 drops, and the texts of 2,000.",
	 "Wqh", report_command},
	{"serve", "STORE [TRUTH]", "Shows the report of a store in a browser, where one may search, decide and try filters",
	 "It listens on 127.0.0.1 only. What changes something needs the address with the token that it prints. Keys y and n write\n"
	 "labels for eval into TRUTH, or STORE.truth. A crawl may write to the store meanwhile; then it cannot be decided.",
	 "jVoh", serve_command},
	{"index", "STORE...", "Makes or updates the full-text index of a store, for inspect search and near",
	 "The index is a file beside the store, STORE.index. It may be deleted: it is made again from the store.", "oqh",
	 index_command},
	{"judge", "STORE", "Judges everything in a store again, without fetching, and shows what would change",
	 "With another --filter or other options or, without --filter, with the store's own filter in the version of this\n"
	 "program. Without --apply nothing is changed; with it, everything is changed at once. A filter that needs more than\n"
	 "the article's text cannot be used here.",
	 "fjadoqh", judge_command},
	{"undo", "STORE URL...", "Makes drops pages again, and remembers that",
	 "For URL, the id in the store or in the input will do. From now on the article is kept, whatever a filter says, also when\n"
	 "it is fetched or judged again. What a person decided: inspect STORE decisions.",
	 "nqh", undo_command},
	{"drop", "STORE URL... --of URL", "Makes articles drops of another one, and remembers that",
	 "The drops that a page had, and whatever repeats it later, then repeat that other article.", "mqh", drop_command},
	{"shared", "URL [status|create|add-shard|delete|forget NAME]", "Shows, makes or tidies a memory that crawlers share",
	 "URL is redis://[USER:PASSWORD@]HOST[:PORT]/NAME. status: what it holds, and for which stores. create: makes it with a --filter and\n"
	 "--shards, or for a store that has pages; else the first crawl --shared does. add-shard: one server more for one that was made with --shards. delete: takes it\n"
	 "away; the stores keep all they have. forget: withdraws the pages of a store that is lost for good. See docs/cluster.md.",
	 "sHfoqh", shared_command},
	{"filters", "[FILE.so...]", "Lists the built-in filters, or those in the files, with their options", NULL, "oh",
	 filters_command},
	{"completion", "[man]", "Prints what bash and zsh need to complete commands and options",
	 "In the file that the shell reads at its start:  source <(firstprint completion)\n"
	 "With man, it prints the section on options of the man page, from the same table.",
	 "h", NULL},
	{NULL, NULL, NULL, NULL, NULL, NULL},
};

const command *command_find(const char *name)
{
	for (const command *c = commands; c->name; c++)
		if (strcmp(c->name, name) == 0)
			return c;
	return NULL;
}
