/* memory — a Redis with our module on loopback, for tests of --shared. */
#ifndef TESTS_E2E_MEMORY_H
#define TESTS_E2E_MEMORY_H

#include <stdint.h>

/* In the test's folder; harness_open or harness_start come first. Skips the test where there is no Redis. settings: as on redis-server's
 * command line, behind the module: "recovery=1 --appendonly yes". */
void memory_start(const char *settings);
/* Three primaries and their replicas. */
void memory_start_cluster(const char *settings);
void memory_stop(void);    /* to be called before harness_stop, in any case */
void memory_kill(void);    /* -9 */
void memory_restart(void); /* with what it saved, if anything */
/* Of a cluster: the primary that holds this key loses its replica, which takes over what it has got by then. */
void memory_cut_replica_of(const char *key);
/* The same, and the primary is killed. */
void memory_kill_primary_of(const char *key);

/* Waits until `firstprint shared` is answered, half a minute at most. */
void memory_wait(void);

const char *memory_url(void); /* always the same */
/* A command of redis-cli. */
void memory_command(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* What `firstprint shared` says: "pages". Waits as memory_wait does. */
int64_t memory_fact(const char *name);

#endif
