#include "store/shared.h"

#include <string.h>

#include "store/statement.h"

const store_sharing *store_sharing_of(const store *st)
{
	return &st->sharing;
}

bool store_is_shared(const store *st)
{
	return st->sharing.memory != NULL;
}

status store_set_sharing(store *st, const store_sharing *x)
{
	status err = store_put_meta(st, "memory", x->memory, &st->sharing.memory);

	return err ? err : store_put_meta(st, "owner", x->owner, &st->sharing.owner);
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
