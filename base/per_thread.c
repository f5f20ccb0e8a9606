#include "base/per_thread.h"

#include <stdlib.h>

static bool open_key(per_thread *p)
{
	pthread_mutex_lock(&p->lock);
	if (!p->is_open)
		p->is_open = pthread_key_create(&p->key, p->end) == 0;
	pthread_mutex_unlock(&p->lock);
	return p->is_open;
}

void *per_thread_get(per_thread *p, size_t size)
{
	void *memory;

	if (!p->is_open && !open_key(p))
		return NULL;
	memory = pthread_getspecific(p->key);
	if (memory)
		return memory;
	memory = calloc(1, size);
	if (memory && pthread_setspecific(p->key, memory) != 0) {
		free(memory);
		return NULL;
	}
	return memory;
}
