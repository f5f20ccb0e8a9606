#include "crawler/inspect/source.h"

#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "store/together.h"

const char *source_path(const source *from, int64_t id, arena *a)
{
	const char *path = NULL;

	if (!from->is_together)
		return from->path;
	return store_place(from->store, (uint64_t)id, a, &path) ? NULL : path;
}

static char *joined(const char *const *files, size_t n)
{
	buffer text = {0};
	bool whole = true;

	for (size_t i = 0; i < n && whole; i++)
		whole = buffer_append_text(&text, i ? ", " : "") && buffer_append_text(&text, files[i]);
	if (whole)
		return text.bytes;
	buffer_free(&text);
	return NULL;
}

static status open_together(sources *x, complaint *why)
{
	store **stores = calloc(x->len, sizeof *stores);
	bool are;

	if (!stores)
		return ERR_MEMORY;
	for (size_t i = 0; i < x->len; i++)
		stores[i] = x->each[i].store;
	are = store_are_together(stores, x->len);
	free(stores);
	if (!are)
		return OK;
	x->together = (source){.file = joined(x->files, x->len), .is_together = true, .files = x->files, .files_len = x->len};
	return x->together.file ? store_open_together(x->files, x->len, &x->together.store, why) : ERR_MEMORY;
}

status sources_open(const char *const *files, size_t n, sources *out, complaint *why)
{
	status err = OK;

	*out = (sources){.files = files, .each = calloc(n, sizeof *out->each)};
	if (!out->each)
		return ERR_MEMORY;
	for (; out->len < n && !err; out->len++) {
		source *x = &out->each[out->len];

		*x = (source){.file = files[out->len], .path = n > 1 ? files[out->len] : NULL};
		err = store_open(x->file, STORE_READ, &x->store, why);
	}
	return err || n < 2 ? err : open_together(out, why);
}

/* Closes the first store last: if a store is named twice, the first handle removes the files that SQLite created to read it. */
void sources_close(sources *x)
{
	store_close(x->together.store);
	free((char *)x->together.file);
	for (size_t i = x->each ? x->len : 0; i > 0; i--)
		store_close(x->each[i - 1].store);
	free(x->each);
	*x = (sources){0};
}

const source *sources_one(const sources *x, complaint *why)
{
	const source *one = x->len == 1 ? x->each : &x->together;

	if (one->store)
		return one;
	complain(why, ERR_USAGE, "%s, %s: several stores can be taken as one only if they share an index (crawl --shared)",
		 x->files[0], x->files[1]);
	return NULL;
}

void sources_complain(const sources *x, status err, complaint *why)
{
	for (size_t i = 0; x->each && i < x->len && !*why->text; i++)
		if (x->each[i].store && store_error(x->each[i].store))
			complain(why, err, "%s: %s", x->files[i], store_error(x->each[i].store));
	if (!*why->text && x->together.store && store_error(x->together.store))
		complain(why, err, "%s: %s", x->together.file, store_error(x->together.store));
	if (!*why->text)
		complain(why, err, "%s%s%s", x->files ? x->files[0] : "", x->files ? ": " : "", status_text(err));
}
