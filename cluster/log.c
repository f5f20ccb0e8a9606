#include "cluster/log.h"

#include "cluster/server.h"

enum { READ_BYTES = 8 << 20 /* that an answer should have at most */ };

status log_error(const server *s, status err, complaint *why)
{
	return complain(why, err, "%s: %s", s->shown,
			err == ERR_FORMAT    ? "what it says is no answer of firstprint"
			: err == ERR_MISSING ? "there is no such shared index"
					     : "there is one already");
}

/* Reads as many the next time as would have fitted into READ_BYTES. */
static void learn_length(server *s, const log_reply *x)
{
	size_t bytes = 0;

	for (size_t i = 0; i < x->n; i++)
		bytes += x->entries[i].bytes.len;
	if (bytes > READ_BYTES)
		s->most = s->most * READ_BYTES / bytes + 1;
	else if (x->n == s->most && bytes <= READ_BYTES / 2 && s->most < LOG_READ_MOST)
		s->most *= 2;
}

status log_sync(server *s, const log_request *request, log_position *at, arena *a, log_reply *out, complaint *why)
{
	log_request rest = *request;
	complaint cause = {""};
	status err;

	while ((err = s->log->sync(s, &rest, s->most, at, a, out, &cause)) == ERR_LIMIT && s->most > 1) {
		s->most /= 2;
		rest = (log_request){0};
	}
	if (err == ERR_LIMIT)
		return complain(why, ERR_FORMAT, "%s: its next entry is longer than any that firstprint writes", s->shown);
	if (err)
		return complain(why, err, "%s", cause.text);
	learn_length(s, out);
	return OK;
}
