/* filter_ahead — verdicts that other threads find before it is a page's turn. */
#include "plugin/filter_inside.h"

struct filter_ahead {
	firstprint_signature final;
	firstprint_verdict verdict;
	unsigned link;
	trace trace;
};

status filter_watch(filter *f)
{
	bool watched = true;

	pthread_rwlock_wrlock(&f->pages);
	for (size_t i = 0; i < f->links_len; i++)
		watched &= page_index_watch(&f->links[i].index);
	pthread_rwlock_unlock(&f->pages);
	return watched ? OK : ERR_MEMORY;
}

/* Finalizes and checks the signature. false: it cannot be; the judging thread will see why. */
static bool look(const filter *f, searcher *s, const firstprint_signature *sig, arena *a, filter_ahead *x)
{
	firstprint_signature parts[SPEC_LINKS_MAX], final[SPEC_LINKS_MAX];
	complaint why = {""};

	trace_begin(&x->trace, f->links, f->links_len, a);
	return !f->is_stale && !filter_split(f, s, sig, parts, &why) &&
	       !filter_finalize_parts(f, s, parts, a, &x->final, &why) && !filter_split(f, s, &x->final, final, &why) &&
	       !filter_check_parts(f, s, final, &x->verdict, &x->link, &why);
}

filter_ahead *filter_look_ahead(filter *f, searcher *s, const firstprint_signature *sig, arena *a)
{
	filter_ahead *x = arena_alloc(a, sizeof *x);
	bool found;

	if (!x)
		return NULL;
	s->trace = &x->trace;
	pthread_rwlock_rdlock(&f->pages);
	found = look(f, s, sig, a, x);
	pthread_rwlock_unlock(&f->pages);
	s->trace = NULL;
	return found ? x : NULL;
}

static bool holds(const filter *f, const filter_ahead *x)
{
	return x && !f->is_stale && trace_holds(&x->trace, f->links, f->links_len);
}

status filter_judge(filter *f, const firstprint_signature *sig, const filter_ahead *ahead, arena *a,
		    firstprint_signature *final, firstprint_verdict *verdict, unsigned *link)
{
	status err;

	if (!holds(f, ahead)) {
		err = filter_finalize(f, sig, a, final);
		return err ? err : filter_check(f, final, verdict, link);
	}
	*final = ahead->final;
	*verdict = ahead->verdict;
	*link = ahead->link;
	return OK;
}
