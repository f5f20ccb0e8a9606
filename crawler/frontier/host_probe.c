#include "crawler/frontier/host_probe.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"

enum { ANSWERS_MOST = PROBES_MOST + PROBE_RECALLED };

void host_probe_free(host_probe *p)
{
	host_probe_done(p);
	arena_free(p->arena);
	free(p->waiting);
	free(p->pages);
	*p = (host_probe){0};
}

static status set_url(host_probe *p, const char *url)
{
	p->url = url;
	p->state = PROBE_WANTED;
	return url ? OK : ERR_MEMORY;
}

/* The length of a URL's folder, without the '/' at its end. */
static size_t folder_len(const char *url)
{
	return (size_t)((const char *)memrchr(url, '/', strcspn(url, "?")) - url);
}

/* Makes a URL that cannot exist, in the folder of the one it is beside. */
static status set_next_url(host_probe *p)
{
	return set_url(p, arena_printf(p->open, "%.*s/nosuchpage%08lx%08lx", (int)folder_len(p->beside), p->beside,
				       (unsigned long)random(), (unsigned long)random()));
}

/* Is a URL in the folder that the open probe is about? */
static bool is_asked(const host_probe *p, const char *url)
{
	size_t len = folder_len(url);

	return len == folder_len(p->beside) && memcmp(p->beside, url, len) == 0;
}

/* The open probe is about another folder: this one is next. */
static status wait(host_probe *p, const char *beside)
{
	if (p->waiting || is_asked(p, beside))
		return OK;
	p->waiting = strdup(beside);
	return p->waiting ? OK : ERR_MEMORY;
}

status host_probe_want(host_probe *p, const char *beside)
{
	if (p->state != PROBE_NONE)
		return wait(p, beside);
	if (p->asked >= PROBES_MOST)
		return OK;
	p->asked++;
	p->open = arena_new();
	p->beside = p->open ? arena_text(p->open, beside, strlen(beside)) : NULL;
	return p->beside ? set_next_url(p) : ERR_MEMORY;
}

status host_probe_next(host_probe *p)
{
	char *beside = p->waiting;
	status err = OK;

	if (p->state != PROBE_NONE || !beside)
		return OK;
	p->waiting = NULL;
	err = host_probe_want(p, beside);
	free(beside);
	return err;
}

status host_probe_redirected(host_probe *p, const char *url)
{
	if (++p->hops <= PROBE_HOPS_MOST)
		return set_url(p, arena_text(p->open, url, strlen(url)));
	host_probe_done(p);
	return OK;
}

/* Adds what the responses have in common. */
static status add_answer(host_probe *p, const skeleton *responses, size_t n)
{
	p->arena = p->arena ? p->arena : arena_new();
	if (p->arena && !p->answers)
		p->answers = arena_zeros(p->arena, ANSWERS_MOST, sizeof *p->answers);
	if (!p->answers || skeleton_meet(responses, n, p->arena, &p->answers[p->answers_len]))
		return ERR_MEMORY;
	p->answers_len++;
	return OK;
}

status host_probe_recall(host_probe *p, const skeleton *repeated, size_t n)
{
	status err = add_answer(p, repeated, n);

	if (err || p->answers[p->answers_len - 1].is_one)
		return err;
	for (size_t i = p->answers_len = 0; i < n && i < PROBE_RECALLED && !err; i++)
		err = add_answer(p, &repeated[i], 1);
	return err;
}

/* Words that two responses share by chance, such as a suggestion drawn at random, are hardly in all five. */
static bool needs_another(const host_probe *p)
{
	return p->responses_len == 1 ||
	       (p->responses_len < PROBE_URLS && skeleton_digest(&p->responses[0]) != skeleton_digest(&p->responses[1]));
}

status host_probe_answered(host_probe *p, const skeleton *s)
{
	status err = skeleton_copy(s, p->open, &p->responses[p->responses_len]);

	p->responses_len += !err;
	p->hops = 0;
	if (!err && needs_another(p))
		return set_next_url(p);
	if (!err)
		err = add_answer(p, p->responses, p->responses_len);
	host_probe_done(p);
	return err;
}

void host_probe_done(host_probe *p)
{
	arena_free(p->open);
	p->open = NULL;
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
	if (p->pages_len < PROBE_PAGES)
		return grow_add(&p->pages, &p->pages_len, &p->pages_room, &id, sizeof id);
	p->pages[p->next_page++ % PROBE_PAGES] = id;
	return OK;
}
