/* settings — the options and operands of one command line. Ranges and defaults: commands/options.c. */
#ifndef CRAWLER_CONSOLE_SETTINGS_H
#define CRAWLER_CONSOLE_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/status.h"

/* Exit codes; users' scripts depend on them. */
enum { EXIT_DONE = 0, EXIT_FAILED = 1, EXIT_USAGE = 2, EXIT_STOPPED_BY_SIGNAL = 3 };

static inline int exit_code_of(status err)
{
	return err == OK ? EXIT_DONE : err == ERR_USAGE ? EXIT_USAGE : EXIT_FAILED;
}

enum { TEXTS_MOST = 32 }; /* how often a repeatable option may be given */

/* An option that may be given several times: its values, in order. */
typedef struct text_list {
	const char *items[TEXTS_MOST];
	size_t len;
} text_list;

enum { EXPORT_ROLL_SIZE = 1 << 30 }; /* bytes, by default; ISO 28500 suggests a gigabyte */

enum robots_policy { ROBOTS_OBEY, ROBOTS_IGNORE };
enum sitemaps_policy { SITEMAPS_READ, SITEMAPS_IGNORE };
enum traps_policy { TRAPS_AVOID, TRAPS_FOLLOW };
enum plain_text_policy { PLAIN_TEXT_PAGE, PLAIN_TEXT_SKIP };
enum canonical_policy { CANONICAL_OBEY, CANONICAL_IGNORE };

/* Strings are borrowed from argv; NULL: the option was not given. robots, sitemaps, traps, plain_text and canonical hold the
 * policies above, scope an enum scope_kind, order an enum batch_order. */
typedef struct settings {
	const char *store;
	const char *filter; /* the last of filters; NULL: none was given */
	text_list filters;
	int64_t jobs, memory, order, show, key, sample, part_number;
	int64_t store_key; /* of a new store; −1: it draws one */
	const char *sweep, *verdicts;
	bool json, quiet, verbose, help, apply, with_verdicts;
	int64_t scope, depth, max_pages, connections, per_host, max_bytes, retries, per_host_pages, robots, sitemaps, traps,
		canonical, plain_text, group_budget;
	double delay, timeout, give_up, max_time; /* in seconds */
	const char *include, *exclude, *user_agent, *contact, *ca, *proxy, *warc, *user, *cookies, *save_cookies;
	text_list headers;
	const char *config;
	char *config_text; /* the content of the --config file; NULL: none */
	const char *keep, *drops, *unread, *against, *shared, *part, *decided, *signatures;
	bool is_signed, csv, notable, labelled, pairs, side_by_side, no_pager, blind;
	const char *where, *sort;
	int64_t limit;
	const char *of, *output;
	int64_t as, roll_size, warc_size, port;
	bool decision;
	text_list prefer, never_drop;
	const char *id_field, *url_field, *text_field, *html_field, *title_field, *lang_field, *site_field;
	bool skip_drop_links, allow_private, refresh, strict_seeds, no_cookies, warc_secrets, no_host_budget;
	char **operands;
	size_t operands_len;
} settings;

/* Writes the key that --key chose, the same that eval has, and returns it; NULL: none was chosen. */
static inline const uint8_t *settings_key(const settings *s, uint8_t key[16])
{
	memset(key, 0, 16);
	memcpy(key, &s->store_key, sizeof s->store_key);
	return s->store_key < 0 ? NULL : key;
}

#endif
