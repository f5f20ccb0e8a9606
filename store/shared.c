#include "store/shared.h"

#include <string.h>

#include "store/statement.h"

static status get_text(store *st, const char *name, arena *a, const char **out)
{
	return statement_first_text(statement(st, "SELECT value FROM meta WHERE name = ?", "t", name), a, out);
}

bool store_is_shared(const store *st)
{
	return st->is_shared;
}

status store_sharing_of(store *st, arena *a, store_sharing *out)
{
	status err = get_text(st, "memory", a, &out->memory);

	return err ? err : get_text(st, "owner", a, &out->owner);
}

status store_set_sharing(store *st, const store_sharing *x)
{
	status err = store_put_meta(st, "memory", x->memory);

	if (!err)
		err = store_put_meta(st, "owner", x->owner);
	if (!err)
		st->is_shared = true;
	return err;
}

status store_adopt_key(store *st, const uint8_t key[STORE_KEY_SIZE])
{
	status err;

	if (memcmp(st->key, key, STORE_KEY_SIZE) == 0)
		return OK;
	if (st->next_id > 1)
		return ERR_USAGE;
	err = statement_do(st, "UPDATE meta SET value = ? WHERE name = 'key'", "b", (const void *)key, (size_t)STORE_KEY_SIZE);
	if (!err)
		memcpy(st->key, key, STORE_KEY_SIZE);
	return err;
}

status store_page_ids(store *st, status (*handle)(void *, uint64_t), void *ctx)
{
	return statement_each_id(statement(st, "SELECT id FROM signatures WHERE kept = 1 ORDER BY id", ""), handle, ctx);
}

status store_originals_elsewhere(store *st, arena *a, uint64_t **out, size_t *len)
{
	return statement_ids(statement(st, "SELECT DISTINCT of FROM drops WHERE elsewhere = 1 ORDER BY of", ""), a, out, len);
}
