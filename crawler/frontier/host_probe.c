#include "crawler/frontier/host_probe.h"

#include <stdlib.h>
#include <string.h>

void host_probe_free(host_probe *p)
{
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

/* Adds what the two responses have in common. */
static status add_answer(host_probe *p, const skeleton *second)
{
	p->arena = p->arena ? p->arena : arena_new();
	if (p->arena && !p->answers)
		p->answers = arena_zeros(p->arena, PROBES_MOST, sizeof *p->answers);
	if (!p->answers || skeleton_meet(&p->first, second, p->arena, &p->answers[p->answers_len]))
		return ERR_MEMORY;
	p->answers_len++;
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
	err = add_answer(p, s);
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

void host_probe_note(host_probe *p, uint64_t id)
{
	p->pages[p->next_page++ % PROBE_PAGES] = id;
}
