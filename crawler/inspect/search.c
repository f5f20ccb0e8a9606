#include "crawler/inspect/search.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unicode/utf8.h>

#include "base/buffer.h"
#include "base/shell.h"
#include "base/table.h"
#include "base/utf8.h"
#include "crawler/console/terminal.h"
#include "crawler/inspect/found.h"
#include "crawler/inspect/pieces.h"
#include "judge/likeness.h"
#include "plugin/text/words.h"

/* ── the index ── */

enum { COMMIT_EVERY = 5000, TELL_EVERY = 50 };

/* Returns the folded words of a text, separated by spaces, in the form of the index; in a. NULL: out of memory. */
static const char *word_list(firstprint_span text, arena *a)
{
	words w;
	status err = words_of(text, a, &w);
	size_t len = 0;
	char *list, *at;

	for (size_t i = 0; i < w.len && !err; i++)
		len += w.items[i].text.len + 1;
	list = at = err ? NULL : arena_alloc(a, len + 1);
	if (!list)
		return NULL;
	for (size_t i = 0; i < w.len; i++) {
		at = mempcpy(at, w.items[i].text.at, w.items[i].text.len);
		*at++ = ' ';
	}
	*at = '\0';
	return list;
}

static status add(fulltext *to, const store_titled *k, const feature_key *key, arena *a)
{
	const char *title = word_list((firstprint_span){k->title, strlen(k->title)}, a), *text = word_list(k->text, a);
	const char *sample = NULL;
	runs r;
	status err = title && text ? runs_of(k->text, key, a, &r) : ERR_MEMORY;

	if (!err)
		sample = runs_words(&r, " ", a);
	if (!err && !sample)
		err = ERR_MEMORY;
	return err ? err : fulltext_add(to, k->id, title, text, sample);
}

status search_update(const source *from, fulltext *to, search_progress *tell, void *ctx, uint64_t *added)
{
	arena *a = arena_new();
	feature_key key;
	uint8_t secret[STORE_KEY_SIZE];
	store_titled k = {.id = fulltext_last(to)};
	status err = a ? fulltext_begin(to) : ERR_MEMORY;
	bool goes_on = true;

	store_key(from->store, secret);
	feature_key_init(&key, secret);
	for (*added = 0; !err && goes_on; arena_reset(a)) {
		err = store_next_text(from->store, k.id, a, &k);
		if (!err)
			err = add(to, &k, &key, a);
		*added += !err;
		if (!err && *added % COMMIT_EVERY == 0) {
			err = fulltext_commit(to);
			err = err ? err : fulltext_begin(to);
		}
		goes_on = err || *added % TELL_EVERY || tell(ctx, *added);
	}
	arena_free(a);
	return err && err != ERR_MISSING ? err : fulltext_commit(to);
}

status search_open(const source *from, fulltext **out, complaint *why)
{
	status err = fulltext_open(from->file, from->store, STORE_READ, out, why);
	char file[SHELL_WORD];

	if (err == ERR_MISSING)
		complain(why, err, "%s has no full-text index; make it with: firstprint index %s", from->file,
			 (shell_word(from->file, file), file));
	return err;
}

void search_warn(const source *from, uint64_t unseen)
{
	char number[64], file[SHELL_WORD];

	if (unseen)
		terminal_say("the index lacks %s; to add %s: firstprint index %s",
			     terminal_count((int64_t)unseen, "article", number), unseen == 1 ? "it" : "them",
			     (shell_word(from->file, file), file));
}

/* ── the query ── */

enum { WORDS_MOST = 64 };

typedef struct question {
	arena *memory;
	buffer wanted, unwanted; /* expressions of FTS5 */
	table words;             /* the wanted words, folded, to find them in a text */
	firstprint_span *begins; /* [begins_len] wanted beginnings of words */
	const source *from;
	const screen *screen;
	bool json, has_head; /* has_head: the store's name was printed */
	size_t words_len, begins_len;
	int64_t most, found; /* articles that may be printed; that were found, at most one more */
} question;

/* Is the last word to be found with any end? If it is typed with a star, or in Korean, which writes its particles at the end of words. */
static bool is_beginning(firstprint_span typed, firstprint_span word)
{
	int32_t at = (int32_t)word.len;
	UChar32 last;

	U8_PREV((const uint8_t *)word.at, 0, at, last);
	return typed.at[typed.len - 1] == '*' || (last >= 0xac00 && last <= 0xd7a3);
}

static status want(question *q, firstprint_span word, bool begins)
{
	if (!begins)
		return table_put(&q->words, word.at, word.len, 1) ? OK : ERR_MEMORY;
	if (!q->begins)
		q->begins = arena_alloc(q->memory, WORDS_MOST * sizeof *q->begins);
	if (!q->begins)
		return ERR_MEMORY;
	q->begins[q->begins_len++] = word;
	return OK;
}

/* Adds a word as typed. It may consist of several: "北京大学" is two words, which must be adjacent. */
static status add_word(question *q, const char *typed, bool is_unwanted)
{
	buffer *to = is_unwanted ? &q->unwanted : &q->wanted;
	words w;
	firstprint_span text = {typed, strlen(typed)};
	status err = utf8_is_valid(text.at, text.len) ? words_of(text, q->memory, &w) : ERR_USAGE;
	bool whole, begins;

	if (err || w.len == 0)
		return err;
	begins = is_beginning(text, w.items[w.len - 1].text);
	q->words_len += w.len;
	if (q->words_len > WORDS_MOST)
		return ERR_LIMIT;
	whole = buffer_append_text(to, is_unwanted ? " NOT \"" : to->len ? " AND \"" : "\"");
	for (size_t i = 0; i < w.len && whole; i++) {
		firstprint_span word = w.items[i].text;

		whole = (i == 0 || buffer_append_text(to, " ")) && buffer_append(to, word.at, word.len) &&
			(is_unwanted || want(q, word, begins && i == w.len - 1) == OK);
	}
	return whole && buffer_append_text(to, begins ? "\" *" : "\"") ? OK : ERR_MEMORY;
}

static status make_expression(question *q, const search_words *typed, complaint *why)
{
	bool is_not = false;
	status err = OK;

	for (size_t i = 0; i < typed->len && !err; i++) {
		bool is_sign = strcmp(typed->items[i], "NOT") == 0;

		if (!is_sign)
			err = add_word(q, typed->items[i], is_not);
		is_not = is_sign;
	}
	if (err == ERR_USAGE)
		return complain(why, err, "search takes words in UTF-8");
	if (err == ERR_LIMIT)
		return complain(why, ERR_USAGE, "search takes at most %d words", WORDS_MOST);
	if (!err && q->wanted.len == 0)
		return complain(why, ERR_USAGE, "search needs a word to look for");
	return err || !q->unwanted.len || buffer_append_text(&q->wanted, q->unwanted.bytes) ? err : ERR_MEMORY;
}

/* ── the answers ── */

static bool is_hit(const question *q, const pieces *p, size_t i)
{
	firstprint_span word;
	words w;
	bool is;

	if (words_of(pieces_span(p, i, i + 1), q->memory, &w) || w.len != 1)
		return false;
	word = w.items[0].text;
	is = table_get(&q->words, word.at, word.len) != NULL;
	for (size_t k = 0; k < q->begins_len && !is; k++)
		is = word.len >= q->begins[k].len && memcmp(word.at, q->begins[k].at, q->begins[k].len) == 0;
	return is;
}

enum { AROUND = 8, SHOWN = 24, LOOKED_AT = 20000 }; /* pieces: before the first hit; in all; searched in a text */

/* Prints the text around the first of the words, or its beginning. */
static status print_place(const question *q, const pieces *p)
{
	size_t hit = 0, from, to;
	status err = OK;

	while (hit < p->len && hit < LOOKED_AT && !is_hit(q, p, hit))
		hit++;
	if (hit == p->len || hit == LOOKED_AT)
		hit = 0;
	from = hit > AROUND ? hit - AROUND : 0;
	to = from + SHOWN < p->len ? from + SHOWN : p->len;
	printf("        %s", from ? "… " : "");
	for (size_t i = from; i < to && !err; i++) {
		bool marks = i >= hit && is_hit(q, p, i);
		firstprint_span span = pieces_span(p, i, i + 1);

		printf("%s%s", i > from && p->items[i].gap ? " " : "", marks ? screen_style(q->screen, SCREEN_STRONG) : "");
		err = terminal_put_part(span.at, span.len) ? OK : ERR_MEMORY;
		printf("%s", marks ? screen_style(q->screen, SCREEN_PLAIN) : "");
	}
	printf("%s\n", to < p->len ? " …" : "");
	return err;
}

static status print_for_people(const question *q, const store_head *head)
{
	char url[SCREEN_TEXT], title[SCREEN_TEXT];
	firstprint_span text;
	pieces p;
	status err = store_text(q->from->store, head->id, q->memory, &text);

	if (!err)
		err = pieces_of(text, q->memory, &p);
	if (err)
		return err;
	printf("%6" PRIu64 "  %s%s%s\n        %s%s\n", head->id, screen_style(q->screen, SCREEN_STRONG),
	       screen_fit(*head->title ? head->title : "(no title)", q->screen->columns - 8, title),
	       screen_style(q->screen, SCREEN_PLAIN),
	       screen_fit(head->url ? head->url : head->name, q->screen->columns - 16, url),
	       strcmp(head->kind, "drop") == 0   ? ", a drop"
	       : strcmp(head->kind, "past") == 0 ? ", its text before"
						 : "");
	return print_place(q, &p);
}

/* Prints the store's name before the first article. */
static void print_store(question *q)
{
	if (q->from->path && !q->json && !q->has_head)
		printf("%s%s%s\n", screen_style(q->screen, SCREEN_STRONG), q->from->path,
		       screen_style(q->screen, SCREEN_PLAIN));
	q->has_head = true;
}

static status print_found(void *ctx, uint64_t id)
{
	question *q = ctx;
	store_head head;
	status err;

	print_store(q);
	if (q->found++ == q->most)
		return OK;
	err = store_head_of(q->from->store, id, q->memory, &head);
	if (err) /* ERR_MISSING: articles were deleted from the store by hand */
		return err == ERR_MISSING ? OK : err;
	return q->json ? terminal_put_row(found_json(q->from, &head)) : print_for_people(q, &head);
}

static status ask(question *q, const search_words *typed, int64_t most, fulltext_handler *handle, void *ctx, uint64_t *unseen,
		  complaint *why)
{
	fulltext *x = NULL;
	status err = q->memory ? search_open(q->from, &x, why) : ERR_MEMORY;

	q->words.memory = q->memory;
	if (!err)
		err = make_expression(q, typed, why);
	if (!err)
		err = store_count_texts(q->from->store, fulltext_last(x), unseen);
	if (!err)
		err = fulltext_find(x, q->wanted.bytes, most, handle, ctx);
	if (err)
		fulltext_complain(x, q->from->file, err, why);
	fulltext_close(x);
	buffer_free(&q->wanted);
	buffer_free(&q->unwanted);
	return err;
}

status search_find(const source *from, const search_words *words, int64_t most, fulltext_handler *handle, void *ctx,
		   uint64_t *unseen, complaint *why)
{
	question q = {.memory = arena_new(), .from = from};
	status err = ask(&q, words, most, handle, ctx, unseen, why);

	arena_free(q.memory);
	return err;
}

status search_print(const source *from, const search_words *typed, int64_t most, bool json, const screen *to, complaint *why)
{
	question q = {.memory = arena_new(), .from = from, .screen = to, .json = json, .most = most};
	uint64_t unseen = 0;
	status err = ask(&q, typed, most + 1, print_found, &q, &unseen, why);

	if (!err)
		print_store(&q);
	if (!err && !q.found && !json)
		terminal_say("%s: no article is found", from->file);
	if (!err && q.found > most)
		terminal_say("the best %lld of more articles; --limit 0 prints all", (long long)most);
	if (!err)
		search_warn(from, unseen);
	arena_free(q.memory);
	return err;
}
