/* per_thread — memory that each thread has to itself until it ends.
 *
 *	static per_thread kept = PER_THREAD(close_kept);
 *	struct kept *k = per_thread_get(&kept, sizeof *k);
 *
 * It keeps what the next call can reuse: results of lookups, objects that take long to open. A thread-local array would do for
 * memory alone, but the C library fills it with zeros for every thread that starts, and libcurl starts a thread for each name
 * lookup. */
#ifndef BASE_PER_THREAD_H
#define BASE_PER_THREAD_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct per_thread {
	void (*end)(void *); /* called with the memory when its thread ends */
	pthread_mutex_t lock;
	atomic_bool is_open;
	pthread_key_t key;
} per_thread;

/* end frees the memory; its last step is free(). Its code must stay loaded, so link a shared library with -z nodelete. */
#define PER_THREAD(end) \
	{ \
		(end), PTHREAD_MUTEX_INITIALIZER, false, 0 \
	}

/* Returns the calling thread's memory: `size` bytes, all zeros at its first call. NULL: out of memory. */
void *per_thread_get(per_thread *p, size_t size);

#endif
