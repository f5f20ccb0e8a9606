/* purify — the command: prints the article of each page, as crawl and filter extract it. */
#include "purify/purify.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "crawler/commands/commands.h"
#include "crawler/console/agent.h"
#include "crawler/console/signals.h"
#include "crawler/console/terminal.h"
#include "crawler/files/folder.h"
#include "crawler/files/page_reader.h"
#include "crawler/batch/page_stream.h"
#include "crawler/web/get.h"
#include "purify/content.h"

typedef struct purifying {
	const settings *settings;
	page_stream stream;
	size_t printed; /* pages so far */
	bool failed;    /* an operand was not read */
} purifying;

/* ── printing ── */

/* id: as JSON. */
static status print_json(const char *id, const purified *p)
{
	json_t *rest = json_pack("{s:s*, s:s*, s:s*, s:s%, s:b}", "url", *p->page.url ? p->page.url : NULL, "title",
				 *p->page.title ? p->page.title : NULL, "lang", *p->page.lang ? p->page.lang : NULL, "text",
				 p->page.text.at, p->page.text.len, "list", p->page.kind == FIRSTPRINT_LIST);

	return terminal_put_json(page_reader_line(id, rest));
}

/* Prints several pages as head(1) prints several files: a line with the name before each. */
static status print_text(purifying *x, const char *id, bool named, const purified *p, arena *a)
{
	char title[1000], name[1000];

	terminal_clean(p->page.title, title, sizeof title);
	terminal_clean(terminal_name(id, a), name, sizeof name);
	if (named)
		printf("%s==> %s <==\n", x->printed ? "\n" : "", name);
	if (*title)
		printf("%s\n\n", title);
	return terminal_put_text(p->page.text.at, p->page.text.len) ? OK : ERR_MEMORY;
}

static status print_page(purifying *x, const char *id, bool named, const purified *p, arena *a)
{
	status err = x->settings->json ? print_json(id, p) : print_text(x, id, named, p, a);

	x->printed++;
	return err;
}

static status print_line(void *ctx, const line_note *note, const job *j)
{
	purifying *x = ctx;
	bool named = note->form != PAGE_FILE || x->settings->operands_len > 1 || folder_is(x->settings->operands[0]);

	if (note->error) {
		line_note_say(note);
		x->failed = true;
		return OK;
	}
	return print_page(x, note->id, named, &j->result, j->arena);
}

/* ── reading ── */

static bool is_url(const char *operand)
{
	return strncasecmp(operand, "http://", 7) == 0 || strncasecmp(operand, "https://", 8) == 0;
}

static status purify_body(purifying *x, const char *url, const got *page, arena *a)
{
	const fetch_result *r = &page->result;
	purify_input in = {.bytes = r->body.bytes,
			   .len = r->body.len,
			   .form = r->is_text ? PURIFY_TEXT : PURIFY_HTML,
			   .url = page->url,
			   .content_type = content_type_of(r->headers.content_type),
			   .lang = r->headers.content_language};
	const char *id;
	purified p;
	status err = purify(&in, a, a, &p);

	if (!err)
		err = page_reader_id(url, a, &id);
	return err ? err : print_page(x, id, x->settings->operands_len > 1, &p, a);
}

static status purify_url(purifying *x, const char *url, complaint *why)
{
	const settings *s = x->settings;
	char agent[AGENT_MOST];
	fetch_settings settings = {.connections = 1,
				   .timeout_ms = (int64_t)(s->timeout * 1000),
				   .bytes_most = (size_t)s->max_bytes,
				   .user_agent = agent,
				   .ca_file = s->ca,
				   .proxy = s->proxy,
				   .allow_private = s->allow_private,
				   .skips_text = s->plain_text == PLAIN_TEXT_SKIP};
	arena *a = arena_new();
	got page = {0};
	status err;

	agent_name(s, agent);
	err = a ? get_page(&settings, url, x->stream.stop_fd, a, &page, why) : ERR_MEMORY;
	if (!err) {
		err = purify_body(x, url, &page, a);
		fetch_result_free(&page.result);
	}
	arena_free(a);
	return err;
}

/* An unreadable operand does not stop the others. */
static void purify_operand(purifying *x, char *const *operand)
{
	complaint why = {""};
	status err = is_url(*operand) ? purify_url(x, *operand, &why) : page_stream_run(&x->stream, operand, 1, &why);

	x->stream.stopped |= signals_received(x->stream.stop_fd);
	if (x->stream.stopped)
		return;
	if (err)
		terminal_say("%s", *why.text ? why.text : status_text(err));
	x->failed |= err != OK;
}

int purify_command(const settings *given, complaint *why)
{
	static char dash[] = "-", *standard_input[] = {dash};
	settings s = *given;
	purifying x = {.settings = &s, .stream = arguments_stream(&s, signals_open())};

	(void)why; /* each operand has its own */
	x.stream.take = print_line;
	x.stream.prints = true;
	x.stream.ctx = &x;
	if (s.operands_len == 0) {
		s.operands = standard_input;
		s.operands_len = 1;
	}
	for (size_t i = 0; i < s.operands_len && !x.stream.stopped; i++)
		purify_operand(&x, &s.operands[i]);
	page_stream_close(&x.stream);
	signals_close(x.stream.stop_fd);
	return x.stream.stopped ? EXIT_STOPPED_BY_SIGNAL : x.failed ? EXIT_FAILED : EXIT_DONE;
}
