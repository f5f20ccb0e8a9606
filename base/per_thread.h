/* per_thread — memory that each thread has for itself, until it ends.
 *
 *	static per_thread kept = PER_THREAD(close_kept);
 *	struct kept *k = per_thread_get(&kept, sizeof *k);
 *
 * For what is worth keeping from one call to the next: what was looked up, what takes long to open. A thread-local array would do for
 * memory alone, but the C library fills that with zeros for every thread that ever starts, as libcurl starts one to look up a name. */
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

/* end frees the memory, with free() in the end. What it is in must stay loaded: a shared library is linked with -z nodelete. */
#define PER_THREAD(end) \
	{ \
		(end), PTHREAD_MUTEX_INITIALIZER, false, 0 \
	}

/* The calling thread's memory: at its first call `size` bytes of zeros, later the same again. NULL: out of memory. */
void *per_thread_get(per_thread *p, size_t size);

#endif
