/* table — all commands. */
#include <string.h>

#include "crawler/commands/commands.h"
#include "crawler/crawl/crawl.h"

const command commands[] = {
	{"crawl", "[SEED...]", "Crawls the web from the seeds and stores every article once",
	 "SEED is a URL, or a file of URLs (one per line, # starts a comment; - is standard input). After SIGINT, SIGTERM or\n"
	 "a crash, the same command continues where it stopped; then, and for --refresh, it needs no seeds.",
	 "sKMfjudcCxoqh", .run = crawl_command},
	{"filter", "[FILE...]", "Judges pages from JSON, WARC or HTML files and prints one verdict per line",
	 "A line is {\"id\", \"url\"?, \"title\"?, \"lang\"?, \"html\" or \"text\"}; options can name other fields. An array of such\n"
	 "objects also works. In a WARC file every HTML response is a page, and its id is its URL; an HTML file is a page, and its\n"
	 "id and URL are its path. In a folder, filter reads all such files. Files may be compressed by gzip, zstd or xz; - or no\n"
	 "file means standard input. Before it waits for more input, filter prints the verdicts about all lines so far. With\n"
	 "--store it compares the pages with those in the store, and stores them too; without it, it stores nothing.",
	 "sKMfjrkUixCdqoh", .run = filter_command},
	{"purify", "[FILE|URL...]", "Prints the article of each page, without menus, ads and the like",
	 "It reads the same files as filter; a URL begins with http:// or https://. It prints the title, if there is one, and\n"
	 "the text, one line per paragraph; with --json, it prints lines that filter reads.",
	 "jixuoqh", .run = purify_command},
	{"sign", "[FILE...]", "Purifies pages and computes their signatures, for filter --signed",
	 "This is the costly half of filter. It needs no other page, so many machines can share the work. It prints one line\n"
	 "per page. For 'filter --signed --store STORE', sign with the same STORE, or a copy of it: it has the key.",
	 "sfjUixqh", .run = sign_command},
	{"keys", "[FILE...]", "Prints the keys of pages for a sort, and writes their signatures: see pairs",
	 "For a corpus of any size, on any number of machines, without a server:\n"
	 "  firstprint keys --part N --signatures N.sig PAGES >N.keys     for each part\n"
	 "  LC_ALL=C sort *.keys | firstprint pairs >PAIRS                or any other sort of lines\n"
	 "  LC_ALL=C sort PAIRS | firstprint decide-pairs *.sig >VERDICTS       a verdict for each page, in the order of the parts\n"
	 "See docs/batch.md.",
	 "sfjUSixqh", .run = keys_command},
	{"pairs", "", "Prints the pairs of pages that have a key in common, from sorted keys",
	 "It reads standard input. See keys.", "h", .run = pairs_command},
	{"decide-pairs", "SIGNATURES...", "Prints a verdict for each page, from the signatures of all parts and sorted pairs",
	 "It reads the pairs from standard input. The filter and the store are those of keys, which see.", "sfqh",
	 .run = decide_pairs_command, .least = 1, .few = "needs the --signatures of all parts"},
	{"label", "STORE TRUTH",
	 "Shows pairs of pages, asks whether they are the same article, and writes a truth file for eval",
	 "The pairs about which the filter was least sure come first; with --blind, nothing tells what it said. Keys: y same\n"
	 "article, n different articles, i ignore the pair, u back to the last pair, q quit. Each answer is appended to TRUTH at\n"
	 "once; pairs in TRUTH are not asked again, and equal texts are not asked about: what is measured is the rest. Which\n"
	 "pairs there are depends on the store's filter: a page is asked about beside the one that this filter found nearest.\n"
	 "To compare filters, make a store with each, and label all of them into one TRUTH.",
	 "bh", .run = label_command, .least = 2, .most = 2, .few = "takes a store, and a file for the answers"},
	{"eval", "PAGES TRUTH", "Measures filters on a labelled set",
	 "TRUTH has lines id TAB id [TAB dup|ignore|neg], or id TAB cluster: the latter if the first line without a label names no\n"
	 "other page, or each page has such a line. Prints one row per --filter, or per value of\n"
	 "--sweep: precision, recall and F1; right, wrong and missed pages: wrong is a verdict about two pages that are not\n"
	 "labelled dup, unlab. are those of them that have no label at all, and missed is a page in no group with an earlier\n"
	 "one of its cluster; pairs labelled neg that were dropped; super.: pages that are not missed only because they supersede\n"
	 "a page of their cluster, which counts as right although both are kept; pages per second, from the first byte read to\n"
	 "the last verdict; bytes of memory per kept page. --sweep key=0..19 measures how much the key is worth:\n"
	 "its last line has the mean of F1, and the standard deviation, with --json as f1_mean and f1_deviation.",
	 "fjrixeoqh", .run = eval_command, .least = 2, .most = 2, .few = "needs two files, PAGES and TRUTH",
	 .many = "takes two files, PAGES and TRUTH"},
	{"inspect", "STORE... [WHAT]", "Shows what one or several stores contain, and why",
	 "WHAT is summary; one of the lists pages, drops, causes, groups, members, hosts, urls (every one that was seen, with its\n"
	 "state: page, drop, redirect, failure, skip or queued), seeds, redirects, failures, skips,\n"
	 "changes, past, supersedes (pages that contain another one; both are kept), canonicals (wrong ones), rules, decisions;\n"
	 "or one of these:\n"
	 "  members URL     the list of one group alone, by any of its articles\n"
	 "  show URL        everything known about a page or URL, with the text\n"
	 "  explain URL     every decision about it, in sentences: scope, robots, fetch, each stage of the filter\n"
	 "  diff URL [URL]  two articles, word by word; one URL: the article and its original, its text before a refresh,\n"
	 "                  or the page that a kept one was compared with\n"
	 "  near URL        the most similar articles, including dropped ones\n"
	 "  search WORD...  pages, drops and past texts with all these words; 'two words': in this order; 'wor*': any end;\n"
	 "                  NOT word: without it (see index)\n"
	 "In place of URL, an id also works: '#12' of the store, '\"12\"' of the input, 12 of the one that has it. --where and\n"
	 "--sort take the column names that\n"
	 "--json and --csv print. Stores of the same shared index are shown as one; others one after the other.",
	 "lyoh", .run = inspect_command, .least = 1, .few = "needs a store"},
	{"export", "STORE... [pages|drops|past]",
	 "Writes the pages, drops or past articles of a store as JSON Lines or WARC, with their texts",
	 "Several stores must be of the same shared index. --where and --sort take the column names that 'inspect STORE WHAT\n"
	 "--csv' prints of them. The lines are in the form that filter reads; in a WARC file, a text is a record of type conversion.",
	 "wyqh", .run = export_command, .least = 1, .few = "needs a store, then pages, drops or past"},
	{"report", "STORE...", "Writes one HTML file that shows what was kept, what was dropped, and why",
	 "The file loads nothing from elsewhere, so you can send it to somebody. It shows the groups of duplicates by the bytes\n"
	 "they waste, the differences in each group, and charts of what decided. For a large store it has 100,000 drops, and the\n"
	 "texts of 2,000.",
	 "Wqh", .run = report_command, .least = 1, .few = "needs a store, and --output, the HTML file"},
	{"serve", "STORE [TRUTH]", "Serves the report of a store to a browser, where you can search, decide and try filters",
	 "It listens on 127.0.0.1 only. To change anything, open the address that it prints, which has the token. Keys y and n\n"
	 "write labels for eval to TRUTH, or to STORE.truth. While another process, such as a crawl, writes to the store, you\n"
	 "cannot decide.",
	 "jVoh", .run = serve_command, .least = 1, .most = 2, .few = "takes one store, and a file for labels if need be"},
	{"index", "STORE...", "Creates or updates the full-text index of a store, for inspect search and near",
	 "The index is a file beside the store, STORE.index. You may delete it: this command can rebuild it from the store.",
	 "oqh", .run = index_command, .least = 1, .few = "needs a store"},
	{"judge", "STORE", "Judges everything in a store again, without fetching, and shows what would change",
	 "It uses another --filter or other options or, without --filter, the store's own filter as this version of the program\n"
	 "has it. Without --apply, nothing changes; with it, everything changes in one transaction. Filters that need more than\n"
	 "the article's text do not work here.",
	 "fjadoqh", .run = judge_command, .least = 1, .most = 1, .few = "needs a store", .many = "takes one store"},
	{"undo", "STORE URL...", "Turns drops back into pages, and remembers that",
	 "In place of URL, an id from the store or from the input also works. From now on the article is kept, whatever a filter\n"
	 "says, even if it is fetched or judged again. 'inspect STORE decisions' lists what people decided.",
	 "nqh", .run = undo_command, .least = 2, .few = "needs a store, and the ids or URLs of drops"},
	{"drop", "STORE URL... --of URL", "Turns articles into drops of another one, and remembers that",
	 "Drops of such an article, and later articles that repeat it, become drops of that other article.", "mqh",
	 .run = drop_command, .least = 2, .few = "needs a store, and the ids or URLs of articles"},
	{"shared", "URL [status|create|delete|forget NAME]", "Shows, creates or deletes an index that crawlers share",
	 "URL is redis://[USER:PASSWORD@]HOST[:PORT]/NAME, rediss:// for TLS, unix:/SOCKET/NAME, or\n"
	 "postgresql://[USER:PASSWORD@]HOST[:PORT]/DATABASE/NAME. status: shows what it holds, and for which stores. create: creates it\n"
	 "with a --filter, or for a --store that has pages; without create, the first crawl --shared creates it. delete: deletes the\n"
	 "index; the stores keep all they have. forget: withdraws the pages of a store that is lost for good. See docs/cluster.md.",
	 "sfoqh", .run = shared_command, .least = 1, .few = "needs a URL: redis://HOST[:PORT]/NAME"},
	{"filters", "[FILE.so...]", "Lists the built-in filters, or those in the files, with their options", NULL, "oh",
	 .run = filters_command},
	{"completion", "[man]", "Prints the script with which bash and zsh complete commands and options",
	 "Add this to the shell's startup file:  source <(firstprint completion)\n"
	 "With man, it prints the man page's section on options, from the same table.",
	 "h", .run = NULL},
	{.name = NULL},
};

const command *command_find(const char *name)
{
	for (const command *c = commands; c->name; c++)
		if (strcmp(c->name, name) == 0)
			return c;
	return NULL;
}
