#include "crawler/inspect/compared.h"

status compared_with(const source *from, json_t *drop, bool *moved)
{
	const json_t *with = json_object_get(json_object_get(drop, "evidence"), STORE_COMPARED_WITH);
	arena *a = arena_new();
	store_head head;
	status err = a ? OK : ERR_MEMORY;

	*moved = json_is_integer(with);
	if (!err && *moved) {
		err = store_head_of(from->store, (uint64_t)json_integer_value(with), a, &head);
		if (err == ERR_MISSING) { /* of a store that was made by hand */
			head = (store_head){0};
			err = OK;
		}
		json_object_set_new(drop, "of", json_integer(json_integer_value(with)));
		json_object_set_new(drop, "of_url", head.url ? json_string(head.url) : json_null());
	}
	arena_free(a);
	return err;
}
