#include "crawler/web/cookies.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/grow.h"
#include "base/table.h"

/* The cookies of one host. */
typedef struct jar {
	CURLSH *share;
	size_t bytes; /* as lines */
} jar;

struct cookies {
	CURL *easy;   /* reads and changes jars; makes no transfers */
	arena *hosts; /* their names */
	table places; /* host → index in jars */
	jar *jars;
	size_t len, room, bytes;
};

cookies *cookies_new(void)
{
	cookies *c = calloc(1, sizeof *c);

	if (!c)
		return NULL;
	c->easy = curl_easy_init();
	c->hosts = c->places.memory = arena_new();
	if (c->easy && c->hosts)
		return c;
	cookies_free(c);
	return NULL;
}

void cookies_free(cookies *c)
{
	if (!c)
		return;
	curl_easy_cleanup(c->easy);
	for (size_t i = 0; i < c->len; i++)
		curl_share_cleanup(c->jars[i].share);
	free(c->jars);
	arena_free(c->hosts);
	free(c);
}

static jar *find(const cookies *c, const char *host, size_t len)
{
	const size_t *at = table_get(&c->places, host, len);

	return at ? &c->jars[*at] : NULL;
}

/* NULL: out of memory. */
static jar *make(cookies *c, const char *host, size_t len)
{
	jar *jars = grow(c->jars, c->len, &c->room, sizeof *jars);
	const char *key = arena_text(c->hosts, host, len);
	CURLSH *share;

	c->jars = jars ? jars : c->jars;
	share = jars && key ? curl_share_init() : NULL;
	if (!share || curl_share_setopt(share, CURLSHOPT_SHARE, CURL_LOCK_DATA_COOKIE) != CURLSHE_OK ||
	    !table_put(&c->places, key, len, c->len)) {
		curl_share_cleanup(share);
		return NULL;
	}
	jars[c->len] = (jar){.share = share};
	return &jars[c->len++];
}

static struct curl_slist *lines_of(CURL *easy)
{
	struct curl_slist *lines = NULL;

	curl_easy_getinfo(easy, CURLINFO_COOKIELIST, &lines);
	return lines;
}

static size_t bytes_of(const struct curl_slist *lines)
{
	size_t bytes = 0;

	for (; lines; lines = lines->next)
		bytes += strlen(lines->data) + 1;
	return bytes;
}

/* To be called when a jar has changed. */
static void measure(cookies *c, jar *j)
{
	struct curl_slist *lines;

	curl_easy_setopt(c->easy, CURLOPT_SHARE, j->share);
	lines = lines_of(c->easy);
	c->bytes -= j->bytes;
	j->bytes = bytes_of(lines);
	if (j->bytes > COOKIES_HOST_BYTES) {
		curl_easy_setopt(c->easy, CURLOPT_COOKIELIST, "ALL");
		j->bytes = 0;
	}
	c->bytes += j->bytes;
	curl_slist_free_all(lines);
}

static status add_lines(cookies *c, const char *host, size_t host_len, const struct curl_slist *lines)
{
	jar *j = find(c, host, host_len);
	CURLcode code = CURLE_OK;

	if (!lines || (!j && c->bytes >= COOKIES_BYTES_MOST))
		return OK;
	j = j ? j : make(c, host, host_len);
	if (!j)
		return ERR_MEMORY;
	curl_easy_setopt(c->easy, CURLOPT_SHARE, j->share);
	for (; lines && code == CURLE_OK; lines = lines->next)
		code = curl_easy_setopt(c->easy, CURLOPT_COOKIELIST, lines->data);
	measure(c, j);
	return code == CURLE_OK ? OK : ERR_MEMORY;
}

status cookies_add(cookies *c, const char *host, size_t host_len, const char *line)
{
	return add_lines(c, host, host_len, &(struct curl_slist){.data = (char *)line});
}

/* A host that has set none yet gets no jar: the handle then has an engine of its own. */
void cookies_attach(cookies *c, CURL *easy, const char *host, size_t host_len)
{
	const jar *j = find(c, host, host_len);

	curl_easy_setopt(easy, CURLOPT_SHARE, j ? j->share : NULL);
	if (!j)
		curl_easy_setopt(easy, CURLOPT_COOKIELIST, "ALL"); /* of an earlier transfer */
}

status cookies_keep(cookies *c, CURL *easy, const char *host, size_t host_len)
{
	struct curl_header *header;
	struct curl_slist *lines;
	status err;

	if (curl_easy_header(easy, "set-cookie", 0, CURLH_HEADER, -1, &header) != CURLHE_OK)
		return OK;
	lines = lines_of(easy);
	err = add_lines(c, host, host_len, lines);
	curl_slist_free_all(lines);
	return err;
}

bool cookies_has(const cookies *c, const char *host, size_t host_len)
{
	const jar *j = find(c, host, host_len);

	return j && j->bytes > 0;
}

static void write_jar(cookies *c, const jar *j, FILE *f)
{
	struct curl_slist *lines;

	curl_easy_setopt(c->easy, CURLOPT_SHARE, j->share);
	lines = lines_of(c->easy);
	for (const struct curl_slist *line = lines; line; line = line->next)
		fprintf(f, "%s\n", line->data);
	curl_slist_free_all(lines);
}

static status write_all(cookies *c, FILE *f)
{
	bool ok = fputs("# Netscape HTTP Cookie File\n", f) >= 0;

	for (size_t i = 0; i < c->len; i++)
		write_jar(c, &c->jars[i], f);
	ok &= !ferror(f);
	return fclose(f) == 0 && ok ? OK : ERR_IO;
}

status cookies_write(cookies *c, const char *path, complaint *why)
{
	char *part;
	int fd;
	FILE *f;
	status err = ERR_IO;

	if (asprintf(&part, "%s.XXXXXX", path) < 0)
		return complain(why, ERR_MEMORY, "%s", status_text(ERR_MEMORY));
	fd = mkstemp(part); /* with mode 0600 */
	f = fd >= 0 ? fdopen(fd, "w") : NULL;
	if (f)
		err = write_all(c, f);
	if (!err && rename(part, path) != 0)
		err = ERR_IO;
	if (err)
		complain(why, err, "%s: %s", path, strerror(errno));
	if (err && fd >= 0)
		unlink(part);
	free(part);
	return err;
}
