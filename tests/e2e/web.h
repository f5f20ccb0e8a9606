/* web — a site in which all ends of a URL happen: pages, reprints, redirects, failures, skips of four kinds.
 *
 *	harness_start(WEB_LOCATIONS);
 *	web_write(60);
 *	harness_run("crawl … '%s'", web_seed());
 */
#ifndef TESTS_E2E_WEB_H
#define TESTS_E2E_WEB_H

#define WEB_LOCATIONS \
	"location /web/ { root DIR; }\n" \
	"location ~ ^/to/(.*)$ { return 301 /web/$1.html; }\n" \
	"location = /robots.txt { root DIR/web; }\n"

/* Everybody gets links to two pages further on, so that all is found from the first. */
void web_write(int pages);
const char *web_seed(void);

#endif
