#include "crawler/inspect/near.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/shell.h"
#include "crawler/console/terminal.h"
#include "crawler/inspect/search.h"

static void print_for_people(const near_article *x, const store_head *h, const screen *to)
{
	char url[SCREEN_TEXT];

	printf("%6.3f  %s%-4s%s %6" PRIu64 "  %s\n", x->like.resemblance, screen_style(to, SCREEN_FAINT), h->kind,
	       screen_style(to, SCREEN_PLAIN), h->id,
	       screen_fit(h->url ? h->url : h->name, to->columns ? to->columns - 22 : 0, url));
	printf("%8s%.0f %% of the article is in it, and %.0f %% of it in the article\n", "", 100 * x->like.contained,
	       100 * x->like.contains);
}

json_t *near_json(const source *in, const near_article *x, const store_head *h)
{
	json_t *row = found_json(in, h);

	json_object_set_new(row, "resemblance", json_real(x->like.resemblance));
	json_object_set_new(row, "contained", json_real(x->like.contained));
	json_object_set_new(row, "contains", json_real(x->like.contains));
	return row;
}

static status print_all(const source *in, const near_answer *found, bool json, const screen *to, arena *a)
{
	status err = OK;
	store_head h;

	if (in->path && !json)
		printf("%s%s%s\n", screen_style(to, SCREEN_STRONG), in->path, screen_style(to, SCREEN_PLAIN));
	for (size_t i = 0; i < found->len && !err; i++) {
		err = store_head_of(in->store, found->items[i].id, a, &h);
		if (!err && json)
			err = terminal_put_row(near_json(in, &found->items[i], &h));
		else if (!err)
			print_for_people(&found->items[i], &h, to);
	}
	if (!err && found->len == 0 && !json)
		printf("no article of %s has a run of three words in common with it\n", in->file);
	return err;
}

status near_print(const source *from, const store_head *of, const source *in, int64_t most, bool json, const screen *to,
		  complaint *why)
{
	near_question q = {.of_store = from->store,
			   .of = of->id,
			   .in = in->store,
			   .file = in->file,
			   .most = (size_t)most,
			   .needs_index = true};
	near_answer found = {0};
	char file[SHELL_WORD];
	arena *a = arena_new();
	status err = a ? near_find(&q, a, &found, why) : ERR_MEMORY;

	if (err == ERR_MISSING)
		terminal_say("all texts of %s are read; to make this quick: firstprint index %s", in->file,
			     (shell_word(in->file, file), file));
	if (err == ERR_MISSING || found.unseen) {
		q.needs_index = false;
		err = near_find(&q, a, &found, why);
	}
	if (!err)
		err = print_all(in, &found, json, to, a);
	arena_free(a);
	return err;
}
