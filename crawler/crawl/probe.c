/* probe — tells whether short pages are what the host says to any URL: a soft 404, a login or a cookie wall. It requests URLs beside them
 * that cannot exist. Pages that say the same as the responses are skipped, and no rule about URLs learns from them. */
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "crawler/crawl/crawl.h"

enum {
	SHORT_PAGES = 3,   /* of a folder, or that say the same, before the host is probed */
	SHORT_TEXT = 1024, /* most bytes of an article: longer pages are not taken for an error */
};

/* Probes the host beside the page. If a redirect has led to it, beside the URL that redirects, unless that is of another host. */
static status ask(crawl *c, const visit *v)
{
	const char *beside = v->url.hops && v->url.via ? v->url.via : v->url.url;
	size_t host = url_host_len(beside);
	bool is_ours = strlen(v->host->name) == host && memcmp(beside, v->host->name, host) == 0;
	status err = is_ours ? host_probe_want(&v->host->probe, beside) : OK;

	return err ? err : frontier_probe_changed(c->frontier, v->host);
}

/* *is_short: it is, and out is what the page says. */
static status read_short(crawl *c, const firstprint_page *page, arena *a, skeleton *out, bool *is_short)
{
	*is_short = page->text.len <= SHORT_TEXT;
	return *is_short ? skeleton_of(&c->calendar, page, a, out) : OK;
}

/* Counts a short page that is no answer of the host, as far as is known. */
static status count_short(visit *v, const skeleton *s)
{
	host_budget *budget = &v->host->budget;
	size_t path = strcspn(v->url.url, "?#");
	const char *end = memrchr(v->url.url, '/', path);
	status err = host_budget_count(budget, s->form, &v->alike);

	if (!err)
		err = host_budget_count(budget, ~skeleton_digest(s), &v->same); /* that of a form may be the same number */
	if (!err)
		err = host_budget_count(budget, XXH3_64bits(v->url.url, (size_t)(end - v->url.url)), &v->in_folder);
	return err;
}

/* Reads what the host said to any URL in earlier runs: the pages that were stored until it was known. */
static status recall_answers(crawl *c, frontier_host *h, arena *a)
{
	skeleton repeated[PROBE_RECALLED];
	uint64_t *ids;
	size_t len;
	status err = store_past_of_host(c->session.store, h->name, "soft 404", PROBE_RECALLED, a, &ids, &len);

	for (size_t i = 0; i < len && !err; i++) {
		firstprint_page page;

		err = store_past_page(c->session.store, ids[i], a, &page);
		if (!err)
			err = skeleton_of(&c->calendar, &page, a, &repeated[i]);
	}
	return err || len == 0 ? err : host_probe_recall(&h->probe, repeated, len);
}

/* Notes the short pages that earlier runs have stored. */
static status recall_pages(crawl *c, frontier_host *h, arena *a)
{
	uint64_t *ids;
	size_t len;
	status err = store_short_of_host(c->session.store, h->name, SHORT_TEXT, a, &ids, &len);

	for (size_t i = 0; i < len && !err; i++)
		err = host_probe_note(&h->probe, ids[i]);
	return err;
}

/* Once in a run, before the first short page of a host. If earlier runs ended before they knew what the host says, asks now. */
static status recall(crawl *c, const visit *v, arena *a)
{
	host_probe *probe = &v->host->probe;
	status err = recall_answers(c, v->host, a);

	probe->is_recalled = true;
	if (!err)
		err = recall_pages(c, v->host, a);
	return err || probe->answers_len || probe->pages_len < SHORT_PAGES - 1 ? err : ask(c, v);
}

status probe_look(crawl *c, visit *v, const job *j, bool *says_to_any)
{
	skeleton s = {0};
	status err = c->learns && !v->url.is_seed ? read_short(c, &j->result.page, j->arena, &s, &v->is_short) : OK;

	if (!err && v->is_short && !v->host->probe.is_recalled)
		err = recall(c, v, j->arena);
	*says_to_any = !err && v->is_short && host_probe_says(&v->host->probe, &s);
	return err || !v->is_short || *says_to_any ? err : count_short(v, &s);
}

status probe_consider(crawl *c, const visit *v, uint64_t id)
{
	bool is_next = v->same == SHORT_PAGES - 1 || v->in_folder == SHORT_PAGES - 1;
	status err;

	if (!v->is_short)
		return OK;
	err = host_probe_note(&v->host->probe, id);
	return err || !is_next ? err : ask(c, v);
}

status probe_answered(const visit *v, const char **says)
{
	host_probe *probe = &v->host->probe;
	const fetch_result *r = &v->fetched;
	url_parts to;
	bool follows = r->outcome == FETCH_REDIRECT && url_parse(r->headers.location, v->url.url, v->arena, &to) == OK &&
		       strcmp(to.host, v->host->name) == 0;

	*says = follows ? to.url : r->reason;
	if (follows)
		return host_probe_redirected(probe, to.url);
	host_probe_done(probe);
	return OK;
}

/* Puts the article back into the queue if it says the answer: then it will be skipped, and *id becomes 0. It may be gone by now. */
static status take_back(crawl *c, const visit *v, uint64_t *id, arena *a)
{
	bool is_short = false;
	store_kept kept;
	firstprint_page page;
	skeleton s;
	status err = store_next_kept(c->session.store, *id - 1, a, &kept);

	if (err || kept.id != *id || !kept.url)
		return err == ERR_MISSING ? OK : err;
	page = (firstprint_page){.url = kept.url, .title = kept.title, .lang = kept.lang, .text = kept.text};
	err = read_short(c, &page, a, &s, &is_short);
	if (err || !is_short || !host_probe_says(&v->host->probe, &s))
		return err;
	*id = 0;
	err = store_requeue_article(c->session.store, kept.url);
	return err ? err : frontier_url_added(c->frontier, v->host->id);
}

/* Another answer of the host is known: looks at the pages that were stored before. */
static status take_all_back(crawl *c, const visit *v, arena *a)
{
	host_probe *probe = &v->host->probe;
	status err = OK;

	for (size_t i = 0; i < probe->pages_len && !err; i++)
		err = probe->pages[i] ? take_back(c, v, &probe->pages[i], a) : OK;
	return err;
}

status probe_purified(crawl *c, const visit *v, const job *j, const char **says)
{
	host_probe *probe = &v->host->probe;
	size_t answers = probe->answers_len;
	bool is_short = false;
	skeleton s;
	status err = j->status == ERR_FILTER ? j->status : OK;

	if (!err && !j->status)
		err = read_short(c, &j->result.page, j->arena, &s, &is_short);
	*says = is_short ? "a short page" : "no short page";
	if (err || !is_short)
		host_probe_done(probe);
	else
		err = host_probe_answered(probe, &s);
	return err || probe->answers_len == answers ? err : take_all_back(c, v, j->arena);
}
