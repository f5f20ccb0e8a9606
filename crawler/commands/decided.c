#include "crawler/commands/filtering.h"

#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "crawler/files/page_signed.h"
#include "judge/verdict.h"

status decided_open(const char *path, decided_verdicts *out, complaint *why)
{
	*out = (decided_verdicts){.path = path, .from = fopen(path, "re")};
	return out->from ? OK : complain(why, ERR_IO, "%s: cannot be read: %s", path, strerror(errno));
}

void decided_close(decided_verdicts *d)
{
	if (d->from)
		fclose(d->from);
	free(d->line);
}

/* The next line that is no error. NULL: there is none, or it is no line of filter; why says so. */
static json_t *next_line(decided_verdicts *d, complaint *why)
{
	json_t *line = NULL;

	while (!line && getline(&d->line, &d->room, d->from) > 0) {
		d->number++;
		line = json_loads(d->line, JSON_DECODE_ANY, NULL);
		if (!json_is_object(line)) {
			json_decref(line);
			complain(why, ERR_USAGE, "%s: line %lu: no verdict of filter or decide-pairs", d->path, d->number);
			return NULL;
		}
		if (json_object_get(line, "error")) {
			json_decref(line);
			line = NULL;
		}
	}
	return line;
}

/* A member as compact JSON, in a; NULL: it is not there, or out of memory. */
static const char *json_of(const json_t *line, const char *name, arena *a)
{
	const json_t *member = json_object_get(line, name);
	char *text = member ? json_dumps(member, JSON_ENCODE_ANY | JSON_COMPACT | JSON_REAL_PRECISION(6)) : NULL;
	const char *copy = text ? arena_text(a, text, strlen(text)) : NULL;

	free(text);
	return copy;
}

/* The ids may be escaped in different ways. */
static bool is_about(const json_t *line, const char *id)
{
	json_t *other = json_loads(id, JSON_DECODE_ANY, NULL);
	bool is = other && json_equal(json_object_get(line, "id"), other);

	json_decref(other);
	return is;
}

static status read_verdict(const json_t *line, arena *a, store_reason *out, const char **of)
{
	*out = (store_reason){.verdict = page_signed_text(line, "verdict", a),
			      .filter = page_signed_text(line, "filter", a),
			      .stage = page_signed_text(line, "stage", a),
			      .proposed_by = page_signed_text(line, "proposed_by", a),
			      .word = page_signed_text(line, "word", a),
			      .score = json_is_number(json_object_get(line, "score"))
					       ? json_number_value(json_object_get(line, "score"))
					       : NAN,
			      .evidence = json_of(line, "evidence", a),
			      .shares = json_of(line, "shares", a)};
	*of = json_of(line, "of", a);
	if (!*of)
		*of = "null";
	return arena_exhausted(a) ? ERR_MEMORY : OK;
}

status decided_next(decided_verdicts *d, const char *id, arena *a, store_reason *out, const char **of, complaint *why)
{
	json_t *line = next_line(d, why);
	enum firstprint_kind kind;
	status err;

	if (!line)
		return *why->text ? ERR_USAGE
				  : complain(why, ERR_USAGE, "%s: it has no verdict about page %.100s", d->path, id);
	if (!is_about(line, id))
		err = complain(why, ERR_USAGE, "%s: line %lu is not about page %.100s, which is next", d->path, d->number, id);
	else
		err = read_verdict(line, a, out, of);
	if (!err && (!out->verdict || !verdict_kind(out->verdict, &kind)))
		err = complain(why, ERR_USAGE, "%s: line %lu: no verdict of filter or decide-pairs", d->path, d->number);
	json_decref(line);
	return err;
}

status decided_end(decided_verdicts *d, complaint *why)
{
	json_t *line = next_line(d, why);

	if (!line)
		return *why->text ? ERR_USAGE : OK;
	json_decref(line);
	return complain(why, ERR_USAGE, "%s: line %lu is about a page that was not read", d->path, d->number);
}
