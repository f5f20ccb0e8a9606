#include "crawler/web/cookies.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/new_file.h"
#include "base/arena.h"
#include "base/grow.h"
#include "base/table.h"
#include "crawler/web/headers.h"

enum { LINE_REST = 300 }; /* bytes of a line besides what the host wrote: its name, path and so on */

/* The cookies of one host. */
typedef struct jar {
	CURLSH *share;
	size_t bytes, given; /* upper bound on the bytes of its lines; of these, bytes from the user */
	bool changed;        /* the host has set cookies */
} jar;

struct cookies {
	CURL *easy;   /* reads and changes jars; makes no transfers */
	arena *texts; /* names of hosts, and lines put aside */
	table places; /* host → index in jars */
	jar *jars;
	size_t len, room, bytes;
	const char **aside;
	size_t aside_len, aside_room;
};

/* http and https have one key. */
static const char *key_of(const char *host, size_t *len)
{
	const char *name = memmem(host, *len, "://", 3);

	*len -= name ? (size_t)(name + 3 - host) : 0;
	return name ? name + 3 : host;
}

cookies *cookies_new(void)
{
	cookies *c = calloc(1, sizeof *c);

	if (!c)
		return NULL;
	c->easy = curl_easy_init();
	c->texts = c->places.memory = arena_new();
	if (c->easy && c->texts)
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
	arena_free(c->texts);
	free(c);
}

static jar *find(const cookies *c, const char *host, size_t len)
{
	const char *key = key_of(host, &len);
	const size_t *at = table_get(&c->places, key, len);

	return at ? &c->jars[*at] : NULL;
}

/* NULL: out of memory. */
static jar *make(cookies *c, const char *host, size_t len)
{
	jar *jars = grow(c->jars, c->len, &c->room, sizeof *jars);
	const char *name = key_of(host, &len), *key = arena_text(c->texts, name, len);
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

static struct curl_slist *lines_in(const cookies *c, const jar *j)
{
	curl_easy_setopt(c->easy, CURLOPT_SHARE, j->share);
	return lines_of(c->easy);
}

static void set_bytes(cookies *c, jar *j, size_t bytes)
{
	c->bytes += bytes - j->bytes;
	j->bytes = bytes;
}

/* Counts the bytes again. A host that has set too many loses all its cookies. */
static void measure(cookies *c, jar *j)
{
	struct curl_slist *lines = lines_in(c, j);
	size_t bytes = 0;

	for (const struct curl_slist *line = lines; line; line = line->next)
		bytes += strlen(line->data) + 1;
	curl_slist_free_all(lines);
	if (bytes > j->given + COOKIES_HOST_BYTES) {
		curl_easy_setopt(c->easy, CURLOPT_COOKIELIST, "ALL");
		bytes = j->given = 0;
	}
	set_bytes(c, j, bytes);
}

/* *out is NULL if there is no room for another host. */
static status find_or_make(cookies *c, const char *host, size_t host_len, jar **out)
{
	*out = find(c, host, host_len);
	if (*out || c->bytes >= COOKIES_BYTES_MOST)
		return OK;
	*out = make(c, host, host_len);
	return *out ? OK : ERR_MEMORY;
}

static status add_lines(cookies *c, const jar *j, const struct curl_slist *lines)
{
	CURLcode code = CURLE_OK;

	curl_easy_setopt(c->easy, CURLOPT_SHARE, j->share);
	for (; lines && code == CURLE_OK; lines = lines->next)
		code = curl_easy_setopt(c->easy, CURLOPT_COOKIELIST, lines->data);
	return code == CURLE_OK ? OK : ERR_MEMORY;
}

status cookies_give(cookies *c, const char *host, size_t host_len, const char *line)
{
	const struct curl_slist one = {.data = (char *)(uintptr_t)line};
	size_t bytes = strlen(line) + 1;
	jar *j;
	status err = find_or_make(c, host, host_len, &j);

	if (err || !j)
		return err;
	j->given += bytes;
	set_bytes(c, j, j->bytes + bytes);
	return add_lines(c, j, &one);
}

status cookies_put_aside(cookies *c, const char *line)
{
	const char *copy = arena_text(c->texts, line, strlen(line));

	return copy ? arena_add(c->texts, &c->aside, &c->aside_len, &c->aside_room, &copy, sizeof copy) : ERR_MEMORY;
}

/* A host that has not set any yet gets no jar. */
bool cookies_attach(cookies *c, CURL *easy, const char *host, size_t host_len)
{
	const jar *j = find(c, host, host_len);

	curl_easy_setopt(easy, CURLOPT_SHARE, j ? j->share : NULL);
	if (!j)
		curl_easy_setopt(easy, CURLOPT_COOKIELIST, "ALL"); /* of an earlier transfer */
	return j != NULL;
}

/* Returns an upper bound on the bytes of cookie lines that the response has set, also in a 1xx before it. */
static size_t bytes_set(CURL *easy)
{
	struct curl_header *h;
	size_t bytes = 0, n = 1;

	for (size_t i = 0; i < n; i++) {
		if (i >= HEADER_REPEATS_MOST)
			return bytes + (n - i) * HEADER_LEN_MOST;
		if (curl_easy_header(easy, "set-cookie", i, CURLH_HEADER | CURLH_1XX, -1, &h) != CURLHE_OK)
			return bytes;
		n = h->amount;
		bytes += strlen(h->value) + LINE_REST;
	}
	return bytes;
}

status cookies_keep(cookies *c, CURL *easy, const char *host, size_t host_len, bool attached)
{
	size_t bytes = bytes_set(easy);
	struct curl_slist *lines = bytes && !attached ? lines_of(easy) : NULL;
	jar *j = NULL;
	status err = attached || lines ? find_or_make(c, host, host_len, &j) : OK;

	if (!err && j && lines) /* else the jar has them already */
		err = add_lines(c, j, lines);
	curl_slist_free_all(lines);
	if (err || !j || !bytes)
		return err;
	j->changed = true;
	set_bytes(c, j, j->bytes + bytes);
	if (j->bytes > j->given + COOKIES_HOST_BYTES)
		measure(c, j);
	return OK;
}

bool cookies_has(const cookies *c, const char *host, size_t host_len)
{
	const jar *j = find(c, host, host_len);
	struct curl_slist *lines = j ? lines_in(c, j) : NULL;
	bool has = lines != NULL;

	curl_slist_free_all(lines);
	return has;
}

static void write_jar(cookies *c, const jar *j, FILE *f)
{
	struct curl_slist *lines = lines_in(c, j);

	for (const struct curl_slist *line = lines; line; line = line->next)
		fprintf(f, "%s\n", line->data);
	curl_slist_free_all(lines);
}

/* false: out of memory. */
static bool write_all(cookies *c, FILE *f)
{
	bool ok = fputs("# Netscape HTTP Cookie File\n", f) >= 0;

	for (size_t i = 0; i < c->aside_len; i++)
		fprintf(f, "%s\n", c->aside[i]);
	for (int changed = 0; changed <= 1; changed++)
		for (size_t i = 0; i < c->len; i++)
			if (c->jars[i].changed == changed)
				write_jar(c, &c->jars[i], f);
	return ok && fflush(f) == 0 && !ferror(f);
}

status cookies_write(cookies *c, const char *path, complaint *why)
{
	char *text = NULL;
	size_t len = 0;
	FILE *f = open_memstream(&text, &len);
	bool whole = f && write_all(c, f);
	status err;

	if (f && fclose(f) != 0)
		whole = false;
	err = whole ? new_file_write(path, 0600, text, len, why) : ERR_MEMORY;
	free(text);
	return err == ERR_MEMORY ? complain(why, err, "%s: %s", path, status_text(err)) : err;
}
