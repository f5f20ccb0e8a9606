/* parts_site — sixteen hosts that link to each other and repeat each other's articles, and a crawl of them in parts. */
#ifndef TESTS_E2E_PARTS_SITE_H
#define TESTS_E2E_PARTS_SITE_H

#include <stdint.h>
#include <sys/types.h>

enum { HOSTS = 16, PARTS = 4 };

/* /to/12 on any host redirects to the first page of host 12. */
#define PARTS_LOCATIONS \
	"location / { root DIR/$server_addr; }\n" \
	"location ~ ^/to/(.*)$ { return 301 http://127.0.0.$1:$server_port/p0.html; }\n"

/* Writes so many pages for each host, and the seeds: the first page of each host, or only of the first one. */
void parts_write(int pages, int seeds);
const char *parts_store(int part); /* p1.db, …; of the crawl that has only one part: alone.db, part 0. Valid as harness_file's */
const char *parts_stores(void); /* all of them, as words for a shell; valid until the next call */
/* The store of part 1 is made with a key by which each of 4 parts gets 3 hosts at least; it makes the memory. */
void parts_begin(void);
#define PARTS_QUICKLY "--scope any --delay 0"
/* Crawls without parts, into alone.db, with the same key. */
void parts_crawl_alone(const char *options);
/* Starts a part; its output goes into p1.out, …. options: of crawl, with the scope; PARTS_QUICKLY: all links, without delays. */
pid_t parts_start(int part, const char *options);
/* The same, and waits until it has told the others what it does. */
pid_t parts_start_joined(int part, const char *options);
/* With an environment, as "NAME=value", and seams.c. */
pid_t parts_start_seamed(int part, const char *environment, const char *options);
/* Waits for parts that were started; each must end with this exit code. */
void parts_wait(const pid_t *pids, int n, int code);
const char *parts_said(int part); /* what it has printed so far */

/* What all parts have of `column` of table, or alone.db, one a line, sorted; valid until the next call but one. */
const char *parts_all(int from, int to, const char *sql);
/* Fails if a store has faults, or lacks a URL that another one has handed over to it. */
void parts_expect_whole(void);
/* The same, and unless the parts have fetched the URLs that alone.db has, each once. */
void parts_expect_same_urls(void);
/* A page on a host, beside those of parts_write; links: of HTML. */
void parts_add_page(int host, const char *name, const char *links);

#endif
