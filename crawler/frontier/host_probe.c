#include "crawler/frontier/host_probe.h"

#include <stdlib.h>
#include <string.h>

void host_probe_free(host_probe *p)
{
	for (size_t i = 0; i < PROBE_PAGES; i++)
		free(p->pages[i].s.words);
	free(p->url);
	free(p->second);
	free(p->first.words);
	arena_free(p->arena);
	*p = (host_probe){0};
}

/* Takes over url. */
static void set_url(host_probe *p, char *url)
{
	free(p->url);
	p->url = url;
	p->state = PROBE_WANTED;
}

status host_probe_want(host_probe *p, const char *first, const char *second)
{
	char *url, *other;

	if (p->state != PROBE_NONE || p->asked >= PROBES_MOST)
		return OK;
	url = strdup(first);
	other = strdup(second);
	if (!url || !other) {
		free(url);
		free(other);
		return ERR_MEMORY;
	}
	p->asked++;
	p->second = other;
	set_url(p, url);
	return OK;
}

bool host_probe_due(const host_probe *p)
{
	return p->state == PROBE_WANTED;
}

bool host_probe_is_open(const host_probe *p)
{
	return p->state != PROBE_NONE;
}

void host_probe_asked(host_probe *p)
{
	p->state = PROBE_ASKED;
}

status host_probe_redirected(host_probe *p, const char *url)
{
	char *copy;

	if (++p->hops > PROBE_HOPS_MOST) {
		host_probe_done(p);
		return OK;
	}
	copy = strdup(url);
	if (!copy)
		return ERR_MEMORY;
	set_url(p, copy);
	return OK;
}

status host_probe_answered(host_probe *p, const skeleton *s)
{
	status err;

	if (p->second) {
		err = skeleton_copy(s, &p->first);
		set_url(p, p->second);
		p->second = NULL;
		p->hops = 0;
		return err;
	}
	p->arena = p->arena ? p->arena : arena_new();
	err = p->arena ? skeleton_meet(&p->first, s, p->arena, &p->answers[p->answers_len]) : ERR_MEMORY;
	p->answers_len += !err;
	host_probe_done(p);
	return err;
}

void host_probe_done(host_probe *p)
{
	free(p->second);
	p->second = NULL;
	free(p->first.words);
	p->first = (skeleton){0};
	p->hops = 0;
	p->state = PROBE_NONE;
}

bool host_probe_says(const host_probe *p, const skeleton *s)
{
	for (size_t i = 0; i < p->answers_len; i++)
		if (skeleton_repeats(s, &p->answers[i]))
			return true;
	return false;
}

status host_probe_note(host_probe *p, int64_t id, const skeleton *s)
{
	probe_page *page = &p->pages[p->next_page++ % PROBE_PAGES];

	free(page->s.words);
	page->id = id;
	return skeleton_copy(s, &page->s);
}

bool host_probe_take(host_probe *p, int64_t *id)
{
	for (size_t i = 0; i < PROBE_PAGES; i++) {
		probe_page *page = &p->pages[i];

		if (!page->s.words || !host_probe_says(p, &page->s))
			continue;
		*id = page->id;
		free(page->s.words);
		page->s.words = NULL;
		return true;
	}
	return false;
}
