#include "library/article.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "judge/verdict.h"

/* Copies a text to the memory of the handle. NULL: there is none, or out of memory (arena_exhausted). */
static const char *keep(firstprint *fp, const char *text)
{
	return text ? arena_text(fp->memory, text, strlen(text)) : NULL;
}

const char *article_value(firstprint *fp, const char *text)
{
	return text && *text ? keep(fp, text) : NULL;
}

static status whole(const firstprint *fp)
{
	return arena_exhausted(fp->memory) ? ERR_MEMORY : OK;
}

/* ── names ── */

const char *article_name_json(const char *name, arena *a)
{
	json_t *value = json_string(name);
	char *text = value ? json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT) : NULL;
	const char *copy = text ? arena_text(a, text, strlen(text)) : NULL;

	free(text);
	json_decref(value);
	return copy;
}

const char *article_name_text(firstprint *fp, const char *json)
{
	json_t *value = json ? json_loads(json, JSON_DECODE_ANY, NULL) : NULL;
	const char *text = keep(fp, json_is_string(value) ? json_string_value(value) : json);

	json_decref(value);
	return text;
}

/* ── what was just judged ── */

static status fill_verdict(firstprint *fp, const judgement *v, firstprint_article *out)
{
	store_reason why;
	status err = verdict_reason(&v->verdict, v->filter, &why);

	if (err)
		return err;
	out->verdict = why.verdict;
	out->of = why.of;
	out->filter = why.filter;
	out->stage = why.stage;
	out->proposed_by = why.proposed_by;
	out->word = keep(fp, why.word);
	out->score = why.score;
	out->evidence = keep(fp, why.evidence);
	out->shares = keep(fp, why.shares);
	verdict_reason_free(&why);
	return whole(fp);
}

/* Fills in the URL and the name of the page that it repeats. */
static status fill_original(firstprint *fp, firstprint_article *out)
{
	store *st = fp->session.store;
	store_head head;
	status err;

	if (!out->of)
		return OK;
	if (!st) {
		out->of_url = fp->named[out->of - 1].url;
		out->of_name = fp->named[out->of - 1].name;
		return OK;
	}
	err = store_head_of(st, out->of, fp->memory, &head);
	if (err)
		return err == ERR_MISSING ? OK : err;
	out->of_url = head.url;
	out->of_name = article_name_text(fp, head.name);
	return whole(fp);
}

status article_judged(firstprint *fp, const firstprint_source *page, const job *j, const judgement *v, const char *fetched_at,
		      firstprint_article *out)
{
	const firstprint_page *p = &j->result.page;
	firstprint_article said = {.id = v->id,
				   .kind = v->dropped ? "drop" : "page",
				   .url = article_value(fp, page->url),
				   .name = keep(fp, page->name),
				   .title = article_value(fp, p->title),
				   .lang = article_value(fp, p->lang),
				   .fetched_at = keep(fp, fetched_at),
				   .text = arena_text(fp->memory, p->text.at, p->text.len),
				   .text_len = p->text.len};
	status err = fill_verdict(fp, v, &said);

	if (!err)
		err = fill_original(fp, &said);
	if (!err && v->dropped && fp->session.store)
		err = store_drop_remarks(fp->session.store, v->id, fp->memory, &said.cause, &said.notable);
	if (!err)
		*out = said;
	return err;
}

/* ── what is stored ── */

status article_read(firstprint *fp, const store_value *row, size_t n, firstprint_article *out)
{
	firstprint_article x = {.kind = article_value(fp, row[0].text),
				.id = (uint64_t)row[1].integer,
				.url = article_value(fp, row[2].text),
				.name = article_name_text(fp, row[3].text),
				.title = article_value(fp, row[4].text),
				.lang = article_value(fp, row[5].text),
				.fetched_at = article_value(fp, row[6].text),
				.verdict = article_value(fp, row[7].text),
				.of = (uint64_t)row[8].integer,
				.of_url = article_value(fp, row[9].text),
				.of_name = article_name_text(fp, row[10].text),
				.cause = article_value(fp, row[11].text),
				.filter = article_value(fp, row[12].text),
				.stage = article_value(fp, row[13].text),
				.proposed_by = article_value(fp, row[14].text),
				.word = article_value(fp, row[15].text),
				.score = row[16].real,
				.evidence = article_value(fp, row[17].text),
				.shares = article_value(fp, row[18].text),
				.notable = article_value(fp, row[19].text)};

	(void)n;
	if (whole(fp))
		return ERR_MEMORY;
	*out = x;
	return OK;
}
