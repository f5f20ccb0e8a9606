#include "crawler/frontier/host_probe.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"

void host_probe_free(host_probe *p)
{
	host_probe_done(p);
	arena_free(p->arena);
	free(p->pages);
	*p = (host_probe){0};
}

static status set_url(host_probe *p, const char *url)
{
	char *copy = strdup(url);

	if (!copy)
		return ERR_MEMORY;
	free(p->url);
	p->url = copy;
	p->state = PROBE_WANTED;
	return OK;
}

status host_probe_want(host_probe *p, const char *const urls[PROBE_URLS])
{
	if (p->state != PROBE_NONE || p->asked >= PROBES_MOST)
		return OK;
	p->asked++;
	for (size_t i = 0; i < PROBE_URLS; i++) {
		p->urls[i] = strdup(urls[i]);
		if (!p->urls[i])
			return ERR_MEMORY;
	}
	return set_url(p, urls[0]);
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
	if (++p->hops <= PROBE_HOPS_MOST)
		return set_url(p, url);
	host_probe_done(p);
	return OK;
}

/* Adds what the responses have in common. */
static status add_answer(host_probe *p)
{
	p->arena = p->arena ? p->arena : arena_new();
	if (p->arena && !p->answers)
		p->answers = arena_zeros(p->arena, PROBES_MOST, sizeof *p->answers);
	if (!p->answers || skeleton_meet(p->responses, p->responses_len, p->arena, &p->answers[p->answers_len]))
		return ERR_MEMORY;
	p->answers_len++;
	return OK;
}

/* Words that two responses share by chance, such as a suggestion drawn at random, are hardly in all five. */
static bool needs_another(const host_probe *p)
{
	return p->responses_len == 1 ||
	       (p->responses_len < PROBE_URLS && skeleton_digest(&p->responses[0]) != skeleton_digest(&p->responses[1]));
}

status host_probe_answered(host_probe *p, const skeleton *s)
{
	status err = skeleton_copy(s, &p->responses[p->responses_len]);

	p->responses_len += !err;
	p->hops = 0;
	if (!err && needs_another(p))
		return set_url(p, p->urls[p->responses_len]);
	if (!err)
		err = add_answer(p);
	host_probe_done(p);
	return err;
}

void host_probe_done(host_probe *p)
{
	for (size_t i = 0; i < PROBE_URLS; i++) {
		free(p->urls[i]);
		free(p->responses[i].words);
		p->urls[i] = NULL;
		p->responses[i] = (skeleton){0};
	}
	free(p->url);
	p->url = NULL;
	p->responses_len = 0;
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

status host_probe_note(host_probe *p, uint64_t id)
{
	uint64_t *pages = p->pages;

	if (p->pages_len < PROBE_PAGES) {
		pages = grow(p->pages, p->pages_len, &p->pages_room, sizeof *pages);
		if (!pages)
			return ERR_MEMORY;
		p->pages = pages;
		p->pages_len++;
	}
	pages[p->next_page++ % PROBE_PAGES] = id;
	return OK;
}
