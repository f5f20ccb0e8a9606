#include "crawler/commands/options.h"

#include <stdio.h>
#include <string.h>

#include "base/mark.h"
#include "judge/pipeline.h"

enum { WHO_MOST = 400 }; /* bytes of --user-agent and of --contact */

/* A text that is sent in request headers, where a line break would begin another header. */
static status check_sent(const char *name, const char *value, complaint *why)
{
	if (strlen(value) > WHO_MOST)
		return complain(why, ERR_USAGE, "--%s: longer than %d bytes", name, WHO_MOST);
	for (; *value; value++)
		if ((unsigned char)*value < ' ' || *value == 0x7f)
			return complain(why, ERR_USAGE, "--%s: contains a control character", name);
	return OK;
}

/* A name without a scheme is that of an HTTP proxy. */
static status check_proxy(const char *name, const char *value, complaint *why)
{
	const char *colon = strstr(value, "://");
	firstprint_span scheme = {value, colon ? (size_t)(colon - value) : 0};

	if ((colon && !mark_is_one(scheme, "http https socks4 socks4a socks5 socks5h")) || strpbrk(value, " \t\r\n"))
		return complain(why, ERR_USAGE,
				"--%s must be [SCHEME://]HOST[:PORT], with http, https, socks4, socks4a, socks5 or socks5h",
				name);
	return OK;
}

#define PLAIN(kind, field) kind, offsetof(settings, field), 0, 0, 0, NULL, NULL
#define NUMBER(kind, field, default_value, min, max) kind, offsetof(settings, field), default_value, min, max, NULL, NULL
#define CHOSEN(field, words) CHOICE, offsetof(settings, field), 0, 0, 0, words, NULL
#define CHECKED(field, check) TEXT, offsetof(settings, field), 0, 0, 0, NULL, check

const option_row options[] = {
	{'s', 'o', "store", "FILE", PLAIN(TEXT, store), "the store"},
	{'M', 0, "shared", "URL", PLAIN(TEXT, shared),
	 "redis://HOST[:PORT]/NAME, rediss://…, unix:…, postgresql://HOST/DATABASE/NAME: judge with an index that other crawlers share; see docs/cluster.md"},
	{'c', 0, "part", "K/N", PLAIN(TEXT, part),
	 "with --shared: be part K of N of one crawl, and fetch only the hosts of this part; see docs/cluster.md"},
	{'f', 'f', "filter", "SPEC", PLAIN(TEXTS, filters),
	 "NAME[:option=value,...], several joined by +; see 'firstprint filters'"},
	{'j', 'j', "jobs", "N", NUMBER(WHOLE, jobs, 0, 0, 256), "worker threads; 0: one per core"},
	{'j', 0, "memory", "BYTES", NUMBER(SIZE, memory, PIPELINE_MEMORY, 1 << 20, 1e15),
	 "for the pages in progress, such as 64M or 2G: a large page waits until there is room"},
	{'r', 0, "order", "ORDER", CHOSEN(order, "arrival|longest-first"),
	 "the order in which to judge pages; longest-first: the longest text first, so that of several copies it is kept"},
	{'k', 0, "keep", "FILE", PLAIN(TEXT, keep),
	 "write the kept pages, unchanged; .gz: gzipped; -: to standard output, in place of verdicts"},
	{'k', 0, "drops", "FILE", PLAIN(TEXT, drops), "the same for dropped pages"},
	{'k', 0, "with-verdicts", NULL, PLAIN(FLAG, with_verdicts),
	 "add to each line of JSON in --drops its verdict, as the field \"firstprint\""},
	{'k', 0, "against", "STORE", PLAIN(TEXT, against),
	 "compare with the pages of a store, not with each other, and add nothing to it"},
	{'k', 0, "signed", NULL, PLAIN(FLAG, is_signed), "the lines come from 'firstprint sign': judge them as they are"},
	{'k', 0, "decided", "FILE", PLAIN(TEXT, decided),
	 "do not judge: take the verdicts from this output of filter or decide-pairs, which is about the same pages in the same order"},
	{'U', 0, "unread", "FILE", PLAIN(TEXT, unread),
	 "write the lines that cannot be read, unchanged; what else the command prints of them is an error"},
	{'S', 0, "part", "N", NUMBER(WHOLE, part_number, 0, 0, 1048575),
	 "the number of this part of the corpus; parts are judged in the order of their numbers"},
	{'S', 0, "signatures", "FILE", PLAIN(TEXT, signatures), "the file for the signatures, which decide-pairs reads"},
	{'i', 0, "id-field", "NAME", PLAIN(TEXT, id_field), "for JSON Lines: the field with the id, if not \"id\""},
	{'i', 0, "url-field", "NAME", PLAIN(TEXT, url_field), "the same for \"url\""},
	{'i', 0, "text-field", "NAME", PLAIN(TEXT, text_field), "the same for \"text\""},
	{'i', 0, "html-field", "NAME", PLAIN(TEXT, html_field), "the same for \"html\""},
	{'i', 0, "title-field", "NAME", PLAIN(TEXT, title_field), "the same for \"title\""},
	{'i', 0, "lang-field", "NAME", PLAIN(TEXT, lang_field), "the same for \"lang\""},
	{'i', 0, "site-field", "NAME", PLAIN(TEXT, site_field),
	 "the field with the site of a page without a URL; the URL is then SITE/ID"},
	{'x', 0, "plain-text", "WHAT", CHOSEN(plain_text, "page|skip"),
	 "plain-text responses, and plain-text files in folders"},
	{'e', 0, "sweep", "O=A..B", PLAIN(TEXT, sweep),
	 "OPTION=A..B[..STEP], or on..off: one row for each value of an option of the filter, with --json as its \"value\""},
	{'e', 0, "verdicts", "FILE", PLAIN(TEXT, verdicts),
	 "score another program's output, not a filter: lines {\"id\", \"of\"}, of null: unique"},
	{'e', 0, "labelled", NULL, PLAIN(FLAG, labelled),
	 "count verdicts about labelled pairs alone: one that no label speaks of is not wrong; for pairs that were chosen to be judged"},
	{'e', 0, "show", "N", NUMBER(WHOLE, show, 0, 0, 1e9),
	 "print the N worst mistakes, with their evidence: pages dropped wrongly or without a label, and missed duplicates"},
	{'e', 0, "pairs", NULL, PLAIN(FLAG, pairs),
	 "in place of the table, print each line of TRUTH about two pages, and behind it 'together' or 'apart', and the filter"},
	{'e', 0, "key", "N", NUMBER(WHOLE, key, 0, 0, 1e9),
	 "hash with the Nth key: each store draws its own, and a few verdicts depend on it"},
	{'K', 0, "key", "N", NUMBER(WHOLE, store_key, -1, -1, 1e9),
	 "give a new store the Nth key; it then says of the same input what every store with this key says; -1: a secret one, or 0 without a store"},
	{'c', 0, "scope", "KIND", CHOSEN(scope, "host|domain|prefix|any"),
	 "which links to follow: to the host, domain or folder of a seed, or all"},
	{'c', 0, "depth", "N", NUMBER(WHOLE, depth, -1, -1, 1000000), "follow links up to N steps from a seed; -1: no limit"},
	{'c', 0, "max-hops", "N", NUMBER(WHOLE, depth, -1, -1, 1000000), "another name for --depth"},
	{'c', 0, "max-pages", "N", NUMBER(WHOLE, max_pages, 0, 0, 1e15),
	 "stop after N pages and drops in this run; 0: no limit"},
	{'c', 0, "max-time", "AFTER", NUMBER(TIME, max_time, 0, 0, 1e9),
	 "stop after this time, such as 90s, 30m, 12h, 1d; the queue is kept; 0: no limit"},
	{'c', 0, "per-host-pages", "N", NUMBER(WHOLE, per_host_pages, 0, 0, 1e15),
	 "skip the URLs of a host that has N pages and drops; 0: no limit"},
	{'c', 0, "include", "RE", PLAIN(TEXT, include), "follow and refresh only URLs that match"},
	{'c', 0, "exclude", "RE", PLAIN(TEXT, exclude), "do not follow or refresh URLs that match"},
	{'c', 0, "connections", "N", NUMBER(WHOLE, connections, 16, 1, 1000), "concurrent transfers"},
	{'c', 0, "per-host", "N", NUMBER(WHOLE, per_host, 1, 1, 1000), "concurrent transfers per host, and per IP address"},
	{'c', 0, "delay", "SECONDS", NUMBER(REAL, delay, 1, 0, 3600),
	 "the minimum time between two requests to a host or IP address; longer for slow hosts; 0: none"},
	{'u', 0, "timeout", "SECONDS", NUMBER(REAL, timeout, 30, 0.1, 3600), "for a whole transfer"},
	{'u', 0, "max-bytes", "BYTES", NUMBER(SIZE, max_bytes, 8 << 20, 1024, 1 << 30),
	 "the maximum size of a page, decoded; the rest is cut off"},
	{'c', 0, "retries", "N", NUMBER(WHOLE, retries, 2, 0, 100), "retries after a temporary failure"},
	{'c', 0, "give-up", "AFTER", NUMBER(TIME, give_up, 86400, 1, 1e9),
	 "how long to wait for unreachable hosts, and for a network that is down: 90s, 30m, 12h, 1d"},
	{'u', 0, "user-agent", "S", CHECKED(user_agent, check_sent),
	 "the user agent; robots.txt rules apply to its first word"},
	{'u', 0, "contact", "WHO", CHECKED(contact, check_sent),
	 "a URL or email address for the owners of the sites, added to the user agent"},
	{'c', 0, "robots", "WHAT", CHOSEN(robots, "obey|ignore"), "the rules in robots.txt"},
	{'c', 0, "sitemaps", "WHAT", CHOSEN(sitemaps, "read|ignore"), "the sitemaps that robots.txt names"},
	{'C', 0, "canonical", "WHAT", CHOSEN(canonical, "obey|ignore"),
	 "rel=canonical, in a store: of two copies, keep the one that the other names"},
	{'c', 0, "traps", "WHAT", CHOSEN(traps, "avoid|follow"),
	 "crawler traps, session ids, sort parameters, and rules learned from duplicates"},
	{'c', 0, "group-budget", "N", NUMBER(WHOLE, group_budget, 1000, 0, 1e9),
	 "follow the links of at most N duplicates of one page; 0: of all"},
	{'c', 0, "no-host-budget", NULL, PLAIN(FLAG, no_host_budget),
	 "go on with hosts that have given no new article for hundreds of requests"},
	{'c', 0, "cookies", "FILE", PLAIN(TEXT, cookies),
	 "send the cookies in this file (Netscape's format) to those hosts of the seeds that they are for"},
	{'c', 0, "save-cookies", "FILE", PLAIN(TEXT, save_cookies), "write all cookies to this file at the end"},
	{'c', 0, "no-cookies", NULL, PLAIN(FLAG, no_cookies),
	 "keep no cookies; by default, each host's cookies are kept for the run"},
	{'c', 0, "header", "H", PLAIN(TEXTS, headers),
	 "\"Name: value\", or @FILE with one per line: sent to the hosts of the seeds only; may be repeated"},
	{'c', 0, "user", "N:P", PLAIN(TEXT, user),
	 "name and password, or @FILE with them: sent to the hosts of the seeds only"},
	{'c', 0, "refresh", NULL, PLAIN(FLAG, refresh),
	 "fetch everything in the store again, to see what has changed and what is gone"},
	{'c', 0, "strict-seeds", NULL, PLAIN(FLAG, strict_seeds), "exit code 1 if any seed led to no page"},
	{'c', 0, "warc", "FILE", PLAIN(TEXT, warc),
	 "append everything that is fetched to a gzipped WARC file, with a CDXJ index beside it"},
	{'c', 0, "warc-size", "BYTES", NUMBER(SIZE, warc_size, 0, 1, 1e15),
	 "start a new WARC file when one has this size: FILE-00000.warc.gz, FILE-00001.warc.gz and so on"},
	{'c', 0, "warc-secrets", NULL, PLAIN(FLAG, warc_secrets),
	 "with --warc: include the cookies, passwords and headers that were sent; by default they are left out"},
	{'c', 0, "skip-drop-links", NULL, PLAIN(FLAG, skip_drop_links), "do not follow the links of dropped pages"},
	{'u', 0, "allow-private", NULL, PLAIN(FLAG, allow_private), "fetch from loopback and private addresses too"},
	{'u', 0, "ca", "FILE", PLAIN(TEXT, ca), "certificates to trust instead of the system's"},
	{'u', 0, "proxy", "URL", CHECKED(proxy, check_proxy), "the proxy; proxy settings in the environment are ignored"},
	{'a', 0, "apply", NULL, PLAIN(FLAG, apply), "replace the old verdicts with the new ones"},
	{'d', 0, "prefer", "RE", PLAIN(TEXTS, prefer),
	 "of two copies, keep the one whose URL matches, even if it comes later; the store remembers this"},
	{'d', 0, "never-drop", "RE", PLAIN(TEXTS, never_drop), "keep every page whose URL matches; the store remembers this"},
	{'w', 'o', "output", "FILE", PLAIN(TEXT, output),
	 "the file to write; .gz: gzipped; without it, standard output. For WARC, NAME.warc.gz, or the prefix of several names"},
	{'W', 'o', "output", "FILE", PLAIN(TEXT, output), "the HTML file; -: standard output"},
	{'V', 0, "port", "N", NUMBER(WHOLE, port, 0, 0, 65535), "the port to listen on; 0: any free port"},
	{'w', 0, "as", "FORM", CHOSEN(as, "jsonl|warc"), "JSON Lines, or WARC files with a CDXJ index"},
	{'w', 0, "roll-size", "BYTES", NUMBER(SIZE, roll_size, EXPORT_ROLL_SIZE, 1, 1e15),
	 "start a new WARC file when one has this size"},
	{'m', 0, "of", "URL", PLAIN(TEXT, of), "the original, by URL or id"},
	{'n', 0, "decision", NULL, PLAIN(FLAG, decision), "the operands are numbers of decisions, to be forgotten"},
	{'l', 0, "csv", NULL, PLAIN(FLAG, csv), "print a list as CSV, with a header line"},
	{'l', 0, "notable", NULL, PLAIN(FLAG, notable),
	 "for drops: only those whose difference has a negation, a correction or a name"},
	{'y', 0, "where", "EXPR", PLAIN(TEXT, where),
	 "for lists: only rows for which this SQL expression is true, such as \"score < 0.7\""},
	{'y', 0, "sort", "COLUMN", PLAIN(TEXT, sort), "for lists: sort by this column; -COLUMN: the largest first"},
	{'y', 0, "limit", "N", NUMBER(WHOLE, limit, -1, 0, 1e15),
	 "at most N rows; 0: all. Without it, all of a list, the best 10 of near, and 20 of search"},
	{'l', 0, "sample", "N", NUMBER(WHOLE, sample, 0, 0, 1e15), "for lists: N of these rows, drawn at random"},
	{'l', 0, "side-by-side", NULL, PLAIN(FLAG, side_by_side), "for diff: in two columns"},
	{'l', 0, "no-pager", NULL, PLAIN(FLAG, no_pager), "on a terminal, print directly, not through $PAGER"},
	{'b', 0, "blind", NULL, PLAIN(FLAG, blind),
	 "show the texts alone, without names, verdicts and scores, in an order that does not depend on these"},
	{'o', 0, "json", NULL, PLAIN(FLAG, json), "print JSON, for programs"},
	{'q', 'q', "quiet", NULL, PLAIN(FLAG, quiet), "no progress and no summary"},
	{'q', 'v', "verbose", NULL, PLAIN(FLAG, verbose), "one line per URL"},
	{'h', 0, "config", "FILE", PLAIN(TEXT, config),
	 "read options from a file, one per line: delay = 2; the command line is applied after it"},
	{'h', 'h', "help", NULL, PLAIN(FLAG, help), "this help"},
	{.name = NULL},
};

bool option_is_of(const option_row *r, const command *c)
{
	return r->group == 'h' || strchr(c->options, r->group) != NULL;
}

const char *option_range(const option_row *r, char out[OPTION_RANGE])
{
	*out = '\0';
	if (r->kind == CHOICE)
		snprintf(out, OPTION_RANGE, " (%s; default %.*s)", r->words, (int)strcspn(r->words, "|"), r->words);
	else if (r->kind == TIME)
		snprintf(out, OPTION_RANGE, r->default_value > 0 ? " (default %.10gd)" : " (default 0)",
			 r->default_value / 86400);
	else if (r->kind == SIZE && r->default_value > 0)
		snprintf(out, OPTION_RANGE, " (default %.10gM)", r->default_value / (1 << 20));
	else if ((r->kind == WHOLE || r->kind == REAL) && r->default_value >= r->min)
		snprintf(out, OPTION_RANGE, " (default %.10g)", r->default_value);
	return out;
}
