/* index_server — a Redis on loopback, for tests of --shared. After a loss nobody waits for others. */
#ifndef TESTS_E2E_INDEX_SERVER_H
#define TESTS_E2E_INDEX_SERVER_H

#include <stdint.h>

/* In the test's folder; harness_open or harness_start come first. Skips the test where there is no Redis. settings: as on redis-server's
 * command line: "--appendonly yes". */
void server_start(const char *settings);
/* Three primaries and their replicas. */
void server_start_cluster(const char *settings);
/* A PostgreSQL server instead. */
void server_start_postgres(void);
void server_stop(void);    /* to be called before harness_stop, in any case */
void server_kill(void);    /* -9 */
void server_restart(void); /* with what it saved, if anything */
/* Of a cluster: the primary that holds this key loses its replica, which takes over what it has got by then. */
void server_cut_replica_of(const char *key);
/* The same, and the primary is killed. */
void server_kill_primary_of(const char *key);

/* Waits until `firstprint shared` is answered, half a minute at most. */
void server_wait(void);

const char *server_url(void); /* always the same */
/* A command of redis-cli, or a statement in SQL, which is put between double quotes. */
void server_command(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* What `firstprint shared` says: "pages". Waits as server_wait does. */
int64_t server_fact(const char *name);

#endif
